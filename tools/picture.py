"""Draws docs/pictures: what `kibitz watch` shows.

python tools/picture.py
"""

import io
import re
from itertools import islice
from pathlib import Path

from rich.console import Console

import kibitz
from kibitz.cli.sheet import Sheet
from kibitz.cli.watch import played

PICTURES = Path(__file__).resolve().parent.parent / "docs" / "pictures"
# picture → command line, game, seed and the number of moves that are shown (all if None)
DEALS = {
    "watch": ("kibitz watch rules --seed 38", "tichu", 38, None),
    "rows": ("kibitz watch rules --game six_nimmt --seed 3", "six_nimmt", 3, 25),
}


def main() -> None:
    """Plays the deals and writes the pictures."""
    for name, (title, game, seed, moves) in DEALS.items():
        (PICTURES / f"{name}.svg").write_text(picture(name, title, kibitz.Game(game), seed, moves), encoding="utf-8")


def picture(name: str, title: str, game: kibitz.Game, seed: int, moves: int | None) -> str:
    """A deal among rule-based players as it looks in a terminal."""
    console = Console(record=True, width=100, force_terminal=True, color_system="truecolor", file=io.StringIO())
    start = game.deal(seed)
    agents = ["rules"] * game.seats
    players = [kibitz.agent(spec, seed=seed + seat) for seat, spec in enumerate(agents)]
    Sheet(console, game, agents).play(start, islice(played(start, players), moves), seed)
    drawn = console.export_svg(title=title, unique_id=name)
    # Only fonts that are there already: a picture should fetch nothing.
    drawn = re.sub(r"\s*(@font-face \{.*?\}|<!--.*?-->)", "", drawn, flags=re.DOTALL)
    return drawn.replace("Fira Code", "DejaVu Sans Mono")


if __name__ == "__main__":
    main()
