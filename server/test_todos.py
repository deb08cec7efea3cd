import json
import re
import threading
from typing import Any, Dict, List
from unittest import mock

import control
import todos
from testing import ServerTestCase

TODO = {"title": "New", "tempId": "A-1"}


class TodoTestCase(ServerTestCase):
    def send(self, method: str, path: str = "", fields: Any = None):
        body = None if fields is None else json.dumps(fields)
        return self.ask("/api/todos" + path, method, body)

    def add(self, **fields: Any) -> Dict[str, Any]:
        answer = self.send("POST", "", fields)
        self.assertEqual(answer.status, 201, answer.body)
        return answer.json

    def todos(self) -> List[Dict[str, Any]]:
        return self.ask("/api/todos").json["todos"]

    def with_temp_id(self, temp_id: str) -> List[Dict[str, Any]]:
        return [todo for todo in self.todos() if todo.get("tempId") == temp_id]


class TodoTests(TodoTestCase):
    def assert_refused(self, status: int, method: str, path: str, body: Any) -> None:
        before = self.todos()
        answer = self.ask("/api/todos" + path, method, body)
        self.assertEqual(answer.status, status, answer.body)
        self.assertEqual(list(answer.json), ["error"])
        self.assertTrue(answer.json["error"].endswith("."), answer.json)
        self.assertEqual(self.todos(), before)

    def test_the_list_and_every_to_do_are_served(self):
        written = list(self.collections()["todos"])
        self.assertEqual(self.ask("/api/todos").json, {"todos": written})
        for todo in written:
            self.assertEqual(self.ask(f"/api/todos/{todo['id']}").json, todo)

    def test_an_etag_changes_only_with_the_content(self):
        tags = [self.ask(path).headers["etag"] for path in ("/api/todos", "/api/todos/42")]
        self.assertEqual(self.ask("/api/todos", If_None_Match=tags[0]).status, 304)
        self.add(**TODO)
        self.assertEqual(self.ask("/api/todos", If_None_Match=tags[0]).status, 200)
        self.assertEqual(self.ask("/api/todos/42", If_None_Match=tags[1]).status, 304)

    def test_an_added_to_do_gets_an_id_and_has_its_temp_id(self):
        answer = self.send("POST", "", TODO)
        todo = answer.json
        self.assertEqual(answer.status, 201)
        self.assertNotIn("etag", answer.headers)
        self.assertEqual(answer.headers["location"], f"/api/todos/{todo['id']}")
        self.assertTrue(re.fullmatch("[A-Za-z0-9]{9}", todo["id"]))
        self.assertEqual(todo, {"id": todo["id"], **TODO, "is_completed": "0"})
        self.assertEqual(self.todos()[-1], todo)
        self.assertEqual(self.ask(answer.headers["location"]).json, todo)

    def test_adding_the_same_temp_id_twice_makes_two_to_dos(self):
        ids = {self.add(**TODO)["id"] for _ in range(2)}
        self.assertEqual({todo["id"] for todo in self.with_temp_id("A-1")}, ids)
        self.assertEqual(len(ids), 2)

    def test_adding_a_to_do_stores_other_fields_and_ignores_an_id(self):
        todo = self.add(title="\x1b[31m<b>\ud800", id="mine", note={"b": [1]}, is_completed="1")
        self.assertEqual((todo["title"], todo["note"]), ("\x1b[31m<b>\ud800", {"b": [1]}))
        self.assertEqual((len(todo["id"]), todo["is_completed"]), (9, "1"))

    def test_replacing_a_to_do_changes_everything_except_its_ids(self):
        todo = self.add(**TODO, note="old")
        answer = self.send("PUT", f"/{todo['id']}", {"title": "Newer", "id": "b", "tempId": "c"})
        self.assertEqual(answer.status, 200)
        self.assertEqual(answer.json, {"id": todo["id"], "tempId": "A-1", "title": "Newer", "is_completed": "0"})
        self.assertEqual(self.todos()[-1], answer.json)
        given = self.send("PUT", "/Bk7wQz3Xa", {"title": "a", "tempId": "later"}).json
        self.assertEqual(given["tempId"], "later")
        self.assertEqual(self.send("PUT", "/42", {"id": "42", "title": "a"}).json["id"], 42)

    def test_replacing_a_to_do_leaves_the_others_unchanged(self):
        before = self.todos()
        self.send("PUT", f"/{before[3]['id']}", {"title": "Newer"})
        after = self.todos()
        self.assertEqual(after.pop(3)["title"], "Newer")
        self.assertEqual(after, before[:3] + before[4:])

    def test_deleting_a_to_do_removes_it_from_the_list(self):
        before = self.todos()
        answer = self.send("DELETE", "/SJcbh6mtb")
        self.assertEqual((answer.status, answer.json), (200, {}))
        self.assertEqual(self.todos(), before[1:])
        for method in ("GET", "PUT", "DELETE"):
            self.assert_refused(404, method, "/SJcbh6mtb", json.dumps(TODO))

    def test_an_invalid_body_is_answered_400_and_changes_nothing(self):
        for method, path in (("POST", ""), ("PUT", "/42")):
            for body in ("", "[", "[]", "null", b'{"title": "\xff"}', '{"is_completed": "0"}',
                         '{"title": ""}', '{"title": " \\n"}'):
                with self.subTest(method, body=body):
                    self.assert_refused(400, method, path, body)

    def test_unsupported_methods_are_answered_405(self):
        for method, path, allowed in (
            ("PUT", "", "GET, POST"), ("DELETE", "", "GET, POST"),
            ("POST", "/42", "GET, PUT, DELETE"),
        ):
            answer = self.send(method, path, TODO)
            self.assertEqual((answer.status, answer.headers["allow"]), (405, allowed))

    def test_changes_hold_the_lock_while_they_read_and_write(self):
        library, held = self.server.control.library, []

        def watched(function):
            def call(*arguments):
                held.append(library.lock.locked())
                return function(*arguments)
            return call

        with mock.patch("todos.find", watched(todos.find)), \
                mock.patch("todos.store", watched(todos.store)), \
                mock.patch("control.changed", watched(control.changed)):
            self.add(**TODO)
            for method in ("PUT", "DELETE"):
                self.send(method, "/42", TODO)
            self.control(edit={"posts": {"1": {"title": "New"}}})
        self.assertEqual(held, [True] * 6)


