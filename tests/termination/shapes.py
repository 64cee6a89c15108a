"""Loops as provers of termination meet them. A shape takes the generator and its scope and returns items."""

ORDER = ["<", "<=", ">", ">=", "!="]


def constant(value):
    """A constant expression of a type that can hold it."""
    suffix = "" if abs(value) < 1 << 31 else "u" if 0 < value < 1 << 32 else "l" if abs(value) < 1 << 63 else "ul"
    if value in (-(1 << 31), -(1 << 63)):
        return f"({value + 1}{'l' if value < -(1 << 31) else ''} - 1)"
    return f"({value}{suffix})" if value < 0 else f"{value}{suffix}"


def guard(g, scope, name):
    """What keeps a loop going: mostly a comparison of its counter."""
    r = g.random
    kind = scope.values[name]
    bound = constant(g.value(kind)) if r.chance(3, 5) else g.atom(scope)
    forms = [f"{name} {r.choice(ORDER)} {bound}"] * 6
    forms += [f"{bound} {r.choice(ORDER)} {name}", name, f"{name} != 0", g.condition(scope), f"{name} {r.choice(ORDER)} {bound} && {g.condition(scope, 0)}",
              f"{name} {r.choice(ORDER)} {constant(kind.high)}", f"{name} {r.choice(ORDER)} {constant(kind.low)}"]
    return r.choice(forms)


def towards(g, name, kind, condition):
    """A step in the direction that the guard suggests, mostly."""
    r = g.random
    down = any(f"{name} {c}" in condition for c in (">", ">=")) != r.chance(1, 12)
    step = g.step(kind)
    text = constant(step)
    one = f"{name}{'--' if down else '++'}"
    return r.choice([one, one, f"{name} {'-' if down else '+'}= {text}", f"{name} = {name} {'-' if down else '+'} {text}",
                     f"{name} = {name} {'-' if down else '+'} {text}"])


def counting(g, scope):
    """for (i = a; i < b; i += c)"""
    name, item = g.declare(scope, prefix="i")
    condition = guard(g, scope, name)
    step = towards(g, name, scope.values[name], condition)
    inner = g.random.choice([scope.inner(), scope.inner()])
    if g.random.chance(1, 2):
        inner.targets.pop(name)
    if not inner.targets:
        inner.targets[name] = scope.values[name]
    body = [g.head(), *g.body(inner)]
    form = g.random.below(4)
    if form == 0:
        return [item, (f"while ({condition}) {{", [*body, step + ";"])]
    if form == 1:
        return [item, ("do {", [*body, step + ";"], f"}} while ({condition});")]
    return [item, (f"for (; {condition}; {step}) {{", body)]


def side_effects(g, scope):
    """while (--i), while (i++ < b), while (i-- && j--)"""
    r = g.random
    name, item = g.declare(scope, prefix="i")
    other, second = g.declare(scope, prefix="j")
    bound = constant(g.value(scope.values[name]))
    condition = r.choice([f"--{name}", f"{name}--", f"{name}++", f"{name}++ {r.choice(ORDER)} {bound}", f"{name}-- {r.choice(ORDER)} {bound}",
                          f"{name}-- && {other}--", f"{name}++ < {bound} || {other}-- > 0", f"({name} = {name} / 2) || {other}-- > 3",
                          f"({name} += {r.between(1, 4)}) {r.choice(ORDER)} {bound}", f"({name} >>= 1) != 0"])
    return [item, second, (f"while ({condition}) {{", [g.head(), *g.body(scope.inner())])]


def two_counters(g, scope):
    """Counters that come closer, or run away from each other."""
    r = g.random
    kind = g.type()
    first, one = g.declare(scope, kind, "i")
    second, two = g.declare(scope, kind if r.chance(2, 3) else None, "j")
    condition = f"{first} {r.choice(ORDER)} {second}"
    moves = [f"{first} += {constant(g.step(kind))};", f"{second} -= {constant(g.step(kind))};", f"{first}++;", f"{second}--;",
             f"{second}++;", f"{first} -= {r.between(1, 3)};"]
    body = [g.head()]
    if r.chance(1, 3):
        body += [f"if ({g.choice(scope)}) {r.choice(moves)}", f"else {r.choice(moves)}"]
    else:
        body += [r.choice(moves) for _ in range(r.between(1, 2))]
    return [one, two, (f"while ({condition}) {{", [*body, *g.body(scope.inner(), 1)])]


