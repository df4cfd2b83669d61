// Who sits at a table that is only looked at: names for a record or a puzzle.
import type { SeatInfo } from "./protocol";
import { settings } from "./settings.svelte";
import { level, t } from "./words";

/** The name of a seat; one's own seat has one's own name, and agents of one kind are told apart by their seat. */
export function named(players: string[], mine: number | null): (seat: number) => string {
  return (seat) => {
    if (seat === mine) return settings.name || t("me");
    const own = players[seat] ?? "";
    if (!own || own === "?") return t("seat", { n: seat });
    return players.filter((other) => other === own).length > 1 ? `${level(own)} ${seat}` : level(own);
  };
}

export function seatsOf(players: string[], mine: number | null): SeatInfo[] {
  const name = named(players, mine);
  return players.map((_, seat) => ({
    seat,
    kind: "person",
    name: name(seat),
    agent: null,
    level: null,
    online: true,
    filled: false,
    you: seat === mine,
    opening: false,
    consent: [],
  }));
}
