import unittest
from unittest import mock

from generated import COMMENTS_PER_POST, GeneratedComments, GeneratedPosts
from testing import ServerTestCase


class GeneratedTests(ServerTestCase):
    def collections(self):
        count = 1_000_000
        generated = {"posts": GeneratedPosts(count), "comments": GeneratedComments(count)}
        return {**super().collections(), **generated}

    def test_only_the_records_asked_for_are_made(self):
        made = []

        def counting(make):
            return lambda self, number: made.append(number) or make(self, number)

        for kind in (GeneratedPosts, GeneratedComments):
            patch = mock.patch.object(kind, "make", counting(kind.make))
            patch.start()
            self.addCleanup(patch.stop)
        first, last = self.ask("/posts?_page=1"), self.ask("/posts?_page=100000")
        self.assertEqual([post["id"] for post in first.json], list(range(1, 11)))
        self.assertEqual([post["id"] for post in last.json], list(range(999_991, 1_000_001)))
        self.assertEqual(last.headers["x-total-count"], "1000000")
        self.assertEqual(self.ask("/posts/1000000").json["id"], 1_000_000)
        self.assertEqual(self.ask("/posts/1000001").status, 404)
        self.assertEqual(self.ask("/posts?userId=7&_page=2").json[0]["id"], 107)
        comments = self.ask("/comments?postId=999999").json
        self.assertEqual(len(comments), COMMENTS_PER_POST[999_998 % len(COMMENTS_PER_POST)])
        self.assertEqual(self.ask(f"/comments/{comments[-1]['id']}").json, comments[-1])
        self.assertLess(len(made), 60)

    def test_comments_and_posts_find_each_other(self):
        comments = self.collections()["comments"]
        for post in (1, 2, 7, 8, 500_000, 1_000_000):
            for place in comments.places("postId", [str(post)]):
                self.assertEqual(comments[place]["postId"], post)

    def test_titles_vary_and_stay_the_same(self):
        posts = GeneratedPosts(2000)
        titles = [post["title"] for post in posts]
        self.assertGreater(len(set(titles)), 1500)
        self.assertEqual(titles, [post["title"] for post in GeneratedPosts(2000)])
        self.assertEqual({post["userId"] for post in posts}, set(range(1, 11)))

    def test_a_generated_post_can_be_edited(self):
        before = self.ask("/posts/500000")
        self.control(edit={"posts": {"500000": {"title": "New", "userId": 3}}})
        after = self.ask("/posts/500000", If_None_Match=before.headers["etag"])
        self.assertEqual(after.json, {**before.json, "title": "New", "userId": 3})
        self.assertEqual(self.ask("/posts?userId=3&_limit=1").headers["x-total-count"], "100001")
        self.assertEqual(self.ask("/posts?userId=10&_limit=1").headers["x-total-count"], "99999")

    def test_a_long_list_is_streamed(self):
        limit = mock.patch("answers.STREAMED_FROM", 100)
        limit.start()
        self.addCleanup(limit.stop)
        self.server.control.library.collections["posts"] = GeneratedPosts(1000)
        answer = self.ask("/posts")
        self.assertEqual(answer.headers["transfer-encoding"], "chunked")
        self.assertEqual([post["id"] for post in answer.json], list(range(1, 1001)))
        known = self.ask("/posts", If_None_Match=answer.headers["etag"])
        self.assertEqual((known.status, known.body), (304, b""))
        old = self.exchange(b"GET /posts HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
        self.assertEqual(old.partition(b"\r\n\r\n")[2], answer.body)


if __name__ == "__main__":
    unittest.main()
