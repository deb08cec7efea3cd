"""The faults: all that a server can do wrong. Each is one row of the table at the end."""
import functools
import os
import re
import socket
import struct
import time
import zlib
from email.utils import formatdate
from typing import Callable, Dict, Iterator, NamedTuple, Optional

from answers import HTML, JSON, Answer, Document, encoded, media_type, represented
from spoiling import (
    Respond, content, cut, declaring, elsewhere, empty, feed, having, in_lists, in_titles, invalid,
    labelled, malformed, unvalidated, without, wrong_type)
from wire import Request, Response

Hits = Callable[[Request, Optional[Answer]], bool]
"""Whether a fault hits this request. A change has not been made yet, and has no answer."""


def everything(request: Request, answer: Optional[Answer]) -> bool:
    return True


def changes(request: Request, answer: Optional[Answer]) -> bool:
    return request.changes


def feeds(request: Request, answer: Optional[Answer]) -> bool:
    return (answer is not None and isinstance(answer.value, Document)
            and "+" in answer.value.media_type)


def answers_with(key: str) -> Hits:
    return lambda request, answer: (
        answer is not None and isinstance(answer.value, dict) and key in answer.value)


class Fault(NamedTuple):
    summary: str
    respond: Optional[Respond] = None
    """The answer to send instead of the right one."""
    hits: Hits = everything
    seize: Optional[Callable[[socket.socket], None]] = None
    """Does to the connection what no answer could."""
    is_made: bool = False
    """Whether a change is made, if one was asked for."""
    is_late: bool = False
    """Whether it is made only after as long as the setting `delay` says."""


# Instead of an answer.


def hang(connection: socket.socket) -> None:
    while connection.recv(65536):
        pass


def cut_headers(connection: socket.socket) -> None:
    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Len")


def reset(connection: socket.socket) -> None:
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    # close() would wait for the stream that still reads from this socket.
    os.close(connection.detach())


# Answers that are broken on the wire.

CLOSE = {"Connection": "close"}


def fixed(status: int, body: bytes, content_type: str = JSON, **headers: str) -> Respond:
    """An answer that is always the same; `Retry_After` stands for Retry-After."""
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
    """An empty list with 256 MiB of space in it. Only one of them is compressed: after a full
    flush the next would look the same.
    """
    space, times = b" " * 2**20, 256
    squeeze = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    opening, block = (
        squeeze.compress(part) + squeeze.flush(zlib.Z_FULL_FLUSH) for part in (b"[", space))
    checksum = 0
    for part in (b"[", *[space] * times, b"]"):
        checksum = zlib.crc32(part, checksum)
    header = b"\x1f\x8b\x08" + bytes(7)
    trailer = struct.pack("<II", checksum, times * len(space) + 2)
    return header + opening + block * times + squeeze.compress(b"]") + squeeze.flush() + trailer


def redirect(address: str, status: int = 302) -> Respond:
    """To an address in which {host}, {port} and {target} are the request's."""
    return lambda request, answer: Response(status, {"Location": address.format(
        host=request.host, port=request.host.rpartition(":")[2], target=request.target)})


