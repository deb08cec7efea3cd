"""The right answers: a function for each path."""
import re
import uuid
from typing import Callable, Dict, Tuple
from urllib.parse import urlencode

import comics
import feeds
import todos
from answers import Answer
from data import PLAIN, Library, positive
from wire import BadRequest, Request

NO_STORE = {"Cache-Control": "no-store"}


def answer(library: Library, request: Request) -> Answer:
    for pattern, methods in ROUTES:
        found = re.fullmatch(pattern, request.path)
        if found and request.method not in methods:
            return Answer(405, {}, {"Allow": ", ".join(methods)})
        if found:
            try:
                return methods[request.method](library, request, *found.groups())
            except BadRequest as error:
                return Answer(error.status, {"error": str(error)})
    return Answer(404, {})


def next_path(library: Library, request: Request) -> Answer:
    """The first step to a response code: a path that is handed out."""
    library.handed_out = str(uuid.uuid4())
    value = {"next_path": f"http://{request.host}/{library.handed_out}/"}
    return Answer(200, value, NO_STORE)


def response_code(library: Library, request: Request, path: str) -> Answer:
    """The second step: the code that waits at the path handed out last."""
    if path != library.handed_out:
        error = {"error": "This path was not the last one handed out."}
        return Answer(400, error, NO_STORE)
    value = {"path": path, "response_code": str(uuid.uuid4())}
    return Answer(200, value, NO_STORE)


def record(library: Library, request: Request, name: str, identity: str) -> Answer:
    found = library.collections[name].find(identity)
    return Answer(404, {}) if found is None else Answer(200, found)


def records(library: Library, request: Request, name: str) -> Answer:
    """A collection, filtered by the fields that the query names, or a page of it."""
    collection, query = library.collections[name], dict(request.query)
    indices = range(len(collection))
    for field, value in query.items():
        if not field.startswith("_"):
            indices = [index for index in collection.indices(field, value) if index in indices]
    headers = {"X-Total-Count": str(len(indices))}
    if "_page" in query:
        page, limit = positive(query["_page"]) or 1, positive(query.get("_limit", "")) or 10
        last = -(-len(indices) // limit)
        indices = indices[(page - 1) * limit:page * limit]
        if indices and last > 1:
            headers["Link"] = links(request, page, last)
    return Answer(200, [collection[index] for index in indices], headers)


def links(request: Request, page: int, last: int) -> str:
    pages = {"first": 1, "prev": page - 1, "next": page + 1, "last": last}
    path = request.target.partition("?")[0]

    def address(to: int) -> str:
        query = [(key, str(to) if key == "_page" else value) for key, value in request.query]
        return f"http://{request.host}{path}?{urlencode(query)}"

    return ", ".join(
        f'<{address(to)}>; rel="{rel}"' for rel, to in pages.items() if 1 <= to <= last)


COLLECTION = f"/({'|'.join(PLAIN)})"
ROUTES: Tuple[Tuple[str, Dict[str, Callable[..., Answer]]], ...] = (
    (r"/", {"GET": next_path}),
    (r"/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/?", {"GET": response_code}),
    (COLLECTION, {"GET": records}),
    (COLLECTION + "/([^/]+)", {"GET": record}),
    (r"/info\.0\.json", {"GET": comics.latest}),
    (r"/([^/]+)/info\.0\.json", {"GET": comics.numbered}),
    (r"/comics/[^/]+", {"GET": comics.picture}),
    (r"/feeds/(posts|paged|archive)\.(rss|rdf|atom|json)", {"GET": feeds.document}),
    (r"/feeds/comments/([^/]+)\.(rss|atom)", {"GET": feeds.comments}),
    (r"/wordpress/feed/?", {"GET": feeds.wordpress}),
    (r"/(feeds|blog)/", {"GET": feeds.home}),
    (r"/blog/([^/]+)", {"GET": feeds.page}),
    (r"/api/todos", {"GET": todos.listed, "POST": todos.add}),
    (r"/api/todos/([^/]+)", {"GET": todos.one, "PUT": todos.replace, "DELETE": todos.delete}),
)
"""The functions that answer a path, by method."""
