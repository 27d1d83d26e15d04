"""Payoffs of strategies in games with a deck of cards, and the proof that nobody gains.

A player's hand and the open cards decide what she knows of the other's. Two sums over the other
player's hands are all that payoffs need, at each board:

1. Let r(k) be the weight of each way in which the other player comes here with hand k, and R the
   sum over all ways to take a hand from the cards that are not open. A hand k that shares no card
   with the player's hand h is any, less those with the first card of h, less those with the second,
   plus those with both, which were taken off twice: R − R(h₁) − R(h₂) + r(h).
2. Copies of a card cannot be told apart, so a hand is a kind with many ways. R(c) is then the
   number of ways that are gone when one copy of c is: of {c} it is 1, of {c, d} the copies of d, of
   {c, c} the copies of c less one. Formula 1 holds as it stands.
3. The same over the weaker hands alone says how often the player wins; over the equal ones, among
   them h itself, how often the pot is shared.

Of the deals of both hands, those that go on to a board count by the chance of the board. A board
c₁, c₂, … can be drawn in so many ways from the deck, one after the other; the hands are then dealt
from the rest. That counts every deal of hands and board. Given the hands, the first card is one of
t, the next one of t − 1, where t cards are in no hand: so each counts as one over the product of
these.
"""

from fractions import Fraction
from math import lcm, prod

from cards import Finish, Turn, cards_left, strength, ways, ways_gone
from equilibrium import MOST_WORK, Column, choice
from games import I, II
from reading import PLAYERS, agree, need


class Board:
    """The open cards at a place: what they leave, and what they make of the hands."""

    def __init__(self, deck, dealt):
        self.left = cards_left(deck, dealt)
        self.ways = [ways(hand, self.left) for hand in deck.hands]
        strengths = [strength(deck, hand, dealt) for hand in deck.hands]
        groups = {}
        for hand, how_strong in enumerate(strengths):
            groups.setdefault(how_strong, []).append(hand)
        self.groups = [groups[how_strong] for how_strong in sorted(groups)]
        unseen = sum(cards_left(deck, ())) - 2 * deck.size
        drawn = [cards_left(deck, dealt[:at])[card] for at, card in enumerate(dealt)]
        self.chance = Fraction(prod(drawn), prod(unseen - at for at in range(len(dealt))))


class Sums:
    """Formulas 1 and 2: what some hands weigh together, beside the cards of another hand."""

    def __init__(self, deck, board):
        self.deck, self.board = deck, board
        self.all, self.gone = 0, [0] * len(deck.kinds)

    def add(self, hand, weight):
        self.all += self.board.ways[hand] * weight
        kinds = self.deck.hands[hand]
        for kind in set(kinds):
            self.gone[kind] += ways_gone(kinds, kind, self.board.left) * weight

    def beside(self, hand, same):
        """`same` is the weight of this hand itself, if it is among those that were added."""
        kinds = self.deck.hands[hand]
        both = same if len(kinds) == 2 else 0
        return self.all - sum(self.gone[kind] for kind in kinds) + both


def standings(deck, board, reach):
    """By hand: all ways of the other player, and twice those that are beaten, ties once.

    The ways to hold the hand are counted in; the chance of the board is not.
    """
    total = Sums(deck, board)
    for hand, weight in enumerate(reach):
        total.add(hand, weight)
    coming = [ways * total.beside(h, reach[h]) for h, ways in enumerate(board.ways)]
    won, weaker = [0] * len(reach), Sums(deck, board)
    for group in board.groups:
        level = Sums(deck, board)
        for hand in group:
            level.add(hand, reach[hand])
        for hand in group:
            beaten = 2 * weaker.beside(hand, 0) + level.beside(hand, reach[hand])
            won[hand] = board.ways[hand] * beaten
        for hand in group:
            weaker.add(hand, reach[hand])
    return coming, won


def weights_of(game, at):
    given = game.ranges.get(at)
    return Column.of([given[hand] if given else 1 for hand in range(game.n)])


