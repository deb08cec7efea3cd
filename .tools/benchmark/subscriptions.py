"""Measurements of refreshing many feeds, beside newsboat and sfeed_update and on a bad network, and of reading them."""
import re
import shutil
import sqlite3
import subprocess
import threading
import time
from contextlib import closing, contextmanager
from pathlib import Path

from benchmark.feedhost import DEAD, HOSTS, LATENCY, TRICKLE, TRICKLING, Feeds, Host
from benchmark.programs import LETTERS, Missing, environment, found, run_pipeline, shows
from benchmark.report import Report
from benchmark.terminal import Terminal, Timeout, first, settled, size

THREADS = 1, 8
"""The numbers of threads of newsboat, each of which is measured."""
JOBS = 8
"""The number of jobs of sfeed_update, which is its default."""
KEYS = 200
"""The number of key presses in a measurement of keys."""


class Satchel:
    """Satchel with a file of feeds, in separate folders."""

    def __init__(self, program: Path, folder: Path, host: Host, keep: str = "1 GiB"):
        self.program, self.folder, self.host, self.keep = str(program), folder, host, keep
        self.environment = environment(folder, **{
            f"XDG_{name.upper()}_HOME": folder / name for name in ("config", "cache", "state")})
        self.database = folder / "cache/satchel/subscriptions.db"
        self.positions = folder / "state/satchel/subscriptions.db"
        file = folder / "config/satchel/feeds"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("".join(f"{host.address(number)} t{number % 10}\n" for number in host.feeds.numbers))

    def forget(self) -> None:
        for name in ("cache", "state"):
            shutil.rmtree(self.folder / name, ignore_errors=True)

    def run(self, *arguments):
        with open(self.folder / "errors", "wb") as log:
            return run_pipeline([self.program, *arguments, "--keep", self.keep], environment=self.environment, log=log)

    def refresh(self):
        return self.run("feeds", "refresh", "--all")

    def value(self, query: str):
        """Returns the first value of a query of the database, or None while it cannot be read."""
        try:
            connection = sqlite3.connect(f"file:{self.database}?mode=ro", uri=True, timeout=0)
            try:
                return connection.execute(query).fetchone()[0]
            finally:
                connection.close()
        except (sqlite3.Error, TypeError):
            return None

    def saved(self) -> int:
        return self.value("SELECT count(*) FROM posts") or 0

    def opened(self, *arguments) -> Terminal:
        """Opens the reader. Deletes saved positions, so that the first row is selected."""
        if self.positions.exists():
            with closing(sqlite3.connect(self.positions)) as connection, connection:
                if connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'places'").fetchone():
                    connection.execute("DELETE FROM places")
        return Terminal([self.program, "--keep", self.keep, *arguments], self.environment)


class Newsboat:
    def __init__(self, folder: Path, host: Host, threads: int):
        self.folder = folder / f"newsboat-{threads}"
        self.folder.mkdir(parents=True, exist_ok=True)
        (self.folder / "urls").write_text("".join(f"{host.address(number)}\n" for number in host.feeds.numbers))
        (self.folder / "config").write_text(f"reload-threads {threads}\n")
        self.arguments = [found("newsboat"), "-u", self.folder / "urls", "-c", self.folder / "cache.db",
                          "-C", self.folder / "config", "-x", "reload"]

    def forget(self) -> None:
        (self.folder / "cache.db").unlink(missing_ok=True)

    def refresh(self):
        return run_pipeline(self.arguments, environment=environment(self.folder), log=subprocess.DEVNULL)

    def saved(self) -> int:
        with sqlite3.connect(self.folder / "cache.db") as connection:
            return connection.execute("SELECT count(*) FROM rss_item").fetchone()[0]


