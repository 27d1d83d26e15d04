"""Ranges of hold'em hands, and their equity."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Union, cast

from ._frozen import Frozen
from ._questions import ask
from ._types import Equity


@dataclass(frozen=True)
class Range:
    """A range as players write it: ``"22+,A2s+,76s:1/2"``.

    >>> Range("QQ+").equity("AKs", board="2c7d9hJs")["tie"]
    0
    """

    text: str

    def __str__(self) -> str:
        return self.text

    def equity(self, other: Union[Range, str], board: str | None = None) -> Equity:
        """The exact equity against another range; see `equity`."""
        return equity(self, other, board)


def equity(
    hand: Union[Range, str], range: Union[Range, str], board: str | None = None
) -> Equity:
    """The exact equity of a hand of hold'em, or a range, against a range.

    Hands are written as players write them: ``"AhKd"``, ``"22+,A2s+,76s:1/2"``, ``"all"``. A deal
    is a hand of each side and the cards that the board lacks; ``boards`` counts all. Where the
    hands of a range have different weights, the counts are sums of weights: a deal counts as the
    product of its hands' weights, taken as whole numbers without a common divisor. Then ``deals``
    is the number of deals.

    >>> equity("AhAd", "KsKc", "2c7d9hJs")["equity"]
    Fraction(21, 22)
    >>> equity("AhKd", "76s")["boards"]
    6849216
    """
    found = ask("equity", hand=str(hand), range=str(range), board=board)
    numbers = {key: found[key] for key in found if key not in ("hand", "range", "board")}
    return cast(Equity, Frozen(numbers, win=int(found["win"])))
