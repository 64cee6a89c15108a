"""The parts that programs are made of. Each takes the generator and the scope where it stands, adds what it declares to the
scope, and returns items. ALL: things to compute with; CONTROL: statements around others; CHECKS: what may be violated, by
property; STRANGE: what verifiers know little of."""
from grammar import Scope

SCALARS = ([("int", -1000, 1000)] * 3 + [("signed char", -128, 127), ("unsigned char", 0, 255), ("short", -3000, 3000),
           ("unsigned short", 0, 65535), ("unsigned", 0, (1 << 32) - 1), ("unsigned", 0, (1 << 32) - 1),
           ("long long", -100000, 100000), ("unsigned long long", 0, (1 << 64) - 1), ("_Bool", 0, 1), ("int", 0, 15)])


def bounded(kind):
    return {"int": (-1000, 1000), "unsigned char": (0, 255), "signed char": (-128, 127), "short": (-3000, 3000)}[kind]


def element(g):
    kind = g.random.choice(["int", "int", "unsigned char", "signed char", "short"])
    return (kind, *bounded(kind))


def result(g, scope, text, low, high, kind="int"):
    """Declares a variable with a computed value."""
    name = g.fresh("r")
    scope.add(name, kind, low, high, assignable=True)
    return f"{kind} {name} = {text};"


# --- control ----------------------------------------------------------------------------------------------------------


def branch(g, scope, depth):
    inner = Scope(scope)
    items = [(f"if ({g.expressions.condition(scope)}) {{", g.statements(inner, depth, g.random.between(1, 2)))]
    if g.random.chance(1, 2):
        items.append(("else {", g.statements(Scope(scope), depth, 1)))
    return [items]


def exits(g, scope, items):
    """Puts a way out, or a short cut, into the body of a loop."""
    if g.random.chance(1, 3):
        word = g.random.choice(["break", "continue", "break"])
        items.insert(g.random.below(len(items) + 1), f"if ({g.expressions.condition(scope)}) {word};")
    return items


def for_loop(g, scope, depth):
    r = g.random
    name = g.fresh("k")
    count = r.between(1, 4 if scope.in_loop else 6)
    bound, inner = str(count), Scope(scope, in_loop=True)
    if r.chance(1, 3):
        bound = f"({g.expressions.fitting(scope, 1, 0, count)})"
    inner.add(name, "int", 0, count - 1)
    body = exits(g, inner, g.statements(inner, depth, r.between(1, 2)))
    if r.chance(1, 4):
        inner.own[0] = (name, "int", 1, count)
        limit = g.fresh("n")
        return [f"int {limit} = {bound};", (f"for (int {name} = {limit}; {name} > 0; {name}--) {{",
                                            exits(g, inner, g.statements(inner, depth, 1)))]
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
    body = g.statements(inner, depth, r.between(1, 2))
    start = g.expressions.fitting(scope, 1, 0, count)
    if r.chance(1, 3):
        return [f"unsigned char {name} = {start};", ("do {", [*body, f"if ({name}) {name}--;"], f"}} while ({name} > 0);")]
    if r.chance(1, 2):
        return [f"unsigned char {name} = {start};", (f"while ({name}-- > 0) {{", body + [f"if ({name} == 255) break;"])]
    return [f"unsigned char {name} = {start};",
            (f"while ({name} > 0 && {g.expressions.condition(inner)}) {{", [f"{name}--;", *body])]


