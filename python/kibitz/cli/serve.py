"""``kibitz serve``: the table in the browser."""

import contextlib
import os
import socket
from pathlib import Path
from typing import Annotated

import typer


def command(
    host: Annotated[str, typer.Option(help="Address to listen on; `0.0.0.0` admits others on your network.")] = (
        "127.0.0.1"
    ),
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port; 0 picks any free one.")] = 8400,
    data: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Database of tables and records (default: in ~/.local/share/kibitz)."),
    ] = None,
    name: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME", help="Host name or address by which others reach this machine; invitations use the first."
        ),
    ] = None,
) -> None:
    """Serve the table: play, watch and review in the browser.

    Only this machine can reach it unless `--host` says otherwise. Tables outlive the server.

    **Examples**

    - `kibitz serve` — then open http://127.0.0.1:8400
    - `kibitz serve --host 0.0.0.0 --name cards.local` — friends in the same network can join
    """
    try:
        import uvicorn

        from kibitz.server.app import create_app, listening
    except ModuleNotFoundError as error:
        raise typer.BadParameter(f'{error.name} is missing; install "kibitz[table]".') from error
    path = data or _default()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise typer.BadParameter(f"{path.parent} cannot be made: {error.strerror}.") from error
    try:
        waiting = listening(host, port)
    except OSError as error:
        raise typer.BadParameter(f"Cannot listen on {host}:{port}: {error.strerror}.") from error
    port = waiting.getsockname()[1]
    reached = reachable(host, name or [])
    addresses = [f"http://{each}:{port}" for each in reached]
    # Whoever names this machine wants to be found by these names alone; otherwise any will do.
    app = create_app(path, hosts=(reached if name else ["*"]) if reached else None, addresses=addresses)
    shown = "127.0.0.1" if host in ("0.0.0.0", "::") else host
    friends = f", for others {', '.join(addresses)}" if addresses else ""
    typer.echo(f"The table is set: http://{shown}:{port}{friends} (Ctrl-C ends)", err=True)
    config = uvicorn.Config(app, log_level="warning", ws_max_size=1 << 20, ws_per_message_deflate=False)
    uvicorn.Server(config).run(sockets=[waiting])


def reachable(host: str, names: list[str]) -> list[str]:
    """The names and addresses by which other machines reach a server that listens there; the best first."""
    if host in ("0.0.0.0", "::"):
        return list(dict.fromkeys([*names, *_own_addresses()]))
    return names if host in ("127.0.0.1", "localhost", "::1") else list(dict.fromkeys([*names, host]))


def _own_addresses() -> list[str]:
    """The address of this machine in its network. Nothing is sent: a datagram socket only looks up the way."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as looking, contextlib.suppress(OSError):
        looking.connect(("192.0.2.1", 9))
        own = str(looking.getsockname()[0])
        return [] if own.startswith("127.") else [own]
    return []


def _default() -> Path:
    base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "kibitz" / "table.sqlite"
