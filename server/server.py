#!/usr/bin/env python3
"""The fixture server of Satchel: serves a small magazine, and simulates faults."""
import argparse
import errno
import os
import re
import signal
import sys
import threading
from typing import Callable, Optional

from connections import Server
from control import LATENCY_LIMIT, Control, Settings
from data import Library, written_collections
from faults import FAULTS, KINDS
from generated import GeneratedComics, GeneratedComments, GeneratedPosts

DESCRIPTION = """\
Serves a small magazine, comics and to-dos, to try and test Satchel. README.md
in the same folder lists the paths."""

CONTROL = """\
/control:
  GET /control         the settings and the log of requests; ?wait=2 waits until
                       the log has two requests
  POST /control        applies a JSON object with any of these fields:
    {"fault": "hang"}                     sets a fault; null for none
    {"fault": "hang", "path": "/users"}   only for paths that start with /users
    {"fault": "hang", "method": "POST"}   only for one method
    {"fault": "hang", "times": 2}         only for two requests
    {"fault": "slow-commit", "delay": 500}
                                          sets the milliseconds before a late
                                          change (default: 1000)
    {"latency": 300}                      sets the milliseconds before every
                                          response
    {"posts": [...]}                      replaces the posts (also: users,
                                          comments, comics, todos)
    {"feeds": ["published", "twice"]}     changes the feeds; README.md lists the
                                          words
    {"edit": {"posts": {"1": {"title": "New"}}}}
                                          replaces fields of one record

For a request with ?fault=NAME, that fault replaces the one of /control.

Some faults make the change that a request asks for: truncate, malformed,
invalid, wrong-type, empty, and those whose description says so. The others
do not. slow-commit makes the change even if the client has disconnected."""
COMICS_LIMIT = 1_000_000
"""The dates of later comics exceed the range of Python's dates."""


def parser() -> argparse.ArgumentParser:
    kinds = "".join(
        f"\n  {kind}:\n" + "".join(f"    {name:<16} {row.summary}\n" for name, row in rows.items())
        for kind, rows in KINDS.items()
    )
    result = argparse.ArgumentParser(
        prog="server.py", usage="%(prog)s [options]", description=DESCRIPTION, add_help=False,
        epilog=f"faults:\n{kinds}\n{CONTROL}", formatter_class=argparse.RawDescriptionHelpFormatter)
    address = result.add_argument_group("address")
    address.add_argument("--port", type=number(0, 65535), default=8000, metavar="N",
                         help="the port on 127.0.0.1; 0 picks a free one (default: %(default)s)")
    address.add_argument("--lifeline", action="store_true", help="stop at the end of standard input; ignore ctrl-c")
    content = result.add_argument_group("content")
    content.add_argument("--posts", type=number(0, 10**9), metavar="N",
                         help="serve N generated posts instead of the written ones")
    content.add_argument("--comics", type=number(0, COMICS_LIMIT), metavar="N",
                         help="serve N generated comics instead of the written ones")
    content.add_argument("--latency", type=number(0, LATENCY_LIMIT), default=0, metavar="MS",
                         help="wait MS milliseconds before every response")
    content.add_argument("--fault", choices=FAULTS, metavar="NAME", help="start with this fault; the list is below")
    content.add_argument("--help", action="help", help="print this help and exit")
    return result


def number(lowest: int, highest: int) -> Callable[[str], int]:
    def parse(text: str) -> int:
        if re.fullmatch("[0-9]{1,12}", text) and lowest <= int(text) <= highest:
            return int(text)
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from {lowest} to {highest}")
    return parse


def library(posts: Optional[int], comics: Optional[int]) -> Library:
    """Returns the written collections, with generated posts or comics instead where a number is given."""
    collections = written_collections()
    if posts is not None:
        collections.update(posts=GeneratedPosts(posts), comments=GeneratedComments(posts))
    if comics is not None:
        collections.update(comics=GeneratedComics(comics))
    return Library(collections)


def listen(port: int, control: Control) -> Server:
    try:
        return Server(("127.0.0.1", port), control)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            sys.exit(f"Port {port} is already in use; choose another with --port.")
        sys.exit(f"Cannot listen on port {port}: {error.strerror}.")


def wait_for_end(lifeline: bool) -> None:
    """Waits for a signal, or with a lifeline for the end of standard input."""
    signals = {signal.SIGTERM} if lifeline else {signal.SIGTERM, signal.SIGINT}
    if lifeline:
        threading.Thread(target=read_to_end, daemon=True).start()
    signal.sigwait(signals)


def read_to_end() -> None:
    """Reads standard input to its end, then sends this process a signal."""
    while os.read(0, 4096):
        pass
    os.kill(os.getpid(), signal.SIGTERM)


def main() -> None:
    # Every thread blocks these signals, so that they interrupt nothing; this thread waits for them.
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM, signal.SIGINT})
    options = parser().parse_args()
    settings = Settings(fault=options.fault, latency=options.latency)
    control = Control(library(options.posts, options.comics), settings)
    with listen(options.port, control) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        print("Serving on http://%s:%d" % server.server_address, flush=True)
        wait_for_end(options.lifeline)


if __name__ == "__main__":
    main()
