"""The store: one SQLite file that holds a plan and every deal group that has been played.

Groups are written as they are finished, some in one transaction, so that a killed run loses only what was in flight and
a group is never there twice. See docs/lab.md for the tables.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from kibitz._core import VERSION
from kibitz.database import Columns, Damaged, Database, Layout, Rows, StoreError
from kibitz.lab.group import Group
from kibitz.lab.plan import Plan

__all__ = ["LAYOUT", "Damaged", "Store", "StoreError"]


def _mended(rows: Rows) -> Rows:
    """Without its plan nobody knows what the groups are; every group stands alone."""
    if not rows["plan"]:
        raise StoreError("Its plan is damaged, without which its groups mean nothing: begin anew.")
    return rows


LAYOUT = Layout(
    name="a Kibitz store",
    application=0x4B494254,  # "KIBT"
    version=2,
    unchecked=1,
    again="kibitz resume {path}",
    tables={
        "plan": Columns("json TEXT NOT NULL, kibitz TEXT NOT NULL", "kibitz"),
        "groups": Columns(
            "contest INTEGER NOT NULL, "  # its place in the plan, from 0
            "number INTEGER NOT NULL, "  # of the deal
            "returns TEXT NOT NULL, "  # [seating][seat]
            "winners TEXT NOT NULL, "  # [seating]: seats
            "deals TEXT NOT NULL, "  # [seating]
            "decisions TEXT NOT NULL, "  # [agent]
            "seconds TEXT NOT NULL",  # [agent]
            "contest, number",
        ),
    },
    mended=_mended,
)


class Store:
    """An open store. Use it in a ``with`` block."""

    def __init__(self, path: Path | str, plan: Plan | None = None) -> None:
        """Opens a store; with a plan, a new one is made where there is none, and an old one must have the same plan."""
        self.path = Path(path)
        if plan is None and (not self.path.exists() or self.path.stat().st_size == 0):
            raise StoreError(f"There is no store {self.path}.")
        if not self.path.parent.is_dir():
            raise StoreError(f"There is no folder {self.path.parent} for the store {self.path.name}.")
        text = plan.to_json() if plan else ""
        self._base = Database(self.path, LAYOUT, {"plan": [(text, VERSION)]})
        [(found, self._begun)] = self._base.rows("plan")
        self.plan = Plan.from_json(found)
        if plan and found != text:
            self.close()
            raise StoreError(
                f"{self.path} holds another plan ({self.plan.name}, {len(self.plan.contests)} contests); "
                "choose another file, or remove this one to begin anew."
            )

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the file."""
        self._base.close()

    def check_version(self) -> None:
        """Refuses to continue what another version of Kibitz has begun: it might play otherwise."""
        if self._begun != VERSION:
            raise StoreError(
                f"{self.path} was begun with kibitz {self._begun}, and this is {VERSION}, which may play otherwise: "
                f"it can be reported but not continued."
            )

    def write(self, contest: int, groups: Iterable[Group]) -> None:
        """Keeps groups, all or none; those that are already there stay as they are."""
        with self._base.transaction():
            for group in groups:
                self._base.insert("groups", contest, group.number, *map(_text, group[1:]), conflict="IGNORE")

    def groups(self, contest: int) -> list[Group]:
        """The groups of a contest in order of their numbers."""
        rows = self._base.rows("groups", "WHERE contest = ? ORDER BY number", contest)
        return [Group(number, *map(json.loads, texts)) for _, number, *texts in rows]


def _text(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))
