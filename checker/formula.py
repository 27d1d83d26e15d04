"""Formulas for all decks of one-street games, and the proof of each residue.

A card beats a card below it. Player I may bet one of the sizes 0 < s_1 < … < s_k, II may call. Let
n be the cards, N = n − 1/2, s_0 = 0, e_j = 2/((s_(j−1) + 2)(s_j + 2)), and ⟨t⟩ the distance from t
to the nearest whole number.

1. Let II call the size s with her 2(N − η)/(s + 2) highest cards, one of them perhaps with a
   probability. Whatever I does, he gets at most G/(n(n − 1)), where φ(t) = t² − ⟨t⟩² and

       G = φ(η) + Σ (s_j − s_(j−1)) φ(e_j (N − η)).

2. Let I bet s_j or more with his T_j highest cards, and bluff with the p lowest, where
   p = Σ (s_j − s_(j−1)) e_j T_j. Whatever II does, he gets at least D/(n(n − 1)), where ψ(t) is t²
   at whole t and straight between, and

       D = 2Np − ψ(p) − Σ (s_j − s_(j−1)) ψ(T_j).

3. So G = D is the value, times n(n − 1). Let V = κ/(1 + κ), κ = Σ (s_j − s_(j−1)) e_j². Add P
   cards, VP to η and (1 − V) e_j P to T_j; then VP is added to p. If all these are whole, G and D
   grow alike: φ(t + k) = φ(t) + 2kt + k² for whole k, and ψ likewise. The sum is V((N + P)² − N²).
   So one deck of each residue mod P proves the formula: n(n − 1) v(n) = V n² − V n + a constant
   that depends on n mod P alone.

docs/ALL_DECKS.md proves 1 and 2; `proofs/` has the proof for Coq.
"""

from fractions import Fraction
from math import ceil, floor, lcm

from reading import agree, fields, items, need, number, string, whole

KEYS = {
    *("format", "kind", "label", "game", "from", "period", "limit", "formula", "exceptions"),
    *("classes", "proof"),
}
GAMES = ["von-neumann", "newman", "one-street"]
MOST_RESIDUES = 20_000
MOST_CARDS = 10**18


def check(document):
    """Raises Refused where the document is wrong, and NoDocument where it is none."""
    fields(document, KEYS, {"at"})
    need(type(document["format"]) is int and document["format"] == 1, "expected format 1")
    game = fields(document["game"], {"name", "bets"})
    name, bets = string(game["name"]), [Fraction(number(bet)) for bet in items(game["bets"])]
    label = f"{name}/{stakes(name, bets)}"
    claimed = [string(document[key]) for key in ("label", "from", "proof")]
    period, limit = whole(document["period"]), number(document["limit"])
    formula = fields(document["formula"], {"n2", "n1", "constants"})
    n2, n1 = number(formula["n2"]), number(formula["n1"])
    constants = [number(constant) for constant in items(formula["constants"])]
    classes = [read_class(block) for block in items(document["classes"])]
    deck = read_deck(document["at"]) if "at" in document else None

    # Twice the number of bets is not above the period.
    need(2 * len(bets) <= MOST_RESIDUES + 2, f"more than {MOST_RESIDUES // 2} bets")
    steps = [(s - r, 2 / ((r + 2) * (s + 2))) for r, s in zip(bets, bets[1:])]
    kappa = sum(step * edge**2 for step, edge in steps)
    value = kappa / (1 + kappa)
    grows = [value, *((1 - value) * edge for _, edge in steps)]
    right = lcm(*(share.denominator for share in grows))
    need(right <= MOST_RESIDUES, f"the period is {right}, expected at most {MOST_RESIDUES}")
    grows = [share * right for share in grows]

    agree(claimed == [label, "2", "docs/ALL_DECKS.md"], "another label, first deck or proof")
    agree(items(document["exceptions"]) == [], "there are no exceptions")
    agree(period == right, f"the period is {right}")
    agree([limit, n2, n1] == [value, value, -value], f"the limit is {value}")
    agree(len(constants) == period, f"expected {period} constants")
    agree(len(classes) == period, f"expected {period} classes")
    for residue, ((own, least, lines), constant) in enumerate(zip(classes, constants)):
        words = f"residue {residue}"
        start = 0 if residue >= 2 else ceil(Fraction(2, period))
        agree((own, least) == (residue, start), f"{words}: another residue or first deck")
        agree([slope for _, slope in lines] == grows, f"{words}: the slopes are {grows}")
        n = period * start + residue
        eta, *masses = [first + slope * start for first, slope in lines]
        found = worth(n, steps, eta, masses, words)
        agree(constant == found - value * n * (n - 1), f"{words}: another constant is right")
    if deck:
        n, paid = deck
        agree(paid * n * (n - 1) == value * n * (n - 1) + constants[n % period], f"v({n})")


def worth(n, steps, eta, masses, words):
    """n(n − 1) times the value of the deck, if the bounds are legal and meet."""
    end = n - Fraction(1, 2)
    agree(-Fraction(1, 2) <= eta <= end, f"{words}: II would call with more cards than all")
    descend = all(a >= b for a, b in zip([n, *masses], [*masses, 0]))
    agree(descend, f"{words}: the masses do not descend from {n} to 0")
    bluffs = sum(step * edge * mass for (step, edge), mass in zip(steps, masses))
    agree(ceil(bluffs) + ceil(masses[0]) <= n, f"{words}: a card bluffs and bets for value")
    upper = phi(eta) + sum(step * phi(edge * (end - eta)) for step, edge in steps)
    lower = 2 * end * bluffs - psi(bluffs)
    lower -= sum(step * psi(mass) for (step, _), mass in zip(steps, masses))
    agree(lower == upper, f"{words}: I is sure of {lower} only, II concedes {upper}")
    return upper


def phi(t):
    below = t - floor(t)
    return t**2 - min(below, 1 - below) ** 2


def psi(t):
    below = floor(t)
    return below**2 + (t - below) * ((below + 1) ** 2 - below**2)


def stakes(name, bets):
    """The bets as a label spells them."""
    need(name in GAMES, f"expected one of the games {', '.join(GAMES)}")
    rising = len(bets) >= 2 and bets[0] == 0 and all(a < b for a, b in zip(bets, bets[1:]))
    need(rising, "expected 0 and then bets that ascend")
    if name == "newman":
        need(bets == list(range(len(bets))), "expected all whole bets up to the largest")
    need(name != "von-neumann" or len(bets) == 2, "expected one bet")
    words = [str(bet).replace("/", "_") for bet in bets]
    return "s" + "-".join(words[1:]) if name == "one-street" else "b" + words[-1]


def read_class(block):
    """(residue, least m, lines): the line of η and those of the masses, each (start, slope)."""
    fields(block, {"residue", "from", "eta", "masses"})
    lines = [items(line, 2) for line in [block["eta"], *items(block["masses"])]]
    lines = [tuple(map(number, line)) for line in lines]
    return whole(block["residue"]), whole(block["from"]), lines


def read_deck(block):
    """(cards, value)."""
    fields(block, {"n", "value"})
    n = whole(block["n"], MOST_CARDS)
    need(n >= 2, "expected a deck of 2 cards or more")
    return n, number(block["value"])
