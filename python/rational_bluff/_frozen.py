"""Plain data that cannot be changed, and so can be hashed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NoReturn

#: Keys of documents whose texts are fractions, and those whose texts are whole numbers.
FRACTIONS = {"gap", "own_reach", "payoff", "probability", "unfinished", "value", "weight"}
COUNTS = {"at", "branches", "card", "deals", "outcomes", "seed"}
#: Most values of dictionaries, which are taken as they are.
PLAIN = {Fraction, int, str}


class Frozen(dict[str, Any]):
    """A dictionary that cannot be changed, and so can be hashed."""

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


def read(document: str) -> Any:
    """A document of the library as frozen data, with numbers for the texts of numbers."""

    def number(key: str, value: Any) -> Any:
        if isinstance(value, str) and key in FRACTIONS:
            return Fraction(value)
        return int(value) if isinstance(value, str) and key in COUNTS else frozen(value)

    def pairs(pairs: list[tuple[str, Any]]) -> Mapping[str, Any]:
        return Frozen({key: number(key, value) for key, value in pairs})

    return frozen(json.loads(document, object_pairs_hook=pairs))
