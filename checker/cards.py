"""Games with a deck of cards: hands of one or two cards, and the tree in which more are dealt.

Leduc hold'em is one of them; the others stand in documents as game files of format 2.
"""

import re
from collections import namedtuple
from fractions import Fraction
from math import lcm

import holdem
from games import I, II, MOST_NODES, TAKEN, check_end, check_weights, decide, over, read_node
from reading import PLAYERS, fields, items, name, need, number, player, string

NAMES = ["leduc"]
LEDUC = ["J", "J", "Q", "Q", "K", "K"], 1, "pair, then rank"
ORDERS = ["rank", "pair, then rank"]
MOST_KINDS, MOST_COPIES, MOST_RANGE_BYTES = 52, 1000, 1 << 20

# kinds: [(name, copies)], the lowest first; size: cards of a hand; open: kinds on the board before
# the betting; order: one of ORDERS, or holdem.BEST_FIVE; hands: the kinds of each, the higher
# first, the weakest hand first.
Deck = namedtuple("Deck", "kinds size order open hands")
# As games.Game, with a deck; nodes are Turn and Finish, each after the one it comes from.
CardGame = namedtuple("CardGame", "name label players n deck ranges nodes views")
# came: (the index of the turn before, the action taken there), or None; board: kinds dealt so far.
Turn = namedtuple("Turn", "came board player view actions")
Finish = namedtuple("Finish", "came board paid live")


def is_ours(block):
    """True if the game of a document has a deck of cards."""
    if type(block) is not dict:
        return False
    tree = block.get("tree")
    return block.get("name") in NAMES or (type(tree) is dict and "deck" in tree)


# Decks.


def make_deck(cards, size, order, open_cards, holds=lambda hand: True):
    """The deck of these cards by name, with the hands that can be dealt and that `holds`."""
    names = list(dict.fromkeys(cards))
    kinds = [(name(kind), cards.count(kind)) for kind in names]
    need(2 <= len(kinds) <= MOST_KINDS, f"expected 2 to {MOST_KINDS} different cards")
    need(all(copies <= MOST_COPIES for _, copies in kinds), "too many copies of a card")
    need(type(size) is int and size in (1, 2), "hand: expected 1 or 2 cards")
    need(all(card in names for card in open_cards), "a card on the board that the deck has not")
    opened = [names.index(card) for card in open_cards]
    deck = Deck(kinds, size, order, opened, [])
    left = cards_left(deck, ())
    need(min(left) >= 0, "more cards on the board than the deck has")
    every = [(high, low) for high in range(len(kinds)) for low in range(high + 1)]
    hands = every if size == 2 else [(kind,) for kind in range(len(kinds))]
    hands = [hand for hand in hands if ways(hand, left) and holds(hand)]
    hands.sort(key=lambda hand: strength(deck, hand, ()))
    spelled = [hand_name(deck, hand) for hand in hands]
    need(len(set(spelled)) == len(spelled) >= 2, "too few hands, or two of one name")
    return deck._replace(hands=hands)


def hand_name(deck, hand):
    return "".join(deck.kinds[kind][0] for kind in hand)


def cards_left(deck, board):
    """The copies of each kind that are not open."""
    gone = [*deck.open, *board]
    return [copies - gone.count(kind) for kind, (_, copies) in enumerate(deck.kinds)]


def ways(hand, left):
    """The number of ways to take a hand from these copies of each kind."""
    if len(hand) == 1:
        return left[hand[0]]
    high, low = hand
    return left[high] * left[low] if high != low else left[low] * (left[low] - 1) // 2


def ways_gone(hand, kind, left):
    """How many of these ways are gone when one copy of a kind in the hand is."""
    if len(hand) == 1:
        return 1
    high, low = hand
    if high == low:
        return left[low] - 1
    return left[low if kind == high else high]


def strength(deck, hand, board):
    """Something that is greater for the hand that wins."""
    cards = [*hand, *deck.open, *board]
    if deck.order == holdem.BEST_FIVE:
        return holdem.best_five(cards)
    if deck.order == "rank":
        return hand
    most, kind = max((cards.count(kind), kind) for kind in cards)
    return (most, kind, *hand) if most > 1 else (0, 0, *hand)


# Games.


def read_game(block):
    """The game of a document."""
    if "tree" in block:
        return file_game(block)
    fields(block, {"name", "n"}, {"bets", "copies"})
    alone = items(block.get("bets", [])) == [] and block.get("copies", "1") == "1"
    need(alone and block["n"] == "3", "leduc is one game, with three hands")
    deck = make_deck(*LEDUC, [])
    return card_game("leduc", "leduc", deck, {}, leduc_tree(), lambda node: node)


