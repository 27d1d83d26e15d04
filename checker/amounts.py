"""Numbers and sizes of bets as people spell them: files, and documents of bounds, keep that.

A number is a fraction or a decimal, reduced or not: `5/2`, `+6/4`, `.80`, `1.`, `2.5E3`, `10^3`,
`1_000`. A part of something may be a percentage. A size is a part of the pot, a multiple of the bet
that is faced, chips, or all that is left.
"""

import re
from fractions import Fraction

from reading import MOST_DIGITS, need

MOST_BITS, MOST_EXPONENT = 1_000, 1_000
DIGITS, EXPONENT = "(?:[0-9]+|[0-9]{0,3}(?:_[0-9]{3})+)", "([-+]?0*[0-9]{1,4})"
NUMBER = re.compile(
    rf"(-|\+?)(?:({DIGITS})/({DIGITS})|10\^{EXPONENT}"
    rf"|(?=\.?[0-9_])({DIGITS}?)(?:\.([0-9]*))?(?:[eE]{EXPONENT})?)"
)
# The blanks of Unicode; Python counts four separators as blanks too.
BLANKS = "".join(letter for letter in map(chr, range(0x3001)) if letter.isspace())
BLANKS = re.sub("[\x1c-\x1f]", "", BLANKS)
ALL_IN = ["all-in", "allin", "all in", "a"]


def spelled(value):
    """The text of a number, which may be a whole number of JSON."""
    need(type(value) in (str, int), "expected a number as text, or a whole number")
    need(type(value) is str or value < 2**64, "a number of too many digits")
    return str(value)


def amount(text):
    """The number that a text spells."""
    if len(text) <= 18 and text.isascii() and text.isdigit():
        return Fraction(int(text))
    match = NUMBER.fullmatch(text) if len(text) <= 2 * MOST_DIGITS + 2 else None
    need(match, f"“{text[:40]}”, expected a number, for instance 2, -1/3 or 0.25")
    need(max(map(len, re.split("[/.]", text))) <= MOST_DIGITS, "a number of too many digits")
    sign, over, under, power, whole, after, exponent = match.groups("")
    if under:
        over, under = (int(half.replace("_", "")) for half in (over, under))
        need(under, f"“{text[:40]}”, expected a denominator of at least 1")
        value = Fraction(over, under)
    else:
        raised = int(power or exponent or 0)
        need(abs(raised) <= MOST_EXPONENT, f"“{text[:40]}”, expected a smaller exponent")
        digits = int("1" if power else whole.replace("_", "") + after)
        raised -= len(after)
        value = Fraction(digits * 10 ** max(raised, 0), 10 ** max(-raised, 0))
    return -value if sign == "-" else value


def part(text):
    """A part of 1: `3/5`, `0.6` or `60 %`."""
    text = text.strip(BLANKS)
    return amount(text[:-1].rstrip(BLANKS)) / 100 if text.endswith("%") else amount(text)


def chips(value):
    """Chips of 0 or more."""
    found = amount(spelled(value))
    need(found >= 0 and fits(found), f"“{spelled(value)[:40]}”, expected chips")
    return found


def fits(number):
    return max(abs(number.numerator), number.denominator) < 2**MOST_BITS


def size(value):
    """(kind, number) of a size: of the kind `pot`, `times`, `chips`, or `all-in`, which has 0."""
    word = spelled(value).strip(BLANKS).lower()
    if word in ALL_IN:
        return "all-in", 0
    if word.endswith("pot"):
        before = word[:-3].strip(BLANKS)
        kind, number = "pot", part(before) if before else Fraction(1)
    elif word.endswith("x"):
        kind, number = "times", amount(word[:-1].strip(BLANKS))
    elif word.endswith("%"):
        kind, number = "pot", part(word)
    else:
        kind, number = "chips", amount(word)
    need(number > (kind == "times") and fits(number), f"bet size “{word[:40]}”")
    return kind, number
