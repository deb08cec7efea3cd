"""JSON that somebody sent: read with suspicion, refused with a sentence."""
import json
import math
from itertools import chain
from typing import Any, Dict

from wire import BadRequest

DEPTH_LIMIT = 100


def read(body: bytes) -> Dict[str, Any]:
    """A JSON object."""
    try:
        value = json.loads(body, parse_float=finite, parse_constant=finite)
    except (ValueError, RecursionError):
        raise BadRequest(400, "The body is not JSON.") from None
    expect(isinstance(value, dict), "The body is not a JSON object.")
    expect(depth(value) <= DEPTH_LIMIT, "The body is nested too deeply.")
    return value


def finite(text: str) -> float:
    """Python would write NaN and Infinity (or 1e999), which no other reader of JSON knows."""
    if math.isfinite(float(text)):
        return float(text)
    raise ValueError(text)


def depth(value: Any) -> int:
    levels, values = 0, [value]
    while values:
        levels += 1
        containers = [list(inner.values()) if isinstance(inner, dict) else inner
                      for inner in values if isinstance(inner, (dict, list))]
        values = list(chain.from_iterable(containers))
    return levels


def expect(condition: bool, sentence: str, status: int = 400) -> None:
    if not condition:
        raise BadRequest(status, sentence)
