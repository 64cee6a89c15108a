"""Functions: loops in them, counters that they change, recursion; and lists on the heap. Like shapes.py."""
from shapes import ORDER, bits, constant, counting, guard, phases, soup, towards, two_counters


def scope_of(g, scope):
    """What a function sees: the globals."""
    inner = type(scope)()
    for name, kind in scope.values.items():
        if name.startswith("G_"):
            inner.add(name, kind)
    return inner


def loop_in_function(g, scope):
    r = g.random
    name, parameter, kind = g.fresh("G_f"), g.fresh("v"), g.type()
    inner = scope_of(g, scope)
    inner.add(parameter, kind)
    items = r.choice([counting, two_counters, phases, bits, soup])(g, inner)
    g.functions.append((f"static int {name}({kind.name} {parameter}) {{", [g.enter(parameter), *items, f"return {r.choice(list(inner.values))};"]))
    return repeated(g, scope, lambda argument: f"{name}({argument})")


def repeated(g, scope, call):
    """Calls, once or in a loop, whose result may matter."""
    r = g.random
    if r.chance(1, 2):
        return [f"{call(g.atom(scope))};"]
    counter, item = g.declare(scope, prefix="i")
    condition = guard(g, scope, counter)
    step = towards(g, counter, scope.values[counter], condition)
    use = r.choice([f"{call(counter)};", f"{call(counter)};", f"{counter} = {call(counter)};", f"if ({call(counter)} == {r.below(4)}) break;"])
    return [item, (f"for (; {condition}; {step}) {{", [g.head(), use])]


def changing(g, scope):
    """A callee that changes the counter: a global one, or by its address."""
    r = g.random
    name, kind = g.fresh("G_f"), g.type()
    by_address = r.chance(1, 2)
    counter = g.fresh("i") if by_address else g.fresh("G_g")
    inside = "*p" if by_address else counter
    first = constant(g.value(kind))
    if not by_address:
        g.file.append(f"GLOBAL {kind.name} {counter} = {first};")
    moves = [f"({inside})--;", f"({inside})++;", f"{inside} -= {constant(g.step(kind))};", f"{inside} += {constant(g.step(kind))};", f"{inside} = {inside} / 2;",
             f"if ({inside} > {r.below(5)}) ({inside})--;", f"if ({g.input(2)}) ({inside})--;", f"if ({inside} & 1) {inside} -= 3; else {inside} += 1;"]
    body = [g.enter("*p") if by_address else g.enter(), r.choice(moves), f"return {inside} {r.choice(ORDER)} {constant(g.value(kind))};"]
    g.functions.append((f"static int {name}({f'{kind.name} *p' if by_address else 'void'}) {{", body))
    scope.add(counter, kind)
    call = f"{name}({f'&{counter}' if by_address else ''})"
    condition = guard(g, scope, counter)
    loops = [(f"while ({call}) {{", [g.head()]), (f"while ({condition}) {{", [g.head(), f"{call};"]),
             (f"while ({condition}) {{", [g.head(), f"if ({call}) {towards(g, counter, kind, condition)};"])]
    return [*([f"{kind.name} {counter} = {first};"] if by_address else []), r.choice(loops)]


