"""The faults that the server can simulate: their implementations, and the table `KINDS` at the end."""
import functools
import os
import re
import socket
import struct
import time
import zlib
from email.utils import formatdate
from typing import Callable, Dict, Iterator, NamedTuple, Optional

from answers import HTML, JSON, Answer, Document, encoded, media_type, to_response
from spoiling import (
    Respond, before_titles, cut, empty, in_lists, invalid, labelled, malformed, on_other_host, with_document,
    with_entities, with_field, with_value, without_field, without_headers, wrong_type)
from wire import Request, Response

Hits = Callable[[Request, Optional[Answer]], bool]
"""Decides whether a fault hits a request. The answer is None for a change, which is not made yet."""


def everything(request: Request, answer: Optional[Answer]) -> bool:
    return True


def changes(request: Request, answer: Optional[Answer]) -> bool:
    return request.is_change


def feeds(request: Request, answer: Optional[Answer]) -> bool:
    return answer is not None and isinstance(answer.value, Document) and "+" in answer.value.media_type


def answers_with(key: str) -> Hits:
    return lambda request, answer: answer is not None and isinstance(answer.value, dict) and key in answer.value


class Fault(NamedTuple):
    summary: str
    """The description in the help."""
    respond: Optional[Respond] = None
    """Makes the response from the request and the right answer."""
    hits: Hits = everything
    break_connection: Optional[Callable[[socket.socket], None]] = None
    """Acts on the connection instead of sending a response."""
    makes_change: bool = False
    """Whether the server still makes the change that a request asks for."""
    is_late: bool = False
    """Whether the server waits for the setting `delay` before it makes the change."""


# Faults of the connection.


def hang(connection: socket.socket) -> None:
    while connection.recv(65536):
        pass


def cut_headers(connection: socket.socket) -> None:
    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Len")


def reset(connection: socket.socket) -> None:
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    # close() does not close a socket that a stream still reads from.
    os.close(connection.detach())


# Faults of the response.

CLOSE = {"Connection": "close"}


