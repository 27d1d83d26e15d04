"""Who is asked, and how: one entry for each way to use a solver."""

import re
from typing import NamedTuple


class Peer(NamedTuple):
    name: str
    package: str
    """What to install; its version is read when it is asked."""
    registry: str
    forms: tuple
    """The files it can be given (files.py). Each is tried, and the one that takes the least processor time counts."""
    command: tuple
    """`FILE` is what it is given, `ANSWER` where it writes its own. For ours, which takes the words of the game, the options."""
    answer: str
    """Where the answer stands in what it writes: a value to player I, an optimum of the program, or strategies."""
    how: str
    """For the page: what it was asked for."""


def ask(name, package, forms, question, how):
    """A package of PyPI, asked by a Python process of its own."""
    return Peer(name, package, "PyPI", forms, ("PYTHON", "ask.py", question, "FILE"), r"^answer (.*)$", how)


PROGRAMS = ("sums.mps", "cards.mps")
VALUE = r'"values": \["([^"]*)"'
OPTIMUM = r"status OPTIMAL\s+Value = (\S+)"

TWO_PLAYERS = (
    Peer("bluff, LP", "bluff", "ours", ("words",), ("--method", "lp"), VALUE, "`--method lp`: our linear program, and the certificate"),
    Peer("bluff", "bluff", "ours", ("words",), (), VALUE, "`bluff solve` with the default method, and the certificate"),
    Peer("QSopt_ex", "qsopt-ex", "Debian", PROGRAMS, ("esolver", "-O", "ANSWER", "FILE"), OPTIMUM, "`esolver`, default options"),
    ask("GLPK, exact", "swiglpk", PROGRAMS, "glpk", "`glp_simplex`, then `glp_exact` from its basis, as its manual advises"),
    Peer("lrs", "lrslib", "Debian", ("sums.ine", "cards.ine"), ("lrs", "FILE"), r"\*Obj=\s*(\S+)", "`lponly`"),
    Peer(
        "lrsnash", "lrslib", "Debian", ("matrix",), ("lrsnash", "FILE"),
        r"(?s)^2 [^\n]* (\S+) *$.*Number of equilibria", "all extreme equilibria, which is what it is made for",
    ),
    ask("lrsnash, first", "lrslib", ("matrix",), "lrsnash", "the same, stopped at its first equilibrium")._replace(registry="Debian"),
    ask("Gambit, rational", "pygambit", ("efg",), "gambit-rational", "`nash.lp_solve(rational=True)`, its sequence form"),
    ask("Gambit, float", "pygambit", ("efg",), "gambit-float", "`nash.lp_solve(rational=False)`"),
    ask("HiGHS", "highspy", PROGRAMS, "highs", "`Highs.run`, default options"),
    ask("OpenSpiel, LP", "open-spiel", ("efg",), "open-spiel-lp", "`sequence_form_lp` with HiGHS as its solver: both players' programs"),
    ask("OpenSpiel, CFR+", "open-spiel", ("efg",), "open-spiel-cfr", "`CFRPlusSolver` until NashConv is below 10⁻⁵ antes"),
)

SOME = r"(?s)^(\{.*\})$"
THREE_PLAYERS = (
    Peer("bluff", "bluff", "ours", ("words",), (), SOME, "`bluff solve` with the default method, and the certificate"),
    Peer("bluff, search", "bluff", "ours", ("words",), ("--method", "search"), SOME, "`--method search`, which assumes no form, and the certificate"),
    ask("Gambit, enumpoly", "pygambit", ("efg",), "enumpoly", "`nash.enumpoly_solve(stop_after=1)`"),
    ask("Gambit, gnm", "pygambit", ("efg",), "gnm", "`nash.gnm_solve`"),
    ask("Gambit, ipa", "pygambit", ("efg",), "ipa", "`nash.ipa_solve`"),
    ask("Gambit, logit", "pygambit", ("efg",), "logit", "`nash.logit_solve`"),
    ask("Gambit, simpdiv", "pygambit", ("efg",), "simpdiv", "`nash.simpdiv_solve`, in rationals"),
)

# The games by their words, with who is asked, and the decks: doubled from 3 cards on, or one card more each time while they are small.
GAMES = {
    "kuhn -b 1": (TWO_PLAYERS, "doubled"),
    "von-neumann -b 2": (TWO_PLAYERS, "doubled"),
    "one-street -s 1/2,1,5/2": (TWO_PLAYERS, "doubled"),
    "three-player -b 1": (THREE_PLAYERS, "one more"),
}


def found(peer, text):
    """What the solver answers, as it wrote it; None if it does not."""
    answer = re.search(peer.answer, text, re.MULTILINE)
    return answer.group(1) if answer else None
