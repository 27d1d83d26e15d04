"""Writes `mutants.jsonl`: random changes of documents of real cards, each with its verdict.

    python3 tests/documents/mutate.py BLUFF

BLUFF is the command, whose verdict is written; the second checker must give the same, or this says
where they differ. The seed is fixed, so the same documents come out until a base changes.
"""

import copy
import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
BASES = ["river", "leduc", "push-fold", "named-deck", "river-undominated"]
EACH = 50
TEXTS = ["0", "1", "-1", "2/4", "1e9", "+9", "", "all", "fold", "check", "call", "bet 1", "I", "Ks"]
VALUES = [*TEXTS, None, 0, 1, -1, True, [], {}, "null"]
VERDICTS = {0: "right", 1: "refused", 2: "no document"}


def pointers(value, path=""):
    """All places of a document, as JSON pointers."""
    if path:
        yield path
    inside = enumerate(value) if type(value) is list else ()
    inside = value.items() if type(value) is dict else inside
    for key, part in inside:
        yield from pointers(part, f"{path}/{str(key).replace('~', '~0').replace('/', '~1')}")


def at(document, pointer):
    for key in pointer.split("/")[1:]:
        key = key.replace("~1", "/").replace("~0", "~")
        document = document[int(key) if type(document) is list else key]
    return document


def change(document, chance):
    """One random change, in the words of `cases.jsonl`."""
    # Half of the changes are outside the runs, which are most of a document.
    places = list(pointers(document))
    if chance.random() < 0.6:
        places = [place for place in places if "/runs/" not in place]
    place = chance.choice(places)
    value = at(document, place)
    kind = chance.randrange(6)
    if kind == 0:
        return {"drop": [place]}
    if type(value) is str and kind <= 3:
        other = [at(document, each) for each in places]
        other = [each for each in other if type(each) is str and each != value]
        digits = [index for index, letter in enumerate(value) if letter.isdigit()]
        if kind == 1 and digits:
            index = chance.choice(digits)
            value = value[:index] + str((int(value[index]) + 1) % 10) + value[index + 1 :]
        elif kind == 2 and value:
            value = chance.choice([value.upper(), value.lower(), value[:-1], value + "0"])
        else:
            value = chance.choice(other)
        return {"set": {place: value}}
    if type(value) is list and value and kind == 4:
        value = chance.sample(value, len(value))
        return {"set": {place: value}}
    return {"set": {place: chance.choice(VALUES)}}


def parent(document, pointer):
    above, _, key = pointer.rpartition("/")
    above = at(document, above) if above else document
    return above, int(key) if type(above) is list else key.replace("~1", "/").replace("~0", "~")


def changed(document, case):
    document = copy.deepcopy(document)
    for pointer, value in case.get("set", {}).items():
        above, key = parent(document, pointer)
        above[key] = value
    for pointer in case.get("drop", []):
        above, key = parent(document, pointer)
        del above[key]
    return document


def main(bluff):
    chance = random.Random(13)
    checker = FOLDER.parent.parent / "checker" / "check.py"
    lines, differ = [], 0
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "mutant.json"
        for base in BASES:
            document = json.loads((FOLDER / "bases" / f"{base}.json").read_text())
            seen = {json.dumps(document, sort_keys=True)}
            while len(seen) <= EACH:
                case = change(document, chance)
                text = json.dumps(changed(document, case), sort_keys=True)
                if text in seen:
                    continue
                seen.add(text)
                file.write_text(text)
                codes = [
                    subprocess.run([*command, file], capture_output=True, check=False)
                    for command in ([bluff, "verify"], [sys.executable, checker])
                ]
                first, second = (code.returncode for code in codes)
                if first != second:
                    differ += 1
                    print(base, json.dumps(case), first, second)
                    print(*(code.stdout + code.stderr for code in codes), sep="\n")
                why = "a random change"
                lines.append({"base": base, **case, "verdict": VERDICTS[first], "why": why})
    texts = (json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
    (FOLDER / "mutants.jsonl").write_text("".join(texts))
    print(f"{len(lines)} documents, {differ} on which the judges differ")


if __name__ == "__main__":
    main(sys.argv[1])
