"""Games, by label, name or file."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict, Union

from . import _native
from ._numbers import Exact, exact, several, whole

if TYPE_CHECKING:
    from typing_extensions import Unpack


class Stakes(TypedDict, total=False):
    """Deck and stakes of a game, as on the command line. Bets and raises in antes.

    ``cards`` and ``bet`` are other names of ``n`` and ``b``.
    """

    n: int | str
    cards: int | str
    b: Exact
    bet: Exact
    s: str | Sequence[Exact]
    copies: int | str
    players: int | str
    raise_: Exact
    flip: Exact
    win: Exact
    stack: Exact
    ante: Exact


# Stakes under another name, and their names in labels.
OTHER_NAMES = {"cards": "n", "bet": "b"}


def spelled(stakes: Mapping[str, Any]) -> dict[str, str]:
    """Stakes as text, for the library to read; those that are ``None`` are not given.

    Raises `TypeError` for a stake under two names.
    """
    spell: dict[str, Callable[[str, Any], str]] = dict.fromkeys(("s", "between"), several)
    spell.update(dict.fromkeys(("n", "cards", "copies", "players"), whole))
    texts: dict[str, str] = {}
    for given, value in stakes.items():
        if value is None:
            continue
        word = given.rstrip("_")
        name = OTHER_NAMES.get(word, word)
        if name in texts:
            raise TypeError(f"{word} beside another name of {name}, expected one of them")
        texts[name] = spell.get(word, exact)(word, value)
    return texts


@dataclass(frozen=True, init=False)
class Game:
    """A game: its label, and its text if it came from a game file.

    Raises `BluffError`, and `TypeError` for numbers that are not exact.

    >>> Game("kuhn", n=3, b=1)
    Game(label='kuhn/n3-b1')
    >>> Game("von-neumann", cards=28, bet=4) == Game("von-neumann/n28-b4")
    True
    >>> Game("one-street", n=28, s=[1, "5/2", 7]).label
    'one-street/n28-s1-5_2-7'
    >>> Game("newman", n=14, b="max").label  # the size from which larger bets do not matter
    'newman/n14-b5'
    """

    label: str
    file: str | None = field(default=None, repr=False)

    def __init__(self, name: str, /, **stakes: Unpack[Stakes]) -> None:
        self.__dict__.update(label=_native.label_named(name, spelled(stakes)), file=None)

    @classmethod
    def from_label(cls, label: str) -> Game:
        """The game that a label names, in any spelling of its numbers. Raises `BluffError`.

        >>> Game.from_label("von-neumann/n028-b8_2")
        Game(label='von-neumann/n28-b4')
        """
        # A game with a deck of its own and no stakes has no slash: leduc.
        if "/" not in label and label not in (example for *_, example in _native.games()):
            raise _native.BluffError(f"label {label!r}, expected for instance 'von-neumann/n28-b4'")
        return cls.named(label)

    @classmethod
    def from_file(cls, path: str | os.PathLike[str]) -> Game:
        """The game of a game file, a betting tree of your own. Raises `BluffError`, `OSError`."""
        return cls.from_text(Path(path).read_text(encoding="utf-8"))

    @classmethod
    def from_text(cls, text: str) -> Game:
        """The game in the text of a game file. Raises `BluffError`."""
        game = object.__new__(cls)
        game.__dict__.update(label=_native.label_of_file(text), file=text)
        return game

    @classmethod
    def named(cls, name: str, **stakes: Unpack[Stakes]) -> Game:
        """The game of this name with these stakes, as `Game` itself."""
        return cls(name, **stakes)

    def export(self, form: str) -> str:
        """The game as a file for another program.

        ``json`` is a game file; ``efg`` and ``nfg`` are for Gambit; ``lp`` and ``mps`` are the
        linear program of a two-player game. Raises `BluffError` for another form, and for games
        that are too large for it.

        >>> Game.from_label("kuhn/n3-b1").export("efg").splitlines()[0]
        'EFG 2 R "kuhn/n3-b1" { "I" "II" }'
        """
        return _native.export(self, form)


def asked(game: Union[Game, str], stakes: Mapping[str, Any]) -> Game:
    """The game that a function is asked about: itself, its label, or its name with stakes."""
    given: Any = {name: value for name, value in stakes.items() if value is not None}
    if isinstance(game, str):
        if game.endswith(".json"):
            words = "expected a name or a label; Game.from_file reads a game file"
            raise _native.BluffError(f"game {game!r}, {words}")
        return Game.named(game, **given)
    if not isinstance(game, Game):
        expected = "expected a Game, a label such as 'kuhn/n3-b1', or a name with its stakes"
        raise TypeError(f"game = {game!r} is of type {type(game).__name__}; {expected}")
    if given:
        words = f"expected no {', '.join(given)} beside it"
        raise _native.BluffError(f"{game.label} has its own deck and bets, {words}")
    return game
