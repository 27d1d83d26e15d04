"""Every question of the table, by its example: one answer and one refusal, however it is asked."""

from fractions import Fraction

import pytest

import rational_bluff
from rational_bluff import BluffError, ask, continuous, grid, pay_table
from rational_bluff import _native as native
from rational_bluff._frozen import Frozen, read

QUESTIONS = {question["name"]: question for question in native.questions()}


def by_name(name, *given):
    """The answer of the function of a question to the fields of its example."""
    function = getattr(rational_bluff, name)
    if name == "payoff":
        game, *sets = given
        bets, calls = (cards.split(",") for cards in sets)
        return function(game, bets=bets, calls=calls)
    if name == "compare":
        game, decks = given
        return function(game, (decks.split("..") * 2)[:2])
    if name == "chart":
        return function(given[1])
    if name == "matrix":
        return function([row.split() for row in given[0].splitlines()])
    if name in ("grid", "deal", "drill", "fairness", "lp", "equilibria"):
        return function(**dict(zip(dict(QUESTIONS[name]["example"]), given)))
    return function(*given)


def agree(answer, document):
    """True if every part that both have is the same, and there is one."""
    parts = answer if isinstance(answer, dict) else {**vars(answer), "label": document["label"]}
    shared = [key for key in parts if key in document]
    return shared and all(parts[key] == document[key] for key in shared)


@pytest.mark.parametrize("name", QUESTIONS)
def test_every_question_has_one_answer(name):
    fields = dict(QUESTIONS[name]["example"])
    text = native.ask(name, fields, "json")
    assert ask(name, **fields) == read(text)
    answer = by_name(name, *fields.values())
    document = read(text)
    if name in ("solve", "formula", "deal"):
        assert answer.document == text
    elif name == "verify":
        assert (answer.label, answer.values) == (document["label"], document["values"])
    elif name == "continuous":
        assert str(answer["value"]) == document["value"]["exact"]
    elif name == "compare":
        for ours, theirs in zip(answer["decks"], document["decks"], strict=True):
            assert (ours["n"], str(ours["values"][0])) == (theirs["n"], theirs["value"]["exact"])
    elif name in ("chart", "grid"):
        assert answer == document
    elif name == "matrix":
        assert answer["value"] == document["value"] == 0
        assert list(map(str, answer["rows"])) == list(document["rows"])
    else:
        assert agree(answer, document)


@pytest.mark.parametrize("name", QUESTIONS)
def test_every_question_is_refused_in_one_way(name):
    fields = dict(QUESTIONS[name]["example"])
    for key, bad in [(list(fields)[-1], "0x"), ("colour", "red")]:
        given = {**fields, key: bad}
        with pytest.raises(BluffError) as asked:
            native.ask(name, given, "json")
        # A document or a program is refused by what stands in it.
        of_text = name in ("verify", "lp")
        assert "0x" in str(asked.value) or "colour" in str(asked.value) or of_text
        calls = [lambda: ask(name, **given)]
        if key != "colour":
            calls.append(lambda: by_name(name, *given.values()))
        for call in calls:
            with pytest.raises(BluffError) as refused:
                call()
            assert str(refused.value) == str(asked.value)


@pytest.mark.parametrize("name", QUESTIONS)
def test_every_question_has_its_forms_and_says_what_it_takes(name):
    question = QUESTIONS[name]
    assert "text" in dict(question["forms"]) and name in rational_bluff.__all__
    assert getattr(rational_bluff, name).__doc__
    assert ask(name, form="text", **dict(question["example"])).endswith("\n")
    with pytest.raises(BluffError, match="format xls, expected one of: text, "):
        ask(name, form="xls", **dict(question["example"]))


def test_fields_are_spelled_as_python_spells_them():
    games = ask("grid", game="one-street", n=range(5, 7), s=[(1,), (1, "5/2")])
    assert [game["label"] for game in games] == [
        f"one-street/n{n}-s{s}" for n in (5, 6) for s in ("1", "1-5_2")
    ]
    assert games == grid(game="one-street", n="5..6", s="1;1,5/2") and hash(games)
    assert "``game``" in grid.__doc__ and "kuhn/n3-b1,3," in grid(game="kuhn/b1", n=3, form="csv")
    best = ask("continuous", game="von-neumann", best_bet=True)
    assert Fraction(best["best_bet"]["exact"]) == continuous("von-neumann", b="best")["bet"]
    raised = ask("solve", game="one-raise", n=4, b=2, raise_=6)
    assert raised["label"] == "one-raise/n4-b2-raise6"
    solution = rational_bluff.solve("kuhn/n3-b1")
    assert ask("verify", document=solution)["values"] == solution.values
    assert ask("payoff", game="kuhn/n3-b1", profile=solution)["nash_conv"] == 0
    assert isinstance(ask("payoff", game="kuhn/n3-b1", table=True), Frozen)
    assert pay_table("kuhn/n3-b1").cells == ask("payoff", game="kuhn/n3-b1", table=True)["cells"]
    with pytest.raises(BluffError, match="question “sovle”, expected .* did you mean solve"):
        ask("sovle")
    with pytest.raises(TypeError, match="b = 0.5 is a float"):
        ask("solve", game="kuhn", n=3, b=0.5)
