"""Classes of decks: the proof that strategies are an equilibrium of every deck of a class.

The decks of n = modulus · m + residue cards are a class. In a class a run of cards ends at a line
in m, and a probability is a quotient of polynomials in m. Why a class is a proof:

1. `from` is the least m. With m = from + t, every number of the class becomes a function of t ≥ 0.
   A polynomial in t without a negative coefficient is never below 0. That is how everything below
   is shown, for all t at once.
2. The deck is cut into the runs on which no strategy changes. On such a run the other player has
   below a card c as many cards of each kind as below the first card of the run, and c − first cards
   of the run itself. So what an action gets is constant + slope · c, and it is no less than
   another's with every card of the run if it is no less with the first and with the last.
3. Actions at the last view are compared first. On each run an action has to be best; what these
   actions earn in sum over the cards is the most that the player can get against the strategy. If
   that is the value for player I and its negative for player II, then the strategies are an
   equilibrium, and the value is right.
4. The denominators of the probabilities are above 0, so everything is multiplied by them, and by
   the denominators of all numbers: only whole numbers are added.
"""

from fractions import Fraction
from math import lcm

from functions import Quotient, minus, never_negative, plus, scaled, times, trim
from games import End
from reading import agree, fields, items, need, number, player, string, whole

MOST_RUNS, MOST_LINE, MOST_DEGREE = 4_000, 10**15, 400
I, II = 0, 1


class Tree:
    """The ends of the hand: each player's last choice before, and what it pays each of them."""

    def __init__(self, game):
        self.game, self.ends = game, []
        amounts = [paid for node in game.nodes if isinstance(node, End) for paid in node.paid]
        self.unit = lcm(*(paid.denominator for paid in amounts))
        last = {}
        for at, node in enumerate(game.nodes):
            chosen = [None, None]
            if node.came:
                before, action = node.came
                chosen = list(last[before])
                chosen[game.nodes[before].player] = game.nodes[before].view, action
            if not isinstance(node, End):
                last[at] = chosen
                continue
            paid = [int(self.unit * chips) for chips in node.paid]
            pot, lone = sum(paid), node.live[0] if len(node.live) == 1 else None
            self.ends.append((chosen, paid, pot, lone))

    def pays(self, at, end, wins):
        """What an end pays a player who has the higher card, or has not."""
        _, paid, pot, lone = end
        return (pot if (wins if lone is None else lone == at) else 0) - paid[at]


def line(block):
    """A line in m as (slope, constant): the order of the pairs is that of large m."""
    slope, constant = (number(text) for text in items(block, 2))
    whole_line = all(type(part) is int and abs(part) <= MOST_LINE for part in (slope, constant))
    need(whole_line, f"a line: expected whole numbers up to {MOST_LINE}")
    return slope, constant


def read_views(tree, blocks):
    """The views of the game as [(player, view)], in the order of the document."""
    found = []
    for block in items(blocks):
        fields(block, {"player", "view"})
        key = player(block["player"]), string(block["view"])
        known = key in tree.game.views and key not in found
        agree(known, f"“{key[1]}” is no view of the player, or stands twice")
        found.append(key)
    agree(len(found) == len(tree.game.views), "a view is left out")
    return found


def read_row(actions):
    """{action: probability} of a run; one action alone is always taken."""
    if type(actions) is str:
        return {actions: "1"}
    need(type(actions) is dict, "actions: expected an action or an object")
    return actions


def check_class(tree, views, block, modulus, residue, formula):
    """The least m of the class, all of whose decks are proved."""
    fields(block, {"residue", "from", "strategies"})
    need(block["residue"] == str(residue), "expected the residues in order, from 0")
    least = whole(block["from"], 10**18)
    deck = modulus, residue

    def read_run(run, actions):
        fields(run, {"to", "actions"}, {"over"})
        if "over" in run:
            list(map(number, items(run["over"])))  # numbers, whatever the actions are
        chances = read_row(run["actions"]).items()
        row = {action: Quotient(chance, least, run.get("over")) for action, chance in chances}
        agree(row.keys() <= set(actions), "an unknown action")
        return line(run["to"]), row

    lists = items(block["strategies"])
    need(len(lists) == len(views), f"expected one strategy for each of {len(views)} views")
    need(sum(len(items(runs)) for runs in lists) <= MOST_RUNS, f"expected at most {MOST_RUNS} runs")
    strategies = {
        key: [read_run(run, tree.game.views[key][1]) for run in runs]
        for key, runs in zip(views, lists)
    }
    agree(modulus * least + residue >= 2, "the class begins below 2 cards")
    for (_, view), runs in strategies.items():
        ends = [to for to, _ in runs]
        agree(ends and ends == sorted(ends) and ends[-1] == deck, f"“{view}”: runs out of order")

    cards = at_least(deck, least)
    constant = formula.constants[residue % len(formula.constants)]
    scale = lcm(*(term.denominator for term in (formula.n2, formula.n1, constant)))
    n2, n1, constant = (int(scale * term) for term in (formula.n2, formula.n1, constant))
    worth = plus(plus(scaled(times(cards, cards), n2), scaled(cards, n1)), trim([constant]))
    ends, runs = cut(strategies, deck, least)
    for at, sign in ((I, 1), (II, -1)):
        earned, under = best_reply(tree, at, strategies, ends, runs)
        right = scaled(times(worth, under), sign * tree.unit)
        agree(scaled(earned, scale) == right, "its value is not that of the formula")
    return least


def at_least(cut, least):
    """A line in m as a polynomial in t."""
    slope, constant = cut
    return trim([constant + slope * least, slope])


