"""The collections that are served: written ones from files, changed ones from tests."""
import hashlib
import json
import threading
from collections.abc import Sequence as Records
from typing import Any, Dict, Iterable, List, Optional, Sequence

PLAIN = ("posts", "users", "comments")
"""What is served as json-server does it."""
NAMES = (*PLAIN, "comics", "todos")


class Collection(Records):
    """Records in their order. A record is made when somebody asks for it."""

    key = "id"
    """The field that a record is found by."""

    def find(self, identity: str) -> Optional[Any]:
        return next((self[place] for place in self.places(self.key, {identity})), None)

    def has(self, field: str) -> bool:
        return any(field_of(record, field) is not None for record in self)

    def places(self, field: str, wanted: Iterable[str]) -> Sequence[int]:
        """Where the records are whose `field` is one of `wanted`."""
        return [
            place for place, record in enumerate(self) if plain(field_of(record, field)) in wanted
        ]

    def changed(self, identity: str, fields: Dict[str, Any]) -> "Collection":
        raise NotImplementedError

    def replaced(self, records: List[Any]) -> "Collection":
        """Other records, of the same kind."""
        return Listed(records)

    def fingerprint(self) -> str:
        """Different for different contents."""
        raise NotImplementedError


class Listed(Collection):
    def __init__(self, records: List[Any]):
        self.records = records

    def __len__(self) -> int:
        return len(self.records)

    def __getitem__(self, place):
        return self.records[place]

    def changed(self, identity: str, fields: Dict[str, Any]) -> Collection:
        return type(self)([
            {**record, **fields} if plain(field_of(record, self.key)) == identity else record
            for record in self.records
        ])

    def fingerprint(self) -> str:
        return hashlib.sha1(json.dumps(self.records).encode()).hexdigest()


class Selection(Records):
    """Some of a collection's records, by place."""

    def __init__(self, source: Collection, places: Optional[Sequence[int]] = None):
        self.source = source
        self.places = range(len(source)) if places is None else places

    def __len__(self) -> int:
        return len(self.places)

    def __getitem__(self, place):
        if isinstance(place, slice):
            return Selection(self.source, self.places[place])
        return self.source[self.places[place]]

    def where(self, field: str, wanted: Sequence[str]) -> "Selection":
        """As in json-server, a field that no record has filters nothing."""
        if not self.source.has(field):
            return self
        if self.places == range(len(self.source)):
            return Selection(self.source, self.source.places(field, wanted))
        return Selection(self.source, [
            place for place in self.places if plain(field_of(self.source[place], field)) in wanted
        ])


class Library:
    """The collections as they are, and as they were at the start."""

    def __init__(self, collections: Dict[str, Collection]):
        self.original = self.collections = collections
        self.changing = threading.Lock()
        """Held from looking at a collection until another is put in its place."""

    def put(self, name: str, collection: Collection) -> None:
        self.collections = {**self.collections, name: collection}


def field_of(record: Any, field: str) -> Any:
    """A field, or a field of a field: `company.name`."""
    for name in field.split("."):
        record = record.get(name) if isinstance(record, dict) else None
    return record


def plain(value: Any) -> str:
    """A value as a query spells it."""
    return value if isinstance(value, str) else json.dumps(value)
