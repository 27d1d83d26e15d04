"""Payoffs of strategies, and the proof that nobody gains by playing otherwise.

Both are sums of whole numbers over all deals.

A plan of a player says what to do with a card at each view. It is enough to show of each player and
each card that no plan earns more against the others' strategies than the player's strategy does.
There may be 10^18 cards, so:

1. The deck is cut into *blocks* of neighbouring ranks that every strategy plays alike and every
   range weighs alike. What a player earns with a card depends on the block of each rival's card,
   and, for those in the player's own block, on who is higher. m players can be dealt m given cards
   of N in N·(N−1)···(N−m+1) ways: `perm(N, m)`.
2. Copies of a rank are put in an order at random. Who ties is then as likely as any to be the
   highest, and wins on the average what a shared pot pays.
3. Let N be the other cards of the player's own block, t of them lower than the player's. m rivals
   with cards of this block are all lower with probability perm(t, m) / perm(N, m). Pick K ≥ m of
   the N cards at random, and let i of these be lower: the probability is the mean of perm(i, m) /
   perm(K, m), by the symmetry of the pick. With K = the number of rivals, or N if that is less,
   this holds for every m that can occur, with the same weights of i = 0 … K for all plans. So
   whatever a plan earns with a card of the block is a mean of what it earns at the *points* i = 0 …
   K, the same mean for all plans: what gains at no point gains with no card.
4. Over all cards of a block the points weigh alike, since each of the K + 1 cards is equally likely
   to be the player's. So what a strategy pays is read off at the points too.
5. The converse fails: a gain at a point need not be one with a card. A block with such a gain is
   cut into smaller ones, and the check begins anew. A block of a single rank is one point, at which
   the player beats m rivals of the same rank with probability 1/(m + 1), by 2: a gain there is a
   gain with that card.
"""

from fractions import Fraction
from itertools import accumulate
from math import factorial, lcm, perm, prod

from games import End
from reading import PLAYERS, agree, need

MOST_WORK = 4 * 10**8  # points × views × 4^players, beyond which a document is not checked


