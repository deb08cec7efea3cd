#!/usr/bin/env python3
"""Serves generated posts as fast as Python can, or takes requests and never answers.

    server.py FOLDER COUNT PORT answer|hang

Ends when standard input does. What it serves is what server/server.py serves, which makes each post when it is asked
for: too slow for a measure.
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
from benchmark.posts import Pages, Posts  # noqa: E402


class Server:
    """The server as a process of its own, which can be stopped and started again at the same address."""

    def __init__(self, posts: Posts):
        self.posts, self.port, self.process = posts, 0, None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def become(self, state: str) -> None:
        """`gone`, `hanging` or `up`."""
        if self.process:
            self.process.stdin.close()
            self.process.wait()
            self.process.stdout.close()
            self.process = None
        if state == "gone":
            return
        self.process = subprocess.Popen(
            [sys.executable, __file__, self.posts.folder.parent, str(self.posts.count), str(self.port),
             "answer" if state == "up" else "hang"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.port = int(self.process.stdout.readline())


def answer(pages: Pages, head: bytes, host: str) -> bytes:
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


def response(status: str, body: bytes, headers: list) -> bytes:
    lines = [f"HTTP/1.1 {status}", "Content-Type: application/json", f"Content-Length: {len(body)}", *headers, "", ""]
    return "\r\n".join(lines).encode() + body


def serve(connection: socket.socket, pages: Pages, host: str, answers: bool) -> None:
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    waiting = b""
    with connection:
        while True:
            received = connection.recv(65536)
            if not received:
                return
            waiting += received
            while answers and b"\r\n\r\n" in waiting:
                head, waiting = waiting.split(b"\r\n\r\n", 1)
                connection.sendall(answer(pages, head, host))


def guarded(*arguments) -> None:
    try:
        serve(*arguments)
    except ConnectionError:
        pass  # The client has left.


def main() -> None:
    folder, count, port, manner = sys.argv[1:]
    pages = Pages(Posts(Path(folder), int(count)))
    listener = socket.create_server(("127.0.0.1", int(port)), backlog=64)
    port = listener.getsockname()[1]
    print(port, flush=True)
    threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
    while True:
        connection = listener.accept()[0]
        threading.Thread(
            target=guarded, args=(connection, pages, f"127.0.0.1:{port}", manner == "answer"), daemon=True).start()


if __name__ == "__main__":
    main()
