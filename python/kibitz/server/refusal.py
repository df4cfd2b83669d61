"""What the server answers to a request that it does not grant."""

from kibitz.server.protocol import RefusalCode


class Refusal(ValueError):
    """A request that changes nothing: a code for programs, a sentence for people."""

    def __init__(self, code: RefusalCode, reason: str) -> None:
        super().__init__(reason)
        self.code: RefusalCode = code
        self.reason = reason
