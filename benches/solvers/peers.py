"""Who is asked, and how: one entry for each way to use a solver."""

import re
from typing import NamedTuple


class Peer(NamedTuple):
    name: str
    package: str
    """What to install; its version is read when it is asked."""
    registry: str
    forms: tuple
    """The files it can be given (files.py); the one that takes the least processor time counts."""
    command: tuple
    """`FILE` is its input, `ANSWER` the file that it writes. For `bluff`, only the options."""
    answer: str
    """The answer in what it writes: a value to player I, an optimum, or strategies."""
    how: str
    """For the page: what it was asked for."""


def ask(name, package, forms, question, how):
    """A package of PyPI, asked by a Python process of its own."""
    command = ("PYTHON", "ask.py", question, "FILE")
    return Peer(name, package, "PyPI", forms, command, r"^answer (.*)$", how)


def ours(name, options, answer, how):
    """A method of `bluff solve`, given the name of the game."""
    return Peer(name, "bluff", "ours", ("words",), options, answer, f"{how}, and the certificate")


EFG = ("efg",)
PROGRAMS = ("sums.mps", "cards.mps")
VALUE = r'"values": \["([^"]*)"'
OPTIMUM = r"status OPTIMAL\s+Value = (\S+)"

LP_CALL = (
    "`--method lp`, our linear program, from nothing below 2,000 rows, else from a basis near an "
    "equilibrium in threshold form"
)

TWO_PLAYERS = (
    ours("bluff, LP", ("--method", "lp"), VALUE, LP_CALL),
    ours("bluff", (), VALUE, "`bluff solve` with the default method"),
    Peer(
        "QSopt_ex",
        "qsopt-ex",
        "Debian",
        PROGRAMS,
        ("esolver", "-O", "ANSWER", "FILE"),
        OPTIMUM,
        "`esolver`, default options",
    ),
    ask(
        "GLPK, exact",
        "swiglpk",
        PROGRAMS,
        "glpk",
        "`glp_simplex`, then `glp_exact` from its basis, as its manual advises",
    ),
    Peer(
        "lrs",
        "lrslib",
        "Debian",
        ("sums.ine", "cards.ine"),
        ("lrs", "FILE"),
        r"\*Obj=\s*(\S+)",
        "`lponly`",
    ),
    Peer(
        "lrsnash",
        "lrslib",
        "Debian",
        ("matrix",),
        ("lrsnash", "FILE"),
        r"(?s)^2 [^\n]* (\S+) *$.*Number of equilibria",
        "all extreme equilibria, which is what it is made for",
    ),
    ask(
        "lrsnash, first",
        "lrslib",
        ("matrix",),
        "lrsnash",
        "the same, stopped at its first equilibrium",
    )._replace(registry="Debian"),
    ask(
        "Gambit, rational",
        "pygambit",
        EFG,
        "gambit-rational",
        "`nash.lp_solve(rational=True)`, its sequence form",
    ),
    ask("Gambit, float", "pygambit", EFG, "gambit-float", "`nash.lp_solve(rational=False)`"),
    ask("HiGHS", "highspy", PROGRAMS, "highs", "`Highs.run`, default options"),
    ask(
        "OpenSpiel, LP",
        "open-spiel",
        EFG,
        "open-spiel-lp",
        "`sequence_form_lp` with HiGHS as its solver: both players' programs",
    ),
    ask(
        "OpenSpiel, CFR+",
        "open-spiel",
        EFG,
        "open-spiel-cfr",
        "`CFRPlusSolver` until NashConv is below 10⁻⁵ antes",
    ),
)

SOME = r"(?s)^(\{.*\})$"
THREE_PLAYERS = (
    ours("bluff", (), SOME, "`bluff solve` with the default method"),
    ours("bluff, search", ("--method", "search"), SOME, "`--method search`, which assumes no form"),
    ask("Gambit, enumpoly", "pygambit", EFG, "enumpoly", "`nash.enumpoly_solve(stop_after=1)`"),
    ask("Gambit, gnm", "pygambit", EFG, "gnm", "`nash.gnm_solve`"),
    ask("Gambit, ipa", "pygambit", EFG, "ipa", "`nash.ipa_solve`"),
    ask("Gambit, logit", "pygambit", EFG, "logit", "`nash.logit_solve`"),
    ask("Gambit, simpdiv", "pygambit", EFG, "simpdiv", "`nash.simpdiv_solve`, in rationals"),
)

# The games by their words, with who is asked, and the decks: doubled from 3 cards on, or one card
# more each time while they are small.
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
