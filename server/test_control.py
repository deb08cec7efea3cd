import threading
import unittest
from unittest import mock

from testing import ServerTestCase


class ControlTests(ServerTestCase):
    def refusal(self, body: str) -> str:
        answer = self.ask("/control", "POST", body)
        self.assertEqual(answer.status, 400)
        return answer.json["error"]

    def test_it_tells_the_settings_and_the_requests(self):
        self.ask("/posts?_page=2", X_Mark="One")
        self.ask("/nothing", "HEAD")
        state = self.ask("/control").json
        requests = state.pop("requests")
        self.assertEqual(state, {
            "fault": None, "path": "/", "times": None, "latency": 0, "method": None, "delay": 1000})
        self.assertEqual([(each["method"], each["path"], each["status"]) for each in requests],
                         [("GET", "/posts?_page=2", 200), ("HEAD", "/nothing", 404)])
        self.assertEqual(requests[0]["headers"]["x-mark"], "One")
        self.assertEqual(requests[0]["headers"]["host"], self.host)

    def test_a_request_is_logged_with_what_was_answered(self):
        tag = self.ask("/users").headers["etag"]
        self.ask("/users", If_None_Match=tag)
        self.control(fault="unavailable")
        self.ask("/users")
        self.control(fault="reset")
        self.assertRaises(ConnectionError, self.ask, "/users")
        self.assertEqual([each["status"] for each in self.logged()], [200, 304, 503, None])

    def test_a_change_is_logged_with_its_body_and_how_often_it_was_made(self):
        self.ask("/api/todos", "POST", '{"title": "ü"}'.encode())
        self.ask("/api/todos", "POST", b'\xff')
        self.ask("/api/todos/SJcbh6mtb", "DELETE")
        self.control(fault="error-500", times=1)
        self.ask("/api/todos", "POST", "{}")
        self.ask("/api/todos")
        *changes, reading = self.logged()
        self.assertEqual(
            [(each["method"], each["status"], each["body"], each["done"]) for each in changes],
            [("POST", 201, '{"title": "ü"}', 1), ("POST", 400, "\ufffd", 0),
             ("DELETE", 200, "", 1), ("POST", 500, "{}", 0)])
        self.assertTrue(reading.keys().isdisjoint({"body", "done"}))

    def test_it_can_wait_for_requests(self):
        waiting = []
        thread = threading.Thread(target=lambda: waiting.extend(self.logged(wait=2)))
        thread.start()
        self.ask("/posts")
        self.ask("/users")
        thread.join()
        self.assertEqual(len(waiting), 2)
        self.assertEqual(self.ask("/control?wait=soon").status, 400)

    def test_a_fault_ends_when_it_is_cleared(self):
        self.assertEqual(self.control(fault="error-500")["fault"], "error-500")
        self.assertEqual([self.ask("/posts").status for _ in range(3)], [500, 500, 500])
        self.assertEqual(self.control(fault=None)["fault"], None)
        self.assertEqual(self.ask("/posts").status, 200)

    def test_a_fault_may_hit_so_many_times(self):
        self.assertEqual(self.control(fault="error-500", times=2)["times"], 2)
        self.assertEqual([self.ask("/posts").status for _ in range(3)], [500, 500, 200])
        self.assertEqual(self.ask("/control").json["fault"], None)

    def test_a_fault_may_hit_what_begins_with_a_path(self):
        self.control(fault="error-500", path="/users", times=1)
        statuses = [self.ask(path).status for path in ("/posts", "/users/1", "/users/1")]
        self.assertEqual(statuses, [200, 500, 200])
        self.control(fault="error-500", path="/posts?_page=2")
        statuses = [self.ask(f"/posts?_page={page}").status for page in (1, 2, 3)]
        self.assertEqual(statuses, [200, 500, 200])

    def test_a_fault_may_hit_one_comic(self):
        self.control(fault="error-500", path="/6/")
        paths = ("/info.0.json", "/6/info.0.json", "/60/info.0.json", "/16/info.0.json")
        self.assertEqual([self.ask(path).status for path in paths], [200, 500, 200, 200])

    def test_a_fault_may_hit_one_method(self):
        state = self.control(fault="error-500", method="POST", times=1)
        self.assertEqual((state["method"], state["times"]), ("POST", 1))
        self.assertEqual(self.ask("/api/todos").status, 200)
        self.assertEqual(self.ask("/api/todos", "POST", '{"title": "a"}').status, 500)
        self.assertEqual(self.control(fault="hang")["method"], None)

    def test_a_fault_s_limits_go_with_it(self):
        self.control(fault="slow-commit", delay=5, path="/api", method="PUT", latency=3)
        self.assertEqual(self.control(fault=None), {
            "fault": None, "path": "/", "times": None, "latency": 3, "method": None, "delay": 1000})

    def test_a_fault_replaces_the_one_before(self):
        self.control(fault="error-500", path="/users", times=9)
        state = self.control(fault="not-found")
        self.assertEqual((state["fault"], state["path"], state["times"]), ("not-found", "/", None))

    def test_latency_delays_all_but_control(self):
        with mock.patch("connections.time.sleep") as sleep:
            self.assertEqual(self.control(latency=70)["latency"], 70)
            self.ask("/posts")
            self.control(fault="error-500", times=1)
            self.ask("/posts")
            self.ask("/posts")
        self.assertEqual(sleep.call_args_list, [mock.call(0.07)] * 3)

    def test_collections_can_be_replaced(self):
        hostile = [
            {"id": 1, "title": "\x1b[31m\x00\ud800", "userId": 1}, None, "a string", {"id": "x"}]
        self.control(posts=hostile, users=[])
        self.assertEqual(self.ask("/posts").json, hostile)
        self.assertEqual(self.ask("/posts/1").json, hostile[0])
        self.assertEqual(self.ask("/posts/x").json, {"id": "x"})
        self.assertEqual(self.ask("/posts?userId=1").json, hostile[:1])
        self.assertEqual(self.ask("/users").body, b"[]")

    def test_edits_add_up(self):
        self.control(edit={"posts": {"1": {"title": "New"}}})
        self.control(edit={"posts": {"1": {"body": "And newer"}, "2": {"title": "Other"}}})
        post = self.ask("/posts/1").json
        self.assertEqual((post["userId"], post["title"], post["body"]), (1, "New", "And newer"))
        self.assertEqual(self.ask("/posts?title=Other").json[0]["id"], 2)

    def test_comics_and_todos_are_collections_too(self):
        self.control(comics=[None, {"num": "3", "title": 5}], todos=[None, "a"],
                     edit={"comics": {"3": {"alt": "New"}}})
        self.assertEqual(self.ask("/info.0.json").json, {"num": "3", "title": 5, "alt": "New"})
        self.assertEqual(self.ask("/api/todos").json, {"todos": [None, "a"]})
        self.control(reset=True, edit={"todos": {"SJcbh6mtb": {"title": "New"}}})
        self.assertEqual(self.ask("/api/todos/SJcbh6mtb").json["title"], "New")
        for path in ("/comics", "/todos"):
            self.assertEqual(self.ask(path).status, 404)

    def test_a_comic_is_published(self):
        tag = self.ask("/info.0.json").headers["etag"]
        self.control(publish={"title": "New", "year": 2030})
        latest = self.ask("/info.0.json", If_None_Match=tag)
        self.assertEqual((latest.status, latest.json["num"]), (200, 62))
        self.assertEqual((latest.json["title"], latest.json["year"]), ("New", 2030))
        self.assertTrue(latest.json["alt"])
        self.assertEqual(self.ask("/62/info.0.json").json, latest.json)
        self.assertEqual(self.ask("/comics/62.png").status, 200)
        self.control(publish={})
        self.assertEqual(self.ask("/info.0.json").json["num"], 63)
        self.control(comics=[], publish={})
        self.assertEqual(self.ask("/info.0.json").json["num"], 1)
        self.control(reset=True)
        self.assertEqual(self.ask("/info.0.json").headers["etag"], tag)

    def test_reset_restores_the_start(self):
        posts = self.ask("/posts").body
        self.control(fault="error-500", latency=1, posts=[], edit={"users": {"1": {"name": ""}}})
        state = self.control(reset=True)
        self.assertEqual((state["fault"], state["latency"], self.logged()), (None, 0, []))
        self.assertEqual(self.ask("/posts").body, posts)
        self.assertEqual(self.control(reset=True, fault="empty")["fault"], "empty")
        self.assertEqual(self.logged(), [])

    def test_what_makes_no_sense_is_refused_and_changes_nothing(self):
        before = self.ask("/control").body
        for body in (
            "", "[", "[]", "null", "\udcff", '{"falt": "hang"}',
            '{"fault": "sulk"}', '{"fault": 1}', '{"fault": ["hang"]}',
            '{"fault": "hang", "path": "posts"}', '{"path": "/posts"}',
            '{"method": "GET"}', '{"delay": 1}', '{"fault": "hang", "method": "post"}',
            '{"fault": "hang", "method": 1}', '{"fault": "hang", "delay": -1}',
            '{"fault": "hang", "delay": 1e3}', '{"publish": 1}', '{"publish": {"num": 99}}',
            '{"comics": {}}', '{"todos": 1}', '{"posts": [NaN]}', '{"posts": [1e999]}',
            '{"edit": {"comics": {"40": {}}}}', '{"edit": {"todos": {"x": {}}}}',
            '{"fault": "hang", "times": 0}', '{"fault": "hang", "times": true}', '{"times": 1}',
            '{"latency": -1}', '{"latency": "1"}', '{"latency": 1e99}', '{"posts": {}}',
            '{"edit": 1}', '{"edit": {"posts": 1}}', '{"edit": {"posts": {"1": 1}}}',
            '{"edit": {"pots": {}}}', '{"edit": {"posts": {"999": {}}}}', '{"reset": 1}',
            '{"posts": ' + "[" * 200 + "]" * 200 + "}", "[" * 100_000,
            '{"posts": [], "latency": 5, "fault": "sulk"}',
        ):
            with self.subTest(body[:50]):
                error = self.refusal(body.encode("utf-8", "surrogateescape"))
                self.assertTrue(error.endswith("."), error)
        self.assertEqual(self.ask("/control").body, before)

    def test_other_methods_are_not_allowed(self):
        answer = self.ask("/control", "DELETE")
        self.assertEqual((answer.status, answer.headers["allow"]), (405, "GET, HEAD, POST"))

    def test_it_is_out_of_reach_of_faults(self):
        self.control(fault="reset", path="/control")
        self.assertEqual(self.ask("/control").json["fault"], "reset")
        self.assertEqual(self.logged(), [])


if __name__ == "__main__":
    unittest.main()
