"""Who is Re: what everybody at the table would like to know."""

from collections.abc import Mapping, Sequence

from kibitz._core import State
from kibitz.games.doppelkopf.facts import StateFacts


def sides(world: State) -> Mapping[str, Sequence[int]]:
    """The seats of Re, once it is settled what is played."""
    facts = world.facts
    assert isinstance(facts, StateFacts)
    return {} if facts.re is None else {"re": facts.re}
