// Finding better moves than one made: mistakes one after the other, each until it is found or given up.
import { api } from "./api";
import type { Judged, MoveInfo } from "./protocol";

export type Outcome = "best" | "equal" | "unclear" | "worse" | "unknown";

export interface Tried {
  move: MoveInfo;
  outcome: Outcome;
  /** what it gives away; the safe bound where there is one */
  loss: number;
}

/** What an answer is worth, by what the judgement knows of it. */
export function tried(judged: Judged, move: MoveInfo): Tried {
  if (move.text === judged.best.text) return { move, outcome: "best", loss: 0 };
  const found = judged.analysis.moves.find((one) => one.move.text === move.text);
  if (!found?.verdict) return { move, outcome: "unknown", loss: 0 };
  const outcome = found.verdict === "unclear" ? "unclear" : found.verdict === "=" ? "equal" : "worse";
  return { move, outcome, loss: found.loss?.value ?? 0 };
}

export class Practising {
  at = $state(0);
  last = $state.raw<Tried | null>(null);
  shown = $state(false);
  problem = $state("");
  private found = $state<number[]>([]);

  constructor(
    readonly record: string,
    readonly mistakes: Judged[],
  ) {}

  get now(): Judged {
    return this.mistakes[this.at]!;
  }
  get settled(): boolean {
    return this.shown || this.found.includes(this.at);
  }
  get solved(): boolean {
    return this.found.includes(this.at);
  }
  get right(): number {
    return this.found.length;
  }
  get end(): boolean {
    return this.at === this.mistakes.length - 1;
  }

  async answer(text: string): Promise<void> {
    this.problem = "";
    try {
      const move = await api.canonical(this.record, this.now.ply, text);
      this.last = tried(this.now, move);
      if (!this.shown && ["best", "equal", "unclear"].includes(this.last.outcome)) this.found.push(this.at);
    } catch (error) {
      this.problem = (error as Error).message;
    }
  }
  next(): void {
    this.at = Math.min(this.at + 1, this.mistakes.length - 1);
    this.last = null;
    this.shown = false;
  }
  giveUp(): void {
    this.shown = true;
  }
}
