"""Answers and their HTTP responses: JSON or a document, compressed, or 304."""
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
    """The content of a response, before it is encoded."""

    status: int
    value: Any
    """A `Document`, or a value to encode as JSON."""
    headers: Dict[str, str] = {}


def to_response(request: Request, answer: Answer) -> Response:
    """Returns the response with an ETag, compressed if the client accepts gzip; 304 if its validator is current."""
    body = encoded(answer.value)
    headers = dict(answer.headers)
    # Errors, the results of changes and uncacheable answers have no validator.
    if answer.status == 200 and not request.is_change and "Cache-Control" not in headers:
        # The ETag is weak, because the compressed body has the same one.
        tag = f'"{hashlib.sha1(body).hexdigest()[:20]}"'
        headers.update({"ETag": "W/" + tag, "Cache-Control": "no-cache"})
        tags, date = map(request.headers.get, ("if-none-match", "if-modified-since"))
        # If-None-Match takes precedence over If-Modified-Since, whose date must equal Last-Modified.
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
    """Returns the body for a value: that of a document, or JSON."""
    if isinstance(value, Document):
        return value.body
    # UTF-8 cannot encode lone surrogates, so they become escapes.
    return json.dumps(value, ensure_ascii=False, indent=2).encode("utf-8", "backslashreplace")
