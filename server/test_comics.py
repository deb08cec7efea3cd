import re
import struct
import zlib
import unittest
from unittest import mock

from strips import GAP, Comics, GeneratedComics, comic
from testing import ServerTestCase

NUMBERS = [*range(1, 40), *range(41, 62)]
FIELDS = {"month", "num", "link", "year", "news", "safe_title", "transcript", "alt", "img", "title",
          "day"}


class ComicTests(ServerTestCase):
    def test_the_latest_is_the_one_with_the_highest_number(self):
        latest = self.ask("/info.0.json")
        self.assertEqual((latest.status, latest.json["num"]), (200, 61))
        self.assertEqual(latest.json, self.ask("/61/info.0.json").json)
        self.control(comics=[{"num": "7"}, {"num": 30}, {"num": "x"}, {"num": None}, 5, {}])
        self.assertEqual(self.ask("/info.0.json").json, {"num": 30})

    def test_each_by_its_number(self):
        for number in NUMBERS:
            with self.subTest(number):
                answer = self.ask(f"/{number}/info.0.json")
                self.assertEqual(answer.status, 200)
                self.assertEqual(int(answer.json["num"]), number)
                self.assertEqual(answer.headers["content-type"], "application/json; charset=utf-8")

    def test_what_is_not_there_is_404(self):
        for path in ("/0/info.0.json", "/40/info.0.json", "/62/info.0.json", "/01/info.0.json",
                     "/-1/info.0.json", "/x/info.0.json", "/1/2/info.0.json", "//info.0.json",
                     "/1/info_0_json", "/1", "/comics", "/comics/", "/comics/dough",
                     "/comics/dough.svg", "/comics/x/dough.png"):
            with self.subTest(path):
                answer = self.ask(path)
                self.assertEqual((answer.status, answer.body), (404, b"{}"))
        self.control(comics=[])
        self.assertEqual(self.ask("/info.0.json").status, 404)

    def test_other_methods_are_not_allowed(self):
        for path in ("/info.0.json", "/1/info.0.json", "/comics/dough.png"):
            for method in ("POST", "PUT", "DELETE"):
                answer = self.ask(path, method, "{}")
                self.assertEqual((answer.status, answer.headers["allow"]), (405, "GET, HEAD"))

    def test_a_comic_names_its_picture_on_the_host_that_was_asked(self):
        answer = self.ask("/5/info.0.json", Host="reader.example:81")
        self.assertEqual(answer.json["img"], "http://reader.example:81/comics/dough.png")
        self.control(edit={"comics": {"5": {"img": "https://example.org/a.png"}, "6": {"img": 5}}})
        self.assertEqual(self.ask("/5/info.0.json").json["img"], "https://example.org/a.png")
        self.assertEqual(self.ask("/6/info.0.json").json["img"], 5)

    def test_a_picture_is_of_the_kind_that_its_name_says(self):
        for path, media_type, start in (("/comics/dough.png", "image/png", b"\x89PNG"),
                                        ("/comics/fish_story.gif", "image/gif", b"GIF89a"),
                                        ("/comics/tea.jpg", "image/jpeg", b"\xff\xd8\xff")):
            answer = self.ask(path)
            self.assertEqual(answer.headers["content-type"], media_type)
            self.assertTrue(answer.body.startswith(start))

    def test_every_png_is_whole_and_like_no_other(self):
        files = {self.ask(f"/comics/{name}.png").body for name in ("dough", "hum", "dough")}
        self.assertEqual(len(files), 2)
        for file in files:
            self.assertEqual([kind for kind, _ in read_chunks(file)],
                             [b"IHDR", b"PLTE", b"IDAT", b"tEXt", b"IEND"])
            self.assertTrue(all(is_whole for _, is_whole in read_chunks(file)))

    def test_validators_and_head(self):
        for path in ("/info.0.json", "/7/info.0.json", "/comics/dough.png",
                     "/comics/last_train_(1).png", "/comics/last_train_%281%29.png"):
            with self.subTest(path):
                whole = self.ask(path)
                self.assertEqual(whole.status, 200)
                head = self.ask(path, "HEAD")
                self.assertEqual((head.status, head.body), (200, b""))
                self.assertEqual(head.headers["content-length"], str(len(whole.body)))
                known = self.ask(path, If_None_Match=whole.headers["etag"])
                self.assertEqual((known.status, known.body), (304, b""))

    def test_json_is_compressed_and_a_picture_is_not(self):
        answer = self.ask("/7/info.0.json", Accept_Encoding="gzip")
        self.assertEqual(answer.headers["content-encoding"], "gzip")
        answer = self.ask("/comics/dough.png", Accept_Encoding="gzip")
        self.assertTrue(answer.body.startswith(b"\x89PNG"))
        self.assertTrue(answer.headers.keys().isdisjoint({"content-encoding", "vary"}))

    def test_latency_delays_them(self):
        self.control(latency=70)
        with mock.patch("connections.time.sleep") as sleep:
            self.ask("/info.0.json")
            self.ask("/comics/dough.png")
        self.assertEqual(sleep.call_args_list, [mock.call(0.07)] * 2)


