"""An equilibrium as Python data."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, cast

from . import _native, _pictures
from ._explained import Explanation, explanation, named, need
from ._frozen import Frozen
from ._numbers import exact, whole
from ._types import PLAYERS, Run, Strategy

if TYPE_CHECKING:
    import numpy
    import pandas

#: The maximum number of cards of an array, and of cards of all views in records.
MAX_ARRAY = 10_000_000
MAX_ROWS = 1_000_000


class Solution:
    """A Nash equilibrium that was certified. Nothing in it can be changed, and it can be hashed.

    Each part becomes Python data when it is first read. Two solutions are equal if their documents
    are. A pickle holds the document, which is checked when it is read.

    >>> from rational_bluff import solve
    >>> bluff = solve("von-neumann/n3-b1")
    >>> bluff.values
    (Fraction(1, 18), Fraction(-1, 18))
    >>> bluff.strategies[0]["runs"][0]
    {'cards': (1, 1), 'actions': {'check': Fraction(2, 3), 'bet 1': Fraction(1, 3)}}
    """

    def __init__(self, certified: _native.Certified) -> None:
        self.__dict__["_certified"] = certified

    @cached_property
    def label(self) -> str:
        """The name of the game, forever."""
        return self._certified.label

    @cached_property
    def method(self) -> str:
        """The method that found the strategies; the certificate does not depend on it."""
        return self._certified.method

    @cached_property
    def values(self) -> tuple[Fraction, ...]:
        """The payoff of each player, in :attr:`unit` per hand."""
        return tuple(self._certified.values)

    @cached_property
    def strategies(self) -> tuple[Strategy, ...]:
        """For each view its player, its name, and the runs of cards that are played alike."""
        return self._certified.strategies

    @cached_property
    def unit(self) -> str:
        """The unit of payoffs: ``antes``, ``big blinds`` or ``chips``."""
        return self._certified.unit

    @cached_property
    def hands(self) -> tuple[str, ...]:
        """The names of the hands by number, from 1; none where cards are numbers."""
        return tuple(self._certified.hands)

    @cached_property
    def document(self) -> str:
        """The solution document, byte for byte what ``bluff solve --format json`` prints."""
        return self._certified.document

    @property
    def _certified(self) -> _native.Certified:
        return cast(_native.Certified, self.__dict__["_certified"])

    def __repr__(self) -> str:
        return f"Solution(label={self.label!r}, method={self.method!r}, values={self.values!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Solution):
            return NotImplemented
        return self is other or self.document == other.document

    def __hash__(self) -> int:
        return hash(self.document)

    def __setattr__(self, name: str, value: Any) -> NoReturn:
        raise AttributeError(f"{name}: a solution cannot be changed")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{name}: a solution cannot be changed")

    def __reduce__(self) -> tuple[Callable[[str], Solution], tuple[str]]:
        return of_document, (self.document,)

    def __copy__(self) -> Solution:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Solution:
        return self

    def to_json(self) -> str:
        """The document, as pandas names it."""
        return self.document

    def verify(self) -> Solution:
        """Has the document checked again, from nothing. Raises `BluffError` if it is refused."""
        return of_document(self.document)

    def form(self, name: str) -> str:
        """The solution in one of the `forms`, as ``bluff solve --format`` prints it.

        Raises `BluffError` for another name, and where a list would be too long.

        >>> from rational_bluff import solve
        >>> print(solve("von-neumann/n3-b1").form("lprint"), end="")
        [1/18, .5555555556e-1, [1/3, 0, 1], [0, 1/3, 1]]
        """
        return self._certified.written(name)

    @property
    def players(self) -> tuple[str, ...]:
        """The names of the players.

        >>> from rational_bluff import solve
        >>> solve("three-player/n4-b1").players
        ('I', 'II', 'III')
        """
        return PLAYERS[: len(self.values)]

    @property
    def value(self) -> Fraction:
        """The payoff of player I, in antes per hand."""
        return self.values[0]

    def __str__(self) -> str:
        """Value, advice and certificate, as ``bluff solve`` prints them."""
        return self._certified.text().rstrip("\n")

    def strategy(
        self, player: str, view: str | None = None, card: int | str | None = None
    ) -> Any:
        """A player's strategies by view, the runs of one view, or the probabilities with a card.

        ``solution["I"]``, ``solution["I", "first to act"]`` and so on are the same. A card that has
        a name may be given by it. Raises `KeyError` with what there is.

        >>> from rational_bluff import solve
        >>> solution = solve("von-neumann/n3-b1")
        >>> list(solution["I"])
        ['first to act']
        >>> solution["I", "first to act", 1]["bet 1"]
        Fraction(1, 3)
        """
        blocks = [block for block in self.strategies if block["player"] == player]
        views = {block["view"]: block["runs"] for block in blocks}
        if not views:
            raise KeyError(f"player {player!r}, expected one of {', '.join(self.players)}")
        if view is None:
            return Frozen(views)
        if view not in views:
            raise KeyError(f"view {view!r}, expected one of {', '.join(views)}")
        if card is None:
            return views[view]
        number = card
        if isinstance(card, str):
            try:
                number = self._certified.hand_number(card)
            except _native.BluffError as error:
                raise KeyError(str(error)) from None
        for run in views[view]:
            if isinstance(number, int) and run["cards"][0] <= number <= run["cards"][1]:
                return run["actions"]
        raise KeyError(f"card {card!r}, expected one of 1 to {views[view][-1]['cards'][1]}")

    def __getitem__(self, place: str | tuple[Any, ...]) -> Any:
        """See `strategy`."""
        return self.strategy(*place) if isinstance(place, tuple) else self.strategy(place)

    def __iter__(self) -> NoReturn:
        raise TypeError("a solution is not a list; its strategies and its players are")

    def to_dict(self) -> dict[str, Any]:
        """The document as plain data, in which numbers are texts."""
        return cast(dict[str, Any], json.loads(self.document))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the document into a file. Raises `OSError`."""
        Path(path).write_text(self.document, encoding="utf-8")

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Solution:
        """The solution in the document of a file, which is checked from nothing.

        Raises `BluffError`, `OSError`.
        """
        return of_document(Path(path).read_text(encoding="utf-8"))

    def explain(self, card: int | str, view: str | None = None) -> Explanation:
        """The value of each action with a card, and the sum behind each value.

        A hand of real cards has a name, such as ``"AhKd"``. The equations are in its text; its
        ``views`` have the numbers. ``view`` keeps one view.
        Raises `BluffError` for a card or a view that the game does not have.

        >>> from rational_bluff import solve
        >>> print(solve("von-neumann/n28-b4").explain(3, "first to act"))
        von-neumann/n28-b4, card 3
        <BLANKLINE>
        Player I, first to act
          action  probability  value   gap
          check   1/3          -23/27  0
          bet 4   2/3          -23/27  0
        <BLANKLINE>
          check pays (2 [won] × 1 + 25 [lost] × (-1)) / 27 = -23/27
          bet 4 pays (25/3 [II call, lost] × (-5) + 56/3 [II fold] × 1) / 27 = -23/27
          So check and bet 4 pay the same; a mixture may take each of them.
        """
        return explanation(self._certified, card, view)

    def svg(self, picture: str = "auto") -> str:
        """A picture as SVG: ``strip``, ``matrix``, ``grid`` or ``tree``.

        ``auto`` is the matrix for a menu of bets, the grid of 13 rows for hands of hold'em, and
        the strip for other games. Raises `BluffError` for a picture that the game does not have.

        >>> from rational_bluff import solve
        >>> solve("kuhn/n3-b1").svg("tree").startswith("<svg")
        True
        """
        return self._certified.picture(picture)

    def plot(self, axes: Sequence[Any] | None = None) -> tuple[Any, ...]:
        """Stacked bars by card, with a pair of axes for each view. Needs matplotlib.

        Hands of hold'em stand in a grid of 13 rows and columns, each action as wide as its
        probability. Returns the axes, those given or new ones.
        """
        return _pictures.plot(self._certified, axes)

    def records(self) -> list[dict[str, Any]]:
        """A row for each card, view and action, with exact numbers.

        ``value`` is what the action pays in antes per hand if the player then plays best, or
        ``None`` where no hand comes. Real cards have the name of the ``hand`` too. Raises
        `BluffError` beyond a million cards of all views together.

        >>> from rational_bluff import solve
        >>> solve("von-neumann/n3-b1").records()[1]["probability"]
        Fraction(1, 3)
        >>> list(solve("von-neumann/n3-b1").records()[1])
        ['card', 'player', 'view', 'action', 'probability', 'value']
        """
        cards = self.strategies[0]["runs"][-1]["cards"][1]
        # Values of many cards take long, and a data frame of them takes much memory.
        if cards * len(self.strategies) > MAX_ROWS:
            expected = f"expected at most {MAX_ROWS}"
            raise _native.BluffError(f"records of {cards} cards at each view, {expected}")
        valued = self._certified.action_values()
        return [
            dict(
                card=card,
                **({"hand": self.hands[card - 1]} if self.hands else {}),
                player=block["player"],
                view=block["view"],
                action=action,
                probability=run["actions"].get(action, Fraction(0)),
                value=value,
            )
            for block, (actions, values) in zip(self.strategies, valued)
            for run in block["runs"]
            for card in range(run["cards"][0], run["cards"][1] + 1)
            for action, value in zip(actions, values[card - 1])
        ]

    def tidy(self) -> pandas.DataFrame:
        """The `records` as a data frame with doubles, for groups and plots. Needs pandas.

        >>> from rational_bluff import solve
        >>> print(solve("von-neumann/n3-b1").tidy().head(2).to_string())
           card player          view action  probability  value
        0     1      I  first to act  check     0.666667   -1.0
        1     1      I  first to act  bet 1     0.333333   -1.0
        """
        frame = need("pandas", "tidy()").DataFrame(self.records())
        doubles = {"probability": float, "value": float}
        return frame.astype(doubles)  # type: ignore[no-any-return]

    to_frame = tidy

    @property
    def df(self) -> pandas.DataFrame:
        """The `records` as a data frame, as `tidy` makes it."""
        return self.tidy()

    def frame(self) -> pandas.DataFrame:
        """A row for each player, view and run, with a column for each action. Needs pandas.

        Games with real cards have a column ``hands`` with the names of the run.

        >>> from rational_bluff import solve
        >>> solve("kuhn/n3-b1").frame()[["player", "view", "first", "last"]].head(2)
          player          view  first  last
        0      I  first to act      1     1
        1      I  first to act      2     2
        """
        pandas = need("pandas", "frame()")
        rows: list[dict[str, Any]] = []
        for block in self.strategies:
            place = {"player": block["player"], "view": block["view"]}
            for run in block["runs"]:
                first, last = run["cards"]
                ends = {"first": first, "last": last, **named(self.hands, run)}
                rows.append({**place, **ends, **run["actions"]})
        return pandas.DataFrame(rows)  # type: ignore[no-any-return]

    def array(self, player: str, action: str, view: str | None = None) -> numpy.ndarray[Any, Any]:
        """The probability of an action with each card, as doubles for pictures. Needs NumPy.

        ``view`` may be left out where the player has that action at one view only. Raises
        `BluffError`, and `TypeError` for names that are not text.

        >>> from rational_bluff import solve
        >>> solve("von-neumann/n4-b2").array("I", "bet 2").tolist()
        [0.5, 0.0, 0.0, 1.0]
        """
        numpy = need("numpy", "array()")
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
        numbers = [float(run["actions"].get(action, 0)) for run in runs]
        return numpy.repeat(numbers, lengths)  # type: ignore[no-any-return]

    def _repr_html_(self) -> str:
        """Value, picture, certificate and tables, for notebooks."""
        return _pictures.html(self._certified)

    def _repr_svg_(self) -> str:
        """The picture, for frontends without HTML."""
        return self.svg()


