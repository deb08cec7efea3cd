"""Files with generated posts: the JSON that the server sends, the titles, and a feed for newsboat."""
import json
import mmap
import os
import sys
import time
from array import array
from multiprocessing import Pool
from pathlib import Path
from xml.sax.saxutils import escape

ROOT = Path(__file__).resolve().parent.parent.parent
CHUNK = 10_000


def chunk(bounds):
    """Returns the id, title and JSON of the posts between two indices."""
    sys.path.insert(0, str(ROOT / "server"))
    from generated import GeneratedPosts
    posts = GeneratedPosts(bounds[1])
    chosen = (posts[index] for index in range(*bounds))
    return [(post["id"], post["title"], json.dumps(post).encode()) for post in chosen]


class Posts:
    """The files of `count` posts, in a folder."""

    def __init__(self, folder: Path, count: int):
        self.count = count
        self.folder = folder / f"posts-{count}"
        self.json, self.places, self.titles, self.feed = (
            self.folder / name for name in ("posts.json", "places", "titles.tsv", "feed.xml"))

    def make(self) -> None:
        """Writes the files, unless the folder exists."""
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
                    # Newsboat sorts by date, newest first.
                    feed.write(f"<item><guid>{number}</guid><title>{escape(title)}</title>"
                               f"<pubDate>{date(self.count - number)}</pubDate></item>\n")
            feed.write("</channel></rss>\n")
        (unfinished / self.places.name).write_bytes(places.tobytes())
        unfinished.rename(self.folder)

    def title(self, index: int) -> str:
        """Returns the title of the post at an index from 0."""
        with Pages(self) as pages:
            return json.loads(pages.slice(index, index + 1)[1:-1])["title"]

    def matches(self, letters: str) -> int:
        """Returns the number of titles that contain the letters."""
        with open(self.titles) as titles:
            return sum(letters in line.partition("\t")[2].lower() for line in titles)


class Pages:
    """Any slice of the posts as a JSON array."""

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
    return time.strftime("%a, %d %b %Y %H:%M:%S GMT", time.gmtime(1_000_000_000 + 60 * minutes))
