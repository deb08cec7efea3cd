import struct
import zlib

from testing import ServerTestCase

NUMBERS = [*range(1, 40), *range(41, 62)]


class ComicTests(ServerTestCase):
    def test_the_latest_comic_and_every_number_are_served(self):
        latest = self.ask("/info.0.json")
        self.assertEqual((latest.status, latest.json["num"]), (200, 61))
        for number in NUMBERS:
            with self.subTest(number):
                answer = self.ask(f"/{number}/info.0.json")
                self.assertEqual(answer.status, 200)
                self.assertEqual(int(answer.json["num"]), number)
        self.assertEqual(latest.json, answer.json)

    def test_missing_comics_and_pictures_are_answered_404(self):
        for path in ("/0/info.0.json", "/40/info.0.json", "/62/info.0.json", "/01/info.0.json",
                     "/-1/info.0.json", "/x/info.0.json", "/1/2/info.0.json", "/1/info_0_json",
                     "/1", "/comics/", "/comics/dough", "/comics/dough.svg", "/comics/x/dough.png"):
            with self.subTest(path):
                answer = self.ask(path)
                self.assertEqual((answer.status, answer.body), (404, b"{}"))
        self.control(comics=[])
        self.assertEqual(self.ask("/info.0.json").status, 404)

    def test_the_picture_of_a_comic_is_on_the_requested_host(self):
        answer = self.ask("/5/info.0.json", Host="reader.example:81")
        self.assertEqual(answer.json["img"], "http://reader.example:81/comics/dough.png")
        self.control(edit={"comics": {"5": {"img": "https://example.org/a.png"}, "6": {"img": 5}}})
        self.assertEqual(self.ask("/5/info.0.json").json["img"], "https://example.org/a.png")
        self.assertEqual(self.ask("/6/info.0.json").json["img"], 5)

    def test_the_extension_of_a_picture_determines_its_format(self):
        for path, media_type, start in (
            ("/comics/dough.png", "image/png", b"\x89PNG"),
            ("/comics/last_train_%281%29.png", "image/png", b"\x89PNG"),
            ("/comics/fish_story.gif", "image/gif", b"GIF89a"),
            ("/comics/tea.jpg", "image/jpeg", b"\xff\xd8\xff"),
        ):
            answer = self.ask(path)
            self.assertEqual((answer.status, answer.headers["content-type"]), (200, media_type))
            self.assertTrue(answer.body.startswith(start))

    def test_every_png_is_valid_and_unique(self):
        files = {self.ask(f"/comics/{name}.png").body for name in ("dough", "hum", "dough")}
        self.assertEqual(len(files), 2)
        for file in files:
            self.assertEqual([kind for kind, _ in read_chunks(file)], [b"IHDR", b"PLTE", b"IDAT", b"tEXt", b"IEND"])
            self.assertTrue(all(is_valid for _, is_valid in read_chunks(file)))


def read_chunks(png: bytes):
    """Yields the type of each chunk, and whether its checksum is right."""
    rest = png[8:]
    while rest:
        end = 8 + struct.unpack(">I", rest[:4])[0]
        checksum = struct.unpack(">I", rest[end:end + 4])[0]
        yield rest[4:8], checksum == zlib.crc32(rest[4:end])
        rest = rest[end + 4:]
