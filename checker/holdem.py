"""Hold'em in documents: the cards, ranges as players write them, and the best five of seven cards.

A card is a rank and a suit, `Ah`; kinds of the deck are in the order of DECK.
"""

import re
from fractions import Fraction
from functools import lru_cache
from itertools import combinations

from reading import need, number

RANKS, SUITS = "23456789TJQKA", "cdhs"
DECK = [rank + suit for rank in RANKS for suit in SUITS]
# Decks are told apart by the order of their hands.
BEST_FIVE = "best five"
MOST_RANGE_BYTES, MOST_WEIGHT_BYTES = 1 << 16, 40
CARD = "[2-9TJQKA][CDHS]"
CLASS = "([2-9TJQKA])([2-9TJQKA])([SO]?)"


def card(text):
    """The kind of a card that is written in any case."""
    return DECK.index(text[0].upper() + text[1].lower())


def read_board(texts):
    """The five cards of a river, by name."""
    text = " ".join(texts).upper()
    need(re.fullmatch(rf"[\s,]*(?:{CARD}[\s,]*){{5}}", text), "board: expected five cards")
    cards = [DECK[card(each)] for each in re.findall(CARD, text)]
    need(len(set(cards)) == 5, "a card is twice on the board")
    return cards


def read_range(text, board):
    """{hand: weight} of the hands that the board leaves; `22+,A2s+,KTo+,76s:1/2`."""
    need(len(text.encode()) <= MOST_RANGE_BYTES, "a range of too many characters")
    weights = {}
    for part in text.split(","):
        group, colon, spelled = part.partition(":")
        need(len(spelled.strip()) <= MOST_WEIGHT_BYTES, "a weight of too many characters")
        weight = number(spelled.strip()) if colon else 1
        need(0 <= weight <= 1, "expected a weight from 0 to 1")
        for hand in read_hands(group.strip()):
            need(weights.setdefault(hand, weight) == weight, "a hand with two weights")
    open_cards = {DECK.index(name) for name in board}
    left = {hand: weight for hand, weight in weights.items() if not open_cards & set(hand)}
    most = max(left.values(), default=0)
    need(most > 0, "a range of which the board leaves no hand")
    longest = max(len(str(weight / most)) for weight in left.values())
    need(longest <= MOST_WEIGHT_BYTES, "weights that are too long beside the heaviest")
    return left


def read_hands(group):
    """The hands of a group such as `all`, `77+`, `A5s-A2s`, `AK` or `AhKd`, higher cards first."""
    text = group.upper() if group.isascii() else ""
    if text == "ALL":
        return [(high, low) for high in range(52) for low in range(high)]
    if re.fullmatch(rf"{CARD}\s*{CARD}", text):
        one, other = sorted(map(card, re.findall(CARD, text)))
        need(one != other, "a card is twice in a hand")
        return [(other, one)]
    if text.endswith("+"):
        last = read_class(text[:-1])
        high, low, suited = last
        first = (12, 12, suited) if high == low else (high, high - 1, suited)
    else:
        first, dash, last = text.partition("-")
        first = read_class(first.strip())
        last = read_class(last.strip()) if dash else first
    high, low, suited = first
    distance = high - low
    both_move = last[0] - last[1] == distance
    low_moves = high == last[0] and distance > 0 and last[0] > last[1]
    need(suited == last[2] and (both_move or low_moves), f"“{group[:40]}”, expected hands")
    lows = range(min(low, last[1]), max(low, last[1]) + 1)
    ranks = [(each + distance if both_move else high, each) for each in lows]
    return [hand for pair in ranks for hand in hands_of(*pair, suited)]


def read_class(text):
    """(higher rank, lower rank, suits): `AKs`, `AKo`, `AK`, `77`."""
    found = re.fullmatch(CLASS, text)
    need(found, f"“{text[:40]}”, expected hands")
    high, low = RANKS.index(found[1]), RANKS.index(found[2])
    need(high > low or (high == low and not found[3]), "expected the higher rank first")
    return high, low, found[3]


