import http.client
import json
import socket
import threading
import unittest
from unittest import mock

import connections
import wire
from testing import TIME_LIMIT, ServerTestCase, reply


class WireTests(ServerTestCase):
    def test_an_answer_is_one_write_without_delay(self):
        writes, options = [], []

        class Counting:
            def __init__(self, connection):
                self.connection = connection

            def sendall(self, data):
                writes.append(data)
                self.connection.sendall(data)

        def send(connection, *arguments):
            options.append(connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            return wire.send(Counting(connection), *arguments)

        with mock.patch.object(connections, "send", send):
            for path in ("/posts", "/posts/1", "/nothing", "/control", "/"):
                self.ask(path, Accept_Encoding="gzip")
        self.assertEqual(len(writes), 5)
        self.assertTrue(all(options))

    def test_a_connection_serves_many_requests(self):
        connection = http.client.HTTPConnection(*self.address, timeout=TIME_LIMIT)
        self.addCleanup(connection.close)
        connection.connect()
        for method, path, body in (
            ("GET", "/posts/1", None), ("HEAD", "/posts", None), ("PUT", "/posts", b"body"),
            ("GET", "/nothing", None),
        ):
            connection.request(method, path, body)
            self.assertNotIn("connection", reply(connection).headers)
        self.assertEqual(len(self.logged()), 4)

    def test_requests_may_be_sent_ahead(self):
        one = f"GET /posts/1 HTTP/1.1\r\nHost: {self.host}\r\n\r\n"
        last = one.replace("Host", "Connection: close\r\nHost")
        self.assertEqual(self.exchange((one * 3 + last).encode()).count(b"HTTP/1.1 200 OK"), 4)

    def test_http_1_0_closes_unless_asked_not_to(self):
        self.assertIn(b"\r\nConnection: close\r\n", self.exchange(b"GET /posts/1 HTTP/1.0\r\n\r\n"))
        stays = self.connect(b"GET /posts/1 HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
        self.assertIn(b"\r\nConnection: keep-alive\r\n", stays.recv(2**20))
        stays.sendall(b"GET /posts/1 HTTP/1.0\r\n\r\n")
        self.assertIn(b"200 OK", stays.recv(2**20))

    def test_nonsense_is_refused_with_a_sentence(self):
        for request, status in (
            (b"hello\r\n\r\n", 400),
            (b"GET /\r\n\r\n", 400),
            (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\n", 400),
            (b"GET posts HTTP/1.1\r\n\r\n", 400),
            (b"GET / HTTP/2.0\r\n\r\n", 505),
            (b"GET / HTTP/1.1\r\nno colon\r\n\r\n", 400),
            (b"GET / HTTP/1.1\r\nA: b\r\n folded\r\n\r\n", 400),
            (b"GET / HTTP/1.1\r\nA: b\rc\r\n\r\n", 400),
            (b'GET / HTTP/1.1\r\nHost: "><x\r\n\r\n', 400),
            (b"GET /" + b"a" * 70_000 + b" HTTP/1.1\r\n\r\n", 414),
            (b"GET / HTTP/1.1\r\nA: " + b"a" * 70_000 + b"\r\n\r\n", 431),
            (b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 20_000 + b"\r\n", 431),
            (b"POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", 400),
            (b"POST / HTTP/1.1\r\nContent-Length: " + b"9" * 5000 + b"\r\n\r\n", 413),
            (b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 411),
        ):
            with self.subTest(request[:60]):
                head, _, body = self.exchange(request).partition(b"\r\n\r\n")
                self.assertEqual(int(head.split()[1]), status)
                self.assertTrue(json.loads(body)["error"].endswith("."))

    def test_a_client_that_leaves_is_no_error(self):
        for half in (b"", b"\r\n", b"GET /posts", b"GET / HTTP/1.1\r\nHost: x\r\n",
                     b"POST /control HTTP/1.1\r\nContent-Length: 9\r\n\r\n{"):
            self.connect(half).close()
        self.assertEqual(self.ask("/posts/1").status, 200)

    def test_a_proxy_s_way_to_ask_and_a_missing_host(self):
        self.assertIn(b"200 OK", self.exchange(
            b"GET http://elsewhere.example/posts/1 HTTP/1.1\r\nConnection: close\r\n\r\n"))
        answer = self.exchange(b"GET /posts?_page=1 HTTP/1.1\r\nConnection: close\r\n\r\n")
        self.assertIn(f"<http://{self.host}/posts?_page=2>".encode(), answer)

    def test_a_client_that_expects_to_be_asked_for_the_body(self):
        connection = self.connect(
            b"POST /control HTTP/1.1\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n")
        self.assertEqual(connection.recv(2**20), b"HTTP/1.1 100 Continue\r\n\r\n")
        connection.sendall(b"{}")
        self.assertIn(b"200 OK", connection.recv(2**20))

    def test_many_at_once(self):
        paths = [f"/posts/{number % 132 + 1}" for number in range(100)]
        answers = []
        threads = [threading.Thread(target=lambda: answers.extend(self.ask(path) for path in paths))
                   for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual({answer.status for answer in answers}, {200})
        self.assertEqual(len(answers), 800)


if __name__ == "__main__":
    unittest.main()
