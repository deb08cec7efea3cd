"""Generated posts as files, made once: the JSON that the server sends, their titles, and a feed for newsboat."""
import json
import mmap
import os
import sys
from array import array
from multiprocessing import Pool
from pathlib import Path
from xml.sax.saxutils import escape

ROOT = Path(__file__).resolve().parent.parent.parent
CHUNK = 10_000


def chunk(bounds):
    sys.path.insert(0, str(ROOT / "server"))
    from generated import GeneratedPosts
    posts = GeneratedPosts(bounds[1])
    return [(post["id"], post["title"], json.dumps(post).encode()) for post in (posts[place] for place in range(*bounds))]


class Posts:
    """So many posts, in a folder of their own."""

    def __init__(self, folder: Path, count: int):
        self.count = count
        self.folder = folder / f"posts-{count}"
        self.json, self.places, self.titles, self.feed = (
            self.folder / name for name in ("posts.json", "places", "titles.tsv", "feed.xml"))

    def make(self) -> None:
        """Writes the files, unless they are there."""
        if self.folder.exists():
            return
        unfinished = self.folder.with_suffix(".unfinished")
        unfinished.mkdir(parents=True, exist_ok=True)
        places = array("Q", [0])
        bounds = [(start, min(start + CHUNK, self.count)) for start in range(0, self.count, CHUNK)]
        with open(unfinished / self.json.name, "wb") as file, open(unfinished / self.titles.name, "w") as titles, \
                open(unfinished / self.feed.name, "w") as feed, Pool(os.cpu_count()) as pool:
            feed.write("<rss version='2.0'><channel><title>Generated</title><link>http://localhost/</link>\n")
            for posts in pool.imap(chunk, bounds):
                for number, title, post in posts:
                    file.write(post + b",\n")
                    places.append(places[-1] + len(post) + 2)
                    titles.write(f"{number}\t{title}\n")
                    # Newsboat shows the newest first.
                    feed.write(f"<item><guid>{number}</guid><title>{escape(title)}</title>"
                               f"<pubDate>{date(self.count - number)}</pubDate></item>\n")
            feed.write("</channel></rss>\n")
        (unfinished / self.places.name).write_bytes(places.tobytes())
        unfinished.rename(self.folder)

    def title(self, place: int) -> str:
        """Counted from 0."""
        with Pages(self) as pages:
            return json.loads(pages.slice(place, place + 1)[1:-1])["title"]

    def matches(self, letters: str) -> int:
        """How many titles hold some letters."""
        with open(self.titles) as titles:
            return sum(letters in line.partition("\t")[2].lower() for line in titles)


class Pages:
    """The posts as JSON arrays, any part of them."""

    def __init__(self, posts: Posts):
        self.count = posts.count
        self.places = array("Q")
        self.places.frombytes(posts.places.read_bytes())
        self.file = open(posts.json, "rb")
        self.bytes = mmap.mmap(self.file.fileno(), 0, access=mmap.ACCESS_READ)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.bytes.close()
        self.file.close()

    def slice(self, start: int, end: int) -> bytes:
        start, end = min(start, self.count), min(end, self.count)
        return b"[" + self.bytes[self.places[start]:max(self.places[start], self.places[end] - 2)] + b"]"


def date(minutes: int) -> str:
    import time
    return time.strftime("%a, %d %b %Y %H:%M:%S GMT", time.gmtime(1_000_000_000 + 60 * minutes))
