"""An equilibrium as Python data."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING, Any, NoReturn, TypedDict

from . import _native
from ._numbers import exact, whole

if TYPE_CHECKING:
    import numpy
    import pandas

#: The maximum number of cards of an array.
MAX_ARRAY = 10_000_000
PLAYERS = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X")


class Run(TypedDict):
    """Cards that are played alike: first and last, and the probability of each action."""

    cards: tuple[int, int]
    actions: Mapping[str, Fraction]


class Strategy(TypedDict):
    """A player's strategy at one view; the runs cover all cards in order."""

    player: str
    view: str
    runs: Sequence[Run]


class Frozen(dict[str, Any]):
    """A dictionary that cannot be changed, and so can be hashed."""

    def _refuse(self, *_: Any, **__: Any) -> NoReturn:
        raise TypeError("a solution cannot be changed; dict() makes a copy that can")

    __setitem__ = __delitem__ = __ior__ = clear = pop = popitem = setdefault = update = _refuse

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))

    def __reduce__(self) -> tuple[type[Frozen], tuple[dict[str, Any]]]:
        return Frozen, (dict(self),)


def _frozen(value: Any) -> Any:
    """Plain data with tuples for lists and `Frozen` for dictionaries."""
    if isinstance(value, dict):
        return Frozen({key: _frozen(each) for key, each in value.items()})
    return tuple(map(_frozen, value)) if isinstance(value, (list, tuple)) else value


@dataclass(frozen=True)
class Solution:
    """A Nash equilibrium that was certified. Nothing in it can be changed, and it can be hashed.

    >>> from rational_bluff import solve
    >>> bluff = solve("von-neumann/n3-b1")
    >>> bluff.values
    (Fraction(1, 18), Fraction(-1, 18))
    >>> bluff.strategies[0]["runs"][0]
    {'cards': (1, 1), 'actions': {'check': Fraction(2, 3), 'bet 1': Fraction(1, 3)}}
    """

    #: The name of the game, forever.
    label: str
    #: The method that found the strategies; the certificate does not depend on it.
    method: str
    #: The payoff of each player, in antes per hand.
    values: tuple[Fraction, ...]
    strategies: tuple[Strategy, ...] = field(repr=False)
    #: The solution document, byte for byte what ``bluff solve --format json`` prints.
    document: str = field(repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "values", tuple(self.values))
        object.__setattr__(self, "strategies", _frozen(self.strategies))

    def verify(self) -> Solution:
        """Has the document checked again, from nothing. Raises `BluffError` if it is refused."""
        return Solution(**_native.verify(self.document))

    def form(self, name: str) -> str:
        """The solution in one of the `forms`, as ``bluff solve --format`` prints it.

        Raises `BluffError` for another name, and where a list would be too long. The document is
        checked on the way.

        >>> from rational_bluff import solve
        >>> print(solve("von-neumann/n3-b1").form("lprint"), end="")
        [1/18, .5555555556e-1, [1/3, 0, 1], [0, 1/3, 1]]
        """
        return _native.written(self.document, name)

    def frame(self) -> pandas.DataFrame:
        """A row for each player, view and run, with a column for each action. Needs pandas.

        >>> from rational_bluff import solve
        >>> solve("kuhn/n3-b1").frame()[["player", "view", "first", "last"]].head(2)
          player          view  first  last
        0      I  first to act      1     1
        1      I  first to act      2     2
        """
        try:
            import pandas
        except ImportError:
            raise ImportError("frame() needs pandas: pip install pandas") from None
        rows: list[dict[str, Any]] = []
        for block in self.strategies:
            place = {"player": block["player"], "view": block["view"]}
            for run in block["runs"]:
                first, last = run["cards"]
                rows.append({**place, "first": first, "last": last, **run["actions"]})
        return pandas.DataFrame(rows)

    def array(self, player: str, action: str, view: str | None = None) -> numpy.ndarray[Any, Any]:
        """The probability of an action with each card, as doubles for pictures. Needs NumPy.

        ``view`` may be left out where the player has that action at one view only. Raises
        `BluffError`, and `TypeError` for names that are not text.

        >>> from rational_bluff import solve
        >>> solve("von-neumann/n4-b2").array("I", "bet 2").tolist()
        [0.5, 0.0, 0.0, 1.0]
        """
        try:
            import numpy
        except ImportError:
            raise ImportError("array() needs NumPy: pip install numpy") from None
        _text("player", player)
        _text("action", action)
        _text("view", "" if view is None else view)
        places = {
            (block["player"], block["view"], name): block["runs"]
            for block in self.strategies
            for run in block["runs"]
            for name in run["actions"]
        }
        wanted = [
            (who, where, what)
            for who, where, what in places
            if (who, what) == (player, action) and view in (None, where)
        ]
        if len(wanted) != 1:
            given = ", ".join(part for part in (player, view, action) if part)
            expected = f"expected one of: {'; '.join(', '.join(place) for place in places)}"
            raise _native.BluffError(f"{given}: {len(wanted)} such actions, {expected}")
        runs = places[wanted[0]]
        cards = runs[-1]["cards"][1]
        if cards > MAX_ARRAY:
            raise _native.BluffError(f"an array of {cards} cards, expected at most {MAX_ARRAY}")
        lengths = [last - first + 1 for first, last in (run["cards"] for run in runs)]
        return numpy.repeat([float(run["actions"].get(action, 0)) for run in runs], lengths)

    def _repr_html_(self) -> str:
        """The strategies as tables, for notebooks."""
        values = ", ".join(f"{player} {value}" for player, value in zip(PLAYERS, self.values))
        parts = [f"<p><b>{escape(self.label)}</b>: {values}</p>"]
        for block in self.strategies:
            names = list(dict.fromkeys(name for run in block["runs"] for name in run["actions"]))
            head = "".join(f"<th>{escape(name)}</th>" for name in names)
            rows = "".join(_row(run, names) for run in block["runs"])
            caption = escape(f"Player {block['player']}, {block['view']}")
            head = f"<tr><th>cards</th>{head}</tr>"
            parts.append(f"<table><caption>{caption}</caption>{head}{rows}</table>")
        return "".join(parts)


def profile_document(profile: Solution | Sequence[Strategy]) -> str:
    """A document with these strategies, for the library to read."""
    if isinstance(profile, Solution):
        return profile.document

    def run(run: Run) -> dict[str, Any]:
        actions = {name: exact(name, number) for name, number in run["actions"].items()}
        return {"cards": [whole("card", card) for card in run["cards"]], "actions": actions}

    blocks = [{**block, "runs": [run(each) for each in block["runs"]]} for block in profile]
    return json.dumps({"strategies": blocks})


def _text(name: str, given: Any) -> None:
    """Refuses what is no text."""
    if not isinstance(given, str):
        kind = type(given).__name__
        expected = "expected a str, such as 'I' or 'bet 1'"
        raise TypeError(f"{name} = {given!r}, of type {kind}; {expected}")


def _row(run: Run, names: list[str]) -> str:
    first, last = run["cards"]
    cards = str(first) if first == last else f"{first} to {last}"
    cells = "".join(f"<td>{run['actions'].get(name, 0)}</td>" for name in names)
    return f"<tr><td>{cards}</td>{cells}</tr>"
