"""Comics as xkcd.com serves them: /info.0.json, /{n}/info.0.json, and the pictures they name."""
from typing import Any

from answers import Answer
from data import Library
from drawing import drawn
from pictures import picture_of
from wire import Request

MISSING = Answer(404, {}, kept=False)


def latest(library: Library, request: Request) -> Answer:
    return told(request, library.collections["comics"].newest())


def numbered(library: Library, request: Request, number: str) -> Answer:
    return told(request, library.collections["comics"].find(number))


def told(request: Request, comic: Any) -> Answer:
    if comic is None:
        return MISSING
    picture = comic.get("img")
    if isinstance(picture, str) and picture.startswith("/"):
        comic = {**comic, "img": f"http://{request.host}{picture}"}
    return Answer(200, comic)


def picture(library: Library, request: Request) -> Answer:
    comic = library.collections["comics"].pictured(request.path)
    ending = request.path.rpartition(".")[2]
    found = picture_of(ending, *drawn(comic)) if comic is not None else None
    return MISSING if found is None else Answer(200, found)
