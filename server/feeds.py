"""Feeds of the posts in four formats, their changes, and the pages that link to them."""
import re
from collections import Counter
from datetime import datetime, timedelta, timezone
from email.utils import format_datetime
from functools import lru_cache
from html import escape
from typing import Any, Callable, Dict, List, NamedTuple, Optional
from urllib.parse import quote, urlencode

from answers import HTML, Answer, Document, encoded
from comics import FILES
from data import Library, ListCollection, parse_positive, query_value, written_collections
from generated import GeneratedComments, GeneratedPosts
from wire import Request, expect

COUNT = 20
"""The number of entries on a page, if the query has no `limit`."""
ENTRIES_LIMIT = 100_000
START = datetime(2026, 1, 1, tzinfo=timezone.utc)
"""The Last-Modified of feeds before the first change by /control."""
OLDER = {"paged": "next", "archive": "prev-archive"}
"""The relation of the link to older entries, by the name of the feed (RFC 5005)."""
IDENTITY = "tag:slackwater.example.org,2023:"
NAMESPACES = " ".join(f'xmlns:{prefix}="{address}"' for prefix, address in (
    ("atom", "http://www.w3.org/2005/Atom"), ("dc", "http://purl.org/dc/elements/1.1/"),
    ("content", "http://purl.org/rss/1.0/modules/content/"),
    ("slash", "http://purl.org/rss/1.0/modules/slash/"),
    ("wfw", "http://wellformedweb.org/CommentAPI/"),
    ("thr", "http://purl.org/syndication/thread/1.0"),
    ("rdf", "http://www.w3.org/1999/02/22-rdf-syntax-ns#")))


class Entry(NamedTuple):
    identity: str
    title: str
    link: str
    author: str
    date: Optional[datetime]
    html: str
    summary: str
    category: Optional[str] = None
    page: Optional[str] = None
    """The address of the post's page, to which `link` falls back; None for a comment."""
    comments: str = ""
    """The address of the feed of comments, without the extension."""
    comment_count: str = ""
    picture: str = ""
    in_reply_to: Optional[Dict[str, str]] = None
    """The id (`ref`) and address (`href`) of the entry to which a comment replies; None for a post."""


class Feed(NamedTuple):
    title: str
    links: Dict[str, str]
    """Addresses by relation; "self" and "alternate" are always present."""
    entries: List[Entry]
    generator: str = "Slack Water"


def newest(library: Library, count: int) -> List[Dict[str, Any]]:
    """Returns the newest posts. Generated posts have no dates, so the last ones are the newest."""
    posts = library.collections["posts"]
    if isinstance(posts, ListCollection):
        valid = [post for post in posts if isinstance(post, dict)]
        earliest = START.replace(year=1)
        return sorted(valid, key=lambda post: date_of(post) or earliest, reverse=True)[:count]
    return [posts[len(posts) - 1 - index] for index in range(min(count, len(posts)))]


def entries_of(library: Library, host: str, posts: List[Dict[str, Any]]) -> List[Entry]:
    users = {query_value(user, "id"): user for user in library.collections["users"] if isinstance(user, dict)}
    comments = library.collections["comments"]
    # Searching all comments for each post is slower than counting them once.
    counts = Counter(query_value(each, "postId") for each in comments) if isinstance(comments, ListCollection) else None
    return [entry(host, post, users.get(query_value(post, "userId"), {}), (
        len(comments.indices("postId", text(post, "id"))) if counts is None
        else counts[query_value(post, "id")])) for post in posts]


def entry(host: str, post: Dict[str, Any], user: Dict[str, Any], count: int) -> Entry:
    number, body, author = text(post, "id"), text(post, "body"), text(user, "name")
    place = quote(number, safe="")
    page = f"http://{host}/blog/{place}"
    html = f"""{paragraphs(body)}<ul><li>{escape(author)}</li><li>{count} comments</li></ul>
<table><tr><th>Post</th><td>{escape(number)}</td></tr></table>
<pre><code>if tide &lt; slack:
    wait()</code></pre>
<p><img src="/comics/{place}.png" alt="A drawing"> <a href="../blog/{place}">Its page</a></p>
"""
    return Entry(f"{IDENTITY}post-{number}", text(post, "title"), text(post, "url") or page, author,
                 date_of(post), html, body[:80], text(user, "username"), page,
                 f"http://{host}/feeds/comments/{place}", str(count),
                 f"http://{host}/comics/{place}.jpg")


