"""A generated feed in a file, and measurements of Satchel and sfeed with it."""
import random
import re
import sqlite3
import subprocess
import time
import urllib.request
from pathlib import Path
from xml.sax.saxutils import escape

from benchmark.programs import Missing, Satchel, environment, found, run_pipeline
from benchmark.report import Report

ENTRIES = 20_000
WORDS = """the a of and to in that it is was for on with as be at by this had not are but from or have an they which one
 you were her all she there would their we him been has when who will more no if out so said what up its about into than
 them can only other new some could time these two may then do first any my now such like our over man me even most made
 after also did many before must through years where much your way well down should because each just those people how
 too little state good very make world still own see men work long get here between both life being under never day same
 another know while last might us great old year off come since against go came right used take three straße café naïve
 señor Ångström “quoted” façade – 東京""".split()


class Feed:
    """An RSS feed of `count` entries of about 1.2 KB, with HTML in CDATA."""

    def __init__(self, folder: Path, count: int = ENTRIES):
        self.count, self.folder = count, folder
        self.file = folder / f"feed-{count}.xml"

    def make(self) -> None:
        """Writes the file, unless it exists."""
        if self.file.exists():
            return
        self.folder.mkdir(parents=True, exist_ok=True)
        unfinished = self.file.with_suffix(".unfinished")
        chance = random.Random(1)
        with open(unfinished, "w", encoding="utf-8") as file:
            file.write(HEAD)
            for number in range(self.count):
                file.write(item(chance, self.count - number))
            file.write("</channel>\n</rss>\n")
        unfinished.rename(self.file)


HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel>
<title>Generated</title>
<link>https://blog.example/</link>
<description>Twenty thousand entries</description>
<language>en</language>
"""


def item(chance: random.Random, number: int) -> str:
    def words(least: int, most: int) -> str:
        return " ".join(chance.choices(WORDS, k=chance.randint(least, most)))
    day = time.strftime("%a, %d %b %Y %H:%M:%S +0000", time.gmtime(1_600_000_000 + 3_601 * number))
    title = escape(words(4, 10) + (" & more" if number % 7 == 0 else "") + f" {number}")
    body = "\n".join(
        [f"<p>{words(20, 40)} <a href=\"https://elsewhere.example/{chance.randint(1, 9_999)}\">{words(2, 4)}</a>, "
         f"{words(10, 20)} &amp; {words(5, 15)}.</p>" for _ in range(2)]
        + [f"<p><em>{words(3, 6)}</em>&nbsp;– {words(20, 45)}</p>"])
    return f"""<item>