def cut(strategies, deck, least):
    """The ends of all runs in order, and the first and the last card of each run between them."""
    ends = sorted({to for runs in strategies.values() for to, _ in runs} | {(0, 0), deck})
    for before, after in zip(ends, ends[1:]):
        ascends = never_negative(minus(at_least(after, least), at_least(before, least)))
        agree(ascends, f"runs that end at {before} and {after} are not always in this order")
    agree(ends[0] == (0, 0) and ends[-1] == deck, "a run ends where there is no card")
    cards = [at_least(end, least) for end in ends]
    return ends[1:], [(plus(before, [1]), after) for before, after in zip(cards, cards[1:])]


def best_reply(tree, at, strategies, ends, runs):
    """What a player earns at most in sum over all deals, times a denominator; that."""
    other = 1 - at
    hers = {view: runs for (who, view), runs in strategies.items() if who == other}
    reach, under = densities(tree, other, hers, ends)
    worth = {}
    for end in tree.ends:
        chosen = end[0]
        lines = end_lines(tree, at, end, reach[chosen[other]], runs)
        add_lines(worth, chosen[at], lines)
    own_views = [(view, seen) for (who, view), seen in tree.game.views.items() if who == at]
    for view, (before, actions) in reversed(own_views):
        best = []
        for place, run in enumerate(runs):
            lines = [worth[view, action][place] for action in actions]
            most = (line for line in lines if all(no_less_on(run, line, one) for one in lines))
            best.append(next(most, None))
            words = f"“{view}”, the run to {ends[place]}: no action is best with all its cards"
            agree(best[-1] is not None, words)
        add_lines(worth, before, best)
    total = []
    for (first, last), (constant, slope) in zip(runs, worth[None]):
        size = plus(minus(last, first), [1])
        twice = plus(scaled(constant, 2), times(slope, plus(first, last)))
        total = plus(total, times(size, twice))
    return [Fraction(term, 2) for term in total], under


def add_lines(worth, choice, lines):
    if choice not in worth:
        worth[choice] = lines
        return
    worth[choice] = [
        (plus(a, c), plus(b, d)) for (a, b), (c, d) in zip(worth[choice], lines)
    ]


def no_less_on(run, one, other):
    """Whether a line is no less than another with the first and the last card of a run."""
    if one is other:
        return True
    constant, slope = minus(one[0], other[0]), minus(one[1], other[1])
    return all(never_negative(plus(constant, times(slope, card))) for card in run)


def on_runs(runs, ends):
    """What runs say of each of these smaller runs."""
    found, place = [], 0
    for end in ends:
        while runs[place][0] < end:
            place += 1
        found.append(runs[place][1])
    return found


def end_lines(tree, at, end, reach, runs):
    """What an end pays a player, as (constant, slope) of the card on each run.

    `reach` says how likely the other player is to come there with a card of each run.
    """
    wins, loses = tree.pays(at, end, True), tree.pays(at, end, False)
    masses = [
        times(density, plus(minus(last, first), [1])) for density, (first, last) in zip(reach, runs)
    ]
    total, below, lines = [], [], []
    for mass in masses:
        total = plus(total, mass)
    for density, (first, last), mass in zip(reach, runs, masses):
        above = minus(minus(total, below), mass)
        lower = minus(below, times(density, first))
        higher = plus(above, times(density, last))
        constant = plus(scaled(lower, wins), scaled(higher, loses))
        lines.append((constant, scaled(density, wins - loses)))
        below = plus(below, mass)
    return lines


def densities(tree, at, strategies, ends):
    """{the player's last choice: how likely it is with a card of each run}, times a denominator."""
    rows, unders = {}, {}
    for view, runs in strategies.items():
        rows[view], unders[view] = probabilities(view, runs, tree.game.views[at, view][1])
    everything = [1]
    for under in unders.values():
        everything = times(everything, under)
        need(len(everything) <= MOST_DEGREE, "polynomials of too large a degree")
    reach, passed = {None: [[1]] * len(ends)}, {None: frozenset()}
    for (who, view), (before, actions) in tree.game.views.items():
        if who == at:
            for action in actions:
                rows_here = [row.get(action, []) for row in on_runs(rows[view], ends)]
                along = zip(reach[before], rows_here)
                reach[view, action] = [times(way, row) for way, row in along]
                passed[view, action] = passed[before] | {view}
    for choice, views in passed.items():
        factor = [1]
        for view in unders.keys() - views:
            factor = times(factor, unders[view])
        reach[choice] = [times(way, factor) for way in reach[choice]]
    return reach, everything


def probabilities(view, runs, actions):
    """Rows of numerators over one denominator, and that; they are at least 0 and sum to it."""
    numbers, factors = 1, []
    for _, row in runs:
        for chance in row.values():
            proper = chance.above_0() and never_negative(chance.over)
            agree(proper, f"“{view}”: not a probability")
            if len(chance.under) == 1:
                numbers = lcm(numbers, chance.under[0])
            elif chance.under not in factors:
                factors.append(chance.under)
    under = [numbers]
    for factor in factors:
        under = times(under, factor)
        need(len(under) <= MOST_DEGREE, "polynomials of too large a degree")
    rows = []
    for to, row in runs:
        over = {}
        for action, chance in row.items():
            if len(chance.under) == 1:
                rest = [numbers // chance.under[0]]
                others = factors
            else:
                rest, others = [numbers], [one for one in factors if one != chance.under]
            for factor in others:
                rest = times(rest, factor)
            over[action] = times(chance.over, rest)
        total = []
        for chance in over.values():
            total = plus(total, chance)
        agree(total == under, f"“{view}”, the run to {to}: probabilities do not sum to 1")
        rows.append((to, over))
    return rows, under
