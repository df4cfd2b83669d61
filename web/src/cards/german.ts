// German suits as paths around the origin, about 20 high, and the names of their cards. The letters are those of the
// French suits they stand for: acorns for clubs, leaves for spades, hearts, bells for diamonds.
import type { Chip } from "../look";
import { own } from "../words";
import { FRENCH } from "./suits";

export const GERMAN: Record<string, string> = {
  // a cup above, the nut below
  C: "M0-10.5C1-10.5 1.4-9.7 1.3-8.6 5.6-8.2 8.2-5.6 8.2-2.4 8.2-1.7 7.7-1.3 7-1.3H-7C-7.7-1.3-8.2-1.7-8.2-2.4-8.2-5.6-5.6-8.2-1.3-8.6-1.4-9.7-1-10.5 0-10.5ZM-6.4.2H6.4C6.2 5.2 3.6 8.6 0 10.8-3.6 8.6-6.2 5.2-6.4.2Z",
  // a leaf with its stalk
  S: "M0-10.8C2.2-6.8 8.6-4.6 8.6.8 8.6 4 6.2 5.8 3.6 5.8 2.5 5.8 1.5 5.5.8 4.9L1.4 10.6H-1.4L-.8 4.9C-1.5 5.5-2.5 5.8-3.6 5.8-6.2 5.8-8.6 4-8.6.8-8.6-4.6-2.2-6.8 0-10.8ZM-.45-6.5V3.2H.45V-6.5Z",
  H: FRENCH["H"]!,
  // a bell with its slit
  D: "M0-10.6C1.2-10.6 2-9.8 2-8.7 6.4-7.8 9.2-4.2 9.2.4 9.2 5.8 5.2 9.8 0 9.8S-9.2 5.8-9.2.4C-9.2-4.2-6.4-7.8-2-8.7-2-9.8-1.2-10.6 0-10.6ZM-9-.6V1H9V-.6ZM0 3.2A1.5 1.5 0 0 0-.7 6V9H.7V6A1.5 1.5 0 0 0 0 3.2Z",
};

const WORDS = {
  en: {
    suits: { C: "acorns", S: "leaves", H: "hearts", D: "bells" } as Record<string, string>,
    ranks: { A: "ace", T: "ten", K: "king", Q: "ober", J: "unter", "9": "nine" } as Record<string, string>,
    card: (rank: string, suit: string) => `${rank} of ${suit}`,
  },
  de: {
    suits: { C: "Eichel", S: "Laub", H: "Herz", D: "Schellen" } as Record<string, string>,
    ranks: { A: "Ass", T: "Zehn", K: "König", Q: "Ober", J: "Unter", "9": "Neun" } as Record<string, string>,
    card: (rank: string, suit: string) => `${suit}-${rank}`,
  },
};

export function germanName(card: string): string {
  const words = own(WORDS);
  return words.card(words.ranks[card[1]!] ?? "", words.suits[card[0]!] ?? "");
}

export const germanSuit = (suit: string): string => own(WORDS).suits[suit] ?? "";

/** What stands on a card: king, ober and unter in every language. */
export const germanLetter = (rank: string): string => ({ T: "10", Q: "O", J: "U" })[rank] ?? rank;

export function germanChip(card: string): Chip {
  return { text: germanLetter(card[1]!), sign: GERMAN[card[0]!]!, ink: INKS[card[0]!]! };
}

export const INKS: Record<string, string> = { C: "#6b4a12", S: "#1d6b35", H: "#b82034", D: "#a8650a" };
