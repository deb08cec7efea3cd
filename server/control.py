"""/control: sets a fault, changes the data, and returns the log of requests."""
import json
import threading
from collections import deque
from typing import Any, Dict, NamedTuple, Optional, Tuple

from answers import JSON, Answer, encoded
from data import PLAIN, Collection, Library, ListCollection
from faults import FAULTS, UNKNOWN, Fault
from feeds import CHANGES
from wire import BadRequest, Request, Response, expect

LATENCY_LIMIT = 600_000
LOG_LIMIT = 10_000
WAIT_LIMIT = 30.0


class Settings(NamedTuple):
    fault: Optional[str] = None
    path: str = "/"
    """A prefix of the path and query: the fault hits only requests that start with it."""
    method: Optional[str] = None
    """The only method that the fault hits; None for all."""
    times: Optional[int] = None
    """The number of requests that the fault still hits; None for all."""
    delay: int = 1000
    """Milliseconds before a late fault makes the change."""
    latency: int = 0
    """Milliseconds before every response."""


class Control:
    """The settings and the log of a server, which requests share."""

    def __init__(self, library: Library, settings: Settings = Settings()):
        self.library = library
        self.settings = settings
        self.requests: deque = deque(maxlen=LOG_LIMIT)
        self.condition = threading.Condition()

    def next_fault(self, request: Request, answer: Optional[Answer]) -> Tuple[Optional[Fault], Settings]:
        """Returns the fault that hits this request, or None, and the settings, and counts the hit.

        A fault in the query replaces that of the settings. The answer is None for a change, which is not made yet.
        """
        name = dict(request.query).get("fault")
        with self.condition:
            settings = self.settings
            if name is not None:
                fault = FAULTS.get(name, UNKNOWN)
                return fault if fault.hits(request, answer) else None, settings
            if (settings.fault is None or not request.target.startswith(settings.path)
                    or settings.method not in (None, request.method)
                    or not FAULTS[settings.fault].hits(request, answer)):
                return None, settings
            if settings.times == 1:
                self.settings = Settings(latency=settings.latency)
            elif settings.times is not None:
                self.settings = settings._replace(times=settings.times - 1)
            return FAULTS[settings.fault], settings

    def log(self, request: Request, status: Optional[int]) -> None:
        """Adds a request to the log. The status is None if a fault breaks the connection instead of answering."""
        entry = {"method": request.method, "path": request.target, "headers": request.headers, "status": status}
        with self.condition:
            self.requests.append(entry)
            self.condition.notify_all()

    def answer(self, request: Request) -> Response:
        headers = {"Content-Type": JSON, "Cache-Control": "no-store"}
        try:
            if request.method == "POST":
                self.change(request.fields)
                return Response(200, headers, encoded(self.settings._asdict()))
            self.wait(dict(request.query).get("wait", "0"))
        except BadRequest as error:
            return Response(error.status, headers, encoded({"error": str(error)}))
        with self.condition:
            state = {**self.settings._asdict(), "requests": list(self.requests)}
        # Indenting a long log takes seconds.
        return Response(200, headers, json.dumps(state).encode())

    def wait(self, count: str) -> None:
        """Waits until the log has this many requests, at most 30 seconds: `GET /control?wait=2`."""
        expect(count.isdecimal(), '"wait" must be a number of requests.')
        with self.condition:
            self.condition.wait_for(lambda: len(self.requests) >= int(count), WAIT_LIMIT)

    def change(self, fields: Dict[str, Any]) -> None:
        """Applies the fields of a POST request; none of them if one is invalid."""
        for name, value in fields.items():
            expect(name in FIELDS, f'Unknown field "{name}"; the fields are {", ".join(FIELDS)}.')
            is_valid, description = FIELDS[name]
            expect(is_valid(value), f'"{name}" must be {description}.')
        expect("fault" in fields or fields.keys().isdisjoint(LIMITS), f'{", ".join(LIMITS)} require "fault".')
        with self.condition, self.library.lock:
            self.library.collections = changed(self.library.collections, fields)
            self.library.feeds = tuple(fields.get("feeds", self.library.feeds))
            self.library.revision += not fields.keys() <= set(Settings._fields)
            settings = Settings(latency=self.settings.latency) if "fault" in fields else self.settings
            self.settings = settings._replace(**{name: fields[name] for name in Settings._fields if name in fields})


def changed(collections: Dict[str, Collection], fields: Dict[str, Any]) -> Dict[str, Collection]:
    """Returns the collections with those that the fields replace, and with the edits in `edit`."""
    collections = dict(collections)
    for name in collections.keys() & fields.keys():
        collections[name] = ListCollection(fields[name], collections[name].key)
    for name, records in fields.get("edit", {}).items():
        expect(name in collections, f'There is no collection "{name}".')
        for identity, values in records.items():
            expect(collections[name].find(identity) is not None, f'There is no "{identity}" in {name}.')
            collections[name] = collections[name].edited(identity, values)
    return collections


def is_number(lowest: int, highest: int):
    return lambda value: type(value) is int and lowest <= value <= highest


def is_edit(value: Any) -> bool:
    return isinstance(value, dict) and all(
        isinstance(records, dict) and all(isinstance(fields, dict) for fields in records.values())
        for records in value.values())


MILLISECONDS = (is_number(0, LATENCY_LIMIT), f"a number of milliseconds up to {LATENCY_LIMIT}")
LIMITS = {
    "path": (lambda value: isinstance(value, str) and value.startswith("/"), "a string that starts with a slash"),
    "method": (lambda value: isinstance(value, str) and value.isupper(), "an upper-case string"),
    "times": (is_number(1, 10**9), "a number of at least 1"),
    "delay": MILLISECONDS,
}
"""The fields that limit a fault."""
FIELDS = {
    "fault": (lambda value: value is None or isinstance(value, str) and value in FAULTS,
              'null or a fault that "server.py --help" lists'),
    **LIMITS,
    "latency": MILLISECONDS,
    **dict.fromkeys((*PLAIN, "comics", "todos"), (lambda value: isinstance(value, list), "a list")),
    "feeds": (lambda value: isinstance(value, list) and all(
        isinstance(word, str) and word in CHANGES for word in value), f"a list of any of {', '.join(CHANGES)}"),
    "edit": (is_edit, 'like {"posts": {"1": {"title": "New"}}}'),
}
"""The fields of a POST request: a check of the value, and a description of valid values for the error."""
