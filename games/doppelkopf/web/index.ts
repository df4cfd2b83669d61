// Doppelkopf at the table in the browser.
import French from "$table/cards/French.svelte";
import { cardName, chip, deck } from "$table/cards/french";
import { refusal, type GameLook } from "$table/look";
import type { DealOver } from "$table/protocol";
import { fill, listed, number, own, signed, t } from "$table/words";
import { endOf, factsOf, type Game } from "./facts";
import { teaching } from "./learn";
import Table from "./Table.svelte";
import { WORDS } from "./words";

const SUITS: Record<string, string> = { clubs: "C", spades: "S", hearts: "H", diamonds: "D" };

/** The trumps from the top (RULES.md §6). */
export function trumps(game: Game | null): string[] {
  const kind = (game?.type ?? "normal").replace(/^solo:/, "");
  const all = (rank: string) => [..."CSHD"].map((suit) => suit + rank);
  if (kind === "queens") return all("Q");
  if (kind === "jacks") return all("J");
  if (kind === "aces") return [];
  const suit = SUITS[kind] ?? "D";
  return [
    "HT",
    ...all("Q"),
    ...all("J"),
    ...["A", "T", "K", "9"].map((rank) => suit + rank).filter((card) => card !== "HT"),
  ];
}

function sort(hand: string[], game: Game | null): string[] {
  const order = trumps(game);
  const place = (card: string) => {
    const trump = order.indexOf(card);
    return trump >= 0 ? trump : 100 + "CSHD".indexOf(card[0]!) * 10 + "ATKQJ9".indexOf(card[1]!);
  };
  return [...hand].sort((one, other) => place(one) - place(other));
}

function outcome(over: DealOver, name: (seat: number) => string): string[] {
  const words = own(WORDS);
  const end = endOf(over.facts);
  if (!end.sides || !end.re) return [];
  const winner = end.game_winner;
  const of = (party: "re" | "kontra") =>
    listed([0, 1, 2, 3].filter((seat) => end.re!.includes(seat) === (party === "re")).map(name));
  const cards = (party: "re" | "kontra") => {
    const side = end.sides![party];
    return fill(side.needed === null ? words.cardsMade : words.cardsOf, {
      party: words[party],
      p: number(side.points, 0),
      n: number(side.needed ?? 0, 0),
    });
  };
  return [
    winner ? fill(words.wins, { party: words[winner], names: of(winner) }) : words.nobodyWins,
    `${cards("re")}, ${cards("kontra")}.`,
    ...(end.re.length === 1 ? [fill(words.alone, { name: name(end.re[0]!) })] : []),
  ];
}

export const look: GameLook = {
  name: "doppelkopf",
  order: 2,
  Card: French,
  Table,
  tagline: () => own(WORDS).tagline,
  emblem: ["HT", "CQ", "SQ", "DA"],
  deck: deck("ATKQJ9"),
  left: true,
  seating: "around",
  single: true,
  sort: (hand, given) => sort(hand, factsOf(given).game),
  card: cardName,
  chip,
  told: (move) =>
    move.kind === "play" ? { cards: move.cards } : { cards: [], before: own(WORDS).moves[move.text] ?? move.text },
  button: (move) =>
    move.kind === "play" ? t("play") : (own(WORDS).buttons[move.text] ?? own(WORDS).moves[move.text] ?? move.text),
  kind(move) {
    if (move.kind === "call") return move.text === "re" || move.text === "kontra" ? "call" : "minor";
    return move.text === "gesund" ? "main" : "plain";
  },
  grave: (move) => (move.text === "schwarz" ? own(WORDS).graveSchwarz : null),
  refusal: (rule, about) => refusal(look, own(WORDS).rules, rule, about),
  unit: () => own(WORDS).unit,
  preset: (name) => own(WORDS).presets[name],
  strength: (level) => own(WORDS).strengths[level],
  outcome,
  onTable: () => false,
  badges(view, seat) {
    const words = own(WORDS);
    const now = factsOf(view.facts);
    const party = now.parties[seat];
    const said = view.tricks.flat().filter((played) => played.seat === seat && played.move.kind === "call");
    const tricks = now.tricks[seat] ?? 0;
    return [
      ...(party === "re" ? [{ text: words.re, tone: "gold" as const }] : []),
      ...(party === "kontra" ? [{ text: words.kontra, tone: "blue" as const }] : []),
      ...said
        .filter((played) => played.move.text !== party)
        .map((played) => ({ text: words.moves[played.move.text]!, tone: "loud" as const })),
      ...(now.phase === "reservation" && now.said[seat]
        ? [{ text: words.moves[now.said[seat]] ?? now.said[seat], tone: "plain" as const }]
        : []),
      ...(tricks
        ? [
            {
              text: fill(tricks === 1 ? words.trick : words.tricks, { t: tricks, p: now.points[seat] ?? 0 }),
              tone: "plain" as const,
            },
          ]
        : []),
    ];
  },
  count: (given, seat) => factsOf(given).counts[seat]!,
  turn: (given) => (factsOf(given).phase === "over" ? [] : [factsOf(given).turn]),
  sheet(over) {
    const words = own(WORDS);
    const end = endOf(over.facts);
    const lines = end.score_sheet ?? [];
    const party = end.game_winner ?? "re";
    const worth = (line: (typeof lines)[number]) => (line.party === party ? line.worth : -line.worth);
    const rows = lines.map((line) => ({
      what: words.lines[line.what],
      worth: signed(worth(line), 0),
      side: words[line.party],
    }));
    const total = lines.reduce((sum, line) => sum + worth(line), 0);
    return rows.length ? [...rows, { what: words.sum, worth: signed(total, 0), side: words[party] }] : [];
  },
  asks(view) {
    const words = own(WORDS);
    const now = factsOf(view.facts);
    if (now.phase === "reservation") {
      return view.moves.some((move) => move.text === "gesund") ? words.askReservation : words.askName;
    }
    return now.table.length ? words.askFollow : words.askLead;
  },
  side: (side) => ({ re: own(WORDS).re })[side],
  headline(given) {
    const words = own(WORDS);
    const now = factsOf(given);
    if (!now.game) return "";
    const game =
      words.games[now.game.type] ?? words.moves[now.game.type] ?? words.moves[`solo:${now.game.type}`] ?? now.game.type;
    const announced = (["re", "kontra"] as const)
      .filter((party) => now.announced[party] !== "none")
      .map((party) =>
        now.announced[party] === "call" ? `${words[party]} ${words.levels.call}` : `${words[party]} ${words.levels[now.announced[party]]}`,
      );
    return [now.game.compulsory ? `${game} (${words.compulsory})` : game, ...announced].join(" · ");
  },
  teaching,
};
