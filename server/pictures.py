"""Pictures as files. A pixel is a byte: one of the four shades, from ink (0) to paper (3)."""
import struct
import zlib
from typing import Optional

from answers import Picture
from jpeg import jpeg

SIGNATURE = b"\x89PNG\r\n\x1a\n"
GREYS = (0, 85, 170, 255)
TINTS = (b"\x1f\x2d\x4d", b"\x6b\x7a\x99", b"\xc4\xb8\x9a", b"\xfb\xf6\xe9")
"""The shades of those that are in colour: blue ink on yellowed paper."""


def picture_of(
    ending: str, pixels: bytes, width: int, height: int, coloured: bool
) -> Optional[Picture]:
    """A file of the format that its name's ending says; None if there is no such format."""
    greys = pixels.translate(bytes(GREYS) + bytes(252))
    if ending == "png":
        return Picture("image/png", png(pixels if coloured else greys, width, height, coloured))
    if ending == "gif":
        return Picture("image/gif", gif(pixels, width, height))
    return Picture("image/jpeg", jpeg(greys, width, height)) if ending == "jpg" else None


def png(pixels: bytes, width: int, height: int, coloured: bool) -> bytes:
    """Eight bits a pixel: a place in the palette of tints, or a grey."""
    rows = b"".join(
        b"\0" + pixels[start:start + width] for start in range(0, width * height, width))
    header = struct.pack(">IIBBBBB", width, height, 8, 3 if coloured else 0, 0, 0, 0)
    palette = chunk(b"PLTE", b"".join(TINTS)) if coloured else b""
    return (SIGNATURE + chunk(b"IHDR", header) + palette
            + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b""))


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def gif(pixels: bytes, width: int, height: int) -> bytes:
    """With a palette of the four greys."""
    screen = struct.pack("<HHBBB", width, height, 0x91, 0, 0)
    palette = b"".join(bytes((grey,) * 3) for grey in GREYS)
    data = compressed(pixels)
    blocks = b"".join(bytes((len(data[at:at + 255]),)) + data[at:at + 255]
                      for at in range(0, len(data), 255))
    frame = b"\x2c" + struct.pack("<HHHHB", 0, 0, width, height, 0) + b"\x02"
    return b"GIF89a" + screen + palette + frame + blocks + b"\0\x3b"


def compressed(pixels: bytes) -> bytes:
    """GIF's LZW for four colours: codes of 3 to 12 bits, 4 to begin anew and 5 to end."""
    buffer, filled, result = 0, 0, bytearray()

    def put(code: int, size: int) -> None:
        nonlocal buffer, filled
        buffer |= code << filled
        filled += size
        while filled >= 8:
            result.append(buffer & 255)
            buffer, filled = buffer >> 8, filled - 8

    codes, size, known = {}, 3, b""
    put(4, size)
    for place in range(len(pixels)):
        longer = known + pixels[place:place + 1]
        if len(longer) == 1 or longer in codes:
            known = longer
            continue
        put(codes[known] if len(known) > 1 else known[0], size)
        if len(codes) + 6 == 4096:
            put(4, size)
            codes, size = {}, 3
        else:
            codes[longer] = len(codes) + 6
            size = max(3, (len(codes) + 5).bit_length())
        known = longer[-1:]
    put(codes[known] if len(known) > 1 else known[0], size)
    put(5, min(12, (len(codes) + 6).bit_length()))
    put(0, 7)
    return bytes(result)
