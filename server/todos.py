"""To-dos at /api/todos, as {"todos": [...]}: the only collection that clients change.

A to-do has an `id` from the server and a `tempId` from the client that added it; neither ever changes. Other fields
are stored as sent. The same `tempId` sent twice makes two to-dos.
"""
import json
import random
import string
from typing import Any, Dict

from answers import Answer
from data import Library, ListCollection
from wire import Request, expect


def list_all(library: Library, request: Request) -> Answer:
    return Answer(200, {"todos": list(library.collections["todos"])})


def get(library: Library, request: Request, identity: str) -> Answer:
    return Answer(200, find(library, identity))


def add(library: Library, request: Request) -> Answer:
    fields = valid_fields(request)
    with library.lock:
        todo = {"is_completed": "0", **fields, "id": new_identity(library)}
        store(library, [*library.collections["todos"], todo])
    return Answer(201, todo, {"Location": f"/api/todos/{todo['id']}"})


def replace(library: Library, request: Request, identity: str) -> Answer:
    fields = valid_fields(request)
    with library.lock:
        old = find(library, identity)
        fixed = {name: old[name] for name in ("id", "tempId") if old.get(name) is not None}
        new = {"is_completed": "0", **fields, **fixed}
        store(library, [new if todo is old else todo for todo in library.collections["todos"]])
    return Answer(200, new)


def delete(library: Library, request: Request, identity: str) -> Answer:
    with library.lock:
        deleted = find(library, identity)
        store(library, [todo for todo in library.collections["todos"] if todo is not deleted])
    return Answer(200, {})


def valid_fields(request: Request) -> Dict[str, Any]:
    """Returns the fields of the body. Raises `BadRequest` if there is no title."""
    fields = request.fields
    expect(bool(str(fields.get("title", "")).strip()), '"title" must be a text that is not empty.')
    return fields


def find(library: Library, identity: str) -> Dict[str, Any]:
    """Returns a to-do. Raises `BadRequest` with status 404 if there is none."""
    todo = library.collections["todos"].find(identity)
    expect(todo is not None, f"There is no to-do {json.dumps(identity)}.", 404)
    return todo


def store(library: Library, todos: list) -> None:
    library.collections = {**library.collections, "todos": ListCollection(todos)}


def new_identity(library: Library) -> str:
    """Returns nine letters and digits that no to-do has as its id. A hyphen would look like an option in a command."""
    while True:
        identity = "".join(random.choices(string.ascii_letters + string.digits, k=9))
        if library.collections["todos"].find(identity) is None:
            return identity
