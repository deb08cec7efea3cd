"""HTTP requests and responses."""
import json
from typing import Any, Dict, Iterable, List, NamedTuple, Tuple, Union
from urllib.parse import parse_qsl, unquote


class BadRequest(Exception):
    """A request that the server refuses with a status and an error message."""

    def __init__(self, status: int, message: str):
        super().__init__(message)
        self.status = status


class Request(NamedTuple):
    method: str
    target: str
    """The path and query as sent."""
    headers: Dict[str, str]
    """The headers, with lower-case names."""
    body: bytes = b""

    @property
    def host(self) -> str:
        return self.headers.get("host", "localhost")

    @property
    def path(self) -> str:
        return unquote(self.target.partition("?")[0])

    @property
    def query(self) -> List[Tuple[str, str]]:
        return parse_qsl(self.target.partition("?")[2], keep_blank_values=True)

    @property
    def is_change(self) -> bool:
        """Whether the request may change data."""
        return self.method != "GET"

    @property
    def fields(self) -> Dict[str, Any]:
        """The JSON object in the body. Raises `BadRequest` if the body is something else."""
        try:
            value = json.loads(self.body)
        except (ValueError, RecursionError):
            raise BadRequest(400, "The body is not JSON.") from None
        expect(isinstance(value, dict), "The body is not a JSON object.")
        return value


class Response(NamedTuple):
    status: int
    headers: Dict[str, str]
    body: Union[bytes, Iterable[bytes]] = b""
    """The body. An iterable is sent piece by piece, and needs a header that says where the body ends."""


def expect(condition: bool, message: str, status: int = 400) -> None:
    """Raises `BadRequest` unless the condition holds."""
    if not condition:
        raise BadRequest(status, message)
