// What is said at a table of 6 nimmt!, in English: every language has these keys.
import type { Rule } from "../facts";

type Named = Record<string, string>;

export const en = {
  tagline: "Two to ten, all at once: the sixth card in a row takes it.",
  card: "{card}, {n} bulls",
  card1: "{card}, one bull",
  takes: "takes row {n}",
  bull: "1 bull",
  bulls: "{n} bulls",
  row: "Row {n}",
  take: "Take row {n}: {b} bulls",
  full: "full",
  askCard: "Choose a card; all are turned over together.",
  askRow: "Your card fits nowhere: choose the row you take.",
  wins: "{names} has the fewest bulls, {n}, and wins the deal.",
  shared: "{names} share the deal with the fewest bulls, {n}.",
  behind: "You took {n}, {d} more than the best.",
  rows: "Rows you took: {rows}.",
  rowOf: "in turn {turn} with the {card} ({bulls})",
  rowShort: "turn {turn}, {card} ({n})",
  noRow: "You took no row.",
  goesOn: "Bulls are added up from deal to deal; whoever has the fewest at the end wins.",
  unit: "bulls fewer than the others",
  presets: { official: "official", tactics: "tactical", papers: "as in the studies" } as Named,
  levels: {} as Named,
  rules: {
    chance: "Nothing is left to chance here.",
    chosen: "You have chosen your card of this turn.",
    "no-row": "No row is to be taken now.",
    "not-held": "You do not hold the {about}.",
    nothing: "That is neither a card nor a row.",
    "other-row": "Somebody else is to take a row.",
    over: "The deal is over.",
    "row-first": "First choose the row you take.",
  } as Record<Rule, string>,
};
