"""Exact numbers in: whatever says exactly which number is meant."""

from __future__ import annotations

import numbers
import operator
from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any, SupportsIndex, Union

from ._native import BluffError

if TYPE_CHECKING:
    from typing_extensions import TypeGuard

#: An exact number as it may be given: ``2``, ``Fraction(5, 2)``, ``Decimal("2.5")`` or ``"5/2"``.
Exact = Union[int, str, Fraction, Decimal]
#: A matrix: rows of numbers, or its text with a row in each line.
Rows = Union[str, Iterable[Union[str, Iterable[Exact]]]]


def exact(name: str, value: Any) -> str:
    """The text of an exact number, for the library to read.

    >>> exact("b", "5/2"), exact("b", Decimal("0.50")), exact("b", 2)
    ('5/2', '0.50', '2')
    >>> exact("b", 0.1)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    TypeError: b = 0.1 is a float, which is only near the number that is meant; expected 2, ...
    """
    if isinstance(value, str):
        return value
    if isinstance(value, Decimal):
        return str(value)
    if isinstance(value, numbers.Rational) and not isinstance(value, bool):
        return str(Fraction(int(value.numerator), int(value.denominator)))
    kind = type(value).__name__
    if isinstance(value, float):
        kind = "float, which is only near the number that is meant"
    expected = '2, Fraction(5, 2), Decimal("2.5") or "5/2"'
    raise TypeError(f"{name} = {value!r} is a {kind}; expected {expected}")


def several(name: str, values: str | Iterable[Exact]) -> str:
    """Exact numbers with commas between them, from a list or as they are.

    >>> several("s", [1, Fraction(5, 2), "7"])
    '1,5/2,7'
    """
    return values if isinstance(values, str) else ",".join(exact(name, value) for value in values)


def is_pasted(game: object) -> TypeGuard[Rows]:
    """True of the rows of a matrix, and of a file for Gambit or a matrix as text.

    >>> is_pasted("kuhn/n3-b1"), is_pasted([[3, -1]]), is_pasted("3 -1\\n-1 1")
    (False, True, True)
    """
    if isinstance(game, str):
        return "\n" in game or game.lstrip("\ufeff ").startswith(("EFG ", "NFG "))
    return isinstance(game, Iterable)


def table_text(rows: Rows) -> str:
    """The text of a matrix, for the library to read.

    >>> table_text([[3, -1], "-1/2, 1"])
    '3 -1\\n-1/2, 1'
    """
    if isinstance(rows, str):
        return rows
    texts = []
    for at, row in enumerate(rows, 1):
        if not isinstance(row, Iterable):
            raise TypeError(f"row {at} = {row!r}; expected a row of numbers, such as [3, -1]")
        entries = row if isinstance(row, str) else " ".join(exact("entry", entry) for entry in row)
        if not entries:
            raise BluffError(f"row {at} has 0 entries, expected numbers")
        texts.append(entries)
    return "\n".join(texts)


def whole(name: str, value: str | SupportsIndex) -> str:
    """The text of a whole number.

    >>> whole("n", 10**18)
    '1000000000000000000'
    """
    if isinstance(value, str):
        return value
    try:
        return str(operator.index(value))
    except TypeError:
        kind = type(value).__name__
        raise TypeError(f"{name} = {value!r} is a {kind}; expected a whole number") from None
