"""Things to compute with. Each takes the generator and the scope where it stands, adds what it declares to the
scope, and returns items."""
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


def simple_function(g, scope):
    """A function that is one expression, called twice."""
    name = g.fresh("G_f")
    inner = Scope()
    inner.add("a", "int", -1000, 1000)
    g.functions.append((f"static int {name}(int a) {{", [f"return {g.expressions.fitting(inner, 2, -1000, 1000)};"]))
    first = result(g, scope, f"{name}({g.expressions.fitting(scope, 1, -1000, 1000)})", -1000, 1000)
    return [first, result(g, scope, f"{name}({g.expressions.fitting(scope, 1, -1000, 1000)})", -1000, 1000)]


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


def bytes_of(g, scope):
    """The same memory by several types."""
    r = g.random
    name, copy = g.fresh("y"), g.fresh("y")
    value = g.expressions.any(scope, 1)[0]
    items = [f"int {name} = (int)((unsigned)({value}) * {r.choice([1, 257, 65537])}u);", f"unsigned char *{name}p = (unsigned char *)&{name};",
             f"{name}p[{r.below(4)}] {r.choice(['=', '^=', '+='])} {r.below(256)};"]
    if r.chance(1, 2):
        items += [f"short {copy}[2];", f"memcpy({copy}, &{name}, sizeof {name});", result(g, scope, f"{copy}[{r.below(2)}]", -32768, 32767)]
    else:
        items.append(result(g, scope, f"{name}p[{g.expressions.index(scope.copy(), 4)}]", 0, 255))
    return items


def callback(g, scope):
    """A function that gets a function and what to give it."""
    apply, step, box = g.fresh("G_f"), g.fresh("G_f"), g.fresh("y")
    g.functions += [(f"static void {step}(void *p, int n) {{", [f"*(int *)p = (*(int *)p * {g.random.between(2, 5)} + n) % 100;"]),
                    (f"static void {apply}(void (*f)(void *, int), void *p, int n) {{", ["while (n-- > 0) f(p, n);"])]
    start, count = g.expressions.fitting(scope, 1, 0, 99), g.expressions.fitting(scope, 1, 0, 3)
    scope.add(box, "int", 0, 99, assignable=True)
    return [f"int {box} = {start};", f"{apply}({step}, &{box}, {count});"]


def method_table(g, scope):
    tag, name, f0, f1 = g.fresh("G_V"), g.fresh("o"), g.fresh("G_f"), g.fresh("G_f")
    g.functions += [f"struct {tag} {{ int (*get)(struct {tag} *); int n; }};",
                    (f"static int {f0}(struct {tag} *o) {{", ["return o->n + 1;"]),
                    (f"static int {f1}(struct {tag} *o) {{", [f"o->get = {f0};", "return o->n - 1;"])]
    value = g.expressions.fitting(scope, 1, -50, 50)
    return [f"struct {tag} {name} = {{{g.expressions.condition(scope)} ? {f0} : {f1}, {value}}};",
            f"{name}.n += {name}.get(&{name});", result(g, scope, f"{name}.get(&{name})", -150, 150)]


def doubly_linked(g, scope):
    """A ring of nodes on the stack, one of which is taken out."""
    tag, name = g.fresh("G_N"), g.fresh("o")
    g.file.append(f"struct {tag} {{ struct {tag} *next, *prev; int n; }};")
    index = g.expressions.index(scope, 3)
    total = g.fresh("t")
    scope.add(total, "int", 0, 100)
    return [f"struct {tag} {name}[3];", ("for (int j = 0; j < 3; j++) {", [
        f"{name}[j].next = &{name}[(j + 1) % 3];", f"{name}[j].prev = &{name}[(j + 2) % 3];", f"{name}[j].n = j * j + 1;"]),
        f"struct {tag} *{name}p = &{name}[{index}];", f"{name}p->prev->next = {name}p->next;", f"{name}p->next->prev = {name}p->prev;",
        f"int {total} = {name}p->prev->n * 10 + {name}p->next->next->n;"]


def builtins(g, scope):
    r = g.random
    value = g.expressions.fitting(scope, 1, 0, 1000)
    forms = [(f"__builtin_popcount({value})", 0, 32), (f"__builtin_clz(({value}) | 1)", 0, 31), (f"__builtin_ctz(({value}) | 256)", 0, 8),
             (f"abs({g.expressions.fitting(scope, 1, -1000, 1000)})", 0, 1000), (f"__builtin_bswap16({value})", 0, 65535),
             (f"isdigit({value} & 127) != 0", 0, 1), (f"isupper(({value}) & 127) ? 5 : 6", 5, 6), (f"div({value}, 7).rem", 0, 6),
             (f"__builtin_parity({value})", 0, 1), (f"__builtin_ffs({value})", 0, 32)]
    if r.chance(1, 4):
        name = g.fresh("y")
        return [f"int {name};", result(g, scope, f"__builtin_add_overflow({value}, 2147482900, &{name})", 0, 1),
                result(g, scope, f"{name} & 7", 0, 7)]
    return [result(g, scope, *r.choice(forms))]


