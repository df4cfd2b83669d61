// Who sits at a table that is only looked at: names for a record or a puzzle.
import type { SeatInfo } from "./protocol";
import { settings } from "./settings.svelte";
import { isLevel, level, t } from "./words";

/** The name of a seat; one's own seat has one's own name, and agents of one kind are told apart by their seat. */
export function named(players: string[], mine: number | null): (seat: number) => string {
  return (seat) => {
    const own = players[seat] ?? "";
    if (seat === mine) return settings.name || (own === "?" ? "" : own) || t("me");
    if (!own || own === "?") return t("seat", { n: seat });
    return players.filter((other) => other === own).length > 1 ? `${level(own)} ${seat}` : level(own);
  };
}

export function seatsOf(players: string[], mine: number | null): SeatInfo[] {
  const name = named(players, mine);
  const agent = (seat: number) => seat !== mine && isLevel(players[seat] ?? "");
  return players.map((player, seat) => ({
    seat,
    kind: agent(seat) ? "agent" : "person",
    name: agent(seat) ? player : name(seat),
    agent: null,
    level: null,
    online: true,
    filled: false,
    you: seat === mine,
    opening: false,
    consent: [],
  }));
}