def leduc_tree():
    """Two streets, an open card between them; on each a bet and a raise at most."""

    def street(paid, bet, words, then):
        """Both have paid so much; `then` says what follows where neither folds."""

        def facing_raise(actor, raiser, played):
            low, high = paid + bet, paid + 2 * bet
            lost = over([high, low] if raiser == I else [low, high], raiser)
            called = then(high, f"{played}, raise {bet}, call")
            return decide(actor, words(f"facing raise {bet}"), fold=lost, call=called)

        def facing_bet(actor, bettor, played, after=""):
            high = paid + bet
            lost = over([high, paid] if bettor == I else [paid, high], bettor)
            answers = {"fold": lost, "call": then(high, f"{played}, call")}
            answers[f"raise {bet}"] = facing_raise(bettor, actor, played)
            return decide(actor, words(f"facing bet {bet}{after}"), **answers)

        bet_later = facing_bet(I, II, f"check, bet {bet}", " after a check")
        checked = {"check": then(paid, "check, check"), f"bet {bet}": bet_later}
        first = {"check": decide(II, words("facing a check"), **checked)}
        first[f"bet {bet}"] = facing_bet(II, I, f"bet {bet}")
        return decide(I, words("first to act"), **first)

    def card(paid, played):
        def words(sight):
            return f"{played}; {sight}"

        def shown(paid, _):
            return over([paid, paid], I, II)

        following = street(paid, 4, words, shown)
        return "deal", {kind: following for kind in range(3)}, None

    return street(1, 2, str, card)


def card_game(title, label, deck, ranges, root, node_at):
    """The game whose tree has node_at(root) at its root.

    node_at of a place is as for games.make_game, or ("deal", {kind: place}, place): a card is
    dealt, and the last place follows all kinds that are not named.
    """
    for at in (I, II):
        check_weights([(hand, hand, weight) for hand, weight in ranges.get(at, {0: 1}).items()])
    nodes, views, last = [], {}, {}
    visited = set()  # places with the deal that they follow: each is another node after each card
    deals = 0
    places = [(None, (), 0, frozenset(), root)]
    while places:
        came, board, deal, path, place = places.pop()
        key = place if type(place) is str else id(place)
        need(key not in path, "a cycle")
        need((key, deal) not in visited, "a node that is reached twice")
        visited.add((key, deal))
        need(len(visited) <= MOST_NODES, f"more than {MOST_NODES} nodes")
        path |= {key}
        kind, *node = node_at(place)
        if kind == "deal":
            named, rest = node
            left = cards_left(deck, board)
            coming = {card for card, copies in enumerate(left) if copies > 0}
            need(sum(left) > 2 * deck.size, "no card is left to be dealt")
            need(named.keys() <= coming, "a card is dealt that is not left")
            need(named.keys() == coming or rest is not None, "a card that may come is missing")
            for card in sorted(coming, reverse=True):
                deals += 1
                places.append((came, (*board, card), deals, path, named.get(card, rest)))
            continue
        before = {}
        if came:
            before = {**last[came[0]], nodes[came[0]].player: (nodes[came[0]].view, came[1])}
        if kind == "end":
            check_end(2, *node)
            nodes.append(Finish(came, board, *node))
            continue
        actor, view, actions = node
        need(actor in (I, II) and actions, "a decision of nobody, or without an action")
        if board:
            view = " ".join(deck.kinds[card][0] for card in board) + f": {view}"
        seen = (before.get(actor), list(actions))
        alike = views.setdefault((actor, view), seen) == seen
        need(alike, f"“{view}” is reached by different own actions, or offers different ones")
        last[len(nodes)] = before
        following = [(action, then) for action, then in actions.items()]
        for action, then in reversed(following):
            places.append(((len(nodes), action), board, deal, path, then))
        nodes.append(Turn(came, board, actor, view, list(actions)))
    return CardGame(title, label, 2, len(deck.hands), deck, ranges, nodes, views)


def file_game(block):
    """The game of a game file of format 2, which stands in the document as `tree`."""
    fields(block, {"name", "n", "tree"})
    keys = {"format", "name", "players", "deck", "root", "nodes"}
    file = fields(block["tree"], keys, {"board", "ranges"})
    need(type(file["format"]) is int and file["format"] == 2, "a deck is of format 2")
    title = string(file["name"])
    new = re.fullmatch("[a-z][a-z0-9-]{0,39}", title) and title not in TAKEN
    need(new, "a tree needs a name of its own")
    need(type(file["players"]) is int and file["players"] == 2, "players: expected 2")
    deck, ranges = read_deck(file)
    nodes, owners = {}, {}
    names = [kind for kind, _ in deck.kinds]
    for node in items(file["nodes"]):
        new = type(node) is dict and name(node.get("id")) not in nodes
        need(new, "a node without an id of its own")
        nodes[node["id"]] = read_deal(node, names) if "deal" in node else read_node(node, owners)
    need(1 <= len(nodes) <= MOST_NODES, f"expected 1 to {MOST_NODES} nodes")
    met = set()

    def node_at(place):
        need(place in nodes, f"node “{place}” is not there")
        met.add(place)
        return nodes[place]

    label = f"{title}/n{len(deck.hands)}"
    game = card_game(title, label, deck, ranges, string(file["root"]), node_at)
    need(met == nodes.keys(), "a node that no play reaches")
    return game


