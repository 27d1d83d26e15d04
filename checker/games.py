"""The games: deck, ranges and betting tree of each family, and of a game file in a document."""

import re
from collections import namedtuple
from fractions import Fraction
from math import lcm

from reading import PLAYERS, fields, items, name, need, number, player, string, whole

MOST_CARDS, MOST_COPIES, MOST_SIZES, MOST_NODES, MOST_BITS = 10**18, 10**6, 100_000, 10_000, 1_000
MOST_INDEPENDENT = 1_000
I, II, III = 0, 1, 2

# nodes: the betting tree, each node after the one it comes from.
# independent: True if each of two players is dealt any card, whatever the other holds.
# ranges: for each player the runs (first card, last card, weight); other cards are never dealt to
#     that player.
# views: {(player, view): (the player's choice before, as (view, action) or None, and the actions)},
#     a view after those that the same player has seen before.
Game = namedtuple("Game", "name label players n copies independent ranges nodes views")
# came: (the index of the decision before, the action taken there), or None at the root.
Decision = namedtuple("Decision", "came player view actions")
End = namedtuple("End", "came paid live")


def read_game(block):
    """The game of a document."""
    need(type(block) is dict, "expected an object")
    return file_game(block) if "tree" in block else family_game(block)


def make_game(title, stakes, players, n, copies, ranges, root, node_at, independent=False):
    """The game whose tree has node_at(root) at its root.

    node_at of a place is ("decide", player, view, {action: place}) or ("end", paid, live).
    """
    cards = 2 <= n <= MOST_CARDS and 1 <= copies <= MOST_COPIES and players <= n * copies
    need(cards, "too few cards, or too many")
    for at in range(players):
        check_weights(ranges.setdefault(at, [(1, n, 1)]))
    nodes, views, last = [], {}, {}  # last: of a node, what each player has chosen last
    places = [(None, root)]
    while places:
        came, place = places.pop()
        kind, *node = node_at(place)
        before = {}
        if came:
            before = {**last[came[0]], nodes[came[0]].player: (nodes[came[0]].view, came[1])}
        if kind == "end":
            check_end(players, *node)
            nodes.append(End(came, *node))
            continue
        actor, view, actions = node
        need(actor < players and actions, "a decision of nobody, or without an action")
        seen = (before.get(actor), list(actions))
        alike = views.setdefault((actor, view), seen) == seen
        need(alike, f"“{view}” is reached by different own actions, or offers different ones")
        last[len(nodes)] = before
        places += [((len(nodes), action), then) for action, then in reversed(list(actions.items()))]
        nodes.append(Decision(came, actor, view, list(actions)))
    label = f"{title}/n{n}{stakes.replace('/', '_')}" + (f"-r{copies}" if copies > 1 else "")
    return Game(title, label, players, n, copies, independent, ranges, nodes, views)


def check_end(players, paid, live):
    """Of three and more players those who are in have paid the same, and nobody has paid more."""
    need(len(paid) == players and live and len(set(live)) == len(live), "an end of other players")
    need(max(live) < players and min(paid) >= 0, "an end of other players, or a payment below 0")
    match = players == 2 or all(paid[at] == max(paid) for at in live)
    need(match, "chips that do not match")
    need(all(long(amount) <= MOST_BITS for amount in paid), "an amount of too many digits")


def check_weights(runs):
    """Some card has a weight, none has one below 0, and none takes too many digits."""
    weights = [weight for *_, weight in runs]
    need(min(weights) >= 0 < max(weights), "a range without cards")
    scale = 1
    for weight in weights:
        scale = lcm(scale, weight.denominator)
        need(max(scale.bit_length(), long(weight)) <= MOST_BITS, "weights of too many digits")


def long(amount):
    return max(amount.numerator.bit_length(), amount.denominator.bit_length())


# Families: a tree is written from the root, with what each action leads to.


def decide(actor, view, **then):
    return "decide", actor, view, then


def over(paid, *live):
    return "end", paid, live


def actions_of(decision):
    return decision[3]


