"""Loops whose state is in objects: statics, unions, strings, blocks that come and go, what pointers and functions
choose. Like shapes.py."""
from shapes import ORDER, constant, guard, towards


def static_counter(g, scope):
    """A function that counts its calls."""
    r = g.random
    name, kind = g.fresh("G_f"), g.type()
    step = r.choice(["k++;", "k--;", f"k += {constant(g.step(kind))};", f"k = (k + {r.between(1, 3)}) % {r.between(3, 9)};", "k ^= 1;"])
    g.functions.append((f"static int {name}(void) {{", [g.enter(), f"static GLOBAL {kind.name} k = {constant(g.value(kind))};", step,
                                                         f"return k {r.choice(ORDER)} {constant(g.value(kind))};"]))
    return [(f"while ({r.choice(['', '!'])}{name}(){r.choice(['', f' && {g.condition(scope, 0)}'])}) {{", [g.head(), *g.body(scope.inner(), 1)])]


def overlay(g, scope):
    """The bytes of a counter are changed on their own."""
    r = g.random
    name = g.fresh("u")
    first = r.choice([g.input(8), str(r.between(0, 600)), "0"])
    change = r.choice([f"{name}.c[1] = {r.below(3)};", f"{name}.c[0] = {r.below(9)};", f"{name}.c[1]--;", f"if ({g.choice(scope)}) {name}.c[1] ^= 1;",
                       f"{name}.s >>= 1;", f"{name}.c[1] = {name}.c[0];", ";"])
    step = r.choice([f"{name}.n--;", f"{name}.n++;", f"{name}.n -= {r.between(1, 4)};", f"{name}.s--;", f"{name}.c[0]--;", f"{name}.n /= 2;"])
    condition = r.choice([f"{name}.n > {r.below(4)}", f"{name}.n", f"{name}.c[0] || {name}.c[1]", f"{name}.s > 0", f"{name}.n != {r.between(0, 300)}"])
    return [f"union {{ unsigned short n; short s; unsigned char c[2]; }} {name} = {{{first}}};",
            (f"while ({condition}) {{", [g.head(), step, change, *g.body(scope.inner(), 1)])]


def copies(g, scope):
    """Counters that are copied, cleared and swapped as bytes or structs."""
    r = g.random
    a, b = g.fresh("s"), g.fresh("s")
    tag = g.fresh("G_pair")
    g.file.append(f"struct {tag} {{ unsigned char x; {r.choice(['unsigned', 'int', 'signed char'])} y; }};")
    change = r.choice([f"memset(&{a}, 0, sizeof {a});", f"{a} = {b};", f"{b} = {a};", f"memcpy(&{a}.x, &{b}.x, 1);",
                       f"struct {tag} t = {a}; {a} = {b}; {b} = t;", f"memcpy(&{b}, &{a}, sizeof {b});"])
    step = r.choice([f"{a}.x++;", f"{a}.y++;", f"{a}.x--; {a}.y++;", f"{a}.y += {a}.x;", f"{b}.x++; {a}.y--;", f"{a}.y = {b}.x++;"])
    condition = r.choice([f"{a}.x {r.choice(ORDER)} {r.between(0, 20)}", f"{a}.y {r.choice(ORDER)} {r.between(0, 20)}", f"{a}.x {r.choice(ORDER)} {b}.x"])
    when = r.choice([f"{a}.x == {r.between(0, 12)}", g.choice(scope), f"{a}.y > {r.between(0, 9)}"])
    return [f"struct {tag} {a} = {{{r.below(5)}, {r.below(5)}}}, {b} = {{{r.choice([g.input(4), '1'])}, {r.below(9)}}};",
            (f"while ({condition}) {{", [g.head(), step, f"if ({when}) {{ {change} }}"])]


def text(g, scope):
    """A walk along a string, which the walk may change."""
    r = g.random
    word = "".join(r.choice("abc") for _ in range(r.between(1, 5)))
    name, p = g.fresh("w"), g.fresh("p")
    back = r.choice([f"{p} = {name};", f"*{p} = 'a';", f"*{p} = 0;", f"if ({p} > {name}) {p}--;", ";"])
    when = r.choice([f"*{p} == '{r.choice('abc')}'", g.choice(scope), f"{p} == {name} + {r.below(len(word) + 1)}"])
    step = f"{p}++;"
    order = [step, f"if (*{p} && ({when})) {{ {back} }}"]
    return [f"char {name}[{len(word) + 1}] = \"{word}\";", f"char *{p} = {name};",
            (f"while (*{p}) {{", [g.head(), *(order if r.chance(1, 2) else [f"if ({when}) {{ {back} if (!*{p}) break; }}", step])])]


