"""Asks one solver for one game: python ask.py QUESTION FILE. The last line is the answer."""

import json
import subprocess
import sys
from fractions import Fraction


def gambit(path, rational):
    import pygambit

    game = pygambit.read_efg(path)
    return pygambit.nash.lp_solve(game, rational=rational).equilibria[0].payoff("I")


def gambit_three(path, method):
    """Strategies as they stand in our solution documents.

    Floats are taken as the fractions they are, and made to sum to 1.
    """
    import pygambit

    game = pygambit.read_efg(path)
    nash = pygambit.nash
    found = {
        "enumpoly": lambda: nash.enumpoly_solve(game, stop_after=1),
        "gnm": lambda: nash.gnm_solve(game),
        "ipa": lambda: nash.ipa_solve(game),
        "logit": lambda: nash.logit_solve(game),
        "simpdiv": lambda: nash.simpdiv_solve(game.mixed_strategy_profile(rational=True)),
    }[method]().equilibria
    if not found:
        sys.exit("no equilibrium found")
    found = found[0]
    mixed = pygambit.MixedStrategyProfileDouble, pygambit.MixedStrategyProfileRational
    if isinstance(found, mixed):
        found = found.as_behavior()
    views = {}
    for player in game.players:
        for infoset in player.infosets:
            view, card = infoset.label.rsplit(", card ", 1)
            weights = [max(Fraction(0), Fraction(str(found[action]))) for action in infoset.actions]
            weights = [weight / sum(weights) for weight in weights]
            names = [action.label for action in infoset.actions]
            place = player.label, view.removeprefix(player.label + ", ")
            views.setdefault(place, {})[int(card)] = dict(zip(names, map(str, weights)))
    strategies = []
    for (player, view), cards in views.items():
        runs = [{"cards": [str(card)] * 2, "actions": cards[card]} for card in sorted(cards)]
        strategies.append({"player": player, "view": view, "runs": runs})
    return json.dumps({"strategies": strategies})


def highs(path):
    import highspy

    solver = highspy.Highs()
    solver.silent()
    solver.readModel(path)
    solver.run()
    if solver.getModelStatus() != highspy.HighsModelStatus.kOptimal:
        sys.exit(f"{solver.getModelStatus()}")
    return solver.getInfo().objective_function_value


def glpk(path):
    import swiglpk

    swiglpk.glp_term_out(swiglpk.GLP_OFF)
    program = swiglpk.glp_create_prob()
    swiglpk.glp_read_mps(program, swiglpk.GLP_MPS_FILE, None, path)
    swiglpk.glp_simplex(program, None)
    settings = swiglpk.glp_smcp()
    swiglpk.glp_init_smcp(settings)
    failed = swiglpk.glp_exact(program, settings) != 0
    if failed or swiglpk.glp_get_status(program) != swiglpk.GLP_OPT:
        sys.exit("no optimum")
    return swiglpk.glp_get_obj_val(program)


def lrsnash(path):
    """What the first equilibrium pays player I.

    It stands at the end of player II's strategy, a line that begins with 2.
    """
    command = ["stdbuf", "-oL", "lrsnash", path]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    two = None
    for line in process.stdout:
        words = line.split()
        if words[:1] == ["2"]:
            two = words[-1]
        if words[:1] == ["1"]:
            process.kill()
            process.wait()
            return two
    code = process.wait()
    # Killed by a signal: what a shell makes of it.
    sys.exit(128 - code if code < 0 else code or "no equilibrium")


def open_spiel_lp(path):
    import pyspiel
    from open_spiel.python.algorithms import lp_solver, sequence_form_lp

    # Options of ECOS, the default, which is coarser: HiGHS knows none of them.
    lp_solver.DEFAULT_SOLVER_KWARGS.clear()
    with open(path) as file:
        game = pyspiel.load_efg_game(file.read())
    return float(sequence_form_lp.solve_zero_sum_game(game, "HIGHS")[0])


def open_spiel_cfr(path):
    import pyspiel

    with open(path) as file:
        game = pyspiel.load_efg_game(file.read())
    solver = pyspiel.CFRPlusSolver(game)
    while True:
        for _ in range(100):
            solver.evaluate_and_update_policy()
        policy = solver.tabular_average_policy()
        if pyspiel.nash_conv(game, policy) <= 1e-5:
            return pyspiel.expected_returns(game.new_initial_state(), policy, -1, False)[0]


QUESTIONS = {
    "gambit-rational": lambda path: gambit(path, True),
    "gambit-float": lambda path: gambit(path, False),
    "glpk": glpk,
    "highs": highs,
    "lrsnash": lrsnash,
    "open-spiel-cfr": open_spiel_cfr,
    "open-spiel-lp": open_spiel_lp,
}

question, file = sys.argv[1:]
answer = QUESTIONS[question](file) if question in QUESTIONS else gambit_three(file, question)
print("answer", answer)
