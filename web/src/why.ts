// Why a move is better, in one sentence, from what the judgement knows: cards kept, gain, the card that decides.
import { laid } from "./look";
import type { Decider, Judged, MoveInfo } from "./protocol";
import { percent, signed, t, type Word } from "./words";

/** What fills a gap of a sentence: text, a move, or cards. */
export type Filling = string | { move: MoveInfo } | { cards: string[] };

/** A part of a sentence: text, or what stands in a gap. */
export type Part = Filling;

interface Given {
  best: MoveInfo;
  /** what it is compared with: the move that was played, or the second best */
  other: MoveInfo | null;
  /** what the best gains on the other, and the grade of the other by that */
  gain: number | null;
  verdict: Judged["verdict"] | null;
  deciders: Decider[];
  name: (seat: number) => string;
}

export function why({ best, other, gain, verdict, deciders, name }: Given): Part[] {
  if (other && verdict === "=") return [...filled("why-equal", { move: { move: best }, other: { move: other } }), "."];
  if (other && verdict === "unclear")
    return [...filled("why-unclear", { move: { move: best }, other: { move: other } }), "."];
  const kept = other && other.kind === "play" ? without(laid(other), laid(best)) : [];
  const keeps = kept.length > 0 && kept.length <= 3 && (best.kind === "play" || best.kind === "pass");
  const parts = keeps
    ? filled("why-keeps", { move: { move: best }, cards: { cards: kept } })
    : filled(other ? "why-plain" : "why-best", { move: { move: best } });
  if (gain !== null && gain > 0) parts.push(` (${signed(gain)})`);
  const decider = deciders.find((one) => one.gain_if > 0 || one.gain_else > 0);
  if (decider) parts.push("; ", ...decides(decider, name));
  return [...parts, "."];
}

function decides(decider: Decider, name: (seat: number) => string): Part[] {
  const { gain_if: there, gain_else: elsewhere } = decider;
  const how = there > 0 && elsewhere <= 0 ? "wins" : there <= 0 ? "fails" : there > elsewhere ? "most" : "less";
  const word = (decider.holder < 0 ? `why-if-out-${how}` : `why-${how}`) as Word;
  return filled(word, {
    card: { cards: [decider.card] },
    who: decider.holder < 0 ? "" : name(decider.holder),
    p: percent(decider.share),
  });
}

/** A sentence with its gaps filled by more than text. */
export function filled(word: Word, values: Record<string, Filling>): Part[] {
  return t(word)
    .split(/\{(\w+)\}/)
    .map((part, index): Part => (index % 2 ? (values[part] ?? "") : part))
    .filter((part) => part !== "");
}

/** The cards of one hand that another lacks, each as often. */
function without(cards: string[], gone: string[]): string[] {
  const left = [...cards];
  for (const card of gone) {
    const at = left.indexOf(card);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}
