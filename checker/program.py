"""Linear programs of any kind, and why an answer to one is right.

Give each row a weight. At a point within all bounds, a row of weight y > 0 adds at least y times
its lower bound to the weighted sum of all rows, and one of weight y < 0 at least y times its upper
bound. The same sum is one of the columns, which so have weights z.

- Infeasible: the columns, within their bounds, never reach what the rows add at least.
- Optimal: the objective is the weighted sum and, for each column, cost minus z times its value;
  both are at least what the bounds make of them, and a point within all bounds has no more.
- Unbounded: a point within all bounds, and a direction that leaves none of them and costs less.

What is maximised has the other sign. Only an infinite bound is a float, and no sum has one.
"""

from program_text import INF, read
from reading import agree, fields, need, number, parse


def check(text, document):
    """Raises Refused where the document answers the program wrongly, NoDocument where it is none.

    In what follows every program minimises.
    """
    program, document = read(text), parse(document)
    columns, rows, sign = program.columns, program.rows, program.sign
    status = document.get("status") if type(document) is dict else None
    keys = {"optimal": {"objective", "primal", "dual"}, "unbounded": {"point", "ray"}}
    if status == "infeasible" and ("row" in document or "column" in document):
        key = "row" if "row" in document else "column"
        place = (rows if key == "row" else columns).get(fields(document, {"status", key})[key])
        agree(place and place[1] > place[2], f"the bounds of {key} {document[key]} leave room")
        return
    need(status in (*keys, "infeasible"), "status: expected optimal, unbounded or infeasible")
    fields(document, {"status"} | keys.get(status, {"ray"}))
    if status == "unbounded":
        keeps(program, by_name(document["point"], columns), "the point")
        way = by_name(document["ray"], columns)
        steps = [(row, total(row[0], way), name) for name, row in rows.items()]
        steps += [(column, way[name], name) for name, column in columns.items()]
        for (_, low, high), step, name in steps:
            stays = (step >= 0 or low == -INF) and (step <= 0 or high == INF)
            agree(stays, f"the ray leaves {name}")
        agree(sign * cost(columns, way) < 0, "the objective does not improve along the ray")
        return
    weights = by_name(document["ray" if status == "infeasible" else "dual"], rows)
    if status == "optimal":
        weights = {name: sign * weight for name, weight in weights.items()}
    combined = dict.fromkeys(columns, 0)
    for name, weight in weights.items():
        for column, entry in rows[name][0].items() if weight else ():
            combined[column] += weight * entry
    least = sum(at_least(weights[name], rows[name], name) for name in rows)
    if status == "infeasible":
        most = -sum(at_least(-combined[name], columns[name], name) for name in columns)
        agree(most < least, "the weighted rows and columns do not contradict each other")
        return
    point = by_name(document["primal"], columns)
    keeps(program, point, "the point")
    for name, column in columns.items():
        least += at_least(sign * column[0] - combined[name], column, name)
    reached = cost(columns, point)
    agree(sign * reached == least, "the dual values do not prove that no point is better")
    right = reached + program.constant
    agree(number(document["objective"]) == right, f"the objective is {right}")


def by_name(block, names):
    """A number for each of the names."""
    fields(block, names.keys())
    return {name: number(text) for name, text in block.items()}


def total(entries, point):
    return sum(entry * point[name] for name, entry in entries.items() if point[name])


def cost(columns, point):
    return sum(column[0] * point[name] for name, column in columns.items())


def keeps(program, point, what):
    for name, (_, low, high) in program.columns.items():
        agree(low <= point[name] <= high, f"{what} breaks a bound of column {name}")
    for name, (entries, low, high) in program.rows.items():
        agree(low <= total(entries, point) <= high, f"{what} breaks a bound of row {name}")


def at_least(weight, place, name):
    """The least that a number within its bounds contributes with a weight."""
    bound = place[1] if weight > 0 else place[2]
    agree(weight == 0 or abs(bound) != INF, f"{name} has a weight, and no bound on that side")
    return weight * bound if weight else 0
