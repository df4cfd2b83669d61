"""``kibitz engine``: answers other programs, a JSON object a line."""

import os
import sys
from threading import Lock
from typing import Annotated

import typer

from kibitz.cli.options import complete_agent


def command(
    agent: Annotated[
        str | None,
        typer.Option(
            help="Who acts and analyses where a query names nobody; without it, the strongest player for 20 ms acts "
            "and the house judges.",
            autocompletion=complete_agent,
        ),
    ] = None,
    threads: Annotated[int, typer.Option(min=1, max=1024, help="Queries that are worked on at a time.")] = 1,
) -> None:
    """Answer queries about positions on standard input, as JSON lines, on standard output.

    A query has an id, a position, a seat, and what is wanted: a move, an analysis or the legal moves. Answers
    come when they are ready, in any order; `docs/engine.md` has every message. At the end of input the engine
    finishes what is in progress.

    **Examples**

    - `kibitz engine`
    - `kibitz engine --agent "ismcts(2000)" --threads 2`
    """
    from kibitz.engine.serving import Engine

    lock = Lock()

    def write(line: str) -> None:
        with lock:
            sys.stdout.buffer.write(line.encode() + b"\n")
            sys.stdout.buffer.flush()

    try:
        Engine(write, agent=agent, threads=threads).serve(sys.stdin.buffer)
    except BrokenPipeError as error:  # nobody listens any more
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # nor to what Python would still write
        raise typer.Exit(1) from error
