"""Links ``games/NAME/python`` into the package as ``kibitz.games.NAME``, so that a game stays one folder.

Links are relative and not committed; a link whose game is gone is removed.
"""

from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "python" / "kibitz" / "games"


def main() -> None:
    """Makes the links what they should be."""
    homes = {folder.parent.name: folder for folder in ROOT.glob("games/*/python")}
    for link in PACKAGE.iterdir():
        if link.is_symlink() and link.name not in homes:
            link.unlink()
    for name in homes:
        link = PACKAGE / name
        if not link.is_symlink():
            link.symlink_to(Path("../../../games") / name / "python", target_is_directory=True)


if __name__ == "__main__":
    main()
