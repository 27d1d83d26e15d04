"""Values of one game over decks and stakes."""

from __future__ import annotations

import os
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Any

from . import _native
from ._explained import need
from ._frozen import Frozen
from ._game import Game, spelled

if TYPE_CHECKING:
    import pandas

#: The maximum number of games of a grid.
MAX_CELLS = 100_000


@dataclass(frozen=True)
class Grid:
    """Values of one game over decks and stakes."""

    game: str
    #: The stakes of each cell, its ``label`` and its ``value`` to player I, in antes per hand.
    cells: tuple[Mapping[str, Any], ...] = field(repr=False)

    def __str__(self) -> str:
        return "\n".join(f"{cell['label']}  {cell['value']}" for cell in self.cells)

    def frame(self) -> pandas.DataFrame:
        """A row for each game, with values as doubles in ``value``. Needs pandas."""
        rows = [{**cell, "value": float(cell["value"])} for cell in self.cells]
        return need("pandas", "frame()").DataFrame(rows)  # type: ignore[no-any-return]

    to_frame = frame
    df = property(frame)


def table(name: str, *, method: str = "auto", **stakes: Any) -> Grid:
    """Values to player I of every game with these stakes: several where a list or range is given.

    A text has ranges as on the command line, ``"2..6"`` or ``"2,5..9"``. Sets of bet sizes are
    tuples within a list. The games are solved on every processor, each with its certificate.
    Raises `BluffError`, also beyond 100,000 games.

    >>> grid = table("von-neumann", n=range(2, 5), b=[1, "5/2"])
    >>> [(cell["n"], cell["b"], str(cell["value"])) for cell in grid.cells[:3]]
    [(2, 1, '0'), (2, '5/2', '0'), (3, 1, '1/18')]
    >>> print(table("kuhn", n="2..4", b=1))
    kuhn/n2-b1  0
    kuhn/n3-b1  -1/18
    kuhn/n4-b1  -1/24
    >>> table("one-street", n=5, s=[(1,), (1, 2)]).cells[1]["label"]
    'one-street/n5-s1-2'
    """
    ranges = {key: _several(key, value) for key, value in stakes.items() if value is not None}
    count = 1
    for values in ranges.values():
        count *= len(values)
    if count > MAX_CELLS:
        raise _native.BluffError(f"a grid of {count} games, expected at most {MAX_CELLS}")

    def cell(chosen: tuple[Any, ...]) -> Frozen:
        given = dict(zip(ranges, chosen))
        game = Game(_native.label_named(name, spelled(given)))
        value: Fraction = _native.solve(game, method, {}).values[0]
        return Frozen({**given, "label": game.label, "value": value})

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return Grid(name, tuple(pool.map(cell, product(*ranges.values()))))


def _several(key: str, value: Any) -> tuple[Any, ...]:
    """The values of a range or list, or of a text with ranges; one of anything else."""
    # The bet sizes of one game stand with commas between them.
    if isinstance(value, str) and key != "s" and (".." in value or "," in value):
        return tuple(each for part in value.split(",") for each in _range(key, part))
    return tuple(value) if isinstance(value, (range, list, set, frozenset)) else (value,)


def _range(key: str, part: str) -> list[str]:
    """The numbers of ``2..6``, in steps of 1, or the one that it is."""
    first, dots, last = part.strip().partition("..")
    if not dots:
        return [first]
    try:
        low, high = (Fraction(_native.number(end.strip())) for end in (first, last))
    except _native.BluffError:
        low, high = Fraction(1), Fraction(0)
    if not low <= high or high - low >= MAX_CELLS:
        raise _native.BluffError(
            f"{key} = {part}, expected from..to, at most {MAX_CELLS} numbers"
        )
    return [str(low + step) for step in range(int(high - low) + 1)]
