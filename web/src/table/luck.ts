/** Whether the colours that people choose bring luck, and no curse: in Reverse. */
import type { Sight } from '../net/types';

export const isLucky = (picture: Sight['picture']): boolean => picture.game === 'sticheln' && picture.options.reverse;