def phases(g, scope):
    """A flag or a second variable decides which way the counter goes."""
    r = g.random
    name, item = g.declare(scope, prefix="i")
    flag, second = g.declare(scope, None if r.chance(1, 2) else g.random.choice(list(scope.values.values())), "f", value=r.choice(["0", "1", g.input(2)]))
    kind = scope.values[name]
    condition = guard(g, scope, name)
    there, back = f"{name} += {constant(g.step(kind))};", f"{name} -= {constant(g.step(kind))};"
    turn = r.choice([f"{flag} = !{flag};", f"{flag} = 1;", f"{flag} = 0;", f"if ({g.condition(scope)}) {flag} = !{flag};",
                     f"if ({name} {r.choice(ORDER)} {constant(g.value(kind))}) {flag} = 1;", f"{flag}++;", f"{flag}--;"])
    body = r.choice([[f"if ({flag}) {there}", f"else {back}", turn], [f"if ({flag}) {there}", (f"else {{", [back, turn])],
                     [(f"if ({flag} > 0) {{", [there, turn]), f"else {back}"]])
    return [item, second, (f"while ({condition}) {{", [g.head(), *body, *g.body(scope.inner(), 1)])]


def bits(g, scope):
    """Shifts, masks, rotations, multiplications until something is reached."""
    r = g.random
    kind = g.type()
    name, item = g.declare(scope, kind, "b")
    k, w = r.between(1, 3), kind.bits
    update = r.choice([f"{name} >>= {k};", f"{name} <<= {k};", f"{name} &= {name} - 1;", f"{name} &= {name} + 1;", f"{name} |= {name} - 1;",
                       f"{name} |= {name} + 1;", f"{name} = {name} >> {k} | {name} << {w - k};", f"{name} = {name} / {k + 1};",
                       f"{name} *= {r.choice([2, 3, 4, 5, 6, 7, 10])};", f"{name} = {name} % {r.between(2, 9)};", f"{name} ^= {name} >> {k};",
                       f"{name} = {name} & -{name};", f"{name} -= {name} & -{name};", f"{name} -= {name} >> {k};", f"{name} -= {name} / 2;",
                       f"{name} = {name} & {r.choice([1, 6, 12, 85, 170])};", f"{name} = ~{name};", f"{name} = {name} * 5 + 3;",
                       f"{name} = {name} % 2 ? {name} * 3 + 1 : {name} / 2;", f"{name} = ({name} << 1) | ({name} >> {w - 1} & 1);",
                       f"{name} = {name} << 1 | {g.input(2)};", f"{name} = {name} >> 1 ^ ({name} & 1 ? {r.choice([9, 12, 184])} : 0);"])
    condition = r.choice([name, f"{name} != 0", f"{name} > 0", f"{name} != {constant(g.value(kind))}", f"{name} > 1", f"{name} < {constant(g.value(kind))}",
                          f"!({name} & {1 << r.below(min(w - 1, 12))})", f"{name} & {r.choice([1, 2, 3, 128])}", f"{name} >= 0", f"{name} != 1"])
    return [item, (f"while ({condition}) {{", [g.head(), update, *g.body(scope.inner(), 1)])]


