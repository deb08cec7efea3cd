"""/control: how a test sets a fault, changes the data, and asks what was requested."""
import json
import threading
from collections import deque
from itertools import chain
from typing import Any, Dict, NamedTuple, Optional

from api import JSON, Answer, encoded
from data import Collection, Library, Listed
from faults import FAULTS, Fault
from wire import BadRequest, Request, Response

LATENCY_LIMIT = 600_000
LOG_LIMIT = 10_000
WAIT_LIMIT = 30.0
DEPTH_LIMIT = 100


class Settings(NamedTuple):
    fault: Optional[str] = None
    path: str = "/"
    """The fault hits what begins like this, path and query."""
    times: Optional[int] = None
    """How many requests the fault still hits; None if it hits all."""
    latency: int = 0


class Control:
    def __init__(self, library: Library, settings: Settings = Settings()):
        self.library = library
        self.initial = self.settings = settings
        self.requests: deque = deque(maxlen=LOG_LIMIT)
        self.changing = threading.Condition()

    def strike(self, request: Request, answer: Answer) -> Optional[Fault]:
        """The fault that hits this request, if one does."""
        with self.changing:
            name, path, times, latency = self.settings
            if name is None or not request.target.startswith(path) or not FAULTS[name].hits(answer):
                return None
            if times == 1:
                self.settings = Settings(latency=latency)
            elif times is not None:
                self.settings = self.settings._replace(times=times - 1)
            return FAULTS[name]

    def log(self, request: Request, status: Optional[int]) -> None:
        with self.changing:
            self.requests.append({
                "method": request.method,
                "path": request.target,
                "headers": request.headers,
                "status": status,
            })
            self.changing.notify_all()

    def answer(self, request: Request) -> Response:
        headers = {"Content-Type": JSON, "Cache-Control": "no-store"}
        try:
            if request.method == "POST":
                self.change(read(request.body))
            elif request.method not in ("GET", "HEAD"):
                return Response(405, {**headers, "Allow": "GET, HEAD, POST"}, b"{}")
            else:
                self.wait(dict(request.query).get("wait", "0"))
        except BadRequest as error:
            return Response(error.status, headers, encoded({"error": str(error)}))
        with self.changing:
            state = {**self.settings._asdict(), "requests": list(self.requests)}
        return Response(200, headers, encoded(state))

    def wait(self, count: str) -> None:
        """Until so many requests are in the log: `GET /control?wait=2`."""
        expect(count.isascii() and count.isdigit() and len(count) < 6,
               '"wait" is a number of requests.')
        with self.changing:
            self.changing.wait_for(lambda: len(self.requests) >= int(count), WAIT_LIMIT)

    def change(self, wish: Dict[str, Any]) -> None:
        """All of it or, if a part makes no sense, nothing."""
        for name in wish:
            expect(name in FIELDS, f'There is no field "{name}"; there are {", ".join(FIELDS)}.')
        resets = wish.get("reset", False)
        expect(isinstance(resets, bool), '"reset" is true or false.')
        with self.changing:
            settings = changed_settings(self.initial if resets else self.settings, wish)
            collections = changed_collections(
                self.library.original if resets else self.library.collections, wish)
            self.settings, self.library.collections = settings, collections
            if resets:
                self.requests.clear()


FIELDS = ("fault", "path", "times", "latency", "posts", "users", "comments", "edit", "reset")


def read(body: bytes) -> Dict[str, Any]:
    try:
        wish = json.loads(body)
    except (ValueError, RecursionError):
        raise BadRequest(400, "The body is not JSON.") from None
    expect(isinstance(wish, dict), "The body is not a JSON object.")
    expect(depth(wish) <= DEPTH_LIMIT, "The body is nested too deeply.")
    return wish


def depth(value: Any) -> int:
    levels, values = 0, [value]
    while values:
        levels += 1
        containers = [list(inner.values()) if isinstance(inner, dict) else inner
                      for inner in values if isinstance(inner, (dict, list))]
        values = list(chain.from_iterable(containers))
    return levels


def changed_settings(settings: Settings, wish: Dict[str, Any]) -> Settings:
    if "fault" in wish:
        fault, path, times = wish["fault"], wish.get("path", "/"), wish.get("times")
        expect(fault is None or isinstance(fault, str) and fault in FAULTS,
               f'There is no fault {json.dumps(fault)}; "server.py --help" lists them.')
        expect(isinstance(path, str) and path.startswith("/"), '"path" begins with a slash.')
        expect(times is None or is_number(times, 1, 10**9), '"times" is a number from 1 up.')
        if fault is None:
            path, times = "/", None
        settings = Settings(fault, path, times, settings.latency)
    else:
        expect(wish.keys().isdisjoint({"path", "times"}), '"path" and "times" belong to a "fault".')
    if "latency" in wish:
        expect(is_number(wish["latency"], 0, LATENCY_LIMIT),
               f'"latency" is a number of milliseconds up to {LATENCY_LIMIT}.')
        settings = settings._replace(latency=wish["latency"])
    return settings


def changed_collections(
    collections: Dict[str, Collection], wish: Dict[str, Any]
) -> Dict[str, Collection]:
    collections = dict(collections)
    for name in collections:
        if name in wish:
            expect(isinstance(wish[name], list), f'"{name}" is a list.')
            collections[name] = Listed(wish[name])
    edits = wish.get("edit", {})
    expect(isinstance(edits, dict), EDIT)
    for name, changes in edits.items():
        expect(name in collections, f'There is no collection "{name}".')
        expect(isinstance(changes, dict), EDIT)
        for identity, fields in changes.items():
            expect(isinstance(fields, dict), EDIT)
            expect(collections[name].find(identity) is not None,
                   f'There is no "{identity}" in {name}.')
            collections[name] = collections[name].changed(identity, fields)
    return collections


EDIT = '"edit" is like {"posts": {"1": {"title": "New"}}}.'


def is_number(value: Any, lowest: int, highest: int) -> bool:
    return type(value) is int and lowest <= value <= highest


def expect(condition: bool, sentence: str) -> None:
    if not condition:
        raise BadRequest(400, sentence)