class Column:
    """A fraction for each block, or for each point: whole numbers over one denominator."""

    __slots__ = ("over", "under")

    def __init__(self, over, under=1):
        self.over, self.under = over, under

    @classmethod
    def of(cls, numbers):
        under = lcm(*(number.denominator for number in numbers))
        return cls([number.numerator * (under // number.denominator) for number in numbers], under)

    def raised_to(self, under):
        """The numerators over another denominator, a multiple of this one."""
        factor = under // self.under
        return self.over if factor == 1 else [factor * over for over in self.over]

    def plus(self, other):
        under = lcm(self.under, other.under)
        return Column([a + b for a, b in zip(self.raised_to(under), other.raised_to(under))], under)

    def times(self, other):
        return Column([a * b for a, b in zip(self.over, other.over)], self.under * other.under)


def highest(columns):
    """The greatest entry at each place."""
    under = lcm(*(column.under for column in columns))
    most = columns[0].raised_to(under)
    for column in columns[1:]:
        most = list(map(max, most, column.raised_to(under)))
    return Column(most, under)


def choice(values, locked, column):
    """The greatest value of an action at each place; where it is locked, that of the mixture.

    `locked` are runs (first card, last card, {action: probability}), `column` makes one of runs.
    """
    most = highest(list(values.values()))
    if not locked:
        return most
    most = column([(first, last, 0) for first, last, _ in locked], 1).times(most)
    for action, value in values.items():
        parts = column([(first, last, row.get(action, 0)) for first, last, row in locked], 0)
        most = most.plus(parts.times(value))
    return most


class Deck:
    """The deck cut into blocks before these cards, and the points of each block."""

    def __init__(self, game, cuts):
        # Independent deals are counted card by card.
        cuts = range(1, game.n + 1) if game.independent else cuts
        # What a player's own card takes from the others.
        self.own = 0 if game.independent else 1
        self.firsts = sorted(first for first in {1, *cuts} if first <= game.n)
        ends = [*self.firsts[1:], game.n + 1]
        self.ranks = [end - first for first, end in zip(self.firsts, ends)]
        self.cards = [ranks * game.copies for ranks in self.ranks]
        self.rivals = [
            min(cards, game.players) - 1 if ranks > 1 else 0
            for cards, ranks in zip(self.cards, self.ranks)
        ]
        self.points = [(block, i) for block, k in enumerate(self.rivals) for i in range(k + 1)]
        self.chances = self.chances_to_win(game.players - 1)

    def by_block(self, runs, otherwise):
        """What runs (first card, last card, what) say of the cards of each block."""
        found, runs = [], iter(runs)
        run = next(runs, None)
        for first in self.firsts:
            while run and run[1] < first:
                run = next(runs, None)
            found.append(run[2] if run and run[0] <= first else otherwise)
        return found

    def by_point(self, column):
        return Column([column.over[block] for block, _ in self.points], column.under)

    def chances_to_win(self, rivals):
        """By point: the chance to beat m rivals of the player's block, for m from 0 to all.

        Chances are in parts of factorial(rivals + 1).
        """
        scale = factorial(rivals + 1)

        def chance(i, most, m):
            return scale // (m + 1) if most == 0 else scale * perm(i, m) // max(1, perm(most, m))

        return [
            [chance(i, self.rivals[block], m) for m in range(rivals + 1)]
            for block, i in self.points
        ]


def subsets(rivals):
    """The sets of rivals, numbered by their bits: the members of each."""
    return [
        [rival for at, rival in enumerate(rivals) if number >> at & 1]
        for number in range(2 ** len(rivals))
    ]


def together(one, two):
    """The ways to deal to each set of rivals from two parts of the deck, by those of each part."""
    return [
        sum(one[sub] * two[who - sub] for sub in range(who + 1) if sub & who == sub)
        for who in range(len(two))
    ]


def standings(deck, rivals, live, reach):
    """By block of the player's card: (all ways to deal to the rivals, unbeaten ways).

    A way is unbeaten if no live rival is in a higher block; these are a list, by the number of live
    rivals in the player's block. Each way is weighed by how likely the rivals are to be there.
    """
    sets = subsets(rivals)
    everybody = len(sets) - 1
    contenders = sum(1 << at for at, rival in enumerate(rivals) if rival in live)
    # Ways to deal to each set from a block, and from the same without the player's card.
    alike, beside = [], []
    for block, cards in enumerate(deck.cards):
        weights = [prod([reach[rival].over[block] for rival in members]) for members in sets]
        for ways, left in ((alike, cards), (beside, cards - deck.own)):
            orders = [perm(left, len(members)) for members in sets]
            ways.append([weight * many for weight, many in zip(weights, orders)])
    nobody = [1] + [0] * everybody
    below = list(accumulate(alike, together, initial=nobody))
    above = list(accumulate(reversed(alike), together, initial=nobody))[-2::-1]
    found = []
    for under, same, over in zip(below, beside, above):
        total, unbeaten = 0, [0] * (len(rivals) + 1)
        for high in range(len(sets)):
            rest = everybody - high
            for low in range(rest + 1):
                if low & rest == low:
                    ways = under[low] * same[rest - low] * over[high]
                    total += ways
                    if not high & contenders:
                        unbeaten[bin((rest - low) & contenders).count("1")] += ways
        found.append((total, unbeaten))
    return found


def payoff(deck, player, end, reach, unit):
    """What an end pays a player, by point: the sum over all deals to the rivals.

    Payments are in parts of unit × factorial(players).
    """
    rivals = [rival for rival in range(len(reach)) if rival != player]
    pot, paid = (int(unit * chips) for chips in (sum(end.paid), end.paid[player]))
    cost, pot = paid * factorial(len(reach)), pot if player in end.live else 0
    if len(rivals) == 1:
        return payoff_of_two(deck, pot, cost, rivals[0] in end.live, reach[rivals[0]])
    ways = standings(deck, rivals, end.live, reach)
    pays = []
    for (block, _), chances in zip(deck.points, deck.chances):
        total, unbeaten = ways[block]
        won = sum([many * chance for many, chance in zip(unbeaten, chances)]) if pot else 0
        pays.append(pot * won - cost * total)
    return Column(pays, prod(reach[rival].under for rival in rivals))


def payoff_of_two(deck, pot, cost, shown, reach):
    """`payoff` against one rival, whose cards below need no sums over parts of the deck."""
    alike = [weight * cards for weight, cards in zip(reach.over, deck.cards)]
    everywhere = sum(alike)
    # The player's own card is none of the rival's.
    if not (pot and shown):
        each = 2 * pot - cost
        pays = [each * (everywhere - deck.own * weight) for weight in reach.over]
        return deck.by_point(Column(pays, reach.under))
    below = accumulate(alike, initial=0)
    certain = [
        2 * pot * under - cost * (everywhere - deck.own * weight)
        for weight, under in zip(reach.over, below)
    ]
    beside = [pot * (same - deck.own * weight) for weight, same in zip(reach.over, alike)]
    pays = [
        certain[block] + even * beside[block]
        for (block, _), (_, even) in zip(deck.points, deck.chances)
    ]
    return Column(pays, reach.under)


def deals(game):
    """The number of deals, weighed by the ranges, for one copy of player I's card.

    It is 0 if the ranges leave no deal.
    """
    runs = [run for many in game.ranges.values() for run in many]
    deck = Deck(game, {card for first, last, _ in runs for card in (first, last + 1)})
    reach = [Column.of(deck.by_block(game.ranges[player], 0)) for player in range(game.players)]
    ways = standings(deck, list(range(1, game.players)), (), reach)
    blocks = zip(deck.ranks, reach[0].over, ways)
    total = sum(ranks * weight * total for ranks, weight, (total, _) in blocks)
    return Fraction(total, prod(column.under for column in reach))


def earnings(game, strategies, deck, locked):
    """By player: (what the strategy earns, what the best plan earns), each by point.

    Both are weighed by the weight of the card. Beside them the denominator of the chips: all sums
    are in parts of it, and of factorial(players).
    """
    ends = [node for node in game.nodes if isinstance(node, End)]
    unit = lcm(*(paid.denominator for end in ends for paid in end.paid))
    weights = [Column.of(deck.by_block(game.ranges[player], 0)) for player in range(game.players)]
    nothing = Column([0] * len(deck.points))
    rows = {
        view: probabilities(deck, strategies[view], actions)
        for view, (_, actions) in game.views.items()
    }
    earned, best = [nothing] * game.players, {}
    # Of each decision: the weight of each player's cards there, and each player's last choice.
    reach, last = {}, {}
    for at, node in enumerate(game.nodes):
        here, chosen = list(weights), [None] * game.players
        if node.came:
            before, action = node.came
            actor, view = game.nodes[before].player, game.nodes[before].view
            here, chosen = list(reach[before]), list(last[before])
            here[actor] = here[actor].times(rows[actor, view][action])
            chosen[actor] = view, action
        if not isinstance(node, End):
            reach[at], last[at] = here, chosen
            continue
        for player in range(game.players):
            pays = payoff(deck, player, node, here, unit)
            plan = player, chosen[player]
            best[plan] = best[plan].plus(pays) if plan in best else pays
            earned[player] = earned[player].plus(deck.by_point(here[player]).times(pays))
    column = lambda runs, rest: deck.by_point(Column.of(deck.by_block(runs, rest)))
    # The choice at the last view comes first.
    for (player, view), (before, actions) in reversed(game.views.items()):
        values = {action: best[player, (view, action)] for action in actions}
        most = choice(values, locked.get((player, view)), column)
        plan = player, before
        best[plan] = best[plan].plus(most) if plan in best else most
    most = [deck.by_point(weights[at]).times(best[at, None]) for at in range(game.players)]
    return list(zip(earned, most)), unit


def probabilities(deck, runs, actions):
    """{action: its probability by block}."""
    rows = deck.by_block(runs, {})
    return {action: Column.of([row.get(action, 0) for row in rows]) for action in actions}


def payoffs(game, strategies, locked):
    """What the strategies pay each player.

    Refused if one of them gains by playing some card otherwise that is not locked.
    """
    many = (*strategies.values(), *game.ranges.values(), *locked.values())
    runs = [run for some in many for run in some]
    cuts = {card for first, last, _ in runs for card in (first, last + 1)}
    while True:
        deck = Deck(game, cuts)
        results, unit = affordable_earnings(game, strategies, deck, locked)
        doubtful = set()
        for player, (earned, best) in enumerate(results):
            under = lcm(earned.under, best.under)
            pairs = zip(deck.points, earned.raised_to(under), best.raised_to(under))
            for block in sorted({block for (block, _), mine, most in pairs if mine != most}):
                first, ranks = deck.firsts[block], deck.ranks[block]
                gains = f"player {PLAYERS[player]} gains by playing card {first} otherwise"
                agree(ranks > 1, gains)
                doubtful |= {first + 1, first + ranks // 2, first + ranks - 1}
        if not doubtful:
            break
        cuts |= doubtful
    scale = deals(game) * unit * factorial(game.players)
    return [average(deck, earned) / scale for earned, _ in results]


def affordable_earnings(game, strategies, deck, locked):
    """What `earnings` returns, if it is not too much work."""
    work = len(deck.points) * (len(game.views) + game.players) * 4**game.players
    need(work < MOST_WORK, "too many players, views or runs for this checker")
    return earnings(game, strategies, deck, locked)


def gains(game, strategies):
    """What the strategies pay each player, and what each gains by the best reply.

    Every card is a block of its own, so nothing is asked of the strategies.
    """
    need(game.n * 4**game.players < MOST_WORK, "too many cards for this checker")
    deck = Deck(game, set(range(1, game.n + 1)))
    results, unit = affordable_earnings(game, strategies, deck, {})
    scale = deals(game) * unit * factorial(game.players)
    paid = [average(deck, earned) / scale for earned, _ in results]
    most = [average(deck, best) / scale for _, best in results]
    return paid, [best - earned for best, earned in zip(most, paid)]


def average(deck, column):
    """The sum over all ranks of what stands at the points: those of a block weigh alike."""
    blocks = [0] * len(deck.ranks)
    for (block, _), over in zip(deck.points, column.over):
        blocks[block] += over
    parts = zip(deck.ranks, blocks, deck.rivals)
    sums = (over * Fraction(ranks, most + 1) for ranks, over, most in parts)
    return sum(sums) / column.under
