"""A test case that starts a server, and sends requests to it."""
import http.client
import json
import socket
import sys
import threading
import unittest
from typing import Any, Dict, NamedTuple, Optional
from unittest import mock

from connections import Server
from control import Control
from data import Library, written_collections

TIME_LIMIT = 10


class Reply(NamedTuple):
    status: int
    headers: Dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class ServerTestCase(unittest.TestCase):
    """Starts a server for each test. A test fails if the server raises an exception."""

    def collections(self):
        return written_collections()

    def setUp(self):
        errors = []
        # The server would only print a traceback.
        patch = mock.patch("socketserver.BaseServer.handle_error", lambda *_: errors.append(sys.exc_info()[1]))
        patch.start()
        self.addCleanup(patch.stop)
        self.server = Server(("127.0.0.1", 0), Control(Library(self.collections())))
        self.addCleanup(lambda: self.assertEqual(errors, []))
        self.addCleanup(self.server.server_close)
        serving = threading.Thread(target=self.server.serve_forever, args=(0.01,))
        serving.start()
        self.addCleanup(serving.join)
        self.addCleanup(self.server.shutdown)
        self.address = self.server.server_address
        self.host = "127.0.0.1:%d" % self.address[1]

    def ask(self, path: str, method: str = "GET", body: Any = None, **headers: str) -> Reply:
        """Sends a request. Underscores in the names of headers become hyphens."""
        connection = http.client.HTTPConnection(*self.address, timeout=TIME_LIMIT)
        try:
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            connection.request(method, path, body, named)
            return reply(connection)
        finally:
            connection.close()

    def control(self, **fields: Any) -> Any:
        """Posts the fields to /control, and returns the settings."""
        answer = self.ask("/control", "POST", json.dumps(fields))
        self.assertEqual(answer.status, 200, answer.body)
        return answer.json

    def logged(self, wait: int = 0) -> Any:
        """Returns the log of requests, once it has as many as `wait`."""
        return self.ask(f"/control?wait={wait}").json["requests"]

    def connect(self, data: bytes) -> socket.socket:
        """Opens a connection, and sends data on it."""
        connection = socket.create_connection(self.address, timeout=TIME_LIMIT)
        self.addCleanup(connection.close)
        connection.sendall(data)
        return connection

    def exchange(self, data: bytes) -> bytes:
        """Sends data, and returns everything that the server sends until it closes the connection."""
        return received(self.connect(data))

    def raw(self, path: str) -> bytes:
        """Returns the response to a GET request as sent, headers included."""
        head = f"GET {path} HTTP/1.1\r\nHost: {self.host}\r\nConnection: close\r\n\r\n"
        return self.exchange(head.encode())


def reply(connection: http.client.HTTPConnection) -> Reply:
    response = connection.getresponse()
    headers = {name.lower(): value for name, value in response.getheaders()}
    return Reply(response.status, headers, response.read())


def received(connection: socket.socket, limit: Optional[int] = None) -> bytes:
    """Reads until the server closes the connection, or until there are at least `limit` bytes."""
    pieces, size = [], 0
    while limit is None or size < limit:
        piece = connection.recv(2**20)
        if not piece:
            break
        pieces.append(piece)
        size += len(piece)
    return b"".join(pieces)