def range_text(weights, most=None):
    """The one text of a range in documents: weights beside the heaviest, the heaviest first.

    With `most` they are beside that weight.

    Pairs, suited and offsuit hands from the ace down, classes in a row as one group, then the hands
    of classes that are not whole.
    """
    most = most or max(weights.values())
    by_hand = {hand: Fraction(weight, most) for hand, weight in weights.items() if weight}
    texts = []
    for weight in sorted(set(by_hand.values()), reverse=True):
        end = f":{weight}" if weight != 1 else ""
        texts += [group + end for group in groups_of(by_hand, weight)]
    return ",".join(texts)


def groups_of(weights, weight):
    """The groups of hands of one weight."""
    if len(weights) == 1326 and set(weights.values()) == {weight}:
        return ["all"]

    def is_whole(high, low, suited):
        """Whether all hands of a class have this weight."""
        return all(weights.get(hand) == weight for hand in hands_of(high, low, suited))

    def name(high, low, suited):
        return RANKS[high] + RANKS[low] + suited.lower()

    def runs(top, pair_of, suited):
        """The whole classes from `top` down; those in a row are one group."""
        whole_classes = [low for low in range(top + 1) if is_whole(*pair_of(low), suited)]
        groups = []
        for low in reversed(whole_classes):
            if low + 1 not in whole_classes:
                first = low
            if low - 1 not in whole_classes:
                least = name(*pair_of(low), suited)
                high = name(*pair_of(first), suited)
                plus = f"{least}+" if first == top else f"{high}-{least}"
                groups.append(least if first == low else plus)
        return groups

    groups = runs(12, lambda rank: (rank, rank), "")
    for suited in ("S", "O"):
        for high in range(12, 0, -1):
            groups += runs(high - 1, lambda low, high=high: (high, low), suited)
    alone = []
    for (high, low), given in weights.items():
        ranks, suited = (high // 4, low // 4), "S" if high % 4 == low % 4 else "O"
        suited = "" if ranks[0] == ranks[1] else suited
        same = {weights.get(hand) for hand in hands_of(*ranks, suited)}
        if given == weight and len(same) > 1:
            alone.append((high, low))
    return groups + [DECK[high] + DECK[low] for high, low in sorted(alone, reverse=True)]


def hands_of(high, low, suited):
    """The hands of two ranks."""
    for one in range(4):
        for other in range(4):
            fits = {"": True, "S": one == other, "O": one != other}[suited]
            if fits and (high > low or one > other):
                yield 4 * high + one, 4 * low + other


def best_five(kinds):
    """Something that is greater for the cards that win: the best five of them."""
    return best_five_of(tuple(sorted(kinds)))


@lru_cache(maxsize=1 << 16)
def best_five_of(kinds):
    """The same, remembered: documents of one board ask for the same hands."""
    return max(map(strength_of_five, combinations(kinds, 5)))


def strength_of_five(kinds):
    """The kind of these five cards, then their ranks: those that make it first."""
    ranks = [kind // 4 for kind in kinds]
    ranks = sorted(ranks, key=lambda rank: (ranks.count(rank), rank), reverse=True)
    if sorted(ranks) == [0, 1, 2, 3, 12]:
        ranks = [3, 2, 1, 0, -1]  # the ace is the lowest card of this straight
    alike = [ranks.count(rank) for rank in ranks]
    straight = alike[0] == 1 and ranks[0] - ranks[4] == 4
    flush = len({kind % 4 for kind in kinds}) == 1
    if straight or flush:
        kind = 8 if straight and flush else 5 if flush else 4
    else:
        kinds_of_pairs = {(4, 1): 7, (3, 2): 6, (3, 1): 3, (2, 2): 2, (2, 1): 1, (1, 1): 0}
        kind = kinds_of_pairs[alike[0], alike[alike[0]]]
    return kind, *ranks
