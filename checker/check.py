#!/usr/bin/env python3
"""A second checker of solution documents: the rules of the games, sums of whole numbers, and nothing of the solver.

    python3 checker/check.py data/documents/*.json data/tables/*/*.jsonl

The argument. Strategies are an equilibrium if, with every card a player can be dealt, the player's strategy earns as much
as any plan could earn against the others' strategies. For each player and each end of the hand we add up, over all deals of
the others' cards, the payoff times the probability that the others play to that end. Along the player's own decisions these
sums add up to what each plan earns; the best of them must be what the strategy earns, exactly.

 1. Deals. The others' cards are distinct. The sum over distinct cards of a product of functions is the sum, over all ways to
    group the functions, of the product over groups of (-1)^(size-1) (size-1)! times the sum over single cards of the group's
    product (inclusion and exclusion). The own card is taken out of the deck first.
 2. Blocks. On a block of cards all strategies are constant. With one opponent what a plan earns is linear in the own card
    there, so the best is convex, and what the strategy earns is linear: what can be gained is convex and never below 0, so it
    is 0 on the block if it is 0 at both ends. With more opponents each card is a block.
 3. Whole numbers. A player's probabilities are written over one denominator, and so are chips; values divide it out again.

Exit code 0: every document is right; 1: some document is refused; 2: something is no document, or too large to be checked.
"""
import json, sys
from bisect import bisect_right
from fractions import Fraction
from itertools import accumulate, combinations
from math import factorial, lcm, prod

from rules import PLAYERS, Malformed, Refused, ends_of, must, number, rules, whole

MOST_WORK = 10_000_000  # ends of the hand × cards looked at × players × groupings of opponents
DIGITS = 21  # of the decimals


def runs_of(rows, actions, n):
    """{first card of a run: {action: probability}}, after looking that the runs cover 1 to n and each row is a distribution."""
    runs, following = {}, 1
    for row in rows:
        first, last = map(whole, row["cards"])
        must(first == following <= last <= n, f"a run from card {first} to {last}, expected one from {following} on")
        runs[first], following = {action: number(text) for action, text in row["actions"].items()}, last + 1
        must(set(runs[first]) <= set(actions), f"card {first}: an action that is not there")
        must(min(runs[first].values()) >= 0 and sum(runs[first].values()) == 1, f"card {first}: these are no probabilities")
    must(following == n + 1, f"card {following} is missing")
    return runs


def weights_of(parts, n):
    """{first card of a run: weight} of a range; all cards weigh 1 where there is none, and cards left out of one weigh 0."""
    runs, following = {1: Fraction(not parts)}, 1
    for first, last, weight in parts:
        must(following <= first <= last <= n and weight >= 0, "a range that is not ascending, or below 0", Malformed)
        runs[first], runs[last + 1], following = weight, Fraction(0), last + 1
    return {card: weight for card, weight in runs.items() if card <= n}


def groupings(items):
    """All ways to group the items: lists of tuples."""
    if not items:
        return [[]]
    first, *others = items
    smaller = groupings(others)
    joined = [[*groups[:i], (first, *groups[i]), *groups[i + 1:]] for groups in smaller for i in range(len(groups))]
    return [[(first,), *groups] for groups in smaller] + joined


def total(columns, size):
    return [sum(column) for column in zip([0] * size, *columns)]


def common(numbers):
    return lcm(*(Fraction(number).denominator for number in numbers))


