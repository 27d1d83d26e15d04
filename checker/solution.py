"""Solution documents: a game, strategies, and what is claimed of them."""

import cards
import equilibrium
import hands
import preflop
import quadratic
import words
from games import read_game
from reading import agree, fields, items, need, number, player, string, whole

KEYS = {"format", "label", "game", "values", "decimals", "strategies", "certificate", "method"}
# How strategies may have been found.
METHODS = [
    "threshold", "readable", "undominated", "lp", "restricted", "runs", "normal-form", "search",
    "pure", "best-reply",
]
PLACES = 21  # digits after the point in `decimals`


def check(document):
    """Raises Refused where the document is wrong, and NoDocument where it is none."""
    claim = read_head(document, KEYS)
    label = string(document["label"])
    decimals = [string(text) for text in items(document["decimals"])]
    values = [number(text) for text in items(document["values"])]
    strategies = [read_strategy(block) for block in items(document["strategies"])]
    judge, read = equilibrium, read_game
    if cards.is_ours(document["game"]):
        judge, read = hands, cards.read_game
    elif preflop.is_ours(document["game"]):
        judge, read = preflop, preflop.read_game
    game = read(document["game"])
    need(judge.deals(game) > 0, "the ranges leave no deal")

    if "tree" in document["game"]:
        words.check(game)
    agree(label == game.label, f"the label is {game.label}")
    named = string(document["game"]["name"]), string(document["game"]["n"])
    agree(named == (game.name, str(game.n)), "the tree has another name or deck")
    locked, played = {}, by_view(game, strategies)
    if "locked" in document:
        agree(game.players == 2, "a lock, expected two players")
        blocks = [read_strategy(block) for block in items(document["locked"])]
        agree(any(runs for _, _, runs in blocks), "a lock of nothing")
        locked = by_view(game, blocks, whole=False)
        check_locked(locked, played)
    gains, exact = [0] * game.players, claim.pop("quadratic", None)
    if exact is not None:
        need(judge is equilibrium, "a root, expected ranks alone")
        quadratic.check(exact, game, played)
    if any(claim.get("gains", [])) and judge is equilibrium:
        found, gains = equilibrium.gains(game, played)
    else:
        found = judge.payoffs(game, played, locked)
    agree(values == found, f"the strategies pay {', '.join(map(str, found))}")
    proof = {"kind": "nash", "gains": gains}
    if game.players == 2:
        proof = {"kind": "zero-sum", "lower": found[0], "upper": found[0]}
    agree(claim == proof, "another certificate is right")
    right = list(map(decimal, found))
    agree(decimals == right, f"the decimals are {', '.join(right)}")


def read_head(document, keys):
    """The certificate of a document with these keys, in our format and by a method of ours."""
    fields(document, keys, {"locked"})
    need(type(document["format"]) is int and document["format"] == 1, "expected format 1")
    need(document["method"] in METHODS, f"method: expected one of {', '.join(METHODS)}")
    return read_certificate(document["certificate"])


def read_certificate(block):
    """The certificate, with numbers for texts."""
    need(type(block) is dict, "the certificate: expected an object")
    if block.get("kind") == "nash":
        fields(block, {"kind", "gains"}, {"quadratic"})
        return {**block, "gains": [number(gain) for gain in items(block["gains"])]}
    fields(block, {"kind", "lower", "upper"})
    need(block["kind"] == "zero-sum", "the certificate: expected the kind zero-sum or nash")
    return {"kind": "zero-sum", "lower": number(block["lower"]), "upper": number(block["upper"])}


def read_strategy(block):
    """(player, view, runs), each run (first card, last card, {action: probability})."""
    fields(block, {"player", "view", "runs"})
    runs = []
    for run in items(block["runs"]):
        fields(run, {"cards", "actions"})
        need(type(run["actions"]) is dict, "actions: expected an object")
        first, last = items(run["cards"], 2)
        row = {action: number(text) for action, text in run["actions"].items()}
        runs.append((whole(first), whole(last), row))
    return player(block["player"]), string(block["view"]), runs


def check_locked(locked, played):
    """Refused if a card is not played as it is locked."""
    for place, runs in locked.items():
        for first, last, row in runs:
            for one, other, found in played[place]:
                apart = other < first or last < one
                alike = all(row.get(key, 0) == found.get(key, 0) for key in {*row, *found})
                agree(apart or alike, f"“{place[1]}”, card {max(first, one)}: not as it is locked")


def by_view(game, strategies, whole=True):
    """{(player, view): runs}: one strategy for each view; probabilities for every card.

    Where it is not whole, views and cards may be left out.
    """
    found = {}
    for actor, view, runs in strategies:
        known = (actor, view) in game.views and (actor, view) not in found
        agree(known, f"“{view}” is no view of the player, or has two strategies")
        found[actor, view] = runs
        _, actions = game.views[actor, view]
        covered = 0
        for first, last, row in runs:
            follows = covered + 1 == first if whole else covered < first
            next_card = follows and first <= last <= game.n
            agree(next_card, f"“{view}”: card {first} follows card {covered}")
            agree(row.keys() <= set(actions), f"“{view}”, card {first}: unknown actions")
            likely = min(row.values(), default=-1) >= 0 and sum(row.values()) == 1
            agree(likely, f"“{view}”, card {first}: no probabilities")
            covered = last
        agree(not whole or covered == game.n, f"“{view}”: card {covered + 1} is missing")
    agree(not whole or len(found) == len(game.views), "a view without a strategy")
    return found


def decimal(value):
    """The value with all its digits, or with so many, cut off, and a mark that they go on."""
    scaled, rest = divmod(abs(value.numerator) * 10**PLACES, value.denominator)
    digits = f"{scaled:0{PLACES + 1}}"
    text = "-" * (value < 0) + digits[:-PLACES] + "." + digits[-PLACES:]
    return text + "…" if rest else text.rstrip("0").rstrip(".")
