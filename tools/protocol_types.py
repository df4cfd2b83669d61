"""Writes the messages of the table as TypeScript, from the pydantic models; ``--check`` says whether they agree.

What every game has goes to web/src/protocol.ts, what is known of a deal of one game to games/NAME/web/facts.ts.
"""

import sys
from pathlib import Path
from typing import Any, get_args

from pydantic import TypeAdapter
from pydantic.json_schema import models_json_schema

from kibitz.facts import state_class, view_class
from kibitz.games import part
from kibitz.server import protocol

ROOT = Path(__file__).parent.parent
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def files() -> dict[Path, str]:
    """Every file that is made, and what it should hold."""
    made = {ROOT / "web" / "src" / "protocol.ts": shared()}
    for source in sorted(ROOT.glob("games/*/python/facts.py")):
        folder = source.parent.parent
        if (folder / "web").is_dir():
            made[folder / "web" / "facts.ts"] = facts(folder.name)
    return made


def facts(game: str) -> str:
    """What is known of a deal of a game."""
    models: dict[str, dict[str, Any]] = {}
    for name, kind in (("StateFacts", state_class(game)), ("ViewFacts", view_class(game))):
        schema = protocol.facts_schema(kind)
        models |= {**schema.get("$defs", {}), name: schema}
    lines = [f"// Made by tools/protocol_types.py from games/{game}/python/facts.py; do not edit."]
    for name, model in sorted(models.items()):
        lines += ["", *_interface(name, model)]
    if rules := get_args(getattr(part(game, "facts"), "Rule", None)):
        lines += ["", "/** Why a move is refused. */", f"export type Rule = {' | '.join(map(_literal, rules))};"]
    lines += ["", "/** The facts of a view, and those of a deal that is over, as what this game has. */"]
    lines += ["export const factsOf = (given: unknown): ViewFacts => given as ViewFacts;"]
    lines += ["export const endOf = (given: unknown): StateFacts => given as StateFacts;"]
    return "\n".join(lines) + "\n"


def shared() -> str:
    """What every game has."""
    unions: dict[str, TypeAdapter[Any]] = {"ClientMessage": protocol.CLIENT, "ServerMessage": protocol.SERVER}
    members = {name: union.json_schema()["discriminator"]["mapping"] for name, union in unions.items()}
    models = [
        *(getattr(protocol, ref.rpartition("/")[2]) for refs in members.values() for ref in refs.values()),
        *protocol.HTTP,
    ]
    sent = {model for model in models if issubclass(model, protocol.Sent)}
    _, schema = models_json_schema([(model, "serialization" if model in sent else "validation") for model in models])
    lines = [
        "// Made by tools/protocol_types.py from python/kibitz/server/protocol.py; do not edit.",
        f"export const VERSION = {protocol.VERSION};",
        f"export const MAX_BYTES = {protocol.MAX_BYTES};",
    ]
    for name, model in sorted(schema["$defs"].items()):
        lines += ["", *_interface(name, model)]
    for name, refs in members.items():
        lines += ["", f"export type {name} = {' | '.join(ref.rpartition('/')[2] for ref in refs.values())};"]
    return "\n".join(lines) + "\n"


def _interface(name: str, model: dict[str, Any]) -> list[str]:
    lines = [f"/** {' '.join(model['description'].split())} */", f"export interface {name} {{"]
    required = model.get("required", [])
    for key, field in model.get("properties", {}).items():
        if "description" in field:
            lines.append(f"  /** {field['description']} */")
        # What the server sends is always there; what a browser sends may be left out where there is a default.
        optional = "" if key in required else "?"
        lines.append(f"  {key}{optional}: {_type(field)};")
    if model.get("additionalProperties") is True:
        lines.append("  [key: string]: unknown;")
    return [*lines, "}"]


def _type(field: dict[str, Any]) -> str:
    if "$ref" in field:
        return str(field["$ref"]).rpartition("/")[2]
    if "const" in field:
        return _literal(field["const"])
    if "enum" in field:
        return " | ".join(map(_literal, field["enum"]))
    if "anyOf" in field:
        return " | ".join(dict.fromkeys(map(_type, field["anyOf"])))
    if field.get("type") == "array":
        if "prefixItems" in field:
            return f"[{', '.join(map(_type, field['prefixItems']))}]"
        inner = _type(field.get("items", {}))
        return f"({inner})[]" if "|" in inner else f"{inner}[]"
    if field.get("type") == "object":
        values = field.get("additionalProperties")
        return f"Record<string, {_type(values) if isinstance(values, dict) else 'unknown'}>"
    return PLAIN.get(field.get("type", ""), "unknown")


def _literal(value: object) -> str:
    return f'"{value}"'


def main() -> None:
    """Writes the files, or checks them."""
    stale = {path: text for path, text in files().items() if not path.is_file() or path.read_text() != text}
    if "--check" in sys.argv and stale:
        names = ", ".join(str(path.relative_to(ROOT)) for path in stale)
        sys.exit(f"Not up to date: {names}; run tools/protocol_types.py.")
    for path, text in stale.items():
        path.write_text(text)


if __name__ == "__main__":
    main()