def goto_loop(g, scope, depth):
    """A loop made of goto, with a second way out from inside of another one."""
    name, again, out = g.fresh("w"), g.fresh("again"), g.fresh("out")
    count = g.random.between(1, 5)
    inner = Scope(scope, in_loop=True)
    inner.add(name, "int", 0, count - 1)
    body = g.statements(inner, 0, 1)
    last = g.statements(inner, 0, 1)
    return [f"int {name} = 0;", f"{again}:;", (f"if ({name} < {count}) {{", [
        *body, ("for (int z = 0; z < 2; z++) {", [f"if ({g.expressions.condition(inner)}) goto {out};", *last]),
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


# --- things to compute with ---------------------------------------------------------------------------------------------


def array(g, scope):
    r = g.random
    name, length = g.fresh("a"), r.choice([2, 3, 4, 5, 8])
    kind, low, high = element(g)
    scope.add(f"{name}[{r.below(length)}]", kind, low, high, assignable=True)
    scope.add(f"{name}[{g.expressions.index(scope.copy(), length)}]", kind, low, high)
    items = []
    if r.chance(1, 2):
        items.append(f"{kind} {name}[{length}] = {{{', '.join(str(r.between(0, 20)) for _ in range(length))}}};")
    else:
        inner = scope.copy()
        inner.own = inner.own[:-2]
        inner.add("j", "int", 0, length - 1)
        items += [f"{kind} {name}[{length}];", (f"for (int j = 0; j < {length}; j++) {{",
                                                [f"{name}[j] = {g.expressions.fitting(inner, 2, low, high)};"])]
    if r.chance(1, 2):
        total = g.fresh("t")
        items += [f"int {total} = 0;", f"for (int j = 0; j < {length}; j++) {total} += {name}[j];"]
        scope.add(total, "int", low * length, high * length)
    if r.chance(1, 3):
        items += [f"{kind} *{name}p = {name} + {g.expressions.index(scope.copy(), length)};", f"*{name}p = {r.below(100)};",
                  result(g, scope, f"(int)({name}p - {name})", 0, length - 1)]
    return items


def matrix(g, scope):
    name, rows, columns = g.fresh("m"), g.random.between(2, 3), g.random.between(2, 3)
    inner = scope.copy()
    inner.add("j", "int", 0, rows - 1)
    inner.add("k", "int", 0, columns - 1)
    value = g.expressions.fitting(inner, 1, -1000, 1000)
    scope.add(f"{name}[{g.expressions.index(scope.copy(), rows)}][{g.expressions.index(scope.copy(), columns)}]", "short",
              -1000, 1000)
    return [f"short {name}[{rows}][{columns}];", (f"for (int j = 0; j < {rows}; j++) {{", [
        f"for (int k = 0; k < {columns}; k++) {name}[j][k] = {value};"])]


def structure(g, scope):
    r = g.random
    tag, name = g.fresh("G_S"), g.fresh("s")
    (ka, la, ha), (kb, lb, hb) = element(g), element(g)
    length = r.between(2, 4)
    g.file.append(f"struct {tag} {{ {ka} a; {kb} b[{length}]; long long c; }};")
    values = [g.expressions.fitting(scope, 1, la, ha), g.expressions.fitting(scope, 1, lb, hb)]
    items = [f"struct {tag} {name} = {{{values[0]}, {{{values[1]}}}, {r.below(50)}}};"]
    scope.add(f"{name}.a", ka, la, ha, assignable=True)
    scope.add(f"{name}.b[{g.expressions.index(scope.copy(), length)}]", kb, lb, hb)
    if r.chance(1, 2):
        copy = g.fresh("s")
        items += [f"struct {tag} {copy} = {name};", f"{copy}.b[{length - 1}] = {r.below(100)};"]
        scope.add(f"{copy}.b[{r.below(length)}]", kb, lb, hb, assignable=True)
    if r.chance(1, 2):
        pointer = g.fresh("p")
        items += [f"struct {tag} *{pointer} = &{name};", f"{pointer}->c += {pointer}->a;"]
        scope.add(f"{pointer}->c", "long long", -100000, 100000)
    if r.chance(1, 3):
        function = g.fresh("G_f")
        g.functions.append((f"static struct {tag} {function}(struct {tag} s, int n) {{", [
            "s.a = s.c > n;", f"s.b[{length - 1}] = n & 15;", "return s;"]))
        items.append(f"{name} = {function}({name}, {g.expressions.fitting(scope, 1, 0, 99)});")
    return items


def bit_fields(g, scope):
    r = g.random
    tag, name = g.fresh("G_B"), g.fresh("b")
    widths = [r.between(1, 7), r.between(2, 9), r.between(3, 12)]
    signs = [r.choice(["unsigned", "int"]) if w > 1 else "unsigned" for w in widths]
    fields = " ".join(f"{s} f{i} : {w};" for i, (s, w) in enumerate(zip(signs, widths)))
    g.file.append(f"struct {tag} {{ {fields} {r.choice(['', 'unsigned : 0; '])}unsigned char tail; }};")
    items = [f"struct {tag} {name} = {{0}};"]
    before = scope.copy()
    for i, (s, w) in enumerate(zip(signs, widths)):
        low, high = (0, (1 << w) - 1) if s == "unsigned" else (-(1 << (w - 1)), (1 << (w - 1)) - 1)
        items.append(f"{name}.f{i} = {g.expressions.any(before, 1)[0]};")
        scope.add(f"{name}.f{i}", "int", low, high, assignable=True)
    if r.chance(1, 2):
        items.append(r.choice([f"{name}.f0++;", f"{name}.f1 -= 3;", f"{name}.f2 <<= {0};", f"{name}.f1 ^= 5;"]))
    items.append(f"{name}.tail = 200;")
    return items


def union(g, scope):
    r = g.random
    tag, name = g.fresh("G_U"), g.fresh("u")
    g.file.append(f"union {tag} {{ unsigned word; unsigned short half[2]; unsigned char byte[4]; signed char small; }};")
    items = [f"union {tag} {name};", f"{name}.word = (unsigned)({g.expressions.any(scope, 2)[0]}) * {r.choice([1, 257, 65537, 77777])}u;"]
    scope.add(f"{name}.byte[{g.expressions.index(scope.copy(), 4)}]", "unsigned char", 0, 255)
    scope.add(f"{name}.half[{r.below(2)}]", "unsigned short", 0, 65535, assignable=True)
    scope.add(f"{name}.small", "signed char", -128, 127)
    return items


def pointers(g, scope):
    r = g.random
    targets = [t for t in scope.targets() if t[1] == "int" and t[0].isidentifier() and not t[0].startswith("b")]
    if len(targets) < 2:
        return g.declaration(scope)
    first, second = r.choice(targets), r.choice(targets)
    low, high = max(first[2], second[2]), min(first[3], second[3])
    name = g.fresh("p")
    items = [f"int *{name} = {g.expressions.condition(scope)} ? &{first[0]} : &{second[0]};"]
    scope.add(f"*{name}", "int", min(first[2], second[2]), max(first[3], second[3]))
    if low < high:
        scope.assignable.append((f"*{name}", "int", low, high))
    if r.chance(1, 3):
        items += [f"int **{name}{name} = &{name};", f"if ({g.expressions.condition(scope)}) *{name}{name} = &{second[0]};"]
    return items


def heap_list(g, scope):
    """Builds a list, looks at it, frees it."""
    r = g.random
    tag, head, count = g.fresh("G_N"), g.fresh("h"), r.between(1, 3)
    g.file.append(f"struct {tag} {{ int value; struct {tag} *next; }};")
    inner = scope.copy()
    inner.add("j", "int", 0, count - 1)
    value = g.expressions.fitting(inner, 1, -100, 100)
    bound = g.expressions.fitting(scope, 0, 0, count)
    total = g.fresh("t")
    scope.add(total, "int", -100 * count, 100 * count)
    free = [f"struct {tag} *n = {head}->next;", f"free({head});", f"{head} = n;"]
    return [f"struct {tag} *{head} = 0;", (f"for (int j = 0; j < {bound}; j++) {{", [
        f"struct {tag} *n = malloc(sizeof *n);", f"n->value = {value};", f"n->next = {head};", f"{head} = n;"]),
        f"int {total} = 0;", f"for (struct {tag} *n = {head}; n; n = n->next) {total} += n->value;", (f"while ({head}) {{", free)]


def heap_array(g, scope):
    r = g.random
    name, length = g.fresh("h"), r.between(2, 6)
    size = g.fresh("n")
    before = scope.copy()
    items = [f"int {size} = {g.expressions.fitting(before, 1, 1, length)};",
             r.choice([f"int *{name} = malloc({size} * sizeof(int));", f"int *{name} = calloc({size}, sizeof *{name});"])]
    before.add("j", "int", 0, length - 1)
    items.append(f"for (int j = 0; j < {size}; j++) {name}[j] = {g.expressions.fitting(before, 1, -1000, 1000)};")
    if r.chance(1, 3):
        items += [f"{name} = realloc({name}, ({size} + 2) * sizeof(int));", f"{name}[{size}] = {name}[{size} + 1] = 7;", f"{size}++;"]
    items.append(result(g, scope, f"{name}[{size} - 1]", -1000, 1000))
    items.append(f"free({name});")
    return items


def recursion(g, scope):
    r = g.random
    name = g.fresh("G_f")
    if r.chance(1, 3):
        other = g.fresh("G_f")
        g.functions += [f"static int {other}(int n);",
                        (f"static int {name}(int n) {{", ["if (n <= 0) return 0;", f"return 1 + {other}(n - 1);"]),
                        (f"static int {other}(int n) {{", ["if (n <= 0) return 2;", f"return {name}(n - {r.between(1, 2)}) + 3;"])]
    else:
        rule = r.choice(["n + {f}(n - 1)", "{f}(n - 1) + {f}(n - 2)", "2 * {f}(n - 1) + (n & 1)", "{f}(n - 1) ^ n"])
        g.functions.append((f"static int {name}(int n) {{", ["if (n < 2) return n < 0 ? 0 : n;",
                                                             f"return {rule.replace('{f}', name)};"]))
    return [result(g, scope, f"{name}({g.expressions.fitting(scope, 1, 0, 5)})", -1000, 1000)]


def function(g, scope):
    """A function of numbers, with statements of its own, and with effects on globals."""
    r = g.random
    name = g.fresh("G_f")
    inner = Scope()
    inner.own = [v for v in scope.values() if v[0].startswith("G_x")]
    inner.assignable = [v for v in scope.targets() if v[0].startswith("G_x")]
    inner.depth = 1
    inner.add("a", "int", -1000, 1000, assignable=True)
    inner.add("b", "int", -1000, 1000)
    body = g.statements(inner, 1, 2)
    if r.chance(1, 3):
        body.insert(0, "if (a > b) return b - a;")
    if r.chance(1, 3):
        body = ["static int calls;", "calls++;", "if (calls > 100) return 0;"] + body + ["a = calls;"]
    body.append(f"return {g.expressions.fitting(inner, 1, -2000, 2000)};")
    qualifier = r.choice(["static ", "static inline ", "static "])
    g.functions.append((f"{qualifier}int {name}(int a, int b) {{", body))
    arguments = ", ".join(g.expressions.fitting(scope, 1, -1000, 1000) for _ in range(2))
    return [result(g, scope, f"{name}({arguments})", -2000, 2000)]


def function_table(g, scope):
    r = g.random
    table, count = g.fresh("G_t"), r.between(2, 3)
    names = []
    for _ in range(count):
        names.append(g.fresh("G_f"))
        inner = Scope()
        inner.add("a", "int", -1000, 1000)
        g.functions.append((f"static int {names[-1]}(int a) {{", [f"return {g.expressions.fitting(inner, 2, -1000, 1000)};"]))
    g.functions.append(f"static int (*{r.choice(['', 'const '])}{table}[])(int) = {{{', '.join(names)}}};")
    index, value = g.expressions.index(scope, count), g.expressions.fitting(scope, 1, -1000, 1000)
    return [result(g, scope, f"{table}[{index}]({value})", -1000, 1000)]


def text(g, scope):
    r = g.random
    name, word = g.fresh("c"), "".join(chr(97 + r.below(4)) for _ in range(r.between(1, 5)))
    size = len(word) + r.between(4, 7)
    items = [f"char {name}[{size}] = \"{word}\";"]
    if r.chance(1, 2):
        items.append(f"{name}[{g.expressions.index(scope, len(word))}] = {r.choice(['0', chr(39) + 'b' + chr(39)])};")
    if r.chance(1, 2):
        items.append(r.choice([f"strcat({name}, \"xy\");", f"memset({name}, 'z', 2);", f"strcpy({name} + 1, \"ab\");",
                               f"memmove({name} + 1, {name}, 3); {name}[{size - 1}] = 0;", f"strncpy({name}, \"longer\", 2);"]))
    other = "".join(chr(97 + r.below(4)) for _ in range(r.between(1, 3)))
    questions = [(f"(int)strlen({name})", 0, size), (f"strcmp({name}, \"{other}\") > 0", 0, 1),
                 (f"strchr({name}, 'b') != 0", 0, 1), (f"memcmp({name}, \"{other}\", {len(other)}) < 0", 0, 1),
                 (f"strstr({name}, \"{other}\") ? 1 : 0", 0, 1), (f"(int)strspn({name}, \"ab\")", 0, size),
                 (f"toupper({name}[0])", -128, 255), (f"{name}[{g.expressions.index(scope.copy(), size)}]", -128, 127),
                 (f"strncmp({name}, \"{other}\", 2) == 0", 0, 1), (f"atoi(\"{r.below(500)}x\")", 0, 500)]
    for _ in range(r.between(1, 2)):
        question = r.choice(questions)
        items.append(result(g, scope, *question))
    return items


def formatted(g, scope):
    name = g.fresh("c")
    value = g.expressions.fitting(scope, 1, -1000, 1000)
    form = g.random.choice(["%d", "%x", "%5d", "%c", "<%d>", "%u"])
    argument = f"({value}) & 63" if form in ("%c", "%u", "%x") else value
    return [f"char {name}[{16}];", f"int {name}n = snprintf({name}, sizeof {name}, \"{form}\", {argument});",
            result(g, scope, f"{name}n * 200 + {name}[0]", -128, 10000)]


def variadic(g, scope):
    name = g.fresh("G_f")
    g.functions.append((f"static int {name}(int n, ...) {{", [
        "va_list list;", "va_start(list, n);", "long long total = 0;",
        "for (int i = 0; i < n; i++) total += i & 1 ? va_arg(list, int) : va_arg(list, long long);",
        "va_end(list);", "return (int)(total % 5000);"]))
    a, b = (g.expressions.fitting(scope, 1, -1000, 1000) for _ in range(2))
    return [result(g, scope, f"{name}({g.expressions.fitting(scope, 0, 0, 3)}, (long long)({a}), {b}, 5LL)", -5000, 5000)]


def mixed_widths(g, scope):
    r = g.random
    e = g.expressions
    forms = [(f"(int)(((unsigned long long)({e.any(scope, 1)[0]}) * 0x9E3779B97F4A7C15ull) >> {r.between(50, 60)})", 0, 16383),
             (f"(int)((unsigned)({e.any(scope, 1)[0]}) % 1000u)", 0, 999),
             (f"(short)(({e.any(scope, 1)[0]}) << 0)", -32768, 32767),
             (f"(int)((long long)({e.any(scope, 1)[0]}) * {r.between(3, 99999)} % 997)", -996, 996),
             (f"(unsigned char)({e.any(scope, 1)[0]}) + (signed char)({e.any(scope, 1)[0]})", -128, 382),
             (f"(int)((unsigned)({e.any(scope, 1)[0]}) << {r.between(1, 31)} >> {r.between(20, 31)})", 0, 4095),
             (f"({e.any(scope, 1)[0]}) < 3u", 0, 1), (f"-1 < ({e.any(scope, 0)[0]}) + 0ull", 0, 1),
             (f"(int)(1ull << ({e.fitting(scope, 1, 0, 63)}) >> ({e.fitting(scope, 1, 33, 63)}))", 0, (1 << 30) - 1),
             (f"(int)((({e.fitting(scope, 1, -999, 999)}) * 0.5) + 0.25)", -500, 500),
             (f"({e.fitting(scope, 1, -999, 999)}) / 4.0 > 2.5", 0, 1)]
    return [result(g, scope, *r.choice(forms))]


def variable_length(g, scope):
    name, size = g.fresh("a"), g.fresh("n")
    items = [f"int {size} = {g.expressions.fitting(scope, 1, 1, 5)};", f"int {name}[{size}];",
             f"for (int j = 0; j < {size}; j++) {name}[j] = j * {g.random.below(9)};"]
    return items + [result(g, scope, f"{name}[{size} - 1] + (int)(sizeof {name} / sizeof(int))", 0, 50)]


def sorted_array(g, scope):
    name, compare = g.fresh("a"), g.fresh("G_f")
    g.functions.append((f"static int {compare}(const void *a, const void *b) {{", [
        "int x = *(const int *)a, y = *(const int *)b;", "return x < y ? -1 : x > y;"]))
    values = ", ".join(g.expressions.fitting(scope, 1, -100, 100) for _ in range(3))
    return [f"int {name}[3] = {{{values}}};", f"qsort({name}, 3, sizeof {name}[0], {compare});",
            result(g, scope, f"{name}[{g.random.below(3)}]", -100, 100)]


def literal(g, scope):
    values = [g.expressions.fitting(scope, 1, -100, 100) for _ in range(2)]
    return [result(g, scope, f"(int[]){{{values[0]}, {values[1]}, 9}}[{g.expressions.index(scope, 3)}]", -100, 100)]


def volatile(g, scope):
    name = g.fresh("v")
    value = g.expressions.fitting(scope, 1, -1000, 1000)
    scope.add(name, "int", -1000, 1000, assignable=True)
    return [f"volatile int {name} = {value};"]


def leave_early(g, scope):
    return [f"if ({g.expressions.condition(scope)} && {g.expressions.condition(scope)}) {g.random.choice(['return 0', 'exit(0)', 'abort()'])};"]


# --- checks -------------------------------------------------------------------------------------------------------------
# (generator, scope, number of the check) -> rule for the constant, name of the value checked, items of the body


def check(rule, *items):
    def make(g, scope, number):
        name = g.fresh("q")
        for line in items:
            if "G_id" in str(line) and not any("G_id(" in str(f) for f in g.functions):
                g.functions.insert(0, ("static int G_id(int a) {", ["return a;"]))
            if "G_keep" in str(line) and "char *G_keep;" not in g.file:
                g.file.append("char *G_keep;")
            if "G_check(" in str(line) and not any("G_check(" in str(f) for f in g.functions):
                g.functions.insert(0, ("static void G_check(int c) {", ["if (!c) reach_error();"]))
        return rule, name, [filled(item, name, number) for item in items]
    return make


def filled(item, name, number):
    if isinstance(item, tuple):
        return (filled(item[0], name, number), [filled(i, name, number) for i in item[1]])
    return item.replace("$x", name).replace("$K", f"K({number})")


CHECKS = {
    "reach": [
        check("EQUAL", "if ($x == $K) reach_error();"),
        check("EQUAL", ("if ($x == $K) {", ["reach_error();", "abort();"])),
        check("ABOVE", "if ($x > $K) reach_error();"),
        check("BELOW", "if (!($x >= $K)) reach_error();"),
        check("EQUAL", "G_check($x != $K);"),
        check("ABOVE", "G_check($x <= $K);"),
        check("EQUAL", "if (($x ^ $K) == 0) reach_error();"),
    ],
    "assert": [
        check("EQUAL", "assert($x != $K);"), check("ABOVE", "assert($x <= $K);"), check("BELOW", "assert($x >= $K);"),
        check("EQUAL", "__VERIFIER_assert($x != $K);"),
    ],
    "overflow": [
        check("SUM", "G_sink = $x + $K;"), check("SUM", "G_sink = $K + $x;"), check("PRODUCT", "G_sink = $x * $K;"),
        check("SUM", "G_sink = -$x - $K - 1;"), check("EQUAL", "G_sink = 1 << ($x == $K ? 32 : 3);"),
        check("EQUAL", "G_sink = 5 >> ($x == $K ? -1 : 2);"), check("EQUAL", "G_sink = (-2147483647 - 1) / ($x == $K ? -1 : 1);"),
        check("SUM", "int y = $x + ($K - 1);", "y++;", "G_sink = y;"), check("EQUAL", "G_sink = ($x == $K ? 3 : 1) << 30;"),
        check("EQUAL", "int y = -2147483647 - ($x == $K);", "G_sink = -y;"),
        check("SUM", "int y = $x;", "y += $K;", "G_sink = y;"),
    ],
    "division": [
        check("EQUAL", "G_sink = 100 / ((long long)$x - $K);"), check("EQUAL", "G_sink = 7 % ($x == $K ? 0 : 2);"),
        check("EQUAL", "G_sink = 100u / ((unsigned)$x - (unsigned)$K);"),
    ],
    "memory": [
        check("SIZE", "char *p = malloc($K);", "p[$x] = 1;", "G_sink = p[$x];", "free(p);"),
        check("SIZE", "char *p = malloc($K);", "memset(p, 1, $x + 1);", "G_sink = p[0];", "free(p);"),
        check("SIZE", "short *p = malloc(2 * $K);", "for (int j = 0; j <= $x; j += 7) G_sink = p[j] = 3;", "free(p);"),
        check("SIZE", "char p[$K + 1];", "p[$x + 1] = 1;", "G_sink = p[$x + 1];"),
        check("SIZE", "char *p = calloc($K, 1);", "char q[64];", "memcpy(q, p, $x + 1);", "G_sink = q[$x];", "free(p);"),
        check("SIZE", "char *p = malloc($K);", "for (int j = 0; j < $x; j++) p[j] = 'a';", "p[$x] = 0;", "G_sink = (int)strlen(p);",
              "free(p);"),
        check("EQUAL", "int v = 1;", "int *p = $x == $K ? 0 : &v;", "*p = 3;", "G_sink = v;"),
        check("EQUAL", "int *p = malloc(sizeof *p);", "*p = 5;", "if ($x == $K) free(p);", "G_sink = *p;", "if ($x != $K) free(p);"),
        check("EQUAL", "int *p = malloc(sizeof *p);", "if ($x == $K) free(p);", "free(p);"),
        check("EQUAL", "int *p = malloc(3 * sizeof *p);", "free(p + ($x == $K));"),
        check("EQUAL", "int v = 2;", "int *p = malloc(4);", "int *q = p;", "if ($x == $K) p = &v;", "free(p);", "if (p != q) free(q);"),
        check("EQUAL", "int *p = malloc(4);", "if ($x != $K) free(p);"),
        check("EQUAL", "char **p = malloc(sizeof *p);", "*p = malloc(3);", "if ($x != $K) free(*p);", "free(p);"),
        check("EQUAL", "int v = 4;", "int *p = &v;", ("{", ["int w = 3;", "if ($x == $K) p = &w;", "*p = 6;"]), "G_sink = *p;"),
        check("EQUAL", "int a[5] = {1, 2, 3, 4, 5};", "G_sink = a[$x == $K ? 5 : 2];"),
        check("EQUAL", "int a[5] = {1, 2, 3, 4, 5};", "int *p = a + 2;", "G_sink = p[$x == $K ? -3 : -2];"),
        check("EQUAL", "int (*f)(int) = $x == $K ? 0 : G_id;", "G_sink = f(3);"),
        check("EQUAL", "G_keep = malloc(3);", "if ($x == $K) G_keep = 0;"),
        check("EQUAL", "struct { char a[3]; int b; } s, *p = &s;", "p->b = 3;", "if ($x == $K) p++;", "G_sink = p->b;"),
        check("EQUAL", "char c[4] = \"abc\";", "if ($x == $K) c[3] = 'd';", "G_sink = (int)strlen(c);"),
    ],
    "cleanup": [
        check("EQUAL", "G_keep = malloc(3);", "if ($x != $K) free(G_keep);"),
        check("EQUAL", "char *p = malloc(3);", "if ($x != $K) free(p);"),
        check("EQUAL", "char *p = calloc(1, 1);", "if ($x == $K) exit(1);", "free(p);"),
        check("EQUAL", "char *p = malloc(2);", "p = realloc(p, 9);", "if ($x != $K) free(p);", "else HANG();"),
    ],
}

# --- what verifiers know little of ----------------------------------------------------------------------------------------


def empty_asm(g, scope):
    return ['__asm__ volatile("" ::: "memory");']


def nop(g, scope):
    return ['__asm__ volatile("nop");']


def jump(g, scope):
    g.file.append("static jmp_buf G_place;")
    name = g.fresh("G_f")
    g.functions.append((f"static void {name}(int a) {{", ["if (a) longjmp(G_place, a);"]))
    value = g.expressions.condition(scope) if scope.values() else "0"
    return ["volatile int jumped = 0;", ("if (setjmp(G_place) == 0) {", [f"{name}({value});"]), ("else {", ["jumped = 1;"])]


def at_exit(g, scope):
    name = g.fresh("G_f")
    g.functions.append((f"static void {name}(void) {{", [g.random.choice(["G_sink = 3;", "if (G_sink == 77) reach_error();",
                                                                          "reach_error();", "free(malloc(2));"])]))
    return [f"atexit({name});"]


def constructor(g, scope):
    name = g.fresh("G_f")
    g.functions.append((f"ASSAY(__attribute__((constructor))) static void {name}(void) {{", [
        g.random.choice(["G_sink = 3;", "G_sink = 0;", "free(malloc(1));", "if (G_sink) reach_error();"])]))
    return [f"NATIVE({name}();)"]


def destructor(g, scope):
    name = g.fresh("G_f")
    g.functions.append((f"ASSAY(__attribute__((destructor))) static void {name}(void) {{", [
        g.random.choice(["G_sink = 3;", "if (G_sink == 5) reach_error();", "reach_error();"])]))
    return [f"NATIVE(atexit({name});)"]


def endless(g, scope):
    return [f"if ({g.expressions.condition(scope) if scope.values() else '0'}) HANG();"]


def uninitialised(g, scope):
    g.program.undetermined = True
    name = g.fresh("r")
    return [f"int {name};", f"int *{name}p = &{name};", f"if (*{name}p == {g.random.below(3)}) G_sink = 9;"]


CONTROL = [branch, branch, branch, for_loop, for_loop, for_loop, while_loop, while_loop, goto_loop, switch]
ALL = [array, array, matrix, structure, structure, bit_fields, union, pointers, pointers, heap_list, heap_array, recursion,
       function, function, function_table, text, text, formatted, variadic, mixed_widths, mixed_widths, variable_length,
       sorted_array, literal, volatile, leave_early]
STRANGE = [empty_asm, nop, jump, at_exit, constructor, destructor, endless, uninitialised]
