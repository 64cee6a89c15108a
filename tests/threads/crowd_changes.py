"""Changes of programs that create any number of threads (crowd.py): something is deleted or moved that kept threads in
order."""
import copy

from source import walk

PAIRS = {"take": "give", "lock": "unlock", "read-lock": "rw-unlock", "write-lock": "rw-unlock"}
WAITS = ("join", "wait", "barrier", "await", "wait-until")


def changes(program):
    """(what, a function that changes a copy of the program), for each of them."""
    found = []
    for name, function in [*program.functions.items(), *program.helpers.items()]:
        seen = set()
        for number, statement in enumerate(walk(function.body)):
            kind = statement[0]
            if kind in PAIRS and (kind, statement[1]) not in seen:
                seen.add((kind, statement[1]))
                found.append((f"{kind} of {statement[1]} in {name}", without(name, in_pair(kind, statement[1]))))
            found += [(f"{what} {number} in {name}", without(name, instead(statement, others)))
                      for what, others in others_for(statement)]
    for name, (kind, value) in program.objects.items():
        if kind == "atomic":
            found.append((f"_Atomic of {name}", plain(name, value)))
    return found


def others_for(statement):
    """(what is deleted or moved, what stands in the place of the statement)."""
    kind = statement[0]
    if kind == "try":
        yield "try", [s for s in statement[2] if s[0] != "unlock"]
    elif kind == "try-take":
        yield "try", statement[2]
        yield "try that changes nothing", [("try-take", statement[1], [("give", statement[1]), *statement[2]])]
    elif kind == "take":
        yield "look before a take", [("overwrite", statement[1])]
        yield "nothing before a take", [("give", statement[1]), statement]
    elif kind == "give":
        yield "end of a section", [statement, ("give", statement[1])]
    elif kind in WAITS:
        yield kind, []
        if kind == "join":
            yield "join on each way", [("choose", [statement], [])]
    elif kind in ("for", "while"):
        yield from of_loop(statement, statement[4] if kind == "for" else statement[1])
    elif kind == "touch" and statement[1][1] == "own":
        yield "index", [("touch", (statement[1][0], 0, statement[1][2]), statement[2])]
    elif kind == "create" and statement[3] and statement[3][0] == "address" and isinstance(statement[3][1][1], str):
        base, _, field = statement[3][1]
        yield "index given", [(*statement[:3], ("address", (base, 0, field)))]


def of_loop(statement, body):
    blocks = [inner for inner in body if inner[0] == "malloc"]
    if blocks:
        rest = [inner for inner in body if inner not in blocks]
        yield "block for each", [*blocks, tuple(rest if part is body else part for part in statement)]
    if statement[0] == "for" and any(inner[0] == "join" for inner in body):
        yield "first join", [("for", statement[1], 1, statement[3], body)]
        yield "later joins", [("for", statement[1], statement[2], 1, body)]


def rewritten(statements, change):
    result = []
    for statement in statements:
        for other in change(statement):
            result.append(tuple(rewritten(part, change) if isinstance(part, list) else part for part in other)
                          if other is statement else other)
    return result


def instead(statement, others):
    return lambda other: others if other is statement else [other]


def in_pair(kind, place):
    return lambda other: [] if other[0] in (kind, PAIRS[kind]) and other[1] == place else [other]


def without(name, change):
    def apply(program):
        for functions in (program.functions, program.helpers):
            if name in functions:
                functions[name] = copy.copy(functions[name])
                functions[name].body = rewritten(functions[name].body, change)
    return apply


def plain(name, value):
    def apply(program):
        program.objects[name] = ("plain", value)
    return apply


def changed(program, change):
    result = copy.copy(program)
    result.objects, result.functions = dict(program.objects), dict(program.functions)
    result.helpers = dict(program.helpers)
    change(result)
    return result
