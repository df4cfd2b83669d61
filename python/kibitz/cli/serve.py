"""``kibitz serve``: the table in the browser."""

import contextlib
import ipaddress
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
    keep: Annotated[
        int, typer.Option(metavar="DAYS", min=1, help="Days after which a table that nobody has touched is dropped.")
    ] = 365,
    proxy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ADDRESS",
            help="Address or network (`10.0.0.0/8`) of a proxy in front; only its X-Forwarded-For is believed.",
        ),
    ] = None,
) -> None:
    """Serve the table: play, watch and review in the browser.

    Only this machine can reach it unless `--host` says otherwise. Tables outlive the server. Without `--name` it
    answers to addresses and to no name, since any page of the web could call it by a name of its own.

    **Examples**

    - `kibitz serve` — then open http://127.0.0.1:8400
    - `kibitz serve --host 0.0.0.0 --name cards.local` — friends in the same network can join
    - `kibitz serve --name cards.example --proxy 127.0.0.1` — behind a proxy that speaks TLS
    """
    try:
        import uvicorn

        from kibitz.database import StoreError
        from kibitz.server.app import create_app
        from kibitz.server.quickness import settle
        from kibitz.server.serving import Serving, listening
    except ModuleNotFoundError as error:
        raise typer.BadParameter(f'{error.name} is missing; install "kibitz[table]".') from error
    for address in proxy or []:
        try:
            ipaddress.ip_network(address, strict=False)
        except ValueError as error:
            raise typer.BadParameter(f"--proxy wants an address or a network, not {address!r}.") from error
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
    # Behind a proxy others use its port, and TLS.
    addresses = [f"https://{each}" if proxy and each in (name or []) else f"http://{each}:{port}" for each in reached]
    hosts = (reached if name else []) if reached else None
    try:
        app = create_app(path, hosts=hosts, addresses=addresses, keep_days=keep)
    except StoreError:
        waiting.close()
        raise
    shown = "127.0.0.1" if host in ("0.0.0.0", "::") else host
    friends = f", for others {', '.join(addresses)}" if addresses else ""
    typer.echo(f"The table is set: http://{shown}:{port}{friends} (Ctrl-C ends)", err=True)
    if reached and not name:
        typer.echo("It answers to addresses only; if others shall use a name, give it with --name.", err=True)
    settle()
    uvicorn.Server(Serving(app, proxy or [])).run(sockets=[waiting])


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
