// What a review says of one seat, in a few numbers.
import type { GameLook } from "./look";
import type { Judged, MoveInfo, ReviewNow } from "./protocol";
import { own, signless, t, type Word } from "./words";

export const MISTAKES: Judged["verdict"][] = ["?!", "?", "??"];
export const isMistakeVerdict = (verdict: Judged["verdict"]) => MISTAKES.includes(verdict);
export const isMistake = (decision: Judged) => isMistakeVerdict(decision.verdict);

export const KINDS = ["passive", "active", "play", "missed", "wrong", "exchange", "other"] as const;
export type MistakeKind = (typeof KINDS)[number];

export interface Summary {
  choices: number;
  /** ?!, ? and ?? together */
  mistakes: number;
  blunders: number;
  /** could not be told apart from the best; deals kept by earlier versions do not say */
  unclear?: number;
  lost: number;
  low: number;
  high: number;
  /** 0 to 100 */
  accuracy: number;
  kinds: Partial<Record<MistakeKind, number>>;
  calls: { made: number; missed: number; wrong: number };
  /** the parts of the result: cards, own losses, everything else */
  luck: { result: number; cards: number; own: number; rest: number } | null;
}

const calls = (look: GameLook, move: MoveInfo) =>
  ["call", "minor"].includes(look.kind(move)) || move.kind === "close";
const passes = (move: MoveInfo) => move.kind === "pass" || move.kind === "decline";

/** In which way a decision was a mistake. */
export function kindOf(look: GameLook, { played, best }: Pick<Judged, "played" | "best">): MistakeKind {
  if (played.kind === "exchange" && best.kind === "exchange") return "exchange";
  if (calls(look, best) && !calls(look, played)) return "missed";
  if (calls(look, played) && !calls(look, best)) return "wrong";
  if (passes(played) && best.kind === "play") return "passive";
  if (passes(best) && played.kind === "play") return "active";
  return played.kind === "play" && best.kind === "play" ? "play" : "other";
}

export function summaryOf(look: GameLook, review: ReviewNow, seat: number): Summary {
  const made = review.decisions.filter((decision) => decision.seat === seat);
  const mistakes = made.filter(isMistake);
  const kinds: Summary["kinds"] = {};
  for (const decision of mistakes) {
    const kind = kindOf(look, decision);
    kinds[kind] = (kinds[kind] ?? 0) + 1;
  }
  const split = review.split.find((part) => part.seat === seat);
  const told = review.seats.find((line) => line.seat === seat);
  return {
    choices: told?.choices ?? 0,
    mistakes: mistakes.length,
    blunders: mistakes.filter((decision) => decision.verdict === "??").length,
    unclear: told?.unclear ?? 0,
    lost: told?.lost ?? 0,
    low: told?.lost_low ?? 0,
    high: told?.lost_high ?? 0,
    accuracy: told?.accuracy ?? 100,
    kinds,
    calls: {
      made: made.filter((decision) => calls(look, decision.played)).length,
      missed: kinds.missed ?? 0,
      wrong: kinds.wrong ?? 0,
    },
    luck: split
      ? { result: split.result, cards: split.deal, own: split.own, rest: split.result - split.deal - split.own }
      : null,
  };
}

/** Several deals as one. */
export function together(all: Summary[]): Summary | null {
  if (!all.length) return null;
  const sum = (of: (one: Summary) => number) => all.reduce((total, one) => total + of(one), 0);
  const choices = sum((one) => one.choices);
  const kinds: Summary["kinds"] = {};
  for (const kind of KINDS) {
    const number = sum((one) => one.kinds[kind] ?? 0);
    if (number) kinds[kind] = number;
  }
  // The errors of the deals are independent of each other.
  const spread = (side: "low" | "high") => Math.sqrt(sum((one) => (one[side] - one.lost) ** 2));
  const lost = sum((one) => one.lost);
  return {
    choices,
    mistakes: sum((one) => one.mistakes),
    blunders: sum((one) => one.blunders),
    unclear: sum((one) => one.unclear ?? 0),
    lost,
    low: lost - spread("low"),
    high: lost + spread("high"),
    accuracy: choices ? sum((one) => one.accuracy * one.choices) / choices : 100,
    kinds,
    calls: {
      made: sum((one) => one.calls.made),
      missed: sum((one) => one.calls.missed),
      wrong: sum((one) => one.calls.wrong),
    },
    luck: null,
  };
}

/** "3 mistakes, 5.7 points, accuracy 81 %" */
export function headline(summary: Summary, look: GameLook): string {
  const word: Word = summary.mistakes === 0 ? "headline-0" : summary.mistakes === 1 ? "headline-1" : "headline";
  return t(word, {
    n: summary.mistakes,
    loss: signless(summary.lost),
    unit: unitOf(look),
    p: `${Math.round(summary.accuracy)} %`,
  });
}

/** "2 of 14 choices unclear"; nothing where none is. */
export function unclearOf(summary: Summary): string {
  return summary.unclear ? t("headline-unclear", { n: summary.unclear, m: summary.choices }) : "";
}

/** What is won and lost in a game, in the reader's language. */
export function unitOf(look: GameLook): string {
  return look.teaching ? own(look.teaching.unit) : t("points");
}

/** The mean of numbers and the half width of its 95 % interval; none of fewer than two. */
export function meanOf(values: number[]): { mean: number; error: number | null } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  if (values.length < 2) return { mean, error: null };
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
  return { mean, error: 1.96 * Math.sqrt(variance / values.length) };
}
