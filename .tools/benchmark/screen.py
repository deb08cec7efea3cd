"""A terminal emulator that computes the screen from the output of a program."""
import re
import unicodedata

TOKEN = re.compile(
    r"\x1b\[(?P<private>[<-?]?)(?P<numbers>[0-9;:]*)(?P<between>[ -/]*)(?P<final>[@-~])"
    r"|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)"
    r"|\x1b[P_^X][^\x1b]*\x1b\\"
    r"|\x1b(?P<escape>[ -/]*[0-OQ-WYZ\\`-~])"
    r"|(?P<control>[\x00-\x1a\x1c-\x1f\x7f])"
    r"|(?P<text>[^\x00-\x1f\x7f]+)")


class Screen:
    """A grid of characters with their styles. It handles the control sequences of newsboat, fzf and Satchel."""

    def __init__(self, width: int, height: int):
        self.width, self.height = width, height
        self.rest = ""
        self.style = ""
        self.saved = (0, 0)
        self.last = " "
        self.top, self.bottom = 0, height - 1
        self.x = self.y = 0
        self.end = width
        self.cells = [self.blank() for _ in range(height)]

    def look_left_of(self, divider: str) -> None:
        """Limits `state` to the columns to the left of a divider in the first row, if there is one."""
        place = self.rows[0].find(divider)
        self.end = place if place >= 0 else self.width

    def blank(self):
        return [(" ", "")] * self.width

    @property
    def rows(self):
        return ["".join(character for character, _ in row).rstrip() for row in self.cells]

    @property
    def state(self):
        """A hash that is equal for equal screens, including the cursor if all columns count."""
        place = (self.x, self.y) if self.end == self.width else None
        return hash((place, tuple(tuple(row[:self.end]) for row in self.cells)))

    def feed(self, text: str) -> None:
        """Processes output. An incomplete sequence at the end is completed by the next call."""
        text, place = self.rest + text, 0
        while match := TOKEN.match(text, place):
            place = match.end()
            if match["text"]:
                self.write(match["text"])
            elif match["final"]:
                if not match["private"] and not match["between"]:
                    self.sequence(match["final"], [int(n or 0) for n in re.split("[;:]", match["numbers"])],
                                  match["numbers"])
            elif match["control"]:
                self.control(match["control"])
            elif match["escape"]:
                self.escape(match["escape"])
        self.rest = text[place:]

    def write(self, text: str) -> None:
        for character in text:
            width = width_of(character)
            if width == 0:
                continue
            if self.x + width > self.width:
                self.x = 0
                self.line_feed()
            self.cells[self.y][self.x] = (character, self.style)
            if width == 2:
                self.cells[self.y][self.x + 1] = ("", self.style)
            self.x += width
            self.last = character

    def line_feed(self) -> None:
        if self.y == self.bottom:
            self.scroll(self.top, 1)
        elif self.y < self.height - 1:
            self.y += 1

    def scroll(self, top: int, lines: int) -> None:
        """Moves the lines from `top` to the bottom of the scrolling region up, or down if `lines` is negative."""
        for _ in range(min(abs(lines), self.height)):
            removed, added = (top, self.bottom) if lines > 0 else (self.bottom, top)
            del self.cells[removed]
            self.cells.insert(added, self.blank())

    def control(self, control: str) -> None:
        if control == "\r":
            self.x = 0
        elif control in "\n\v\f":
            self.line_feed()
        elif control == "\b":
            self.x = max(0, min(self.x, self.width) - 1)
        elif control == "\t":
            self.x = min(self.width - 1, (self.x // 8 + 1) * 8)

    def escape(self, escape: str) -> None:
        if escape == "M":
            if self.y == self.top:
                self.scroll(self.top, -1)
            else:
                self.y = max(0, self.y - 1)
        elif escape in "DE":
            self.line_feed()
            self.x = 0 if escape == "E" else self.x
        elif escape == "7":
            self.saved = (self.x, self.y)
        elif escape == "8":
            self.x, self.y = self.saved

    def sequence(self, final: str, numbers: list, spelled: str) -> None:
        first = max(1, numbers[0])
        second = max(1, numbers[1]) if len(numbers) > 1 else 1
        row = self.cells[self.y]
        x = min(self.x, self.width - 1)
        if final == "m":
            self.style = (self.style if numbers[0] else "") + (f"{spelled};" if spelled.strip("0") else "")
        elif final in "Hf":
            self.x, self.y = min(second, self.width) - 1, min(first, self.height) - 1
        elif final in "ABCDEFG`d":
            self.x = x
            if final in "AF":
                self.y = max(0, self.y - first)
            elif final in "BE":
                self.y = min(self.height - 1, self.y + first)
            elif final == "C":
                self.x = min(self.width - 1, x + first)
            elif final == "D":
                self.x = max(0, x - first)
            elif final == "d":
                self.y = min(self.height, first) - 1
            if final in "EF":
                self.x = 0
            elif final in "G`":
                self.x = min(self.width, first) - 1
        elif final == "J":
            if numbers[0] in (2, 3):
                self.cells = [self.blank() for _ in range(self.height)]
            else:
                rows = range(self.y + 1, self.height) if numbers[0] == 0 else range(self.y)
                for y in rows:
                    self.cells[y] = self.blank()
                self.sequence("K", numbers, spelled)
        elif final == "K":
            start, end = {0: (x, self.width), 1: (0, x + 1), 2: (0, self.width)}.get(numbers[0], (0, 0))
            row[start:end] = [(" ", self.style)] * (end - start)
        elif final == "L":
            self.scroll(self.y, -first)
        elif final == "M":
            self.scroll(self.y, first)
        elif final == "S":
            self.scroll(self.top, first)
        elif final == "T":
            self.scroll(self.top, -first)
        elif final == "X":
            row[x:x + first] = [(" ", self.style)] * (min(self.width, x + first) - x)
        elif final == "@":
            row[x:] = ([(" ", self.style)] * first + row[x:])[:self.width - x]
        elif final == "P":
            row[x:] = (row[x + first:] + [(" ", self.style)] * first)[:self.width - x]
        elif final == "b":
            self.write(self.last * first)
        elif final == "r":
            self.top, self.bottom = first - 1, (second if len(numbers) > 1 and numbers[1] else self.height) - 1
            self.x = self.y = 0
        elif final == "s":
            self.saved = (self.x, self.y)
        elif final == "u":
            self.x, self.y = self.saved


def width_of(character: str) -> int:
    """Returns the number of columns of a character."""
    if character.isascii():
        return 1
    if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
