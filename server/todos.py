"""To-dos, the one collection that clients change: {"todos": [...]} under /api/todos.

A to-do has an `id` that the server gave and the `tempId` that its maker gave; neither ever
changes. Other fields stay as they came. The same `tempId` sent twice makes two to-dos.
"""
import json
import random
import string
from typing import Any, Dict

from answers import Answer
from data import Library, Listed
from wire import Request, expect


def listed(library: Library, request: Request) -> Answer:
    return Answer(200, {"todos": list(library.collections["todos"])})


def one(library: Library, request: Request, identity: str) -> Answer:
    return Answer(200, found(library, identity))


def add(library: Library, request: Request) -> Answer:
    fields = titled(request)
    with library.changing:
        todo = {"is_completed": "0", **fields, "id": new_identity(library)}
        put(library, [*library.collections["todos"], todo])
    return Answer(201, todo, {"Location": f"/api/todos/{todo['id']}"})


def replace(library: Library, request: Request, identity: str) -> Answer:
    fields = titled(request)
    with library.changing:
        old = found(library, identity)
        given = {name: old[name] for name in ("id", "tempId") if old.get(name) is not None}
        new = {"is_completed": "0", **fields, **given}
        put(library, [new if todo is old else todo for todo in library.collections["todos"]])
    return Answer(200, new)


def delete(library: Library, request: Request, identity: str) -> Answer:
    with library.changing:
        gone = found(library, identity)
        put(library, [todo for todo in library.collections["todos"] if todo is not gone])
    return Answer(200, {})


def titled(request: Request) -> Dict[str, Any]:
    """The fields of a to-do, which has a title."""
    fields = request.fields
    expect(bool(str(fields.get("title", "")).strip()), '"title" is a text that is not empty.')
    return fields


def found(library: Library, identity: str) -> Dict[str, Any]:
    todo = library.collections["todos"].find(identity)
    expect(todo is not None, f"There is no to-do {json.dumps(identity)}.", 404)
    return todo


def put(library: Library, todos: list) -> None:
    library.collections = {**library.collections, "todos": Listed(todos)}


def new_identity(library: Library) -> str:
    """Nine characters that no to-do has, and that no command line takes for an option."""
    while True:
        identity = "".join(random.choices(string.ascii_letters + string.digits, k=9))
        if library.collections["todos"].find(identity) is None:
            return identity
