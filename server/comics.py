"""Comics as xkcd.com serves them: /info.0.json, /{n}/info.0.json, and the pictures they name.

All comics share one picture of each format.
"""
import struct
import zlib
from pathlib import Path
from typing import Any

from answers import Answer, Document
from data import Library
from wire import Request

MEDIA_TYPES = {"png": "image/png", "gif": "image/gif", "jpg": "image/jpeg"}
FILES = {
    ending: (Path(__file__).resolve().parent / "data" / "pictures" / f"comic.{ending}").read_bytes()
    for ending in MEDIA_TYPES
}


def latest(library: Library, request: Request) -> Answer:
    comics = library.collections["comics"]
    return told(request, comics[len(comics) - 1] if comics else None)


def numbered(library: Library, request: Request, number: str) -> Answer:
    return told(request, library.collections["comics"].find(number))


def told(request: Request, comic: Any) -> Answer:
    if comic is None:
        return Answer(404, {})
    picture = comic.get("img")
    if isinstance(picture, str) and picture.startswith("/"):
        comic = {**comic, "img": f"http://{request.host}{picture}"}
    return Answer(200, comic)


def picture(library: Library, request: Request) -> Answer:
    name, _, ending = request.path.rpartition(".")
    if ending not in FILES:
        return Answer(404, {})
    # The reader knows a picture by its bytes: two comics are not to have the same.
    body = titled(FILES[ending], name) if ending == "png" else FILES[ending]
    return Answer(200, Document(MEDIA_TYPES[ending], body))


def titled(png: bytes, title: str) -> bytes:
    """A PNG with a title, which stands before its last chunk."""
    text = b"tEXtTitle\0" + title.encode("latin-1", "replace")
    chunk = struct.pack(">I", len(text) - 4) + text + struct.pack(">I", zlib.crc32(text))
    return png[:-12] + chunk + png[-12:]
