"""Answers, and how they are represented: JSON or a picture, compressed, or 304."""
import gzip
import hashlib
import json
from typing import Any, Dict, NamedTuple

from wire import Request, Response

JSON = "application/json; charset=utf-8"


class Picture(NamedTuple):
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
        if tag in request.headers.get("if-none-match", ""):
            return Response(304, headers)
    headers["Content-Type"] = media_type(answer.value)
    if not isinstance(answer.value, Picture):
        headers["Vary"] = "Accept-Encoding"
        if "gzip" in request.headers.get("accept-encoding", ""):
            headers["Content-Encoding"] = "gzip"
            body = gzip.compress(body, 6, mtime=0)
    return Response(answer.status, headers, body)


def media_type(value: Any) -> str:
    return value.media_type if isinstance(value, Picture) else JSON


def encoded(value: Any) -> bytes:
    if isinstance(value, Picture):
        return value.body
    # A lone surrogate, which UTF-8 cannot carry, stays the escape it was.
    return json.dumps(value, ensure_ascii=False, indent=2).encode("utf-8", "backslashreplace")
