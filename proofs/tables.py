"""Theorem files. Nothing here is trusted: Coq checks every deck.

    python3 tables.py                 the tables that `check` proves
    python3 tables.py family BETS     all decks, as in examples/family.v; BETS like 1/2,3,7
    python3 tables.py deck N BETS     one deck, as in examples/deck.v
"""

import sys
from fractions import Fraction
from math import floor, lcm

MENUS = [[b] for b in range(1, 13)] + [
    [Fraction(1, 2)], [Fraction(3, 2)], [Fraction(5, 2)],
    [1, 2], [1, 3], [1, 2, 3], [1, Fraction(5, 2), 7], [1, 2, 3, 4],
]  # fmt: skip


def nearest(t):
    return floor(t + Fraction(1, 2))


def down(t):
    return -nearest(-t)


def phi(t):
    return 2 * nearest(t) * t - nearest(t) ** 2


def steps(bets):
    """Pairs of delta and e, one for each bet."""
    sizes = [Fraction(0), *map(Fraction, bets)]
    return [(b - a, 2 / ((a + 2) * (b + 2))) for a, b in zip(sizes, sizes[1:])]


def minimise(n, bets):
    """The first eta at which the slope of G contains 0, and G there."""
    x = n - Fraction(1, 2)

    def low(eta):
        return down(eta) - sum(d * e * nearest(e * (x - eta)) for d, e in steps(bets))

    def high(eta):
        return nearest(eta) - sum(d * e * down(e * (x - eta)) for d, e in steps(bets))

    # The slope changes at k + 1/2 and where some e (x - eta) is k + 1/2.
    below, above = -1, n
    while above - below > 1:
        middle = (below + above) // 2
        if high(middle + Fraction(1, 2)) >= 0:
            above = middle
        else:
            below = middle
    start, end = above - Fraction(1, 2), above + Fraction(1, 2)
    breaks = {start, end}
    for _, e in steps(bets):
        first, last = nearest(e * (x - end)) - 1, nearest(e * (x - start))
        breaks.update(x - (k + Fraction(1, 2)) / e for k in range(first, last + 1))
    eta = next(t for t in sorted(breaks) if start <= t <= end and low(t) <= 0 <= high(t))
    return eta, phi(eta) + sum(d * phi(e * (x - eta)) for d, e in steps(bets))


def family(bets):
    """V, the constants by residue, and the minimisers of the decks of 2, ..., P + 1 cards."""
    kappa = sum(d * e * e for d, e in steps(bets))
    limit = kappa / (1 + kappa)
    period = lcm(limit.denominator, *(((1 - limit) * e).denominator for _, e in steps(bets)))
    constants, etas = [None] * period, []
    for n in range(2, period + 2):
        eta, least = minimise(n, bets)
        etas.append(eta)
        constants[n % period] = n * (n - 1) * limit - least
    return limit, constants, etas


def rational(q):
    q = Fraction(q)
    return str(q) if q.denominator == 1 else f"{q.numerator} # {q.denominator}"


def wrapped(items, indent):
    """A Coq list in lines of at most 100 columns."""
    lines, line = [], indent + "["
    for position, item in enumerate(items):
        word = rational(item) + ("]" if position == len(items) - 1 else ";")
        if len(line) + len(word) + 1 > 98:
            lines.append(line)
            line = indent + " " + word
        else:
            line += word if line.endswith("[") else " " + word
    return "\n".join([*lines, line])


def family_theorem(name, bets):
    limit, constants, etas = family(bets)
    return (
        f"Theorem {name} : every_deck\n{wrapped(bets, '  ')}\n  ({rational(limit)})\n"
        f"{wrapped(constants, '  ')}.\n"
        f"Proof. by_minimisers\n{wrapped(etas, '  ')}.\nQed.\n"
    )


def deck_theorem(name, n, bets):
    eta, least = minimise(n, bets)
    value = rational(least / (n * (n - 1)))
    if len(value) > 90:
        value = value.replace(" # ", "\n   # ")
    return (
        f"Theorem {name} : deck_value {n}\n{wrapped(bets, '  ')}\n  ({value}).\n"
        f"Proof. by_minimiser ({rational(eta)}). Qed.\n"
    )


def table(bets):
    name = "_".join(str(Fraction(b)).replace("/", "o") for b in bets)
    return family_theorem(f"bets_{name}", bets)


def menu(text):
    return [Fraction(b) for b in text.split(",")]


def main():
    print("From Bluff Require Import Answers.\nOpen Scope Q_scope.\n")
    match sys.argv[1:]:
        case []:
            print("\n".join(map(table, MENUS)))
        case ["family", bets]:
            print(family_theorem("answer", menu(bets)))
            print("Print Assumptions answer.")
        case ["deck", n, bets]:
            print(deck_theorem("answer", int(n), menu(bets)))
            print("Print Assumptions answer.")
        case _:
            sys.exit(__doc__)


main()
