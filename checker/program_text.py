"""Linear programs as MPS and CPLEX LP text, read without rounding."""

import re

from amounts import BLANKS, amount
from reading import NoDocument, need

INF = float("inf")
SIZE, NAME = r"[\d.][\d./]*(?:[eE][-+]?\d+)?", r"(?!(?i:inf|infinity) )[^\s\d.+\-*^<>=:[\]\\][^ ]*"
WORD = re.compile(rf"[<>=]+|{SIZE}|[-+*^:[\]]|[^\s+\-*^<>=:[\]\\]+", re.ASCII)
END, SIGN = rf"((?:[-+] )?(?:{SIZE}|(?i:inf|infinity))) ", r"([<>=]{1,2}) "
TERM = rf"(?:{SIZE} {NAME}|{SIZE}|{NAME}) "
SUM = rf"((?:[-+] )*{TERM}(?:(?:[-+] )+{TERM})*)"
ROW = rf"(?:({NAME}) : )?(?:{END}{SIGN}{SUM}(?:{SIGN}{END})?|{SUM}{SIGN}{END})"
BOUND = rf"()(?:{END}{SIGN}({NAME} )(?:{SIGN}{END})?|({NAME} )(?:{SIGN}{END}|(?i:free) ))"
# Of CPLEX LP text: any blank is a plain one, and the minus of typesetters is that of programs.
PLAIN = {ord(blank): " " for blank in BLANKS if blank != "\n"} | {ord("\u2212"): "-"}
IN_NAMES = "!\"#$%&,.;?@_`'{}|~()"
HEADS = {
    "min": "minimize minimise minimum min", "max": "maximize maximise maximum max",
    "row": "subject such st s.t. st.", "bound": "bounds bound", "free": "free", "end": "end",
}  # fmt: skip


class Program:
    """Columns [cost, lower, upper] and rows [entries, lower, upper], by their names."""

    def __init__(self):
        self.columns, self.rows, self.constant, self.sign = {}, {}, 0, 1

    def column(self, name):
        return self.columns.setdefault(name, [0, 0, INF])


def value(word):
    """The number that a word spells, or infinity."""
    word = word.replace(" ", "").upper()
    if word.lstrip("+-") in ("INF", "INFINITY"):
        return -INF if word[0] == "-" else INF
    return amount(word)


def read(text):
    """The program of a text that seems to be MPS or CPLEX LP."""
    first = (text.split(maxsplit=1) or [""])[0].upper()
    if first[:1] != "*" and first not in ("NAME", "OBJSENSE", "ROWS"):
        return read_cplex(text)
    try:
        return read_mps(text, str.split)
    except NoDocument:
        return read_mps(text, fixed_words)


def fixed_words(line):
    """The words of a line by the columns of letters in which they stand."""
    ends = [0, 4, 14, 24, 39, 49, None]
    words = (line[start:end].strip() for start, end in zip(ends, ends[1:]))
    return [word for word in words if word]


def read_mps(text, cut):
    """MPS text, of whose lines `cut` makes words."""
    program, kinds, section, below = Program(), {}, "", set()
    sides = {"RHS": {}, "RANGES": {}}
    for line in text.split("\n"):
        words = cut(line)
        if line.startswith("*") or not words:
            continue
        if not line[0].isspace():
            section, *words = line.upper().split()
            if section == "ENDATA":
                return with_sides(program, kinds, sides["RHS"], sides["RANGES"])
            if section != "OBJSENSE" or not words:
                continue
        kind, name, is_odd = words[0].upper(), words[0], len(words) % 2
        if section == "OBJSENSE":
            program.sign = -1 if kind in ("MAX", "MAXIMIZE") else 1
        elif section == "ROWS":
            need(len(words) == 2 and kind in "NLGE" and words[1] not in kinds, line)
            kinds[words[1]], program.rows[words[1]] = kind, [{}, -INF, INF]
        elif section == "COLUMNS" and is_odd or section in sides:
            if section == "COLUMNS":
                program.column(name)
            for row, word in zip(words[is_odd::2], words[is_odd + 1 :: 2]):
                need(row in kinds, line)
                place, key = (sides[section], row) if section in sides else (
                    program.rows[row][0], name
                )
                need(key not in place, line)
                place[key] = value(word)
        elif section == "BOUNDS" and kind in ("FR", "MI", "PL"):
            column = program.columns.get(words[min(2, len(words) - 1)])
            need(column, line)
            column[1:] = [-INF if kind != "PL" else column[1], INF if kind != "MI" else column[2]]
            below |= {id(column)} if kind != "PL" else set()
        else:
            column = program.columns.get(words[-2]) if len(words) > 2 else None
            need(section == "BOUNDS" and kind in ("UP", "LO", "FX") and column, line)
            end = value(words[-1])
            if kind != "UP":
                below.add(id(column))
            is_new_low = kind != "UP" or end < 0 and id(column) not in below
            column[1] = (-INF if kind == "UP" else end) if is_new_low else column[1]
            column[2] = column[2] if kind == "LO" else end
    raise NoDocument("no ENDATA")