class Sfeed:
    def __init__(self, folder: Path, host: Host):
        self.folder = folder / "sfeed"
        self.folder.mkdir(parents=True, exist_ok=True)
        (self.folder / "sfeedrc").write_text(
            f'sfeedpath="{self.folder}/feeds"\nmaxjobs={JOBS}\nfeeds() {{\n'
            + "".join(f'feed "{number}" "{host.address(number)}"\n' for number in host.feeds.numbers) + "}\n")
        self.arguments = [found("sfeed_update"), self.folder / "sfeedrc"]

    def forget(self) -> None:
        shutil.rmtree(self.folder / "feeds", ignore_errors=True)

    def refresh(self):
        return run_pipeline(self.arguments, environment=environment(self.folder), log=subprocess.DEVNULL)

    def saved(self) -> int:
        return sum(file.read_bytes().count(b"\n") for file in (self.folder / "feeds").iterdir())


def versions() -> str:
    texts = []
    for name in ("newsboat", "sfeed", "curl"):
        answer = subprocess.run(
            ["dpkg-query", "--show", "--showformat=${Version}", name], capture_output=True, text=True)
        texts.append(f"{name} {answer.stdout}" if answer.returncode == 0 else f"{name} is not installed")
    return ", ".join(texts)


# Comparison


def compare(report: Report, folder: Path, program: Path, runs: int) -> None:
    """Measures all programs in turn, so that other load on the machine slows all of them equally."""
    feeds = Feeds(200, 50)
    report.title(f"{feeds.count} feeds of {feeds.entries} entries on {HOSTS} addresses of this machine; {versions()}")
    print(f"  newsboat: reload-threads {' and '.join(map(str, THREADS))}, otherwise its defaults;"
          f" sfeed_update: maxjobs {JOBS}; satchel: --all, and each feed is on disk before the next")
    with Host(feeds) as host:
        programs = {"satchel": Satchel(program, folder / "compare", host)}
        for name, make in [(f"newsboat, threads {threads}", lambda threads=threads: Newsboat(folder, host, threads))
                           for threads in THREADS] + [("sfeed_update", lambda: Sfeed(folder, host))]:
            try:
                programs[name] = make()
            except Missing as reason:
                report.nothing(name, str(reason))
        loads, again = {name: [] for name in programs}, {name: [] for name in programs}
        served, changed = {name: [] for name in programs}, {name: 0 for name in programs}
        for _ in range(runs):
            for name, one in programs.items():
                one.forget()
                host.counts()
                loads[name].append(one.refresh())
                served[name].append(1000 * host.counts()["processor"])
                if one.saved() != feeds.count * feeds.entries:
                    raise RuntimeError(f"{name}: {one.saved():,} of {feeds.count * feeds.entries:,} entries are saved")
            for name, one in programs.items():
                if name.startswith("newsboat"):
                    one.refresh()
                host.counts()
                again[name].append(one.refresh())
                changed[name] += host.counts()["statuses"].get("200", 0)
        for what, all_runs in (("first load", loads), ("unchanged", again)):
            for name in programs:
                note = f"{changed[name] // runs} documents sent again" if what == "unchanged" and changed[name] else ""
                report.figures(f"{what}: {name}", [1000 * run.time for run in all_runs[name]], "ms", note)
                report.figures(f"{what}: {name}, processor", [1000 * run.processor for run in all_runs[name]], "ms")
        for name in programs:
            report.figures(f"first load: server of {name}, processor", served[name], "ms")
        report.figures("first load: satchel, memory", [run.memory for run in loads["satchel"]], "MB")
    values = report.medians

    def mark(what, other, share):
        limit = values.get(f"{what}: {other}")
        report.mark(f"{feeds.count} feeds, {what}: {share:g} of {other}", values.get(f"{what}: satchel"),
                    limit and share * limit, "ms")
    mark("first load", "newsboat, threads 1", 0.1)
    mark("first load", "sfeed_update", 0.5)
    mark("unchanged", "newsboat, threads 1", 0.5)


# A bad network

# The number of feeds with saved entries: the upper bits of an entry's place are the part of its feed.
FEEDS_WITH_ENTRIES = """SELECT count(*) FROM feeds_parts
  WHERE EXISTS (SELECT 1 FROM posts WHERE place >= part << 42 AND place < (part + 1) << 42)"""
