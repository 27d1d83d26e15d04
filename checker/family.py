"""Family documents: a proof for every deck of a game of two players with one copy of each card.

`classes` has the proof for the decks of one residue, from some deck on. Decks below are solutions
of their own, checked by `equilibrium`. Here is what they prove together: a formula for every deck.
"""

from fractions import Fraction

import words
from classes import Tree, check_class, read_row, read_views
from equilibrium import payoffs
from games import read_game
from reading import NoDocument, Refused, agree, fields, items, need, number, string, whole
from solution import by_view

KEYS = {"format", "kind", "label", "game", "from", "period", "modulus", "limit", "formula"}
KEYS |= {"exceptions", "proof", "views", "classes", "decks"}
MOST_CLASSES, MOST_WORK = 20_000, 30_000_000
LEAST = 3  # cards of a deck with which the rules are read
I = 0


def check(document):
    """Raises Refused where the document is wrong, and NoDocument where it is none."""
    fields(document, KEYS, {"at"})
    need(type(document["format"]) is int and document["format"] == 1, "expected format 1")
    need(document["kind"] == "family", "expected the kind family")
    need(document["proof"] == "strategies", "expected a proof by strategies")
    game = rules(document["game"], LEAST)
    need(game.players == 2, "expected two players")
    need(game.copies == 1, "expected one copy of each card")
    need(all(runs == [(1, game.n, 1)] for runs in game.ranges.values()), "expected no ranges")
    formula = Formula(document)
    classes = items(document["classes"])
    modulus = len(classes)
    need(1 <= modulus <= MOST_CLASSES, f"expected 1 to {MOST_CLASSES} classes")
    claimed = [string(document[key]) for key in ("label", "from", "period", "modulus")]
    if "tree" in document["game"]:
        words.check(game)
    agree(claimed[0] == label(game), f"the label is {label(game)}")
    agree(document["from"] == "2", "the least deck is that of 2 cards")
    agree(document["modulus"] == str(modulus), f"there are {modulus} classes")
    agree(number(document["limit"]) == formula.n2, f"the limit is {formula.n2}")
    formula.check_period(document["period"], modulus)
    tree = Tree(game)
    views = read_views(tree, document["views"])
    missing, work = [], 0
    for residue, block in enumerate(classes):
        need(type(block) is dict, "a class: expected an object")
        runs = sum(len(items(runs)) for runs in items(block.get("strategies")))
        work += runs * len(tree.ends)
        need(work <= MOST_WORK, f"runs times ends of the hand: expected at most {MOST_WORK}")
        try:
            least = check_class(tree, views, block, modulus, residue, formula)
        except Refused as why:
            raise Refused(f"class {residue} of {modulus}: {why}") from None
        except NoDocument as why:
            raise NoDocument(f"class {residue} of {modulus}: {why}") from None
        left_out = len(missing) + least  # many more decks than are given need not be listed
        too_many = left_out > len(items(document["decks"])) + MOST_CLASSES
        agree(not too_many, f"too few decks below class {residue} of {modulus}")
        missing += [n for n in range(residue, modulus * least + residue, modulus) if n >= 2]
    check_decks(document, views, sorted(missing), formula)
    if "at" in document:
        n, value = deck_value(document["at"])
        agree(value == formula.value(n), f"the value of {n} cards is {formula.value(n)}")


def rules(block, n):
    """The game of a family document with a deck of n cards."""
    need(type(block) is dict and "n" not in block, "the game: expected rules without a deck")
    if "tree" in block:
        need(type(block["tree"]) is dict and "n" in block["tree"], "expected a tree")
        whole(block["tree"]["n"])
        block = {**block, "tree": {**block["tree"], "n": str(n)}}
    return read_game({**block, "n": str(n)})


def label(game):
    """The label without a deck."""
    stakes = game.label.removeprefix(f"{game.name}/n{game.n}").removeprefix("-")
    return f"{game.name}/{stakes}" if stakes else game.name


def deck_value(block):
    fields(block, {"n", "value"})
    n = whole(block["n"])
    need(n >= 2, "a deck of fewer than 2 cards")
    return n, number(block["value"])


class Formula:
    """n (n − 1) v(n) = n2 n² + n1 n + constants[n mod period], but for the exceptions."""

    def __init__(self, document):
        block = fields(document["formula"], {"n2", "n1", "constants"})
        self.n2, self.n1 = number(block["n2"]), number(block["n1"])
        self.constants = [number(constant) for constant in items(block["constants"])]
        self.exceptions = [deck_value(block) for block in items(document["exceptions"])]

    def check_period(self, period, modulus):
        given, right = self.constants, len(self.constants)
        agree(right and modulus % right == 0, "the period does not divide the number of classes")
        shorter = any(right % p == 0 and given[p:] == given[:-p] for p in range(1, right))
        agree(not shorter, "the constants repeat sooner")
        agree(period == str(right), f"the period is {right}")

    def regular(self, n):
        constant = self.constants[n % len(self.constants)]
        return Fraction((self.n2 * n + self.n1) * n + constant) / (n * (n - 1))

    def value(self, n):
        return dict(self.exceptions).get(n, self.regular(n))


def check_decks(document, views, missing, formula):
    """The decks that no class proves, each once: an equilibrium of its value."""
    decks = [fields(block, {"n", "strategies"}) for block in items(document["decks"])]
    sizes = [whole(block["n"]) for block in decks]
    need(all(n >= 2 for n in sizes), "a deck of fewer than 2 cards")
    agree(sizes == missing, f"the decks that no class proves are {missing[:20]}")
    exceptions = list(formula.exceptions)
    for block, n in zip(decks, sizes):
        game, lists = rules(document["game"], n), items(block["strategies"])
        need(len(lists) == len(views), f"{n} cards: expected {len(views)} strategies")
        strategies = [(*view, read_runs(runs)) for view, runs in zip(views, lists)]
        try:
            value = payoffs(game, by_view(game, strategies), {})[I]
        except Refused as why:
            raise Refused(f"the deck of {n} cards: {why}") from None
        claimed = formula.regular(n)
        if exceptions and exceptions[0][0] == n:
            agree(claimed != value, f"{n} cards are no exception")
            claimed = exceptions.pop(0)[1]
        agree(claimed == value, f"the value of {n} cards is {value}, not that of the formula")
    agree(not exceptions, "an exception that is no single deck")


def read_runs(blocks):
    """Runs that follow one another: (first card, last card, {action: probability})."""
    runs, before = [], 0
    for block in items(blocks):
        fields(block, {"to", "actions"})
        row = {action: number(text) for action, text in read_row(block["actions"]).items()}
        runs.append((before + 1, whole(block["to"]), row))
        before = runs[-1][1]
    return runs
