/** What somebody likes: kept in this browser only. */
const KEPT = 'tablee.settings';

export const LEVELS = ['novice', 'casual', 'expert', 'master'] as const;
export type Level = (typeof LEVELS)[number];

export interface Settings {
  theme: 'auto' | 'light' | 'dark';
  motion: 'auto' | 'on' | 'off';
  sound: boolean;
  size: number; // of the text
  pace: 'instant' | 'quick' | 'normal' | 'slow'; // of bots
  level: Level; // of bots
  keys: boolean; // whether single keys do things in a race
  confirm: boolean; // whether a card is chosen first and played then
}

const DEFAULTS: Settings = { theme: 'auto', motion: 'auto', sound: true, size: 1, pace: 'normal', level: 'casual', keys: true, confirm: true };

function kept(): Settings {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(KEPT) ?? '{}') as Partial<Settings>) };
  } catch {
    return { ...DEFAULTS };
  }
}

export const settings = $state<Settings>(kept());

export function applySettings(): void {
  const root = document.documentElement;
  root.dataset.theme = settings.theme;
  root.dataset.motion = settings.motion;
  root.style.setProperty('--size', String(settings.size));
}

export function set<Name extends keyof Settings>(name: Name, value: Settings[Name]): void {
  settings[name] = value;
  localStorage.setItem(KEPT, JSON.stringify(settings));
  applySettings();
}
