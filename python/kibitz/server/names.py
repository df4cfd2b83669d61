"""Names that people give themselves: what a record can hold and others can read."""

import unicodedata
from typing import Annotated

from pydantic import AfterValidator
from pydantic_core import PydanticCustomError

LONGEST = 40
# Controls, directions and zero widths, half characters, what every font shows otherwise, line breaks.
_UNSEEN = {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # letters and symbols that show nothing


def _given(name: str) -> str:
    """A name without the blanks around it. An empty one is none."""
    tidy = name.strip()
    if "|" in tidy:
        raise PydanticCustomError("name", 'A name has no "|": in a record it stands between the players')
    if any(unicodedata.category(letter) in _UNSEEN for letter in tidy):
        raise PydanticCustomError("name", "A name is one line of visible characters, without control characters")
    if len(tidy) > LONGEST:
        raise PydanticCustomError("name", "A name has at most {most} characters", {"most": LONGEST})
    if name and not any(map(_shows, tidy)):
        raise PydanticCustomError("name", "A name must not be blank; leave it empty to have none")
    return tidy


def _shows(letter: str) -> bool:
    return unicodedata.category(letter)[0] in "LNPS" and letter not in _BLANK


def mended(name: str) -> str:
    """A name that was not checked when it was given, as a record can hold it."""
    seen = ("" if unicodedata.category(letter) in _UNSEEN else letter for letter in name.replace("|", "/"))
    tidy = "".join(seen).strip()
    return tidy if any(map(_shows, tidy)) else ""


Name = Annotated[str, AfterValidator(_given)]
