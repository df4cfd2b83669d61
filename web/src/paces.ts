// How long things may take at a table, as a host chooses them.
import type { Word } from "./words";

export const PACES: [Word, number][] = [
  ["pace-slow", 1400],
  ["pace-normal", 700],
  ["pace-fast", 250],
  ["pace-none", 0],
];
export const THINKING = [500, 1000, 3000, 10_000];
export const PAUSES = [0, 800, 1500, 3000, 5000];
export const CLOCKS = [10_000, 20_000, 30_000, 60_000, 120_000];
