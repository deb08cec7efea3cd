"""Comics as xkcd.com serves them: /info.0.json, /{n}/info.0.json, and their pictures.

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
    extension: (Path(__file__).resolve().parent / "data" / "pictures" / f"comic.{extension}").read_bytes()
    for extension in MEDIA_TYPES
}


def latest(library: Library, request: Request) -> Answer:
    comics = library.collections["comics"]
    return comic_answer(request, comics[len(comics) - 1] if comics else None)


def numbered(library: Library, request: Request, number: str) -> Answer:
    return comic_answer(request, library.collections["comics"].find(number))


def comic_answer(request: Request, comic: Any) -> Answer:
    """Returns the comic with the absolute address of its picture; 404 for None."""
    if comic is None:
        return Answer(404, {})
    picture = comic.get("img")
    if isinstance(picture, str) and picture.startswith("/"):
        comic = {**comic, "img": f"http://{request.host}{picture}"}
    return Answer(200, comic)


def picture(library: Library, request: Request) -> Answer:
    name, _, extension = request.path.rpartition(".")
    if extension not in FILES:
        return Answer(404, {})
    # Satchel identifies a picture by its bytes, so each name gets different ones.
    body = with_title(FILES[extension], name) if extension == "png" else FILES[extension]
    return Answer(200, Document(MEDIA_TYPES[extension], body))


def with_title(png: bytes, title: str) -> bytes:
    """Inserts a title chunk before the last chunk of a PNG."""
    text = b"tEXtTitle\0" + title.encode("latin-1", "replace")
    chunk = struct.pack(">I", len(text) - 4) + text + struct.pack(">I", zlib.crc32(text))
    return png[:-12] + chunk + png[-12:]
