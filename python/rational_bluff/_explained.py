"""A card explained, the optimal face, tables and deals: answers with a text."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, partial
from html import escape
from typing import TYPE_CHECKING, Any, Union

from . import _native
from ._frozen import read
from ._game import Game, Stakes, asked
from ._numbers import whole
from ._questions import written

if TYPE_CHECKING:
    import pandas
    from typing_extensions import Unpack


@dataclass(frozen=True)
class _Shown:
    """An answer whose `str` is what the command ``bluff`` prints."""

    #: Gives the text, which may take as long as the answer.
    _write: Callable[[], str] = field(repr=False, compare=False)

    @cached_property
    def text(self) -> str:
        """What ``bluff`` prints."""
        return self._write()

    def __str__(self) -> str:
        return self.text.rstrip("\n")

    def _repr_html_(self) -> str:
        return f"<pre>{escape(self.text)}</pre>"


@dataclass(frozen=True)
class Explanation(_Shown):
    """A card of an equilibrium: the value of each action with it, and the sum behind each value."""

    label: str
    card: int
    #: The name of the hand; ``None`` where cards are numbers.
    hand: str | None
    #: For each view: player, view, own_reach, weight, deals, and the actions with their terms.
    views: tuple[Mapping[str, Any], ...] = field(repr=False)


@dataclass(frozen=True)
class Face(_Shown):
    """The least and the greatest probability of each action over all optimal strategies."""

    label: str
    #: The value to I, in antes per hand.
    value: Fraction
    #: True if each player has one optimal strategy.
    unique: bool
    #: For each view: player, view and runs, whose actions are pairs of fractions.
    views: tuple[Mapping[str, Any], ...] = field(repr=False)
    #: The names of the hands by number; none where cards are numbers.
    hands: tuple[str, ...] = field(repr=False)

    def frame(self) -> pandas.DataFrame:
        """A row for each player, view, run and action. Needs pandas.

        Games with real cards have a column ``hands`` with the names of the run.
        """
        rows = [
            {
                "player": view["player"],
                "view": view["view"],
                "first": run["cards"][0],
                "last": run["cards"][1],
                **named(self.hands, run),
                "action": action,
                "least": float(least),
                "greatest": float(greatest),
            }
            for view in self.views
            for run in view["runs"]
            for action, (least, greatest) in run["actions"].items()
        ]
        return need("pandas", "frame()").DataFrame(rows)  # type: ignore[no-any-return]


@dataclass(frozen=True)
class PayTable(_Shown):
    """Payoffs of I, in antes per hand, for every pair of pure strategies."""

    label: str
    #: Pure strategies of I in words, one for each row.
    rows: tuple[str, ...]
    #: Pure strategies of II, one for each column.
    columns: tuple[str, ...]
    cells: tuple[tuple[Fraction, ...], ...] = field(repr=False)

    def frame(self) -> pandas.DataFrame:
        """The payoffs as fractions with names at the sides. Needs pandas."""
        pandas = need("pandas", "frame()")
        return pandas.DataFrame(  # type: ignore[no-any-return]
            self.cells, index=list(self.rows), columns=list(self.columns), dtype=object
        )


@dataclass(frozen=True)
class Deal(_Shown):
    """A deal without a dealer: the cards of each seat, and the record of every message."""

    protocol: str
    #: The cards of each party by its name, or what it learned in words; helpers have none.
    hands: Mapping[str, tuple[str, ...]]
    #: The record, for `check_deal`.
    document: str = field(repr=False)


def run_name(hands: Sequence[str], run: Any) -> str:
    """The cards of a run: its first and last hand by name, or by number without ``hands``."""
    first, last = (hands[card - 1] if hands else str(card) for card in run["cards"])
    return first if first == last else f"{first} to {last}"


def named(hands: Sequence[str], run: Any) -> dict[str, str]:
    """The hands of a run by name, for a row of a frame; nothing where cards are numbers."""
    return {"hands": run_name(hands, run)} if hands else {}


def need(module: str, what: str) -> Any:
    """A package that is not required. Raises `ImportError` with the words that install it."""
    import importlib

    try:
        return importlib.import_module(module)
    except ImportError:
        package = module.split(".")[0]
        name = "NumPy" if package == "numpy" else package
        raise ImportError(f"{what} needs {name}: pip install {package}") from None


def explanation(
    certified: _native.Certified, card: int | str, view: str | None
) -> Explanation:
    """A card of a solution, at every view or at those of one name."""
    hands = certified.hands
    found, text = certified.explain(whole("card", card), view)
    answer = read(found)
    hand = hands[answer["card"] - 1] if hands else None
    return Explanation(partial(str, text), answer["label"], answer["card"], hand, answer["views"])


def face(game: Union[Game, str], **stakes: Unpack[Stakes]) -> Face:
    """The optimal face of a two-player game: the extent of its optimal strategies.

    Each least and greatest probability is the optimum of a linear program of its own.

    >>> face("kuhn/n3-b1").unique
    False
    >>> face("kuhn/n3-b1").views[0]["runs"][0]["actions"]["bet 1"]
    (Fraction(0, 1), Fraction(1, 3))
    """
    of = asked(game, stakes)
    ask = partial(written, "face", {"game": of})
    answer = read(ask())
    label, value, unique = (answer[key] for key in ("label", "value", "unique"))
    text, hands = partial(ask, "text"), tuple(_native.hands(of))
    return Face(text, label, value, unique, answer["face"], hands)


def pay_table(game: Union[Game, str], **stakes: Unpack[Stakes]) -> PayTable:
    """Payoffs of player I for every pair of pure strategies of a small two-player game.

    >>> pay_table("von-neumann/n3-b1").cells[0][0]
    Fraction(0, 1)
    """
    ask = partial(written, "payoff", {"game": asked(game, stakes), "table": True})
    answer = read(ask())
    names = ("label", "rows", "columns", "cells")
    return PayTable(partial(ask, "text"), *(answer[name] for name in names))
