import itertools
import json
import socket
import zlib

from faults import FAULTS, PAGE
from testing import ServerTestCase, received


class FaultTests(ServerTestCase):
    def hit(self, fault: str, path: str = "/posts?_page=1") -> bytes:
        self.control(fault=fault)
        return self.raw(path)

    def hit_json(self, fault: str, path: str):
        head, _, body = self.hit(fault, path).partition(b"\r\n\r\n")
        self.assertIn(b"HTTP/1.1 200 OK", head)
        return json.loads(body)

    def test_faults_with_a_fixed_response_send_it_for_every_request(self):
        for fault, status, header, body in (
            ("error-500", 500, "Content-Length: 29\r\n", b'{"error": "Something broke."}'),
            ("unavailable", 503, "Retry-After: 1\r\n", b"{}"),
            ("too-many", 429, "Retry-After: 1\r\n", b"{}"),
            ("not-found", 404, "Content-Length: 2\r\n", b"{}"),
            ("lying-304", 304, "Content-Type: ", b""),
            ("redirect-loop", 302, f"Location: http://{self.host}/users/1?a=b\r\n", b""),
            ("redirect-file", 302, "Location: file:///etc/passwd\r\n", b""),
            ("redirect-host", 302, "Location: http://localhost:1/users/1?a=b\r\n", b""),
            ("bad-length", 200, "Content-Length: two\r\n", b"[]"),
            ("bad-chunks", 200, "Transfer-Encoding: chunked\r\n", b"two\r\n[]\r\n0\r\n\r\n"),
            ("no-body", 200, "Content-Length: 0\r\n", b""),
            ("not-json", 200, "Content-Type: text/html", PAGE),
            ("deep", 200, "Content-Length: 200000\r\n", b"[" * 100_000 + b"]" * 100_000),
        ):
            with self.subTest(fault):
                head, end, sent = self.hit(fault, "/users/1?a=b").partition(b"\r\n\r\n")
                self.assertTrue(head.startswith(b"HTTP/1.1 %d " % status), head)
                self.assertIn(f"\r\n{header}", (head + end).decode())
                self.assertEqual(sent, body)
                self.assertEqual(b"Content-Length" in head, fault not in ("lying-304", "bad-chunks"))

    def test_hang_sends_nothing_until_the_client_disconnects(self):
        self.control(fault="hang", times=1)
        connection = self.connect(b"GET /posts HTTP/1.1\r\nHost: x\r\n\r\n")
        self.assertEqual(self.logged(wait=1)[0]["status"], None)
        connection.setblocking(False)
        self.assertRaises(BlockingIOError, connection.recv, 1)
        connection.setblocking(True)
        connection.shutdown(socket.SHUT_WR)
        self.assertEqual(received(connection), b"")

    def test_drip_sends_its_body_byte_by_byte(self):
        self.control(fault="drip", times=1)
        connection = self.connect(b"GET /posts HTTP/1.1\r\nHost: x\r\n\r\n")
        answer = b""
        while not answer.endswith(b"\r\n\r\n[  "):
            answer += connection.recv(2**20)
        self.assertIn(b"\r\nContent-Length: 1000000\r\n", answer)

    def test_reset_resets_the_connection(self):
        self.control(fault="reset", times=1)
        connection = self.connect(b"GET /posts HTTP/1.1\r\nHost: x\r\n\r\n")
        self.assertRaises(ConnectionResetError, received, connection)

    def test_cut_headers_ends_inside_the_headers(self):
        self.control(fault="cut-headers")
        answer = self.exchange(b"GET /posts HTTP/1.1\r\n\r\n")
        self.assertTrue(answer.startswith(b"HTTP/1.1 200 OK\r\n"))
        self.assertNotIn(b"\r\n\r\n", answer)

    def test_truncate_sends_half_of_the_body(self):
        head, _, body = self.hit("truncate").partition(b"\r\n\r\n")
        length = int(head.partition(b"Content-Length: ")[2].split()[0])
        self.assertEqual(len(body), length // 2)
        self.assertTrue(body.startswith(b"[\n  {"))
        self.assertRaises(ValueError, json.loads, body)

    def test_huge_sends_a_body_without_end(self):
        self.control(fault="huge", times=1)
        connection = self.connect(b"GET /posts HTTP/1.1\r\nHost: x\r\n\r\n")
        self.assertGreater(len(received(connection, limit=65 * 2**20)), 64 * 2**20)
        connection.close()
        self.assertEqual(self.ask("/posts/1").status, 200)

    def test_gzip_bomb_expands_to_more_than_200_megabytes_of_json(self):
        head, _, bomb = self.hit("gzip-bomb").partition(b"\r\n\r\n")
        self.assertIn(b"\r\nContent-Encoding: gzip", head)
        self.assertLess(len(bomb), 2**20)
        unzip, size, ends = zlib.decompressobj(31), 0, b""
        while not unzip.eof:
            piece = unzip.decompress(bomb, 2**24)
            bomb, size = unzip.unconsumed_tail, size + len(piece)
            ends = ends[:1] + piece[:1] + piece[-1:]
        self.assertGreater(size, 200 * 10**6)
        self.assertEqual((ends[:1], ends[-1:]), (b"[", b"]"))

    def test_malformed_mixes_valid_and_invalid_records(self):
        for name in ("posts", "users", "comments"):
            with self.subTest(name):
                valid = list(self.collections()[name])
                elements = self.hit_json("malformed", f"/{name}")
                self.assertEqual(elements[::2], valid)
                self.assertTrue(all(is_broken(element) for element in elements[1::2]))
        self.assertTrue(is_broken(self.hit_json("malformed", "/posts/1")))

    def test_invalid_has_no_valid_record(self):
        elements = self.hit_json("invalid", "/users")
        self.assertEqual(len(elements), 10)
        self.assertTrue(all(is_broken(element) for element in elements))
        self.assertTrue(is_broken(self.hit_json("invalid", "/users/1")))

    def test_wrong_content_has_another_etag(self):
        tag = self.ask("/posts").headers["etag"]
        self.control(fault="malformed")
        answer = self.ask("/posts", If_None_Match=tag)
        self.assertEqual(answer.status, 200)
        self.assertNotEqual(answer.headers["etag"], tag)

    def test_wrong_type_exchanges_lists_and_objects(self):
        self.assertIsInstance(self.hit_json("wrong-type", "/posts"), dict)
        self.assertIsInstance(self.hit_json("wrong-type", "/posts/1"), list)
        self.assertEqual(self.hit_json("empty", "/posts"), [])

    def test_content_faults_hit_the_list_inside_the_to_dos_object(self):
        valid = self.ask("/api/todos").json["todos"]
        elements = self.hit_json("malformed", "/api/todos")["todos"]
        self.assertEqual(elements[::2], valid)
        self.assertTrue(all(is_broken(element) for element in elements[1::2]))
        elements = self.hit_json("invalid", "/api/todos")["todos"]
        self.assertTrue(all(is_broken(element) for element in elements))
        self.assertEqual(self.hit_json("empty", "/api/todos"), {"todos": []})
        self.assertIsInstance(self.hit_json("wrong-type", "/api/todos"), list)

    def test_an_invalid_comic_has_no_number(self):
        for fault in ("malformed", "invalid"):
            self.assertNotIn("num", self.hit_json(fault, "/7/info.0.json"))

    def test_content_faults_answer_pictures_with_json(self):
        for fault in ("malformed", "invalid", "wrong-type", "empty"):
            self.assertIn(self.hit_json(fault, "/comics/dough.png"), ({}, [], [{}]))

    def test_response_code_faults_change_only_the_field_that_they_name(self):
        self.assertEqual(self.hit_json("next-file", "/"), {"next_path": "file:///etc/passwd"})
        self.assertEqual(self.hit_json("next-type", "/"), {"next_path": 42})
        self.assertEqual(self.hit_json("next-missing", "/"), {})
        path = self.server.control.library.next_path
        self.assertEqual(self.hit_json("code-missing", f"/{path}/"), {"path": path})
        self.assertEqual(self.hit_json("code-type", f"/{path}/"), {"path": path, "response_code": "not-a-uuid"})

    def test_response_code_faults_hit_no_other_requests(self):
        self.control(fault="code-type", times=1)
        self.assertEqual(self.ask("/posts/1").json["id"], 1)
        path = self.ask("/").json["next_path"].split("/")[3]
        self.assertEqual(self.ask(f"/{path}/").json["response_code"], "not-a-uuid")
        self.assertNotEqual(self.ask(f"/{path}/").json["response_code"], "not-a-uuid")

    def test_next_elsewhere_names_the_server_by_another_host(self):
        self.control(fault="next-elsewhere")
        address = self.ask("/").json["next_path"]
        path = self.server.control.library.next_path
        self.assertEqual(address, f"http://localhost:{self.address[1]}/{path}/")
        answer = self.ask("/", Host="localhost:8000")
        self.assertTrue(answer.json["next_path"].startswith("http://127.0.0.1:8000/"))

    def test_the_server_survives_every_fault_with_every_request(self):
        endless = {"hang", "drip", "huge"}
        requests = [
            f"{method} {path} HTTP/1.{minor}\r\nHost: {self.host}\r\nConnection: close\r\n\r\n"
            for method, path, minor in itertools.product(
                ("GET", "POST", "DELETE"),
                ("/", "/posts", "/users/1", "/nothing", "/info.0.json", "/comics/dough.png",
                 "/api/todos", "/api/todos/42", "/feeds/posts.rss?limit=1"), (0, 1))
        ]
        for fault in sorted(FAULTS.keys() - endless):
            self.control(fault=fault, delay=1)
            for request in requests:
                try:
                    self.exchange(request.encode())
                except ConnectionResetError:
                    self.assertIn(fault, ("reset", "lost-answer"))
        for fault in sorted(endless):
            self.control(fault=fault)
            for request in requests:
                self.connect(request.encode()).close()
        self.control(fault=None)
        self.assertEqual(self.ask("/posts/1").status, 200)


def is_broken(record) -> bool:
    return not isinstance(record, dict) or type(record.get("id")) is not int