def floats(g, scope):
    r = g.random
    kind, name = r.choice(["float", "double"]), g.fresh("y")
    a, b = g.expressions.fitting(scope, 1, -100, 100), g.expressions.fitting(scope, 1, 1, 15)
    items = [f"{kind} {name} = ({kind})({a}) / {r.choice(['4', '3', '10', f'({b})'])};"]
    if r.chance(1, 2):
        items.append(f"for (int j = 0; j < 3; j++) {name} = {name} * 1.5{'f' if kind == 'float' else ''} - 2;")
    return items + [result(g, scope, *r.choice([(f"(int){name}", -500, 500), (f"{name} > 3", 0, 1), (f"(int)({name} * 8) % 50", -50, 50)]))]


def effects(g, scope):
    """Operators with effects, in an order that C fixes."""
    r = g.random
    name = g.fresh("y")
    value = g.expressions.fitting(scope, 1, 0, 50)
    items = [f"int {name} = {value};"]
    forms = [(f"{name}++ * 2", 0, 200), (f"(--{name}, {name} + 5)", -50, 60), (f"{name} > 20 && {name}++ > 30", 0, 1),
             (f"{name} < 10 || ({name} -= 3) < 10", 0, 1), (f"({{ int own = {name}; own * 2; }})", 0, 200), (f"{name} ?: 9", 0, 60)]
    items.append(result(g, scope, *r.choice(forms)))
    scope.add(name, "int", -10, 60)
    return items


def static_state(g, scope):
    name = g.fresh("G_f")
    g.functions.append((f"static int {name}(int n) {{", ["static int last = 3;", "static unsigned char wrap = 250;", "int old = last;", "last = n;",
                                                         "wrap += 3;", "return old * 2 + (wrap < 100);"]))
    a, b = g.expressions.fitting(scope, 1, -100, 100), g.expressions.fitting(scope, 1, -100, 100)
    return [f"{name}({a});", f"{name}({b});", result(g, scope, f"{name}(1)", -1000, 1000)]


def global_table(g, scope):
    r = g.random
    name, length = g.fresh("G_a"), r.between(3, 6)
    kind = r.choice(["const int", "int", "static const short", "static unsigned char"])
    g.file.append(f"{kind} {name}[{length}] = {{{', '.join(str(r.below(100)) for _ in range(length - r.below(2)))}}};")
    scope.add(f"{name}[{g.expressions.index(scope.copy(), length)}]", "int", 0, 255)
    if "const" not in kind:
        return [f"{name}[{g.expressions.index(scope.copy(), length)}] = {r.below(100)};"]
    return [result(g, scope, f"{name}[{g.expressions.index(scope.copy(), length)}] * 3", 0, 765)]


def walk(g, scope):
    """A pointer goes through an array, forwards or backwards."""
    r = g.random
    name, length, total = g.fresh("a"), r.between(3, 6), g.fresh("t")
    values = ", ".join(str(r.below(50)) for _ in range(length))
    stop = g.expressions.fitting(scope, 1, 0, length)
    scope.add(total, "int", 0, 50 * length)
    loop = r.choice([f"for (int *p = {name}; p < {name} + {stop}; p++) {total} += *p;",
                     f"for (int *p = {name} + {length}; p-- > {name} + {stop};) {total} += *p;",
                     f"for (int *p = {name}; p != {name} + {stop}; ++p) {total} += p[0];"])
    return [f"int {name}[{length}] = {{{values}}};", f"int {total} = 0;", loop]


def copied_text(g, scope):
    r = g.random
    name, end = g.fresh("c"), g.fresh("n")
    word = "".join(r.choice("abcd01 ") for _ in range(r.between(2, 6)))
    items = [f"char {name}[16] = \"{word}\";", f"char *{name}d = strdup({name});", f"{name}d[{g.expressions.index(scope, len(word))}] = 'q';"]
    items.append(result(g, scope, *r.choice([(f"strcmp({name}, {name}d) < 0", 0, 1), (f"(int)strcspn({name}d, \"q\")", 0, 16),
                                             (f"(int)(strrchr({name}d, 'q') - {name}d)", 0, 16), (f"(int)strtol({name}, 0, 16) % 4096", 0, 4096)])))
    return items + [f"free({name}d);"]


ALL = [array, array, matrix, structure, structure, bit_fields, union, pointers, pointers, heap_list, heap_array, recursion,
       function, simple_function, function_table, text, text, formatted, variadic, mixed_widths, mixed_widths, variable_length,
       sorted_array, literal, volatile, leave_early, bytes_of, callback, method_table, doubly_linked, builtins, builtins,
       floats, effects, static_state, global_table, walk, copied_text]