def text(record: Dict[str, Any], field: str) -> str:
    """Returns a field as text, with characters that XML does not allow replaced."""
    value = record.get(field)
    return ILLEGAL.sub("\ufffd", "" if value is None else str(value))


# As the characters that are not allowed, because Python takes long to compile their complement.
ILLEGAL = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def date_of(record: Dict[str, Any]) -> Optional[datetime]:
    """Returns the date of a record, or None if there is none or it is invalid."""
    try:
        date = datetime.fromisoformat(str(record.get("date")).replace("Z", "+00:00"))
    except ValueError:
        return None
    return (date if date.tzinfo else date.replace(tzinfo=timezone.utc)).replace(microsecond=0)


def paragraphs(body: str) -> str:
    return "".join(f"<p>{escape(part)}</p>\n" for part in body.split("\n\n"))


# Changes.

Change = Callable[[List[Entry]], List[Entry]]


def at(index: int, change: Callable[[Entry], Dict[str, Any]]) -> Change:
    """Replaces the fields of one entry with those that a function returns."""
    return lambda entries: [old._replace(**change(old)) if place == index else old for place, old in enumerate(entries)]


def published(entries: List[Entry]) -> List[Entry]:
    """Adds three entries that are one, two and three days newer than the first."""
    return [old._replace(
        identity=f"{old.identity}-{day}", title=f"Published since, {day}",
        link=f"{old.page}?since={day}", date=old.date and old.date + timedelta(days=day))
            for old in entries[:1] for day in (3, 2, 1)] + entries


CHANGES: Dict[str, Change] = {
    "retitled": at(0, lambda old: {"title": old.title + " (corrected)"}),
    "twice": lambda entries: at(2, lambda _: {"identity": entries[1].identity})(entries),
    "undated": at(3, lambda _: {"date": None}),
    "future": at(4, lambda _: {"date": START.replace(year=2099)}),
    "1970": at(5, lambda _: {"date": datetime.fromtimestamp(0, timezone.utc)}),
    "left": lambda entries: entries[:6] + entries[9:],
    "published": published,
    "renumbered": lambda entries: [
        old._replace(identity=f"https://example.org/?p={old.identity}") for old in entries],
}
"""The changes to feeds by their words in {"feeds": [...]}, applied in this order."""


# Formats.


def tag(element: str, value: Optional[str], **attributes: str) -> str:
    """Returns an element, or nothing if the value is None."""
    if value is None:
        return ""
    written = "".join(f' {name}="{escape(text)}"' for name, text in attributes.items())
    return f"<{element}{written}>{escape(value, quote=False)}</{element}>\n"


def links(feed: Feed, element: str = "atom:link") -> str:
    return "".join(tag(element, "", rel=rel, href=address) for rel, address in feed.links.items())


def head(feed: Feed) -> str:
    return (tag("title", feed.title) + tag("link", feed.links["alternate"])
            + tag("description", "To be read where the signal ends.") + links(feed))


def common(each: Entry) -> str:
    """Returns the elements that RSS 1.0 and 2.0 share.

    The title and summary are escaped twice, because readers parse them as HTML.
    """
    title, summary = (escape(plain, quote=False) for plain in (each.title, each.summary))
    return f"""{tag("title", title)}{tag("link", each.link)}{tag("description", summary)}\
{tag("dc:creator", each.author)}<content:encoded><![CDATA[{each.html}]]></content:encoded>
"""


def in_reply_to(each: Entry) -> str:
    """Returns the reference of a comment (RFC 4685, section 3), or nothing for a post."""
    return "" if each.in_reply_to is None else tag("thr:in-reply-to", "", **each.in_reply_to)


def rss(feed: Feed) -> str:
    items = "".join(f"""\
<item>
{common(each)}{tag("guid", each.identity, isPermaLink="false")}{tag("category", each.category)}\
{tag("pubDate", each.date and format_datetime(each.date))}{
        in_reply_to(each) if each.page is None else (
        tag("enclosure", "", url=each.picture, length=str(len(FILES["jpg"])), type="image/jpeg")
        + tag("comments", each.page + "#comments") + tag("wfw:commentRss", each.comments + ".rss")
        + tag("slash:comments", each.comment_count))}</item>
""" for each in feed.entries)
    return f"""<rss version="2.0" {NAMESPACES}>
<channel>
{head(feed)}{tag("generator", feed.generator)}{items}</channel>
</rss>
"""


