#!/usr/bin/env python3
"""Writes the tables with which the module TextSearch folds text.

    python3 .tools/folds.py           writes Modules/Text/TextSearch/FoldTables.swift
    python3 .tools/folds.py --check   fails if that file differs from what the script would write

Source: the Unicode Character Database, from Python's `unicodedata`, and the lists below for letters that a search
should treat as equal although Unicode does not. If the file was made with another version of Unicode than this Python
has, `--check` says so and compares nothing.
"""
import argparse
import re
import sys
from itertools import chain
from pathlib import Path
from unicodedata import category, combining, decomposition, name, normalize, unidata_version

FILE = Path(__file__).resolve().parent.parent / "Modules/Text/TextSearch/FoldTables.swift"
SCALARS = [value for value in range(0x110000) if not 0xD800 <= value <= 0xDFFF]

# The blocks of marks that people omit when they type. In other blocks, marks are vowels or letters.
ACCENTS = [
    (0x0300, 0x036F), (0x1AB0, 0x1AFF), (0x1DC0, 0x1DFF), (0x20D0, 0x20FF), (0xFE20, 0xFE2F),  # any script
    (0x0483, 0x0489), (0x2DE0, 0x2DFF), (0xA66F, 0xA69F),  # Cyrillic
    (0x2CEF, 0x2CF1),  # Coptic
    (0x0591, 0x05C7), (0xFB1E, 0xFB1E),  # Hebrew points
    (0x0610, 0x061A), (0x064B, 0x065F), (0x0670, 0x0670), (0x06D6, 0x06ED), (0x0898, 0x08FF),  # Arabic points
    (0x0711, 0x0711), (0x0730, 0x074A),  # Syriac points
]
# Letters that people replace with plain ones if the keyboard lacks them. Names with `WITH` cover others, such as ø.
PLAIN_LETTERS = {"æ": "ae", "Æ": "AE", "ð": "d", "Ð": "D", "þ": "th", "Þ": "TH"}

# Variants of a character that a search does not distinguish.
SAME = {
    "ß": "ss", "ẞ": "SS", "ς": "σ", "ı": "i", "œ": "oe", "Œ": "OE",
    "‘": "'", "’": "'", "‚": "'", "‛": "'", "ʼ": "'", "“": '"', "”": '"', "„": '"', "‟": '"',
    "‐": "-", "‒": "-", "–": "-", "—": "-", "―": "-", "−": "-", "⁄": "/", "∕": "/",
    "ـ": "",  # Arabic tatweel
}
# Composed characters that are separate letters: Cyrillic short i, and voiced kana.
COMPOSED = {
    value: normalize("NFD", chr(value)) for value in chain([0x0419, 0x0439], range(0x3040, 0x3100))
    if len(normalize("NFD", chr(value))) == 2
}
# Jamo that are typed as single letters, so they are not decomposed into parts of syllables.
COMPATIBILITY_JAMO = range(0x3131, 0x318F)
# Format characters that are visible.
VISIBLE_FORMATS = {*range(0x600, 0x606), 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD, *range(0x13430, 0x13460)}


def is_invisible(value):
    """Returns whether the code point is a format character, a variation selector, or the combining grapheme joiner."""
    return (
        category(chr(value)) == "Cf" and value not in VISIBLE_FORMATS or value == 0x34F
        or 0x180B <= value <= 0x180F or 0xFE00 <= value <= 0xFE0F or 0xE0100 <= value <= 0xE01EF)


def decomposed(character):
    """Returns the simplest form of a character, with its case and accents."""
    value = ord(character)
    if value in COMPOSED or is_hangul(value):
        return character
    canonical = normalize("NFD", character)
    if canonical != character:
        return "".join(map(decomposed, canonical))
    if character in SAME:
        return SAME[character]
    if is_invisible(value):
        return ""
    parts = [chr(int(part, 16)) for part in decomposition(character).split()[1:]]
    spaced = len(parts) > 1 and parts[0] == " "  # a spacing accent is not a space
    if parts and not spaced and value not in COMPATIBILITY_JAMO:
        return "".join(map(decomposed, parts))
    folded = character.casefold()
    is_variant = character == character.lower() and len(folded) == 1 and folded == folded.lower()
    return folded if is_variant and not combining(character) else character


