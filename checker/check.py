#!/usr/bin/env python3
"""A second checker of solution documents and formulas, which shares nothing with the solver.

It is plain Python: the rules of the games, and sums.

    python3 checker/check.py FILE…      a file that ends in .jsonl holds a document on each line
    python3 checker/check.py lp PROGRAM ANSWER      what `bluff lp PROGRAM --json` answers
    python3 checker/check.py tree GAME DOCUMENT      a tree that the document need not hold

It says what `bluff verify` says. A document is right if its strategies are an equilibrium of its
game and every number in it is what they pay. Eighteen modules, to be read in this order:

- `equilibrium` has the argument why the sums below are a proof, and the sums;
- `games` has the rules: the betting tree of each family of games, and what a betting tree must be;
- `cards` and `hands` have the same for decks of cards with a board;
- `words` says which words of a tree are true, and `preflop` has push or fold;
- `solution` says what stands in a solution document, and what is compared with what;
- `formula` does the same for a formula of all decks that its bets prove, by an argument of its own;
- `family` has those that strategies prove, `classes` why decks can be checked together, and
  `functions` the polynomials that stand there for numbers;
- `spots` has rivers, turns and flops of hold'em, and plans that bound their values;
- `spot_betting` has their lines of betting, and `amounts` reads chips and sizes;
- `trees` reads trees that anybody wrote, and has their judge;
- `program` has linear programs of any kind, and `program_text` reads them;
- `reading` reads JSON, numbers and names, and takes one spelling of each.

Exit code 0: every document is right; else that of the first that is not: 1 if it is refused, 2 if
it is no document, or too large for this checker.
"""

import functools
import sys

sys.dont_write_bytecode = True  # leave no files beside the source

import family
import formula
import program
import solution
import spots
import trees
from reading import NoDocument, Refused, need, parse

MOST_BYTES = 64 << 20


def documents(file):
    """The documents of a file, as bytes."""
    with open(file, "rb") as source:
        if not file.endswith(".jsonl"):
            yield source.read(MOST_BYTES + 1)
            return
        count = 0
        while line := source.readline(MOST_BYTES + 1):
            count += 1
            yield line
        need(count, "the file holds no document")


def check(text, beside=None):
    document = parse(text)
    judges = {"strategies": family, "docs/ALL_DECKS.md": formula}
    kind = document.get("kind") if type(document) is dict else None
    all_decks = judges.get(str(document.get("proof")), formula) if kind == "family" else solution
    judge_of = trees if kind == "tree" else all_decks
    if type(document) is dict and type(document.get("certificate")) is dict:
        judge_of = spots if document["certificate"].get("kind") == "bounds" else judge_of
    if beside is None:
        judge_of.check(document)
    else:
        need(judge_of is trees, "a game beside it, expected a document of a tree")
        trees.check(document, beside)


def judge(given, check_text=check):
    """The exit code for a document, and why."""
    try:
        need(len(given) <= MOST_BYTES, f"more than {MOST_BYTES} bytes")
        check_text(given.decode())
    except Refused as why:
        return 1, f"refused: {why}"
    except NoDocument as why:
        return 2, f"no document: {why}"
    except UnicodeDecodeError as why:
        return 2, f"no document: {why}"
    return 0, ""


def main(files):
    codes, check_text = [], check
    if files[:1] in (["lp"], ["tree"]):
        need(len(files) == 3, f"{files[0]}: expected a file and its answer")
        with open(files[1], encoding="utf-8", newline="") as source:
            given = source.read()
        as_tree = functools.partial(check, beside=given)
        check_text = functools.partial(program.check, given) if files[0] == "lp" else as_tree
        files = files[2:]
    for file in files:
        try:
            for line, document in enumerate(documents(file), 1):
                code, why = judge(document, check_text)
                codes.append(code)
                if code:
                    print(f"{file}, document {line}: {why}")
        except (OSError, NoDocument) as why:
            codes.append(2)
            print(f"{file}: {why}")
    if not codes:
        codes.append(2)
        print("no files given, expected solution documents")
    print(f"{codes.count(0)} of {len(codes)} documents are right")
    return next((code for code in codes if code), 0)


if __name__ == "__main__":
    if hasattr(sys, "set_int_max_str_digits"):
        sys.set_int_max_str_digits(0)
    sys.exit(main(sys.argv[1:]))