def nested(g, scope):
    """An inner loop that may touch the counter of the outer one."""
    r = g.random
    outer, item = g.declare(scope, prefix="i")
    condition = guard(g, scope, outer)
    step = towards(g, outer, scope.values[outer], condition)
    inner = scope.inner()
    name, second = g.declare(inner, prefix="j", value=None if r.chance(1, 2) else r.choice([outer, "0"]))
    limit = f"{name} {r.choice(ORDER)} {outer}" if r.chance(1, 3) else guard(g, inner, name)
    advance = towards(g, name, inner.values[name], limit)
    body = [g.head()]
    if r.chance(1, 3):
        body.append(r.choice([f"{outer}--;", f"{outer}++;", f"{outer} = {name};", f"{name} = {outer};", f"if ({g.choice(inner)}) {outer}--;"]))
    body += g.body(inner.inner(), 1)
    return [item, (f"for (; {condition}; {step}) {{", [g.head(), second, (f"for (; {limit}; {advance}) {{", body), *g.body(inner, 1)])]


def inputs_inside(g, scope):
    """The environment decides how far the counter goes, or when the loop is left."""
    r = g.random
    name, item = g.declare(scope, prefix="i")
    kind = scope.values[name]
    condition = guard(g, scope, name)
    move = r.choice([f"{name} -= {g.input(4)};", f"{name} += {g.input(4)};", f"{name} -= 1 + {g.input(2)};", f"{name} += 1 + {g.input(4)};",
                     f"if ({g.input(2)}) {name}--; else {name} -= {constant(g.step(kind))};", f"if ({g.input(2)}) {name}++; else {name}--;",
                     f"{name} = {name} / 2 + {g.input(2)};", f"if ({g.input(2)}) break;", f"{name} = {g.input(8)};",
                     f"if ({g.input(4)} == 0) {name} = {constant(g.value(kind))}; else {name}--;"])
    extra = [f"if ({g.input(4)} == 1) break;"] if r.chance(1, 5) else []
    return [item, (f"while ({condition}) {{", [g.head(), move, *extra, *g.body(scope.inner(), 1)])]


def soup(g, scope):
    """Anything: a few variables, a condition, statements."""
    r = g.random
    items = [g.declare(scope)[1] for _ in range(r.between(1, 2))]
    inner = scope.inner()
    body = [g.head()] + [s for _ in range(r.between(1, 4)) for s in g.statement(inner)]
    condition = r.choice([g.condition(scope), g.condition(scope), "1", g.input(2)])
    return [*items, (f"while ({condition}) {{", body)]


def skipping(g, scope):
    """A `continue` that skips the step for some values."""
    r = g.random
    name, item = g.declare(scope, prefix="i")
    kind = scope.values[name]
    condition = guard(g, scope, name)
    step = towards(g, name, kind, condition)
    skip = r.choice([f"{name} == {constant(g.value(kind))}", g.choice(scope), f"{name} % {r.between(2, 5)} == {r.below(3)}"])
    before = [f"{r.choice(list(scope.targets))} ^= 1;"] if r.chance(1, 3) else []
    keyword = r.choice(["continue", "continue", "break", "return 0"])
    return [item, (f"while ({condition}) {{", [g.head(), *before, f"if ({skip}) {keyword};", f"{step};"])]


def gotos(g, scope):
    """Jumps back, into and out of loops: the loop may have two entries."""
    r = g.random
    name, item = g.declare(scope, prefix="i")
    kind = scope.values[name]
    first, second, out = g.fresh("L"), g.fresh("L"), g.fresh("L")
    condition = guard(g, scope, name)
    step = towards(g, name, kind, condition)
    move = g.update(name, kind, scope)
    form = r.below(3)
    if form == 0:
        return [item, f"{first}:;", g.head(), f"{step};", *g.body(scope, 1), f"if ({condition}) goto {first};"]
    if form == 1:  # two entries
        return [item, f"if ({g.choice(scope)}) goto {second};", f"{first}:;", g.head(), f"{step};", f"if (!({condition})) goto {out};",
                f"{second}:;", g.head(), move if r.chance(1, 2) else ";", f"if ({g.choice(scope)}) goto {first};", f"{out}:;"]
    return [item, f"if ({g.choice(scope)}) goto {first};",
            (f"while ({condition}) {{", [g.head(), f"{step};", f"{first}:;", move if r.chance(1, 3) else ";",
                                         f"if ({g.choice(scope)}) goto {out};"]), f"{out}:;"]


