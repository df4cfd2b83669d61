"""The networks that come with the program: what each says of itself.

``net(NAME)`` is the agent of one. The small ones are files beside this one, those of more than a megabyte are in the
package kibitz-nets. They are made by ``kibitz train`` and put there by ``tools/ship_net.py``; their model cards are in
docs/nets.
"""

import json
import math
from pathlib import Path
from typing import Any

from kibitz import _core, _installed, saving

FORMAT = "kibitz-net 1"


def names() -> list[str]:
    """The names of the networks that are installed."""
    return sorted(path.stem for folder in _installed.network_folders() for path in folder.glob("*.safetensors"))


def file(name: str) -> Path:
    """The file of an installed network."""
    files = (folder / f"{name}.safetensors" for folder in _installed.network_folders())
    return next((found for found in files if found.exists()), Path(name))


def metadata(path: Path) -> dict[str, str]:
    """What a network's file says of itself; a file that is none is refused with a sentence."""
    header, _ = _split(path)
    found = header.get("__metadata__", {})
    if not str(found.get("format", "")).startswith("kibitz-net"):
        raise _core.InvalidSpec(f"{path} is a safetensors file but not a Kibitz network: it names no format.")
    if found["format"] != FORMAT:
        raise _core.InvalidSpec(f"{path} has the format {found['format']}; this program reads {FORMAT}.")
    return {str(key): str(value) for key, value in found.items()}


def relabel(path: Path, new: Path, changes: dict[str, str]) -> None:
    """Writes the network of a file to another, with changes to what it says of itself."""
    known = metadata(path) | changes
    header, tensors = _split(path)
    text = json.dumps({**header, "__metadata__": known}, ensure_ascii=False, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)  # the tensors stay aligned
    with saving.replacing(new) as fresh:
        fresh.write_bytes(len(text).to_bytes(8, "little") + text + tensors)


def _split(path: Path) -> tuple[dict[str, Any], bytes]:
    """Header and tensors of a safetensors file."""
    try:
        data = path.read_bytes()
        size = int.from_bytes(data[:8], "little")
        header = json.loads(data[8 : 8 + size])
        if len(data) < 8 + size or not isinstance(header, dict):
            raise ValueError
    except OSError as error:
        raise _core.InvalidSpec(f"{path} cannot be read: {error.strerror or error}.") from error
    except (ValueError, RecursionError) as error:
        raise _core.InvalidSpec(f"{path} is not a safetensors file.") from error
    return header, data[8 + size :]


_CARD = """# {name}

Plays {game}, rules `{rules}`: `kibitz match "net({name})" random --game {game} --rules {rules}`.

- **Network**: {shape}, heads {heads}; {parameters:,} parameters, {megabytes:.1f} MB; features {features}; its numbers
  are in the unit {reward}.
- **Learned by** {learner} from {samples} samples in {minutes} minutes: `{command}`.
- **Sees** what its seat may know and nothing else. No human games were used.

## How strong it is

The network alone, without search, on duplicate deals, in points per deal with the 95 % interval:

{rated}
"""


def card(name: str) -> str:
    """The model card of a network that comes with the program, as Markdown."""
    path = file(name)
    known = metadata(path)
    header, _ = _split(path)
    del header["__metadata__"]
    rows = [
        "| {against} | {mean:+.1f} ({low:+.1f} to {high:+.1f}) | {deals} |".format(**rating)
        for rating in json.loads(known.get("ratings") or "[]")
    ]
    return _CARD.format(
        **known
        | {
            "name": name,
            "heads": ", ".join(json.loads(known["heads"])),
            "parameters": sum(math.prod(tensor["shape"]) for tensor in header.values()),
            "megabytes": path.stat().st_size / 1e6,
            "rated": "\n".join(["| against | points | deals |", "|---|---|---|", *rows]) if rows else "Not measured.",
        }
    )
