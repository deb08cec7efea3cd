"""Posts, comments and comics in any number: each is made from its number alone, when it is
asked for.
"""
import re
from bisect import bisect_right
from datetime import date, timedelta
from functools import lru_cache
from itertools import accumulate
from typing import Any, Dict, Optional, Sequence

from data import Collection, positive

USERS = 10
COMMENTS_PER_POST = (3, 0, 5, 1, 12, 2, 4)
FIRST_COMMENT = (0, *accumulate(COMMENTS_PER_POST))
FIRST_DAY = date(2006, 1, 1)
"""Of the comics."""
MASK = 2**64 - 1
MADE = 10_000
"""The number of texts that are cached: tests ask for the same again and again."""

TITLES = (
    "The {quality} {thing} of {place}",
    "How to {verb} a {thing}",
    "What the {keeper} of {place} kept",
    "A {quality} {thing}, and what became of it",
    "{place}, {hour}",
    "Notes on the {quality} {thing}",
    "The {keeper} and the {thing}",
    "Letters from {place}: the {thing}",
    "In praise of the {quality} {thing}",
    "{hour}: a {thing} is heard in {place}",
    "Three ways to {verb} a {thing}",
    "Who still needs a {thing}?",
    "The day the {keeper} came to {place}",
    "Against the {quality} {thing}",
    "On the road to {place} with a {thing}",
    "A {keeper} explains the {thing}",
)
SENTENCES = (
    "The {keeper} in {place} swears by a {quality} {thing}.",
    "Nobody in {place} throws a {thing} away.",
    "It was {hour} when we first saw the {thing}, and it looked {quality}.",
    "You can {verb} a {thing} on the kitchen table, if the table is patient.",
    "There is a {quality} road to {place}, and nobody is in a hurry on it.",
    "Ask the {keeper}, and the answer is always the {thing}.",
    "My grandmother could {verb} anything, the {thing} included.",
    "The {thing} is older than the harbour of {place}.",
    "By {hour} the whole street smelled of varnish and rain.",
    "A {quality} {thing} is worth a week of work, and takes two.",
    "The first page of the logbook says only: {place}, {hour}, one {thing}.",
    "We left the {thing} with the {keeper} and took the last train.",
    "What is {quality} about it cannot be photographed.",
    "In {place} they {verb} the {thing} before they talk about it.",
    "It rained until {hour}, and then it was too late to {verb} anything.",
    "The manual for the {thing} has four pages, and three of them are drawings.",
)
REMARKS = (
    "I had a {thing} like that; the {keeper} of {place} has it now.",
    "Is {place} worth the trip out of season?",
    "Mine turned {quality} after a winter. Is that normal?",
    "Please write more about the {keeper}.",
    "At {hour} everything in {place} looks like this.",
    "I tried to {verb} one and failed. Twice, and with the {keeper} watching.",
    "The {thing} in the museum of {place} is a copy, by the way.",
    "My father was a {keeper}. He would have liked this.",
    "Read it aloud at {hour}. Nobody minded.",
    "You forgot to say how long it takes to {verb} it.",
    "A {quality} piece. I have ordered a {thing}.",
    "Has anyone walked to {place} with this in the bag?",
)
WORDS = {
    "quality": (
        "quiet", "patient", "borrowed", "crooked", "second-hand", "seaworthy", "half-finished",
        "blue", "unpunctual", "waterproof", "stubborn", "hand-set", "weathered", "northern",
        "plain-spoken", "provisional", "whispering", "folded", "salt-stained", "unhurried",
        "left-handed", "winter", "nameless", "well-tempered", "portable", "forgotten", "reliable",
        "candle-lit", "narrow-gauge", "two-colour", "inherited", "slow"),
    "thing": (
        "tide table", "barometer", "fog signal", "paper map", "short-wave radio", "sourdough",
        "postcard", "night train", "compass", "type case", "lamp room", "rain gauge", "timetable",
        "fountain pen", "star chart", "ferry bell", "valve set", "notebook", "oven", "lens",
        "harbour clock", "field telephone", "bookbinder's press", "thermometer", "kite",
        "ribbon cable", "soldering iron", "letterbox", "railway lamp", "sextant", "thermos",
        "wind sock"),
    "place": (
        "Hallwick", "Port Sorrel", "Ostermole", "Cape Anna", "Little Ferring", "Vardsund",
        "Tern Island", "Upper Quay", "Nordhavn", "Saltmarsh", "Kirkevik", "the Outer Skerries",
        "Grey Landing", "Mirador", "Lantern Street", "the Long Platform", "Isle of Wren",
        "Bellrock", "Drift Hill", "Ravensbourne", "Oya", "Quiet Bay", "Marrow Bridge",
        "Seven Locks"),
    "keeper": (
        "lighthouse keeper", "stationmaster", "baker", "typesetter", "postwoman", "radio repairer",
        "map seller", "ferryman", "clockmaker", "librarian", "pilot", "weather observer",
        "night porter", "signalwoman", "beekeeper", "schoolteacher", "bookbinder", "astronomer"),
    "verb": (
        "mend", "carry", "draw", "re-wire", "fold", "sharpen", "tune", "lend", "read", "oil",
        "varnish", "post", "balance", "bind", "calibrate", "keep", "inherit", "bake"),
    "hour": (
        "before dawn", "half past four", "low water", "noon", "the last bell", "slack tide",
        "a quarter to six", "the first frost", "blue hour", "midnight", "market day",
        "the end of the shift", "high water", "tea time"),
}
FIRST_NAMES = ("ada", "bo", "chi", "dina", "emre", "fay", "gus", "hana", "ivo", "june", "kofi")