ENTRY = re.compile(r"[a-z] \d+\.-?\d")
"""Matches the end of the title of an entry."""


class Watch:
    """Reads the database in a thread, and records when the first entry, and entries of all living feeds, are saved."""

    def __init__(self, satchel: Satchel, feeds: Feeds):
        self.satchel, self.wanted = satchel, len(feeds.living)
        self.first = self.all = None
        self.is_stopped = False
        self.thread = threading.Thread(target=self.look, daemon=True)

    def __enter__(self):
        self.started = time.monotonic()
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.is_stopped = True
        self.thread.join()

    def look(self) -> None:
        while not self.is_stopped and self.all is None:
            if self.first is None:
                if self.satchel.value("SELECT 1 FROM posts LIMIT 1"):
                    self.first = time.monotonic() - self.started
            elif (self.satchel.value(FEEDS_WITH_ENTRIES) or 0) >= self.wanted:
                self.all = time.monotonic() - self.started
            time.sleep(0.01)


def bad_network(report: Report, folder: Path, program: Path, runs: int) -> None:
    feeds = Feeds(200, 50, bad=True)
    report.title(f"{feeds.count} feeds of {feeds.entries} entries, {LATENCY[0]:g} to {LATENCY[1]:g} s of latency,"
                 f" {DEAD} dead hosts (7 refuse, 7 never respond, 6 accept no connection), {TRICKLING}"
                 f" send {TRICKLE / 1000:g} KB per second, half have no validators")
    with Host(feeds) as host:
        satchel = Satchel(program, folder / "bad", host)
        firsts, alls, ends, shown, keys, quiet, lists = [], [], [], [], [], [], []
        for _ in range(runs):
            satchel.forget()
            with Watch(satchel, feeds) as watch:
                ends.append(satchel.refresh().time)
            firsts += [1000 * watch.first] if watch.first else []
            alls += [watch.all] if watch.all else []
        report.figures("feeds refresh: first entry saved", firsts, "ms")
        report.figures("feeds refresh: all living feeds saved", alls, "s")
        report.figures("feeds refresh: end", ends, "s")
        firsts, alls = [], []
        for _ in range(runs):
            # No keys are pressed, because they delay the posts beside the list.
            satchel.forget()
            with satchel.opened() as terminal:
                shown.append(first_entry(terminal))
        for _ in range(runs):
            satchel.forget()
            with Watch(satchel, feeds) as watch, satchel.opened() as terminal:
                press_while(terminal, keys, lambda: watch.all is None, at_most=20)
                firsts += [1000 * watch.first] if watch.first else []
            alls += [watch.all] if watch.all else []
        report.figures("reader: first entry saved", firsts, "ms")
        report.figures("reader: first entry on the screen", [time for time in shown if time], "ms",
                       f"{shown.count(None)} timed out" if None in shown else "")
        report.figures("reader: all living feeds saved", alls, "s")
        report.figures("reader: a key in the feeds meanwhile", keys, "ms")
        for _ in range(runs):
            with satchel.opened("--offline") as terminal:
                terminal.watch(shows("Generated"), quiet=0.3)
                press_while(terminal, quiet, lambda: True, at_most=4)
        report.figures("reader: a key in the feeds, nothing else", quiet, "ms")
        for _ in range(runs):
            host.ask("publish")
            with satchel.opened() as terminal:
                terminal.watch(shows("Generated"), quiet=0.3)
                terminal.press("r\r")
                press_while(terminal, lists, lambda: True, at_most=6, selected=title_of)
        report.figures("reader: a key in All while new ones come", lists, "ms")
    values = report.medians
    for what in ("feeds refresh: first entry saved", "reader: first entry on the screen"):
        report.mark(f"bad network: {what}", values.get(what), 1000, "ms")
    for what in ("feeds refresh: all living feeds saved", "reader: all living feeds saved"):
        report.mark(f"bad network: {what}", values.get(what), 10, "s")
    for what in ("reader: a key in the feeds meanwhile", "reader: a key in All while new ones come"):
        report.mark(f"bad network: {what}, 99th percentile", report.highest.get(what), 1, "ms")


