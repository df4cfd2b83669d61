// 6 nimmt! at the table in the browser.
import type { GameLook } from "$table/look";
import type { SixNimmtFacts } from "$table/protocol";
import { fill, own, t } from "$table/words";
import Card from "./Card.svelte";
import { bulls } from "./rules";
import Table from "./Table.svelte";
import { WORDS } from "./words";

const facts = (given: unknown) => given as SixNimmtFacts;
const isCard = (move: string) => /^\d+$/.test(move);

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
  cards: (move) => (isCard(move) ? [move] : []),
  sort: (hand) => [...hand].sort((one, other) => Number(one) - Number(other)),
  card: (card) =>
    fill(bulls(Number(card)) === 1 ? own(WORDS).card1 : own(WORDS).card, { card, n: bulls(Number(card)) }),
  chip: (card) => ({ text: card, tone: `bulls-${bulls(Number(card))}` }),
  told: (move) =>
    isCard(move) ? { cards: [move] } : { cards: [], before: fill(own(WORDS).takes, { n: move.slice(4) }) },
  button: (move) => (isCard(move) ? t("play") : fill(own(WORDS).row, { n: move.slice(4) })),
  kind: () => "plain",
  onTable: (move) => move.startsWith("row:"),
  badges(view, seat) {
    const words = own(WORDS);
    const now = facts(view.facts);
    const taken = now.penalties[seat] ?? 0;
    return [{ text: fill(taken === 1 ? words.bull : words.bulls, { n: taken }), tone: "plain" as const }];
  },
  count: (given) => facts(given).count,
  turn(given) {
    const now = facts(given);
    if (now.phase === "over") return [];
    return now.asked ? [now.seat] : now.penalties.map((_, seat) => seat).filter((seat) => seat !== now.seat);
  },
  sheet: (over, name) =>
    over.returns.map((worth, seat) => ({
      what: fill(own(WORDS).bulls, { n: -worth }),
      worth: String(worth).replace("-", "−"),
      side: name(seat),
    })),
  asks: (view) => (facts(view.facts).phase === "row" ? own(WORDS).askRow : own(WORDS).askCard),
  headline: () => "",
};
