"""A solution in a notebook: HTML with a picture, and a plot of matplotlib."""

from __future__ import annotations

import base64
import json
from collections.abc import Sequence
from fractions import Fraction
from html import escape
from typing import Any

from . import _native
from ._explained import need, run_name
from ._types import PLAYERS, Run, Strategy


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


def html(certified: _native.Certified) -> str:
    """Values with decimals, the picture, the certificate and the strategies as tables."""
    label, strategies, hands = certified.label, certified.strategies, certified.hands
    parts = [STYLE, f"<p><b>{escape(label)}</b></p>"]
    values = [
        f"{escape(player)}: {value} ≈ {float(value):.6f}".replace(" ≈ 0.000000", "")
        for player, value in zip(PLAYERS, certified.values)
    ]
    parts.append(f"<p>Value, in {certified.unit} per hand: {'; '.join(values)}</p>")
    picture = base64.b64encode(certified.picture("auto").encode()).decode()
    alt = escape(f"The strategies of {label}", quote=True)
    parts.append(f'<img alt="{alt}" src="data:image/svg+xml;base64,{picture}">')
    parts.append(f"<p>{escape(_certificate(certified))}</p>")
    tables = "".join(_table(block, hands) for block in strategies[:TABLES])
    parts.append(f'<div class="views">{tables}</div>')
    more = len(strategies) - TABLES
    if more > 0:
        parts.append(f"<p>{more} more views in <code>strategies</code>.</p>")
    return f'<div class="bluff">{"".join(parts)}</div>'


def _certificate(certified: _native.Certified) -> str:
    certificate = json.loads(certified.document)["certificate"]
    if "lower" in certificate:
        lower, upper = certificate["lower"], certificate["upper"]
        return (
            f"Certificate: I gets at least {lower}, whatever II does, and at most {upper} against "
            f"II's strategy. Method: {certified.method}."
        )
    gains = ", ".join(certificate["gains"])
    return f"Certificate: gains from deviating alone: {gains}. Method: {certified.method}."


def _table(block: Strategy, hands: Sequence[str]) -> str:
    names = list(dict.fromkeys(name for run in block["runs"] for name in run["actions"]))
    head = "".join(f"<th>{escape(name)}</th>" for name in names)
    rows = "".join(_row(run, names, hands) for run in block["runs"][:ROWS])
    if len(block["runs"]) > ROWS:
        more = f"… {len(block['runs']) - ROWS} more runs"
        rows += f'<tr><td colspan="{len(names) + 1}">{more}</td></tr>'
    caption = escape(f"Player {block['player']}, {block['view']}")
    head = f"<th>{'hands' if hands else 'cards'}</th>{head}"
    return f"<table><caption>{caption}</caption><tr>{head}</tr>{rows}</table>"


def _row(run: Run, names: list[str], hands: Sequence[str]) -> str:
    cells = "".join(f"<td>{run['actions'].get(name, 0)}</td>" for name in names)
    return f"<tr><td>{run_name(hands, run)}</td>{cells}</tr>"


def plot(certified: _native.Certified, axes: Sequence[Any] | None) -> tuple[Any, ...]:
    """Stacked bars or grids of hands of matplotlib, one pair of axes for each view."""
    pyplot = need("matplotlib.pyplot", "plot()")
    blocks, hands = certified.strategies, certified.hands
    grids = certified.hand_grids() if hands else []
    if axes is None:
        size = (7, 0.6 + 4.2 * len(blocks)) if grids else (8, 0.6 + 1.5 * len(blocks))
        figure, grid = pyplot.subplots(
            len(blocks), 1, figsize=size, sharex=True, squeeze=False, layout="constrained"
        )
        value = certified.values[0]
        figure.suptitle(f"{certified.label}: value to I {value} ≈ {float(value):.4f}")
        axes = [row[0] for row in grid]
        axes[-1].set_xlabel("" if grids else "hand" if hands else "card")
    for at, (axis, block) in enumerate(zip(axes, blocks)):
        if grids:
            _grid(axis, block, grids[at])
        else:
            _bars(axis, block)
            if hands:
                axis.set_xticks(range(1, len(hands) + 1), hands)
    return tuple(axes)


def _colours(block: Strategy) -> dict[str, str]:
    """The colour of each action, bets and calls first as in the picture."""
    names = list(dict.fromkeys(name for run in block["runs"] for name in run["actions"]))
    bets = iter(BETS * len(names))
    return {name: COLOURS.get(name.split(" ")[0]) or next(bets) for name in reversed(names)}


def _grid(axis: Any, block: Strategy, squares: Sequence[Any]) -> None:
    rectangle = need("matplotlib.patches", "plot()").Rectangle
    colours = _colours(block)
    legend = {}
    for row, column, name, held, shares in squares:
        left = float(column)
        for action, share in sorted(shares, key=lambda part: list(colours).index(part[0])):
            # Light enough for the name of the hand.
            fill = {"color": colours[action], "alpha": 0.6, "lw": 0}
            legend[action] = axis.add_patch(rectangle((left, row + 1 - held), share, held, **fill))
            left += share
        axis.text(column + 0.08, row + 0.1, name, fontsize=6, va="top")
    axis.set(xlim=(0, 13), ylim=(13, 0), xticks=[], yticks=[])
    axis.hlines(range(14), 0, 13, color="white", lw=1)
    axis.vlines(range(14), 0, 13, color="white", lw=1)
    _titled(axis, block, [legend.values(), legend.keys()])


def _bars(axis: Any, block: Strategy) -> None:
    runs = block["runs"]
    left = [run["cards"][0] - 0.5 for run in runs]
    width = [run["cards"][1] - run["cards"][0] + 1 for run in runs]
    floor = [Fraction(0)] * len(runs)
    for name, colour in _colours(block).items():
        part = [run["actions"].get(name, Fraction(0)) for run in runs]
        if any(part):
            heights, bottoms = map(float, part), map(float, floor)
            axis.bar(
                left, list(heights), width, list(bottoms), align="edge", color=colour, label=name
            )
        floor = [below + more for below, more in zip(floor, part)]
    axis.set(xlim=(left[0], left[-1] + width[-1]), ylim=(0, 1), ylabel="probability")
    _titled(axis, block, [])


def _titled(axis: Any, block: Strategy, legend: Sequence[Any]) -> None:
    axis.set_title(f"Player {block['player']}, {block['view']}", loc="left", fontsize="medium")
    axis.legend(*legend, loc="center left", bbox_to_anchor=(1, 0.5), frameon=False)
