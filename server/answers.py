"""Answers, and how they are represented: JSON or a picture, compressed, or 304."""
import functools
import gzip
import hashlib
import json
import re
from typing import Any, Dict, Iterator, NamedTuple, Sequence

from data import Selection
from wire import Request, Response

JSON = "application/json; charset=utf-8"
STREAMED_FROM = 10_000
"""From so many records on a list is made while it is sent."""


class Picture(NamedTuple):
    media_type: str
    body: bytes


class Answer(NamedTuple):
    """An answer before it is bytes."""

    status: int
    value: Any
    headers: Dict[str, str] = {}
    kept: bool = True
    """Whether a client may keep it: if so it has an ETag."""


KEPT_ON_304 = ("ETag", "Cache-Control", "Vary", "Link", "X-Total-Count")


def represented(request: Request, answer: Answer) -> Response:
    """An answer as it is sent, compressed if that is wanted; 304 if the client has it."""
    headers = {"Content-Type": media_type(answer.value), **answer.headers}
    if isinstance(answer.value, Selection) and len(answer.value) > STREAMED_FROM:
        tag = etag((answer.value.source.fingerprint() + request.target).encode())
        headers["Vary"] = "Accept-Encoding"
        response = Response(answer.status, headers, pieces(answer.value))
    else:
        body = encoded(answer.value)
        tag = etag(body)
        if not isinstance(answer.value, Picture):
            body = squeezed(request, headers, body)
        response = Response(answer.status, headers, body)
    if not answer.kept:
        return response
    headers.update({"ETag": tag, "Cache-Control": "no-cache"})
    if knows(request.headers.get("if-none-match", ""), tag):
        kept = {name: value for name, value in headers.items() if name in KEPT_ON_304}
        return Response(304, kept)
    return response


def squeezed(request: Request, headers: Dict[str, str], body: bytes) -> bytes:
    """A body in gzip, if that is accepted; it says so in the headers."""
    headers["Vary"] = "Accept-Encoding"
    if not accepts_gzip(request.headers.get("accept-encoding", "")):
        return body
    headers["Content-Encoding"] = "gzip"
    return gzip.compress(body, 6, mtime=0)


def media_type(value: Any) -> str:
    return value.media_type if isinstance(value, Picture) else JSON


def encoded(value: Any) -> bytes:
    if isinstance(value, Picture):
        return value.body
    if isinstance(value, (list, Selection)):
        return b"".join(pieces(value))
    return indented(json.dumps(value))


@functools.lru_cache(maxsize=10_000)
def indented(text: str) -> bytes:
    """JSON as json-server spells it. Python does that slowly, and tests ask for the same again and again."""
    # A lone surrogate, which UTF-8 cannot carry, stays the escape it was.
    spelled = json.dumps(json.loads(text), ensure_ascii=False, indent=2)
    return spelled.encode("utf-8", "backslashreplace")


def pieces(records: Sequence[Any]) -> Iterator[bytes]:
    """A list as JSON, a hundred records at a time."""
    if not len(records):
        yield b"[]"
        return
    opening = b"[\n  "
    for start in range(0, len(records), 100):
        block = records[start:start + 100]
        yield opening + b",\n  ".join(encoded(record).replace(b"\n", b"\n  ") for record in block)
        opening = b",\n  "
    yield b"\n]"


def etag(content: bytes) -> str:
    """Weak, because a compressed body bears the same."""
    return f'W/"{hashlib.sha1(content).hexdigest()[:20]}"'


def knows(if_none_match: str, tag: str) -> bool:
    known = re.findall(r'"[^"]*"', if_none_match)
    return if_none_match.strip() == "*" or tag[2:] in known


def accepts_gzip(accept_encoding: str) -> bool:
    offer = re.search(r"\bgzip\s*(?:;\s*q=([0-9.]+))?", accept_encoding.lower())
    return offer is not None and offer.group(1) not in ("0", "0.0", "0.00", "0.000")
