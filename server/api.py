"""What the server says when nothing is wrong: who answers which path, json-server's ways, and the
response codes.
"""
import re
import uuid
from typing import Callable, Dict, Tuple
from urllib.parse import urlencode

import comics
import todos
from answers import Answer
from data import PLAIN, Library, Selection
from wire import BadRequest, Request

ROUTES: Tuple[Tuple[str, Dict[str, Callable[..., Answer]]], ...] = (
    (r"/info\.0\.json", {"GET": comics.latest}),
    (r"/([^/]+)/info\.0\.json", {"GET": comics.numbered}),
    (r"/comics/[^/]+", {"GET": comics.picture}),
    (r"/api/todos/?", {"GET": todos.listed, "POST": todos.add}),
    (r"/api/todos/([^/]+)/?", {
        "GET": todos.one, "PUT": todos.replace, "PATCH": todos.change, "DELETE": todos.delete}),
)
"""Paths that are not a collection's, and who answers which method there."""


class API:
    def __init__(self, library: Library):
        self.library = library
        self.codes = ResponseCodes()

    def answer(self, request: Request) -> Answer:
        for pattern, methods in ROUTES:
            found = re.fullmatch(pattern, request.path)
            if found:
                return self.routed(request, methods, found.groups())
        return self.plain(request)

    def routed(
        self, request: Request, methods: Dict[str, Callable[..., Answer]], names: Tuple[str, ...]
    ) -> Answer:
        method = "GET" if request.method == "HEAD" else request.method
        if method not in methods:
            return not_allowed(", ".join(methods).replace("GET", "GET, HEAD"))
        try:
            return methods[method](self.library, request, *names)
        except BadRequest as error:
            return Answer(error.status, {"error": str(error)}, kept=False)

    def plain(self, request: Request) -> Answer:
        """As json-server answers; and the response codes."""
        name, *rest = request.path.strip("/").split("/")
        collection = self.library.collections[name] if name in PLAIN else None
        is_code = not rest and (name == "" or is_uuid(name))
        if len(rest) > 1 or collection is None and not is_code:
            return Answer(404, {}, kept=False)
        if request.changes:
            return not_allowed("GET, HEAD")
        if collection is None:
            return self.codes.second(name) if name else self.codes.first(request.host)
        if not rest:
            return listed(request, Selection(collection))
        record = collection.find(rest[0])
        return Answer(404, {}, kept=False) if record is None else Answer(200, record)


def not_allowed(methods: str) -> Answer:
    return Answer(405, {}, {"Allow": methods}, kept=False)


class ResponseCodes:
    """The way to a response code: a path that is handed out, and a code that waits there."""

    def __init__(self):
        self.handed_out = ""

    def first(self, host: str) -> Answer:
        self.handed_out = str(uuid.uuid4())
        value = {"next_path": f"http://{host}/{self.handed_out}/"}
        return Answer(200, value, {"Cache-Control": "no-store"}, kept=False)

    def second(self, path: str) -> Answer:
        headers = {"Cache-Control": "no-store"}
        if path != self.handed_out:
            error = {"error": "This path was not the last one handed out."}
            return Answer(400, error, headers, kept=False)
        return Answer(200, {"path": path, "response_code": str(uuid.uuid4())}, headers, kept=False)


def is_uuid(text: str) -> bool:
    return re.fullmatch(r"[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}", text) is not None


def listed(request: Request, records: Selection) -> Answer:
    wanted: Dict[str, list] = {}
    for field, value in request.query:
        wanted.setdefault(field, []).append(value)
    for field, values in wanted.items():
        if not field.startswith("_"):
            records = records.where(field, values)
    headers = {"X-Total-Count": str(len(records))}
    if "_page" in wanted:
        page = number(wanted["_page"][-1], 1)
        limit = number(wanted.get("_limit", [""])[-1], 10)
        total = len(records)
        records = records[(page - 1) * limit:page * limit]
        if 0 < len(records) < total:
            headers["Link"] = links(request, page, -(-total // limit))
    elif "_limit" in wanted:
        records = records[:number(wanted["_limit"][-1], 10)]
    return Answer(200, records, headers)


def number(text: str, otherwise: int) -> int:
    """A positive number, read as JavaScript's parseInt reads it: `3abc` is 3."""
    digits = re.match(r"\s*\+?(\d{1,15})", text, re.ASCII)
    return int(digits.group(1)) or otherwise if digits else otherwise


def links(request: Request, page: int, last: int) -> str:
    pages = {"first": 1, "prev": page - 1, "next": page + 1, "last": last}
    path = request.target.partition("?")[0]

    def address(to: int) -> str:
        query = [(key, str(to) if key == "_page" else value) for key, value in request.query]
        return f"http://{request.host}{path}?{urlencode(query)}"

    return ", ".join(
        f'<{address(to)}>; rel="{rel}"' for rel, to in pages.items() if 1 <= to <= last)
