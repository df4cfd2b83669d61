// What the page says, in the language that is set.
import { settings } from "../settings.svelte";
import { de } from "./de";
import { en, type Words } from "./en";

const LANGUAGES: Record<string, Words> = { en, de };

export type Word = keyof Words;

/** A sentence; `{name}` in it is filled in. */
export function t(word: Word, values: Record<string, string | number> = {}): string {
  return fill(LANGUAGES[settings.language]![word], values);
}

/** Chooses from a game's own words. */
export function own<T>(words: { en: T; de: T }): T {
  return words[settings.language];
}

export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** A number with a sign, as points are shown. */
export function signed(value: number, digits = 1): string {
  const text = Math.abs(value).toLocaleString(settings.language, {
    maximumFractionDigits: digits,
    minimumFractionDigits: digits,
  });
  return Number(text.replace(",", ".")) === 0 ? text : (value < 0 ? "−" : "+") + text;
}

export function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

const LEVELS = ["beginner", "casual", "club", "strong", "strongest"] as const;

/** A strength by its name; other agents by their specification. */
export function level(name: string): string {
  const known = LEVELS.find((candidate) => candidate === name);
  return known ? t(known) : name;
}
