"""The games as files for others, from what `bluff game` writes."""

import re
from fractions import Fraction


def by_card(program):
    """The program with a probability for each card, where ours has sums over the cards 1..c.

    It has fewer rows and many more entries.
    """
    rows, columns, right, low, high = program
    sums, others = {}, []
    for name in columns:
        if name.startswith("X"):
            sums.setdefault(name.split("_")[0], []).append(name)
        else:
            others.append(name)
    new, new_low, new_high = {}, {}, {}
    for names in sums.values():
        total = {}
        for name in reversed(names):
            for row, entry in columns[name].items():
                total[row] = total.get(row, 0) + entry
            new["x" + name[1:]] = {row: entry for row, entry in total.items() if entry}
        first = names[0]
        new_low["x" + first[1:]] = low.get(first, 0)
        if first in high:
            new_high["x" + first[1:]] = high[first]
        for name in names[1:]:
            new_low["x" + name[1:]] = None
    for name in others:
        new[name] = columns[name]
        new_low[name] = low.get(name, 0)
        if name in high:
            new_high[name] = high[name]
    return as_bounds((dict(rows), new, dict(right), new_low, new_high))


def as_bounds(program):
    """The program with rows of one entry ±1 as bounds."""
    rows, columns, right, low, high = program
    for row, entries in by_row(columns).items():
        if len(entries) > 1 or rows[row] not in ("G", "L"):
            continue
        ((name, entry),) = entries.items()
        if abs(entry) != 1:
            continue
        end, upward = right.pop(row, 0) * entry, (rows.pop(row) == "G") == (entry == 1)
        del columns[name][row]
        if upward:
            low[name] = end if low[name] is None else max(low[name], end)
        else:
            high[name] = min(high.get(name, end), end)
    return program


def by_row(columns):
    rows = {}
    for name, entries in columns.items():
        for row, entry in entries.items():
            rows.setdefault(row, {})[name] = entry
    return rows


def read_mps(text):
    """(rows, columns, right-hand sides, lower bounds, upper bounds) of our free MPS.

    A lower bound that is missing is 0; None says that there is none.
    """
    rows, columns, right, low, high = {}, {}, {}, {}, {}
    section = ""
    for line in text.splitlines():
        words = line.split()
        if line.startswith("*"):
            continue
        if not line.startswith(" "):
            section = words[0]
        elif section == "ROWS":
            rows[words[1]] = words[0]
        elif section == "COLUMNS":
            columns.setdefault(words[0], {})[words[1]] = int(words[2])
        elif section == "RHS":
            right[words[1]] = int(words[2])
        elif words[0] in ("FR", "MI"):
            low[words[2]] = None
        else:
            {"LO": low, "UP": high}[words[0]][words[2]] = int(words[3])
    return rows, columns, right, low, high


def write_mps(program):
    rows, columns, right, low, high = program
    yield "NAME bluff\nROWS"
    yield from (f" {kind} {row}" for row, kind in rows.items())
    yield "COLUMNS"
    yield from (
        f" {name} {row} {entry}"
        for name, entries in columns.items()
        for row, entry in entries.items()
    )
    yield "RHS"
    yield from (f" right {row} {end}" for row, end in right.items())
    yield "BOUNDS"
    for name in columns:
        least = low.get(name, 0)
        yield f" MI bounds {name}" if least is None else f" LO bounds {name} {least}"
        if name in high:
            yield f" UP bounds {name} {high[name]}"
    yield "ENDATA"


def write_ine(program):
    """The same for lrs: rows `b + a x >= 0`, and only the optimum is asked for."""
    rows, columns, right, low, high = program
    names = list(columns)
    place = {name: at for at, name in enumerate(names, 1)}

    def line(start, entries):
        numbers = [start] + [0] * len(names)
        for name, entry in entries.items():
            numbers[place[name]] = entry
        return " ".join(map(str, numbers))

    lines, equations = [], []
    entries_of = by_row(columns)
    for row, kind in rows.items():
        if kind == "N":
            aim = line(0, entries_of[row])
            continue
        sign = -1 if kind == "L" else 1
        entries = {name: sign * entry for name, entry in entries_of[row].items()}
        lines.append(line(-sign * right.get(row, 0), entries))
        if kind == "E":
            equations.append(len(lines))
    for name in names:
        if low.get(name, 0) is not None:
            lines.append(line(-low.get(name, 0), {name: 1}))
        if name in high:
            lines.append(line(high[name], {name: -1}))
    yield "bluff\nH-representation"
    if equations:
        yield f"linearity {len(equations)} {' '.join(map(str, equations))}"
    yield f"begin\n{len(lines)} {len(names) + 1} rational"
    yield from lines
    yield f"end\nminimize {aim}\nlponly"


def matrix(nfg):
    """Both players' payoffs for lrsnash: a row for each strategy of player I."""
    strategies, cells = nfg.split('\n"Reduced', 1)
    one, two = (line.count('"') // 2 for line in strategies.splitlines()[2:4])
    pairs = [cell.split() for cell in cells.split("\n\n", 1)[1].splitlines()]
    yield f"{one} {two}"
    for player in (0, 1):
        yield ""
        for row in range(one):
            yield " ".join(pairs[column * one + row][player] for column in range(two))


def value(comments, optimum):
    """The value to player I from the optimum, as the comments of our program say.

    Floats count as the fractions they are.
    """
    words = (
        r"divided by (\S+), is the value of the game to player (\S+), plus\n. (\S+) that no choice"
    )
    divisor, player, constant = re.search(words, comments).groups()
    scale = Fraction(re.search(r"objective multiplied by (\S+)", comments).group(1))
    own = -Fraction(optimum) / scale / Fraction(divisor) + Fraction(constant)
    return own if player == "I" else -own


# The forms of a game: the format that `bluff game` is asked for, and what is made of it.
FORMS = {
    "efg": ("efg", lambda text: [text]),
    "matrix": ("nfg", matrix),
    "sums.mps": ("mps", lambda text: [text]),
    "cards.mps": ("mps", lambda text: write_mps(by_card(read_mps(text)))),
    "sums.ine": ("mps", lambda text: write_ine(read_mps(text))),
    "cards.ine": ("mps", lambda text: write_ine(by_card(read_mps(text)))),
}
