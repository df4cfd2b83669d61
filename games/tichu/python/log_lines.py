"""The lines of a log of Brettspielwelt: what each of them says, in our words.

Names may hold anything but a line break, blanks, colons and dashes included, or be empty. So a line is read from what
is certain: the seat at its beginning, the cards at its end.
"""

import re
from typing import NamedTuple

from kibitz.logs import Fault

FIRST, DEAL, EXCHANGE, PLAY = "Gr.Tichukarten", "Startkarten", "Schupfen:", "Rundenverlauf"

_SUITS = {"R": "r", "G": "j", "B": "p", "S": "s"}
_RANKS = {rank: rank for rank in "23456789AK"} | {"10": "T", "B": "J", "D": "Q"}
_RESULT = re.compile(r"(-?[0-9]{1,4})\s*-\s*(-?[0-9]{1,4})")
_NAMED = {"Ma": "Ma", "Hu": "Do", "Ph": "Ph", "Dr": "Dr"}
_CARDS = _NAMED | {
    suit + rank: ours + letter for suit, letter in _SUITS.items() for rank, ours in _RANKS.items()
}  # of theirs ours


class Line(NamedTuple):
    """A line that is not blank, by its number in the file."""

    number: int
    text: str

    def fault(self, why: str) -> Fault:
        """What is wrong with it."""
        return Fault(self.number, f'"{self.text[:60]}{"…" * (len(self.text) > 60)}" {why}')


def lines(data: bytes) -> list[Line]:
    """The lines of a file, without blank ones. Old files are in Latin-1, and names may differ from the rest."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):  # as some shells save what they download
        data = data.decode("utf-16", "replace").encode()
    # Not str.splitlines: a name in Latin-1 may hold what Unicode takes for the end of a line.
    whole = data.removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    found: list[Line] = []
    for number, raw in enumerate(whole.split(b"\n"), 1):
        # A game that was begun again may cut a line off with the head of the new round.
        cut = raw.rfind(f"---------------{FIRST}".encode())
        pieces = (raw[:cut], raw[cut:]) if cut > 0 else (raw,)
        found += (Line(number, text) for piece in pieces if (text := _decoded(piece).strip()))
    return found


def _decoded(raw: bytes) -> str:
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return raw.decode("latin-1")


def section(text: str) -> str | None:
    """The part of a round that begins with this line, if one does."""
    if text == EXCHANGE:
        return text
    head = text.strip("- ")
    return head if text.startswith("---") and head in (FIRST, DEAL, PLAY) else None


def seated(line: Line, text: str) -> tuple[int, str]:
    """The seat at the beginning of a text, and what follows it."""
    text = text.strip()
    if text[:1] != "(" or text[1:2] not in tuple("0123") or text[2:3] != ")":
        raise line.fault('does not name a seat; it is written like "(2)name", with a seat of 0 to 3.')
    return int(text[1]), text[3:]


def cards(line: Line, words: list[str]) -> list[str]:
    """Cards in our notation, none of them twice."""
    for word in words:
        if word not in _CARDS:
            raise line.fault(f'has "{word}" for a card; a card is R, G, B or S and 2 to 10, B, D, K or A, or a name.')
        if words.count(word) > 1:
            raise line.fault(f"has the card {word} twice.")
    return [_CARDS[word] for word in words]


def hand(line: Line, size: int) -> tuple[int, str, list[str]]:
    """A seat, its player's name, and so many cards: ``(0)name RK BK …``."""
    seat, rest = seated(line, line.text)
    words = rest.split()
    if len(words) < size:
        raise line.fault(f"is not a hand of {size} cards.")
    # A name may look like a card: the last words are the cards.
    return seat, " ".join(words[: len(words) - size]), cards(line, words[len(words) - size :])


def gifts(line: Line) -> tuple[int, list[str]]:
    """A seat and what it gives to the seats after it: ``(0)name gibt: next: B3 - partner: RK - last: B5 -``."""
    seat, rest = seated(line, line.text)
    words = [*rest.split(), "-"]
    given = [
        word
        for before, word, after in zip(words, words[1:], words[2:], strict=False)
        if word in _CARDS and before.endswith(":") and after == "-"
    ]
    if len(given) != 3:
        raise line.fault('is not an exchange of three cards, such as "(0)a gibt: b: B3 - c: RK - d: B5 -".')
    return seat, cards(line, given)


def laid(line: Line) -> tuple[int, list[str] | None]:
    """A seat and the cards it plays, ``(0)name: RK BK``, or None where it passes, ``(0)name passt.``."""
    seat, rest = seated(line, line.text)
    if rest.rstrip(". ").endswith("passt"):
        return seat, None
    _, colon, played = rest.rpartition(":")
    if not colon or not played.strip():
        raise line.fault('is neither a play, such as "(0)a: RK BK", nor "(0)a passt.".')
    return seat, cards(line, played.split())


def wished(line: Line) -> str:
    """The rank of a wish: ``Wunsch:5``."""
    rank = line.text.partition(":")[2].strip()
    if rank not in _RANKS:
        raise line.fault("is not a wish; it names a rank, 2 to 10, B, D, K or A.")
    return _RANKS[rank]


def result(line: Line) -> tuple[int, int]:
    """What the two teams got: ``Ergebnis: 25 - 75``."""
    written = _RESULT.fullmatch(line.text.partition(":")[2].strip())
    if written is None:
        raise line.fault('is not a result, such as "Ergebnis: 25 - 75".')
    ours, theirs = map(int, written.groups())
    if not all(-425 <= points <= 400 for points in (ours, theirs)):
        raise line.fault("is not a result; no team gets less than -425 or more than 400 points in a round.")
    return ours, theirs
