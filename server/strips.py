"""Comics as collections: written ones from a file, and generated ones in any number."""
from datetime import date, timedelta
from typing import Any, Dict, List, Optional

from data import Collection, Listed, field_of, plain
from generated import REMARKS, SENTENCES, Generated, mixed, numbers, paragraph, title, words_for

GAP = 404
"""There is no comic with this number among the generated ones, nor on xkcd.com."""
HIGHEST = 1_000_000
FIRST_DAY = date(2006, 1, 1)


class Comics(Listed):
    key = "num"

    def newest(self) -> Optional[Dict[str, Any]]:
        return max((comic for comic in self if number_of(comic)), key=number_of, default=None)

    def published(self, fields: Dict[str, Any]) -> "Comics":
        """With one more, which is the latest."""
        number = max(map(number_of, self), default=0) + 1
        return Comics([*self.records, {**comic(number), **fields}])

    def replaced(self, records: List[Any]) -> Collection:
        return Comics(records)


class GeneratedComics(Generated):
    key = "num"

    def __len__(self) -> int:
        return self.count - (self.count >= GAP)

    def number(self, place: int) -> int:
        return place + 1 if place + 1 < GAP else place + 2

    def place(self, number: int) -> Optional[int]:
        return None if number == GAP else number - 1 - (number > GAP)

    def make(self, number: int) -> Dict[str, Any]:
        return comic(number)

    def newest(self) -> Optional[Dict[str, Any]]:
        return self[len(self) - 1] if len(self) else None

    def published(self, fields: Dict[str, Any]) -> "GeneratedComics":
        number = self.count + 1 + (self.count + 1 == GAP)
        return GeneratedComics(number, {**self.changes, number: fields})

    def replaced(self, records: List[Any]) -> Collection:
        return Comics(records)


def number_of(comic: Any) -> int:
    """Which one it is; 0 if it does not say."""
    spelled = numbers([plain(field_of(comic, "num"))], 10**15)
    return spelled[0] if spelled else 0


def comic(number: int) -> Dict[str, Any]:
    day = FIRST_DAY + timedelta(days=number * 7 // 3)
    words, name, alt = words_for(number), title(number), paragraph(REMARKS, number, 1)
    lines = [f"[[A {words['keeper']} looks at a {words['thing']}.]]",
             f"{words['keeper'].capitalize()}: {paragraph(SENTENCES, number, 1)}",
             f"{{{{Title text: {alt}}}}}"]
    return {
        "month": str(day.month), "num": number, "link": "", "year": str(day.year), "news": "",
        "safe_title": name, "transcript": "\n".join(lines) if mixed(number, 5) % 3 else "",
        "alt": alt, "img": f"/comics/{number}.{ending(number)}", "title": name, "day": str(day.day),
    }


def ending(number: int) -> str:
    """About as often as on xkcd.com a picture is no PNG."""
    return "gif" if number % 500 == 250 else "jpg" if number % 20 == 7 else "png"
