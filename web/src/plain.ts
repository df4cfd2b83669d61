// A game without a folder of its own: cards are their text, moves are buttons, the table is a list of what is known.
import type { GameLook } from "./look";
import PlainCard from "./parts/PlainCard.svelte";
import PlainTable from "./parts/PlainTable.svelte";
import type { ViewFacts } from "./protocol";
import { t } from "./words";

export function plainLook(name: string): GameLook {
  return {
    name,
    order: Number.MAX_SAFE_INTEGER,
    Card: PlainCard,
    Table: PlainTable,
    tagline: () => "",
    emblem: [],
    deck: [],
    left: true,
    seating: "strip",
    single: false,
    sort: (hand) => hand,
    card: (card) => card,
    chip: (card) => ({ text: card }),
    told: (move) => ({ cards: [], before: move.text }),
    button: (move) => move.text,
    kind: (move) => (move.kind === "pass" || move.kind === "decline" ? "quiet" : "plain"),
    onTable: () => false,
    badges: () => [],
    count: (facts, seat) => numbers(facts["counts"])[seat] ?? numbers([facts["count"]])[0] ?? 0,
    turn: (facts) => (facts.phase === "over" ? [] : facts.asked ? [facts.seat] : numbers([facts["turn"]])),
    sheet: () => [],
    asks: () => t("your-turn"),
    headline: (facts: ViewFacts) => facts.phase,
  };
}

function numbers(value: unknown): number[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "number") : [];
}
