/** The words of the page, in the language of whoever reads it. Those of the games are shared with the terminal. */
import i18next from 'i18next';

export const LANGUAGES = ['en', 'fr'] as const;
export type Language = (typeof LANGUAGES)[number];

type Words = Record<string, unknown>;
const SHARED = import.meta.glob<{ default: Words }>('../../../src/tablee/texts/*.toml');
const OWN = import.meta.glob<{ default: Words }>('./*.toml');

const KEPT = 'tablee.language';
const state = $state<{ language: Language; ready: boolean }>({ language: preferred(), ready: false });

function preferred(): Language {
  const kept = typeof localStorage === 'undefined' ? null : localStorage.getItem(KEPT);
  if (kept === 'en' || kept === 'fr') return kept;
  return typeof navigator !== 'undefined' && navigator.language.toLowerCase().startsWith('fr') ? 'fr' : 'en';
}

async function load(language: Language): Promise<Words> {
  const find = (files: typeof OWN) => {
    const path = Object.keys(files).find((one) => one.endsWith(`/${language}.toml`));
    return (files[path as string] as () => Promise<{ default: Words }>)();
  };
  const [shared, own] = await Promise.all([find(SHARED), find(OWN)]);
  return { shared: shared.default, ...own.default };
}

export async function speak(language: Language = preferred()): Promise<void> {
  const words = await load(language);
  if (!i18next.isInitialized) {
    await i18next.init({
      lng: language,
      resources: {},
      interpolation: { escapeValue: false, prefix: '{', suffix: '}' },
      returnNull: false,
      keySeparator: '.',
      nsSeparator: false,
    });
  }
  i18next.addResourceBundle(language, 'translation', words, true, true);
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
  state.language = language;
  state.ready = true;
}

/** Words that only some pages need, such as lessons.en.toml: fetched when wanted, and found under that name. */
export async function also(name: string, language: Language = state.language): Promise<void> {
  const words = await (OWN[`./${name}.${language}.toml`] as () => Promise<{ default: Words }>)();
  i18next.addResourceBundle(language, 'translation', { [name]: words.default }, true, true);
}

export function choose(language: Language): void {
  localStorage.setItem(KEPT, language);
  void speak(language);
}

/** The text of a key, with its places filled. */
export function t(key: string | string[], places: Record<string, unknown> = {}): string {
  return state.ready && state.language ? i18next.t(key, places) : '';
}

export const spoken = (): Language => state.language;

/** Names one after the other: “Ann, Ben and Cleo”. */
export function list(names: string[]): string {
  return new Intl.ListFormat(state.language, { type: 'conjunction' }).format(names);
}
