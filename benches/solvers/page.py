"""Prints docs/PEERS.md from figures.json. Every figure of the page is computed here."""

import json
import math
import re
import textwrap
from pathlib import Path

from peers import GAMES

FIGURES = json.loads(Path(__file__).with_name("figures.json").read_text())
FORMS = {
    "words": "the name",
    "efg": "tree",
    "matrix": "matrix",
    "sums.mps": "program, sums",
    "cards.mps": "program, cards",
    "sums.ine": "program, sums",
    "cards.ine": "program, cards",
}
NAMES = {
    "kuhn": "Kuhn's poker",
    "von-neumann": "Von Neumann's game",
    "one-street": "Three sizes of bet",
    "three-player": "Three players",
}

HEAD = """# The same games through other solvers

`benches/solvers/run` writes this page: it gives the solvers and `bluff` the same games, and
compares the answers. Measured {measured}, {cores} cores, at most {seconds} seconds of a processor
and {gigabytes} GB per run.

- A run is a whole process, from the start of the interpreter on. Ours includes the certificate and
  the whole document.
- *Time* is of a processor, as a ratio to the first line of the table on the same deck. Above 1 the
  solver takes more than `bluff`.
- Decks double from 3 cards on until a solver fails; with three players they grow by one card up to
  7 first. Where *stopped* is empty, the next deck took too much time.
- A linear program is given in two forms, and the better one counts: *sums* is ours, whose unknowns
  are sums over cards 1..c, and *cards* that of textbooks, a probability for each card.
- *Answer* compares all decks of the row with the value that our certificate proves. A float that is
  off by more than 10⁻⁵ antes is a failure. With three players `bluff payoff` computes the largest
  gain of a deviation exactly.

## The solvers

"""


def ratio(figure, ours):
    """Two digits of a quotient."""
    quotient = figure / ours
    return f"{quotient:.1f}" if 1 <= quotient < 10 else f"{float(f'{quotient:.2g}'):,.6g}"


def items():
    """For each package what its solvers were given and asked for."""
    asked = {}
    for words, (peers, _) in GAMES.items():
        for peer in peers:
            runs = FIGURES["games"][words][peer.name]["runs"]
            given = FORMS[runs[-1]["form"] if runs else peer.forms[0]]
            head = f"{peer.package} {FIGURES['versions'][peer.package]}, {peer.registry}"
            asked.setdefault((head, given), {})[f"*{peer.name}*: {peer.how}"] = None
    for (head, given), calls in asked.items():
        item = f"- {head}, given {given}: {'; '.join(calls)}"
        whole = re.sub("`[^`]*`", lambda code: code[0].replace(" ", "\0"), item)
        lines = textwrap.wrap(whole, 100, subsequent_indent="  ", break_on_hyphens=False)
        yield from (line.replace("\0", " ") for line in lines)


def exactness(runs, three):
    off = max((run["off"] for run in runs if run["off"] is not None), default=None)
    if off is None:
        return "not compared"
    skipped = sum(run["off"] is None for run in runs)
    beside = f"; {skipped} not compared" if skipped else ""
    kind = "gains" if three else "fractions" if all(run["fraction"] for run in runs) else "floats"
    right = "all 0" if three else "equal"
    near = f"within 1e{math.ceil(math.log10(off))}" if off else right
    return f"{kind}, {near}{beside}"


def stopped(ended):
    """Why a solver solved no larger deck, unless it was the time."""
    if ended is None:
        return "largest deck tried"
    # What we refuse to write is our own limit.
    ours = ended["why"].startswith("bluff: ")
    why = "our limit of 100,000 nodes" if ours else " ".join(ended["why"].split())
    return "" if why == "time" else why


def row(*cells):
    return " ".join(["|", *(f"{cell} |" if cell else "|" for cell in cells)])


def reach(words, peers, three):
    """The largest deck of each solver, and why it stopped."""
    yield "| solver | largest deck | time | answer | stopped |"
    yield "| --- | ---: | ---: | --- | --- |"
    figures = FIGURES["games"][words]
    ours = {run["n"]: run for run in figures[peers[0].name]["runs"]}
    for peer in peers:
        runs, end = figures[peer.name]["runs"], stopped(figures[peer.name]["ended"])
        if not runs:
            yield row(peer.name, "none", "", "", end)
            continue
        last = runs[-1]
        beside = ours.get(last["n"])
        time = ratio(last["cpu"], beside["cpu"]) if beside else "–"
        yield row(peer.name, f"{last['n']:,}", time, exactness(runs, three), end)


def page():
    yield HEAD.format(**FIGURES).rstrip("\n")
    yield ""
    yield from items()
    for words, (peers, how) in GAMES.items():
        three = how != "doubled"
        yield f"\n## {NAMES[words.split()[0]]}: `bluff solve {words} -n …`\n"
        yield from reach(words, peers, three)


print("\n".join(page()))
