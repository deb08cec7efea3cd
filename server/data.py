"""The collections that are served."""
import json
import re
import threading
from collections.abc import Sequence as Records
from pathlib import Path
from typing import Any, Dict, List, Sequence, Tuple

FOLDER = Path(__file__).resolve().parent / "data"
PLAIN = ("posts", "users", "comments")
"""The collections that are served as json-server does it."""


class Collection(Records):
    """Records in their order. A record is made when it is asked for."""

    key = "id"
    """The field that a record is found by."""

    def find(self, identity: str) -> Any:
        return next((self[index] for index in self.indices(self.key, identity)), None)

    def indices(self, field: str, value: str) -> Sequence[int]:
        """The indices of the records with this value in `field`."""
        return [index for index, record in enumerate(self) if spelled(record, field) == value]

    def edited(self, identity: str, fields: Dict[str, Any]) -> "Collection":
        raise NotImplementedError


class Listed(Collection):
    def __init__(self, records: List[Any], key: str = "id"):
        self.records = records
        self.key = key

    def __len__(self) -> int:
        return len(self.records)

    def __getitem__(self, index):
        return self.records[index]

    def edited(self, identity: str, fields: Dict[str, Any]) -> Collection:
        return Listed([
            {**record, **fields} if spelled(record, self.key) == identity else record
            for record in self.records
        ], self.key)


class Library:
    def __init__(self, collections: Dict[str, Collection]):
        self.collections = collections
        self.changing = threading.Lock()
        """Held from looking at a collection until another replaces it."""
        self.handed_out = ""
        """The path to the next response code."""
        self.feeds: Tuple[str, ...] = ()
        """How feeds differ from the posts."""
        self.revision = 0
        """The number of changes by /control; the validator of feeds that is a date follows it."""


def written() -> Dict[str, Collection]:
    """The magazine: collections from files."""
    return {
        name: Listed(json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8")),
                     "num" if name == "comics" else "id")
        for name in (*PLAIN, "comics", "todos")
    }


def spelled(record: Any, field: str) -> str:
    """A field as a query spells it."""
    value = record.get(field) if isinstance(record, dict) else None
    return value if isinstance(value, str) else json.dumps(value)


def positive(spelled: str) -> int:
    """A positive number as a query spells it; 0 for anything else."""
    return int(spelled) if re.fullmatch("[1-9][0-9]{0,15}", spelled) else 0
