// What a game's folder brings for those who learn it: the game in short, its words, and a first deal with a guide.
import type { SeatView } from "./protocol";
import type { Language } from "./words";

/** In every language that the game has; English at least. */
type Spoken<T> = { en: T } & Partial<Record<Language, T>>;

/** A word of the game. */
export interface Word {
  word: string;
  /** other forms of it */
  also?: string[];
  means: string;
}
export type Term = Spoken<Word>;

/** Something to be said once, when it first matters to the person on turn; or each time that nothing new is to be said. */
export interface Step {
  when: (view: SeatView) => boolean;
  says: Spoken<string>;
  again?: boolean;
}

/** A first deal: its cards, who sits there, and what is explained on the way. */
export interface Guide {
  seed: number;
  rules: string;
  options: Record<string, boolean | number | string | null>;
  seats: number;
  /** the strength of the others */
  agent: string;
  steps: Step[];
}

export interface Teaching {
  /** what is won and lost */
  unit: Spoken<string>;
  brief: Spoken<string[]>;
  terms: Term[];
  guide: Guide;
  /** the themes of its puzzles, in words */
  themes: Spoken<Record<string, string>>;
}

export interface Piece {
  text: string;
  term?: Term;
}

/** Cuts a text at the words that are explained, each where it stands first. */
export function pieces(text: string, terms: Term[], language: Language): Piece[] {
  const forms = terms.flatMap((term) => {
    const { word, also } = term[language] ?? term.en;
    return [word, ...(also ?? [])].map((form) => [form.toLowerCase(), term] as const);
  });
  if (!forms.length) return [{ text }];
  const meant = new Map(forms);
  const longest = [...meant.keys()].sort((one, other) => other.length - one.length).map(escaped);
  const word = new RegExp(`(?<![\\p{L}\\p{N}])(?:${longest.join("|")})(?![\\p{L}\\p{N}])`, "giu");
  const found: Piece[] = [];
  const told = new Set<Term>();
  let at = 0;
  for (const match of text.matchAll(word)) {
    const term = meant.get(match[0].toLowerCase());
    if (!term || told.has(term)) continue;
    told.add(term);
    if (match.index > at) found.push({ text: text.slice(at, match.index) });
    found.push({ text: match[0], term });
    at = match.index + match[0].length;
  }
  if (at < text.length) found.push({ text: text.slice(at) });
  return found;
}

const escaped = (word: string) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
