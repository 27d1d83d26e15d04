"""Plain data that cannot be changed, and so can be hashed."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any, NoReturn

#: Keys of documents whose texts are fractions, and those whose texts are whole numbers.
FRACTIONS = set(
    """
    best_responses bet bluff bluff_mass call call_from cells cuts dealt equity exploitability gains
    gap illegal lower max_regret mean nash_conv objective own_reach payoff payoffs probabilities
    probability sum unfinished upper value value_from value_mass values weight win
    """.split()
)
COUNTS = set(
    "at bets boards branches calls card cards count deals lose n outcomes seed tie".split()
)
NUMBERS = FRACTIONS | COUNTS
#: Keys of documents that have a fraction for each name.
BY_NAME = {"actions", "dual", "point", "primal", "ray"}
NUMBER = re.compile("-?[0-9]+(/[0-9]+)?")
#: The length of a number that Python reads itself, unless it is told to read longer ones.
DIGITS = 4_000
#: Most values of dictionaries, which are taken as they are.
PLAIN = {Fraction, int, str}


class Frozen(dict[str, Any]):
    """A dictionary that cannot be changed, and so can be hashed. A key is an attribute too."""

    def __getattr__(self, name: str) -> Any:
        if name in self:
            return self[name]
        if name == "value" and "values" in self:
            return self["values"][0]
        raise AttributeError(f"{name}, expected one of {', '.join(map(str, self))}")

    @property
    def values(self) -> Any:
        """The entry of this name where there is one, as a solution has it."""
        return self["values"] if "values" in self else super().values

    def _refuse(self, *_: Any, **__: Any) -> NoReturn:
        raise TypeError("an answer cannot be changed; dict() makes a copy that can")

    __setitem__ = __delitem__ = __ior__ = clear = pop = popitem = setdefault = update = _refuse

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))

    def __reduce__(self) -> tuple[type[Frozen], tuple[dict[str, Any]]]:
        return Frozen, (dict(self),)


def frozen(value: Any) -> Any:
    """Plain data with tuples for lists and `Frozen` for dictionaries.

    >>> frozen({"bets": [1, 6, 7]})
    {'bets': (1, 6, 7)}
    """
    if isinstance(value, dict):
        plain = {
            key: each if type(each) in PLAIN else frozen(each) for key, each in value.items()
        }
        return Frozen(plain)
    return tuple(map(frozen, value)) if isinstance(value, (list, tuple)) else value


def number(text: str) -> Fraction:
    """An exact number of the library, of any length."""
    numerator, _, denominator = text.partition("/")
    return Fraction(_whole(numerator), _whole(denominator or "1"))


def _whole(digits: str) -> int:
    return int(digits) if len(digits) <= DIGITS else int(Decimal(digits))


def read(document: str) -> Any:
    """A document of the library as frozen data, with numbers for the texts of numbers."""

    def value_of(key: str, value: Any) -> Any:
        if isinstance(value, str) and key in NUMBERS and NUMBER.fullmatch(value):
            return _whole(value) if key in COUNTS and "/" not in value else number(value)
        # Lists under this key are polynomials, as text.
        if isinstance(value, (list, tuple)) and key != "value":
            return tuple(value_of(key, each) for each in value)
        if isinstance(value, Frozen) and key in BY_NAME and "action" not in value:
            return Frozen({name: value_of("probability", each) for name, each in value.items()})
        return frozen(value)

    def pairs(pairs: list[tuple[str, Any]]) -> Mapping[str, Any]:
        return Frozen({key: value_of(key, value) for key, value in pairs})

    return frozen(json.loads(document, object_pairs_hook=pairs))