def fixed(status: int, body: bytes, content_type: str = JSON, **headers: str) -> Respond:
    """Always sends this response. Underscores in the names of headers become hyphens."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    response = Response(status, {"Content-Type": content_type, **named}, body)
    return lambda request, answer: response


def truncate(request: Request, answer: Answer) -> Response:
    body = encoded(answer.value)
    headers = {"Content-Type": media_type(answer.value), "Content-Length": str(len(body)), **CLOSE}
    return Response(answer.status, headers, body[:len(body) // 2])


def drip(request: Request, answer: Answer) -> Response:
    def drops() -> Iterator[bytes]:
        yield b"["
        while True:
            time.sleep(0.1)
            yield b" "

    return Response(200, {"Content-Type": JSON, "Content-Length": "1000000", **CLOSE}, drops())


def huge(request: Request, answer: Answer) -> Response:
    def endless() -> Iterator[bytes]:
        yield b"1\r\n[\r\n"
        posts = [{"userId": 1, "id": number, "title": "And another"} for number in range(1, 500)]
        block = encoded(posts)[1:-1] + b","
        while True:
            yield b"%x\r\n%b\r\n" % (len(block), block)

    return Response(200, {"Content-Type": JSON, "Transfer-Encoding": "chunked"}, endless())


def gzip_bomb(request: Request, answer: Answer) -> Response:
    return Response(200, {"Content-Type": JSON, "Content-Encoding": "gzip"}, bomb())


@functools.lru_cache(maxsize=None)
def bomb() -> bytes:
    """Returns an empty list with 256 MiB of spaces in it, as gzip."""
    # Each block after a full flush is compressed alike, so one block is compressed, and repeated.
    space, times = b" " * 2**20, 256
    squeeze = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    opening, block = (squeeze.compress(part) + squeeze.flush(zlib.Z_FULL_FLUSH) for part in (b"[", space))
    checksum = 0
    for part in (b"[", *[space] * times, b"]"):
        checksum = zlib.crc32(part, checksum)
    header = b"\x1f\x8b\x08" + bytes(7)
    trailer = struct.pack("<II", checksum, times * len(space) + 2)
    return header + opening + block * times + squeeze.compress(b"]") + squeeze.flush() + trailer


def redirect(address: str, status: int = 302) -> Respond:
    """Redirects to an address, in which {host}, {port} and {target} stand for those of the request."""
    return lambda request, answer: Response(status, {"Location": address.format(
        host=request.host, port=request.host.rpartition(":")[2], target=request.target)})


def too_many(request: Request, answer: Answer) -> Response:
    """Sends 429 with a Retry-After date one minute from now."""
    until = formatdate(time.time() + 60, usegmt=True)
    return Response(429, {"Content-Type": JSON, "Retry-After": until}, b"{}")


CHALLENGE = b"<!DOCTYPE html>\n<title>Just a moment...</title>\n<p>Checking your browser.</p>\n"
HOP = "http://{host}/feeds/posts.rss?fault="
ATOM = "http://{host}/feeds/posts.atom"
LAUGHS = "".join(f'<!ENTITY lol{level} "{f"&lol{level - 1};" * 10}">' for level in range(1, 10))
PAGE = b"<!doctype html>\n<title>Welcome</title>\n<p>Please sign in to use this network.</p>\n"
DEEP = 100_000
NEXT, CODE = answers_with("next_path"), answers_with("response_code")

KINDS: Dict[str, Dict[str, Fault]] = {
    "another status": {
        "error-500": Fault("500 with a JSON error", fixed(500, b'{"error": "Something broke."}')),
        "unavailable": Fault("503, Retry-After: 1", fixed(503, b"{}", Retry_After="1")),
        "too-many": Fault("429, Retry-After: 1", fixed(429, b"{}", Retry_After="1")),
        "too-many-date": Fault("429, Retry-After: the date one minute from now", too_many),
        "gone": Fault("410", fixed(410, b"{}")),
        "challenge-403": Fault("403 with a page that checks for a browser", fixed(403, CHALLENGE, HTML)),
        "challenge-503": Fault("503 with a page that checks for a browser", fixed(503, CHALLENGE, HTML)),
        "not-found": Fault("404", fixed(404, b"{}")),
        "lying-304": Fault("304, even if the request was not conditional", fixed(304, b"")),
        "redirect-loop": Fault("302 to the same address", redirect("http://{host}{target}")),
        "redirect-file": Fault("302 to file:///etc/passwd", redirect("file:///etc/passwd")),
        "redirect-host": Fault(
            "302 to another host, which refuses connections", redirect("http://localhost:1{target}")),
    },
    "a moved feed (use ?fault=NAME: /control also hits the new address)": {
        "moved": Fault("301 to /feeds/posts.atom", redirect(ATOM, 301)),
        "moved-308": Fault("308 to /feeds/posts.atom", redirect(ATOM, 308)),
        "moved-often": Fault("301, 308, 301 to /feeds/posts.atom", redirect(HOP + "moved-again", 301)),
        "moved-again": Fault("308, 301 to /feeds/posts.atom", redirect(HOP + "moved", 308)),
        "found": Fault("302 to /feeds/posts.atom", redirect(ATOM)),
        "found-moved": Fault("302, 301 to /feeds/posts.atom", redirect(HOP + "moved")),
        "moved-found": Fault("301, 302 to /feeds/posts.atom", redirect(HOP + "found", 301)),
        "redirect-home": Fault(
            "302 to 127.0.0.1, for any host", redirect("http://127.0.0.1:{port}/feeds/posts.rss")),
    },
    "a bad connection": {
        "hang": Fault("no response until the client disconnects", break_connection=hang),
        "drip": Fault("the headers at once, then a byte every 100 ms", drip),
        "reset": Fault("a connection reset instead of a response", break_connection=reset),
        "cut-headers": Fault("the connection ends inside the headers", break_connection=cut_headers),
        "truncate": Fault("the connection ends halfway through the body", truncate, makes_change=True),
        "bad-length": Fault(
            "a Content-Length that is not a number", fixed(200, b"[]", Content_Length="two", **CLOSE)),
        "bad-chunks": Fault(
            "a chunk size that is not a number",
            fixed(200, b"two\r\n[]\r\n0\r\n\r\n", Transfer_Encoding="chunked", **CLOSE)),
        "huge": Fault("a body without end", huge),
        "gzip-bomb": Fault("256 MiB of JSON in 260 KB of gzip", gzip_bomb),
    },
    "wrong content": {
        "malformed": Fault(
            "a list with an invalid element after each valid one", with_value(in_lists(malformed)), makes_change=True),
        "invalid": Fault("a list of invalid elements", with_value(in_lists(invalid)), makes_change=True),
        "wrong-type": Fault(
            "an object instead of a list, and vice versa", with_value(wrong_type), makes_change=True),
        "empty": Fault("an empty list", with_value(empty), makes_change=True),
        "no-body": Fault("200 with no body", fixed(200, b"")),
        "not-json": Fault("200 with an HTML page, as from a captive portal", fixed(200, PAGE, HTML)),
        "deep": Fault(f"JSON nested {DEEP:,} levels deep", fixed(200, b"[" * DEEP + b"]" * DEEP)),
    },
    "a wrong feed (hits only feeds)": {
        name: Fault(summary, respond, feeds) for name, (summary, respond) in {
            "cut-entry": ("the feed ends inside the last title", with_document(cut)),
            "html-entities": ("HTML entities", with_document(before_titles("&eacute;&nbsp;&mdash; "))),
            "bare-ampersand": ("an & without an entity", with_document(before_titles("Q & A &c=d "))),
            "control-chars": ("control characters", with_document(before_titles("\1\b\v\x1b[31m\x7f"))),
            "blank-lines": ("blank lines at the start", with_document(lambda body: b"\n \r\n" + body)),
            "byte-order-mark": ("a byte order mark", with_document(lambda body: b"\xef\xbb\xbf" + body)),
            "windows-1252": ("windows-1252 labelled iso-8859-1", labelled("iso-8859-1", "cp1252")),
            "utf8-as-latin1": ("UTF-8 labelled iso-8859-1", labelled("iso-8859-1")),
            "unknown-encoding": ("UTF-8 labelled x-slack-water", labelled("x-slack-water")),
            "billion-laughs": (
                "entities that each expand to ten others",
                with_document(with_entities(f'<!ENTITY lol0 "lol">{LAUGHS}', "&lol9;"))),
            "external-entity": (
                "an entity from file:///etc/passwd",
                with_document(with_entities('<!ENTITY x SYSTEM "file:///etc/passwd">', "&x;"))),
            "deep-feed": (
                f"{DEEP:,} nested elements", with_document(before_titles("<b>" * DEEP + "</b>" * DEEP, 1))),
            "media-html": ("labelled as HTML", with_document(media_type=HTML)),
            "media-text": ("labelled as plain text", with_document(media_type="text/plain")),
            "expired": (
                "a JSON Feed with \"expired\": true",
                with_document(lambda body: re.sub(rb"^\{", b'{"expired": true,', body))),
            "no-etag": ("only Last-Modified as a validator", without_headers("ETag")),
            "no-validators": ("no validator", without_headers("ETag", "Last-Modified")),
        }.items()
    },
    "a change that fails (hits only changes)": {
        "lost-answer": Fault(
            "made, then a connection reset instead of the response",
            break_connection=reset, hits=changes, makes_change=True),
        "refuse": Fault("not made: 422 with a reason", fixed(422, b'{"error": "This is not done here."}'), changes),
        "slow-commit": Fault(
            "made late; the response follows", to_response, changes, makes_change=True, is_late=True),
    },
    "a wrong step to the response code (hits only those steps)": {
        "next-elsewhere": Fault("next_path on another host", with_value(on_other_host), NEXT),
        "next-file": Fault(
            "next_path is file:///etc/passwd", with_value(with_field("next_path", "file:///etc/passwd")), NEXT),
        "next-missing": Fault("no next_path", with_value(without_field("next_path")), NEXT),
        "next-type": Fault("next_path is a number", with_value(with_field("next_path", 42)), NEXT),
        "code-type": Fault(
            "response_code is not a UUID", with_value(with_field("response_code", "not-a-uuid")), CODE),
        "code-missing": Fault("no response_code", with_value(without_field("response_code")), CODE),
    },
}
"""The faults by kind, in the order of the help."""
FAULTS = {name: fault for faults in KINDS.values() for name, fault in faults.items()}
UNKNOWN = Fault("the name is unknown", fixed(400, b'{"error": "There is no such fault."}'))
