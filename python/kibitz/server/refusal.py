"""What the server answers to a request that it does not grant."""

from pydantic import ValidationError

from kibitz import _core
from kibitz.server.protocol import RefusalCode, RefusalWord, Refused


class Refusal(ValueError):
    """A request that changes nothing: a code and a word for programs, a sentence for people."""

    def __init__(
        self,
        code: RefusalCode,
        reason: str,
        word: RefusalWord | None = None,
        *,
        rule: str | None = None,
        about: str | None = None,
    ) -> None:
        super().__init__(reason)
        self.code: RefusalCode = code
        self.reason = reason
        self.word = word
        self.rule = rule
        self.about = about

    def message(self, key: str | None) -> Refused:
        """The answer to the message with this id, or to none."""
        return Refused(id=key, code=self.code, reason=self.reason, word=self.word, rule=self.rule, about=self.about)

    @classmethod
    def of(cls, error: ValueError) -> "Refusal":
        """What the engine says of a move that it does not make."""
        match error:
            case _core.AmbiguousMove():
                return cls("ambiguous", str(error), "ambiguous")
            case _core.IllegalMove():
                return cls("illegal", str(error), rule=error.why, about=error.about)
        return cls("illegal", str(error), "not-a-move")


def explain(error: ValidationError) -> str:
    """What is wrong with a message or a body, in a sentence."""
    first = error.errors(include_url=False, include_input=False)[0]
    where = ".".join(str(part) for part in first["loc"])
    return f"{where + ': ' if where else ''}{first['msg']}."
