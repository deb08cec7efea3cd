"""Answers whose content is wrong: what is done to the right ones."""
import re
from itertools import chain
from typing import Any, Callable
from urllib.parse import urlsplit

from answers import Answer, Document, represented
from wire import Request, Response

Respond = Callable[[Request, Answer], Response]


def content(spoil: Callable[[Any], Any]) -> Respond:
    """The right answer, but for its value; JSON where a picture or a feed was asked for."""
    def respond(request: Request, answer: Answer) -> Response:
        value = {} if isinstance(answer.value, Document) else answer.value
        return represented(request, answer._replace(value=spoil(value)))

    return respond


def in_lists(spoil: Callable[[list], list]) -> Callable[[Any], Any]:
    """Spoils a list: a list of its own, or that of the to-dos. Anything else is broken."""
    def spoiled(value: Any) -> Any:
        if isinstance(value, list):
            return spoil(value)
        if "todos" in value:
            return {**value, "todos": spoil(value["todos"])}
        return broken(value, 0)

    return spoiled


def malformed(records: list) -> list:
    """Every valid record of a list is followed by an invalid one."""
    pairs = ((record, broken(record, index)) for index, record in enumerate(records))
    return list(chain.from_iterable(pairs))


def invalid(records: list) -> list:
    return [broken(record, index) for index, record in enumerate(records)]


def broken(record: Any, way: int) -> Any:
    """Wrong types, nulls, no id: a different way each time."""
    fields = dict(record) if isinstance(record, dict) else {}
    key = "num" if "num" in fields else "id"
    ways = (
        {name: other for name, other in fields.items() if name != key},
        None,
        {**fields, key: {"number": 1}},
        42,
        {name: None for name in fields},
        "a string",
        {**fields, key: None},
        [],
        {name: [other] for name, other in fields.items()},
        {},
        {**fields, key: 1.5},
        True,
    )
    return ways[way % len(ways)]


def wrong_type(value: Any) -> Any:
    return {"data": value} if isinstance(value, list) else [value]


def empty(value: Any) -> Any:
    return {"todos": []} if isinstance(value, dict) and "todos" in value else []


def elsewhere(value: Any) -> Any:
    """The same path on this machine's other name, so that a request for it is in the log."""
    address = urlsplit(value["next_path"])
    other = "127.0.0.1" if address.hostname == "localhost" else "localhost"
    return {**value, "next_path": address._replace(netloc=f"{other}:{address.port}").geturl()}


def without(key: str) -> Callable[[Any], Any]:
    return lambda value: {name: other for name, other in value.items() if name != key}


def having(key: str, wrong: Any) -> Callable[[Any], Any]:
    return lambda value: {**value, key: wrong}


# Feeds, as bytes.

TITLE = re.compile(rb'<title>|"title": "')
Spoil = Callable[[bytes], bytes]


def feed(spoil: Spoil = bytes, media_type: str = "{}; charset=utf-8") -> Respond:
    """The right answer, but for its bytes or its media type, in which {} is the right one."""
    def respond(request: Request, answer: Answer) -> Response:
        right, body = answer.value.media_type.partition(";")[0], spoil(answer.value.body)
        value = Document(media_type.format(right), body)
        return represented(request, answer._replace(value=value))

    return respond


def in_titles(start: str, count: int = 0) -> Spoil:
    """What so many titles begin with; all if there is no count."""
    return lambda body: TITLE.sub(lambda found: found[0] + start.encode(), body, count)


def cut(body: bytes) -> bytes:
    return body[:list(TITLE.finditer(body))[-1].end() + 5]


def declaring(entities: str, reference: str) -> Spoil:
    """Declares entities, one of which is in each title."""
    doctype = f"?>\n<!DOCTYPE feed [{entities}]>".encode()
    return lambda body: in_titles(reference)(body).replace(b"?>", doctype, 1)


def labelled(label: str, encoding: str = "utf-8") -> Respond:
    """In an encoding, but labelled as another; characters that it lacks are references."""
    return feed(lambda body: body.decode().replace('"utf-8"', f'"{label}"', 1).encode(
        encoding, "xmlcharrefreplace"), "{}; charset=" + label)


def unvalidated(*names: str) -> Respond:
    def respond(request: Request, answer: Answer) -> Response:
        response = represented(request, answer)
        headers = {name: value for name, value in response.headers.items() if name not in names}
        return response._replace(headers=headers)

    return respond
