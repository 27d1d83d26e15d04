"""Documents as text: JSON in which nothing is unknown and nothing stands twice.

A document has one text for each number (in lowest terms, without leading zeros), so that two
documents that say the same of a game differ only where their strategies do.
"""

import json
import re
from fractions import Fraction

PLAYERS = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X"]
MOST_DIGITS = 100_000  # of a numerator or a denominator
RATIONAL = re.compile("(0|-?[1-9][0-9]*)(?:/([1-9][0-9]*))?")
WHOLE = re.compile("0|[1-9][0-9]*")

# Characters that nobody sees, or that change the direction of the text around them: control and
# format characters, separators other than the plain blank, fillers, variation selectors and private
# use.
INVISIBLE = re.compile(
    "[\0-\x1f\x7f-\xa0\xad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2"
    "\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f"
    "\u2800\u3000\u3164\ud800-\uf8ff\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff"
    "\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U0010ffff]"
)


class NoDocument(Exception):
    """The text is no document, or one that this checker cannot check: exit code 2."""


class Refused(Exception):
    """The text is a document, and something that it says is false: exit code 1."""


def need(holds, words):
    if not holds:
        raise NoDocument(words)


def agree(holds, words):
    if not holds:
        raise Refused(words)


def parse(text):
    """The value of a JSON text: no object has a key twice, no string has half a character."""

    def once(pairs):
        need(len(dict(pairs)) == len(pairs), "a key stands twice")
        return dict(pairs)

    def integer(digits):
        need(len(digits) <= 20, "a number of too many digits")
        return int(digits)

    def no_number(word):
        raise NoDocument(f"{word} is not JSON")

    try:
        hooks = {"object_pairs_hook": once, "parse_int": integer, "parse_constant": no_number}
        value = json.loads(text, **hooks)
        if "\\u" in text:
            json.dumps(value, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as why:
        raise NoDocument(f"not JSON: {why}") from None
    return value


def fields(value, required, optional=frozenset()):
    """The value, an object with all the required keys and none but these and the optional ones."""
    need(type(value) is dict, "expected an object")
    need(required <= value.keys(), f"expected the keys {', '.join(sorted(required))}")
    known = required | optional
    need(value.keys() <= known, f"unknown keys beside {', '.join(sorted(known))}")
    return value


def items(value, count=None):
    """The value, a list of so many items, or of any number."""
    right = type(value) is list and count in (None, len(value))
    need(right, f"expected a list of {count or 'any number of'} items")
    return value


def string(value):
    """The value, a text."""
    need(type(value) is str, "expected a text")
    return value


def number(text):
    """The number that a text spells in lowest terms: an int if it is whole, else a Fraction."""
    if text == "0" or text == "1":
        return int(text)
    match = RATIONAL.fullmatch(string(text))
    need(match, f"“{text[:40]}”, expected a number in lowest terms, for instance 2 or -1/3")
    digits = max(map(len, match.groups(""))) - text.startswith("-")
    need(digits <= MOST_DIGITS, "a number of too many digits")
    if match[2] is None:
        return int(text)
    value = Fraction(int(match[1]), int(match[2]))
    need(value.denominator == int(match[2]) > 1, f"“{text[:40]}” is not in lowest terms")
    return value


def whole(text, most=2**64 - 1):
    """The whole number from 0 to `most` that a text spells without leading zeros."""
    spelled = WHOLE.fullmatch(string(text)) and len(text) <= 20
    need(spelled, f"“{text[:40]}”, expected a whole number")
    need(int(text) <= most, f"{text}, expected at most {most}")
    return int(text)


def player(text):
    """The place of a player, from 0."""
    need(text in PLAYERS, f"player “{text}”, expected I, II, III, … X")
    return PLAYERS.index(text)


def name(text):
    """The text, a name of 1 to 80 characters that no other name looks like."""
    visible = 1 <= len(string(text)) <= 80 and not INVISIBLE.search(text)
    need(visible, "a name that is empty, too long or not visible")
    single = text == text.strip(" ") and "  " not in text
    need(single, f"“{text}”, expected single blanks inside the name only")
    return text
