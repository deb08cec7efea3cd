#!/usr/bin/env python3
"""Serves generated posts or a feed as fast as Python can, or accepts requests and never responds.

    server.py FOLDER COUNT PORT answer|hang|feed

Stops at the end of standard input. Its posts are those of server/server.py, which makes each on demand and is too slow
for measurements.
"""
import hashlib
import os
import re
import socket
import subprocess
import sys
import threading
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from benchmark.feeds import Feed  # noqa: E402
from benchmark.posts import Pages, Posts  # noqa: E402


class Server:
    """A server of posts or a feed in a separate process, which can stop and start again at the same address."""

    def __init__(self, content):
        self.content, self.port, self.process = content, 0, None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def become(self, state: str) -> None:
        """Stops the server (`gone`), or restarts it so that it never responds (`hanging`) or serves (`up`)."""
        is_feed = isinstance(self.content, Feed)
        if self.process:
            self.process.stdin.close()
            self.process.wait()
            self.process.stdout.close()
            self.process = None
        if state == "gone":
            return
        self.process = subprocess.Popen(
            [sys.executable, __file__, self.content.folder if is_feed else self.content.folder.parent,
             str(self.content.count), str(self.port),
             "hang" if state == "hanging" else "feed" if is_feed else "answer"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.port = int(self.process.stdout.readline())


def answer(pages: Pages, head: bytes, host: str) -> bytes:
    """Returns the response to a request for posts."""
    target = head.split(b" ", 2)[1].decode()
    path, query = urlsplit(target).path, parse_qs(urlsplit(target).query)
    if path != "/posts":
        return response("404 Not Found", b"{}", [])
    headers = [f"X-Total-Count: {pages.count}"]
    start, end = 0, pages.count
    if "_page" in query:
        page, limit = int(query["_page"][0]), int(query.get("_limit", ["10"])[0])
        start, end, last = (page - 1) * limit, page * limit, -(-pages.count // limit)
        others = {"first": 1, "prev": page - 1, "next": page + 1, "last": last}
        headers.append("Link: " + ", ".join(
            f'<http://{host}/posts?_page={other}&_limit={limit}>; rel="{name}"'
            for name, other in others.items() if 1 <= other <= last))
    body = pages.slice(start, end)
    tag = f'"{hashlib.md5(body).hexdigest()}"'
    headers.append(f"ETag: {tag}")
    known = re.search(rb"\r\nIf-None-Match: *([^\r]*)", head, re.IGNORECASE)
    if known and tag in known[1].decode():
        return response("304 Not Modified", b"", headers)
    return response("200 OK", body, headers)


class FeedAnswers:
    """Serves a feed at `/feed.xml`, and the status codes since the last such request at `/answers`."""

    def __init__(self, feed: Feed):
        self.body = feed.file.read_bytes()
        self.tag = f'"{hashlib.md5(self.body).hexdigest()}"'
        self.statuses = []

    def answer(self, head: bytes) -> bytes:
        path = head.split(b" ", 2)[1]
        if path == b"/answers":
            statuses, self.statuses = self.statuses, []
            return response("200 OK", " ".join(statuses).encode(), [])
        if path != b"/feed.xml":
            self.statuses.append("404")
            return response("404 Not Found", b"", [])
        headers = [f"ETag: {self.tag}", "Last-Modified: Mon, 14 Sep 2026 12:00:00 GMT"]
        if re.search(rb"\r\nIf-None-Match: *" + re.escape(self.tag.encode()), head, re.IGNORECASE):
            self.statuses.append("304")
            return response("304 Not Modified", b"", headers)
        self.statuses.append("200")
        return response("200 OK", self.body, headers)


def response(status: str, body: bytes, headers: list) -> bytes:
    lines = [f"HTTP/1.1 {status}", "Content-Type: application/json", f"Content-Length: {len(body)}", *headers, "", ""]
    return "\r\n".join(lines).encode() + body


def serve(connection: socket.socket, answer) -> None:
    """Sends `answer(head)` for the head of each request, or nothing if `answer` is None."""
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    waiting = b""
    with connection:
        while True:
            received = connection.recv(65536)
            if not received:
                return
            waiting += received
            while answer and b"\r\n\r\n" in waiting:
                head, waiting = waiting.split(b"\r\n\r\n", 1)
                connection.sendall(answer(head))


def guarded(*arguments) -> None:
    try:
        serve(*arguments)
    except ConnectionError:
        pass  # The client has disconnected.


def main() -> None:
    folder, count, port, manner = sys.argv[1:]
    listener = socket.create_server(("127.0.0.1", int(port)), backlog=64)
    port = listener.getsockname()[1]
    answers = None
    if manner == "feed":
        answers = FeedAnswers(Feed(Path(folder), int(count))).answer
    elif manner == "answer":
        pages = Pages(Posts(Path(folder), int(count)))
        answers = lambda head: answer(pages, head, f"127.0.0.1:{port}")  # noqa: E731
    print(port, flush=True)
    threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
    while True:
        connection = listener.accept()[0]
        threading.Thread(target=guarded, args=(connection, answers), daemon=True).start()


if __name__ == "__main__":
    main()