class Generated(Collection):
    """Records that are made when they are asked for: only edits are stored."""

    def __init__(self, count: int, edits: Optional[Dict[int, Dict[str, Any]]] = None):
        self.count = count
        self.edits = edits or {}

    def make(self, number: int) -> Dict[str, Any]:
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
        number = positive(value)
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
    """The comments of so many posts. Their number follows from the post's id alone, so that a
    comment's id leads to its post and back without counting.
    """

    def first(self, post: int) -> int:
        """The index of the first comment on a post; posts are counted from 0 here."""
        blocks, rest = divmod(post, len(COMMENTS_PER_POST))
        return blocks * FIRST_COMMENT[-1] + FIRST_COMMENT[rest]

    def __len__(self) -> int:
        return self.first(self.count)

    def make(self, number: int) -> Dict[str, Any]:
        blocks, rest = divmod(number - 1, FIRST_COMMENT[-1])
        name = FIRST_NAMES[mixed(number, 4) % len(FIRST_NAMES)]
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
        post = positive(value)
        return range(self.first(post - 1), self.first(post)) if 0 < post <= self.count else []


class GeneratedComics(Generated):
    key = "num"

    def make(self, number: int) -> Dict[str, Any]:
        day = FIRST_DAY + timedelta(days=number * 7 // 3)
        words, name, alt = words_for(number), title(number), paragraph(REMARKS, number, 1)
        lines = [f"[[A {words['keeper']} looks at a {words['thing']}.]]",
                 f"{words['keeper'].capitalize()}: {paragraph(SENTENCES, number, 1)}",
                 f"{{{{Title text: {alt}}}}}"]
        # About as often as on xkcd.com a picture is no PNG.
        ending = "gif" if number % 500 == 250 else "jpg" if number % 20 == 7 else "png"
        return {
            "month": str(day.month), "num": number, "link": "", "year": str(day.year), "news": "",
            "safe_title": name, "transcript": "\n".join(lines) if mixed(number, 5) % 3 else "",
            "alt": alt, "img": f"/comics/{number}.{ending}", "title": name, "day": str(day.day),
        }


def mixed(number: int, salt: int) -> int:
    """A number that looks random, and is always the same for the same arguments."""
    state = (number * 0x9E3779B97F4A7C15 + salt * 0xBF58476D1CE4E5B9) & MASK
    state = (state ^ state >> 30) * 0x94D049BB133111EB & MASK
    return state ^ state >> 31


@lru_cache(maxsize=MADE)
def words_for(number: int) -> Dict[str, str]:
    chance = mixed(number, 1)
    words = {}
    for kind, choices in WORDS.items():
        chance, index = divmod(chance, len(choices))
        words[kind] = choices[index]
    return words


@lru_cache(maxsize=MADE)
def title(number: int) -> str:
    return filled(TITLES[mixed(number, 2) % len(TITLES)], words_for(number))


@lru_cache(maxsize=MADE)
def paragraph(sentences: Sequence[str], number: int, length: int) -> str:
    """Different sentences about the same things. (The step is coprime to their number.)"""
    first, words = mixed(number, 3), words_for(number)
    chosen = [sentences[(first + 5 * turn) % len(sentences)] for turn in range(length)]
    return " ".join(filled(pattern, words) for pattern in chosen)


def filled(pattern: str, words: Dict[str, str]) -> str:
    text = re.sub(r"\b([Aa]) (?=[aeiou])", r"\1n ", pattern.format_map(words))
    return text[0].upper() + text[1:]