def deals(game):
    """The number of deals of both hands, weighed by the ranges."""
    one, two = weights_of(game, I), weights_of(game, II)
    coming, _ = standings(game.deck, Board(game.deck, ()), two.over)
    total = sum(weight * many for weight, many in zip(one.over, coming))
    return Fraction(total, one.under * two.under)


def earnings(game, strategies, locked):
    """By player: (what the strategy earns, what the best plan earns), each by hand.

    Both are weighed by the weight of the hand. Beside them the denominator of the chips.
    """
    ends = [node for node in game.nodes if isinstance(node, Finish)]
    unit = lcm(*(paid.denominator for end in ends for paid in end.paid))
    boards = {node.board: Board(game.deck, node.board) for node in ends}
    rows = {}
    for (actor, view), (_, actions) in game.views.items():
        runs = strategies[actor, view]
        by_hand = [row for first, last, row in runs for _ in range(first, last + 1)]
        for action in actions:
            rows[actor, view, action] = Column.of([row.get(action, 0) for row in by_hand])
    weights = [weights_of(game, at) for at in (I, II)]
    earned, best = [Column([0] * game.n)] * 2, {}
    # Of each turn: the weight of each player's hands there, and each player's last choice.
    reach, last = {}, {}
    for at, node in enumerate(game.nodes):
        here, chosen = list(weights), [None, None]
        if node.came:
            before, action = node.came
            actor, view = game.nodes[before].player, game.nodes[before].view
            here, chosen = list(reach[before]), list(last[before])
            here[actor] = here[actor].times(rows[actor, view, action])
            chosen[actor] = view, action
        if isinstance(node, Turn):
            reach[at], last[at] = here, chosen
            continue
        board = boards[node.board]
        for actor in (I, II):
            pays = payoff(game.deck, board, actor, node, here[1 - actor], unit)
            plan = actor, chosen[actor]
            best[plan] = best[plan].plus(pays) if plan in best else pays
            earned[actor] = earned[actor].plus(here[actor].times(pays))

    def column(runs, rest):
        cells = [rest] * game.n
        for first, last, cell in runs:
            cells[first - 1 : last] = [cell] * (last + 1 - first)
        return Column.of(cells)

    # The choice at the last view comes first.
    for (actor, view), (before, actions) in reversed(game.views.items()):
        values = {action: best[actor, (view, action)] for action in actions}
        most = choice(values, locked.get((actor, view)), column)
        plan = actor, before
        best[plan] = best[plan].plus(most) if plan in best else most
    most = [weights[at].times(best[at, None]) for at in (I, II)]
    return list(zip(earned, most)), 2 * unit


def payoff(deck, board, actor, end, reach, unit):
    """What an end pays a player, by hand, in parts of 2 × unit: pot × won − paid × coming."""
    pot, paid = int(unit * sum(end.paid)), int(unit * end.paid[actor])
    coming, won = standings(deck, board, reach.over)
    if actor not in end.live:
        won = [0] * len(coming)
    elif len(end.live) == 1:
        won = [2 * many for many in coming]
    part = board.chance.numerator
    pays = [part * (pot * w - 2 * paid * c) for w, c in zip(won, coming)]
    return Column(pays, reach.under * board.chance.denominator)


def payoffs(game, strategies, locked):
    """What the strategies pay each player.

    Refused if one of them gains by playing some hand otherwise that is not locked.
    """
    need(len(game.nodes) * game.n < MOST_WORK, "too many nodes or hands for this checker")
    results, unit = earnings(game, strategies, locked)
    for at, (earned, best) in enumerate(results):
        under = lcm(earned.under, best.under)
        pairs = zip(earned.raised_to(under), best.raised_to(under))
        worse = [hand for hand, (mine, most) in enumerate(pairs, 1) if mine != most]
        gains = f"player {PLAYERS[at]} gains by playing hand {worse[0] if worse else 0} otherwise"
        agree(not worse, gains)
    scale = deals(game) * unit
    return [Fraction(sum(earned.over), earned.under) / scale for earned, _ in results]
