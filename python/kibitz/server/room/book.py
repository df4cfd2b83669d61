"""The table and what is written of it."""

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass

from kibitz.server.store import Store
from kibitz.server.table import Table, new_token


@dataclass
class Book:
    """The table as it stands, and its file."""

    table: Table
    store: Store
    stuck: bool = False  # what should be written cannot be

    def save(self) -> None:
        """Writes the table, without its moves."""
        self.store.save_table(self.table.id, self.table.to_json())

    @contextlib.contextmanager
    def change(self) -> Iterator[Table]:
        """Changes the table and the file together, or neither of them. Only what comes after it may tell anybody."""
        before = self.table.snapshot()
        try:
            with self.store.transaction():
                yield self.table
        except BaseException:
            self.table = before
            raise
        self.stuck = False


def finish(table: Table, store: Store) -> None:
    """Writes the record of a deal that is over, its line in the sheet and who may come next."""
    key = new_token()[:16]
    store.save_record(key, table.record().to_json())
    table.finish(key)
    store.save_table(table.id, table.to_json())
