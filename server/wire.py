"""A request as the server sees it, and a response as it is sent."""
import json
from typing import Any, Dict, Iterable, List, NamedTuple, Tuple, Union
from urllib.parse import parse_qsl, unquote


class BadRequest(Exception):
    """A request that is answered with `status` and a sentence."""

    def __init__(self, status: int, sentence: str):
        super().__init__(sentence)
        self.status = status


class Request(NamedTuple):
    method: str
    target: str
    """Path and query as they were sent."""
    headers: Dict[str, str]
    """By lower-case name."""
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
    def changes(self) -> bool:
        """Whether it asks for more than an answer."""
        return self.method != "GET"

    @property
    def fields(self) -> Dict[str, Any]:
        """The JSON object that was sent."""
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
    """Pieces are sent one by one, and need a header that says where they end."""


def expect(condition: bool, sentence: str, status: int = 400) -> None:
    if not condition:
        raise BadRequest(status, sentence)
