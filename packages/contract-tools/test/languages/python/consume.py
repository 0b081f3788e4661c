"""What each consumer does with the code that a generator made: it lists plants, and reads two errors."""

import json
import sys
from collections.abc import Callable


def consume(ask: Callable[[str, str, int | None], list[dict] | int]) -> None:
    """ask(base_url, token, limit) returns the plants, or the number of the error."""
    base_url, token = sys.argv[1:]
    found = {
        "all": ask(base_url, token, None),
        "first": ask(base_url, token, 2),
        "refusedToken": ask(base_url, "pst_unknown", 1),
        "invalidLimit": ask(base_url, token, -1),
    }
    print(json.dumps(found))