def of_document(document: str) -> Solution:
    """The solution in a document, which is checked from nothing."""
    return Solution(_native.verify(document))


def profile_document(
    profile: Solution | Mapping[str, Any] | Sequence[Strategy], key: str = "strategies"
) -> str:
    """A document with these strategies, for the library to read."""
    if isinstance(profile, Solution):
        return profile.document
    given: Sequence[Any] = profile[key] if isinstance(profile, Mapping) else profile

    def run(run: Run) -> dict[str, Any]:
        actions = {name: exact(name, number) for name, number in run["actions"].items()}
        return {"cards": [whole("card", card) for card in run["cards"]], "actions": actions}

    def plain(block: Mapping[str, Any]) -> dict[str, Any]:
        if "probabilities" in block:
            mixture = [exact("probability", each) for each in block["probabilities"]]
            return {**block, "probabilities": mixture}
        return {**block, "runs": [run(each) for each in block["runs"]]}

    blocks = [plain(block) for block in given]
    return json.dumps({key: blocks})


def _text(name: str, given: Any) -> None:
    """Refuses what is no text."""
    if not isinstance(given, str):
        kind = type(given).__name__
        expected = "expected a str, such as 'I' or 'bet 1'"
        raise TypeError(f"{name} = {given!r}, of type {kind}; {expected}")
