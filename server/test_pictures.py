import random
import re
import struct
import unittest
import zlib
from math import cos, pi

import jpeg
from drawing import PANEL, drawn, speakers_in
from pictures import GREYS, compressed, gif, picture_of, png
from shapes import FIGURES, SHAPES, Circle


def comic(**fields):
    return {"num": 7, "title": "A", "alt": "B", "transcript": "", **fields}


def panels(drawing) -> int:
    return (drawing.width // PANEL) * (drawing.height // PANEL)


class DrawingTests(unittest.TestCase):
    def test_each_scene_is_a_panel(self):
        for scenes, count in ((0, 1), (1, 1), (3, 3), (4, 6), (6, 6), (500, 12)):
            with self.subTest(scenes):
                text = "".join(f"[[Scene {place}.]]\nAda: Oh.\n" for place in range(scenes))
                drawing = drawn(comic(transcript=text + "{{Title text: [[x]]}}"))
                self.assertEqual(panels(drawing), count)

    def test_everything_that_is_named_makes_a_difference(self):
        bare = drawn(comic(transcript="[[Nothing.]]")).pixels
        seen = {bare}
        for word in {id(shape): word for word, shape in SHAPES.items()}.values():
            seen.add(drawn(comic(transcript=f"[[A {word}.]]")).pixels)
        shapes = {id(shape) for shape in SHAPES.values()}
        self.assertEqual(len(seen), len(shapes))  # The sea is drawn for nothing, too.
        for name in ("Ada", "Bo"):
            seen.add(drawn(comic(transcript=f"[[A bell.]]\n{name}: Oh.")).pixels)
        self.assertEqual(len(seen), len(shapes) + 2)

    def test_who_speaks_twice_is_one(self):
        scene = "[[Ada: a sign.]]\nAda: Oh.\nBo: Ah: so.\nAda: Oh.\n(no one)"
        self.assertEqual(speakers_in(scene), ["Ada", "Bo"])

    def test_the_number_is_in_the_corner(self):
        pictures = {drawn(comic(num=number)).pixels for number in (1, 2, 3, 10, 11, "12", 456789)}
        self.assertEqual(len(pictures), 7)

    def test_whatever_the_texts_are_there_is_a_drawing(self):
        for fields in ({}, {"title": None, "alt": 5, "transcript": []}, {"num": {"a": 1}},
                       {"num": "9" * 500, "transcript": "[[" * 1000}, {"title": "\ud800"}):
            with self.subTest(fields):
                drawing = drawn(comic(**fields))
                self.assertEqual(len(drawing.pixels), drawing.width * drawing.height)

    def test_shapes_keep_within_their_square(self):
        for strokes in SHAPES.values():
            for stroke in strokes:
                reach = stroke.radius if isinstance(stroke, Circle) else 0
                points = [stroke.centre] if isinstance(stroke, Circle) else stroke
                self.assertGreaterEqual(len(points) + reach, 2)
                for value in (value for point in points for value in point):
                    self.assertTrue(reach <= value <= 100 - reach)
        self.assertGreater(len({str(figure) for figure in FIGURES}), 4)


class FileTests(unittest.TestCase):
    """Each format, read by the shortest decoder there is."""

    def setUp(self):
        self.drawing = drawn(comic(transcript="[[A lighthouse.]]\nAda: Oh.\n[[A cat.]]"))
        self.pixels, self.width, self.height, _ = self.drawing
        self.greys = [GREYS[pixel] for pixel in self.pixels]

    def test_a_png_in_grey_and_in_colour(self):
        greys = bytes(self.greys)
        for pixels, coloured in ((greys, False), (self.pixels, True)):
            file = png(pixels, self.width, self.height, coloured)
            self.assertEqual(file[:8], b"\x89PNG\r\n\x1a\n")
            chunks = read_chunks(self, file[8:])
            kinds = ["IHDR", "PLTE", "IDAT", "IEND"] if coloured else ["IHDR", "IDAT", "IEND"]
            self.assertEqual(list(chunks), kinds)
            self.assertEqual(struct.unpack(">IIBBBBB", chunks["IHDR"]),
                             (self.width, self.height, 8, 3 if coloured else 0, 0, 0, 0))
            rows = zlib.decompress(chunks["IDAT"])
            self.assertEqual(len(rows), (self.width + 1) * self.height)
            self.assertEqual(set(rows[::self.width + 1]), {0})
            shown = [rows[at:at + self.width] for at in range(1, len(rows), self.width + 1)]
            self.assertEqual(b"".join(shown), pixels)
            self.assertEqual(len(chunks.get("PLTE", bytes(12))), 12)

    def test_a_gif(self):
        file = gif(self.pixels, self.width, self.height)
        self.assertEqual(file[:6], b"GIF89a")
        self.assertEqual(struct.unpack("<HH", file[6:10]), (self.width, self.height))
        self.assertEqual(list(file[13:25:3]), list(GREYS))
        self.assertEqual(file[25:26], b"\x2c")
        blocks, data = file[36:], b""
        while blocks[0]:
            data, blocks = data + blocks[1:blocks[0] + 1], blocks[blocks[0] + 1:]
        self.assertEqual((file[35], blocks), (2, b"\0\x3b"))
        self.assertEqual(decompressed(data), self.pixels)

    def test_lzw_of_every_length(self):
        chance = random.Random(1)
        noise = bytes(chance.randrange(4) for _ in range(40_000))
        for pixels in (noise, bytes(60_000), *(noise[:length] for length in range(1, 400))):
            self.assertEqual(decompressed(compressed(pixels)), pixels)

    def test_a_jpeg(self):
        for width, height in ((self.width, self.height), (20, 13), (8, 8)):
            pixels = [self.greys[y * self.width + x] for y in range(height) for x in range(width)]
            decoded = decoded_jpeg(self, jpeg.jpeg(bytes(pixels), width, height), width, height)
            self.assertLess(max(abs(a - b) for a, b in zip(pixels, decoded)), 40)

    def test_a_jpeg_of_what_is_no_drawing(self):
        chance = random.Random(1)
        noise = [chance.randrange(256) for _ in range(64 * 64)]
        waves = [round(128 + 100 * cos((2 * x + 1) * 7 * pi / 16) * cos((2 * y + 1) * 7 * pi / 16))
                 for y in range(64) for x in range(64)]
        for pixels in (noise, waves):
            decoded = decoded_jpeg(self, jpeg.jpeg(bytes(pixels), 64, 64), 64, 64)
            self.assertLess(sum(abs(a - b) for a, b in zip(pixels, decoded)) / len(pixels), 10)

    def test_a_name_s_ending_says_the_format(self):
        for ending, media_type, start in (("png", "image/png", b"\x89PNG"),
                                          ("gif", "image/gif", b"GIF"),
                                          ("jpg", "image/jpeg", b"\xff\xd8\xff")):
            picture = picture_of(ending, *self.drawing)
            self.assertEqual(picture.media_type, media_type)
            self.assertTrue(picture.body.startswith(start))
        self.assertIsNone(picture_of("exe", *self.drawing))


def read_chunks(case: unittest.TestCase, data: bytes):
    chunks = {}
    while data:
        length = struct.unpack(">I", data[:4])[0]
        kind, content, check = data[4:8], data[8:8 + length], data[8 + length:12 + length]
        case.assertEqual(struct.unpack(">I", check)[0], zlib.crc32(kind + content))
        chunks[kind.decode()] = content
        data = data[12 + length:]
    return chunks


def decompressed(data: bytes) -> bytes:
    """As the GIF specification says it; what is left after the end is no more than a byte."""
    at, size, table, last, out = 0, 3, [], None, []
    bits = "".join(f"{byte:08b}"[::-1] for byte in data)
    while True:
        code = int(bits[at:at + size][::-1], 2)
        at += size
        if code == 5:
            assert len(bits) - at < 16
            return b"".join(out)
        if code == 4:
            table, size, last = [bytes([value]) for value in range(4)] + [b"", b""], 3, None
            continue
        entry = table[code] if code < len(table) else last + last[:1]
        if last is not None and len(table) < 4096:
            table.append(last + entry[:1])
        out.append(entry)
        last = entry
        size = min(12, max(3, len(table).bit_length()))


def decoded_jpeg(case: unittest.TestCase, file: bytes, width: int, height: int):
    case.assertEqual((file[:2], file[-2:]), (b"\xff\xd8", b"\xff\xd9"))
    at, tables, steps = 2, {}, b""
    while file[at + 1] != 0xDA:
        kind, length = file[at + 1], struct.unpack(">H", file[at + 2:at + 4])[0]
        data = file[at + 4:at + 2 + length]
        at += 2 + length
        if kind == 0xDB:
            steps = data[1:]
        elif kind == 0xC0:
            case.assertEqual(struct.unpack(">BHHB", data[:6]), (8, height, width, 1))
        elif kind == 0xC4:
            tables[data[0]] = huffman(data[1:17], data[17:])
    case.assertEqual(len(steps), 64)
    scan = file[at + 2 + struct.unpack(">H", file[at + 2:at + 4])[0]:-2]
    case.assertFalse(re.search(rb"\xff[^\0]", scan))
    stream = iter("".join(f"{byte:08b}" for byte in scan.replace(b"\xff\0", b"\xff")))

    def symbol(table):
        word = ""
        while word not in table:
            word += next(stream)
        return table[word]

    def value(size: int) -> int:
        bits = "".join(next(stream) for _ in range(size)) or "0"
        return int(bits, 2) - (0 if bits[0] == "1" or not size else (1 << size) - 1)

    pixels, before = [0] * (width * height), 0
    for top in range(0, height, 8):
        for left in range(0, width, 8):
            block = [0] * 64
            before = block[0] = before + value(symbol(tables[0x00]))
            place = 1
            while place < 64:
                run = symbol(tables[0x10])
                if run == 0:
                    break
                place += run >> 4
                block[place] = value(run & 15)
                place += 1
            shades = unwaved([level * step for level, step in zip(block, steps)])
            for y in range(top, min(top + 8, height)):
                for x in range(left, min(left + 8, width)):
                    shade = shades[(y - top) * 8 + x - left]
                    pixels[y * width + x] = min(255, max(0, round(shade + 128)))
    case.assertLess(len(list(stream)), 8)
    return pixels


def huffman(counts: bytes, symbols: bytes):
    words, code, rest = {}, 0, iter(symbols)
    for length, count in enumerate(counts, 1):
        for _ in range(count):
            words[f"{code:0{length}b}"] = next(rest)
            code += 1
        code <<= 1
    return words


def zigzag():
    """The walk over the diagonals, step by step."""
    x = y = 0
    for _ in range(64):
        yield y * 8 + x
        if (x + y) % 2 == 0:
            x, y = (x, y + 1) if x == 7 else (x + 1, max(y - 1, 0)) if y == 0 else (x + 1, y - 1)
        else:
            x, y = (x + 1, y) if y == 7 else (max(x - 1, 0), y + 1) if x == 0 else (x - 1, y + 1)


def unwaved(levels):
    if not any(levels[1:]):
        return [levels[0] / 8] * 64
    block = [0] * 64
    for place, level in zip(zigzag(), levels):
        block[place] = level
    weights = [[(0.5 ** 0.5 if wave == 0 else 1) / 2 * cos((2 * at + 1) * wave * pi / 16)
                for wave in range(8)] for at in range(8)]
    rows = [[sum(block[v * 8 + u] * weights[x][u] for u in range(8)) for x in range(8)]
            for v in range(8)]
    return [sum(rows[v][x] * weights[y][v] for v in range(8)) for y in range(8) for x in range(8)]


if __name__ == "__main__":
    unittest.main()