def one_street(bets, _, shown=1, checked="check"):
    """I checks or bets, II folds or calls.

    At a showdown only the part `shown` of what was paid is won and lost.
    """
    then = {checked: over([shown, shown], I, II) if checked == "check" else over([1, 1], II)}
    for bet in bets[1:]:
        called = over([shown * (1 + bet)] * 2, I, II)
        folded = over([1 + bet, 1], I)
        then[f"bet {bet}"] = decide(II, f"facing bet {bet}", fold=folded, call=called)
    return decide(I, "first to act", **then)


def hand_flip(bets, flip):
    """The lower card wins with probability `flip`.

    So on the average a showdown is for the rest of the chips only.
    """
    need(0 <= flip <= Fraction(1, 2), "a flip is a probability up to 1/2")
    return one_street(bets, None, shown=1 - 2 * flip)


def borel(bets, _):
    """I bets or gives up the ante."""
    return one_street(bets, None, checked="fold")


def one_raise(bets, more):
    """II may raise, by one size, and I folds or calls."""
    need(more > 0, "a raise is above 0")
    _, bet = bets
    first = one_street(bets, None)
    raised = 1 + bet + more
    folded, called = over([1 + bet, raised], II), over([raised] * 2, I, II)
    answer = decide(I, f"facing raise {more}", fold=folded, call=called)
    actions_of(actions_of(first)[f"bet {bet}"])[f"raise {more}"] = answer
    return first


def kuhn(bets, _):
    """II may bet after a check, and I folds or calls."""
    _, bet = bets
    first, called = one_street(bets, None), over([1 + bet] * 2, I, II)
    answer = decide(I, f"facing bet {bet} after a check", fold=over([1, 1 + bet], II), call=called)
    after_check = {"check": over([1, 1], I, II), f"bet {bet}": answer}
    actions_of(first)["check"] = decide(II, "facing a check", **after_check)
    return first


def callers(bets, players, in_turn=False):
    """All others fold or call, in turn; they see the bet, and `in_turn` also what II did."""
    _, bet = bets

    def reply(actor, live, words=""):
        if actor == players:
            return over([1 + bet if at in live else 1 for at in range(players)], *live)
        view = f"facing bet {bet}{words if in_turn else ''}"
        fold = reply(actor + 1, live, " after a fold")
        call = reply(actor + 1, (*live, actor), " after a call")
        return decide(actor, view, fold=fold, call=call)

    checked = over([1] * players, *range(players))
    return decide(I, "first to act", **{"check": checked, f"bet {bet}": reply(II, (I,))})


FAMILIES = {  # the key beside name, n and bets, the letters before it in a label, and the tree
    "von-neumann": (None, "", one_street),
    "newman": (None, "", one_street),
    "one-street": (None, "", one_street),
    "basic-endgame": ("win", "w", one_street),
    "hand-flip": ("flip", "flip", hand_flip),
    "borel": (None, "", borel),
    "one-raise": ("raise", "raise", one_raise),
    "kuhn": (None, "", kuhn),
    "three-player": (None, "", lambda bets, _: callers(bets, 3)),
    "callers": ("players", "p", callers),
    "in-turn": (None, "", lambda bets, _: callers(bets, 3, in_turn=True)),
}


# Names that a tree of a document may not have.
TAKEN = {*FAMILIES, "leduc", "push-fold"}