def with_sides(program, kinds, right, ranges):
    """The program with the bounds of its rows, and with its first free row as objective."""
    for name, kind in kinds.items():
        end, width = right.get(name, 0), ranges.get(name)
        wide = INF if width is None else abs(width)
        low, high = {"N": (INF, INF), "L": (wide, 0), "G": (0, wide)}.get(kind) or (
            max(-(width or 0), 0), max(width or 0, 0)
        )
        program.rows[name][1:] = [end - low, end + high]
    objective = next((name for name, kind in kinds.items() if kind == "N"), None)
    if objective is not None:
        program.constant = -right.get(objective, 0)
        for name, cost in program.rows.pop(objective)[0].items():
            program.columns[name][0] = cost
    return program


def read_cplex(text):
    """CPLEX LP text: its words between blanks, with `\\0` before the head of each section."""
    heads = {word: head for head, words in HEADS.items() for word in words.split()}
    marked = ""
    for line in text.translate(PLAIN).split("\n"):
        words = WORD.findall(line.split("\\")[0])
        head = heads.get(words[0].lower()) if words and words[1:2] != [":"] else None
        if head:
            words = words[2 if words[0].lower() in ("subject", "such") else 1 :]
            marked += f"\0{head}\0"
        if head == "end":
            break
        for word in words:
            begins = re.match(r"[\d.+\-*^<>=:[\]]", word, re.ASCII)
            need(begins or is_name(word), f"“{word[:40]}” is no name")
        marked += "".join(word + " " for word in words)
    start, *parts = marked.split("\0")
    need(not start and parts[:1] in (["min"], ["max"]) and "end" in parts[::2], "sections")
    program = Program()
    program.sign = 1 if parts[0] == "min" else -1
    match = re.fullmatch(rf"(?:{NAME} : )?{SUM}?", parts[1])
    need(match, "the objective")
    costs, program.constant = terms(program, match[1] or "")
    for name, cost in costs.items():
        program.columns[name][0] = cost
    for head, part in zip(parts[2::2], parts[3::2]):
        if head == "end":
            break
        if head == "free":
            for name in part.split():
                program.column(name)[1:] = [-INF, INF]
            continue
        need(head in ("row", "bound"), head)
        pattern, at = re.compile(ROW if head == "row" else BOUND), 0
        while at < len(part):
            match = pattern.match(part, at)
            need(match, f"“{part[at : at + 40]}”")
            label, before, turned, middle, sign, end, other, last_sign, last = match.groups()
            entries, constant = terms(program, middle or other)
            if head == "row":
                label = label or f"row {len(program.rows) + 1}"
                need(label not in program.rows and entries, f"row {label}")
                place = program.rows[label] = [entries, -INF, INF]
            else:
                place = program.columns[next(iter(entries))]
            need(before is None or sign in (None, turned), "two relations")
            if other and last is None:
                place[1:] = [-INF, INF]
            mirror = str.maketrans("<>", "><")
            for relation, side in ((turned and turned.translate(mirror), before),
                                   (sign, end), (last_sign, last)):  # fmt: skip
                if relation:
                    side = value(side) - constant
                    place[1] = side if relation in (">", ">=", "=>", "=") else place[1]
                    place[2] = side if relation in ("<", "<=", "=<", "=") else place[2]
            at = match.end()
    return program


def is_name(word):
    """True of letters, digits and some signs, with parentheses that close what they open."""
    depth = 0
    for letter in word:
        depth += (letter == "(") - (letter == ")")
        if depth < 0 or not (letter.isalnum() or letter in IN_NAMES):
            return False
    return depth == 0


def terms(program, text):
    """The terms of a sum with columns, and the constant."""
    found, constant = {}, 0
    for signs, size, name in re.findall(rf"((?:[-+] )*)(?:({SIZE}) )?(?:({NAME}) )?", text):
        factor = (-1) ** signs.count("-") * (value(size) if size else 1)
        if name:
            program.column(name)
            found[name] = found.get(name, 0) + factor
        elif size:
            constant += factor
    return found, constant
