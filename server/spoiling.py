"""Responses with wrong content, made from the right answers."""
import re
from itertools import chain
from typing import Any, Callable
from urllib.parse import urlsplit

from answers import Answer, Document, to_response
from wire import Request, Response

Respond = Callable[[Request, Answer], Response]


def with_value(spoil: Callable[[Any], Any]) -> Respond:
    """Spoils the JSON of the right answer. A picture, page or feed becomes what `spoil` makes of an empty object."""
    def respond(request: Request, answer: Answer) -> Response:
        value = {} if isinstance(answer.value, Document) else answer.value
        return to_response(request, answer._replace(value=spoil(value)))

    return respond


def in_lists(spoil: Callable[[list], list]) -> Callable[[Any], Any]:
    """Spoils a list, or the list of to-dos inside its object. Any other value becomes a broken record."""
    def spoiled(value: Any) -> Any:
        if isinstance(value, list):
            return spoil(value)
        if "todos" in value:
            return {**value, "todos": spoil(value["todos"])}
        return broken(value, 0)

    return spoiled


def malformed(records: list) -> list:
    """Inserts a broken record after each valid one."""
    pairs = ((record, broken(record, index)) for index, record in enumerate(records))
    return list(chain.from_iterable(pairs))


def invalid(records: list) -> list:
    return [broken(record, index) for index, record in enumerate(records)]


def broken(record: Any, way: int) -> Any:
    """Breaks a record in one of twelve ways, such as wrong types, nulls or a missing id."""
    fields = dict(record) if isinstance(record, dict) else {}
    key = "num" if "num" in fields else "id"
    ways = (
        {name: value for name, value in fields.items() if name != key},
        None,
        {**fields, key: {"number": 1}},
        42,
        {name: None for name in fields},
        "a string",
        {**fields, key: None},
        [],
        {name: [value] for name, value in fields.items()},
        {},
        {**fields, key: 1.5},
        True,
    )
    return ways[way % len(ways)]


def wrong_type(value: Any) -> Any:
    return {"data": value} if isinstance(value, list) else [value]


def empty(value: Any) -> Any:
    return {"todos": []} if isinstance(value, dict) and "todos" in value else []


def on_other_host(value: Any) -> Any:
    """Exchanges localhost and 127.0.0.1 in `next_path`, so that a request to the other host is in the log."""
    address = urlsplit(value["next_path"])
    other = "127.0.0.1" if address.hostname == "localhost" else "localhost"
    return {**value, "next_path": address._replace(netloc=f"{other}:{address.port}").geturl()}


def without_field(name: str) -> Callable[[Any], Any]:
    return lambda value: {key: other for key, other in value.items() if key != name}


def with_field(name: str, wrong: Any) -> Callable[[Any], Any]:
    return lambda value: {**value, name: wrong}


# Feeds, as bytes.

TITLE = re.compile(rb'<title>|"title": "')
Spoil = Callable[[bytes], bytes]


def with_document(spoil: Spoil = bytes, media_type: str = "{}; charset=utf-8") -> Respond:
    """Spoils the bytes of a feed, or replaces its media type; {} stands for the right one."""
    def respond(request: Request, answer: Answer) -> Response:
        right, body = answer.value.media_type.partition(";")[0], spoil(answer.value.body)
        return to_response(request, answer._replace(value=Document(media_type.format(right), body)))

    return respond


def before_titles(text: str, count: int = 0) -> Spoil:
    """Inserts text at the start of the first `count` titles, or of all titles if `count` is 0."""
    return lambda body: TITLE.sub(lambda found: found[0] + text.encode(), body, count)


def cut(body: bytes) -> bytes:
    """Ends the feed inside the last title."""
    return body[:list(TITLE.finditer(body))[-1].end() + 5]


def with_entities(declarations: str, reference: str) -> Spoil:
    """Declares entities, and refers to one of them in each title."""
    doctype = f"?>\n<!DOCTYPE feed [{declarations}]>".encode()
    return lambda body: before_titles(reference)(body).replace(b"?>", doctype, 1)


def labelled(label: str, encoding: str = "utf-8") -> Respond:
    """Encodes a feed in one encoding and labels it as another. Characters that the encoding lacks become references."""
    return with_document(lambda body: body.decode().replace('"utf-8"', f'"{label}"', 1).encode(
        encoding, "xmlcharrefreplace"), "{}; charset=" + label)


def without_headers(*names: str) -> Respond:
    def respond(request: Request, answer: Answer) -> Response:
        response = to_response(request, answer)
        headers = {name: value for name, value in response.headers.items() if name not in names}
        return response._replace(headers=headers)

    return respond