def too_many(request: Request, answer: Answer) -> Response:
    """Until a minute from now."""
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
        "too-many-date": Fault("429, Retry-After: the date in a minute", too_many),
        "gone": Fault("410", fixed(410, b"{}")),
        "challenge-403": Fault(
            "403 with a page that wants a browser", fixed(403, CHALLENGE, HTML)),
        "challenge-503": Fault(
            "503 with a page that wants a browser", fixed(503, CHALLENGE, HTML)),
        "not-found": Fault("404", fixed(404, b"{}")),
        "lying-304": Fault("304, even if the request was not conditional", fixed(304, b"")),
        "redirect-loop": Fault("302 to the same address", redirect("http://{host}{target}")),
        "redirect-file": Fault("302 to file:///etc/passwd", redirect("file:///etc/passwd")),
        "redirect-host": Fault(
            "302 to another host, where nobody listens", redirect("http://localhost:1{target}")),
    },
    "a feed that moved (better as ?fault=NAME, as it hits the new address, too)": {
        "moved": Fault("301 to /feeds/posts.atom", redirect(ATOM, 301)),
        "moved-308": Fault("308 to /feeds/posts.atom", redirect(ATOM, 308)),
        "moved-often": Fault(
            "301, 308, 301 to /feeds/posts.atom", redirect(HOP + "moved-again", 301)),
        "moved-again": Fault("308, 301 to /feeds/posts.atom", redirect(HOP + "moved", 308)),
        "found": Fault("302 to /feeds/posts.atom", redirect(ATOM)),
        "found-moved": Fault("302, 301 to /feeds/posts.atom", redirect(HOP + "moved")),
        "moved-found": Fault("301, 302 to /feeds/posts.atom", redirect(HOP + "found", 301)),
        "redirect-home": Fault(
            "302 to 127.0.0.1, whatever the host was called",
            redirect("http://127.0.0.1:{port}/feeds/posts.rss")),
    },
    "a bad connection": {
        "hang": Fault("no answer until the client leaves", seize=hang),
        "drip": Fault("the headers at once, then a byte every 100 ms", drip),
        "reset": Fault("a reset connection instead of an answer", seize=reset),
        "cut-headers": Fault("the connection ends inside the headers", seize=cut_headers),
        "truncate": Fault(
            "the connection ends halfway through the body", truncate, is_made=True),
        "bad-length": Fault(
            "a Content-Length that is not a number",
            fixed(200, b"[]", Content_Length="two", **CLOSE)),
        "bad-chunks": Fault(
            "a chunk whose size is not a number",
            fixed(200, b"two\r\n[]\r\n0\r\n\r\n", Transfer_Encoding="chunked", **CLOSE)),
        "huge": Fault("a body without end", huge),
        "gzip-bomb": Fault("256 MiB of JSON in 260 KB of gzip", gzip_bomb),
    },
    "wrong content": {
        "malformed": Fault(
            "a list with an invalid element after each valid one",
            content(in_lists(malformed)), is_made=True),
        "invalid": Fault("a list of invalid elements", content(in_lists(invalid)), is_made=True),
        "wrong-type": Fault(
            "an object for a list, a list for an object", content(wrong_type), is_made=True),
        "empty": Fault("an empty list", content(empty), is_made=True),
        "no-body": Fault("200 with no body", fixed(200, b"")),
        "not-json": Fault("200 with an HTML page, as in a hotel's network", fixed(200, PAGE, HTML)),
        "deep": Fault(f"JSON nested {DEEP:,} levels deep", fixed(200, b"[" * DEEP + b"]" * DEEP)),
    },
    "a wrong feed (other requests are not hit)": {
        name: Fault(summary, respond, feeds) for name, (summary, respond) in {
            "cut-entry": ("it ends inside the last title", feed(cut)),
            "html-entities": ("entities of HTML", feed(in_titles("&eacute;&nbsp;&mdash; "))),
            "bare-ampersand": ("an & that is no entity", feed(in_titles("Q & A &c=d "))),
            "control-chars": ("control characters", feed(in_titles("\1\b\v\x1b[31m\x7f"))),
            "blank-lines": ("blank lines first", feed(lambda body: b"\n \r\n" + body)),
            "byte-order-mark": ("a byte order mark", feed(lambda body: b"\xef\xbb\xbf" + body)),
            "windows-1252": (
                "windows-1252 labelled iso-8859-1", labelled("iso-8859-1", "cp1252")),
            "utf8-as-latin1": ("UTF-8 labelled iso-8859-1", labelled("iso-8859-1")),
            "unknown-encoding": ("UTF-8 labelled x-slack-water", labelled("x-slack-water")),
            "billion-laughs": (
                "entities that are ten others each",
                feed(declaring(f'<!ENTITY lol0 "lol">{LAUGHS}', "&lol9;"))),
            "external-entity": (
                "an entity that is file:///etc/passwd",
                feed(declaring('<!ENTITY x SYSTEM "file:///etc/passwd">', "&x;"))),
            "deep-feed": (
                f"{DEEP:,} elements in each other",
                feed(in_titles("<b>" * DEEP + "</b>" * DEEP, 1))),
            "media-html": ("labelled as HTML", feed(media_type=HTML)),
            "media-text": ("labelled as plain text", feed(media_type="text/plain")),
            "expired": (
                "a JSON Feed that says that it is over",
                feed(lambda body: re.sub(rb"^\{", b'{"expired": true,', body))),
            "no-etag": ("only a date as a validator", unvalidated("ETag")),
            "no-validators": ("no validator", unvalidated("ETag", "Last-Modified")),
        }.items()
    },
    "a change that goes wrong (other requests are not hit)": {
        "lost-answer": Fault(
            "made, then a reset connection instead of the answer",
            seize=reset, hits=changes, is_made=True),
        "refuse": Fault("not made: 422 with a reason", fixed(
            422, b'{"error": "This is not done here."}'), changes),
        "slow-commit": Fault(
            "made late, and answered when it is made", represented, changes, is_made=True,
            is_late=True),
    },
    "a wrong way to the response code (other requests are not hit)": {
        "next-elsewhere": Fault("next_path on another host", content(elsewhere), NEXT),
        "next-file": Fault(
            "next_path is file:///etc/passwd",
            content(having("next_path", "file:///etc/passwd")), NEXT),
        "next-missing": Fault("no next_path", content(without("next_path")), NEXT),
        "next-type": Fault("next_path is a number", content(having("next_path", 42)), NEXT),
        "code-type": Fault(
            "response_code is not a UUID", content(having("response_code", "not-a-uuid")), CODE),
        "code-missing": Fault("no response_code", content(without("response_code")), CODE),
    },
}
FAULTS = {name: fault for faults in KINDS.values() for name, fault in faults.items()}
UNKNOWN = Fault("there is none of this name", fixed(400, b'{"error": "There is no such fault."}'))