def rdf(feed: Feed) -> str:
    members = "".join(tag("rdf:li", "", **{"rdf:resource": each.identity}) for each in feed.entries)
    items = "".join(f"""<item rdf:about="{escape(each.identity)}">
{common(each)}{tag("dc:date", each.date and each.date.isoformat())}\
{tag("dc:subject", each.category)}{tag("slash:comments", each.comment_count)}</item>
""" for each in feed.entries)
    return f"""<rdf:RDF xmlns="http://purl.org/rss/1.0/" {NAMESPACES}>
<channel rdf:about="{escape(feed.links["self"])}">
{head(feed)}<items><rdf:Seq>{members}</rdf:Seq></items>
</channel>
{items}</rdf:RDF>
"""


def atom(feed: Feed) -> str:
    entries = "".join(f"""\
<entry>
{tag("title", each.title)}{tag("id", each.identity)}{tag("link", "", href=each.link)}\
{in_reply_to(each) if each.page is None else (
        tag("link", "", rel="enclosure", type="image/jpeg", href=each.picture)
        + tag("link", "", rel="replies", type="application/atom+xml", href=each.comments + ".atom")
        + tag("thr:total", each.comment_count))}\
<author>{tag("name", each.author)}</author>
{"".join(tag(name, each.date and each.date.isoformat()) for name in ("published", "updated"))}\
{tag("category", "", term=each.category or "")}\
{tag("summary", each.summary)}{tag("content", each.html, type="html")}</entry>
""" for each in feed.entries)
    updated = max((each.date for each in feed.entries if each.date), default=START)
    home = feed.links["alternate"]
    return f"""<feed xmlns="http://www.w3.org/2005/Atom" xml:base="{escape(home)}" {NAMESPACES}>
{tag("title", feed.title)}{tag("id", home)}{tag("updated", updated.isoformat())}\
{tag("generator", feed.generator)}{links(feed, "link")}{entries}</feed>
"""


def json_feed(feed: Feed) -> Dict[str, Any]:
    older = [address for rel, address in feed.links.items() if rel in OLDER.values()]
    return {
        "version": "https://jsonfeed.org/version/1.1", "title": feed.title,
        "home_page_url": feed.links["alternate"], "feed_url": feed.links["self"],
        **{"next_url": address for address in older},
        "items": [{
            "id": each.identity, "url": each.link, "title": each.title, "content_html": each.html,
            "summary": each.summary,
            **({"date_published": each.date.isoformat()} if each.date else {}),
            "authors": [{"name": each.author}], "tags": [each.category],
            "attachments": [{"url": each.picture, "mime_type": "image/jpeg",
                             "size_in_bytes": len(FILES["jpg"])}],
        } for each in feed.entries],
    }


FORMATS: Dict[str, Callable[[Feed], Any]] = {"rss": rss, "rdf": rdf, "atom": atom}


def formatted(format: str, feed: Feed) -> Document:
    if format == "json":
        return Document("application/feed+json; charset=utf-8", encoded(json_feed(feed)))
    xml = f'<?xml version="1.0" encoding="utf-8"?>\n{FORMATS[format](feed)}'
    return Document(f"application/{format}+xml; charset=utf-8", xml.encode())


# Answers.


def document(library: Library, request: Request, name: str, format: str) -> Answer:
    count = parse_positive(dict(request.query).get("entries", ""))
    expect(count <= ENTRIES_LIMIT, f'"entries" must be a number up to {ENTRIES_LIMIT}.')
    value = (generated(count, library.feeds, request.host, request.target, name, format) if count
             else feed_page(library, request, name, format, COUNT))
    if value is None:
        return Answer(404, {})
    date = START + timedelta(seconds=library.revision)
    return Answer(200, value, {"Last-Modified": format_datetime(date, usegmt=True)})


class GeneratedEntries(GeneratedPosts):
    def make(self, number: int) -> Dict[str, Any]:
        date = datetime(2006, 1, 1) + timedelta(hours=number)
        return {**super().make(number), "date": date.isoformat()}


