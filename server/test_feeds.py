import html
import json
import re
import time
from datetime import datetime
from email.utils import parsedate_to_datetime
from unittest import mock
from xml.etree import ElementTree

from testing import Reply, ServerTestCase

ATOM, RSS = "{http://www.w3.org/2005/Atom}", "{http://purl.org/rss/1.0/}"
THR = "{http://purl.org/syndication/thread/1.0}"
DC, CONTENT = "{http://purl.org/dc/elements/1.1/}", "{http://purl.org/rss/1.0/modules/content/}"
RDF = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}"
PATHS = {
    "rss": ("item", "", "guid", DC + "creator", "pubDate", CONTENT + "encoded"),
    "rdf": ("item", RSS, "", DC + "creator", DC + "date", CONTENT + "encoded"),
    "atom": ("entry", ATOM, ATOM + "id", f"{ATOM}author/{ATOM}name", ATOM + "published",
             ATOM + "content"),
}
"""For each format: the element of an entry, its prefix, and the paths of its id, author, date and text."""


def parsed(format: str, body: bytes) -> list:
    """Returns the id, title, link, author, date and text of each entry."""
    if format == "json":
        return [(each["id"], each["title"], each["url"], each["authors"][0]["name"],
                 parse_date(datetime.fromisoformat, each.get("date_published")), each["content_html"])
                for each in json.loads(body)["items"]]
    item, prefix, identity, author, date, content = PATHS[format]
    parse = parsedate_to_datetime if format == "rss" else datetime.fromisoformat
    unescaped = str if format == "atom" else html.unescape
    return [(each.get(RDF + "about") or each.findtext(identity),
             unescaped(each.findtext(prefix + "title")),
             each.find(prefix + "link").get("href") or each.findtext(prefix + "link"),
             each.findtext(author), parse_date(parse, each.findtext(date)), each.findtext(content))
            for each in ElementTree.fromstring(body).iter(prefix + item)]


def parse_date(parse, date):
    return parse(date) if date else None


class FeedTestCase(ServerTestCase):
    def entries(self, path: str = "/feeds/posts.rss") -> list:
        answer = self.ask(path)
        self.assertEqual(answer.status, 200, answer.body)
        format = "rss" if "wordpress" in path else re.search(r"\.(\w+)", path)[1]
        return parsed(format, answer.body)

    def titles(self, path: str = "/feeds/posts.rss") -> list:
        return [each[1] for each in self.entries(path)]


