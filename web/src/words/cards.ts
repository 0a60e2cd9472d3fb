/** What cards are called. */
import { faceOf } from '../cards/card';
import { t } from './index.svelte';

/** The colours as they are said of a figure: in French some are feminine. */
const agrees = (figure: string): string => (t(`shared.stoick.gender.${figure}`) === 'f' ? 'colour_f' : 'colour');

export function cardName(name: string): string {
  const face = faceOf(name);
  switch (face.kind) {
    case 'number':
      return t('shared.card', { colour: t(`shared.colour.${face.colour}`), number: face.number });
    case 'plain':
      return t(`shared.colour.${face.colour}`);
    case 'stop':
      return face.colour ? t('cards.stop', { colour: t(`shared.colour.${face.colour}`) }) : t('cards.special');
    case 'stoick':
      return t('cards.stoick', { figure: t(`cards.figure.${face.figure}`), colour: t(`shared.${agrees(face.figure)}.${face.colour}`) });
    case 'joker':
      return t('cards.joker');
    case 'shit':
      return t('title.shit');
  }
}
