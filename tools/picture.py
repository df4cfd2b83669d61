"""Draws docs/pictures/watch.svg: what `kibitz watch` shows.

python tools/picture.py
"""

import io
import re
from pathlib import Path

from rich.console import Console

import kibitz
from kibitz.cli.sheet import Sheet
from kibitz.cli.watch import played

PICTURE = Path(__file__).resolve().parent.parent / "docs" / "pictures" / "watch.svg"
SEED = 38
AGENTS = ("rules",) * 4


def main() -> None:
    """Plays the deal and writes the picture."""
    console = Console(record=True, width=100, force_terminal=True, color_system="truecolor", file=io.StringIO())
    game = kibitz.Game("tichu", "official")
    start = game.deal(SEED)
    players = [kibitz.agent(spec, seed=SEED + seat) for seat, spec in enumerate(AGENTS)]
    Sheet(console, game, AGENTS).play(start, played(start, players), SEED)
    picture = console.export_svg(title=f"kibitz watch rules --seed {SEED}", unique_id="watch")
    # Only fonts that are there already: a picture should fetch nothing.
    picture = re.sub(r"\s*(@font-face \{.*?\}|<!--.*?-->)", "", picture, flags=re.DOTALL)
    picture = picture.replace("Fira Code", "DejaVu Sans Mono")
    PICTURE.write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    main()
