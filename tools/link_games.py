"""Links what lies outside of the package into it, as it is when installed.

``games/NAME/python`` becomes ``kibitz.games.NAME``, so that a game stays one folder; the papers' experiments and the
results are in ``kibitz/published``. Links are relative and not committed; a link whose game is gone is removed.
"""

from pathlib import Path

ROOT = Path(__file__).parent.parent
GAMES = ROOT / "python" / "kibitz" / "games"
PUBLISHED = ROOT / "python" / "kibitz" / "published"


def main() -> None:
    """Makes the links what they should be."""
    homes = {folder.parent.name: folder for folder in ROOT.glob("games/*/python")}
    for link in GAMES.iterdir():
        if link.is_symlink() and link.name not in homes:
            link.unlink()
    links = {GAMES / name: Path("games") / name / "python" for name in homes}
    links |= {PUBLISHED / name: Path(name) for name in ("experiments", "results")}
    PUBLISHED.mkdir(exist_ok=True)
    for link, home in links.items():
        # A source distribution has copies in their place.
        if not link.is_symlink() and not link.exists():
            link.symlink_to(Path("../../..") / home, target_is_directory=True)


if __name__ == "__main__":
    main()
