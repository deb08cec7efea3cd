"""Drawings: each scene of a comic's transcript is a panel, with the things and people it names."""
import re
import zlib
from functools import lru_cache
from math import cos, hypot, pi, sin
from typing import Any, Dict, List, NamedTuple, Sequence

from shapes import FIGURES, SHAPES, Circle, Point, Stroke

INK, GREY, PALE, PAPER = range(4)
PANEL, GUTTER, PER_ROW, PANELS = 220, 10, 3, 12


class Drawing(NamedTuple):
    pixels: bytes
    width: int
    height: int
    coloured: bool


class Canvas:
    def __init__(self, width: int, height: int):
        self.width, self.height = width, height
        self.pixels = bytearray([PAPER]) * (width * height)

    def fill(self, left: int, top: int, width: int, height: int, shade: int) -> None:
        left, right = max(left, 0), min(left + width, self.width)
        for row in range(max(top, 0), min(top + height, self.height)):
            if left < right:
                start = row * self.width
                self.pixels[start + left:start + right] = bytes([shade]) * (right - left)

    def line(self, start: Point, end: Point, shade: int = INK) -> None:
        steps = max(1, round(hypot(end[0] - start[0], end[1] - start[1])))
        for step in range(steps + 1):
            x, y = (a + (b - a) * step / steps for a, b in zip(start, end))
            self.fill(round(x) - 1, round(y) - 1, 2, 2, shade)

    def draw(self, strokes: Sequence[Stroke], left: float, top: float, size: float) -> None:
        for stroke in strokes:
            points = around(stroke) if isinstance(stroke, Circle) else stroke
            placed = [(left + x * size / 100, top + y * size / 100) for x, y in points]
            for start, end in zip(placed, placed[1:]):
                self.line(start, end)


def around(circle: Circle) -> List[Point]:
    (x, y), radius = circle
    turns = [2 * pi * part / 24 for part in range(25)]
    return [(x + radius * cos(turn), y + radius * sin(turn)) for turn in turns]


def drawn(comic: Dict[str, Any]) -> Drawing:
    texts = (comic.get(name) for name in ("num", "title", "alt", "transcript"))
    return draw(*(text if isinstance(text, str) else str(text or "") for text in texts))


@lru_cache(maxsize=256)
def draw(number: str, title: str, alt: str, transcript: str) -> Drawing:
    scenes = scenes_of(transcript) or [f"{title}\n{alt}"]
    columns = min(len(scenes), PER_ROW)
    rows = -(-len(scenes) // columns)
    canvas = Canvas(*(GUTTER + count * (PANEL + GUTTER) for count in (columns, rows)))
    for place, scene in enumerate(scenes):
        row, column = divmod(place, columns)
        left, top = (GUTTER + at * (PANEL + GUTTER) for at in (column, row))
        draw_panel(canvas, left, top, scene, f"{title} {alt}")
    sign(canvas, number)
    return Drawing(bytes(canvas.pixels), canvas.width, canvas.height, seed(number) % 3 == 0)


def scenes_of(transcript: str) -> List[str]:
    shown = re.sub(r"(?s)\{\{.*?\}\}", "", transcript)
    return [part for part in re.split(r"(?=\[\[)", shown) if part.startswith("[[")][:PANELS]


def draw_panel(canvas: Canvas, left: int, top: int, scene: str, rest: str) -> None:
    canvas.draw([[(0, 0), (100, 0), (100, 100), (0, 100), (0, 0)]], left, top, PANEL)
    floor = top + PANEL * 0.92
    canvas.fill(left + 8, round(floor), PANEL - 16, 3, PALE)
    speakers = speakers_in(scene)[:2]
    things = (things_in(scene) or things_in(rest) or [SHAPES["sea"]])[:3 - len(speakers) or 1]
    width = (PANEL - 20) / (len(things) + len(speakers))
    size = min(width, PANEL * 0.62)
    for place, strokes in enumerate(things):
        canvas.draw(strokes, left + 10 + place * width + (width - size) / 2, floor - size, size)
    for place, name in enumerate(speakers, len(things)):
        middle = left + 10 + place * width + width / 2
        figure = FIGURES[seed(name) % len(FIGURES)]
        canvas.draw(figure, middle - 45, floor - 90, 90)
        lines = 2 + seed(scene + name) % 2
        for line in range(lines):
            length = round(width * (0.85 if line + 1 < lines else 0.5))
            canvas.fill(round(middle - width * 0.42), top + 14 + line * 12, length, 3, GREY)
        canvas.line((middle, top + 16 + lines * 12), (middle, floor - 106))


def speakers_in(scene: str) -> List[str]:
    """Who says something, each once, in order."""
    return list(dict.fromkeys(re.findall(r"(?m)^([^\[\n:]{1,30}):", scene)))


def things_in(text: str) -> List[List[Stroke]]:
    """What is named, each once, in order."""
    found = (SHAPES[word] for word in re.findall("[a-z]+", text.lower()) if word in SHAPES)
    return list({id(strokes): strokes for strokes in found}.values())


def sign(canvas: Canvas, number: str) -> None:
    """The comic's number in the last corner: digits of three by five dots."""
    digits = [GLYPHS[int(digit)] for digit in re.findall("[0-9]", number)][:9]
    left, top = canvas.width - GUTTER - 6 - 12 * len(digits), canvas.height - GUTTER - 20
    for place, glyph in enumerate(digits):
        for dot, is_set in enumerate(glyph):
            row, column = divmod(dot, 3)
            if is_set == "#":
                canvas.fill(left + place * 12 + column * 3, top + row * 3, 3, 3, INK)


GLYPHS = (
    "####.##.##.####", ".#.##..#..#.###", "###..#####..###", "###..####..####", "#.##.####..#..#",
    "####..###..####", "####..####.####", "###..#..#..#..#", "####.#####.####", "####.####..####",
)


def seed(text: str) -> int:
    """A number that is always the same for the same text."""
    return zlib.crc32(text.encode("utf-8", "surrogatepass"))
