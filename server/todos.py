"""To-dos, the one collection that clients change: {"todos": [...]} under /api/todos.

A to-do has an `id` that the server gave, the `tempId` that its maker gave (kept, and never
changed), a `title` (a text or a number) and `is_completed`: "0" or "1", understood as a number or
a boolean too. Other fields are kept as they come. The same `tempId` sent twice makes two to-dos.
"""
import json
import random
import string
from typing import Any, Callable, Dict, Optional

from answers import Answer
from data import Library, Listed, plain
from reading import expect, read
from wire import BadRequest, Request

COMPLETED = {"0": "0", "1": "1", 0: "0", 1: "1"}
"""What is understood. (To Python, true and false are 1 and 0.)"""


def listed(library: Library, request: Request) -> Answer:
    return Answer(200, {"todos": library.collections["todos"].records})


def one(library: Library, request: Request, identity: str) -> Answer:
    return Answer(200, found(library.collections["todos"], identity))


def add(library: Library, request: Request) -> Answer:
    fields = {"is_completed": "0", **usable(read(request.body))}
    expect("title" in fields, NO_TITLE)
    with library.changing:
        todos = library.collections["todos"]
        expect("id" not in fields or todos.find(plain(fields["id"])) is None,
               "There is a to-do with this id already.", 409)
        todo = {**fields, "id": new_identity(todos)}
        library.put("todos", Listed([*todos.records, todo]))
    return Answer(201, todo, {"Location": f"/api/todos/{todo['id']}"}, kept=False)


def replace(library: Library, request: Request, identity: str) -> Answer:
    fields = usable(read(request.body))
    expect("title" in fields, NO_TITLE)
    return put(library, identity, lambda todo: {**identities(todo), **fields})


def change(library: Library, request: Request, identity: str) -> Answer:
    fields = usable(read(request.body))
    return put(library, identity, lambda todo: {**todo, **fields})


def delete(library: Library, request: Request, identity: str) -> Answer:
    with library.changing:
        todos = library.collections["todos"]
        gone = found(todos, identity)
        library.put("todos", Listed([todo for todo in todos if todo is not gone]))
    return Answer(200, {}, kept=False)


def put(
    library: Library, identity: str, changed: Callable[[Dict[str, Any]], Dict[str, Any]]
) -> Answer:
    with library.changing:
        todos = library.collections["todos"]
        old = found(todos, identity)
        new = changed(old)
        for name in ("id", "tempId"):
            if old.get(name) is not None:
                expect(plain(new[name]) == plain(old[name]),
                       f'The to-do has another "{name}".', 409)
                new[name] = old[name]
        new["is_completed"] = spelled(new.get("is_completed")) or "0"
        library.put("todos", Listed([new if todo is old else todo for todo in todos]))
    return Answer(200, new, kept=False)


def found(todos: Listed, identity: str) -> Dict[str, Any]:
    todo = todos.find(identity)
    if todo is None:
        raise BadRequest(404, f"There is no to-do {json.dumps(identity)}.")
    return todo


NO_TITLE = '"title" is a text that is not empty, or a number.'


def usable(fields: Dict[str, Any]) -> Dict[str, Any]:
    """The fields of a to-do, spelled as this server spells them."""
    fields = dict(fields)
    if "title" in fields:
        title = fields["title"]
        expect(isinstance(title, str) and bool(title.strip())
               or isinstance(title, (int, float)) and not isinstance(title, bool), NO_TITLE)
    if "is_completed" in fields:
        fields["is_completed"] = spelled(fields["is_completed"])
        expect(fields["is_completed"] is not None, '"is_completed" is "0" or "1".', 422)
    for name in ("id", "tempId"):
        if fields.get(name, "") is None:
            del fields[name]
    expect(isinstance(fields.get("tempId", ""), str), '"tempId" is a text.', 422)
    return fields


def spelled(completed: Any) -> Optional[str]:
    """"0" or "1"; None if it is neither."""
    if not isinstance(completed, (str, int, float)):
        return None
    return COMPLETED.get(completed)


def identities(todo: Dict[str, Any]) -> Dict[str, Any]:
    return {name: todo[name] for name in ("id", "tempId") if name in todo}


def new_identity(todos: Listed) -> str:
    """Nine characters that no to-do has, and that no command line takes for an option."""
    while True:
        identity = "".join(random.choices(string.ascii_letters + string.digits, k=9))
        if todos.find(identity) is None:
            return identity