class FormatTests(FeedTestCase):
    def test_every_format_has_the_same_entries_of_the_newest_posts(self):
        posts = sorted((post for post in self.collections()["posts"] if post.get("date")),
                       key=lambda post: post["date"], reverse=True)
        entries = self.entries()
        self.assertEqual([each[1] for each in entries], [post["title"] for post in posts[:20]])
        self.assertEqual(entries[0][:5], (
            "tag:slackwater.example.org,2023:post-133", "On closing",
            f"http://{self.host}/blog/133", "陈立文",
            datetime.fromisoformat("2025-12-14T00:00:00+00:00")))
        self.assertEqual(entries[3][2], "https://example.org/slack-water/129")
        for format in ("rdf", "atom", "json"):
            with self.subTest(format):
                self.assertEqual(self.entries(f"/feeds/posts.{format}"), entries)
        everything = [self.entries(f"/feeds/posts.{format}?limit=500") for format in ("rss", "rdf", "atom", "json")]
        self.assertEqual([len(each) for each in everything], [133] * 4)
        self.assertEqual(everything[1:], everything[:1] * 3)
        # Readers parse the titles of RSS as HTML, and those of Atom as text.
        self.assertIn(b", &amp;lt;tags&amp;gt;", self.ask("/feeds/posts.rss?limit=500").body)
        self.assertIn(b", &lt;tags&gt;", self.ask("/feeds/posts.atom?limit=500").body)
        for part in ("<p>", "<ul>", "<table>", "<pre><code>", '"/comics/133.png"', '"../blog/133"'):
            self.assertIn(part, entries[0][5])

    def test_feeds_have_their_media_types_and_rss_has_pictures_and_comments(self):
        for format in ("rss", "rdf", "atom", "json"):
            name = "feed+json" if format == "json" else f"{format}+xml"
            self.assertEqual(self.ask(f"/feeds/posts.{format}").headers["content-type"],
                             f"application/{name}; charset=utf-8")
        item = next(ElementTree.fromstring(self.ask("/feeds/posts.rss").body).iter("item"))
        picture = item.find("enclosure").attrib
        self.assertEqual(picture["length"], str(len(self.ask("/comics/133.jpg").body)))
        comments = item.findtext("{http://wellformedweb.org/CommentAPI/}commentRss")
        self.assertEqual(
            [each[3] for each in self.entries(comments.replace(f"http://{self.host}", ""))],
            [each["name"] for each in reversed(self.ask("/comments?postId=133").json)])
        self.assertEqual(item.findtext("{http://purl.org/rss/1.0/modules/slash/}comments"), "6")

    def test_comments_refer_to_the_post_or_comment_that_they_answer(self):
        post = next(each[0] for each in self.entries("/feeds/posts.rss?limit=500") if each[0].endswith("-76"))
        known = {each["id"]: each.get("parentId") for each in self.ask("/comments?postId=76").json}
        for format, item, identity in (("rss", "item", "guid"), ("atom", ATOM + "entry", ATOM + "id")):
            body = self.ask(f"/feeds/comments/76.{format}").body
            answered = {each.findtext(identity): each.find(THR + "in-reply-to").get("ref")
                        for each in ElementTree.fromstring(body).iter(item)}
            prefix = "tag:slackwater.example.org,2023:comment-"
            self.assertEqual(answered, {
                f"{prefix}{number}": f"{prefix}{parent}" if parent else post
                for number, parent in known.items()})
            self.assertNotIn(b"enclosure", body)
        atom = ElementTree.fromstring(self.ask("/feeds/posts.atom").body)
        replies, = (each.get("href") for each in atom.find(ATOM + "entry").iter(ATOM + "link")
                    if each.get("rel") == "replies")
        self.assertEqual(replies, f"http://{self.host}/feeds/comments/133.atom")

    def test_home_pages_link_to_every_format_and_posts_to_no_feed(self):
        feeds, blog = self.ask("/feeds/"), self.ask("/blog/")
        found = [re.findall(r'rel="alternate".*href="([^"]*)"', page.body.decode()) for page in (feeds, blog)]
        formats = [f"posts.{format}" for format in ("rss", "rdf", "atom", "json")]
        self.assertEqual(found, [["comments/1.rss", *formats], formats])
        self.assertEqual([b"<base " in page.body for page in (feeds, blog)], [False, True])
        self.assertNotIn(b"alternate", self.ask("/blog/133").body)
        for path in ("/blog/999", "/feeds/comments/999.rss", "/feeds/posts.html", "/feeds"):
            self.assertEqual(self.ask(path).status, 404)

    def test_feeds_of_hostile_posts_are_well_formed(self):
        self.control(users=[], posts=[None, 3, {}, {"id": ["]]>"], "title": "\x1b\x00<b>\ud800",
                                                    "body": "]]>\uffff", "date": 5, "url": 7}])
        for format in ("rss", "rdf", "atom", "json"):
            entries = self.entries(f"/feeds/posts.{format}")
            self.assertEqual(entries[1][1:5], ("\ufffd\ufffd<b>\ufffd", "7", "", None))

    def test_a_large_feed_is_cached(self):
        first = self.ask("/feeds/posts.rss?entries=1000")
        self.assertEqual(len(parsed("rss", first.body)), 1000)
        self.assertAlmostEqual(len(first.body), 1_235_000, delta=20_000)
        with mock.patch("feeds.entries_of", side_effect=AssertionError):
            self.assertEqual(self.ask("/feeds/posts.rss?entries=1000").body, first.body)
        self.assertEqual(self.ask("/feeds/posts.rss?entries=100001").status, 400)


