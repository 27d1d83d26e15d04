"""Sliders of a game in a notebook."""

from __future__ import annotations

from fractions import Fraction
from html import escape
from typing import Any, Union

from . import _native
from ._explained import need
from ._game import Game
from ._solution import Solution

#: The numbers that have a slider: the least, the greatest, and parts of 1 in a step.
SLIDERS = {
    "n": ("2", "60", 1),
    "b": ("1/4", "12", 4),
    "players": ("2", "10", 1),
    "raise": ("1/2", "12", 2),
    "flip": ("0", "1/2", 20),
    "win": ("0", "1", 20),
    "stack": ("1", "25", 2),
}


def sliders(name: str, **stakes: Any) -> Any:
    """A widget: a slider for each number, and below them the equilibrium of the game.

    It needs ``ipywidgets``. Each step solves the game anew, certified; what cannot be solved says
    why. Raises `BluffError` for a game that there is not.

    >>> widget = sliders("von-neumann", n=9, b=2)
    >>> [slider.description for slider in widget.children[:-1]]
    ['n', 'b']
    """
    widgets = need("ipywidgets", "a slider")

    def solved(given: dict[str, Any]) -> str:
        game = Game(name, **given)
        return Solution(_native.solve(game, "auto", {}))._repr_html_()

    def slider(key: str, value: Union[int, str, Fraction]) -> Any:
        now = Fraction(value)
        least, most, parts = SLIDERS[key]
        steps = range(int(Fraction(least) * parts), int(Fraction(most) * parts) + 1)
        options = sorted({Fraction(step, parts) for step in steps} | {now})
        named = [(str(option), option) for option in options]
        return widgets.SelectionSlider(
            options=named, value=now, description=key, continuous_update=False
        )

    moved = {key: slider(key, value) for key, value in stakes.items() if key in SLIDERS}
    shown = widgets.HTML(solved(stakes))

    def follow(_: Any) -> None:
        chosen = {key: each.value for key, each in moved.items()}
        whole = {key: int(each) for key, each in chosen.items() if key in ("n", "players")}
        given = {**stakes, **chosen, **whole}
        try:
            shown.value = solved(given)
        except _native.BluffError as error:
            shown.value = f"<p>{escape(str(error))}</p>"

    for each in moved.values():
        each.observe(follow, "value")
    return widgets.VBox([*moved.values(), shown])
