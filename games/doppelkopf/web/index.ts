// Doppelkopf at the table in the browser.
import French from "$table/cards/French.svelte";
import { cardName, chip, deck, isCard } from "$table/cards/french";
import type { GameLook } from "$table/look";
import type { DoppelkopfFacts, DoppelkopfGame } from "$table/protocol";
import { fill, own, t } from "$table/words";
import Table from "./Table.svelte";
import { WORDS } from "./words";

const CALLS = ["re", "kontra", "no90", "no60", "no30", "schwarz"];
const SUITS: Record<string, string> = { clubs: "C", spades: "S", hearts: "H", diamonds: "D" };

const facts = (given: unknown) => given as DoppelkopfFacts;

/** The trumps from the top (RULES.md §6). */
export function trumps(game: DoppelkopfGame | null): string[] {
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

function sort(hand: string[], game: DoppelkopfGame | null): string[] {
  const order = trumps(game);
  const place = (card: string) => {
    const trump = order.indexOf(card);
    return trump >= 0 ? trump : 100 + "CSHD".indexOf(card[0]!) * 10 + "ATKQJ9".indexOf(card[1]!);
  };
  return [...hand].sort((one, other) => place(one) - place(other));
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
  cards: (move) => (isCard(move) ? [move] : []),
  sort: (hand, given) => sort(hand, facts(given).game),
  card: cardName,
  chip,
  told: (move) => (isCard(move) ? { cards: [move] } : { cards: [], before: own(WORDS).moves[move] ?? move }),
  button: (move) => (isCard(move) ? t("play") : (own(WORDS).buttons[move] ?? own(WORDS).moves[move] ?? move)),
  kind: (move) =>
    move === "gesund"
      ? "main"
      : !CALLS.includes(move)
        ? "plain"
        : move === "re" || move === "kontra"
          ? "call"
          : "minor",
  onTable: () => false,
  badges(view, seat) {
    const words = own(WORDS);
    const now = facts(view.facts);
    const party = now.parties[seat];
    const said = view.tricks.flat().filter((played) => played.seat === seat && CALLS.includes(played.move));
    const tricks = now.tricks[seat] ?? 0;
    return [
      ...(party === "re" || party === "kontra" ? [{ text: words[party], tone: party } as const] : []),
      ...said
        .filter((played) => played.move !== party)
        .map((played) => ({ text: words.moves[played.move]!, tone: "loud" as const })),
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
  count: (given, seat) => facts(given).counts[seat]!,
  turn: (given) => (facts(given).phase === "over" ? [] : [facts(given).turn]),
  sheet(over) {
    const words = own(WORDS);
    const lines = (over.facts["score_sheet"] ?? []) as { what: string; party: "re" | "kontra"; worth: number }[];
    return lines.map((line) => ({
      what: words.lines[line.what] ?? line.what,
      worth: String(line.worth),
      side: words[line.party],
    }));
  },
  asks(view) {
    const words = own(WORDS);
    const now = facts(view.facts);
    if (now.phase === "reservation") return view.moves.includes("gesund") ? words.askReservation : words.askName;
    return now.table.length ? words.askFollow : words.askLead;
  },
  headline(given) {
    const words = own(WORDS);
    const now = facts(given);
    if (!now.game) return "";
    const game =
      words.games[now.game.type] ?? words.moves[now.game.type] ?? words.moves[`solo:${now.game.type}`] ?? now.game.type;
    const announced = (["re", "kontra"] as const)
      .filter((party) => now.announced[party] !== "none")
      .map((party) =>
        now.announced[party] === "call" ? words[party] : `${words[party]} ${words.levels[now.announced[party]!]}`,
      );
    return [now.game.compulsory ? `${game} (${words.compulsory})` : game, ...announced].join(" · ");
  },
};