def first_entry(terminal: Terminal):
    """Returns the milliseconds until the first title of an entry is on the screen, or None after ten seconds.

    Reads each frame, because the screen changes all the time.
    """
    while time.monotonic() < terminal.started + 10:
        chunk = terminal.read(0.05)
        if chunk:
            terminal.screen.feed(terminal.decoder.decode(chunk[1]))
            if any(ENTRY.search(row) for row in terminal.screen.rows):
                return 1000 * (chunk[0] - terminal.started)
    return None


def row_of(screen):
    """Returns the row number of the selection on the left; it does not change when the title of the feed arrives."""
    return next((y for y, row in enumerate(screen.rows) if row.startswith(" ›")), None)


def title_of(screen):
    """Returns the title that is selected on the left; it stays the same when new entries appear above it."""
    return next((row[2:34].strip(" ●") for row in screen.rows if row.startswith(" ›")), None)


def press_while(terminal: Terminal, times: list, is_going_on, at_most: float, selected=row_of, keys="jk") -> None:
    """Presses two keys in turn, twenty times each, and adds the milliseconds until the selection moves to `times`.

    A key without effect counts as 1000 ms. Stops when `is_going_on` returns false, or after `at_most` seconds. Other
    activity may change the screen meanwhile.
    """
    down, started = 0, time.monotonic()

    def update_screen(patience: float):
        chunk = terminal.read(patience)
        if chunk:
            terminal.screen.feed(terminal.decoder.decode(chunk[1]))
            return chunk[0]
        return None

    while selected(terminal.screen) is None and time.monotonic() < started + 5:
        update_screen(0.05)
    while is_going_on() and time.monotonic() < started + at_most:
        before = selected(terminal.screen)
        pressed = terminal.press(keys[down % 40 // 20])
        down += 1
        moment = None
        while time.monotonic() < pressed + 1:
            moment = update_screen(0.05)
            if moment and selected(terminal.screen) not in (None, before):
                times.append(1000 * (moment - pressed))
                break
        else:
            times.append(1000)
        until = time.monotonic() + 0.01
        while (rest := until - time.monotonic()) > 0:
            update_screen(rest)


# Very many feeds


def scale(report: Report, folder: Path, program: Path, runs: int, count: int, entries: int) -> None:
    feeds = Feeds(count, entries, long=10_000)
    report.title(f"{count:,} feeds of {entries:,} entries, and one of {feeds.long:,}")
    with Host(feeds) as host:
        satchel = Satchel(program, folder / "scale", host, keep="8 GiB")
        run = satchel.refresh()
        report.figures("first load", [run.time], "s")
        report.figures("first load, processor", [run.processor], "s")
        report.figures("first load, memory", [run.memory], "MB")
        report.figures("first load, server's processor", [host.counts()["processor"]], "s")
        report.figures("database", [satchel.database.stat().st_size / 1e6], "MB")
        if satchel.saved() != count * entries + feeds.long:
            raise RuntimeError(f"{satchel.saved():,} of {count * entries + feeds.long:,} entries are saved")
        run = satchel.refresh()
        report.figures("unchanged", [run.time], "s")
        report.figures("unchanged, processor", [run.processor], "s")
        for name, arguments in (("feeds", ["feeds"]), ("posts --limit 1", ["posts", "-n", "1", "--offline"])):
            report.figures(f"{name}", [1000 * satchel.run(*arguments).time for _ in range(runs)], "ms")
    read(report, satchel, feeds, runs)
    for name in ("first paint", "first paint: posts beside"):
        report.mark(f"{count:,} feeds: {name}", report.medians.get(name), 8, "ms")
    for name in ("memory when opened", "All: memory when opened"):
        report.mark(f"{count:,} feeds: {name}", report.medians.get(name), 30, "MB")
    for name in ("memory after all keys", "All: memory after all keys"):
        report.mark(f"{count:,} feeds: {name}", report.medians.get(name), 35, "MB")
    for name in KEY_NAMES:
        report.mark(f"{count:,} feeds: {name}, median", report.medians.get(name), 0.5, "ms")
        report.mark(f"{count:,} feeds: {name}, 99th percentile", report.highest.get(name), 1, "ms")
    for name in ("opening a feed", "opening a feed at once", "opening the long feed"):
        report.mark(f"{count:,} feeds: {name}", report.medians.get(name), 5, "ms")
    for name in ("A on the long feed, first frame", "A on All, first frame", "a key after A on All"):
        report.mark(f"{count:,} feeds: {name}", report.medians.get(name), 20 if "frame" in name else 1, "ms")
    for name in [name for name in report.medians if name.startswith(("s, ", "u, ", "All: s, ", "All: u, "))]:
        report.mark(f"{count:,} feeds: {name}", report.medians[name], 20, "ms")


KEY_NAMES = []
"""The names of the figures of keys, in the order of measurement."""


class Figures(dict):
    """Lists of values by name."""

    def add(self, name: str, value) -> None:
        self.setdefault(name, []).extend(value if isinstance(value, list) else [value])


def read(report: Report, satchel: Satchel, feeds: Feeds, runs: int) -> None:
    """Measures the reader with very many feeds, offline."""
    figures = Figures()
    for run in range(runs):
        paint(satchel, feeds, figures)
        in_feeds(satchel, feeds, figures, with_keys=run == 0)
        in_all(satchel, feeds, figures, with_keys=run == 0)
    for _ in range(min(runs, 3)):
        mark_read(satchel, feeds, figures)
    for name, values in figures.items():
        unit = "MB" if "memory" in name else "bytes" if "bytes" in name else "ms"
        report.figures(name, [value for value in values if value is not None], unit,
                       f"{values.count(None)} timed out" if None in values else "")


@contextmanager
def reader(satchel: Satchel, feeds: Feeds):
    """Opens the reader, offline, and selects the row All."""
    with satchel.opened("--offline") as terminal:
        terminal.watch(shows(feeds.name(0)), quiet=0.4)
        press(terminal, "g", quiet=0.3)
        yield terminal


def press(terminal: Terminal, keys: str, quiet: float = 1.0, limit: float = 5):
    """Presses keys. Returns the milliseconds until the left pane no longer changes, or None if nothing changes."""
    terminal.screen.look_left_of("│")
    try:
        pressed = terminal.press(keys)
        return 1000 * (settled(terminal.watch(lambda _: True, quiet=quiet, limit=limit)) - pressed)
    except Timeout:
        return None


def paint(satchel: Satchel, feeds: Feeds, figures: Figures) -> None:
    with satchel.opened("--offline") as terminal:
        screens = terminal.watch(lambda screen: shows(feeds.name(0))(screen) and shows(".0")(screen), quiet=0.3)
        figures.add("first paint: posts beside", 1000 * (first(screens) - terminal.started))
    with satchel.opened("--offline") as terminal:
        screens = terminal.watch(shows(feeds.name(0)), quiet=0.3)
        figures.add("first paint", 1000 * (first(screens) - terminal.started))
        figures.add("memory when opened", terminal.memory()[0])


def many_keys(terminal: Terminal, figures: Figures, name: str, rows: int) -> None:
    """Measures keys that move down from the first of `rows` rows and, in a short list, up again."""
    terminal.screen.look_left_of("│")
    times, sizes, half = [], [], min(KEYS, rows - 1)
    for place in range(KEYS):
        pressed = terminal.press("j" if place % (2 * half) < half else "k")
        try:
            screens = terminal.watch(lambda _: True, quiet=0.015, limit=1)
            times.append(1000 * (settled(screens) - pressed))
            sizes.append(size(screens))
        except Timeout:
            times.append(None)
    if name not in KEY_NAMES:
        KEY_NAMES.append(name)
    figures.add(name, times)
    figures.add(f"{name}, bytes", sizes)


def in_feeds(satchel: Satchel, feeds: Feeds, figures: Figures, with_keys: bool) -> None:
    with reader(satchel, feeds) as terminal:
        if with_keys:
            many_keys(terminal, figures, "a key in the feeds", feeds.count)
        figures.add("last", press(terminal, "G", 0.3))
        for name in ("s, newest first", "s, by title", "s, unread first"):
            figures.add(name, press(terminal, "s"))
            if with_keys:
                press(terminal, "g", 0.3)
                many_keys(terminal, figures, f"a key after {name}", feeds.count)
        figures.add("s, as in the file", press(terminal, "s"))
        figures.add("u, only unread", press(terminal, "u"))
        if with_keys:
            press(terminal, "g", 0.3)
            many_keys(terminal, figures, "a key after u, only unread", feeds.count)
        figures.add("u, all", press(terminal, "u"))
        press(terminal, "/", 0.3)
        figures.add("filter", press(terminal, "ted 7"))
        press(terminal, "\x1b", 0.5)
        figures.add("memory after all keys", terminal.memory()[1])
    with reader(satchel, feeds) as terminal:
        press(terminal, "jjjjjjjjjjjjjjjjjjj", 0.5)
        for _ in range(5):
            press(terminal, "j", 0.4)
            figures.add("opening a feed", press(terminal, "\r", 0.4))
            press(terminal, "q", 0.4)
            figures.add("opening a feed at once", press(terminal, "j\r", 0.4))
            press(terminal, "q", 0.4)
        press(terminal, "G", 0.4)
        figures.add("opening the long feed", press(terminal, "\r", 0.4))


def in_all(satchel: Satchel, feeds: Feeds, figures: Figures, with_keys: bool) -> None:
    with reader(satchel, feeds) as terminal:
        figures.add("All: opening", press(terminal, "\r", 0.4))
        figures.add("All: memory when opened", terminal.memory()[0])
        if with_keys:
            many_keys(terminal, figures, "All: a key", KEYS)
        figures.add("All: last", press(terminal, "G"))
        if with_keys:
            for _ in range(20):
                terminal.press("k")
            press(terminal, "k", 0.3)
        for name in ("s, oldest first", "s, by title"):
            figures.add(f"All: {name}", press(terminal, "s"))
            if with_keys:
                press(terminal, "g", 0.5)
                many_keys(terminal, figures, f"All: a key after {name}", KEYS)
        press(terminal, "s")
        figures.add("All: u, only unread", press(terminal, "u"))
        if with_keys:
            press(terminal, "g", 0.5)
            many_keys(terminal, figures, "All: a key after u, only unread", KEYS)
        press(terminal, "u")
        press(terminal, "/", 0.5)
        figures.add("All: filter", press(terminal, LETTERS, 2))
        press(terminal, "\x1b", 1)
        figures.add("All: memory after all keys", terminal.memory()[1])


def mark_read(satchel: Satchel, feeds: Feeds, figures: Figures) -> None:
    with reader(satchel, feeds) as terminal:
        press(terminal, "G", 1)
        mark_and_undo(terminal, figures, "the long feed", "kj")
        press(terminal, "g", 1)
        mark_and_undo(terminal, figures, "All", "jk")
        figures.add("memory after A on All", terminal.memory()[1])


def mark_and_undo(terminal: Terminal, figures: Figures, name: str, keys: str) -> None:
    """Measures marking a feed as read, undoing that, and moving the selection while it is marked again."""
    try:
        terminal.screen.look_left_of("│")
        pressed = terminal.press("A")
        screens = terminal.watch(lambda _: True, quiet=2, limit=60)
        figures.add(f"A on {name}, first frame", 1000 * (screens[0][0] - pressed))
        figures.add(f"A on {name}, until the list is right", 1000 * (settled(screens) - pressed))
        figures.add(f"z after A on {name}, until the list is right", press(terminal, "z", 2, 60))
        terminal.press("A")
        times = []
        press_while(terminal, times, lambda: len(times) < 20, at_most=10, keys=keys)
        figures.add(f"a key after A on {name}", times)
        terminal.watch(lambda _: True, quiet=2, limit=60)
        press(terminal, "z", 2, 60)
    except Timeout:
        figures.add(f"A on {name}, first frame", None)
