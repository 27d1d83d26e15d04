"""Documents of bounds: spots of hold'em from the flop on, and a plan for both players.

A plan gives each hand, at each view of its player, whole parts of D. It is judged with tokens: a
hand starts with its weight times 2^k of them, and of t tokens the action that ends at c of D parts
has passed on floor(t c / D), all before it included. So a plan is a strategy in whole numbers, and
the best responses to it are whole numbers too. They bound the value from both sides.

Suits are not merged here: every card is dealt. Where the plan has a card for others alike, its rows
are read with the suits exchanged.

A lock gives rows of probabilities that are rules. Tokens follow them whatever the plan says, and
best responses do not run over them. The bounds are wider by what rounded tokens may win there.
"""

import base64
import hashlib
import json
import zlib
from fractions import Fraction
from itertools import permutations
from math import ceil

from amounts import amount, spelled
from holdem import DECK, best_five
from reading import NoDocument, Refused, agree, fields, items, need, string
from solution import decimal
from spot_betting import STREETS, Spot
from spot_locks import Locks, after_action, name_of

KEYS = ["format", "name", "players", "deck", "board", "ranges", "betting", "pot", "stacks", "round"]
KEYS += ["all_in_above", *STREETS, "bets", "raises", "donk", "most", "I", "II"]
RUNOUTS = [45 * 44, 44, 1]
HEADROOM, LEAST_TOKENS, MOST_TOKENS = 62, 6, 40


def check(document):
    keys = {"format", "label", "game", "decimals", "certificate", "plan"}
    fields(document, keys, {"values", "locked"})
    need(type(document["format"]) is int and document["format"] == 2, "expected format 2")
    need(document.get("values") is None, "expected no values")
    decimals = [string(text) for text in items(document["decimals"], 2)]
    spot = Spot(document["game"])
    locks = Locks(spot, document["locked"]) if "locked" in document else None
    given = fields(document["plan"], {"parts", "order", "merged", "rows", "sha256", "data"})
    counts = [given[key] for key in ["parts", "merged", "rows"]]
    need(all(type(count) is int and count >= 0 for count in counts), "whole numbers")
    try:
        data = base64.b64decode(string(given["data"]), validate=True)
    except ValueError as why:
        raise NoDocument(f"the plan: {why}") from None
    sha256 = hashlib.sha256(data).hexdigest()
    agree(sha256 == string(given["sha256"]), "the plan has another SHA-256")
    # The game on one line, its keys in one order.
    text = json.dumps(ordered(spot.file), separators=(",", ":"), ensure_ascii=False)
    hash_of_game = hashlib.sha256(text.encode()).digest()
    text += locks.text if locks else ""
    label = "spot/" + hashlib.sha256(text.encode()).hexdigest()[:16]
    agree(string(document["label"]) == label, "another label")
    need(data[:8] == b"RBPLAN1\n" and len(data) >= 44, "the plan: expected RBPLAN1")
    agree(data[8:40] == hash_of_game, "the plan is of another game")
    parts = int.from_bytes(data[40:44], "little")
    agree(parts == given["parts"], "another number of parts")
    agree(parts == 255 or parts in [1 << bits for bits in range(1, 25)], "a number of parts")
    plan = Plan(spot, parts, data[44:], locks is None)
    shape = {"order": "deck", "merged": plan.merged, "rows": plan.rows}
    agree(given | shape == given, f"another shape of plan than {shape}")
    lower, upper = Judge(spot, plan, locks).bounds()
    half = (upper - lower) / 2
    found = {
        "lower": lower,
        "upper": upper,
        "gap": upper - lower,
        "exploitability": half,
        "exploitability_of_pot": half / spot.pot,
    }
    claimed = fields(document["certificate"], {"kind", *found})
    for key, value in found.items():
        claim = amount(spelled(claimed[key]))
        agree(claim == value, f"{key}: claimed {claim}, found {value}")
    middle = (lower + upper) / 2
    right = [decimal(middle), decimal(-middle)]
    agree(decimals == right, f"the decimals are {', '.join(right)}")


def ordered(value):
    if type(value) is not dict:
        return value
    need(value.keys() <= set(KEYS), "expected keys of spots")
    return {key: ordered(value[key]) for key in sorted(value, key=KEYS.index)}