class GeneratedComicsTests(ServerTestCase):
    def collections(self):
        return {**super().collections(), "comics": GeneratedComics(1_000_000)}

    def test_any_number_of_them_without_the_404th(self):
        self.assertEqual(self.ask("/info.0.json").json["num"], 1_000_000)
        for number in (1, 403, 405, 123_456):
            answer = self.ask(f"/{number}/info.0.json")
            self.assertEqual((answer.json["num"], set(answer.json)), (number, FIELDS))
        for number in (0, 404, 1_000_001):
            self.assertEqual(self.ask(f"/{number}/info.0.json").status, 404)

    def test_only_those_asked_for_are_made(self):
        with mock.patch("strips.comic", side_effect=comic) as making:
            self.ask("/info.0.json")
            self.ask("/5/info.0.json")
            self.ask("/comics/5.png")
            self.ask("/9999999/info.0.json")
        self.assertLess(len(making.call_args_list), 8)

    def test_their_pictures(self):
        for number, start in ((5, b"\x89PNG"), (7, b"\xff\xd8"), (250, b"GIF")):
            path = self.ask(f"/{number}/info.0.json").json["img"].replace(f"http://{self.host}", "")
            self.assertTrue(self.ask(path).body.startswith(start))

    def test_they_are_edited_published_and_replaced(self):
        self.control(edit={"comics": {"500": {"alt": "New"}}}, publish={"title": "Newest"})
        self.assertEqual(self.ask("/500/info.0.json").json["alt"], "New")
        latest = self.ask("/info.0.json").json
        self.assertEqual((latest["num"], latest["title"]), (1_000_001, "Newest"))
        self.assertEqual(self.ask("/500/info.0.json").json["alt"], "New")
        self.control(comics=[{"num": 3}])
        self.assertEqual(self.ask("/info.0.json").json, {"num": 3})

    def test_numbers_and_places_agree_around_the_gap(self):
        for count in (0, 1, 403, 404, 405, 500):
            comics = GeneratedComics(count)
            expected = [number for number in range(1, count + 1) if number != GAP]
            self.assertEqual([each["num"] for each in comics], expected)
            self.assertEqual(len(comics), len(expected))
            self.assertEqual((comics.newest() or {}).get("num"), expected[-1] if expected else None)
            following = comics.published({}).newest()["num"]
            self.assertEqual(following, count + 1 + (count + 1 == GAP))
            for number in expected:
                self.assertEqual(comics.find(str(number))["num"], number)


class WrittenComicsTests(ServerTestCase):
    """They are as odd as the data of xkcd.com."""

    def setUp(self):
        super().setUp()
        self.comics = self.collections()["comics"].records

    def texts(self, *names):
        return [text for each in self.comics for text in (each.get(name) for name in names)
                if isinstance(text, str)]

    def matching(self, pattern: str, *names: str):
        return [text for text in self.texts(*names) if re.search(pattern, text)]

    def test_sixty_with_a_gap(self):
        self.assertEqual([int(each["num"]) for each in self.comics], NUMBERS)
        titles, alts = self.texts("title"), self.texts("alt")
        self.assertEqual((len(set(titles)), len(set(alts))), (60, 60))
        self.assertTrue(all(titles) and all(alts))
        whole = [each for each in self.comics if FIELDS <= each.keys()]
        self.assertEqual(len(whole), 59)

    def test_every_oddity_is_there(self):
        self.assertTrue(self.matching(r"<span style=.*>House</span> of", "title"))
        self.assertTrue(self.matching(r"Clich&eacute;d", "title"))
        self.assertTrue(self.matching(r"\n", "alt"))
        self.assertTrue(self.matching(r"<a href=", "link"))
        self.assertTrue(self.matching(r"<a href=", "news"))
        self.assertTrue(self.matching(r"^https://", "link"))
        self.assertTrue(self.matching(r"\r\n", "transcript"))
        for mark in (r"\[\[.*\]\]", r"\{\{Title text: .*\}\}", r"\{\{Alt text: .*\}\}",
                     r"\(\(.*\)\)"):
            self.assertTrue(self.matching(mark, "transcript"), mark)
        self.assertGreater(self.texts("transcript").count(""), 15)
        lost = [each for each in self.comics
                if len(each["safe_title"]) < len(each["title"]) and "<" not in each["title"]]
        self.assertGreaterEqual(len(lost), 3)
        endings = [path.rpartition(".")[2] for path in self.texts("img")]
        self.assertEqual((endings.count("jpg"), endings.count("gif")), (1, 1))
        self.assertEqual(self.texts("img").count("/comics/"), 2)
        types = {type(each.get(name)) for each in self.comics for name in each.keys() - FIELDS}
        self.assertEqual(types, {dict, list, type(None)})
        self.assertEqual({type(each["num"]) for each in self.comics}, {int, str})
        self.assertEqual({type(each["year"]) for each in self.comics}, {int, str})

    def test_some_are_utf_8_that_was_read_as_latin_1(self):
        mended = []
        for title in self.texts("title"):
            try:
                mended.append(title.encode("latin-1").decode("utf-8"))
            except UnicodeError:
                continue
        mended = [title for title in mended if not title.isascii()]
        self.assertEqual(
            mended, ["Café at the End of the Pier", "Naïve Swimmer", "Zoë’s Tide Table"])


def read_chunks(png: bytes):
    """The chunks' kinds, each with whether its checksum is right."""
    rest = png[8:]
    while rest:
        end = 8 + struct.unpack(">I", rest[:4])[0]
        checksum = struct.unpack(">I", rest[end:end + 4])[0]
        yield rest[4:8], checksum == zlib.crc32(rest[4:end])
        rest = rest[end + 4:]


class ComicsTests(unittest.TestCase):
    def test_a_comic_to_publish_is_numbered_after_the_highest(self):
        odd = Comics([{"num": "7"}, {"num": 3}, None, {"num": []}])
        self.assertEqual(odd.published({"alt": "New"}).newest()["num"], 8)
        self.assertEqual(len(odd), 4)


if __name__ == "__main__":
    unittest.main()
