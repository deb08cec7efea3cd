"""A small JPEG encoder: one grey channel, baseline, the quality of a comic on a web page."""
import struct
from functools import lru_cache
from math import cos, pi, sqrt
from typing import List, Sequence, Tuple

ZIGZAG = sorted(range(64), key=lambda place: (
    place // 8 + place % 8, place // 8 if (place // 8 + place % 8) % 2 else place % 8))
"""Row by row places of coefficients, in the order they are written."""
STEPS = [min(255, 3 + 2 * (place // 8 + place % 8)) for place in ZIGZAG]
"""How coarsely each is kept, in that order."""
WAVES = [[(sqrt(0.125) if wave == 0 else 0.5) * cos((2 * place + 1) * wave * pi / 16)
          for place in range(8)] for wave in range(8)]

SIZES = tuple(range(12))
RUNS = (0x00, 0xF0, *(run << 4 | size for run in range(16) for size in range(1, 11)))
"""The symbols. All codes have the same length, 4 bits here and 8 there: no tables to copy."""
SIZE_CODES = {symbol: (code, 4) for code, symbol in enumerate(SIZES)}
RUN_CODES = {symbol: (code, 8) for code, symbol in enumerate(RUNS)}

Code = Tuple[int, int]
"""Bits and their number."""


def jpeg(greys: bytes, width: int, height: int) -> bytes:
    codes: List[Code] = []
    before = 0
    for top in range(0, height, 8):
        for left in range(0, width, 8):
            block = coefficients(square(greys, width, height, left, top))
            codes += block_codes(block, before)
            before = block[0]
    frame = struct.pack(">BHHB", 8, height, width, 1) + b"\1\x11\0"
    return b"".join((
        b"\xff\xd8", segment(0xE0, b"JFIF\0\1\1\0\0\1\0\1\0\0"),
        segment(0xDB, b"\0" + bytes(STEPS)), segment(0xC0, frame),
        segment(0xC4, table(0x00, 4, SIZES)), segment(0xC4, table(0x10, 8, RUNS)),
        segment(0xDA, b"\1\1\0\0\x3f\0"), stuffed(codes), b"\xff\xd9"))


def segment(kind: int, data: bytes) -> bytes:
    return struct.pack(">BBH", 255, kind, len(data) + 2) + data


def table(name: int, length: int, symbols: Sequence[int]) -> bytes:
    counts = [len(symbols) if bits == length else 0 for bits in range(1, 17)]
    return bytes((name, *counts, *symbols))


def square(greys: bytes, width: int, height: int, left: int, top: int) -> bytes:
    """Eight by eight pixels; what is missing at an edge is like the edge."""
    rows = []
    for row in range(top, top + 8):
        start = min(row, height - 1) * width
        part = greys[start + left:start + min(left + 8, width)]
        rows.append(part + part[-1:] * (8 - len(part)))
    return b"".join(rows)


@lru_cache(maxsize=4096)
def coefficients(block: bytes) -> List[int]:
    if block.count(block[0]) == 64:
        return [round((block[0] - 128) * 8 / STEPS[0])] + [0] * 63
    rows = [[sum(wave[x] * (block[y * 8 + x] - 128) for x in range(8)) for wave in WAVES]
            for y in range(8)]
    whole = [sum(wave[y] * rows[y][x] for y in range(8)) for wave in WAVES for x in range(8)]
    return [round(whole[place] / step) for place, step in zip(ZIGZAG, STEPS)]


def block_codes(block: List[int], before: int) -> List[Code]:
    codes = coded(SIZE_CODES, 0, block[0] - before)
    zeros = 0
    for value in block[1:]:
        if value == 0:
            zeros += 1
            continue
        codes += [RUN_CODES[0xF0]] * (zeros // 16) + coded(RUN_CODES, zeros % 16, value)
        zeros = 0
    return codes + [RUN_CODES[0x00]] if zeros else codes


def coded(codes: dict, run: int, value: int) -> List[Code]:
    size = abs(value).bit_length()
    bits = value if value > 0 else value + (1 << size) - 1
    return [codes[run << 4 | size], (bits, size)]


def stuffed(codes: List[Code]) -> bytes:
    """Codes as bytes, the last one filled with ones; after an FF a zero, lest it be a mark."""
    bits = "".join(f"{bits:0{size}b}" for bits, size in codes if size)
    bits += "1" * (-len(bits) % 8)
    data = int(bits, 2).to_bytes(len(bits) // 8, "big")
    return data.replace(b"\xff", b"\xff\0")
