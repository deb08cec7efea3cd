"""HTTP/1.1 on the wire: one request read, one answer written."""
import re
import socket
import time
from http import HTTPStatus
from typing import BinaryIO, Dict, Iterator, List, NamedTuple, Optional, Tuple, Union
from urllib.parse import parse_qsl, unquote

LINE_LIMIT = 65536
HEADERS_LIMIT = 65536
BODY_LIMIT = 64 * 2**20

TOKEN = re.compile(r"[!#$%&'*+\-.^_`|~0-9A-Za-z]+")
HOST = re.compile(r"[A-Za-z0-9._\-]+(:\d+)?|\[[0-9A-Fa-f:.]+\](:\d+)?")


class BadRequest(Exception):
    """A request that is answered with `status` and a sentence, whatever it asked for."""

    def __init__(self, status: int, sentence: str):
        super().__init__(sentence)
        self.status = status


class Request(NamedTuple):
    method: str
    target: str
    """Path and query as they were sent."""
    version: str
    headers: Dict[str, str]
    """By lower-case name."""
    host: str
    body: bytes = b""

    @property
    def path(self) -> str:
        return unquote(self.target.partition("?")[0])

    @property
    def query(self) -> List[Tuple[str, str]]:
        return parse_qsl(self.target.partition("?")[2], keep_blank_values=True)

    @property
    def changes(self) -> bool:
        """Whether it asks for more than an answer."""
        return self.method not in ("GET", "HEAD")

    @property
    def keeps_alive(self) -> bool:
        options = self.headers.get("connection", "").lower()
        return "keep-alive" in options if self.version == "HTTP/1.0" else "close" not in options


class Response(NamedTuple):
    status: int
    headers: Dict[str, str]
    body: Union[bytes, Iterator[bytes]] = b""
    closes: bool = False


def read_request(stream: BinaryIO, connection: socket.socket) -> Optional[Request]:
    """The next request of a connection; None where it ends."""
    line = read_line(stream)
    while line in (b"\r\n", b"\n"):
        line = read_line(stream)
    if not line.endswith(b"\n"):
        return None
    method, target, version = parse_request_line(line)
    headers = read_headers(stream)
    if headers is None:
        return None
    host = headers.get("host") or authority(connection.getsockname())
    if not HOST.fullmatch(host):
        raise BadRequest(400, "The Host header names no host.")
    if "transfer-encoding" in headers:
        raise BadRequest(411, "A body needs a Content-Length here.")
    length = headers.get("content-length", "0")
    if not re.fullmatch(r"[0-9]+", length):
        raise BadRequest(400, "The Content-Length is not a number.")
    if len(length) > 18 or int(length) > BODY_LIMIT:
        raise BadRequest(413, "The body is too large.")
    if headers.get("expect", "").lower() == "100-continue":
        connection.sendall(b"HTTP/1.1 100 Continue\r\n\r\n")
    body = stream.read(int(length))
    if len(body) < int(length):
        return None
    return Request(method, target, version, headers, host, body)


def read_line(stream: BinaryIO) -> bytes:
    line = stream.readline(LINE_LIMIT + 1)
    if len(line) > LINE_LIMIT:
        raise BadRequest(414, "The request line is too long.")
    return line


def parse_request_line(line: bytes) -> Tuple[str, str, str]:
    parts = line.decode("utf-8", "replace").split()
    if len(parts) != 3 or not TOKEN.fullmatch(parts[0]):
        raise BadRequest(400, "This is not an HTTP request.")
    method, target, version = parts
    if version not in ("HTTP/1.0", "HTTP/1.1"):
        raise BadRequest(505, "Only HTTP/1.0 and HTTP/1.1 are spoken here.")
    target = re.sub(r"^https?://[^/?]*", "", target) or "/"
    if not target.startswith(("/", "?")):
        raise BadRequest(400, "The request names no path.")
    return method, target if target.startswith("/") else "/" + target, version


def read_headers(stream: BinaryIO) -> Optional[Dict[str, str]]:
    headers: Dict[str, str] = {}
    size = 0
    while True:
        line = stream.readline(HEADERS_LIMIT + 1)
        size += len(line)
        if size > HEADERS_LIMIT:
            raise BadRequest(431, "The headers are too long.")
        if not line.endswith(b"\n"):
            return None
        if line in (b"\r\n", b"\n"):
            return headers
        name, colon, value = line.decode("utf-8", "replace").rstrip("\r\n").partition(":")
        value = value.strip(" \t")
        if not colon or not TOKEN.fullmatch(name) or re.search(r"[\x00-\x08\x0a-\x1f\x7f]", value):
            raise BadRequest(400, "A header is malformed.")
        name = name.lower()
        headers[name] = headers[name] + ", " + value if name in headers else value


def authority(address: tuple) -> str:
    host, port = address[:2]
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def send(connection: socket.socket, request: Request, response: Response) -> bool:
    """Writes an answer, in one piece unless it is streamed: a second small write would wait
    40 ms for the client's delayed ACK. Says whether the connection stays open.
    """
    streams = not isinstance(response.body, bytes)
    framed = not streams or "Content-Length" in response.headers
    chunked = not framed and request.version == "HTTP/1.1"
    stays = request.keeps_alive and not response.closes and (framed or chunked)
    headers = {"Date": time.strftime("%a, %d %b %Y %H:%M:%S GMT", time.gmtime())}
    headers.update(response.headers)
    if chunked:
        headers["Transfer-Encoding"] = "chunked"
    elif not streams and response.status != 304 and "Transfer-Encoding" not in headers:
        headers.setdefault("Content-Length", str(len(response.body)))
    if not stays:
        headers["Connection"] = "close"
    elif request.version == "HTTP/1.0":
        headers["Connection"] = "keep-alive"
    lines = [f"HTTP/1.1 {response.status} {HTTPStatus(response.status).phrase}"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    head = "\r\n".join([*lines, "", ""]).encode()
    if request.method == "HEAD" or response.status == 304:
        connection.sendall(head)
    elif not streams:
        connection.sendall(head + response.body)
    else:
        connection.sendall(head)
        send_pieces(connection, response.body, chunked)
    return stays


def send_pieces(connection: socket.socket, pieces: Iterator[bytes], chunked: bool) -> None:
    for piece in pieces:
        connection.sendall(b"%x\r\n%b\r\n" % (len(piece), piece) if chunked else piece)
    if chunked:
        connection.sendall(b"0\r\n\r\n")
