"""Spots of hold'em in game files: board, ranges, and the lines of betting that sizes make.

Only the amounts are spelled as people like; board, ranges and the pot have one text.
"""

import re
from fractions import Fraction
from math import lcm

from amounts import amount, chips, part, size, spelled
from games import MOST_NODES, TAKEN
from holdem import CARD, DECK, card, range_text, read_range
from reading import fields, items, need, number, string

STREETS = ["flop", "turn", "river"]
SIZES = {"bets", "raises", "donk", "most"}
MOST_RAISES, MOST_WEIGHT, MOST_UNITS = 20, 1 << 20, 1 << 40


def for_both(value):
    """A value of both players, or one of each."""
    if type(value) is not dict:
        return [value, value]
    fields(value, set(), {"I", "II"})
    return [value.get("I", []), value.get("II", [])]


class Spot:
    """Ranges, and the lines of betting, which are the same on every board."""

    def __init__(self, game):
        fields(game, {"format", "name", "players", "deck", "board", "ranges", "betting"})
        need(spelled(game["format"]) == "2" and game["deck"] == "hold'em", "format 2, hold'em")
        title = re.fullmatch("[a-z][a-z0-9-]{0,39}", string(game["name"]))
        need(title and title[0] not in TAKEN, "a spot needs a name of its own")
        need(spelled(game["players"]) == "2", "players: expected 2")
        self.board = [card(each) for each in re.findall(CARD, string(game["board"]).upper())]
        need(3 <= len(self.board) == len(set(self.board)) <= 5, "a board of three to five cards")
        need(game["board"] == "".join(DECK[each] for each in self.board), "the board: no blanks")
        self.first = len(self.board) - 3
        ranges = fields(game["ranges"], {"I", "II"})
        self.weights = [self.read_weights(string(ranges[player])) for player in ["I", "II"]]
        streets = STREETS[self.first :]
        betting = fields(game["betting"], {"pot", "stacks", *streets}, {"round", "all_in_above"})
        self.pot, self.stack = chips(betting["pot"]), self.smaller(betting["stacks"])
        need(number(betting["pot"]) > 0, "expected a pot above 0")
        self.round = amount(spelled(betting["round"])) if "round" in betting else None
        need(self.round is None or self.round > 0, "round: expected chips above 0")
        # Who has put in more than this is all-in.
        self.most = self.stack
        if "all_in_above" in betting:
            above = part(spelled(betting["all_in_above"]))
            need(above > 0, "all_in_above: expected a part of the stack above 0")
            self.most = above * self.stack
        written = {"bets": [], "raises": [], "most": "2"}
        written = {street: written | fields(betting[street], set(), SIZES) for street in streets}
        self.file = game | {"betting": betting | written}
        self.sizes = {STREETS.index(key): self.read_sizes(written[key]) for key in streets}
        need("donk" not in written[streets[0]], "donk: expected on a later street")
        self.nodes, self.amounts = 0, []
        start = (self.first, Fraction(0), (Fraction(0), Fraction(0)), 0, 0, Fraction(0), False)
        self.root = self.act(*start) if self.stack else self.close(self.first, Fraction(0), False)
        self.unit = lcm(*(amount.denominator for amount in self.amounts))
        need(max(self.amounts) * self.unit <= MOST_UNITS, "amounts of too many units")

    def read_weights(self, text):
        """{hand: whole weight} of the hands that the board leaves, hands by lower and higher."""
        weights = read_range(text, [])
        need(text == range_text(weights, 1), "a range in another spelling than documents have")
        left = {tuple(sorted(hand)): Fraction(weight) for hand, weight in weights.items() if weight}
        left = {hand: weight for hand, weight in left.items() if not set(hand) & set(self.board)}
        need(left, "a range of which the board leaves no hand")
        unit = lcm(*(weight.denominator for weight in left.values()))
        left = {hand: int(weight * unit) for hand, weight in left.items()}
        need(max(left.values()) <= MOST_WEIGHT, "weights of too many digits")
        return left

    def smaller(self, stacks):
        """The smaller stack; what looks like two stacks, such as 60/40, is none."""
        if type(stacks) is not dict and "/" in spelled(stacks):
            clear = number(stacks) >= 1 and len(stacks.partition("/")[2]) == 1
            need(clear, f"stacks = {stacks[:40]}, expected chips")
        return min(map(chips, for_both(stacks)))

    def read_sizes(self, street):
        """The sizes of a street, by player, and the number of bets and raises at most."""
        lists = {key: for_both(street[key]) for key in ["bets", "raises", "donk"] if key in street}
        sizes = {key: [list(map(size, items(of))) for of in both] for key, both in lists.items()}
        # Player II never bets first, so a list of donk bets of his is read and never played.
        for key, both in sizes.items():
            for kind, given in both[0] + (both[1] if key != "donk" else []):
                need(kind != "times" or key == "raises", "a multiple of the bet, of raises only")
                need(kind != "chips" or given <= self.stack, "a bet beyond the smaller stack")
        most = amount(spelled(street["most"]))
        need(most in range(1, MOST_RAISES + 1), "most: expected 1 to 20")
        return {**sizes, "most": most}

    def grow(self, nodes):
        self.nodes += nodes
        need(self.nodes <= MOST_NODES, "too many nodes")

    def over(self, kind, amount):
        self.amounts.append(amount)
        return (*kind, amount)

    def act(self, street, paid, put, player, raises, last, attacked):
        """A place of a player: ("act", player, [what follows each action], their names)."""
        self.grow(1)
        own, other, following = put[player], put[1 - player], []
        names = ["fold", "call"] if raises else ["check"]
        if raises:
            self.grow(1)
            following.append(self.over(("fold", player), self.pot / 2 + paid + own))
            following.append(self.close(street, paid + other, player == 0))
        elif player == 0:
            following.append(self.act(street, paid, put, 1, 0, last, attacked))
        else:
            following.append(self.close(street, paid, False))
        sizes = self.sizes[street]
        if raises < sizes["most"]:
            allowed = sizes["raises" if raises else "bets"][player]
            if not raises and player == 0 and attacked and "donk" in sizes:
                allowed = sizes["donk"][0]
            for amount in sorted({self.put(each, paid, other, last) for each in allowed}):
                if amount > other:
                    after = (amount, other) if player == 0 else (other, amount)
                    more = (raises + 1, amount - other, attacked)
                    following.append(self.act(street, paid, after, 1 - player, *more))
                    names.append(f"{'raise to' if raises else 'bet'} {amount}")
        return "act", player, following, names

    def put(self, size, paid, other, last):
        """What a player has put in on the street after a bet or a raise of this size."""
        (kind, given), left = size, self.stack - paid
        if kind == "all-in":
            return left
        if kind == "pot":
            amount = other + (self.pot + 2 * (paid + other)) * given
        else:
            amount = other * given if kind == "times" else other + given
        if self.round:
            amount = (amount / self.round + Fraction(1, 2)) // 1 * self.round
        amount = min(max(amount, other + last), left)
        return left if paid + amount > self.most else amount

    def close(self, street, paid, attacked):
        self.grow(1 if paid < self.stack else 3 - street)
        if street == 2 or paid == self.stack:
            return self.over(("show",), self.pot / 2 + paid)
        zero = Fraction(0)
        return "deal", self.act(street + 1, paid, (zero, zero), 0, 0, zero, attacked)
