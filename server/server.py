#!/usr/bin/env python3
"""The server that Satchel is tried and tested with: a small magazine, and all that can go wrong."""
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
from faults import FAULTS, KINDS
from data import Library, written
from generated import GeneratedComics, GeneratedComments, GeneratedPosts

DESCRIPTION = """\
Serves a small magazine, comics and to-dos, for trying and testing Satchel.
README.md, beside this program, lists the paths."""

CONTROL = """\
while it runs:
  GET /control         the fault, the latency and the requests so far; with
                       ?wait=2 as soon as there were two
  POST /control        changes what its JSON object names:
    {"fault": "hang"}                     a fault; null for none
    {"fault": "hang", "path": "/users"}   for what begins with /users only
    {"fault": "hang", "method": "POST"}   for one method only
    {"fault": "hang", "times": 2}         for two requests only
    {"fault": "slow-commit", "delay": 500}
                                          milliseconds that "late" means;
                                          otherwise 1000
    {"latency": 300}                      milliseconds before every answer
    {"posts": [...]}                      other posts (users, comments,
                                          comics, todos)
    {"feeds": ["published", "twice"]}     feeds as they are later; README.md has
                                          the words
    {"edit": {"posts": {"1": {"title": "New"}}}}
                                          other fields of one record

A request with ?fault=NAME is hit by that fault instead, and by no other.

A change is made by the faults that say so and by those that spoil the right
answer (truncate, malformed, invalid, wrong-type, empty); every other fault
hits before it is made. A slow commit is made even if the client has left."""
# The dates of later ones would not fit into a calendar.
COMICS_LIMIT = 1_000_000


def parser() -> argparse.ArgumentParser:
    kinds = "".join(
        f"\n  {kind}:\n" + "".join(f"    {name:<16} {row.summary}\n" for name, row in rows.items())
        for kind, rows in KINDS.items()
    )
    result = argparse.ArgumentParser(
        prog="server.py", usage="%(prog)s [options]", description=DESCRIPTION, add_help=False,
        epilog=f"faults:\n{kinds}\n{CONTROL}", formatter_class=argparse.RawDescriptionHelpFormatter)
    where = result.add_argument_group("where")
    where.add_argument("--port", type=number(0, 65535), default=8000, metavar="N",
                       help="the port of 127.0.0.1; 0 picks a free one (default: %(default)s)")
    where.add_argument("--lifeline", action="store_true",
                       help="stop when standard input ends; ignore ctrl-c")
    what = result.add_argument_group("what")
    what.add_argument("--posts", type=number(0, 10**9), metavar="N",
                      help="serve N generated posts instead of the written ones")
    what.add_argument("--comics", type=number(0, COMICS_LIMIT), metavar="N",
                      help="serve generated comics up to the N-th")
    what.add_argument("--latency", type=number(0, LATENCY_LIMIT), default=0, metavar="MS",
                      help="wait so many milliseconds before every answer")
    what.add_argument("--fault", choices=FAULTS, metavar="NAME",
                      help="start with this fault; see below")
    what.add_argument("--help", action="help", help="show this and stop")
    return result


def number(lowest: int, highest: int) -> Callable[[str], int]:
    def parse(text: str) -> int:
        if re.fullmatch("[0-9]{1,12}", text) and lowest <= int(text) <= highest:
            return int(text)
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from {lowest} to {highest}")
    return parse


def library(posts: Optional[int], comics: Optional[int]) -> Library:
    """The written collections, or so many generated posts or comics instead."""
    collections = written()
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
    signals = {signal.SIGTERM} if lifeline else {signal.SIGTERM, signal.SIGINT}
    if lifeline:
        threading.Thread(target=read_to_end, daemon=True).start()
    signal.sigwait(signals)


def read_to_end() -> None:
    while os.read(0, 4096):
        pass
    os.kill(os.getpid(), signal.SIGTERM)


def main() -> None:
    # Blocked in every thread and waited for in this one: no signal interrupts anything.
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
