"""The collections of records that the server serves."""
import json
import re
import threading
from collections.abc import Sequence as Records
from pathlib import Path
from typing import Any, Dict, List, Sequence, Tuple

FOLDER = Path(__file__).resolve().parent / "data"
PLAIN = ("posts", "users", "comments")
"""The collections that are served as json-server serves them."""


class Collection(Records):
    """An ordered sequence of records."""

    key = "id"
    """The field that identifies a record."""

    def find(self, identity: str) -> Any:
        """Returns the record with this key, or None."""
        return next((self[index] for index in self.indices(self.key, identity)), None)

    def indices(self, field: str, value: str) -> Sequence[int]:
        """Returns the indices of the records whose field has this value, as in a query."""
        return [index for index, record in enumerate(self) if query_value(record, field) == value]

    def edited(self, identity: str, fields: Dict[str, Any]) -> "Collection":
        """Returns a collection in which one record has these values of fields."""
        raise NotImplementedError


class ListCollection(Collection):
    def __init__(self, records: List[Any], key: str = "id"):
        self.records = records
        self.key = key

    def __len__(self) -> int:
        return len(self.records)

    def __getitem__(self, index):
        return self.records[index]

    def edited(self, identity: str, fields: Dict[str, Any]) -> Collection:
        return ListCollection([
            {**record, **fields} if query_value(record, self.key) == identity else record
            for record in self.records
        ], self.key)


class Library:
    """The data of a server, which requests read and change."""

    def __init__(self, collections: Dict[str, Collection]):
        self.collections = collections
        self.lock = threading.Lock()
        """Held while a collection is read and replaced."""
        self.next_path = ""
        """The last path to a response code that was handed out."""
        self.feeds: Tuple[str, ...] = ()
        """The changes to feeds, as names in `feeds.CHANGES`."""
        self.revision = 0
        """The number of changes by /control, on which the Last-Modified of feeds depends."""


def written_collections() -> Dict[str, Collection]:
    """Reads the collections in the folder `data`."""
    return {
        name: ListCollection(json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8")),
                             "num" if name == "comics" else "id")
        for name in (*PLAIN, "comics", "todos")
    }


def query_value(record: Any, field: str) -> str:
    """Returns the value of a field as a query writes it."""
    value = record.get(field) if isinstance(record, dict) else None
    return value if isinstance(value, str) else json.dumps(value)


def parse_positive(text: str) -> int:
    """Parses a positive number of at most 16 ASCII digits. Returns 0 if the text is something else."""
    return int(text) if re.fullmatch("[1-9][0-9]{0,15}", text) else 0
