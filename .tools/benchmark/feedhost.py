#!/usr/bin/env python3
"""Serves many generated feeds as fast as Python can, on several local addresses; optionally as a bad network.

    feedhost.py '{"feeds": 200, "entries": 50, "long": 0, "bad": false}'

Prints its port. Then it reads commands from standard input, one a line, and prints a line for each: `counts` prints the
responses since the last `counts` as JSON, and `publish` adds an entry to each feed. Stops at the end of standard input.
"""
import asyncio
import json
import random
import re
import socket
import subprocess
import sys
import time
from pathlib import Path
from xml.sax.saxutils import escape

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from benchmark.feeds import WORDS  # noqa: E402

HOSTS = 20
DEAD, TRICKLING = 20, 10
"""The numbers of feeds on dead hosts, and on hosts that send slowly."""
LATENCY = 0.05, 0.5
"""The range of seconds before a response, if the network is bad."""
TRICKLE = 2_000
"""Bytes per second from the hosts that send slowly."""
CACHED = 200_000
"""The largest number of entries for which the documents are cached."""


class Feeds:
    """The feeds to serve, with entries of about 1.2 KB, one hour apart, and the hosts that serve them.

    If `long` is not 0, there is one more feed, with `long` entries. If `bad` is true, all responses are late, some hosts
    are dead or send slowly, and half of the feeds have no validators.
    """

    def __init__(self, feeds: int, entries: int, long: int = 0, bad: bool = False):
        self.count, self.entries, self.long, self.bad = feeds, entries, long, bad
        # The fixed seed makes runs comparable.
        places = random.Random(7).sample(range(feeds), DEAD + TRICKLING) if bad else []
        self.dead, self.trickling = places[:DEAD], places[DEAD:]
        self.latency = [random.Random(place).uniform(*LATENCY) if bad else 0 for place in range(feeds + 1)]

    @property
    def numbers(self) -> range:
        return range(self.count + (1 if self.long else 0))

    @property
    def living(self) -> list:
        return [number for number in self.numbers if number not in self.dead and number not in self.trickling]

    def size(self, number: int) -> int:
        return self.long if number == self.count else self.entries

    def name(self, number: int) -> str:
        return f"Long {number}" if number == self.count else f"Generated {number}"

    def host(self, number: int) -> str:
        if number in self.dead:
            return f"127.0.1.{self.dead.index(number) + 1}"
        if number in self.trickling:
            return f"127.0.2.{self.trickling.index(number) + 1}"
        return f"127.0.0.{number % HOSTS + 1}"

    def has_validators(self, number: int) -> bool:
        return not self.bad or number % 2 == 0

    def settings(self) -> dict:
        return {"feeds": self.count, "entries": self.entries, "long": self.long, "bad": self.bad}


class Documents:
    """RSS documents by the number of the feed."""

    def __init__(self, feeds: Feeds):
        self.feeds, self.edition, self.cached = feeds, 0, {}
        self.now = time.time()
        chance = random.Random(1)
        self.bodies = [body(chance) for _ in range(500)]
        self.fill_cache()

    def fill_cache(self) -> None:
        """Makes all documents, unless they are too large to cache."""
        if self.feeds.count * self.feeds.entries <= CACHED:
            self.cached = {number: self.document(number) for number in self.feeds.numbers}

    def publish(self) -> None:
        """Adds an entry to each feed."""
        self.edition += 1
        self.fill_cache()

    def __getitem__(self, number: int) -> bytes:
        return self.cached.get(number) or self.document(number)

    def tag(self, number: int) -> str:
        return f'"{number}-{self.feeds.size(number)}-{self.edition}"'

    def document(self, number: int) -> bytes:
        name, chance = self.feeds.name(number), random.Random(number)
        entries = [self.entry(chance, number, place) for place in range(self.feeds.size(number))]
        newest = [self.entry(random.Random(-place), number, -place) for place in range(self.edition, 0, -1)]
        return (f'<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0"><channel><title>{name}</title>\n'
                f"<link>https://blog-{number}.example/</link><description>{name}</description>\n"
                + "".join(newest + entries) + "</channel></rss>\n").encode()

    def entry(self, chance: random.Random, number: int, place: int) -> str:
        date = self.now - 3_600 * place - 7 * (number % 500) - 600
        day = time.strftime("%a, %d %b %Y %H:%M:%S +0000", time.gmtime(date))
        title = escape(" ".join(chance.choices(WORDS, k=chance.randint(4, 9))))
        return (f"<item><title>{title} {number}.{place}</title>\n"
                f"<link>https://blog-{number}.example/{place}</link>\n"
                f'<guid isPermaLink="false">tag:blog-{number}.example:{place}</guid>\n'
                f"<pubDate>{day}</pubDate>\n"
                f"<description><![CDATA[{chance.choice(self.bodies)}]]></description></item>\n")


def body(chance: random.Random) -> str:
    def words(count: int) -> str:
        return " ".join(chance.choices(WORDS, k=count))
    return "\n".join(f'<p>{words(24)} <a href="https://elsewhere.example/{chance.randint(1, 9_999)}">{words(3)}</a>,'
                     f" {words(18)} &amp; {words(9)}.</p>" for _ in range(3))