class ChangeFaultTests(TodoTestCase):
    """Tests of whether faults make the change that a request asks for."""

    def test_lost_answer_makes_the_change_and_resets_the_connection(self):
        self.control(fault="lost-answer", times=1)
        self.assertEqual(self.with_temp_id("A-1"), [])
        self.assertRaises(ConnectionResetError, self.send, "POST", "", TODO)
        self.assertEqual(len(self.with_temp_id("A-1")), 1)
        self.assertEqual(self.logged()[1]["status"], None)
        self.assertEqual(self.send("POST", "", TODO).status, 201)

    def test_refuse_answers_422_and_does_not_make_the_change(self):
        self.control(fault="refuse", path="/api/todos/42")
        before = self.ask("/api/todos/42")
        self.assertEqual(before.status, 200)
        answer = self.send("PUT", "/42", {"title": "Newer"})
        self.assertEqual((answer.status, answer.json), (422, {"error": "This is not done here."}))
        self.assertEqual(self.ask("/api/todos/42").json, before.json)
        self.assertEqual(self.send("PUT", "/SJcbh6mtb", {"title": "Newer"}).status, 200)

    def test_a_slow_commit_makes_the_change_only_after_its_delay(self):
        reached, may_continue, waited = threading.Event(), threading.Event(), []

        def sleep(seconds: float) -> None:
            if seconds:
                waited.append(seconds)
                reached.set()
                may_continue.wait(10)

        self.control(fault="slow-commit", delay=700)
        answers = []
        with mock.patch("connections.time.sleep", sleep):
            sending = threading.Thread(target=lambda: answers.append(self.send("POST", "", TODO)))
            sending.start()
            self.assertTrue(reached.wait(10))
            self.assertEqual((self.with_temp_id("A-1"), answers), ([], []))
            may_continue.set()
            sending.join()
        self.assertEqual((answers[0].status, waited), (201, [0.7]))
        self.assertEqual(self.with_temp_id("A-1"), [answers[0].json])

    def test_a_slow_commit_makes_the_change_after_the_client_disconnects(self):
        self.control(fault="slow-commit", delay=30)
        body = json.dumps(TODO)
        self.connect(f"POST /api/todos HTTP/1.1\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode()).close()
        self.assertEqual(self.logged(wait=1)[0]["status"], 201)
        self.assertEqual(len(self.with_temp_id("A-1")), 1)

    def test_only_faults_that_change_the_right_answer_make_the_change(self):
        for fault, made in (("error-500", 0), ("unavailable", 0), ("reset", 0), ("no-body", 0),
                            ("cut-headers", 0), ("truncate", 1), ("malformed", 1),
                            ("wrong-type", 1), ("empty", 1)):
            with self.subTest(fault):
                self.control(todos=[], fault=fault, method="POST")
                body = json.dumps(TODO)
                try:
                    self.exchange(f"POST /api/todos HTTP/1.1\r\nContent-Length: {len(body)}\r\n"
                                  f"Connection: close\r\n\r\n{body}".encode())
                except ConnectionResetError:
                    self.assertEqual(fault, "reset")
                self.assertEqual(len(self.with_temp_id("A-1")), made)
