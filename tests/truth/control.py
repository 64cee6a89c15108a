"""Statements around others: branches and loops of every shape. Each takes the generator, the scope where it stands and
how deep others may nest in it."""
from grammar import Scope


def branch(g, scope, depth):
    inner = Scope(scope)
    items = [(f"if ({g.expressions.condition(scope)}) {{", g.statements(inner, depth, g.random.between(1, 2)))]
    if g.random.chance(1, 2):
        items.append(("else {", g.statements(Scope(scope), depth, 1)))
    return [items]


def body_of_loop(g, scope, depth, count):
    """Statements, perhaps with a way out or a short cut between them."""
    way_out = []
    if g.random.chance(1, 3):
        way_out = [f"if ({g.expressions.condition(scope)}) {g.random.choice(['break', 'continue', 'break'])};"]
    items = g.statements(scope, depth, count)
    at = g.random.below(len(items) + 1)
    return items[:at] + way_out + items[at:]


def for_loop(g, scope, depth):
    r = g.random
    name = g.fresh("k")
    count = r.between(1, 4 if scope.in_loop else 6)
    bound, inner = str(count), Scope(scope, in_loop=True)
    if r.chance(1, 3):
        bound = f"({g.expressions.fitting(scope, 1, 0, count)})"
    inner.add(name, "int", 0, count - 1)
    if r.chance(1, 4):
        inner.own[0] = (name, "int", 1, count)
        limit = g.fresh("n")
        return [f"int {limit} = {bound};", (f"for (int {name} = {limit}; {name} > 0; {name}--) {{", body_of_loop(g, inner, depth, 1))]
    body = body_of_loop(g, inner, depth, r.between(1, 2))
    if bound != str(count):
        limit = g.fresh("n")
        return [f"int {limit} = {bound};", (f"for (int {name} = 0; {name} < {limit}; {name}++) {{", body)]
    return [(f"for (int {name} = 0; {name} < {bound}; {name}++) {{", body)]


def while_loop(g, scope, depth):
    """Counts down a variable of its own; the condition may end it before."""
    r = g.random
    name, count = g.fresh("w"), r.between(2, 7)
    inner = Scope(scope, in_loop=True)
    inner.add(name, "unsigned char", 0, count)
    start, condition = g.expressions.fitting(scope, 1, 0, count), g.expressions.condition(inner)
    body = g.statements(inner, depth, r.between(1, 2))
    if r.chance(1, 3):
        return [f"unsigned char {name} = {start};", ("do {", [*body, f"if ({name}) {name}--;"], f"}} while ({name} > 0);")]
    if r.chance(1, 2):
        return [f"unsigned char {name} = {start};", (f"while ({name}-- > 0) {{", body + [f"if ({name} == 255) break;"])]
    return [f"unsigned char {name} = {start};",
            (f"while ({name} > 0 && {condition}) {{", [f"{name}--;", *body])]


def goto_loop(g, scope, depth):
    """A loop made of goto, with a second way out from inside of another one."""
    name, again, out = g.fresh("w"), g.fresh("again"), g.fresh("out")
    count = g.random.between(1, 5)
    inner = Scope(scope, in_loop=True)
    inner.add(name, "int", 0, count - 1)
    condition = g.expressions.condition(inner)
    body, last = g.statements(inner, 0, 1), g.statements(Scope(inner), 0, 1)
    return [f"int {name} = 0;", f"{again}:;", (f"if ({name} < {count}) {{", [
        *body, ("for (int z = 0; z < 2; z++) {", [f"if ({condition}) goto {out};", *last]),
        f"{name}++;", f"goto {again};"]), f"{out}:;"]


def switch(g, scope, depth):
    r = g.random
    cases = []
    for label in range(r.between(2, 4)):
        cases.append(f"case {4 * label + 3}:" if r.chance(4, 5) else f"case {4 * label} ... {4 * label + 2}:")
        cases += [("{", g.statements(Scope(scope), 0, 1))]
        if r.chance(2, 3):
            cases.append("break;")
    if r.chance(2, 3):
        cases.insert(0, f"default: {g.assignment(scope)[0]}" if scope.targets() else "default: break;")
    return [(f"switch ({g.expressions.fitting(scope, 1, 0, 11)}) {{", cases)]