class ChangeTests(FeedTestCase):
    def test_a_current_etag_or_date_is_answered_304_until_a_change(self):
        answer = self.ask("/feeds/posts.atom")
        tag, date = answer.headers["etag"], answer.headers["last-modified"]
        for known, status in (
            ({"If_None_Match": tag}, 304), ({"If_Modified_Since": date}, 304),
            ({"If_None_Match": '"other"', "If_Modified_Since": date}, 200),
            ({"If_Modified_Since": "Thu, 01 Jan 1970 00:00:00 GMT"}, 200),
        ):
            self.assertEqual(self.ask("/feeds/posts.atom", **known).status, status)
        self.control(latency=0)
        self.assertEqual(self.ask("/feeds/posts.atom", If_Modified_Since=date).status, 304)
        self.control(feeds=["retitled"])
        for known in ({"If_None_Match": tag}, {"If_Modified_Since": date}):
            self.assertEqual(self.ask("/feeds/posts.atom", **known).status, 200)

    def test_following_page_links_visits_every_entry_once(self):
        whole = self.entries("/feeds/posts.rss?limit=500")
        for path, link in (
            ("/feeds/paged.rss", r'rel="next" href="([^"]*)"'),
            ("/feeds/archive.atom?limit=30", r'rel="prev-archive" href="([^"]*)"'),
            ("/feeds/paged.json", r'"next_url": "([^"]*)"'),
        ):
            with self.subTest(path):
                seen = []
                while path:
                    seen += self.entries(path)
                    found = re.search(link, self.ask(path).body.decode())
                    path = found and html.unescape(found[1]).replace(f"http://{self.host}", "")
                self.assertEqual(seen, whole)

    def test_a_wordpress_page_after_the_last_one_is_404(self):
        pages = [self.entries(f"/wordpress/feed/?paged={page}") for page in range(1, 8)]
        self.assertEqual(sum(pages, []), self.entries("/feeds/posts.rss?limit=500"))
        self.assertEqual(self.ask("/wordpress/feed/?paged=8").status, 404)
        self.assertIn(b"<generator>https://wordpress.org/", self.ask("/wordpress/feed/").body)

    def test_each_word_changes_only_its_entries(self):
        before = self.entries()
        for word, place, field, value in (
            ("retitled", 0, 1, "On closing (corrected)"), ("twice", 2, 0, before[1][0]),
            ("undated", 3, 4, None),
            ("future", 4, 4, datetime.fromisoformat("2099-01-01T00:00:00+00:00")),
            ("1970", 5, 4, datetime.fromisoformat("1970-01-01T00:00:00+00:00")),
        ):
            with self.subTest(word):
                self.control(feeds=[word])
                after = [list(each) for each in self.entries()]
                self.assertEqual(after[place][field], value)
                after[place][field] = before[place][field]
                self.assertEqual(after, [list(each) for each in before])
        self.control(feeds=["left"])
        self.assertEqual(self.entries()[:17], before[:6] + before[9:])
        self.control(feeds=["published"])
        self.assertEqual(self.entries()[3:], before[:17])
        self.assertEqual(self.titles()[:2], ["Published since, 3", "Published since, 2"])
        self.control(feeds=["renumbered"])
        self.assertEqual([each[1:] for each in self.entries()], [each[1:] for each in before])
        self.assertTrue({each[0] for each in self.entries()}.isdisjoint(each[0] for each in before))
        self.control(feeds=[])
        self.assertEqual(self.entries(), before)
        for wrong in ('"left"', '["gone"]', "[[]]"):
            self.assertEqual(self.ask("/control", "POST", f'{{"feeds": {wrong}}}').status, 400)


