// 6 nimmt! at the table in the browser.
import { refusal, type GameLook } from "$table/look";
import type { DealOver, MoveInfo } from "$table/protocol";
import { fill, listed, number, own, t } from "$table/words";
import Card from "./Card.svelte";
import { endOf, factsOf } from "./facts";
import { bulls } from "./rules";
import { teaching } from "./learn";
import Table from "./Table.svelte";
import { taken, type Taken } from "./taken";
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

const told = (n: number) => fill(n === 1 ? own(WORDS).bull : own(WORDS).bulls, { n: number(n, 0) });
const listedRows = (rows: Taken[], word: string) =>
  rows.map(({ turn, card, bulls }) => fill(word, { turn, card, n: number(bulls, 0), bulls: told(bulls) })).join(", ");

/** The rows that were taken; none where the record does not say so, as it begins in the middle of a deal. */
function rowsOf(over: DealOver): Taken[] | null {
  const rows = taken(over.text);
  const sum = (seat: number) => rows.reduce((all, one) => all + (one.seat === seat ? one.bulls : 0), 0);
  return endOf(over.facts).penalties.every((bulls, seat) => bulls === sum(seat)) ? rows : null;
}

/** What a seat has taken, and with which cards. */
function took(over: DealOver, seat: number): string {
  const rows = rowsOf(over)?.filter((one) => one.seat === seat) ?? [];
  return told(endOf(over.facts).penalties[seat]!) + (rows.length ? `: ${listedRows(rows, own(WORDS).rowShort)}` : "");
}

function outcome(over: DealOver, name: (seat: number) => string, mine: number | null): string[] {
  const words = own(WORDS);
  const bulls = endOf(over.facts).penalties;
  const fewest = Math.min(...bulls);
  const rows = mine === null ? null : rowsOf(over)?.filter((one) => one.seat === mine);
  const best = [...bulls.keys()].filter((seat) => bulls[seat] === fewest);
  const ahead = mine === null || best.includes(mine) ? 0 : bulls[mine]! - fewest;
  return [
    fill(best.length > 1 ? words.shared : words.wins, { names: listed(best.map(name)), n: number(fewest, 0) }),
    ...(ahead && mine !== null ? [fill(words.behind, { n: number(bulls[mine]!, 0), d: number(ahead, 0) })] : []),
    ...(rows ? [rows.length ? fill(words.rows, { rows: listedRows(rows, words.rowOf) }) : words.noRow] : []),
    ...(over.returns.length && endOf(over.facts).match && !endOf(over.facts).match!.over ? [words.goesOn] : []),
  ];
}

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
  refusal: (rule, about) => refusal(look, own(WORDS).rules, rule, about),
  unit: () => own(WORDS).unit,
  preset: (name) => own(WORDS).presets[name],
  strength: (level) => own(WORDS).levels[level],
  outcome,
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
    [...over.returns.keys()]
      .sort((one, other) => over.returns[other]! - over.returns[one]!)
      .map((seat) => ({
        what: took(over, seat),
        worth: number(over.returns[seat]!, 0),
        side: name(seat),
      })),
  asks: (view) => (factsOf(view.facts).phase === "row" ? own(WORDS).askRow : own(WORDS).askCard),
  headline: () => "",
  teaching,
};