def family_game(block):
    """The game of a family, with its bets, and what else tells its games apart."""
    family = string(block.get("name"))
    need(family in FAMILIES, f"game “{family[:40]}”, expected one of: {', '.join(FAMILIES)}")
    key, letters, tree = FAMILIES[family]
    fields(block, {"name", "n", "bets"} | ({key} if key else set()), {"copies"})
    n, copies = whole(block["n"]), whole(block.get("copies", "1"))
    bets = [number(bet) for bet in items(block["bets"])]
    ascending = all(low < high for low, high in zip(bets, bets[1:]))
    some = bets[:1] == [0] and 2 <= len(bets) <= MOST_SIZES + 1
    need(some and ascending, "bets: expected 0 and more, ascending")
    right = len(bets) == 2 or family == "one-street"
    if family == "newman":
        right = bets == list(range(len(bets)))
    need(right, f"other bets than those of {family}")
    extra = block.get(key)
    if key == "players":
        need(type(extra) is int and 2 <= extra <= len(PLAYERS), "players: expected 2 to 10")
    elif key:
        extra = number(extra)
    ranges = {}
    if key == "win":
        need(n == 3 and 0 <= extra <= 1, "win: expected a probability, and three cards")
        ranges = {I: [(1, 1, 1 - extra), (3, 3, extra)], II: [(2, 2, 1)]}
    players = extra if key == "players" else 3 if family in ("three-player", "in-turn") else 2
    stakes = "-s" + "-".join(map(str, bets[1:])) if family == "one-street" else f"-b{bets[-1]}"
    stakes += f"-{letters}{extra}" if key else ""
    root = tree(bets, extra)
    return make_game(family, stakes, players, n, copies, ranges, root, lambda node: node)


def file_game(block):
    """The game of a game file, which stands in the document as `tree`."""
    fields(block, {"name", "n", "tree"})
    keys = {"format", "name", "n", "players", "root", "nodes"}
    file = fields(block["tree"], keys, {"copies", "ranges", "deals"})
    need(type(file["format"]) is int and file["format"] == 1, "expected game files of format 1")
    title = string(file["name"])
    new = re.fullmatch("[a-z][a-z0-9-]{0,39}", title) and title not in TAKEN
    need(new, "a tree needs a name of its own")
    n, copies, players = whole(file["n"]), whole(file.get("copies", "1")), file["players"]
    need(type(players) is int and 2 <= players <= 4, "players: expected 2 to 4")
    independent = "deals" in file
    if independent:
        fits = file["deals"] == "independent" and players == 2 and copies == 1
        need(fits and n <= MOST_INDEPENDENT, "deals: expected independent ones of two players")
    nodes, owners = {}, {}
    for node in items(file["nodes"]):
        new = type(node) is dict and name(node.get("id")) not in nodes
        need(new, "a node without an id of its own")
        nodes[node["id"]] = read_node(node, owners)
    need(1 <= len(nodes) <= MOST_NODES, f"expected 1 to {MOST_NODES} nodes")
    missing = dict(nodes)

    def node_at(place):
        need(place in missing, f"node “{place}” is not there, or is reached twice")
        return missing.pop(place)

    ranges = read_ranges(items(file.get("ranges", [])), players, n)
    root = string(file["root"])
    game = make_game(title, "", players, n, copies, ranges, root, node_at, independent)
    need(not missing, "a node that no play reaches")
    return game


def read_node(node, owners):
    """A node of a game file, as make_game takes it."""
    if "paid" in node:
        fields(node, {"id", "paid", "live"})
        paid = [number(amount) for amount in items(node["paid"])]
        return "end", paid, [player(one) for one in items(node["live"])]
    fields(node, {"id", "player", "view", "actions"})
    actor, view, actions = player(node["player"]), name(node["view"]), {}
    need(owners.setdefault(view, actor) == actor, f"“{view}” is what two players see")
    for action in items(node["actions"]):
        fields(action, {"action", "to"})
        need(name(action["action"]) not in actions, "an action stands twice")
        actions[action["action"]] = string(action["to"])
    return "decide", actor, view, actions


def read_ranges(parts, players, n):
    """{player: runs of cards with their weights}, for the players who have a range."""
    ranges = {}
    for part in parts:
        fields(part, {"player", "cards", "weight"})
        first, last = (whole(card) for card in items(part["cards"], 2))
        runs = ranges.setdefault(player(part["player"]), [])
        before = runs[-1][1] if runs else 0
        need(before < first <= last <= n, "a range: expected cards in order, each once")
        runs.append((first, last, number(part["weight"])))
    need(all(at < players for at in ranges), "a range of nobody")
    return ranges
