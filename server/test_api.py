import gzip
import json
import re
import uuid

from testing import ServerTestCase


class ResourceTests(ServerTestCase):
    def test_a_collection_is_indented_json(self):
        for name in ("posts", "users", "comments"):
            with self.subTest(name):
                answer = self.ask(f"/{name}")
                records = list(self.collections()[name])
                self.assertEqual(answer.status, 200)
                self.assertEqual(answer.headers["content-type"], "application/json; charset=utf-8")
                self.assertEqual(answer.headers["x-total-count"], str(len(records)))
                pretty = json.dumps(records, ensure_ascii=False, indent=2)
                self.assertEqual(answer.body.decode(), pretty)

    def test_a_record_is_found_by_its_id(self):
        self.assertEqual(self.ask("/posts/3").json["id"], 3)
        self.assertEqual(self.ask("/comments/%35").json["id"], 5)

    def test_a_missing_resource_is_404_with_an_empty_object(self):
        for path in ("/posts/0", "/posts/01", "/posts/999", "/posts/x", "/nothing", "/posts/1/2",
                     "/comics", "/todos", "/%00", "/%ff%fe", "/%", "/users/%D9%A1"):
            with self.subTest(path):
                answer = self.ask(path)
                self.assertEqual((answer.status, answer.body), (404, b"{}"))
                self.assertEqual(answer.headers["content-type"], "application/json; charset=utf-8")

    def test_a_query_filters_by_all_fields_that_it_names(self):
        of_three = self.ask("/comments?postId=3").json
        self.assertTrue(of_three)
        self.assertEqual({comment["postId"] for comment in of_three}, {3})
        self.assertEqual([user["id"] for user in self.ask("/users?id=4").json], [4])
        self.assertEqual([post["id"] for post in self.ask("/posts?userId=1&id=1").json], [1])
        self.assertEqual(self.ask("/posts?userId=2&id=1").json, [])

    def test_methods_other_than_get_are_answered_405(self):
        for method in ("POST", "PUT", "DELETE"):
            for path in ("/posts", "/posts/1", "/", "/info.0.json", "/comics/dough.png"):
                answer = self.ask(path, method, "{}")
                self.assertEqual((answer.status, answer.headers["allow"]), (405, "GET"))


