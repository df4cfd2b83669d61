// One's rating as a solver: Glicko, one puzzle at a time. Kept in the browser.
// M. Glickman, "The Glicko system", 1995; the rating of a puzzle stays as it is.

export interface Rating {
  rating: number;
  /** the standard error of it */
  deviation: number;
}

const Q = Math.LN10 / 400;
const PUZZLE = 120; // the standard error of a puzzle's own rating
const LEAST = 45; // one may always get better
export const NEW: Rating = { rating: 1400, deviation: 300 };

const damped = (deviation: number) => 1 / Math.sqrt(1 + (3 * Q ** 2 * deviation ** 2) / Math.PI ** 2);

/** The chance to solve a puzzle. */
export function chance(own: Rating, puzzle: number): number {
  return 1 / (1 + 10 ** ((-damped(PUZZLE) * (own.rating - puzzle)) / 400));
}

/** The rating after a puzzle was solved or not. */
export function after(own: Rating, puzzle: number, solved: boolean): Rating {
  const expected = chance(own, puzzle);
  const weight = damped(PUZZLE);
  const information = Q ** 2 * weight ** 2 * expected * (1 - expected);
  const variance = 1 / (1 / own.deviation ** 2 + information);
  return {
    rating: own.rating + Q * variance * weight * ((solved ? 1 : 0) - expected),
    deviation: Math.max(LEAST, Math.sqrt(variance)),
  };
}

/** What this browser has solved in a game: its rating, and each puzzle at the first go. */
export interface Solver extends Rating {
  tried: Record<string, boolean>;
}

const key = (game: string) => `kibitz.puzzles.${game}`;

export function solver(game: string): Solver {
  try {
    return { ...NEW, tried: {}, ...(JSON.parse(localStorage.getItem(key(game)) ?? "{}") as Partial<Solver>) };
  } catch {
    return { ...NEW, tried: {} };
  }
}

/** Only the first answer to a puzzle counts. */
export function rated(game: string, id: string, puzzle: number, solved: boolean): Solver {
  const before = solver(game);
  if (id in before.tried) return before;
  const now = { ...after(before, puzzle, solved), tried: { ...before.tried, [id]: solved } };
  localStorage.setItem(key(game), JSON.stringify(now));
  return now;
}
