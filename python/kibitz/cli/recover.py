"""``kibitz recover FILE``: what is whole of a damaged store."""

from pathlib import Path
from typing import Annotated

import typer


def command(
    file: Annotated[Path, typer.Argument(help="Store of a tournament, or database of tables.", show_default=False)],
) -> None:
    """Recover what is whole of a damaged store or database of tables.

    Every row has a checksum. Rows whose checksums hold go into a new file in the place of the old one, which stays
    beside it with the ending `.damaged`; what could be read of the others is counted as lost.

    **Example**

    - `kibitz recover ladder.kibitz`
    """
    from kibitz.lab.store import LAYOUT as LAB
    from kibitz.recovery import recover
    from kibitz.server.store import LAYOUT as TABLES

    found = recover(file, (LAB, TABLES))
    typer.echo(f"Kept {found.rows} rows that are whole, lost {found.lost}; the damaged file is {found.damaged}.")
    typer.echo(f"Go on with: {found.layout.again.format(path=file)}")
