"""Programs from which something is deleted that kept threads in order: a lock, a join, an atomic, a region, a wait."""
import copy

import judge
from source import walk

ENTER = {"lock": "unlock", "spin-lock": "spin-unlock", "spin-lock-mutex": "unlock", "read-lock": "rw-unlock",
         "write-lock": "rw-unlock"}
WAITS = ("join", "sem-wait", "barrier", "spin", "spin-exchange", "spin-compare", "wait-while", "once")


def places(program):
    """What may be deleted, as functions of a statement and its thread that return what stands in its place."""
    found = []
    for thread, function in enumerate(program.threads):
        for statement in walk(function.body):
            kind = statement[0]
            if kind in ENTER:
                found.append((f"{kind} of {statement[1]} in thread {thread}", thread, without_lock(statement)))
            elif kind in WAITS:
                found.append((f"{kind} in thread {thread}", thread, instead_of(statement, [])))
            elif kind == "sweep" and statement[1] != "none":
                found.append((f"locks of a loop in thread {thread}", thread,
                              instead_of(statement, [("sweep", "none", *statement[2:])])))
            elif kind == "region":
                found.append((f"region in thread {thread}", thread, instead_of(statement, statement[1])))
            elif kind == "update" and statement[1] == "add":
                found.append((f"atomic addition in thread {thread}", thread, instead_of(statement, apart(statement))))
    # Functions that take _Atomic objects only.
    statements = [statement for function in program.threads for statement in walk(function.body)]
    bound = {statement[1] for statement in statements if statement[0] in ("spin-exchange", "spin-compare")}
    bound |= {statement[2] for statement in statements if statement[0] == "compare-exchange-shared"}
    for name, kind, _ in program.objects:
        if kind == "atomic" and name not in bound:
            found.append((f"_Atomic of {name}", name, None))
    return found


def instead_of(statement, others):
    return lambda other: others if other is statement else [other]


def without_lock(statement):
    pair = (statement[0], ENTER[statement[0]])
    return lambda other: [] if other[0] in pair and other[1] == statement[1] else [other]


def apart(statement):
    """A read and a write instead of an atomic addition."""
    _, _, local, name, constant = statement
    return [("read", local, name), ("write", name, (local, constant))]


def rewritten(statements, change):
    result = []
    for statement in statements:
        for other in change(statement):
            result.append(tuple(rewritten(part, change) if isinstance(part, list) else part for part in other))
    return result


def apply(program, place):
    _, where, change = place
    result = copy.copy(program)
    result.objects, result.threads = list(program.objects), [copy.copy(function) for function in program.threads]
    if change is None:
        result.objects = [(name, "plain" if name == where else kind, value) for name, kind, value in program.objects]
        return result
    body = program.threads[where].body
    for function in result.threads:
        if function.body is body:
            function.body = rewritten(body, change)
    return result


def deletion(program, rng):
    """(what was deleted, the program, its judge), or None if nothing can be deleted that leaves the program defined."""
    choices = places(program)
    rng.shuffle(choices)
    for place in choices[:8]:
        other = apply(program, place)
        try:
            known = judge.Judge(other).explore()
        except judge.TooLarge:
            continue
        if not known.misuse:
            return place[0], other, known
    return None