def blocks(g, scope):
    """Blocks of the heap that come and go; the counter lives in one of them."""
    r = g.random
    p, q = g.fresh("p"), g.fresh("q")
    kind = r.choice(["unsigned char", "int", "unsigned"])
    first = r.choice([g.input(8), str(r.between(0, 9))])
    step = r.choice([f"--*{p};", f"++*{p};", f"*{p} -= {r.between(1, 3)};", f"*{p} /= 2;"])
    new = [f"{q} = malloc(sizeof *{q});", f"if (!{q}) abort();", f"*{q} = {r.choice([f'*{p}', f'*{p} - 1', f'*{p} + 1', str(r.below(9))])};"]
    exchange = [*new, f"free({p});", f"{p} = {q};"]
    body = r.choice([[step, *exchange], [(f"if ({g.choice(scope)}) {{", exchange), step], exchange, [*new, f"free({q});", step]])
    return [f"{kind} *{p} = malloc(sizeof *{p}), *{q};", f"if (!{p}) abort();", f"*{p} = {first};",
            (f"while (*{p} {r.choice(ORDER)} {r.between(0, 6)}) {{", [g.head(), *body])]


def by_address(g, scope):
    """Recursion that hands an address on."""
    r = g.random
    name, kind, variable = g.fresh("G_r"), g.type(), g.fresh("x")
    inside = r.choice(["(*p)--;", "(*p)++;", f"*p -= {r.between(1, 3)};", "*p /= 2;", f"if (n & 1) (*p)--; else *p += {r.below(3)};", "(*p)--; n++;"])
    stop = r.choice([f"*p <= {r.below(3)}", f"*p == {r.below(5)}", "*p == n", f"n > {r.between(3, 9)}", f"*p {r.choice(ORDER)} {constant(g.value(kind))}"])
    again = r.choice([f"{name}(p, n)", f"{name}(p, n + 1)", f"{name}(p, n - 1)", f"{name}(p, !n)", f"{name}(p, n) + {name}(p, n)"])
    after = r.choice(["", "", "(*p)++;"])
    g.functions.append((f"static int {name}({kind.name} *p, unsigned char n) {{", [g.enter("*p", "n"), f"if ({stop}) return 1;", inside,
                                                                                  f"int result = {again};", *([after] if after else []), "return result;"]))
    return [f"{kind.name} {variable} = {r.choice([g.input(8), constant(g.value(kind))])};", f"{name}(&{variable}, {r.choice(['0', '1', g.input(4)])});"]


def loop_and_recursion(g, scope):
    """A loop whose iterations call the function that it is in."""
    r = g.random
    name, kind = g.fresh("G_r"), g.type()
    first, second = r.choice([("n - 1", "n"), ("n - 1", "i"), ("i", "n"), ("i - 1", "n"), ("n / 2", "n")])
    start = r.choice([second, "0", "1", "n"])
    step = r.choice(["i++", "i--", "i += 2"])
    condition = r.choice([f"i {r.choice(ORDER)} n", "i > 0", f"i < {r.between(1, 4)}"])
    g.functions.append((f"static int {name}({kind.name} n) {{", [g.enter("n"), f"if (n {r.choice(['<=', '==', '<'])} {r.below(2)}) return 0;",
                                                                 (f"for ({kind.name} i = {start}; {condition}; {step}) {{", [g.head(), f"{name}({first});"]), "return 1;"]))
    return [f"{name}({r.choice([g.input(4), g.input(4), str(r.between(0, 4))])});"]


def chosen_function(g, scope):
    """The step is a function that a table has."""
    r = g.random
    name, kind = g.fresh("i"), g.type()
    functions = []
    for _ in range(2):
        functions.append(g.fresh("G_f"))
        change = r.choice(["x + 1", "x - 1", "x / 2", f"x + {constant(g.step(kind))}", "x", f"x ^ {r.between(1, 3)}", "x * 2"])
        g.functions.append((f"static {kind.name} {functions[-1]}({kind.name} x) {{", [g.enter("x"), f"return {change};"]))
    table = g.fresh("t")
    which = r.choice([f"{name} & 1", g.input(2), f"({g.condition(scope)}) != 0", "0"])
    scope.add(name, kind)
    condition = guard(g, scope, name)
    return [f"{kind.name} {name} = {constant(g.value(kind))};", f"{kind.name} (*{table}[2])({kind.name}) = {{{functions[0]}, {functions[1]}}};",
            (f"while ({condition}) {{", [g.head(), f"{name} = {table}[{which}]({name});", *r.choice([[], [f"{towards(g, name, kind, condition)};"]])])]


OBJECTS = [static_counter, overlay, copies, text, blocks, by_address, by_address, loop_and_recursion, chosen_function]