def recursion(g, scope):
    """f calls itself once or twice, perhaps by way of another function, perhaps not always with less."""
    r = g.random
    name, other, kind, n = g.fresh("G_r"), g.fresh("G_r"), g.type(), "n"
    inner = scope_of(g, scope)
    inner.add(n, kind)
    stop = r.choice([f"n <= {r.below(3)}", f"n == {constant(g.value(kind))}", "n <= 0", "n == 0", "n < 2", f"n > {constant(g.value(kind))}", g.condition(inner)])
    less = ["n - 1", "n - 1", f"n - {r.between(1, 3)}", "n / 2", "n >> 1", "n & (n - 1)", f"n + {constant(g.step(kind))}", f"n % {r.between(2, 5)}",
            f"n - 1 - {g.input(2)}", f"n == {r.below(6)} ? n : n - 1", f"n - {constant(g.step(kind))}", f"n - {g.input(2)}"]
    first, second = r.choice(less), r.choice(["n - 2", "n - 2", "n / 2", *less[:3]])
    change = [g.update(x, inner.targets[x], inner) for x in inner.targets if x != n and r.chance(1, 2)]
    form = r.below(4)
    again = f"{name}({first})"
    if form == 1:
        again += f" + {name}({second})"
    elif form == 2:
        again = f"{other}({first})"
        g.functions.append(f"static int {name}({kind.name} n);")
        g.functions.append((f"static int {other}({kind.name} n) {{", [g.enter(n), f"if ({r.choice([stop, g.condition(inner)])}) return 1;",
                                                                     f"return {name}({r.choice(['n', 'n', *less])});"]))
    elif form == 3:
        again = f"{name}({name}({first}))" if r.chance(1, 3) else f"({g.choice(inner)} ? {again} : 0)"
    g.functions.append((f"static int {name}({kind.name} n) {{", [g.enter(n), f"if ({stop}) return {r.choice(['n', '0', '1'])};", *change, f"return {again};"]))
    value = r.choice([g.input(8), g.input(8), constant(g.value(kind)), g.atom(scope)])
    return [f"{name}({value});"] if r.chance(2, 3) else repeated(g, scope, lambda argument: f"{name}({argument})")


def list_of_nodes(g, scope):
    """A list is made, perhaps closed to a ring, and walked along."""
    r = g.random
    if "struct G_node { int v; struct G_node *next; };" not in g.file:
        g.file.insert(0, "struct G_node { int v; struct G_node *next; };")
    head, p, q, k = (g.fresh(x) for x in ("head", "p", "q", "k"))
    count = r.choice([g.input(4), str(r.between(1, 4))])
    items = [f"struct G_node *{head} = 0, *{p}, *{q};", f"int {k} = {count};",
             (f"for (; {k} > 0; {k}--) {{", [g.head(), f"{p} = malloc(sizeof *{p});", f"if (!{p}) abort();", f"{p}->v = {k};", f"{p}->next = {head};", f"{head} = {p};"])]
    form = r.below(6)
    close = f"for ({p} = {head}; {p}->next; {p} = {p}->next) {{"
    if form < 3:
        items += [(f"if ({head}{r.choice(['', f' && {g.choice(scope)}'])}) {{", [(close, [g.head()]), f"{p}->next = {r.choice([head, p, f'{head}->next', '0'])};"])]
    if form == 3:
        items += [(f"if ({head} && {head}->next) {{", [f"{head}->next->next = {r.choice([head, f'{head}->next', f'{head}->next->next'])};"])]
    walks = [[(f"for ({p} = {head}; {p}; {p} = {p}->next) {{", [g.head(), *g.body(scope.inner(), 1)])],
             [f"{p} = {head};", (f"while ({p} && {p}->v != {r.between(0, 5)}) {{", [g.head(), f"{p} = {p}->next;"])],
             [f"{p} = {head};", (f"while ({p} && {p}->v > 0) {{", [g.head(), f"{p}->v--;", f"{p} = {p}->next;"])],
             [f"{q} = 0;", (f"for ({p} = {head}; {p}; ) {{", [g.head(), f"struct G_node *t = {p}->next;", f"{p}->next = {q};", f"{q} = {p};", f"{p} = t;"])],
             [f"{p} = {q} = {head};", (f"while ({q} && {q}->next) {{", [g.head(), f"{p} = {p}->next;", f"{q} = {q}->next->next;", f"if ({p} == {q}) break;"])],
             [(f"while ({head}) {{", [g.head(), f"{p} = {head}->next;", f"free({head});", f"{head} = {p};"])] if form > 3 else
             [f"{p} = {head};", (f"while ({p}) {{", [g.head(), f"{p} = {g.choice(scope)} ? {p}->next : {r.choice(['0', p, f'{p}->next'])};"])]]
    return items + r.choice(walks)


CALLS = [loop_in_function, loop_in_function, changing, changing, recursion, recursion, recursion, list_of_nodes, list_of_nodes]
