"""What the server says when nothing is wrong: json-server's ways, and the response codes."""
import gzip
import hashlib
import json
import re
import uuid
from typing import Any, Dict, Iterator, NamedTuple, Sequence
from urllib.parse import urlencode

from data import Library, Selection
from wire import Request, Response

JSON = "application/json; charset=utf-8"
STREAMED_FROM = 10_000
"""From so many records on a list is made while it is sent."""


class Answer(NamedTuple):
    """An answer before it is JSON."""

    status: int
    value: Any
    headers: Dict[str, str] = {}
    kept: bool = True
    """Whether a client may keep it: if so it has an ETag."""


class API:
    def __init__(self, library: Library):
        self.library = library
        self.codes = ResponseCodes()

    def answer(self, request: Request) -> Answer:
        name, *rest = request.path.strip("/").split("/")
        collection = self.library.collections.get(name)
        is_code = not rest and (name == "" or is_uuid(name))
        if len(rest) > 1 or collection is None and not is_code:
            return Answer(404, {}, kept=False)
        if request.method not in ("GET", "HEAD"):
            return Answer(405, {}, {"Allow": "GET, HEAD"}, kept=False)
        if collection is None:
            return self.codes.second(name) if name else self.codes.first(request.host)
        if not rest:
            return listed(request, Selection(collection))
        record = collection.find(rest[0])
        return Answer(404, {}, kept=False) if record is None else Answer(200, record)


class ResponseCodes:
    """The way to a response code: a path that is handed out, and a code that waits there."""

    def __init__(self):
        self.handed_out = ""

    def first(self, host: str) -> Answer:
        self.handed_out = str(uuid.uuid4())
        value = {"next_path": f"http://{host}/{self.handed_out}/"}
        return Answer(200, value, {"Cache-Control": "no-store"}, kept=False)

    def second(self, path: str) -> Answer:
        headers = {"Cache-Control": "no-store"}
        if path != self.handed_out:
            error = {"error": "This path was not the last one handed out."}
            return Answer(400, error, headers, kept=False)
        return Answer(200, {"path": path, "response_code": str(uuid.uuid4())}, headers, kept=False)


def is_uuid(text: str) -> bool:
    return re.fullmatch(r"[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}", text) is not None


def listed(request: Request, records: Selection) -> Answer:
    wanted: Dict[str, list] = {}
    for field, value in request.query:
        wanted.setdefault(field, []).append(value)
    for field, values in wanted.items():
        if not field.startswith("_"):
            records = records.where(field, values)
    headers = {"X-Total-Count": str(len(records))}
    if "_page" in wanted:
        page = number(wanted["_page"][-1], 1)
        limit = number(wanted.get("_limit", [""])[-1], 10)
        total = len(records)
        records = records[(page - 1) * limit:page * limit]
        if 0 < len(records) < total:
            headers["Link"] = links(request, page, -(-total // limit))
    elif "_limit" in wanted:
        records = records[:number(wanted["_limit"][-1], 10)]
    return Answer(200, records, headers)


def number(text: str, otherwise: int) -> int:
    """A positive number, read as JavaScript's parseInt reads it: `3abc` is 3."""
    digits = re.match(r"\s*\+?(\d{1,15})", text, re.ASCII)
    return int(digits.group(1)) or otherwise if digits else otherwise


def links(request: Request, page: int, last: int) -> str:
    pages = {"first": 1, "prev": page - 1, "next": page + 1, "last": last}
    path = request.target.partition("?")[0]

    def address(to: int) -> str:
        query = [(key, str(to) if key == "_page" else value) for key, value in request.query]
        return f"http://{request.host}{path}?{urlencode(query)}"

    return ", ".join(
        f'<{address(to)}>; rel="{rel}"' for rel, to in pages.items() if 1 <= to <= last)


KEPT_ON_304 = ("ETag", "Cache-Control", "Vary", "Link", "X-Total-Count")


def represented(request: Request, answer: Answer) -> Response:
    """An answer as JSON, compressed if that is wanted; 304 if the client has it."""
    headers = {"Content-Type": JSON, "Vary": "Accept-Encoding", **answer.headers}
    if isinstance(answer.value, Selection) and len(answer.value) > STREAMED_FROM:
        tag = etag((answer.value.source.fingerprint() + request.target).encode())
        response = Response(answer.status, headers, pieces(answer.value))
    else:
        body = encoded(answer.value)
        tag = etag(body)
        if accepts_gzip(request.headers.get("accept-encoding", "")):
            headers["Content-Encoding"] = "gzip"
            body = gzip.compress(body, 6, mtime=0)
        response = Response(answer.status, headers, body)
    if not answer.kept:
        return response
    headers.update({"ETag": tag, "Cache-Control": "no-cache"})
    if knows(request.headers.get("if-none-match", ""), tag):
        return Response(304, {name: value for name, value in headers.items() if name in KEPT_ON_304})
    return response


def encoded(value: Any) -> bytes:
    if isinstance(value, (list, Selection)):
        return b"".join(pieces(value))
    # A lone surrogate, which UTF-8 cannot carry, stays the escape it was.
    return json.dumps(value, ensure_ascii=False, indent=2).encode("utf-8", "backslashreplace")


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
