"""Answers, and how they are represented: JSON or a document, compressed, or 304."""
import functools
import gzip
import hashlib
import json
from typing import Any, Dict, NamedTuple

from wire import Request, Response

JSON = "application/json; charset=utf-8"
HTML = "text/html; charset=utf-8"


class Document(NamedTuple):
    """A picture, a page or a feed."""

    media_type: str
    body: bytes


class Answer(NamedTuple):
    """An answer before it is bytes."""

    status: int
    value: Any
    headers: Dict[str, str] = {}


def represented(request: Request, answer: Answer) -> Response:
    """An answer as it is sent, compressed if that is wanted; 304 if the client has it."""
    body = encoded(answer.value)
    headers = dict(answer.headers)
    # A client can only have the right answer to a question, and one that is not new each time.
    if answer.status == 200 and not request.changes and "Cache-Control" not in headers:
        # Weak, because a compressed body bears the same.
        tag = f'"{hashlib.sha1(body).hexdigest()[:20]}"'
        headers.update({"ETag": "W/" + tag, "Cache-Control": "no-cache"})
        tags, date = map(request.headers.get, ("if-none-match", "if-modified-since"))
        # The date counts only without a tag, and only if it is the one that was sent.
        if tag in (tags or "") or tags is None and headers.get("Last-Modified", "") == date:
            return Response(304, headers)
    headers["Content-Type"] = media_type(answer.value)
    if not headers["Content-Type"].startswith("image/"):
        headers["Vary"] = "Accept-Encoding"
        if "gzip" in request.headers.get("accept-encoding", ""):
            headers["Content-Encoding"] = "gzip"
            body = compressed(body)
    return Response(answer.status, headers, body)


@functools.lru_cache(maxsize=4)
def compressed(body: bytes) -> bytes:
    return gzip.compress(body, 6, mtime=0)


def media_type(value: Any) -> str:
    return value.media_type if isinstance(value, Document) else JSON


def encoded(value: Any) -> bytes:
    if isinstance(value, Document):
        return value.body
    # A lone surrogate, which UTF-8 cannot carry, stays the escape it was.
    return json.dumps(value, ensure_ascii=False, indent=2).encode("utf-8", "backslashreplace")
