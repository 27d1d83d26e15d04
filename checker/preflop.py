"""Push or fold: hold'em before the flop, and the table of how often one hand beats another.

Two hands share 1,712,304 boards, and 93,769 pairs of hands differ in more than names of suits. To
count them all takes hours in plain Python, so this checker *takes* the counts from the solver's
file, three bytes each, and says what it checks of them:

1. The file has one count for each of the pairs, no more and no less.
2. Of two hands, both counts together are never more than the boards. By classes, such as AKs, what
   one hand wins and what the other wins (a tie counts half) is together the number of deals. The
   two sides of this sum come from different counts of the file.
3. SAMPLES pairs are counted again here, over all boards. Which ones depends on the label, so
   documents of other stacks have other samples.

Everything else is computed here: the rules, what each action pays, and best responses.

How a pair is counted: most boards give nobody a flush, so only their ranks matter. The boards of
some ranks are counted at once, and compared by ranks. Then, for each suit, the boards with which
somebody has five cards of it are looked at again: what the flush changes is added.
"""

import zlib
from collections import namedtuple
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, combinations_with_replacement, permutations
from math import comb, prod
from pathlib import Path

from reading import agree, fields, items, need, number

FILE = Path(__file__).resolve().parent.parent / "solver" / "poker" / "data" / "preflop.bin"
BOARDS = comb(48, 5)
SAMPLES = 2
RANKS = "23456789TJQKA"
FIRST, SECOND = "first to act", "facing a push"
I, II = 0, 1

# A card is 4 × rank + suit, a hand two cards, the higher one first.
# stack, small, big: all that a player has, and what the blinds have put in, the ante counted in.
PushGame = namedtuple("PushGame", "name label players n views stack small big")


def is_ours(block):
    """True if the game of a document is push or fold."""
    return type(block) is dict and block.get("name") == "push-fold" and "tree" not in block


def read_game(block):
    """The game of a document."""
    fields(block, {"name", "n", "stack"}, {"ante", "bets", "copies"})
    alone = items(block.get("bets", [])) == [] and block.get("copies", "1") == "1"
    need(alone and block["n"] == "169", "push or fold has 169 classes of hands")
    stack, ante = number(block["stack"]), number(block.get("ante", "0"))
    need(ante >= 0 and stack >= ante + 1, "expected a stack of the ante and the big blind, or more")
    need(max(map(bits, (stack, ante))) <= 1_000, "an amount of too many digits")
    stakes = (f"a{ante}-" if ante else "") + f"s{stack}"
    views = {(I, FIRST): (None, ["fold", "push"]), (II, SECOND): (None, ["fold", "call"])}
    label = f"push-fold/{stakes.replace('/', '_')}"
    small, big = ante + Fraction(1, 2), ante + 1
    return PushGame("push-fold", label, 2, len(classes()), views, stack, small, big)


def bits(amount):
    return max(amount.numerator.bit_length(), amount.denominator.bit_length())


def deals(game):
    """The number of deals of two hands and a board, counted twice."""
    return sum(map(sum, table()[0]))


def payoffs(game, strategies, locked):
    """What the strategies pay each player, refused if one of them gains by playing otherwise."""
    check_samples(game.label)
    ways, won = table()
    push = by_class(strategies[I, FIRST], "push")
    call = by_class(strategies[II, SECOND], "call")
    pot = 2 * game.stack
    everybody = range(game.n)
    values = {I: [], II: []}
    for own in everybody:
        # Player I folds, or pushes and is called or not.
        called = sum(call[other] * ways[own][other] for other in everybody)
        wins = sum(call[other] * won[own][other] for other in everybody)
        dealt = sum(ways[own])
        pushes = game.big * (dealt - called) + pot * wins - game.stack * called
        values[I].append((-game.small * dealt, pushes))
        # Player II is pushed at, and folds or calls; else she wins the small blind.
        pushed = sum(push[other] * ways[own][other] for other in everybody)
        wins = sum(push[other] * won[own][other] for other in everybody)
        quiet = game.small * (dealt - pushed)
        calls = pot * wins - game.stack * pushed
        values[II].append((quiet - game.big * pushed, quiet + calls))
    found = []
    for at, view, chances in ((I, FIRST, push), (II, SECOND, call)):
        total, runs = 0, locked.get((at, view), [])
        for hand, (chance, (fold, other)) in enumerate(zip(chances, values[at]), 1):
            earned = fold + chance * (other - fold)
            gains = f"player {'I' * (at + 1)} gains by playing hand {hand} otherwise"
            is_locked = any(first <= hand <= last for first, last, _ in runs)
            agree(is_locked or earned == max(fold, other), gains)
            total += earned
        found.append(Fraction(total) / deals(game))
    return found


