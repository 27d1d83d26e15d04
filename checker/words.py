"""Words of a betting tree of a document's own, compared with its chips and its cards.

An action may have any name, but a word of poker must do what it says: fold, check, call, bet X,
raise X (beyond the call), raise to X (all that the player puts in on the street), all-in. The words
are carried out from the root. What no word tells is an unknown: the antes, and what an action of
another name puts in. The ends say what is paid, and all of them must give an unknown one value.

A view may have any name, but it names no action that was not taken and no card that is not open.
"""

import re
from collections import namedtuple
from fractions import Fraction

from reading import PLAYERS, Refused, agree

VERBS = ["fold", "check", "call", "bet", "raise", "all-in"]
BETS = ["bet", "raise", "all-in"]
MOST_DIGITS = 80
MOST_EXPONENT = 1000
PLAIN = "[0-9]+|[0-9]{1,3}(?:[,_][0-9]{3})+"
NUMBER = re.compile(
    rf"(?:(?:{PLAIN})(?:/(?:{PLAIN}))?|(?:(?:{PLAIN})\.?[0-9]*|\.[0-9]+)(?:e([+-]?[0-9]+))?)"
)
# Words behind a number of which it is a part or a multiple.
SHARES = {"%", "percent", "pot", "stack", "times", "x"}

# verb: one of VERBS; by: the chips that the word adds, to: what it makes of those on the street.
Word = namedtuple("Word", "verb by to")
# put, start: of each player the chips now and where the street began, as (unknown, more).
Place = namedtuple("Place", "put start first_street bettor")
# A step on the way to a node: the player, the view, the action, and its word or None.
Taken = namedtuple("Taken", "player view action word")


def check(game):
    """Refused if a word is false."""
    steps = [taken_before(game, node) for node in game.nodes]
    Chips(game, steps).check()
    for at, node in enumerate(game.nodes):
        if hasattr(node, "view"):
            check_view(game, steps, at)


def read_word(name):
    """The word that a name begins with, in any case, or None."""
    name = "".join(letter.lower() if letter.isascii() else letter for letter in name)
    verb, _, rest = name.partition(" ")
    if verb not in VERBS:
        return None
    if rest.startswith("to "):
        return Word(verb, None, read_amount(rest[3:]))
    return Word(verb, read_amount(re.sub("^(?:by|of|for) ", "", rest)), None)


def read_amount(text):
    """The chips that words begin with, whatever their unit: 5000, 5,000 chips, 2.5bb, $5. None of a
    share or a multiple: 50%, 1/2 pot, 3x, 5k."""
    first, _, unit = text.partition(" ")
    first = first.removeprefix("$")
    digits = first.rstrip("abcdefghijklmnopqrstuvwxyz")
    if len(first) == len(digits) + 1 or SHARES & set(unit.split(" ")):
        return None
    return read_number(digits)


def read_number(text):
    """A number in digits, with a point, as a fraction, with a power of ten or in groups of digits;
    None of other words."""
    found = NUMBER.fullmatch(text)
    if len(text) > MOST_DIGITS or not found or re.search("/[0_,]+$", text):
        return None
    if abs(int(found[1] or 0)) > MOST_EXPONENT:
        return None
    return Fraction(re.sub("[,_]", "", text))


def taken_before(game, node):
    """The action that leads to a node, or None at the root."""
    if not node.came:
        return None
    before, action = node.came
    above = game.nodes[before]
    return Taken(above.player, above.view, action, read_word(action))


def board(node):
    """The cards dealt on the way to a node; none in a game without a board."""
    return getattr(node, "board", ())


def line(game, steps, at, street=False):
    """The actions on the way to a node, the first one first; or those of its street alone."""
    found, cards = [], board(game.nodes[at])
    while game.nodes[at].came:
        taken = steps[at]
        at = game.nodes[at].came[0]
        if street and board(game.nodes[at]) != cards:
            break
        found.append(taken)
    return found[::-1]


def spelled(taken):
    return ", ".join(each.action for each in taken)


# Actions.


