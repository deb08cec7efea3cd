"""/control: how a test sets a fault, changes the data, and asks what was requested."""
import json
import threading
from collections import deque
from typing import Any, Dict, NamedTuple, Optional, Tuple

from answers import JSON, Answer, encoded
from data import Collection, Library
from faults import FAULTS, Fault
from reading import expect, read
from wire import BadRequest, Request, Response

LATENCY_LIMIT = 600_000
LOG_LIMIT = 10_000
WAIT_LIMIT = 30.0


class Settings(NamedTuple):
    fault: Optional[str] = None
    path: str = "/"
    """The fault hits what begins like this, path and query."""
    times: Optional[int] = None
    """How many requests the fault still hits; None if it hits all."""
    latency: int = 0
    method: Optional[str] = None
    """If given, the fault hits this method only."""
    delay: int = 1000
    """How many milliseconds a fault waits that makes or answers a change late."""


class Control:
    def __init__(self, library: Library, settings: Settings = Settings()):
        self.library = library
        self.initial = self.settings = settings
        self.requests: deque = deque(maxlen=LOG_LIMIT)
        self.changing = threading.Condition()

    def strike(
        self, request: Request, answer: Optional[Answer]
    ) -> Tuple[Optional[Fault], Settings]:
        """The fault that hits this request, if one does, and the settings by which it does.
        A change has no answer yet.
        """
        with self.changing:
            settings = self.settings
            if (settings.fault is None or not request.target.startswith(settings.path)
                    or settings.method not in (None, request.method)
                    or not FAULTS[settings.fault].hits(request, answer)):
                return None, settings
            if settings.times == 1:
                self.settings = Settings(latency=settings.latency)
            elif settings.times is not None:
                self.settings = settings._replace(times=settings.times - 1)
            return FAULTS[settings.fault], settings

    def log(self, request: Request, status: Optional[int], done: int = 0) -> None:
        """`done` is how many times a change was made."""
        entry = {
            "method": request.method,
            "path": request.target,
            "headers": request.headers,
            "status": status,
        }
        if request.changes:
            entry.update(body=request.body.decode("utf-8", "replace"), done=done)
        with self.changing:
            self.requests.append(entry)
            self.changing.notify_all()

    def answer(self, request: Request) -> Response:
        headers = {"Content-Type": JSON, "Cache-Control": "no-store"}
        try:
            if request.method == "POST":
                self.change(read(request.body))
                return Response(200, headers, encoded(self.settings._asdict()))
            if request.method not in ("GET", "HEAD"):
                return Response(405, {**headers, "Allow": "GET, HEAD, POST"}, b"{}")
            self.wait(dict(request.query).get("wait", "0"))
        except BadRequest as error:
            return Response(error.status, headers, encoded({"error": str(error)}))
        with self.changing:
            state = {**self.settings._asdict(), "requests": list(self.requests)}
        # Not indented: of a long log that would take seconds.
        return Response(200, headers, json.dumps(state).encode())

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
        with self.changing, self.library.changing:
            settings = changed_settings(self.initial if resets else self.settings, wish)
            collections = changed_collections(
                self.library.original if resets else self.library.collections, wish)
            self.settings, self.library.collections = settings, collections
            if resets:
                self.requests.clear()


FIELDS = (
    "fault", "path", "method", "times", "delay", "latency", "posts", "users", "comments", "comics",
    "todos", "edit", "publish", "reset")


def changed_settings(settings: Settings, wish: Dict[str, Any]) -> Settings:
    if "fault" in wish:
        fault, latency = wish["fault"], settings.latency
        expect(fault is None or isinstance(fault, str) and fault in FAULTS,
               f'There is no fault {json.dumps(fault)}; "server.py --help" lists them.')
        given = {name: wish[name] for name in LIMITS if name in wish}
        settings = Settings(fault, latency=latency)._replace(**given)
        path, method, times = settings.path, settings.method, settings.times
        expect(isinstance(path, str) and path.startswith("/"), '"path" begins with a slash.')
        expect(method is None or isinstance(method, str) and method.isupper(),
               '"method" is in capitals.')
        expect(times is None or is_number(times, 1, 10**9), '"times" is a number from 1 up.')
        expect(is_number(settings.delay, 0, LATENCY_LIMIT), f'"delay" {MILLISECONDS}')
        if fault is None:
            settings = Settings(latency=latency)
    else:
        expect(wish.keys().isdisjoint(LIMITS), f'"fault" is missing; {", ".join(LIMITS)} limit it.')
    if "latency" in wish:
        expect(is_number(wish["latency"], 0, LATENCY_LIMIT), f'"latency" {MILLISECONDS}')
        settings = settings._replace(latency=wish["latency"])
    return settings


LIMITS = ("path", "method", "times", "delay")
MILLISECONDS = f"is a number of milliseconds up to {LATENCY_LIMIT}."


def changed_collections(
    collections: Dict[str, Collection], wish: Dict[str, Any]
) -> Dict[str, Collection]:
    collections = dict(collections)
    for name in collections:
        if name in wish:
            expect(isinstance(wish[name], list), f'"{name}" is a list.')
            collections[name] = collections[name].replaced(wish[name])
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
    if "publish" in wish:
        comic = wish["publish"]
        expect(isinstance(comic, dict) and "num" not in comic,
               '"publish" is like {"title": "New"}; the number is the next one.')
        collections["comics"] = collections["comics"].published(comic)
    return collections


EDIT = '"edit" is like {"posts": {"1": {"title": "New"}}}.'


def is_number(value: Any, lowest: int, highest: int) -> bool:
    return type(value) is int and lowest <= value <= highest