def by_class(runs, action):
    """How likely an action is with the hands of each class."""
    return [row.get(action, 0) for first, last, row in runs for _ in range(first, last + 1)]


# Hands and classes.


def classes():
    """(row, column) of the grid that players know, from the ace down; suited hands are above."""
    return [(row, column) for row in range(13) for column in range(13)]


def class_of(hand):
    """The number of the class of a hand."""
    high, low = (12 - card // 4 for card in hand)
    suited = hand[0] % 4 == hand[1] % 4
    row, column = (high, low) if suited else (low, high)
    return 13 * row + column


@lru_cache(maxsize=None)
def hands():
    """All hands, those of a low higher card first."""
    return [(high, low) for high in range(52) for low in range(high)]


def renamed(hand, suits):
    """The hand with other names of suits."""
    high, low = (card - card % 4 + suits[card % 4] for card in hand)
    return (high, low) if high > low else (low, high)


# The table.


@lru_cache(maxsize=None)
def places():
    """{(first hand of a class, another hand): place of its count}; the first hands of classes."""
    firsts = {}
    for hand in hands():
        firsts.setdefault(class_of(hand), hand)
    order, found = {hand: at for at, hand in enumerate(hands())}, {}
    count = 0
    for first in (firsts[number] for number in range(169)):
        fixed = [suits for suits in permutations(range(4)) if renamed(first, suits) == first]
        for other in hands():
            if set(first) & set(other):
                continue
            least = min((renamed(other, suits) for suits in fixed), key=order.get)
            if least == other:
                found[first, other] = count
                count += 1
            found[first, other] = found[first, least]
    return found, firsts, count


@lru_cache(maxsize=None)
def counts():
    """The counts of the file, in its order."""
    data = FILE.read_bytes()
    _, _, count = places()
    need(len(data) == 3 * count, f"{FILE.name}: expected {count} counts")
    return [int.from_bytes(data[at : at + 3], "little") for at in range(0, len(data), 3)]


def wins(hand, other):
    """The boards on which a hand beats another, as the file says."""
    found, firsts, _ = places()
    first = firsts[class_of(hand)]
    suits = next(names for names in permutations(range(4)) if renamed(hand, names) == first)
    return counts()[found[first, renamed(other, suits)]]


@lru_cache(maxsize=None)
def table():
    """By classes: the deals, and how many of them the first hand wins; both counted twice."""
    ways = [[0] * 169 for _ in range(169)]
    won = [[0] * 169 for _ in range(169)]
    found, firsts, _ = places()
    renamings = {
        hand: next(
            names for names in permutations(range(4)) if renamed(hand, names) == firsts[one]
        )
        for hand in hands()
        for one in [class_of(hand)]
    }
    sizes = [0] * 169
    for hand in hands():
        sizes[class_of(hand)] += 1
    count = counts()
    for one, first in firsts.items():
        for other in hands():
            if set(first) & set(other):
                continue
            two = class_of(other)
            mine = count[found[first, other]]
            theirs = count[found[firsts[two], renamed(first, renamings[other])]]
            need(mine + theirs <= BOARDS, f"{FILE.name}: more boards than there are")
            ways[one][two] += 2 * BOARDS * sizes[one]
            won[one][two] += (BOARDS + mine - theirs) * sizes[one]
    for one in range(169):
        for two in range(169):
            whole = won[one][two] + won[two][one] == ways[one][two] == ways[two][one]
            need(whole, f"{FILE.name}: deals that nobody wins")
    return ways, won


def check_samples(label):
    """Counts some pairs of hands again, which the label chooses."""
    seed = zlib.crc32(label.encode())
    for at in range(SAMPLES):
        check_sample(seed * (at + 1) + at)


@lru_cache(maxsize=None)
def check_sample(seed):
    hand = hands()[seed % len(hands())]
    rest = [other for other in hands() if not set(hand) & set(other)]
    other = rest[seed // len(hands()) % len(rest)]
    right = (wins(hand, other), wins(other, hand)) == count_boards(hand, other)
    need(right, f"{FILE.name}: another count of {hand} and {other}")


# Boards, counted again.


def count_boards(hand, other):
    """The boards on which each of two hands beats the other."""
    left = [card for card in range(52) if card not in hand + other]
    of_rank = [sum(card // 4 == rank for card in left) for rank in range(13)]
    won, by_ranks = [0, 0], {}

    def add(mine, theirs, boards):
        if mine != theirs:
            won[mine < theirs] += boards

    for board in combinations_with_replacement(range(13), 5):
        boards = prod(comb(of_rank[rank], board.count(rank)) for rank in set(board))
        if boards:
            ranks = [sorted((*board, *(card // 4 for card in one))) for one in (hand, other)]
            by_ranks[board] = [strength_of_ranks(each) for each in ranks]
            add(*by_ranks[board], boards)
    for suit in range(4):
        add_flushes(suit, (hand, other), left, by_ranks, add)
    return tuple(won)


def add_flushes(suit, both, left, by_ranks, add):
    """Looks again at the boards with which somebody has five cards of a suit."""
    own = [[card // 4 for card in hand if card % 4 == suit] for hand in both]
    suited = [card // 4 for card in left if card % 4 == suit]
    beside = [sum(c // 4 == rank and c % 4 != suit for c in left) for rank in range(13)]
    for many in range(5 - max(map(len, own)), 6):
        for flush in combinations(suited, many):
            flushes = [strength_of_flush([*flush, *ranks]) for ranks in own]
            for rest in combinations_with_replacement(range(13), 5 - many):
                boards = prod(comb(beside[rank], rest.count(rank)) for rank in set(rest))
                if boards:
                    plain = by_ranks[tuple(sorted((*flush, *rest)))]
                    add(*plain, -boards)
                    add(*map(max, plain, flushes), boards)


def strength_of_flush(ranks):
    """The best five of cards of one suit; nothing of fewer."""
    if len(ranks) < 5:
        return (-1,)
    top = straight_of(ranks)
    return (8, top) if top is not None else (5, *sorted(ranks, reverse=True)[:5])


def strength_of_ranks(ranks):
    """The best five of seven cards that make no flush."""
    groups = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    (most, first), (more, second) = groups[:2]
    rest = sorted(set(ranks) - {first}, reverse=True)
    if most == 4:
        return 7, first, rest[0]
    if most == 3 and more >= 2:
        return 6, first, second
    top = straight_of(ranks)
    if top is not None:
        return 4, top
    if most == 3:
        return 3, first, *rest[:2]
    if most == more == 2:
        return 2, first, second, max(set(ranks) - {first, second})
    if most == 2:
        return 1, first, *rest[:3]
    return 0, first, *rest[:4]


def straight_of(ranks):
    """The highest card of the best straight; None without one. An ace is the lowest card too."""
    seen = {*ranks, *([-1] if 12 in ranks else [])}
    tops = [top for top in seen if all(top - down in seen for down in range(5))]
    return max(tops, default=None)