class Chips:
    """The amounts at each node, as far as words tell, and the unknowns that ends have told."""

    def __init__(self, game, steps):
        self.game, self.steps = game, steps
        self.known = [None] * game.players
        # The part of the chips that is won and lost at a showdown, 1 in most games. Where the lower
        # card may win, as in hand-flip, it is less, the same at each showdown.
        self.shown = 1
        # Of two players, what one has paid more than the other at every showdown, an ante of one.
        ends = [node.paid for node in game.nodes if hasattr(node, "paid") and len(node.live) > 1]
        more = {paid[1] - paid[0] for paid in ends} if game.players == 2 else set()
        self.more = more.pop() if len(more) == 1 else 0
        # Antes that “raise to X” leaves out where it counts blinds in, the same everywhere.
        self.antes = None
        root = [(player, 0) for player in range(game.players)]
        self.places = []
        for at, node in enumerate(game.nodes):
            if node.came:
                self.places.append(self.place(node, steps[at]))
            else:
                self.places.append(self.dealt(node, (), Place(root, root, True, None)))

    def dealt(self, node, cards, place):
        """The same place, on a new street if a card was dealt on the way."""
        if board(node) == cards:
            return place
        return Place(place.put, place.put, False, None)

    def place(self, node, taken):
        """The chips after an action, as its word says."""
        before = node.came[0]
        put, start, first_street, bettor = self.places[before]
        player, word, now = taken.player, taken.word, None
        if word:
            now = self.says(word, put, start[player], player, first_street, bettor)
        if now is None:
            self.known.append(None)
            now = len(self.known) - 1, 0
        put = [now if at == player else amount for at, amount in enumerate(put)]
        if not word:
            bettor = None
        elif word.verb in BETS:
            bettor = player
        place = Place(put, start, first_street, bettor)
        return self.dealt(node, board(self.game.nodes[before]), place)

    def says(self, word, put, start, player, first_street, bettor):
        """What the player has put in after a word, or None if it does not say."""

        def more(amount, added):
            return amount[0], amount[1] + added

        beyond = 0 if bettor is None else self.beyond(player, bettor)
        verb, by, to = word
        if verb in ("fold", "check"):
            return put[player]
        if verb == "call":
            return None if bettor is None else more(put[bettor], beyond)
        if verb == "bet" and by is not None:
            return more(put[player], by)
        if verb == "raise" and by is not None:
            return None if bettor is None else more(put[bettor], beyond + by)
        # Blinds may be counted in on the first street.
        if verb in ("bet", "raise") and to is not None and not first_street:
            return more(start, to)
        return None

    def beyond(self, player, other):
        """What a player has paid more than another who has called as much."""
        return (player - other) * self.more

    def value(self, amount):
        unknown, more = amount
        return None if self.known[unknown] is None else self.known[unknown] + more

    def check(self):
        ends = [(at, node) for at, node in enumerate(self.game.nodes) if hasattr(node, "paid")]
        unknown = list(self.known)
        try:
            self.check_ends(ends)
        except Refused:
            if hasattr(self.game, "deck") or self.game.players != 2:
                raise
            self.known = unknown
            if not self.is_shown_in_part(ends):
                raise
        live, acting = self.below()
        for at, taken in enumerate(self.steps):
            if taken and taken.word:
                self.check_word(at, taken, live[at], acting[at])

    def check_ends(self, ends):
        for at, node in ends:
            self.check_end(at, node)

    def is_shown_in_part(self, ends):
        """True if the ends agree with one part of the chips at all showdowns."""
        shown = [end for end in ends if len(end[1].live) > 1]
        try:
            # What a fold leaves is paid in full, so it tells the antes.
            self.check_ends([end for end in ends if len(end[1].live) == 1])
            puts = [(self.value(self.places[at].put[0]), node.paid[0]) for at, node in shown]
            parts = [Fraction(paid) / put for put, paid in puts if put]
            if not parts or parts[0] < 0:
                return False
            if parts[0] == 0:
                # Either card wins as often, so nothing is won and nothing told.
                return not any(Fraction(paid) for _, node in shown for paid in node.paid)
            self.shown = parts[0]
            self.check_ends(shown)
        except Refused:
            return False
        return True

    def check_end(self, at, node):
        """The words put in what is paid, and nobody is out who has not folded."""
        way = line(self.game, self.steps, at)
        spoken = [taken for taken in way if taken.word]
        for player in range(self.game.players):
            own = [taken for taken in way if taken.player == player][-1:]
            own = [taken for taken in own if taken.word]
            if own and player not in node.live:
                folds = own[0].word.verb == "fold"
                agree(folds, f"action “{own[0].action}”: {PLAYERS[player]} is out after it")
            unknown, more = self.places[at].put[player]
            paid = Fraction(node.paid[player]) / (self.shown if len(node.live) > 1 else 1)
            told = paid - more
            if self.known[unknown] is None:
                self.known[unknown] = told
            if own or spoken:
                name = (own or spoken[-1:])[0].action
                puts = f"{PLAYERS[player]} pays {paid} after “{spelled(way)}”"
                words = f"action “{name}”: {puts}, which is not what it says"
                agree(self.known[unknown] == told >= 0, words)

    def below(self):
        """By node: the players who are in at some end below it, and those who act there."""
        live = [set() for _ in self.game.nodes]
        acting = [set() for _ in self.game.nodes]
        for at in reversed(range(len(self.game.nodes))):
            node = self.game.nodes[at]
            if hasattr(node, "paid"):
                live[at] |= set(node.live)
            else:
                acting[at].add(node.player)
            if node.came:
                live[node.came[0]] |= live[at]
                acting[node.came[0]] |= acting[at]
        return live, acting

    def check_word(self, at, taken, live, acting):
        player, view, name, word = taken
        where = f"action “{name}” at “{view}”"
        is_out = player not in live | acting
        agree(is_out == (word.verb == "fold"), f"{where}: who folds is out, and nobody else")
        before = self.places[self.game.nodes[at].came[0]]
        mine, own = self.value(self.places[at].put[player]), self.value(before.put[player])
        others = [(self.value(each), who) for who, each in enumerate(before.put) if who != player]
        known = all(value is not None for value, _ in others)
        most = max(value + self.beyond(player, who) for value, who in others) if known else None
        start = self.value(before.start[player])
        if None in (mine, own, start):
            return
        added, total = mine - own, mine - start
        fits = {
            "fold": True,
            "check": most is None or mine >= most,
            "call": added > 0 and (most is None or mine == most),
            "bet": added > 0,
            "raise": added > 0 and (most is None or mine > most),
            "all-in": added > 0 and player not in acting,
        }[word.verb]
        agree(fits, f"{where}: {PLAYERS[player]} adds {added}")
        words = f"{where}: {PLAYERS[player]} adds {added}, {total} in all on this street"
        agree(self.is_named(word, mine, added, total, most, before.first_street), words)

    def is_named(self, word, mine, added, total, most, first_street):
        """True if the number of a word is that of its chips."""
        verb, by, to = word
        if verb in ("fold", "check") or by is None and to is None:
            return True
        if to is not None:
            antes = self.known[: self.game.players]
            blinds = first_street and any(ante != antes[0] for ante in antes)
            least = min((ante for ante in antes if ante is not None), default=0)
            if total == to or not (blinds and 0 <= mine - to <= least):
                return total == to
            if self.antes is None:
                self.antes = mine - to
            return self.antes == mine - to
        if verb == "raise":
            return most is None or mine == most + by
        return added == by or verb != "bet" and total == by