class Counts:
    """The responses by status, and the processor time, since a moment."""

    def __init__(self):
        self.since = time.process_time()
        self.statuses = {}

    def add(self, status: int) -> None:
        self.statuses[status] = self.statuses.get(status, 0) + 1


class Connection(asyncio.Protocol):
    """A persistent connection. On a bad network, responses have the latency of the feed."""

    def __init__(self, server):
        self.server, self.waiting, self.transport, self.task = server, b"", None, None

    def connection_made(self, transport):
        self.transport = transport

    def connection_lost(self, _):
        if self.task:
            self.task.cancel()

    def data_received(self, data):
        self.waiting += data
        while b"\r\n\r\n" in self.waiting:
            head, self.waiting = self.waiting.split(b"\r\n\r\n", 1)
            match = re.match(rb"GET /(\d+)\.xml ", head)
            number = int(match[1]) if match else -1
            if number not in self.server.feeds.numbers:
                self.server.counts.add(404)
                self.transport.write(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
            elif number in self.server.feeds.dead:
                pass
            elif number in self.server.feeds.trickling:
                self.task = asyncio.ensure_future(self.trickle(self.server.answer(number, head)))
            elif self.server.feeds.bad:
                asyncio.get_running_loop().call_later(self.server.feeds.latency[number], self.answer, number, head)
            else:
                self.answer(number, head)

    def answer(self, number, head):
        if not self.transport.is_closing():
            self.transport.write(self.server.answer(number, head))

    async def trickle(self, answer):
        for start in range(0, len(answer), TRICKLE // 10):
            if self.transport.is_closing():
                return
            self.transport.write(answer[start:start + TRICKLE // 10])
            await asyncio.sleep(0.1)


class Server:
    def __init__(self, feeds: Feeds):
        self.feeds, self.documents, self.counts = feeds, Documents(feeds), Counts()

    def answer(self, number: int, head: bytes) -> bytes:
        tag = self.documents.tag(number)
        validators = f"ETag: {tag}\r\nLast-Modified: Mon, 14 Sep 2026 12:00:0{self.documents.edition % 10} GMT\r\n"
        if not self.feeds.has_validators(number):
            validators = ""
        elif re.search(rb"\r\nIf-None-Match: *" + re.escape(tag.encode()), head, re.IGNORECASE):
            self.counts.add(304)
            return f"HTTP/1.1 304 Not Modified\r\n{validators}\r\n".encode()
        self.counts.add(200)
        document = self.documents[number]
        return (f"HTTP/1.1 200 OK\r\nContent-Type: application/rss+xml\r\n{validators}"
                f"Content-Length: {len(document)}\r\n\r\n").encode() + document

    def command(self, line: str) -> str:
        if line == "publish":
            self.documents.publish()
            return "published"
        counts, self.counts = self.counts, Counts()
        return json.dumps({"statuses": counts.statuses, "processor": time.process_time() - counts.since})

    def listeners(self):
        """Returns a port, and sockets that listen on it on each address.

        Of the dead hosts, 7 refuse connections, 7 accept them and never respond, and 6 have a full backlog.
        """
        hosts = sorted({self.feeds.host(number) for number in self.feeds.numbers})
        refusing = {self.feeds.host(number) for number in self.feeds.dead[:7]}
        full = {self.feeds.host(number) for number in self.feeds.dead[14:]}
        port, sockets, self.held = 0, [], []
        for host in hosts:
            if host in refusing:
                continue
            listener = socket.socket()
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind((host, port))
            port = listener.getsockname()[1]
            listener.listen(0 if host in full else 512)
            self.held.append(listener)
            if host in full:
                for _ in range(4):
                    client = socket.socket()
                    client.setblocking(False)
                    client.connect_ex((host, port))
                    self.held.append(client)
            else:
                sockets.append(listener)
        return port, sockets

    async def serve(self) -> None:
        loop = asyncio.get_running_loop()
        port, sockets = self.listeners()
        for listener in sockets:
            await loop.create_server(lambda: Connection(self), sock=listener, backlog=512)
        print(port, flush=True)
        reader = asyncio.StreamReader()
        await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
        while line := (await reader.readline()).decode().strip():
            print(self.command(line), flush=True)


class Host:
    """A context manager that runs the server in a separate process."""

    def __init__(self, feeds: Feeds):
        self.feeds = feeds

    def __enter__(self):
        self.process = subprocess.Popen([sys.executable, __file__, json.dumps(self.feeds.settings())],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.port = int(self.process.stdout.readline())
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()

    def address(self, number: int) -> str:
        return f"http://{self.feeds.host(number)}:{self.port}/{number}.xml"

    def ask(self, command: str) -> str:
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        return self.process.stdout.readline()

    def counts(self) -> dict:
        return json.loads(self.ask("counts"))


if __name__ == "__main__":
    asyncio.run(Server(Feeds(**json.loads(sys.argv[1]))).serve())
