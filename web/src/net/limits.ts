/** How long things may be, in characters: as the server has it (`table/requests`). */
export const LONG = 200; // what is said
export const WORD = 64; // a word for the deck
export const NAME = 24;
export const NOTE = 200; // what is told of somebody in a report (`server/conduct`)
