"""The table of routes, and the handlers of lists, records and the response code."""
import re
import uuid
from typing import Callable, Dict, Tuple
from urllib.parse import urlencode

import comics
import feeds
import todos
from answers import Answer
from data import PLAIN, Library, parse_positive
from wire import BadRequest, Request

NO_STORE = {"Cache-Control": "no-store"}


def answer(library: Library, request: Request) -> Answer:
    """Returns the answer of the first route that matches: 404 if there is none, 405 if it lacks the method."""
    for pattern, methods in ROUTES:
        match = re.fullmatch(pattern, request.path)
        if match and request.method not in methods:
            return Answer(405, {}, {"Allow": ", ".join(methods)})
        if match:
            try:
                return methods[request.method](library, request, *match.groups())
            except BadRequest as error:
                return Answer(error.status, {"error": str(error)})
    return Answer(404, {})


def next_path(library: Library, request: Request) -> Answer:
    """Returns a new path, at which `response_code` returns a code until the next path is handed out."""
    library.next_path = str(uuid.uuid4())
    return Answer(200, {"next_path": f"http://{request.host}/{library.next_path}/"}, NO_STORE)


def response_code(library: Library, request: Request, path: str) -> Answer:
    """Returns a new response code, or 400 unless the path is the last one handed out."""
    if path != library.next_path:
        return Answer(400, {"error": "This path was not the last one handed out."}, NO_STORE)
    return Answer(200, {"path": path, "response_code": str(uuid.uuid4())}, NO_STORE)


def record(library: Library, request: Request, name: str, identity: str) -> Answer:
    found = library.collections[name].find(identity)
    return Answer(404, {}) if found is None else Answer(200, found)


def records(library: Library, request: Request, name: str) -> Answer:
    """Returns the records whose fields equal those in the query, or the page of them that `_page` names."""
    collection, query = library.collections[name], dict(request.query)
    indices = range(len(collection))
    for field, value in query.items():
        if not field.startswith("_"):
            indices = [index for index in collection.indices(field, value) if index in indices]
    headers = {"X-Total-Count": str(len(indices))}
    if "_page" in query:
        page, limit = parse_positive(query["_page"]) or 1, parse_positive(query.get("_limit", "")) or 10
        last = -(-len(indices) // limit)
        indices = indices[(page - 1) * limit:page * limit]
        if indices and last > 1:
            headers["Link"] = page_links(request, page, last)
    return Answer(200, [collection[index] for index in indices], headers)


def page_links(request: Request, page: int, last: int) -> str:
    """Returns a Link header with the first, previous, next and last page, without those that do not exist."""
    pages = {"first": 1, "prev": page - 1, "next": page + 1, "last": last}
    path = request.target.partition("?")[0]

    def address(number: int) -> str:
        query = [(key, str(number) if key == "_page" else value) for key, value in request.query]
        return f"http://{request.host}{path}?{urlencode(query)}"

    return ", ".join(f'<{address(number)}>; rel="{rel}"' for rel, number in pages.items() if 1 <= number <= last)


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
    (r"/api/todos", {"GET": todos.list_all, "POST": todos.add}),
    (r"/api/todos/([^/]+)", {"GET": todos.get, "PUT": todos.replace, "DELETE": todos.delete}),
)
"""Patterns of paths, each with the handler of every method that it allows."""