class WrongFeedTests(FeedTestCase):
    def hit(self, fault: str, format: str = "rss", **headers: str) -> Reply:
        return self.ask(f"/feeds/posts.{format}?fault={fault}", **headers)

    def test_a_fault_in_the_query_replaces_that_of_control(self):
        self.control(fault="gone")
        self.assertEqual(self.hit("challenge-403").status, 403)
        self.assertEqual(self.ask("/feeds/posts.rss").status, 410)
        self.assertEqual(self.hit("sulk").status, 400)
        self.assertEqual(self.ask("/posts/1?fault=cut-entry").json["id"], 1)

    def test_xml_faults_make_feeds_that_do_not_parse(self):
        for fault, start in (
            ("cut-entry", b""), ("html-entities", b"&eacute;"), ("bare-ampersand", b"Q & A"),
            ("control-chars", b"\x01\x08\x0b"), ("unknown-encoding", b""), ("blank-lines", b""),
            ("external-entity", b"&x;"), ("billion-laughs", b"&lol9;"),
        ):
            for format in ("rss", "rdf", "atom"):
                with self.subTest(fault, format=format):
                    body = self.hit(fault, format).body
                    self.assertIn(b"<title>" + start, body)
                    if fault == "billion-laughs":
                        self.assertIn(b'<!ENTITY lol9 "&lol8;&lol8;', body)
                    else:
                        self.assertRaises((ElementTree.ParseError, LookupError, ValueError), parsed, format, body)
        cut = self.hit("cut-entry").body
        self.assertEqual((cut.count(b"<item>"), cut.count(b"</item>")), (20, 19))
        self.assertIn(b'x SYSTEM "file:///etc/passwd"', self.hit("external-entity").body)
        self.assertIn(b"<b>" * 100_000 + b"</b>", self.hit("deep-feed").body)
        self.assertTrue(self.hit("byte-order-mark").body.startswith(b"\xef\xbb\xbf<?xml"))

    def test_label_faults_change_the_encoding_and_media_type(self):
        right = self.ask("/feeds/posts.rss").body
        self.control(edit={"posts": {"133": {"title": "“Salt” – €5"}}})
        answer = self.hit("windows-1252")
        self.assertIn(b"<title>\x93Salt\x94 \x96 \x805</title>", answer.body)
        self.assertEqual(answer.headers["content-type"], "application/rss+xml; charset=iso-8859-1")
        self.assertIn(b'encoding="iso-8859-1"', answer.body)
        self.assertIn("<title>“Salt”".encode(), self.hit("utf8-as-latin1").body)
        self.assertIn(b'encoding="x-slack-water"', self.hit("unknown-encoding").body)
        self.assertEqual(self.hit("media-html").headers["content-type"], "text/html; charset=utf-8")
        self.assertNotEqual(self.hit("media-text").body, right)
        self.assertIs(json.loads(self.hit("expired", "json").body)["expired"], True)

    def test_validator_faults_remove_headers_and_too_many_date_sends_one(self):
        date = self.ask("/feeds/posts.rss").headers["last-modified"]
        answer = self.hit("no-etag", If_Modified_Since=date)
        self.assertEqual((answer.status, "etag" in answer.headers), (304, False))
        self.assertTrue({"etag", "last-modified"}.isdisjoint(self.hit("no-validators").headers))
        wait = parsedate_to_datetime(self.hit("too-many-date").headers["retry-after"]).timestamp()
        self.assertAlmostEqual(wait - time.time(), 60, delta=5)

    def test_moved_feeds_redirect_to_a_feed(self):
        for fault, hops in (
            ("moved", [301]), ("moved-308", [308]), ("found", [302]), ("found-moved", [302, 301]),
            ("moved-found", [301, 302]), ("moved-often", [301, 308, 301]),
        ):
            with self.subTest(fault):
                path, statuses = f"/feeds/posts.rss?fault={fault}", []
                while path != "/feeds/posts.atom":
                    answer = self.ask(path)
                    statuses.append(answer.status)
                    path = answer.headers["location"].replace(f"http://{self.host}", "")
                self.assertEqual(statuses, hops)
        port = self.address[1]
        self.assertEqual(self.hit("redirect-home", Host=f"localhost:{port}").headers["location"],
                         f"http://127.0.0.1:{port}/feeds/posts.rss")
        for fault, status in (("gone", 410), ("challenge-403", 403), ("challenge-503", 503)):
            self.assertEqual(self.hit(fault).status, status)