def exchanged(hand, suits):
    return tuple(sorted(each // 4 * 4 + suits[each % 4] for each in hand))


class Plan:
    """The rows of a plan by place: ("act", {hand: parts}, [after]) and ("deal", {card: after})."""

    def __init__(self, spot, parts, packed, merges):
        self.spot, self.parts, self.size, self.rows = spot, parts, 1 if parts == 255 else 2, 0
        group = []
        for suits in permutations(range(4)) if merges else [(0, 1, 2, 3)]:
            fixed = set(exchanged(spot.board, suits)) == set(spot.board)
            alike = [
                {exchanged(hand, suits): weight for hand, weight in weights.items()} == weights
                for weights in spot.weights
            ]
            if fixed and all(alike):
                group.append(suits)
        self.merged = len(group)
        length = self.length(spot.root, spot.board, group)
        inflate = zlib.decompressobj()
        try:
            self.data, self.at = inflate.decompress(packed, length + 1), 0
        except zlib.error as why:
            raise Refused(f"the plan cannot be inflated: {why}") from None
        agree(len(self.data) == length, f"the plan has another length than {length}")
        agree(inflate.eof and not inflate.unused_data, "the plan ends too early or too late")
        self.root = self.read(spot.root, spot.board, group)

    def hands(self, player, board):
        return sorted(hand for hand in self.spot.weights[player] if not set(hand) & set(board))

    def cards(self, board, group):
        """Each card to come, the least that is alike, and an exchange that makes it so."""
        for dealt in range(52):
            if dealt not in board:
                yield dealt, *min((exchanged([dealt], suits)[0], suits) for suits in group)

    def length(self, place, board, group):
        if place[0] == "act":
            own = len(self.hands(place[1], board)) * (len(place[2]) - 1) * self.size
            return own + sum(self.length(after, board, group) for after in place[2])
        if place[0] != "deal":
            return 0
        least = {dealt for dealt, first, _ in self.cards(board, group) if dealt == first}
        return sum(self.length(place[1], [*board, each], fixing(group, each)) for each in least)

    def read(self, place, board, group):
        if place[0] == "act":
            hands = self.hands(place[1], board)
            self.rows += len(hands)
            columns = []
            for _ in place[2][1:]:
                end = self.at + len(hands) * self.size
                some = self.data[self.at : end]
                pieces = range(0, len(some), self.size)
                numbers = (some[at : at + self.size] for at in pieces)
                columns.append([int.from_bytes(number, "little") for number in numbers])
                self.at = end
            rows = {}
            for hand, *row in zip(hands, *columns):
                agree(sum(row) <= self.parts, "a row of too many parts")
                rows[hand] = [*row, self.parts - sum(row)]
            return "act", rows, [self.read(after, board, group) for after in place[2]]
        if place[0] != "deal":
            return None
        after = {}
        for dealt, first, suits in self.cards(board, group):
            if dealt == first:
                below = self.read(place[1], [*board, dealt], fixing(group, dealt))
                after[dealt] = below, (0, 1, 2, 3)
            else:
                after[dealt] = after[first][0], suits
        return "deal", after


def fixing(group, dealt):
    return [suits for suits in group if exchanged([dealt], suits)[0] == dealt]


class Judge:
    """Best responses to a plan, in tokens times units of chips, times boards and pairs."""

    def __init__(self, spot, plan, locks):
        self.spot, self.plan, self.ranked = spot, plan, {}
        most = int(max(spot.amounts) * spot.unit)
        self.locks = locks.rows if locks else {}
        # The most that each player may win beyond the values of whole tokens.
        misplaced = locks.misplaced if locks else [0, 0]
        self.more = [2 * most * RUNOUTS[spot.first] * each for each in reversed(misplaced)]
        totals = [sum(weights.values()) for weights in spot.weights]
        one = max(max(weights.values()) for weights in spot.weights)
        room = 2**HEADROOM // max(3 * most * RUNOUTS[spot.first] * max(totals), one * plan.parts)
        self.tokens = min(room.bit_length() - 1, MOST_TOKENS)
        agree(self.tokens >= LEAST_TOKENS, "too large for tokens")

    def bounds(self):
        spot = self.spot
        pairs = 0
        for hand, weight in spot.weights[0].items():
            for other, of_other in spot.weights[1].items():
                if not set(hand) & set(other):
                    pairs += weight * of_other
        need(pairs, "the ranges leave no deal")
        whole = pairs * RUNOUTS[spot.first] * 2**self.tokens * spot.unit
        ends = []
        for player in range(2):
            others = spot.weights[1 - player].items()
            reach = {hand: weight << self.tokens for hand, weight in others}
            suits = (0, 1, 2, 3)
            start = suits, spot.board, ("",)
            best = self.best(player, spot.root, self.plan.root, start, reach)
            total = sum(spot.weights[player][hand] * value for hand, value in best.items())
            total += self.more[player] * sum(spot.weights[player].values())
            ends.append(Fraction(total, whole))
        return -ends[1], ends[0]

    def best(self, player, place, plan, where, reach):
        """{own hand: what it wins at best}, from a place on; `suits` lead to the plan's cards."""
        suits, board, view = where
        kind = place[0]
        if kind == "fold":
            amount = int(place[2] * self.spot.unit) * RUNOUTS[len(board) - 3]
            return self.folded(player, board, reach, -amount if place[1] == player else amount)
        if kind == "show" and len(board) == 5:
            return self.shown(player, board, reach, int(place[1] * self.spot.unit))
        if kind != "act":
            return self.dealt(player, place, plan, where, reach)
        locked = self.locks.get(name_of(view), {}) if self.locks else {}
        values = []
        running = dict.fromkeys(reach, 0)
        gone = dict.fromkeys(reach, 0)
        for action, (after, below, name) in enumerate(zip(place[2], plan[2], place[3])):
            passed = reach
            if place[1] != player:
                passed = {}
                for hand, tokens in reach.items():
                    running[hand] += plan[1][exchanged(hand, suits)][action]
                    until = tokens * running[hand] // self.plan.parts
                    if hand in locked:
                        until = tokens * sum(locked[hand][: action + 1]) // 1
                    passed[hand], gone[hand] = until - gone[hand], until
            start = suits, board, after_action(view, name)
            values.append(self.best(player, after, below, start, passed))
        join = max if place[1] == player else sum
        out = {hand: join([value[hand] for value in values]) for hand in values[0]}
        if place[1] == player:
            for hand, parts in locked.items():
                out[hand] = ceil(sum(part * each[hand] for part, each in zip(parts, values)))
        return out

    def dealt(self, player, place, plan, where, reach):
        suits, board, view = where
        total = {hand: 0 for hand in self.plan.hands(player, board)}
        for each in (each for each in range(52) if each not in board):
            left = {hand: tokens for hand, tokens in reach.items() if each not in hand}
            after, below, turned = place, None, suits
            if place[0] == "deal":
                below, more = plan[1][exchanged([each], suits)[0]]
                after, turned = place[1], tuple(more[suit] for suit in suits)
            start = turned, [*board, each], (*view, DECK[each], "")
            values = self.best(player, after, below, start, left)
            for hand, value in values.items():
                total[hand] += value
        return total

    def folded(self, player, board, reach, amount):
        by_card, total = [0] * 52, sum(reach.values())
        for (low, high), tokens in reach.items():
            by_card[low] += tokens
            by_card[high] += tokens
        return {
            hand: amount * (total - by_card[hand[0]] - by_card[hand[1]] + reach.get(hand, 0))
            for hand in self.plan.hands(player, board)
        }

    def shown(self, player, board, reach, amount):
        """Once from the weakest hand up, once from the strongest down."""
        key = tuple(sorted(board))
        if key not in self.ranked:
            both = {hand for who in range(2) for hand in self.plan.hands(who, board)}
            groups = {}
            for hand in both:
                groups.setdefault(best_five([*hand, *board]), []).append(hand)
            self.ranked[key] = [groups[strength] for strength in sorted(groups)]
        own = self.spot.weights[player]
        out = {}
        for sign, groups in (1, self.ranked[key]), (-1, self.ranked[key][::-1]):
            total, by_card = 0, [0] * 52
            for group in groups:
                for hand in group:
                    if hand in own:
                        behind = total - by_card[hand[0]] - by_card[hand[1]]
                        out[hand] = out.get(hand, 0) + sign * amount * behind
                for low, high in group:
                    tokens = reach.get((low, high), 0)
                    total += tokens
                    by_card[low] += tokens
                    by_card[high] += tokens
        return out
