"""Generated posts, comments and comics in any number. Each is made on demand, from its number alone."""
import json
import re
from bisect import bisect_right
from datetime import date, timedelta
from functools import lru_cache
from itertools import accumulate
from typing import Any, Dict, Optional, Sequence

from data import FOLDER, Collection, parse_positive

USERS = 10
COMMENTS_PER_POST = (3, 0, 5, 1, 12, 2, 4)
"""The numbers of comments on seven consecutive posts, which repeat."""
FIRST_COMMENT = (0, *accumulate(COMMENTS_PER_POST))
FIRST_COMIC_DATE = date(2006, 1, 1)
MASK = 2**64 - 1
CACHE_SIZE = 10_000
"""The number of cached texts; tests request the same ones repeatedly."""
PHRASES = json.loads((FOLDER / "phrases.json").read_text(encoding="utf-8"))
TITLES, SENTENCES, REMARKS = (tuple(PHRASES[name]) for name in ("titles", "sentences", "remarks"))
"""Patterns of texts, in which placeholders such as {place} stand for the words of a kind."""
WORDS = PHRASES["words"]
"""The words of each kind."""
FIRST_NAMES = ("ada", "bo", "chi", "dina", "emre", "fay", "gus", "hana", "ivo", "june", "kofi")


class Generated(Collection):
    """Records that are made on demand. Only edits are stored."""

    def __init__(self, count: int, edits: Optional[Dict[int, Dict[str, Any]]] = None):
        self.count = count
        self.edits = edits or {}

    def make(self, number: int) -> Dict[str, Any]:
        """Returns the record with this number, from 1, without its edits."""
        raise NotImplementedError

    def __len__(self) -> int:
        return self.count

    def __getitem__(self, index):
        if not 0 <= index < len(self):
            raise IndexError(index)
        return {**self.make(index + 1), **self.edits.get(index + 1, {})}

    def indices(self, field: str, value: str) -> Sequence[int]:
        if field != self.key:
            return super().indices(field, value)
        number = parse_positive(value)
        return [number - 1] if 0 < number <= len(self) else []

    def edited(self, identity: str, fields: Dict[str, Any]) -> Collection:
        number = int(identity)
        edit = {**self.edits.get(number, {}), **fields}
        return type(self)(self.count, {**self.edits, number: edit})


class GeneratedPosts(Generated):
    def make(self, number: int) -> Dict[str, Any]:
        return {
            "userId": (number - 1) % USERS + 1,
            "id": number,
            "title": title(number),
            "body": paragraph(SENTENCES, number, 2 + number % 4),
        }


class GeneratedComments(Generated):
    """The comments on `count` posts. Their number depends on the post's id alone, so a comment's id gives its post."""

    def first(self, post: int) -> int:
        """Returns the index of the first comment on a post, whose index is counted from 0."""
        blocks, rest = divmod(post, len(COMMENTS_PER_POST))
        return blocks * FIRST_COMMENT[-1] + FIRST_COMMENT[rest]

    def __len__(self) -> int:
        return self.first(self.count)

    def make(self, number: int) -> Dict[str, Any]:
        blocks, rest = divmod(number - 1, FIRST_COMMENT[-1])
        name = FIRST_NAMES[hashed(number, 4) % len(FIRST_NAMES)]
        return {
            "postId": blocks * len(COMMENTS_PER_POST) + bisect_right(FIRST_COMMENT, rest),
            "id": number,
            "name": title(number),
            "email": f"{name}{number}@example.org",
            "body": paragraph(REMARKS, number, 1 + number % 2),
        }

    def indices(self, field: str, value: str) -> Sequence[int]:
        if field != "postId":
            return super().indices(field, value)
        post = parse_positive(value)
        return range(self.first(post - 1), self.first(post)) if 0 < post <= self.count else []


class GeneratedComics(Generated):
    key = "num"

    def make(self, number: int) -> Dict[str, Any]:
        day = FIRST_COMIC_DATE + timedelta(days=number * 7 // 3)
        words, name, alt = words_for(number), title(number), paragraph(REMARKS, number, 1)
        lines = [f"[[A {words['keeper']} looks at a {words['thing']}.]]",
                 f"{words['keeper'].capitalize()}: {paragraph(SENTENCES, number, 1)}",
                 f"{{{{Title text: {alt}}}}}"]
        # About as many pictures as on xkcd.com are not PNGs.
        ending = "gif" if number % 500 == 250 else "jpg" if number % 20 == 7 else "png"
        return {
            "month": str(day.month), "num": number, "link": "", "year": str(day.year), "news": "",
            "safe_title": name, "transcript": "\n".join(lines) if hashed(number, 5) % 3 else "",
            "alt": alt, "img": f"/comics/{number}.{ending}", "title": name, "day": str(day.day),
        }


def hashed(number: int, salt: int) -> int:
    """Returns a pseudorandom 64-bit number, which depends on the arguments alone."""
    state = (number * 0x9E3779B97F4A7C15 + salt * 0xBF58476D1CE4E5B9) & MASK
    state = (state ^ state >> 30) * 0x94D049BB133111EB & MASK
    return state ^ state >> 31


@lru_cache(maxsize=CACHE_SIZE)
def words_for(number: int) -> Dict[str, str]:
    """Returns the words that fill the placeholders in the texts of a record."""
    chance = hashed(number, 1)
    words = {}
    for kind, choices in WORDS.items():
        chance, index = divmod(chance, len(choices))
        words[kind] = choices[index]
    return words


@lru_cache(maxsize=CACHE_SIZE)
def title(number: int) -> str:
    return fill(TITLES[hashed(number, 2) % len(TITLES)], words_for(number))


@lru_cache(maxsize=CACHE_SIZE)
def paragraph(sentences: Sequence[str], number: int, length: int) -> str:
    """Returns different sentences, filled with the same words."""
    first, words = hashed(number, 3), words_for(number)
    # The step 5 is coprime to the numbers of sentences and remarks.
    chosen = [sentences[(first + 5 * turn) % len(sentences)] for turn in range(length)]
    return " ".join(fill(pattern, words) for pattern in chosen)


def fill(pattern: str, words: Dict[str, str]) -> str:
    """Replaces placeholders with words, and the article "a" with "an" before a vowel."""
    text = re.sub(r"\b([Aa]) (?=[aeiou])", r"\1n ", pattern.format_map(words))
    return text[0].upper() + text[1:]