def machine(g, scope):
    """A state machine in a switch."""
    r = g.random
    state, counter = g.fresh("s"), g.fresh("n")
    scope.add(counter, g.random.choice(list(scope.values.values())))
    count = r.between(2, 4)
    cases = []
    for i in range(count):
        last = r.choice([f"{state} = {r.below(count + 1)};", f"{state} = {g.choice(scope)} ? {r.below(count + 1)} : {r.below(count + 1)};", f"{counter}++;",
                         f"{state}++;"])
        step = r.choice([f"{counter}++; ", f"{counter}--; ", ""])
        cases.append(f"case {i}: {step}{last} break;")
    stop = r.choice([f"{state} != {count}", f"{counter} < 5", f"{state} < {count} && {counter} != 6"])
    return [f"int {state} = {r.choice(['0', '1', g.input(2)])};", f"{scope.values[counter].name} {counter} = {r.below(5)};",
            (f"while ({stop}) {{", [g.head(), (f"switch ({state}) {{", [*cases, f"default: {r.choice([f'{counter}++;', 'return 0;', f'{state} = 0;'])}"])])]


def array(g, scope):
    """Indices, tables of successors, sorting."""
    r = g.random
    name, index, size = g.fresh("a"), g.fresh("k"), r.choice([2, 4, 4, 8])
    kind = r.choice(["unsigned char", "signed char", "int"])
    values = [g.input(4) if r.chance(1, 5) else str(r.below(size)) for _ in range(size)]
    items = [f"{kind} {name}[{size}] = {{{', '.join(values)}}};", f"unsigned {index} = {r.choice([str(r.below(size)), '0', g.input(2)])};"]
    swap = f"{kind} t = {name}[{index}]; {name}[{index}] = {name}[{index} + 1]; {name}[{index} + 1] = t;"
    form = r.below(5)
    if form == 0:
        end = r.choice([f"{index} != {r.below(size)}", f"{name}[{index}] != {index}", f"{index}"])
        return [*items, (f"while ({end}) {{", [g.head(), f"{index} = {name}[{index}]{r.choice(['', '', f' % {size}'])};"])]
    if form == 1:  # bubble sort, or not quite
        changed = g.fresh("f")
        return [*items, f"int {changed} = 1;",
                (f"while ({changed}) {{", [g.head(), f"{changed} = 0;", (f"for ({index} = 0; {index} < {size - 1}; {index}++) {{", [
                    g.head(), (f"if ({name}[{index}] {r.choice(['>', '>', '>='])} {name}[{index} + 1]) {{", [swap, f"{changed} = 1;"])])])]
    if form == 2:  # the counter is an element
        other = r.below(size)
        return [*items, (f"while ({name}[0] {r.choice(ORDER)} {r.between(0, 20)}) {{", [
            g.head(), f"{name}[{r.choice(['0', '0', index, g.input(2)])}] {r.choice(['+=', '-='])} {r.between(1, 3)};",
            f"{name}[{other}] = {r.choice([f'{name}[{r.below(size)}]', str(r.below(9)), f'{name}[{other}] ^ 1'])};"])]
    if form == 3:  # perhaps it leaves the array, and that is its end
        return [*items, (f"while ({name}[{index}] {r.choice(ORDER)} {r.between(0, 9)}) {{",
                         [g.head(), f"{index}{r.choice(['++', '--', ' ^= 1', f' = ({index} + 1) % {size}'])};"])]
    scope.add(f"{name}[{r.below(size)}]", scope.values[r.choice(list(scope.values))])
    return [*items, (f"for (; {index} < {size}; {index}++) {{", [g.head(), *g.body(scope.inner())])]


