// From the cards that are picked to the moves they can be.
import { interrupts, laid, type GameLook, type Kind } from "./look";
import type { MoveInfo, SeatView } from "./protocol";
import { t } from "./words";

export interface Choice {
  /** as it is written */
  move: string;
  label: string;
  kind: Kind;
  /** confirms a move that was asked for already */
  sure?: true;
}

const MOST = 6; // buttons for interrupts
const sorted = (cards: string[]) => [...cards].sort().join(" ");

/** Whether `cards` holds all of `wanted`, each as often. */
function holds(cards: string[], wanted: string[]): boolean {
  const left = [...cards];
  return wanted.every((card) => {
    const at = left.indexOf(card);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

/** The moves that play just these cards. */
export function fitting(view: SeatView, picked: string[]): MoveInfo[] {
  if (!picked.length) return [];
  const wanted = sorted(picked);
  return view.moves.filter((move) => {
    const cards = laid(move);
    return cards.length === picked.length && sorted(cards) === wanted;
  });
}

/** The places in the hand that fit what is picked; null when nothing is asked of the hand. */
export function lit(look: GameLook, view: SeatView, hand: string[], picked: number[]): Set<number> | null {
  const left = [...hand.keys()].filter((index) => !picked.includes(index));
  if (view.give) return new Set(picked.length < view.give.length ? left : []);
  const plays = view.moves.map(laid).filter((cards) => cards.length);
  if (!plays.length) return null;
  const chosen = look.single ? [] : picked.map((index) => hand[index]!);
  const open = plays.filter((cards) => holds(cards, chosen));
  return new Set(left.filter((index) => open.some((cards) => holds(cards, [...chosen, hand[index]!]))));
}

/** The buttons: what the picked cards can be, then everything that needs no card. */
export function choices(look: GameLook, view: SeatView, picked: string[], name: (seat: number) => string): Choice[] {
  const button = (move: MoveInfo, kind = look.kind(move)): Choice => ({
    move: move.text,
    label: look.button(move, name),
    kind,
  });
  const plays = fitting(view, picked).map((move, index) =>
    button(move, index === 0 && look.kind(move) === "plain" ? "main" : look.kind(move)),
  );
  const offered = (move: MoveInfo) =>
    !laid(move).length && !look.onTable(move) && (look.offers?.(move, view) ?? true);
  // Who may interrupt has one button for each way to do so; there is no time to pick cards.
  const surprises =
    interrupts(view) && !picked.length ? view.moves.filter((move) => laid(move).length).slice(0, MOST) : [];
  const bare = [...surprises, ...view.moves.filter(offered)].map((move) => button(move));
  if (view.give) {
    // The first card goes to the place furthest left on the screen, which is the last in the order of play.
    const gifts = view.give.map((seat, index) => `${picked[view.give!.length - 1 - index]}>${seat}`).join(" ");
    return [
      ...(picked.length === view.give.length
        ? [{ move: `give ${gifts}`, label: t("give"), kind: "main" as const }]
        : []),
      ...bare,
    ];
  }
  // What cannot be played may still be tried: the server says why not.
  const hopeless =
    picked.length && !plays.length && view.moves.some((move) => laid(move).length || move.kind === "pass");
  const attempt: Choice[] = hopeless ? [{ move: picked.join(" "), label: t("play"), kind: "plain" }] : [];
  const rank = { main: 0, plain: 1, quiet: 2, call: 3, minor: 4 }; // a way to interrupt is a call
  return [...plays, ...attempt, ...bare.sort((one, other) => rank[one.kind] - rank[other.kind])];
}
