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
        self.assertEqual(state, {"fault": None, "path": "/", "times": None, "latency": 0})
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
        self.assertEqual(sleep.call_args_list, [mock.call(0.07)] * 2)

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

    def test_reset_restores_the_start(self):
        posts = self.ask("/posts").body
        self.control(fault="error-500", latency=1, posts=[], edit={"users": {"1": {"name": ""}}})
        state = self.control(reset=True)
        self.assertEqual((state["fault"], state["latency"], state["requests"]), (None, 0, []))
        self.assertEqual(self.ask("/posts").body, posts)
        state = self.control(reset=True, fault="empty")
        self.assertEqual((state["fault"], state["requests"]), ("empty", []))

    def test_what_makes_no_sense_is_refused_and_changes_nothing(self):
        before = self.ask("/control").body
        for body in (
            "", "[", "[]", "null", "\udcff", '{"falt": "hang"}',
            '{"fault": "sulk"}', '{"fault": 1}', '{"fault": ["hang"]}',
            '{"fault": "hang", "path": "posts"}', '{"path": "/posts"}',
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
