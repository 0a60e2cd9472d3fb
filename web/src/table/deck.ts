/** The check of a deck, made by this browser itself: the server's word is not needed for it. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

export interface Fairness {
  commitment: string;
  secret: string;
  table: string;
  words: string[];
}

export interface Findings {
  /** The seal is the one that was shown here before the cards were dealt; null: this browser came later. */
  same: boolean | null;
  /** The secret is what the seal was made of. */
  opened: boolean;
  /** The words are those that were added at the table. */
  words: boolean;
  /** The seed of the deal comes from the secret and the words. */
  seed: boolean;
}

export const sealOf = (secret: string): string => bytesToHex(sha256(hexToBytes(secret)));

export const seedOf = ({ secret, table, words }: Fairness): string => bytesToHex(sha256(utf8ToBytes(JSON.stringify([secret, table, ...words]))));

export function check(fairness: Fairness, seed: string, seen: string | null, words: string[]): Findings {
  return {
    same: seen === null ? null : seen === fairness.commitment,
    opened: sealOf(fairness.secret) === fairness.commitment,
    words: JSON.stringify(words) === JSON.stringify(fairness.words),
    seed: seedOf(fairness) === seed,
  };
}
