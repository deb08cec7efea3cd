import http.client
import threading

from testing import TIME_LIMIT, ServerTestCase, reply


class WireTests(ServerTestCase):
    def test_a_connection_serves_several_requests(self):
        connection = http.client.HTTPConnection(*self.address, timeout=TIME_LIMIT)
        self.addCleanup(connection.close)
        connection.connect()
        for method, path, body in (
            ("GET", "/posts/1", None), ("GET", "/posts", None), ("PUT", "/posts", b"body"),
            ("GET", "/nothing", None), ("GET", "/posts?_page=1", None),
        ):
            connection.request(method, path, body)
            self.assertNotIn("connection", reply(connection).headers)
        self.assertEqual(len(self.logged()), 5)

    def test_an_invalid_request_is_refused_with_a_json_error(self):
        for request, status in (
            (b"hello\r\n\r\n", 400),
            (b"GET / HTTP/2.0\r\n\r\n", 505),
            (b"BREW / HTTP/1.1\r\n\r\n", 501),
            (b"GET /" + b"a" * 70_000 + b" HTTP/1.1\r\n\r\n", 414),
        ):
            with self.subTest(request[:60]):
                answer = self.exchange(request)
                self.assertIn(str(status).encode(), answer.splitlines()[0])
                self.assertRegex(answer, rb'\{"error": ".*\."\}$')

    def test_a_client_that_disconnects_early_causes_no_error(self):
        for half in (b"", b"\r\n", b"GET /posts", b"GET / HTTP/1.1\r\nHost: x\r\n",
                     b"POST /control HTTP/1.1\r\nContent-Length: 9\r\n\r\n{"):
            self.connect(half).close()
        self.assertEqual(self.ask("/posts/1").status, 200)

    def test_many_clients_are_served_at_once(self):
        paths = [f"/posts/{number % 132 + 1}" for number in range(100)]
        answers = []
        threads = [threading.Thread(target=lambda: answers.extend(self.ask(path) for path in paths)) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual([answer.status for answer in answers], [200] * 800)
