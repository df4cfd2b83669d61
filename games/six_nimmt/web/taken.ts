// Which rows were taken in a finished deal, from its record: in which turn, with which card, and what they cost.
import { bulls } from "./rules";

export interface Taken {
  /** from 1 */
  turn: number;
  seat: number;
  card: number;
  bulls: number;
}

const ROOM = 5;
const cost = (row: number[]) => row.reduce((sum, card) => sum + bulls(card), 0);

/** Every row that was taken, in order; nothing of a record that does not begin with a deal. */
export function taken(record: string): Taken[] {
  const lines = record.split("\n").map((line) => line.trim());
  const rows = lines
    .find((line) => line.startsWith("rows:"))
    ?.match(/\d+/g)
    ?.map((card) => [Number(card)]);
  const turns = lines.slice(lines.indexOf("moves:") + 1, lines.findLastIndex((line) => line.startsWith("result:")));
  if (rows?.length !== 4 || !lines.includes("moves:")) return [];
  return turns.flatMap((line, index) => played(rows, line, index + 1));
}

/** Places the cards of a turn (RULES.md §5, §6); the rows change. */
function played(rows: number[][], line: string, turn: number): Taken[] {
  const moves = [...line.matchAll(/(\d+) (row:)?(\d+)/g)].map(([, seat, row, number]) => ({
    seat: Number(seat),
    row: row ? Number(number) - 1 : null,
    card: Number(number),
  }));
  const chosen = moves.filter((move) => move.row !== null);
  const found: Taken[] = [];
  for (const { seat, card } of moves.filter((move) => move.row === null).sort((one, other) => one.card - other.card)) {
    const below = rows.filter((row) => row.at(-1)! < card);
    const end = below.reduce<number[] | null>((best, row) => (best && best.at(-1)! > row.at(-1)! ? best : row), null);
    if (end && end.length < ROOM) {
      end.push(card);
      continue;
    }
    const row = end ?? rows[chosen.find((move) => move.seat === seat)?.row ?? cheapest(rows)]!;
    found.push({ turn, seat, card, bulls: cost(row) });
    row.splice(0, row.length, card);
  }
  return found;
}

/** Where the rules leave no choice (§6.4): the fewest bulls, of several the topmost. */
function cheapest(rows: number[][]): number {
  const costs = rows.map(cost);
  return costs.indexOf(Math.min(...costs));
}
