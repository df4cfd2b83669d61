// What the page says, in the language that is set. A language is one file here, and one beside the words of a game.
import { settings } from "../settings.svelte";
import { de } from "./de";
import { en, type Words } from "./en";

const WORDS = { en, de } satisfies Record<string, Words>;

export type Language = keyof typeof WORDS;
export type Word = keyof Words;

/** Every language with its own name. */
export const LANGUAGES = Object.entries(WORDS).map(([code, words]) => ({
  code: code as Language,
  name: words["language-name"],
}));

/** The reader's. */
export const language = (): Language => (settings.language in WORDS ? (settings.language as Language) : "en");

/** A sentence; `{name}` in it is filled in. */
export function t(word: Word, values: Record<string, string | number> = {}): string {
  return fill(WORDS[language()][word], values);
}

/** Chooses from a game's own words; a game that does not know the language speaks English. */
export function own<T>(words: { en: T } & Partial<Record<Language, T>>): T {
  return words[language()] ?? words.en;
}

export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** A number as the language writes it, with so many digits after the comma at most. */
export function number(value: number, digits = 1, least = 0): string {
  const text = value.toLocaleString(language(), { maximumFractionDigits: digits, minimumFractionDigits: least });
  return text.replace("-", "−");
}

/** A number with a sign, as points are shown. */
export function signed(value: number, digits = 1): string {
  const text = number(Math.abs(value), digits, digits);
  return Number(Math.abs(value).toFixed(digits)) === 0 ? text : (value < 0 ? "−" : "+") + text;
}

/** The size of a number, in the reader's way of writing. */
export function signless(value: number, digits = 1): string {
  return signed(Math.abs(value), digits).replace("+", "");
}

export function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

/** Names one after the other. */
export function listed(names: string[]): string {
  return new Intl.ListFormat(language(), { type: "conjunction" }).format(names);
}

const LEVELS = ["beginner", "casual", "club", "strong", "strongest"] as const;

export const isLevel = (name: string) => LEVELS.some((known) => known === name);

/** A strength by its name; other agents by their specification. */
export function level(name: string): string {
  const known = LEVELS.find((candidate) => candidate === name);
  return known ? t(known) : name;
}