def pointer(g, scope):
    """The counter is changed by way of a pointer."""
    r = g.random
    name, item = g.declare(scope, prefix="i")
    kind = scope.values[name]
    other, second = g.declare(scope, kind, "j")
    pointer = g.fresh("p")
    condition = guard(g, scope, name)
    step = towards(g, name, kind, condition)
    through = step.replace(name, f"(*{pointer})")
    target = r.choice([f"&{name}", f"&{name}", f"{g.choice(scope)} ? &{name} : &{other}", f"&{other}"])
    extra = r.choice([[], [], [f"if ({g.choice(scope)}) {pointer} = &{r.choice([name, other])};"], [f"*{pointer} = {other};"]])
    return [item, second, f"{kind.name} *{pointer} = {target};", (f"while ({condition}) {{", [g.head(), f"{r.choice([through, through, step])};", *extra])]


def floating(g, scope):
    """A counter that is no integer."""
    r = g.random
    name, kind = g.fresh("d"), r.choice(["float", "double"])
    suffix = "f" if kind == "float" else ""
    start = r.choice(["0.0", "1.0", "8.0", "100.0", "16777212.0", "-3.0", "0.5"]) + suffix
    update = r.choice(["+= 0.5", "-= 0.5", "+= 0.1", "+= 1.0", "-= 0.25", "*= 0.5", "*= 0.75", "/= 2.0", "*= 2.0", "*= -1.0"]) + suffix
    bound = r.choice(["0.0", "1.0", "10.0", "2.25", "16777217.0", "-1.0"]) + suffix
    first = f"{start} + {g.input()}" if r.chance(1, 3) else start
    return [f"{kind} {name} = {first};", (f"while ({name} {r.choice(ORDER)} {bound}) {{", [g.head(), f"{name} {update};", *g.body(scope.inner(), 1)])]


def fields(g, scope):
    """Counters in bit-fields and members."""
    r = g.random
    name, width = g.fresh("s"), r.between(2, 5)
    first = r.choice([f"{{{r.below(4)}, {r.below(4)}}}", f"{{{g.input(4)}, 1}}"])
    a, b = f"{name}.a", f"{name}.b"
    condition = r.choice([f"{a} {r.choice(ORDER)} {r.between(0, (1 << width) + 1)}", f"{a} {r.choice(ORDER)} {b}", f"{a} && {b}"])
    moves = [f"{a}++;", f"{a}--;", f"{b}++;", f"{b}--;", f"{a} += {r.between(1, 5)};", f"{b} = {a} + 1;", f"{a} = {b};", f"{b} >>= 1;"]
    kind = r.choice(["unsigned", "int"])
    return [f"struct {{ {kind} a : {width}; {r.choice(['unsigned char', 'signed char', 'short'])} b; }} {name} = {first};",
            (f"while ({condition}) {{", [g.head(), *[r.choice(moves) for _ in range(r.between(1, 2))], *g.body(scope.inner(), 1)])]


def division(g, scope):
    """Euclid and his friends."""
    r = g.random
    kind = r.choice(["unsigned char", "int", "unsigned"])
    a, b = g.fresh("m"), g.fresh("n")
    items = [f"{kind} {a} = {r.choice([g.input(8), str(r.between(1, 60))])};", f"{kind} {b} = {r.choice([g.input(8), str(r.between(0, 20))])};"]
    body = r.choice([([f"{kind} t = {a} % {b};", f"{a} = {b};", f"{b} = t;"], b), ([f"if ({a} > {b}) {a} -= {b};", f"else {b} -= {a};"], f"{a} != {b}"),
                     ([f"{a} -= {b};"], f"{a} >= {b}"), ([f"{a} = {a} - {b};", f"{b} = {b} / 2;"], f"{a} > 0"), ([f"{a} *= {b};"], f"{a} < 100"),
                     ([f"{a} /= {b};"], f"{a} > 0"), ([f"{a} = {a} * {a} % {r.between(5, 40)};"], f"{a} {r.choice(ORDER)} {r.between(0, 4)}")])
    return [*items, (f"while ({body[1]}) {{", [g.head(), *body[0]])]


SHAPES = [counting, counting, counting, side_effects, two_counters, two_counters, phases, phases, bits, bits, bits, nested, nested,
          inputs_inside, inputs_inside, soup, soup, skipping, skipping, gotos, machine, array, pointer, floating, fields, division]
