from unittest import mock

from generated import COMMENTS_PER_POST, GeneratedComics, GeneratedComments, GeneratedPosts
from testing import ServerTestCase

COUNT = 1_000_000
KINDS = {"posts": GeneratedPosts, "comments": GeneratedComments, "comics": GeneratedComics}


class GeneratedTests(ServerTestCase):
    def collections(self):
        return {**super().collections(), **{name: kind(COUNT) for name, kind in KINDS.items()}}

    def test_only_requested_records_are_made(self):
        made = []

        def counting(make):
            return lambda self, number: made.append(number) or make(self, number)

        for kind in KINDS.values():
            patch = mock.patch.object(kind, "make", counting(kind.make))
            patch.start()
            self.addCleanup(patch.stop)
        first, last = self.ask("/posts?_page=1"), self.ask("/posts?_page=100000")
        self.assertEqual([post["id"] for post in first.json], list(range(1, 11)))
        self.assertEqual([post["id"] for post in last.json], list(range(999_991, 1_000_001)))
        self.assertEqual(last.headers["x-total-count"], "1000000")
        self.assertEqual(self.ask("/posts/1000000").json["id"], 1_000_000)
        comments = self.ask("/comments?postId=999999").json
        self.assertEqual(len(comments), COMMENTS_PER_POST[999_998 % len(COMMENTS_PER_POST)])
        self.assertEqual(self.ask(f"/comments/{comments[-1]['id']}").json, comments[-1])
        self.assertEqual(self.ask("/info.0.json").json["num"], COUNT)
        self.assertEqual(self.ask("/123456/info.0.json").json["num"], 123_456)
        for path in ("/posts/1000001", "/1000001/info.0.json", "/0/info.0.json"):
            self.assertEqual(self.ask(path).status, 404)
        self.assertLess(len(made), 60)

    def test_the_comments_on_a_post_have_its_id(self):
        comments = self.collections()["comments"]
        for post in (1, 2, 7, 8, 500_000, 1_000_000):
            for index in comments.indices("postId", str(post)):
                self.assertEqual(comments[index]["postId"], post)
        for post in ("0", "1000002", "x"):
            self.assertEqual(list(comments.indices("postId", post)), [])

    def test_titles_vary_and_are_reproducible(self):
        posts = GeneratedPosts(2000)
        titles = [post["title"] for post in posts]
        self.assertGreater(len(set(titles)), 1500)
        self.assertEqual(titles, [post["title"] for post in GeneratedPosts(2000)])
        self.assertEqual({post["userId"] for post in posts}, set(range(1, 11)))

    def test_a_generated_record_can_be_edited_repeatedly(self):
        before = self.ask("/posts/500000")
        self.control(edit={"posts": {"500000": {"title": "New"}}})
        self.control(edit={"posts": {"500000": {"userId": 3}}, "comics": {"9": {"alt": "New"}}})
        after = self.ask("/posts/500000", If_None_Match=before.headers["etag"])
        self.assertEqual(after.json, {**before.json, "title": "New", "userId": 3})
        self.assertEqual(self.ask("/9/info.0.json").json["alt"], "New")

    def test_generated_comics_have_the_fields_of_written_ones_and_pictures_in_three_formats(self):
        fields = set(super().collections()["comics"][0])
        for number, start in ((5, b"\x89PNG"), (7, b"\xff\xd8"), (250, b"GIF")):
            comic = self.ask(f"/{number}/info.0.json").json
            self.assertEqual(set(comic), fields)
            picture = self.ask(comic["img"].replace(f"http://{self.host}", ""))
            self.assertTrue(picture.body.startswith(start))
