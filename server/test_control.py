import threading
from unittest import mock

from testing import ServerTestCase


class ControlTests(ServerTestCase):
    def settings(self):
        state = self.ask("/control").json
        del state["requests"]
        return state

    def test_get_returns_the_settings_and_the_requests(self):
        self.ask("/posts?_page=2", X_Mark="One")
        self.ask("/nothing", "DELETE")
        requests = self.logged()
        self.assertEqual(self.settings(), {
            "fault": None, "path": "/", "times": None, "latency": 0, "method": None, "delay": 1000})
        self.assertEqual([(each["method"], each["path"], each["status"]) for each in requests],
                         [("GET", "/posts?_page=2", 200), ("DELETE", "/nothing", 404)])
        self.assertEqual(requests[0]["headers"]["x-mark"], "One")
        self.assertEqual(requests[0]["headers"]["host"], self.host)

    def test_the_log_has_the_status_of_each_response(self):
        tag = self.ask("/users").headers["etag"]
        self.ask("/users", If_None_Match=tag)
        self.control(fault="unavailable")
        self.ask("/users")
        self.control(fault="reset")
        self.assertRaises(ConnectionError, self.ask, "/users")
        self.assertEqual([each["status"] for each in self.logged()], [200, 304, 503, None])

    def test_get_waits_until_the_log_has_enough_requests(self):
        waiting = []
        thread = threading.Thread(target=lambda: waiting.extend(self.logged(wait=2)))
        thread.start()
        self.ask("/posts")
        self.ask("/users")
        thread.join()
        self.assertEqual(len(waiting), 2)
        self.assertEqual(self.ask("/control?wait=soon").status, 400)

    def test_a_fault_hits_only_requests_within_its_limits(self):
        post, todo = ("GET", "/posts/1"), ("GET", "/api/todos/42")
        page, second = ("GET", "/posts?_page=1"), ("GET", "/posts?_page=2")
        six, sixty = ("GET", "/6/info.0.json"), ("GET", "/60/info.0.json")
        for limits, requests, hit in (
            ({}, [post, todo, post], [True, True, True]),
            ({"times": 2}, [post, todo, post], [True, True, False]),
            ({"path": "/api/", "times": 1}, [post, todo, todo], [False, True, False]),
            ({"path": "/posts?_page=2"}, [post, page, second], [False, False, True]),
            ({"path": "/6/"}, [six, sixty], [True, False]),
            ({"method": "PUT", "times": 1}, [post, ("PUT", "/posts"), ("PUT", "/posts")],
             [False, True, False]),
        ):
            with self.subTest(limits):
                self.control(fault="error-500", **limits)
                statuses = [self.ask(path, method).status for method, path in requests]
                self.assertEqual([status == 500 for status in statuses], hit)
        self.assertEqual(self.ask("/control").json["fault"], None)

    def test_another_fault_resets_the_limits_of_the_last_one(self):
        limits = {"path": "/users", "times": 9, "delay": 5, "method": "PUT"}
        plain = {"path": "/", "times": None, "delay": 1000, "method": None, "latency": 3}
        for following in ("not-found", None):
            state = self.control(fault="slow-commit", latency=3, **limits)
            self.assertEqual(state, {"fault": "slow-commit", "latency": 3, **limits})
            self.assertEqual(self.control(fault=following), {"fault": following, **plain})

    def test_latency_delays_every_response_except_those_of_control(self):
        with mock.patch("connections.time.sleep") as sleep:
            self.assertEqual(self.control(latency=70)["latency"], 70)
            self.ask("/posts")
            self.ask("/comics/dough.png")
            self.control(fault="error-500", times=1)
            self.ask("/posts")
            self.ask("/posts")
        self.assertEqual(sleep.call_args_list, [mock.call(0.07)] * 4)

    def test_collections_can_be_replaced(self):
        hostile = [{"id": 1, "title": "\x1b[31m\x00\ud800", "userId": 1}, None, "a string", {"id": "x"}]
        self.control(posts=hostile, users=[], todos=[None, "a"], comics=[{"num": "3", "alt": 5}])
        self.assertEqual(self.ask("/posts").json, hostile)
        self.assertEqual(self.ask("/posts/1").json, hostile[0])
        self.assertEqual(self.ask("/posts/x").json, {"id": "x"})
        self.assertEqual(self.ask("/posts?userId=1").json, hostile[:1])
        self.assertEqual(self.ask("/users").body, b"[]")
        self.assertEqual(self.ask("/api/todos").json, {"todos": [None, "a"]})
        for path in ("/info.0.json", "/3/info.0.json"):
            self.assertEqual(self.ask(path).json, {"num": "3", "alt": 5})

    def test_edits_accumulate(self):
        self.control(edit={"posts": {"1": {"title": "New"}}, "comics": {"6": {"alt": "New"}}})
        self.control(edit={"posts": {"1": {"body": "And newer"}, "2": {"title": "Other"}}})
        post = self.ask("/posts/1").json
        self.assertEqual((post["userId"], post["title"], post["body"]), (1, "New", "And newer"))
        self.assertEqual(self.ask("/posts/2").json["title"], "Other")
        self.assertEqual(self.ask("/6/info.0.json").json["alt"], "New")

    def test_invalid_fields_are_answered_400_and_change_nothing(self):
        before, posts = self.settings(), self.ask("/posts").body
        for body in (
            "", "[", "[]", "null", "\udcff", "[" * 100_000, '{"falt": "hang"}',
            '{"fault": "sulk"}', '{"fault": 1}', '{"fault": ["hang"]}', '{"path": "/posts"}',
            '{"fault": "hang", "path": "posts"}', '{"fault": "hang", "method": "post"}',
            '{"fault": "hang", "delay": -1}', '{"fault": "hang", "times": true}',
            '{"latency": "1"}', '{"latency": 1e99}', '{"posts": {}}',
            '{"edit": 1}', '{"edit": {"posts": 1}}', '{"edit": {"posts": {"1": 1}}}',
            '{"edit": {"pots": {}}}', '{"edit": {"posts": {"999": {}}}}',
            '{"posts": [], "latency": 5, "fault": "sulk"}',
            '{"posts": [], "latency": 5, "edit": {"posts": {"1": {}}}}',
        ):
            with self.subTest(body[:50]):
                answer = self.ask("/control", "POST", body.encode("utf-8", "surrogateescape"))
                self.assertEqual(answer.status, 400)
                self.assertTrue(answer.json["error"].endswith("."), answer.json)
        self.assertEqual(self.ask("/posts").body, posts)
        self.assertEqual(self.settings(), before)

    def test_faults_and_the_log_ignore_requests_to_control(self):
        self.control(fault="reset", path="/control")
        self.assertEqual(self.ask("/control").json["fault"], "reset")
        self.assertEqual(self.logged(), [])
