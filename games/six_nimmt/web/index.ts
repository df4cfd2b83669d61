// 6 nimmt! at the table in the browser.
import type { GameLook } from "$table/look";
import type { MoveInfo } from "$table/protocol";
import { fill, own, t } from "$table/words";
import Card from "./Card.svelte";
import { factsOf } from "./facts";
import { bulls } from "./rules";
import Table from "./Table.svelte";
import { WORDS } from "./words";

/** Colours of small tiles by the number of bulls. */
const TILES: Record<number, { ink?: string; ground?: string }> = {
  2: { ground: "#d9edf5" },
  3: { ground: "#fbe7ad" },
  5: { ground: "#f8c9c0" },
  7: { ink: "#ffd879", ground: "#4a2468" },
};
/** The number of the row that is taken, from 1: only the notation has it. */
export const row = (move: MoveInfo) => Number(/\d+$/.exec(move.text)?.[0]);

export const look: GameLook = {
  name: "six_nimmt",
  order: 4,
  Card,
  Table,
  tagline: () => own(WORDS).tagline,
  emblem: ["10", "33", "55", "104"],
  deck: Array.from({ length: 104 }, (_, index) => String(index + 1)),
  left: true,
  seating: "strip",
  single: true,
  sort: (hand) => [...hand].sort((one, other) => Number(one) - Number(other)),
  card: (card) =>
    fill(bulls(Number(card)) === 1 ? own(WORDS).card1 : own(WORDS).card, { card, n: bulls(Number(card)) }),
  chip: (card) => ({ text: card, ...TILES[bulls(Number(card))] }),
  told: (move) =>
    move.kind === "take" ? { cards: [], before: fill(own(WORDS).takes, { n: row(move) }) } : { cards: move.cards },
  button: (move) => (move.kind === "take" ? fill(own(WORDS).row, { n: row(move) }) : t("play")),
  kind: () => "plain",
  onTable: (move) => move.kind === "take",
  badges(view, seat) {
    const words = own(WORDS);
    const now = factsOf(view.facts);
    const taken = now.penalties[seat] ?? 0;
    return [{ text: fill(taken === 1 ? words.bull : words.bulls, { n: taken }), tone: "plain" as const }];
  },
  count: (given) => factsOf(given).count,
  turn(given) {
    const now = factsOf(given);
    if (now.phase === "over") return [];
    return now.asked ? [now.seat] : now.penalties.map((_, seat) => seat).filter((seat) => seat !== now.seat);
  },
  sheet: (over, name) =>
    over.returns.map((worth, seat) => ({
      what: fill(own(WORDS).bulls, { n: -worth }),
      worth: String(worth).replace("-", "−"),
      side: name(seat),
    })),
  asks: (view) => (factsOf(view.facts).phase === "row" ? own(WORDS).askRow : own(WORDS).askCard),
  headline: () => "",
};
