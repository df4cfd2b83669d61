"""``kibitz serve``: the table in the browser."""

import os
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
        typer.Option(metavar="NAME", help="Additional host name or address of this machine. Repeatable."),
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
    local = host in ("127.0.0.1", "localhost", "::1")
    path = data or _default()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise typer.BadParameter(f"{path.parent} cannot be made: {error.strerror}.") from error
    try:
        socket = listening(host, port)
    except OSError as error:
        raise typer.BadParameter(f"Cannot listen on {host}:{port}: {error.strerror}.") from error
    app = create_app(path, hosts=None if local else (name or ["*"]))
    shown = "127.0.0.1" if host == "0.0.0.0" else host
    typer.echo(f"The table is set: http://{shown}:{socket.getsockname()[1]} (Ctrl-C ends)", err=True)
    config = uvicorn.Config(app, log_level="warning", ws_max_size=1 << 20, ws_per_message_deflate=False)
    uvicorn.Server(config).run(sockets=[socket])


def _default() -> Path:
    base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "kibitz" / "table.sqlite"
