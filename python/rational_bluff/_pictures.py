"""A solution in a notebook: HTML with a picture, and a plot of matplotlib."""

from __future__ import annotations

import base64
import json
from collections.abc import Sequence
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING, Any

from ._explained import need

if TYPE_CHECKING:
    from ._solution import Solution
    from ._types import Run, Strategy

#: The maximum number of views with a table, and of rows in it.
TABLES, ROWS = 8, 20
STYLE = (
    "<style scoped>.bluff{max-width:960px}.bluff img{width:100%}"
    ".bluff .views{display:flex;flex-wrap:wrap;align-items:flex-start;gap:8px 32px}"
    ".bluff table{border-collapse:collapse;font-variant-numeric:tabular-nums;margin:4px 0}"
    ".bluff caption{text-align:left;font-weight:600;white-space:nowrap}"
    ".bluff th,.bluff td{text-align:right;padding:2px 10px}"
    ".bluff th:first-child,.bluff td:first-child{text-align:left}"
    ".bluff th{border-bottom:1px solid #999}</style>"
)
#: The colours of the service; its orange is for bluffs, which a plot does not tell apart.
COLOURS = {"check": "#dedbd2", "fold": "#f1efe9", "call": "#0a7f60", "raise": "#571c4c"}
BETS = ("#17489a", "#4d7cc4", "#8fb0e0", "#571c4c", "#8a5580", "#bf9ab8", "#14684f", "#7bb8a0")


def html(solution: Solution) -> str:
    """Values with decimals, the picture, the certificate and the strategies as tables."""
    parts = [STYLE, f"<p><b>{escape(solution.label)}</b></p>"]
    values = [
        f"{escape(player)}: {value} ≈ {float(value):.6f}".replace(" ≈ 0.000000", "")
        for player, value in zip(solution.players, solution.values)
    ]
    parts.append(f"<p>Value, in antes per hand: {'; '.join(values)}</p>")
    picture = base64.b64encode(solution.svg().encode()).decode()
    alt = escape(f"The strategies of {solution.label}", quote=True)
    parts.append(f'<img alt="{alt}" src="data:image/svg+xml;base64,{picture}">')
    parts.append(f"<p>{escape(_certificate(solution))}</p>")
    tables = "".join(map(_table, solution.strategies[:TABLES]))
    parts.append(f'<div class="views">{tables}</div>')
    more = len(solution.strategies) - TABLES
    if more > 0:
        parts.append(f"<p>{more} more views in <code>strategies</code>.</p>")
    return f'<div class="bluff">{"".join(parts)}</div>'


def _certificate(solution: Solution) -> str:
    certificate = json.loads(solution.document)["certificate"]
    if "lower" in certificate:
        lower, upper = certificate["lower"], certificate["upper"]
        return (
            f"Certificate: I gets at least {lower}, whatever II does, and at most {upper} against "
            f"II's strategy. Method: {solution.method}."
        )
    gains = ", ".join(certificate["gains"])
    return f"Certificate: gains from deviating alone: {gains}. Method: {solution.method}."


def _table(block: Strategy) -> str:
    names = list(dict.fromkeys(name for run in block["runs"] for name in run["actions"]))
    head = "".join(f"<th>{escape(name)}</th>" for name in names)
    rows = "".join(_row(run, names) for run in block["runs"][:ROWS])
    if len(block["runs"]) > ROWS:
        more = f"… {len(block['runs']) - ROWS} more runs"
        rows += f'<tr><td colspan="{len(names) + 1}">{more}</td></tr>'
    caption = escape(f"Player {block['player']}, {block['view']}")
    return f"<table><caption>{caption}</caption><tr><th>cards</th>{head}</tr>{rows}</table>"


def _row(run: Run, names: list[str]) -> str:
    first, last = run["cards"]
    cards = str(first) if first == last else f"{first} to {last}"
    cells = "".join(f"<td>{run['actions'].get(name, 0)}</td>" for name in names)
    return f"<tr><td>{cards}</td>{cells}</tr>"


def plot(solution: Solution, axes: Sequence[Any] | None) -> tuple[Any, ...]:
    """Stacked bars of matplotlib, one pair of axes for each view."""
    pyplot = need("matplotlib.pyplot", "plot()")
    blocks = solution.strategies
    if axes is None:
        size = (8, 0.6 + 1.5 * len(blocks))
        figure, grid = pyplot.subplots(
            len(blocks), 1, figsize=size, sharex=True, squeeze=False, layout="constrained"
        )
        value = solution.values[0]
        figure.suptitle(f"{solution.label}: value to I {value} ≈ {float(value):.4f}")
        axes = [row[0] for row in grid]
        axes[-1].set_xlabel("card")
    for axis, block in zip(axes, blocks):
        _bars(axis, block)
    return tuple(axes)


def _bars(axis: Any, block: Strategy) -> None:
    runs = block["runs"]
    left = [run["cards"][0] - 0.5 for run in runs]
    width = [run["cards"][1] - run["cards"][0] + 1 for run in runs]
    floor = [Fraction(0)] * len(runs)
    bets = iter(BETS * len(runs[0]["actions"]))
    names = list(dict.fromkeys(name for run in runs for name in run["actions"]))
    # As in the picture: bets and calls stand at the bottom.
    for name in reversed(names):
        part = [run["actions"].get(name, Fraction(0)) for run in runs]
        colour = COLOURS.get(name.split(" ")[0]) or next(bets)
        if any(part):
            heights, bottoms = map(float, part), map(float, floor)
            axis.bar(
                left, list(heights), width, list(bottoms), align="edge", color=colour, label=name
            )
        floor = [below + more for below, more in zip(floor, part)]
    axis.set(xlim=(left[0], left[-1] + width[-1]), ylim=(0, 1), ylabel="probability")
    axis.set_title(f"Player {block['player']}, {block['view']}", loc="left", fontsize="medium")
    axis.legend(loc="center left", bbox_to_anchor=(1, 0.5), frameon=False)
