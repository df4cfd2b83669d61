"""An engine for Kibitz in the standard library of Python: plays any legal move of any game (docs/engine.md).

kibitz compliance "python examples/engine.py"
kibitz match "engine(python examples/engine.py)" rules --deals 20
"""

import json
import random
import sys
from typing import Any


def answer(query: Any) -> dict[str, Any]:
    """The answer to a message; what is wrong with one is an answer too."""
    if not isinstance(query, dict):
        return {"id": None, "error": "A message is a JSON object."}
    told = {"id": query.get("id")}
    if not isinstance(told["id"], str):
        return {"id": None, "error": "A message needs an id, which is a text.", "field": "id"}
    action = query.get("action")
    if action == "query_version":
        return told | {"name": "any move", "version": "1", "protocol": 1, "games": None, "wants": ["act"]}
    if action in ("terminate", "terminate_all"):
        return told | {"ended": []}  # every move is made at once, so nothing is ever in progress
    if action is not None:
        return told | {"error": f"There is no action {action!r}.", "field": "action"}
    if query.get("want", "act") != "act":
        return told | {"error": "This engine can only act.", "field": "want"}
    legal = query.get("legal")
    if not isinstance(legal, list) or not legal:
        return told | {"error": "This engine knows no rules: it needs the legal moves.", "field": "legal"}
    # Chance comes from the seed of the query alone, so that the same query has the same answer.
    return told | {"seat": query.get("seat"), "move": random.Random(query.get("seed")).choice(legal)}


for line in sys.stdin:
    try:
        message = json.loads(line)
    except ValueError as error:
        said = {"id": None, "error": f"This is not JSON: {error}."}
    else:
        said = answer(message)
    print(json.dumps(said | {"final": True}), flush=True)