def read_deal(node, names):
    """A node that deals a card, as card_game takes it."""
    deal = fields(node, {"id", "deal"})["deal"]
    need(type(deal) is dict, "deal: expected an object")
    need(all(card in names for card in deal if card != "*"), "a card that the deck has not")
    places = {names.index(card): string(to) for card, to in deal.items() if card in names}
    return "deal", places, string(deal["*"]) if "*" in deal else None


def read_deck(file):
    """The deck of a file, and {player: {number of the hand: weight}} for those with a range."""
    board = [string(card) for card in items(file.get("board", []))]
    read = read_range
    if file["deck"] == "hold'em":
        cards, size, order = holdem.DECK, 2, holdem.BEST_FIVE
        need(board == holdem.read_board(board), "the board: expected five cards such as Ks")
        read = read_holdem
    else:
        block = fields(file["deck"], {"cards", "hand", "order"})
        cards = [string(card) for card in items(block["cards"])]
        size, order = block["hand"], string(block["order"])
        need(order in ORDERS, f"order: expected one of {', '.join(ORDERS)}")
        grouped = [each for each in dict.fromkeys(cards) for _ in range(cards.count(each))]
        need(cards == grouped, "the deck: expected copies of a card side by side")
    deck = make_deck(cards, size, order, board)
    texts = file.get("ranges", {})
    need(type(texts) is dict, "ranges: expected an object")
    weights = {player(who): read(deck, string(text)) for who, text in texts.items()}
    need(all(at in (I, II) for at in weights), "a range of nobody")
    everybody = [weights.get(at, dict.fromkeys(deck.hands, 1)) for at in (I, II)]
    deck = make_deck(cards, size, order, board, lambda hand: any(w.get(hand) for w in everybody))
    ranges = {
        at: {number: weight.get(hand, 0) for number, hand in enumerate(deck.hands)}
        for at, weight in weights.items()
    }
    whole_deck = len(deck.hands) == len(make_deck(cards, size, order, board).hands)
    for at, who in enumerate(PLAYERS[:2]):
        right = None
        if not whole_deck or at in ranges and len(set(ranges[at].values())) > 1:
            right = range_text(deck, ranges.get(at))
        need(texts.get(who) == right, f"the range of {who}: expected {right}")
    return deck, ranges


def range_text(deck, weights):
    """The one text of a range in documents; `weights` by number of the hand, or None for all."""
    weights = weights or dict.fromkeys(range(len(deck.hands)), 1)
    if deck.order == holdem.BEST_FIVE:
        return holdem.range_text({deck.hands[hand]: each for hand, each in weights.items()})
    held = [weight for weight in weights.values() if weight]
    need(held, "a range without cards")
    scale = lcm(*(Fraction(weight, held[0]).denominator for weight in held))
    texts = []
    for hand, weight in weights.items():
        weight = Fraction(weight * scale, held[0])
        if weight:
            texts.append(hand_name(deck, deck.hands[hand]) + (f":{weight}" if weight != 1 else ""))
    return ", ".join(texts)


def read_holdem(deck, text):
    """{hand: weight} of a text such as `22+,A2s+,76s:1/2`."""
    return holdem.read_range(text, [deck.kinds[kind][0] for kind in deck.open])


def read_range(deck, text):
    """{hand: weight} of a text such as `K, Q:1/2`."""
    need(len(text.encode()) <= MOST_RANGE_BYTES, "a range of too many characters")
    named = {hand_name(deck, hand): hand for hand in deck.hands}
    for hand in deck.hands:
        named.setdefault(hand_name(deck, hand[::-1]), hand)
    weights = {}
    for part in text.split(","):
        hand, colon, weight = part.partition(":")
        weight = number(weight.strip()) if colon else 1
        if hand.strip() == "all":
            weights.update(dict.fromkeys(deck.hands, weight))
            continue
        hand = named.get(hand.strip())
        need(hand and hand not in weights, f"“{part[:40]}”, expected each hand once")
        weights[hand] = weight
    return weights