def without_accents(character):
    value = ord(character)
    if any(first <= value <= last for first, last in ACCENTS) and category(character) in ("Mn", "Me"):
        return ""
    # Some letters match by the name of the other case only.
    for other in (character, character.swapcase()):
        match = re.match(r"LATIN (SMALL|CAPITAL) LETTER ([A-Z]) WITH ", name(other, "")) if len(other) == 1 else None
        if match and not decomposition(other):
            return match[2] if character.isupper() else match[2].lower()
    return PLAIN_LETTERS.get(character, character)


def lowercase(character):
    return character.lower() if len(character.lower()) == 1 else character


def is_hangul(value):
    return 0xAC00 <= value <= 0xD7A3


def table(mapping):
    """Returns the code points that the mapping changes, except ASCII, which is folded without a table."""
    return {value: mapping(chr(value)) for value in SCALARS if value > 0x7F and mapping(chr(value)) != chr(value)}


def digits(number):
    """Returns the number in digits of five bits, lowest first. Every digit except the last is P or above."""
    text = ""
    while number > 31:
        text += chr(0x30 + 32 + number % 32)
        number //= 32
    return text + chr(0x30 + number)


def signed(number):
    return digits(2 * number if number >= 0 else -2 * number - 1)


def encoded(entries):
    """Encodes a table from code points to texts.

    A record encodes one key, or a run of consecutive keys that all have no value, or one value that also increases by
    one. It has the distance from the end of the last record; twice the number of values, plus 1 for a run; the length
    of a run; and for each value the difference from the last value at that position.
    """
    text, end, last = "", 0, [0] * 32
    keys = sorted(entries)
    place = 0
    while place < len(keys):
        key, values = keys[place], [ord(value) for value in entries[keys[place]]]
        length = 1
        while len(values) <= 1 and place + length < len(keys) and keys[place + length] == key + length \
                and [ord(value) for value in entries[key + length]] == [value + length for value in values]:
            length += 1
        text += digits(key - end) + digits(2 * len(values) + (length > 1)) + (digits(length) if length > 1 else "")
        for position, value in enumerate(values):
            text += signed(value - last[position])
            last[position] = value
        last[0] += length - 1
        end, place = key + length, place + length
    return text


def declaration(title, symbol, entries):
    text = encoded(entries)
    lines = [text[start:start + 112] + "\\#" for start in range(0, len(text), 112)]
    lines[-1] = lines[-1][:-2]
    return "\n".join(
        [f"/// {title}", f'let {symbol}: StaticString = #"""'] + ["  " + line for line in lines] + ['  """#'])


def check_idempotence(decompositions, accents, lower):
    """Asserts that folding folded text again does not change it."""
    for first, then in [(decompositions, [decompositions]), (accents, [decompositions, accents]),
                        (lower, [decompositions, lower])]:
        for key, text in first.items():
            assert not any(ord(value) in other for value in text for other in then), hex(key)
    for key, text in accents.items():
        assert all(accents.get(ord(value)) is None for value in lowercase(text)), hex(key)


def contents():
    decompositions = table(decomposed)
    accents = {key: value for key, value in table(without_accents).items() if key not in decompositions}
    lower = {key: value for key, value in table(lowercase).items() if key not in decompositions}
    check_idempotence(decompositions, accents, lower)
    return "\n".join([
        "// Generated by .tools/folds.py; do not edit. To regenerate:",
        "//   python3 .tools/folds.py",
        f"// Source: Unicode {unidata_version}, and the lists in that script. ScalarMap decodes the tables.",
        "",
        "// swift-format-ignore",
        declaration(
            "The simplest form of each character: its canonical or compatibility decomposition, or its main variant.",
            "decompositionTable", decompositions),
        "",
        "// swift-format-ignore",
        declaration("Accents, which folding removes, and letters with accents.", "accentTable", accents),
        "",
        "// swift-format-ignore",
        declaration("Upper-case letters, and their lower case.", "lowercaseTable", lower),
        "",
        "// swift-format-ignore",
        declaration("Letters that are not decomposed, and their two parts.", "compositionTable", COMPOSED),
        "",
    ])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="compare the file, and write nothing")
    if not parser.parse_args().check:
        FILE.write_text(contents(), encoding="utf-8")
        return 0
    written = FILE.read_text(encoding="utf-8")
    if f"// Source: Unicode {unidata_version}," not in written:
        print(f"not compared: {FILE.name} needs another version of Unicode than this Python's, {unidata_version}.")
        return 0
    if written == contents():
        return 0
    print(f"{FILE} is out of date; run .tools/folds.py.", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