# Views.


def check_view(game, steps, at):
    node = game.nodes[at]
    own = node.view
    if hasattr(game, "deck"):
        names = [name for name, _ in game.deck.kinds]
        if board(node):
            own = own.removeprefix(" ".join(names[kind] for kind in node.board) + ": ")
        opened = {names[kind] for kind in (*game.deck.open, *board(node))}
        for card in listed_cards(own, names):
            agree(card in opened, f"view “{node.view}”: card {card} is not open")
    way, street = line(game, steps, at), line(game, steps, at, street=True)
    first = own.split("; ")[-1].startswith("first to act")
    agree(not (first and street), f"view “{node.view}”: somebody has acted before")
    # An action of another name may be any.
    if any(taken.word is None for taken in way):
        return
    bets = [taken.word for taken in way if taken.word.verb in BETS]
    faced = [taken.word for taken in way[-1:]] + bets[-1:]
    every = [taken.word for taken in way]
    for named, is_faced in named_actions(own):
        known = any(agrees(named, word) for word in (faced if is_faced else every))
        agree(known, f"view “{node.view}”: what comes before is “{spelled(way)}”")


def listed_cards(view, names):
    """The cards of a view's lists: two names or more, or one with a colon behind it."""
    found, listed = [], []
    for word in [*view.split(" "), ""]:
        token = word.strip(",;:()[]")
        if token in names:
            listed.append(token)
            if word.endswith(":"):
                found += listed
            continue
        if len(listed) > 1:
            found += listed
        listed = []
    return found


def named_actions(view):
    """The actions that a view names: (word, whether the player faces it)."""
    for part in view.split("; "):
        faces = part.startswith("facing ")
        for after, text in enumerate(part.removeprefix("facing ").split(" after ")):
            for place, piece in enumerate(text.split(", ")):
                piece = re.sub("^(?:a|an|the) ", "", piece.removeprefix("after "))
                word = read_word(piece)
                # After “facing” and “after” one verb is enough; elsewhere it stands alone.
                alone = word and (" " not in piece or word.by is not None or word.to is not None)
                one = sum(read_word(each) is not None for each in piece.split(" ")) == 1
                if word and (alone or one and (faces or after)):
                    yield word, faces and after == place == 0


def agrees(named, word):
    """True if an action may be called by these words."""
    kinds = named.verb == word.verb
    kinds = kinds or "all-in" in (named.verb, word.verb) and {named.verb, word.verb} <= set(BETS)
    free = named[1:] == (None, None) or word[1:] == (None, None)
    return kinds and (free or named[1:] == word[1:])