<title>{title}</title>
<link>https://blog.example/{number}/{"-".join(chance.choices(WORDS[:90], k=4))}</link>
<guid isPermaLink="false">https://blog.example/?p={number}</guid>
<pubDate>{day}</pubDate>
<dc:creator><![CDATA[{chance.choice(("Ada Lovelace", "Grace Hopper", "José Núñez"))}]]></dc:creator>
<description><![CDATA[{body}]]></description>
</item>
"""


def measure(report: Report, folder: Path, program: Path, feed: Feed, address: str, runs: int) -> None:
    satchel = Satchel(program, folder, address)
    url = f"{address}/feed.xml"
    first, others, again = [], [], []
    for _ in range(runs):
        satchel.forget()
        first.append(satchel.run("posts", "-s", url))
        try:
            others.append(sfeed(folder, url))
        except Missing as reason:
            report.nothing("the same feed: curl | sfeed | sqlite3", str(reason))
    report.figures("fetch, save, print: satchel, processor", [1000 * run.processor for run in first], "ms")
    report.figures("fetch, save, print: satchel, time", [1000 * run.time for run in first], "ms")
    report.figures("fetch, save, print: satchel, memory", [run.memory for run in first], "MB")
    report.figures("the same feed: curl | sfeed | sqlite3, processor", [1000 * run.processor for run in others], "ms")
    report.figures("the same feed: curl | sfeed | sqlite3, time", [1000 * run.time for run in others], "ms")
    rows = saved(folder / "cache")
    if rows != feed.count:
        raise RuntimeError(f"{rows} of {feed.count} entries are saved")
    writes_of_entries(folder / "cache")
    answers(address)
    for _ in range(runs):
        again.append(satchel.run("posts", "--limit", "1", "-s", url))
    statuses = answers(address)
    report.figures("unchanged, --limit 1: satchel, processor", [1000 * run.processor for run in again], "ms")
    report.figures("unchanged, --limit 1: satchel, time", [1000 * run.time for run in again], "ms")
    report.figures("unchanged, --limit 1: requests", [len(statuses) / runs], "requests")
    modified = sum(status != 304 for status in statuses)
    report.figures("unchanged, --limit 1: answers other than 304", [modified], "answers")
    report.figures("unchanged, --limit 1: writes of entries", [writes_of_entries(folder / "cache")], "writes")


def marks(report: Report, feed: Feed) -> None:
    values, name = report.medians, f"feed of {feed.count:,}"
    other = values.get("the same feed: curl | sfeed | sqlite3, processor")
    report.mark(f"{name}: processor, 1.5 times curl | sfeed | sqlite3",
                values.get("fetch, save, print: satchel, processor"), other and 1.5 * other, "ms")
    report.mark(f"{name}: memory", values.get("fetch, save, print: satchel, memory"), 60, "MB")
    report.mark(f"{name}, unchanged: time", values.get("unchanged, --limit 1: satchel, time"), 15, "ms")
    report.mark(f"{name}, unchanged: requests", values.get("unchanged, --limit 1: requests"), 1, "requests")
    for what, unit in (("answers other than 304", "answers"), ("writes of entries", "writes")):
        report.mark(f"{name}, unchanged: {what}", values.get(f"unchanged, --limit 1: {what}"), 0, unit)


def sfeed(folder: Path, url: str):
    """Fetches, parses and saves the feed with curl, sfeed and sqlite3. Returns the run."""
    database = folder / "sfeed.db"
    database.unlink(missing_ok=True)
    table = "CREATE TABLE entries (date, title, link, content, type, id, author, enclosure, category);"
    # In CSV mode, sqlite3 would parse quotes, which sfeed does not escape.
    lines = [found("sqlite3"), str(database), "-cmd", table, "-cmd", ".mode ascii", "-cmd", ".separator \\t \\n",
             ".import /dev/stdin entries"]
    run = run_pipeline([found("curl"), "--silent", "--fail", url], [found("sfeed")], lines,
                         environment=environment(folder), log=None)
    with sqlite3.connect(database) as connection:
        rows = connection.execute("SELECT count(*) FROM entries").fetchone()[0]
    if rows != ENTRIES:
        raise RuntimeError(f"sfeed: {rows} of {ENTRIES} entries are saved")
    return run


def versions() -> str:
    """Returns the versions of the programs in the comparison."""
    texts = []
    for name, arguments in (("curl", ["curl", "--version"]), ("sqlite3", ["sqlite3", "--version"]),
                            ("sfeed", ["dpkg-query", "--show", "sfeed"])):
        try:
            text = subprocess.run(arguments, capture_output=True, text=True, check=True).stdout
            match = re.search(r"\d+\.\d+[\w.+-]*", text)
            texts.append(f"{name} {match[0]}" if match else name)
        except (OSError, subprocess.CalledProcessError):
            texts.append(f"{name} of unknown version")
    return ", ".join(texts)


def answers(address: str) -> list:
    """Returns the status codes of the server's responses since the last call."""
    with urllib.request.urlopen(f"{address}/answers") as answer:
        return [int(status) for status in answer.read().split()]


def database(cache: Path) -> Path:
    """Returns the database in the cache that has feeds."""
    for file in cache.rglob("*"):
        if file.is_file() and file.read_bytes()[:15] == b"SQLite format 3":
            with sqlite3.connect(file) as connection:
                if connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'feeds_entries'").fetchone():
                    return file
    raise RuntimeError(f"no database with a feed in {cache}")


def saved(cache: Path) -> int:
    with sqlite3.connect(database(cache)) as connection:
        return connection.execute("SELECT count(*) FROM posts").fetchone()[0]


def writes_of_entries(cache: Path) -> int:
    """Returns the number of writes of entries since the first call, which installs triggers that count them."""
    with sqlite3.connect(database(cache)) as connection:
        connection.execute("CREATE TABLE IF NOT EXISTS bench_writes (kind TEXT)")
        for table in ("posts", "posts_search", "feeds_entries"):
            for kind in ("INSERT", "UPDATE", "DELETE"):
                connection.execute(
                    f"CREATE TRIGGER IF NOT EXISTS bench_{table}_{kind} AFTER {kind} ON {table}"
                    f" BEGIN INSERT INTO bench_writes VALUES ('{table} {kind}'); END")
        return connection.execute("SELECT count(*) FROM bench_writes").fetchone()[0]
