"""/control: how a test sets a fault, changes the data, and reads what was requested."""
import json
import threading
from collections import deque
from typing import Any, Dict, NamedTuple, Optional, Tuple

from answers import JSON, Answer, encoded
from data import PLAIN, Collection, Library, Listed
from faults import FAULTS, UNKNOWN, Fault
from feeds import CHANGES
from wire import BadRequest, Request, Response, expect

LATENCY_LIMIT = 600_000
LOG_LIMIT = 10_000
WAIT_LIMIT = 30.0


class Settings(NamedTuple):
    fault: Optional[str] = None
    path: str = "/"
    """The fault hits what begins like this, path and query."""
    method: Optional[str] = None
    """If given, the fault hits this method only."""
    times: Optional[int] = None
    """The number of requests that the fault still hits; None if it hits all."""
    delay: int = 1000
    """The milliseconds that a fault waits which makes a change late."""
    latency: int = 0


class Control:
    def __init__(self, library: Library, settings: Settings = Settings()):
        self.library = library
        self.settings = settings
        self.requests: deque = deque(maxlen=LOG_LIMIT)
        self.changing = threading.Condition()

    def strike(
        self, request: Request, answer: Optional[Answer]
    ) -> Tuple[Optional[Fault], Settings]:
        """The fault that hits this request, if one does, and the settings by which it does.
        A change has no answer yet. One that the query names comes before that of the settings.
        """
        wished = dict(request.query).get("fault")
        with self.changing:
            settings = self.settings
            if wished is not None:
                fault = FAULTS.get(wished, UNKNOWN)
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
        entry = {
            "method": request.method,
            "path": request.target,
            "headers": request.headers,
            "status": status,
        }
        with self.changing:
            self.requests.append(entry)
            self.changing.notify_all()

    def answer(self, request: Request) -> Response:
        headers = {"Content-Type": JSON, "Cache-Control": "no-store"}
        try:
            if request.method == "POST":
                self.change(request.fields)
                return Response(200, headers, encoded(self.settings._asdict()))
            self.wait(dict(request.query).get("wait", "0"))
        except BadRequest as error:
            return Response(error.status, headers, encoded({"error": str(error)}))
        with self.changing:
            state = {**self.settings._asdict(), "requests": list(self.requests)}
        # Not indented: of a long log that would take seconds.
        return Response(200, headers, json.dumps(state).encode())

    def wait(self, count: str) -> None:
        """Returns when so many requests are in the log: `GET /control?wait=2`."""
        expect(count.isdecimal(), '"wait" is a number of requests.')
        with self.changing:
            self.changing.wait_for(lambda: len(self.requests) >= int(count), WAIT_LIMIT)

    def change(self, wish: Dict[str, Any]) -> None:
        """All of it or, if a part makes no sense, nothing."""
        for name, value in wish.items():
            expect(name in FIELDS, f'There is no field "{name}"; there are {", ".join(FIELDS)}.')
            is_right, sentence = FIELDS[name]
            expect(is_right(value), f'"{name}" is {sentence}.')
        expect("fault" in wish or wish.keys().isdisjoint(LIMITS),
               f'"fault" is missing; {", ".join(LIMITS)} limit it.')
        with self.changing, self.library.changing:
            self.library.collections = changed(self.library.collections, wish)
            self.library.feeds = tuple(wish.get("feeds", self.library.feeds))
            self.library.revision += not wish.keys() <= set(Settings._fields)
            settings = self.settings
            if "fault" in wish:
                settings = Settings(latency=settings.latency)
            given = {name: wish[name] for name in Settings._fields if name in wish}
            self.settings = settings._replace(**given)


def changed(collections: Dict[str, Collection], wish: Dict[str, Any]) -> Dict[str, Collection]:
    collections = dict(collections)
    for name in collections.keys() & wish.keys():
        collections[name] = Listed(wish[name], collections[name].key)
    for name, records in wish.get("edit", {}).items():
        expect(name in collections, f'There is no collection "{name}".')
        for identity, fields in records.items():
            expect(collections[name].find(identity) is not None,
                   f'There is no "{identity}" in {name}.')
            collections[name] = collections[name].edited(identity, fields)
    return collections


def is_number(lowest: int, highest: int):
    return lambda value: type(value) is int and lowest <= value <= highest


def is_edit(value: Any) -> bool:
    return isinstance(value, dict) and all(
        isinstance(records, dict) and all(isinstance(fields, dict) for fields in records.values())
        for records in value.values())


MILLISECONDS = (is_number(0, LATENCY_LIMIT), f"a number of milliseconds up to {LATENCY_LIMIT}")
LIMITS = {
    "path": (lambda value: isinstance(value, str) and value.startswith("/"),
             "a text that begins with a slash"),
    "method": (lambda value: isinstance(value, str) and value.isupper(), "a text in capitals"),
    "times": (is_number(1, 10**9), "a number from 1 up"),
    "delay": MILLISECONDS,
}
"""The fields that go with a fault."""
FIELDS = {
    "fault": (lambda value: value is None or isinstance(value, str) and value in FAULTS,
              'null or one of those that "server.py --help" lists'),
    **LIMITS,
    "latency": MILLISECONDS,
    **dict.fromkeys((*PLAIN, "comics", "todos"), (lambda value: isinstance(value, list), "a list")),
    "feeds": (lambda value: isinstance(value, list) and all(
        isinstance(word, str) and word in CHANGES for word in value),
              f"a list of some of {', '.join(CHANGES)}"),
    "edit": (is_edit, 'like {"posts": {"1": {"title": "New"}}}'),
}
"""The fields of a POST: whether a value is right, and the end of the sentence if it is not."""