class Hand:
    """A game and strategies in whole numbers by block, seen from points: the ends of a block, or its one card."""

    def __init__(self, game, strategies):
        tree, self.players, n, self.copies, ranges, self.label = rules(game)
        ends, self.views = ends_of(tree, self.players)
        self.unit = factorial(self.players) * common(chips for _, paid, _ in ends for chips in paid)
        self.ends = [(paths, [int(self.unit * chips) for chips in paid], live) for paths, paid, live in ends]
        given = {(PLAYERS.index(view["player"]), view["view"]): view["runs"] for view in strategies}
        must(len(given) == len(strategies) and set(given) == set(self.views), "expected one strategy for each view")
        runs = {view: runs_of(rows, self.views[view][1], n) for view, rows in given.items()}
        weights = [weights_of(ranges.get(player, []), n) for player in range(self.players)]

        cuts = {1}.union(*runs.values(), *weights)
        seen_from = 2 * len(cuts) if self.players == 2 else n
        work = seen_from * len(ends) * self.players * len(groupings(range(self.players - 1)))
        must(work < MOST_WORK, "too large for this checker", Malformed)
        self.firsts = sorted(cuts) if self.players == 2 else range(1, n + 1)
        self.lengths = [after - first for first, after in zip(self.firsts, [*self.firsts[1:], n + 1])]
        # (block, how many of its cards are lower). What is linear on a block sums to length / 2 × (one end + the other).
        self.points = [(block, lower) for block, length in enumerate(self.lengths) for lower in sorted({0, length - 1})]
        self.halves = [max(2, self.lengths[block]) for block, _ in self.points]

        # By player: the weight of each card, and {own path: weight × scale × probability that the own decisions lead there}.
        self.scale, self.weight, self.reach = [], [], []
        for player in range(self.players):
            own = {view: rows for (who, view), rows in runs.items() if who == player}
            unit = common(p for rows in own.values() for row in rows.values() for p in row.values())
            played = {(view, action): self.blocks({card: int(unit * row.get(action, 0)) for card, row in rows.items()})
                      for view, rows in own.items() for action in self.views[player, view][1]}
            paths = {paths[player] for paths, _, _ in ends}
            deepest, heavy = max(map(len, paths)), common(weights[player].values())
            self.scale.append(unit ** deepest)
            self.weight.append(self.blocks({card: int(heavy * weight) for card, weight in weights[player].items()}))
            self.reach.append({path: [unit ** (deepest - len(path)) * prod(column) for column in zip(
                self.weight[player], *(played[step] for step in path))] for path in paths})
        self.masses = {}

    def blocks(self, runs):
        """A function given by runs, block by block."""
        starts = sorted(runs)
        return [runs[starts[bisect_right(starts, first) - 1]] for first in self.firsts]

    def mass(self, group, place):
        """The sum of a product of functions over all single cards but the own, over those below it, or over those tied with it."""
        if (group, place) not in self.masses:
            each = [prod(column) for column in zip(*(self.reach[p].get(path, self.weight[p]) for p, path in group))]
            below = list(accumulate((f * length for f, length in zip(each, self.lengths)), initial=0))
            self.masses[group, place] = [
                self.copies * below[-1] - each[block] if place == "all" else (self.copies - 1) * each[block]
                if place == "tied" else self.copies * (below[block] + lower * each[block]) for block, lower in self.points]
        return self.masses[group, place]

    def deals(self, others, places):
        """The sum over deals to the others, each with a card in its place, of how likely they follow their paths; by point."""
        sums = []
        for groups in groupings(list(others)):
            where = [{places[p] for p in group} - {"all"} or {"all"} for group in groups]
            if all(len(place) == 1 for place in where):
                factor = prod((-1) ** (len(group) - 1) * factorial(len(group) - 1) for group in groups)
                masses = [self.mass(tuple((p, others[p]) for p in group), *place) for group, place in zip(groups, where)]
                sums.append([factor * prod(column) for column in zip(*masses)])
        return total(sums, len(self.points))

    def pays(self, player, end):
        """What this end of the hand pays the player, added up over all deals to the others; by point, scaled."""
        paths, paid, live = end
        others = {p: paths[p] for p in range(self.players) if p != player}
        columns = [[-paid[player] * deal for deal in self.deals(others, dict.fromkeys(others, "all"))]]
        rivals = sorted(live - {player})
        for ties in range((len(rivals) if self.copies > 1 else 0) + 1) if player in live else []:
            for tied in combinations(rivals, ties):
                places = {p: "tied" if p in tied else "below" if p in rivals else "all" for p in others}
                columns.append([sum(paid) // (ties + 1) * deal for deal in self.deals(others, places)])
        return total(columns, len(self.points))

    def value(self, player):
        """What the player's strategy earns per hand, after looking that no plan earns more with any card."""
        pays = {path: total([self.pays(player, end) for end in self.ends if end[0][player] == path], len(self.points))
                for path in self.reach[player]}

        def best(path):
            later = [[best(path + ((view, action),)) for action in actions]
                     for (who, view), (before, actions) in self.views.items() if (who, before) == (player, path)]
            choices = [[max(column) for column in zip(*columns)] for columns in later]
            return total([*choices, *([pays[path]] if path in pays else [])], len(self.points))

        earned = 0
        for at, ((block, lower), most) in enumerate(zip(self.points, best(()))):
            earns = sum(self.reach[player][path][block] * column[at] for path, column in pays.items())
            gains = most * self.scale[player] * self.weight[player][block] - earns
            must(gains == 0, f"player {PLAYERS[player]} gains by playing card {self.firsts[block] + lower} otherwise")
            earned += self.halves[at] * earns
        nobody = {p: None for p in range(self.players) if p != player}
        deals = self.deals(nobody, dict.fromkeys(nobody, "all"))
        deals = sum(each * self.weight[player][block] * count
                    for each, (block, _), count in zip(deals, self.points, self.halves))
        must(deals > 0, "no deal is possible", Malformed)
        return Fraction(earned, deals * self.unit * prod(self.scale))


def decimal(value):
    digits, rest = divmod(abs(value.numerator) * 10 ** DIGITS, value.denominator)
    text = f"{digits // 10 ** DIGITS}.{digits % 10 ** DIGITS:0{DIGITS}}"
    return ("-" if value < 0 else "") + (text + "…" if rest else text.rstrip("0").rstrip("."))


def verify(document):
    """The label of a document in which everything is right. Raises Refused or Malformed."""
    must(document["format"] == 1, "expected format 1", Malformed)
    hand = Hand(document["game"], document["strategies"])
    must(document["label"] == hand.label, f"the label of this game is {hand.label}")
    values = [hand.value(player) for player in range(hand.players)]
    must([number(value) for value in document["values"]] == values, f"the values are {', '.join(map(str, values))}")
    must(document["decimals"] == [decimal(value) for value in values], "these decimals are not those of the values")
    claim = {key: claimed if key == "kind" else list(map(number, claimed if key == "gains" else [claimed]))
             for key, claimed in document["certificate"].items()}
    proved = {"kind": "zero-sum", "lower": values[:1], "upper": values[:1]} if hand.players == 2 else {
        "kind": "nash", "gains": [0] * hand.players}
    must(claim == proved, "the certificate claims something else")
    return hand.label


def once(pairs):
    must(len(dict(pairs)) == len(pairs), "a key stands twice", Malformed)
    return dict(pairs)


def main(files):
    code, right, started = 0, 0, 0
    for file in files:
        with open(file, encoding="utf-8") as text:
            documents = list(text) if file.endswith(".jsonl") else [text.read()]
        for line, document in enumerate(documents, 1):
            started += 1
            try:
                verify(json.loads(document, object_pairs_hook=once))
                right += 1
            except Refused as why:
                code = max(code, 1)
                print(f"{file}, document {line}: refused: {why}")
            except (Malformed, ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError) as why:
                code = 2
                print(f"{file}, document {line}: not checked: {why!r}")
    print(f"{right} of {started} documents are right")
    return code


if __name__ == "__main__":
    sys.set_int_max_str_digits(0)
    sys.exit(main(sys.argv[1:]))
