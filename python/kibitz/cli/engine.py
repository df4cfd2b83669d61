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
    listen: Annotated[
        str | None,
        typer.Option(
            metavar="[HOST:]PORT",
            help="Answer over HTTP and websocket instead; this machine only, unless HOST is another address.",
            show_default=False,
        ),
    ] = None,
    token: Annotated[
        str | None,
        typer.Option(
            envvar="KIBITZ_ENGINE_TOKEN",
            help="What others must know to be answered over the network (default: a random one, which is shown).",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Answer queries about positions on standard input, as JSON lines, on standard output.

    A query has an id, a position, a seat, and what is wanted: a move, an analysis or the legal moves. Answers
    come when they are ready, in any order; `docs/engine.md` has every message. At the end of input the engine
    finishes what is in progress.

    **Examples**

    - `kibitz engine`
    - `kibitz engine --agent "ismcts(2000)" --threads 2`
    - `kibitz engine --listen 8401`
    """
    if listen is not None:
        _listen(listen, agent, threads, token)
        return
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


def _listen(where: str, agent: str | None, threads: int, token: str | None) -> None:
    import secrets

    from kibitz.agents import agent as make

    host, _, written = where.rpartition(":")
    host = host.strip("[]") or "127.0.0.1"
    if not (written.isdecimal() and int(written) < 65536):
        raise typer.BadParameter(
            f'"{where}" is no address; write a port, 8401, or an address and a port, 0.0.0.0:8401.'
        )
    if agent is not None:
        make(agent)  # a mistake shows at once
    try:
        from kibitz.engine.listening import LOCAL, serve
        from kibitz.server.serving import listening
    except ModuleNotFoundError as error:
        raise typer.BadParameter(f'{error.name} is missing; install "kibitz[table]".') from error
    try:
        waiting = listening(host, int(written))
    except OSError as error:
        raise typer.BadParameter(f"Cannot listen on {host}:{written}: {error.strerror}.") from error
    if host not in LOCAL and token is None:
        token = secrets.token_urlsafe(24)
        typer.echo(f"Whoever asks must send the header: Authorization: Bearer {token}", err=True)
    shown = f"[{host}]" if ":" in host else host
    typer.echo(f"The engine answers at http://{shown}:{waiting.getsockname()[1]} (Ctrl-C ends)", err=True)
    serve(waiting, agent=agent, threads=threads, token=token)