def long_loop(g, scope, depth):
    """Too many iterations to unwind: a proof needs an invariant. What it computes is on known values or not."""
    if scope.in_loop:
        return g.assignment(scope)
    r = g.random
    count = r.choice([20, 50, 100, 255, 256, 1000])
    counter, value = g.fresh("n"), g.fresh("y")
    start = g.expressions.fitting(scope, 1, 0, 15)
    step = r.choice([f"{value} = ({value} * 5 + {counter}) & 255;", f"{value} = ({value} + {r.between(1, 9)}) % 17;", f"{value} ^= {counter} & 7;",
                     f"if ({value} < 90) {value} += 2;", f"{value} = {value} > 50 ? 0 : {value} + 3;", f"{value} = {counter};",
                     f"if ({g.expressions.condition(scope)}) {value} = ({value} + 1) & 63;", f"{value} = {value} / 2 + {counter} % 5;"])
    kind = r.choice(["int", "unsigned", "long long"] + (["unsigned char"] if count < 255 else []))
    heads = [(f"for ({kind} {counter} = 0; {counter} < {count}; {counter}++) {{", []),
             (f"for ({kind} {counter} = {count}; {counter} > 0; {counter}--) {{", []),
             (f"for ({kind} {counter} = 0; {counter} != {count - count % 2}; {counter} += 2) {{", [])]
    head, first = r.choice(heads)
    scope.add(value, "int", 0, 1010, assignable=True)
    items = [f"int {value} = {start};", (head, first + [step])]
    if r.chance(1, 3):
        items[1][1].insert(0, f"if ({value} == {r.below(40)}) {r.choice(['break', 'continue'])};")
    if r.chance(1, 4):
        items[1][1].append(f"if ({value} < 0 || {value} > 1010) reach_error();")
    return items


def duff(g, scope, depth):
    """A switch whose labels stand inside of a loop."""
    total, rounds = g.fresh("t"), g.fresh("n")
    start = g.expressions.fitting(scope, 1, 0, 3)
    scope.add(total, "int", 0, 60)
    return [f"int {total} = 0, {rounds} = {g.random.between(1, 3)};", (f"switch ({start}) {{", [
        "case 0:", ("do {", [f"{total} += 7;", "case 3:", f"{total} += 4;", "case 2:", f"{total} += 2;", "case 1:", f"{total}++;"],
                    f"}} while (--{rounds} > 0);")])]


def goto_into(g, scope, depth):
    """Jumps into a loop, past the declaration of a variable of its own."""
    label, counter, total = g.fresh("inside"), g.fresh("n"), g.fresh("t")
    condition = g.expressions.condition(scope)
    scope.add(total, "int", 0, 40)
    return [f"int {counter} = 0, {total} = 0;", f"if ({condition}) goto {label};",
            (f"for ({counter} = 1; {counter} < 4; {counter}++) {{", [
                f"{total} += 2;", f"{label}:;", f"int own = {counter} + 1;", f"{total} += own;"])]


def endless_loop(g, scope, depth):
    """A loop without an end whose states repeat; it may be left, or not."""
    if scope.in_loop:
        return g.assignment(scope)
    r = g.random
    state, steps = g.fresh("y"), g.fresh("n")
    modulus = r.choice([7, 16, 30, 64])
    inner = Scope(scope, in_loop=True)
    inner.own = [(state, "int", 0, modulus - 1)]
    body = [f"NATIVE(if (++{steps} > 300) HANG();)", f"{state} = ({state} * {r.choice([1, 3, 5])} + {r.between(1, 5)}) % {modulus};",
            f"if ({state} == {r.below(modulus)} && {g.expressions.condition(scope)}) break;"]
    body += g.site(inner)
    scope.add(state, "int", 0, modulus - 1)
    return [f"int {state} = {g.expressions.fitting(scope.outer or Scope(), 0, 0, modulus - 1)};", f"NATIVE(int {steps} = 0;)", ("for (;;) {", body)]


def narrow_counter(g, scope, depth):
    name, total = g.fresh("n"), g.fresh("t")
    low, high = g.random.choice([("signed char", 100), ("unsigned char", 200), ("short", 120)])
    start = g.expressions.fitting(scope, 1, 0, 90)
    scope.add(total, "int", 0, 300)
    return [f"int {total} = 0;", f"for ({low} {name} = {start}; {name} < {high}; {name} += {g.random.between(1, 6)}) {total}++;"]


CONTROL = [branch, branch, branch, for_loop, for_loop, for_loop, while_loop, while_loop, goto_loop, switch, long_loop,
           long_loop, duff, goto_into, endless_loop, narrow_counter]