@lru_cache(maxsize=4)
def generated(count: int, changes: tuple, host: str, target: str, name: str, format: str) -> Optional[Document]:
    """Returns a feed of generated posts. It is cached, because a large one takes long to make."""
    library = Library({**written_collections(), "posts": GeneratedEntries(count), "comments": GeneratedComments(count)})
    library.feeds = changes
    return feed_page(library, Request("GET", target, {"host": host}), name, format, count)


def feed_page(library: Library, request: Request, name: str, format: str, count: int) -> Optional[Document]:
    """Returns a page of a feed, or None after the last page."""
    query, host = dict(request.query), f"http://{request.host}"
    key = "paged" if name == "wordpress" else "page"
    page, limit = parse_positive(query.get(key, "")) or 1, parse_positive(query.get("limit", "")) or count
    # Four more than requested: a change may remove three, and another one shows that there is an older page.
    posts = newest(library, page * limit + 4)
    entries = entries_of(library, request.host, posts)
    for word, change in CHANGES.items():
        if word in library.feeds:
            entries = change(entries)
    shown = entries[(page - 1) * limit:page * limit]
    if page > 1 and not shown:
        return None
    addresses = {"self": host + request.target, "alternate": f"{host}/blog/"}
    if name in OLDER and len(entries) > page * limit:
        path = request.target.partition("?")[0]
        addresses[OLDER[name]] = f"{host}{path}?{urlencode({**query, key: page + 1})}"
    generator = {"generator": "https://wordpress.org/?v=6.8"} if name == "wordpress" else {}
    return formatted(format, Feed("Slack Water", addresses, shown, **generator))


def wordpress(library: Library, request: Request) -> Answer:
    return document(library, request, "wordpress", "rss")


def comments(library: Library, request: Request, number: str, format: str) -> Answer:
    """Returns the feed of the comments on a post, newest first, each with a reference to its parent."""
    post = library.collections["posts"].find(number)
    if not isinstance(post, dict):
        return Answer(404, {})
    of_post, all_comments = entry(request.host, post, {}, 0), library.collections["comments"]
    page = str(of_post.page)

    def reference(kind: str, identity: str) -> Dict[str, str]:
        address = page if kind == "post" else f"{page}#comment-{identity}"
        return {"ref": f"{IDENTITY}{kind}-{identity}", "href": address}

    entries = []
    for each in (all_comments[index] for index in all_comments.indices("postId", number)):
        own, parent = reference("comment", text(each, "id")), text(each, "parentId")
        entries.append(Entry(
            own["ref"], f"By: {text(each, 'name')}", own["href"], text(each, "name"), date_of(each),
            paragraphs(text(each, "body")), text(each, "body")[:80],
            in_reply_to=reference("comment", parent) if parent else reference("post", number)))
    addresses = {"self": f"http://{request.host}{request.target}", "alternate": page}
    feed = Feed(f"Comments on: {text(post, 'title')}", addresses, entries[::-1])
    return Answer(200, formatted(format, feed))


PAGE = """<!doctype html>
<html><head><meta charset="utf-8"><title>{}</title>
{}</head><body>
{}</body></html>
"""
LINK = '<link rel="alternate" type="application/{}" title="{}" href="{}">\n'
LINKS = "".join(LINK.format(kind, "Slack Water", f"posts.{format}") for format, kind in (
    ("rss", "rss+xml"), ("rdf", "rdf+xml"), ("atom", "atom+xml"), ("json", "feed+json")))
HEADS = {
    "feeds": LINK.format("rss+xml", "Slack Water: Comments", "comments/1.rss") + LINKS,
    "blog": '<base href="../feeds/">\n' + LINKS,
}
"""The heads of the home pages. One links to a feed of comments first; the other has a `<base>`."""


def home(library: Library, request: Request, name: str) -> Answer:
    items = "".join(f'<p><a href="/blog/{quote(number)}">{escape(title)}</a></p>\n'
                    for number, title in ((text(post, "id"), text(post, "title"))
                                          for post in newest(library, COUNT)))
    return Answer(200, Document(HTML, PAGE.format("Slack Water", HEADS[name], items).encode()))


def page(library: Library, request: Request, number: str) -> Answer:
    """Returns the HTML page of a post, which links to no feed."""
    post = library.collections["posts"].find(number)
    if not isinstance(post, dict):
        return Answer(404, {})
    each, = entries_of(library, request.host, [post])
    return Answer(200, Document(HTML, PAGE.format(escape(each.title), "", each.html).encode()))