class PageTests(ServerTestCase):
    def links(self, answer):
        found = re.findall(r'<([^>]*)>; rel="(\w+)"(?:, |$)', answer.headers.get("link", ""))
        return {rel: address for address, rel in found}

    def test_a_middle_page_links_to_the_first_previous_next_and_last_page(self):
        answer = self.ask("/comments?_page=2&_limit=3&postId=1", Host="reader.example:81")
        total = int(answer.headers["x-total-count"])
        self.assertEqual(len(answer.json), 3)
        address = "http://reader.example:81/comments?_page=%d&_limit=3&postId=1"
        self.assertEqual(self.links(answer), {
            "first": address % 1, "prev": address % 1, "next": address % 3,
            "last": address % -(-total // 3)})

    def test_following_next_links_visits_every_record_once(self):
        seen, path = [], "/comments?_page=1&_limit=100"
        while path:
            answer = self.ask(path)
            seen += [comment["id"] for comment in answer.json]
            path = self.links(answer).get("next", "").replace(f"http://{self.host}", "")
        self.assertEqual(seen, [comment["id"] for comment in self.ask("/comments").json])

    def test_the_first_and_last_pages_omit_links_to_missing_pages(self):
        self.assertEqual(set(self.links(self.ask("/posts?_page=1"))), {"first", "next", "last"})
        self.assertEqual(set(self.links(self.ask("/posts?_page=14"))), {"first", "prev", "last"})

    def test_an_invalid_page_or_limit_selects_the_first_page_of_ten(self):
        first = self.ask("/posts?_page=1").json
        self.assertEqual(len(first), 10)
        for query in ("_page=0", "_page=-1", "_page=", "_page=x", "_page=1&_limit=0",
                      "_page=1&_limit=ten", "_page=%D9%A3"):
            with self.subTest(query):
                self.assertEqual(self.ask(f"/posts?{query}").json, first)

    def test_a_page_after_the_last_one_is_an_empty_list(self):
        answer = self.ask("/posts?_page=15")
        self.assertEqual((answer.status, answer.json), (200, []))
        self.assertNotIn("link", answer.headers)

    def test_a_page_with_all_records_has_no_links(self):
        answer = self.ask("/users?_page=1&_limit=50")
        self.assertEqual(len(answer.json), 10)
        self.assertNotIn("link", answer.headers)


class ValidatorTests(ServerTestCase):
    def test_a_current_etag_is_answered_304_without_a_body(self):
        for path in ("/posts/1", "/info.0.json", "/7/info.0.json", "/comics/dough.png", "/api/todos/42"):
            tag = self.ask(path).headers["etag"]
            for known in (tag, f'"other", {tag}', tag[2:]):
                with self.subTest(known, path=path):
                    answer = self.ask(path, If_None_Match=known)
                    self.assertEqual((answer.status, answer.body), (304, b""))
                    self.assertEqual(answer.headers["etag"], tag)

    def test_a_304_has_the_link_and_count_headers_of_the_200(self):
        whole = self.ask("/posts?_page=2&_limit=5")
        known = self.ask("/posts?_page=2&_limit=5", If_None_Match=whole.headers["etag"])
        self.assertEqual(known.status, 304)
        for name in ("link", "x-total-count"):
            self.assertEqual(known.headers[name], whole.headers[name])

    def test_an_unknown_etag_is_answered_200(self):
        for unknown in ('"other"', "W/", "", self.ask("/posts/2").headers["etag"]):
            with self.subTest(unknown):
                self.assertEqual(self.ask("/posts/1", If_None_Match=unknown).status, 200)

    def test_an_etag_changes_only_with_the_content(self):
        paths = ("/posts", "/posts/1", "/posts?_page=1", "/posts?_page=2", "/users", "/posts/2")
        before = {path: self.ask(path).headers["etag"] for path in paths}
        title = self.ask("/posts/1").json["title"]
        self.control(edit={"posts": {"1": {"title": "New"}}})
        after = {path: self.ask(path).headers["etag"] for path in paths}
        changed = [path for path in paths if before[path] != after[path]]
        self.assertEqual(changed, ["/posts", "/posts/1", "/posts?_page=1"])
        answer = self.ask("/posts/1", If_None_Match=before["/posts/1"])
        self.assertEqual((answer.status, answer.json["title"]), (200, "New"))
        self.control(edit={"posts": {"1": {"title": title}}})
        self.assertEqual({path: self.ask(path).headers["etag"] for path in paths}, before)

    def test_json_is_compressed_if_the_client_accepts_gzip(self):
        plain = self.ask("/posts")
        self.assertNotIn("content-encoding", plain.headers)
        answer = self.ask("/posts", Accept_Encoding="br, gzip")
        self.assertEqual(answer.headers["content-encoding"], "gzip")
        self.assertEqual(gzip.decompress(answer.body), plain.body)
        self.assertEqual(answer.headers["etag"], plain.headers["etag"])
        for each in (plain, answer):
            self.assertEqual(each.headers["vary"], "Accept-Encoding")
        picture = self.ask("/comics/dough.png", Accept_Encoding="gzip")
        self.assertTrue(picture.body.startswith(b"\x89PNG"))
        self.assertTrue(picture.headers.keys().isdisjoint({"content-encoding", "vary"}))


class ResponseCodeTests(ServerTestCase):
    def test_the_next_path_returns_a_response_code(self):
        first = self.ask("/", Host="localhost:99")
        start, handed_out, end = first.json["next_path"].rsplit("/", 2)
        self.assertEqual((start, end), ("http://localhost:99", ""))
        self.assertEqual(list(first.json), ["next_path"])
        second = self.ask(f"/{handed_out}/")
        self.assertEqual(list(second.json), ["path", "response_code"])
        self.assertEqual(second.json["path"], str(uuid.UUID(handed_out)))
        code = second.json["response_code"]
        self.assertEqual(code, str(uuid.UUID(code)))
        self.assertNotEqual(code, self.ask(f"/{handed_out}/").json["response_code"])
        for answer in (first, second):
            self.assertEqual((answer.status, answer.headers["cache-control"]), (200, "no-store"))
            self.assertNotIn("etag", answer.headers)

    def test_paths_other_than_the_last_one_are_answered_400(self):
        old = self.ask("/").json["next_path"].split("/")[3]
        self.ask("/")
        for path in (old, str(uuid.uuid4())):
            answer = self.ask(f"/{path}/")
            self.assertEqual((answer.status, list(answer.json)), (400, ["error"]))
            self.assertEqual(answer.headers["cache-control"], "no-store")
