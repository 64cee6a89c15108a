"""Programs about large numbers: Numbers(seed, data_model).generate() makes one.

They are small, and about what an analysis may take for something else: integers that look like addresses of the
verifier's own (multiples of 2^18 to 2^30 in 32 bits, of 2^39 and 2^40 in 64 bits, and what is near), counters that go
far beyond them, and integers where pointers were, or that are made of pointers. What is checked does not depend on
where objects lie.

Types have the same values in the compiled program as in the verified one, whichever the data model is: `WORD32` and
`WORD64` are `long` for the verifier, and what is as long as that natively (native.h). An integer that holds an address
is `unsigned long` in both; numbers that are kept in one stay below 2^31."""
from generate import Generator
from grammar import Scope

PROPERTIES = ([("unreach-call", "reach")] * 12 + [("assert", "assert")] * 2 + [("no-overflow", "overflow")] * 2
              + [("memsafety", "memory")] * 2)
TOP = {"int": 31, "unsigned": 32, "WORD32": 31, "unsigned WORD32": 32, "WORD64": 63, "unsigned WORD64": 63, "long long": 63,
       "unsigned long": 31, "long": 31}
MAX_EXECUTIONS = 16


class Numbers(Generator):
    def __init__(self, seed, data_model=None):
        super().__init__(seed, data_model)
        r = self.random
        self.program.data_model = data_model or r.choice([32, 64])
        self.property, self.focus = r.choice(PROPERTIES)
        self.program.property = self.property
        self.word = f"WORD{self.program.data_model}"
        self.kinds = (["int", "int", self.word, "unsigned", f"unsigned {self.word}", "long long"] if self.program.data_model == 32
                      else [self.word, self.word, f"unsigned {self.word}", "long long", "int", "unsigned"])
        self.values = []  # (expression, type) that a check may ask for
        self.body = []

    # --- numbers ------------------------------------------------------------------------------------------------------

    def number(self, bits):
        """Below 2^bits; often where an object begins, ends, or has its middle."""
        r = self.random
        if r.chance(1, 5):
            return r.choice([500000, 1000000, 65536, 100000, 131072, 262144, 99999, 1 << 16, 300000, 10000000])
        unit = r.choice([18, 18, 18, 18, 24, 24, r.between(17, 29)] if bits <= 32 else [39, 40, 40, 18, r.between(30, 41)])
        near = r.choice([0, 1, 2, 3, r.below(200), r.below(1 << min(unit, 16)), r.below(1 << unit)])
        value = r.choice([1, 1, 1, 2, 2, 3, r.between(1, 9)]) * (1 << unit) + r.choice([0, 0, 1 << (unit - 1)])
        value += near if r.chance(1, 2) else -near
        return max(1, value) % (1 << (bits - 1))

    def rounds(self):
        """How far a loop goes. Very far is rare: the compiled program has to go there on every input."""
        r = self.random
        if r.chance(1, 2000):
            return r.between(50_000_000, 100_000_000)
        if r.chance(1, 150):
            return r.between(500_000, 5_000_000)
        low, high = r.choice([(3, 60)] * 3 + [(100, 3000)] * 3 + [(10_000, 100_000)] * 2 + [(100_000, 400_000)])
        return r.between(low, high)

    def literal(self, value, kind):
        return f"{value}" + ("" if value < 1 << 31 else "u" if kind == "unsigned" else "LL" if "unsigned" not in kind else "ULL")

    def start(self, kind, way):
        """A number from which one can go that way without an overflow, often past the border between two objects."""
        r, bits = self.random, TOP[kind]
        if r.chance(1, 3):
            border = r.choice([1, 2, 2, 3]) << (r.choice([40, 40, 39]) if bits > 32 else r.choice([18, 18, 18, 19, 24]))
            return max(0, border - r.between(1, way)) if way > 0 else max(border + r.below(1 - way), -way)
        return max(0, min(self.number(bits), (1 << bits) - 10 - way)) if way >= 0 else max(self.number(bits), -way)

    # --- where a number is kept ---------------------------------------------------------------------------------------

    def cell(self, kind, value):
        """An object or variable with this first value: its expression."""
        r = self.random
        return r.choice([self.local, self.local, self.local, self.static, self.member, self.element, self.heap, self.pointed, self.reused,
                         self.joined])(kind, self.literal(value, kind))

    def local(self, kind, value):
        name = self.fresh("x")
        self.body.append(f"{kind} {name} = {value};")
        return name

    def static(self, kind, value):
        name = self.fresh("G_x")
        self.file.append(f"static {kind} {name} = {value};")
        return name

    def member(self, kind, value):
        tag, name = self.fresh("G_S"), self.fresh("s")
        self.file.append(f"struct {tag} {{ int *p; {kind} n; short m; }};")
        if self.random.chance(1, 2):
            self.file.append(f"static struct {tag} G_{name};")
            self.body.append(f"struct {tag} *{name} = &G_{name};")
            self.body.append(f"{name}->n = {value};")
            return f"{name}->n"
        self.body.append(f"struct {tag} {name} = {{0, {value}, 1}};")
        return f"{name}.n"

    def element(self, kind, value):
        name, length = self.fresh("a"), self.random.between(2, 4)
        at = self.random.below(length)
        self.body.append(f"{kind} {name}[{length}];")
        self.body.append(f"for (int j = 0; j < {length}; j++) {name}[j] = {value};")
        return f"{name}[{at}]"

    def heap(self, kind, value):
        name = self.fresh("h")
        self.body.append(f"{kind} *{name} = malloc(sizeof *{name});")
        self.body.append(f"*{name} = {value};")
        self.last.append(f"free({name});")
        return f"*{name}"

    def pointed(self, kind, value):
        name = self.fresh("x")
        self.body.append(f"{kind} {name} = {value}, *{name}p = &{name};")
        return self.random.choice([name, f"*{name}p"])

    def reused(self, kind, value):
        """A variable that held an address before."""
        if TOP[kind] > 31:
            return self.local(kind, value)
        name, other = self.fresh("x"), self.other()
        self.body += [f"long {name} = (long)&{other};", f"*(int *){name} += {self.random.between(1, 9)};", f"{name} = {value};"]
        return name

    def joined(self, kind, value):
        """A member of a union with a pointer."""
        if TOP[kind] > 31:
            return self.static(kind, value)
        tag, name, other = self.fresh("G_U"), self.fresh("u"), self.other()
        self.file.append(f"union {tag} {{ int *p; long n; }};")
        self.body += [f"union {tag} {name};", f"{name}.p = &{other};", f"*{name}.p = {self.random.between(1, 9)};", f"{name}.n = {value};"]
        return f"{name}.n"

    def other(self):
        """An int whose address is taken."""
        name = self.fresh("o")
        if self.random.chance(1, 2):
            name = "G_" + name
            self.file.append(f"static int {name} = {self.random.below(50)};")
        else:
            self.body.append(f"int {name} = {self.random.below(50)};")
        self.values.append((name, "int"))
        return name

    def chosen(self, values):
        """One of these by an input."""
        if not self.inputs or self.random.chance(1, 2):
            return values[0]
        return f"({self.random.choice(self.inputs)} ? {values[0]} : {values[1]})"

    # --- counters -----------------------------------------------------------------------------------------------------

    def loop(self, count, body):
        """Items that do this so often."""
        r = self.random
        name = self.fresh("k")
        kind = r.choice(["int", "int", "unsigned", self.word])
        head = r.choice([f"for ({kind} {name} = 0; {name} < {count}; {name}++) {{", f"for ({kind} {name} = {count}; {name} > 0; {name}--) {{",
                         f"for ({kind} {name} = 0; {name} != {count}; {name}++) {{"])
        return [(head, body)]

    def count(self):
        r = self.random
        kind, count, step = r.choice(self.kinds), self.rounds(), r.choice([1, 1, 1, 2, 3])
        start = self.start(kind, count * step)
        x = self.cell(kind, start)
        self.values.append((x, kind))
        if r.chance(1, 2):
            self.body += self.loop(self.chosen([count, max(1, count - 1)]), [f"{x} += {step};" if step > 1 else f"{x}++;" if x[0] != "*" else f"({x})++;"])
            return
        end = self.literal(start + count * step, kind)
        condition = r.choice([f"{x} < {end}", f"{x} < {end}", f"{x} != {end}", f"{x} <= {end}"])
        self.body.append((f"while ({condition}) {{", [f"{x} += {step};"]))

    def count_down(self):
        r = self.random
        kind, count, step = r.choice(self.kinds), self.rounds(), r.choice([1, 1, 1, 2, 3])
        start = self.start(kind, -count * step)
        x = self.cell(kind, start)
        self.values.append((x, kind))
        self.body.append((f"while ({x} > {self.literal(start - count * step, kind)}) {{", [f"{x} -= {step};"]))

    def pair(self):
        """Two counters in step."""
        r = self.random
        kinds, count = [r.choice(self.kinds) for _ in range(2)], self.rounds()
        steps = [r.choice([1, 1, 2, 3]) for _ in range(2)]
        starts = [self.start(k, count * s) for k, s in zip(kinds, steps)]
        x, y = (self.cell(k, s) for k, s in zip(kinds, starts))
        self.values += [(x, kinds[0]), (y, kinds[1]), (f"((long long){x} * {steps[1]} - (long long){y} * {steps[0]})", "long long")]
        if r.chance(1, 2):
            self.body += self.loop(count, [f"{x} += {steps[0]};", f"{y} += {steps[1]};"])
        else:
            self.body.append((f"while ({x} < {self.literal(starts[0] + count * steps[0], kinds[0])}) {{",
                              [f"{x} += {steps[0]};", f"{y} += {steps[1]};"]))

    def phases(self):
        """A counter that goes through phases, and another one that counts in one of them."""
        r = self.random
        kinds, count, step = [r.choice(self.kinds) for _ in range(2)], self.rounds(), r.choice([1, 1, 1, 2])
        first = r.choice([0, 0, self.start(kinds[0], count)])
        middle = first + r.between(1, count)
        second = r.choice([middle, self.start(kinds[1], count * step)])
        second = min(second, (1 << TOP[kinds[1]]) - 10 - count * step)
        x, y = self.cell(kinds[0], first), self.cell(kinds[1], second)
        self.values += [(y, kinds[1]), (y, kinds[1]), (x, kinds[0]), (f"((long long){y} - (long long){x})", "long long")]
        work = [f"{x}++;" if x[0] != "*" else f"{x} += 1;", f"{y} += {step};"]
        middle, end = self.literal(middle, kinds[0]), self.literal(first + count, kinds[0])
        self.body.append((f"while ({x} < {end}) {{", r.choice([
            [[(f"if ({x} < {middle}) {{", [work[0]]), ("else {", work)]],
            [f"if ({x} >= {middle}) {work[1]}", work[0]],
            [work[0], f"if ({x} == {middle}) {y} = {self.literal(second, kinds[1])};", f"else if ({x} > {middle}) {work[1]}"],
            [work[0], f"if ({x} & 1) {work[1]}"],
            [work[0], f"{y} = {y} == {self.literal(second + 5 * step, kinds[1])} ? {self.literal(second, kinds[1])} : {y} + {step};"]])))

    def total(self):
        """Numbers that are added to a number."""
        r = self.random
        kind, count, step = r.choice(self.kinds), r.choice([r.between(3, 60), r.between(100, 3000)]), r.choice([1, 1, 2, 3])
        y, way = self.local(kind, r.choice(["0", f"{step}"])), (count + 1) ** 2 * step
        x = self.cell(kind, self.start(kind, way))
        self.values += [(x, "long long"), (x, "long long"), (y, kind)]
        down = r.chance(1, 4) and "unsigned" not in kind
        self.body += self.loop(count, [f"{y} += {step};", f"{x} {'-' if down else '+'}= {y};"])

    def nested(self):
        r = self.random
        kind, outer, inner = r.choice(self.kinds), r.between(2, 300), r.between(2, 300)
        x = self.cell(kind, self.start(kind, outer * inner))
        self.values.append((x, kind))
        self.body += self.loop(outer, self.loop(inner, [f"{x} += 1;"]))

    def around(self):
        """An unsigned counter that wraps around."""
        r = self.random
        kind, count = r.choice(["unsigned", "unsigned", f"unsigned {self.word}"]), self.rounds()
        bits = 64 if kind.endswith("64") else 32
        start = (1 << bits) - r.between(1, count)
        x = self.local(kind, f"{start}{'ull' if bits == 64 else 'u'}")
        self.values += [(f"(int)({x} & 65535)", "int"), (f"({x} < {count}u)", "int"), (f"(long long){x}", "long long")]
        self.body += self.loop(count, [f"{x}++;"])

    def wide(self):
        """Arithmetic beyond 2^40."""
        r = self.random
        kind = r.choice(["long long", "unsigned long long", "WORD64" if self.program.data_model == 64 else "long long"])
        x = self.fresh("x")
        a, b = self.number(64) % (1 << 42), self.number(64) % (1 << 42)
        some = self.chosen([f"{a}LL", f"{b}LL"])
        self.body.append(f"{kind} {x} = {some};")
        for _ in range(r.between(1, 3)):
            self.body.append(r.choice([f"{x} += {b}LL;", f"{x} = {x} * 3 + {r.below(9)};", f"{x} -= {r.below(1 << 41)}LL;", f"{x} ^= {a}LL;",
                                       f"{x} = {x} % {r.between(1 << 20, 1 << 41)}LL;", f"{x} = {x} / {r.between(2, 1 << 12)};",
                                       f"{x} = {x} >> {r.between(1, 12)};", f"if ({x} > {a}LL) {x} -= {a}LL;", f"{x} = {x} & {r.below(1 << 42)}LL;"]))
        if r.chance(1, 3):
            self.body += self.loop(r.between(3, 400), [f"{x} += {r.choice([1, 2, 3, 1 << 20])};"])
        self.values += [(x, kind), (f"(int)({x} & 65535)", "int")]

    def hashed(self):
        """A hash of a few bytes."""
        r = self.random
        h, name, length = self.fresh("x"), self.fresh("a"), r.between(2, 5)
        self.body.append(f"unsigned char {name}[{length}] = {{{', '.join(str(r.below(256)) for _ in range(length))}}};")
        if self.inputs:
            self.body.append(f"{name}[{r.below(length)}] = {r.choice(self.inputs)} + {r.below(200)};")
        kind, first, step = r.choice([("unsigned", "2166136261u", f"{h} = ({h} ^ {name}[j]) * 16777619u;"), ("unsigned", "5381u", f"{h} = {h} * 33 + {name}[j];"),
                                      ("unsigned", "0u", f"{h} = ({h} + {name}[j]) * 2654435761u;"), ("unsigned", "0u", f"{h} = ({h} << 5 | {h} >> 27) ^ {name}[j];"),
                                      ("unsigned long long", "14695981039346656037ull", f"{h} = ({h} ^ {name}[j]) * 1099511628211ull;"),
                                      (f"unsigned {self.word}", "5381", f"{h} = ({h} << 5) + {h} + {name}[j];")])
        self.body += [f"{kind} {h} = {first};", f"for (int j = 0; j < {length}; j++) {step}"]
        self.values += [(f"(int)({h} % 1009u)", "int"), (f"(int)({h} >> 1 & 2147483647)", "int"), (h, kind)]

    # --- integers and pointers ----------------------------------------------------------------------------------------

    def turns(self):
        """A cell that is an address, a number, and an address again."""
        r = self.random
        count, step = self.rounds(), r.choice([1, 1, 2])
        a, name = self.other(), self.fresh("w")
        kind = r.choice(["unsigned long", "long"])
        start = self.start("unsigned long", count * step)
        self.body += [f"{kind} {name} = ({kind})&{a};", f"*(int *){name} += {r.below(9)};", f"{name} = {start};", *self.loop(count, [f"{name} += {step};"])]
        seen = self.fresh("x")
        self.body += [f"int {seen} = (int){name};", f"{name} = ({kind})&{a};", f"*(int *){name} += 1;"]
        self.values += [(seen, "int"), (seen, "int"), (f"*(int *){name}", "int")]

    def tagged(self):
        r = self.random
        a, name, tag = self.other(), self.fresh("w"), r.between(1, 3)
        self.body += [f"unsigned long {name} = (unsigned long)&{a} | {self.chosen([tag, 0])};", f"*(int *)({name} & ~3ul) += {r.between(1, 1 << 20)};"]
        self.values += [(f"(int)({name} & 3)", "int"), (f"*(int *)({name} - ({name} & 3))", "int"), (a, "int")]

    def masked(self):
        """Two addresses as their exclusive or."""
        r = self.random
        a, b, name, q = self.other(), self.other(), self.fresh("w"), self.fresh("q")
        self.body += [f"unsigned long {name} = (unsigned long)&{a} ^ (unsigned long)&{b};",
                      f"int *{q} = (int *)({name} ^ (unsigned long){self.chosen([f'&{a}', f'&{b}'])});", f"*{q} += {r.between(1, 70000)};"]
        self.values += [(f"*{q}", "int"), (a, "int"), (b, "int")]

    def distance(self):
        r = self.random
        name, length, q = self.fresh("a"), r.between(3, 9), self.fresh("q")
        at = self.chosen([r.below(length), r.below(length)])
        self.body += [f"int {name}[{length}] = {{{r.below(9)}, {r.below(99)}}};", f"int *{q} = {name} + {at};", f"*{q} = {self.number(31)};"]
        self.values += [(f"(int)((unsigned long){q} - (unsigned long){name})", "int"), (f"(int)({q} - {name})", "int"), (f"{name}[1]", "int"),
                        (f"{name}[0]", "int")]

    def moved(self):
        """An address that is moved far away as an integer, step by step, and back."""
        r = self.random
        a, name = self.other(), self.fresh("w")
        far, count, step = self.number(31), r.between(3, 2000), r.choice([1, 2, 3])
        self.body += [f"unsigned long {name} = (unsigned long)&{a} + {far}u;", *self.loop(count, [f"{name} += {step};"]),
                      f"{name} -= {far}u;", f"*(int *)({name} - {count * step}) += {r.between(1, 9)};"]
        self.values += [(a, "int"), (f"(int)({name} - (unsigned long)&{a})", "int")]

    def walk(self):
        """A pointer that goes through an array, beside a number that goes as far."""
        r = self.random
        length, step = r.choice([8, 30, 100, 1000]), r.choice([1, 1, 2, 3])
        name, p, n = self.fresh("G_a"), self.fresh("p"), self.fresh("n")
        start = self.start("int", length)
        self.file.append(f"static char {name}[{length + 3}];")
        self.body += [f"char *{p} = {name};", f"int {n} = {start};",
                      (f"while ({p} < {name} + {length}) {{", [f"*{p} = {n} & 7;", f"{p} += {step};", f"{n} += {step};"])]
        self.values += [(f"(int)({p} - {name})", "int"), (n, "int"), (n, "int"), (f"{name}[{r.below(length)}]", "int")]

    def slots(self):
        """An array of integers of which some are addresses."""
        r = self.random
        a, name, count, step = self.other(), self.fresh("c"), self.rounds(), r.choice([1, 2])
        start = self.start("long", count * step)
        at, number, copy = r.choice([(0, 1, 2), (1, 0, 2), (2, 1, 0)])
        self.body += [f"long {name}[3] = {{0}};", f"{name}[{at}] = (long)&{a};", f"{name}[{number}] = {start};",
                      *self.loop(count, [f"{name}[{number}] += {step};"]),
                      f"{name}[{copy}] = {self.chosen([f'{name}[{at}]', f'{name}[{number}]'])};", f"*(int *){name}[{at}] += {r.between(1, 9)};"]
        self.values += [(f"{name}[{number}]", "long"), (f"({name}[{copy}] == {name}[{number}])", "int"), (a, "int"),
                        (f"({name}[{copy}] == {name}[{at}])", "int")]

    def either(self):
        """An address or a number, by an input."""
        r = self.random
        if not self.inputs:
            return self.turns()
        a, name, which, seen = self.other(), self.fresh("w"), r.choice(self.inputs), self.fresh("x")
        count, step = self.rounds(), r.choice([1, 2, 3])
        start = self.start("unsigned long", count * step)
        self.body += [f"unsigned long {name} = {which} ? (unsigned long)&{a} : {start};", f"int {seen} = 0;",
                      [(f"if ({which}) {{", [f"*(int *){name} = {r.between(1, 1 << 20)};"]),
                       ("else {", [*self.loop(count, [f"{name} += {step};"]), f"{seen} = (int){name};"])]]
        self.values += [(seen, "int"), (seen, "int"), (a, "int")]

    def passed(self):
        """A number that goes through a `void *`."""
        r = self.random
        count, step, f, x = self.rounds(), r.choice([1, 1, 2]), self.fresh("G_f"), self.fresh("x")
        start = self.start("long", count * step)
        self.functions.append((f"static void *{f}(void *a) {{", [f"return (void *)((long)a + {step});"]))
        self.body += [f"void *{x} = (void *){start}L;", *self.loop(count, [f"{x} = {f}({x});"])]
        self.values += [(f"(int)(long){x}", "int")]

    # --- the program --------------------------------------------------------------------------------------------------

    def objects(self):
        """So that numbers are those of objects."""
        r = self.random
        count = r.choice([0, 1, 2, 3, 5])
        if not count:
            return
        names = [self.fresh("G_t") for _ in range(count)]
        self.file += [f"static int {name}[{r.between(1, 4)}] = {{{r.below(99)}}};" for name in names]
        self.file.append(f"static int *G_all[{count}] = {{{', '.join(names)}}};")
        self.body.append(f"int *q = G_all[{f'{r.choice(self.inputs)} % {count}' if self.inputs else r.below(count)}];")
        self.values.append(("*q", "int"))
        if r.chance(1, 2):
            self.body.append(f"*q = {self.number(31)};")

    def check(self, value, kind, breaks):
        r = self.random
        number = self.sites
        self.sites += 1
        narrow = kind in ("int", "long")  # below 2^31 by construction, and so is what is next to it
        constant, x = (f"K({number})", value) if narrow else (f"KL({number})", f"(long long)({value})")
        if self.focus == "overflow" and r.chance(3, 4) and narrow:
            return [(f"PROBE({number}, 3, {breaks}, {x}) {{", [f"G_sink = (int){x} + {constant};"])]
        if self.focus == "memory" and r.chance(3, 4):
            return [(f"PROBE({number}, 5, {breaks}, ({x}) & 63) {{", [f"char *p = malloc(K({number}));", f"p[({x}) & 63] = 1;", "free(p);"])]
        rule, condition = r.choice([(0, f"{x} == {constant}")] * 2 + [(1, f"{x} > {constant}"), (2, f"{x} < {constant}")])
        line = f"assert(!({condition}));" if self.focus == "assert" else f"if ({condition}) reach_error();"
        return [(f"PROBE({number}, {rule}, {breaks}, {x}) {{", [line])]

    def generate(self):
        r = self.random
        self.file.append("static volatile int G_sink;")
        self.inputs, self.last, scope = [], [], Scope(Scope())
        for _ in range(r.between(0, 2)):
            if self.executions < MAX_EXECUTIONS:
                before = len(scope.own)
                self.body += self.input(scope)
                self.inputs += [v[0] for v in scope.own[before:]]
        self.objects()
        for make in (r.choice(SHAPES) for _ in range(r.choice([1, 1, 1, 2]))):
            make(self)
        # One check at most fails: a second one would be found where the first is missed.
        for last in r.choice([[True], [True], [True], [False, True]]):
            value = r.choice(self.values[-4:] if r.chance(3, 4) else self.values)
            self.body += self.check(*value, int(last and r.chance(4, 5)))
        self.body += self.last + ["return 0;"]
        self.program.items = self.file + self.functions + [("int G_main(void) {", self.body)]
        return self.program


SHAPES = ([Numbers.count] * 3 + [Numbers.count_down] * 2 + [Numbers.pair] * 3 + [Numbers.phases] * 5 + [Numbers.total] * 2
          + [Numbers.nested, Numbers.around, Numbers.wide, Numbers.wide, Numbers.hashed, Numbers.turns, Numbers.tagged, Numbers.masked,
             Numbers.distance, Numbers.moved, Numbers.walk, Numbers.slots, Numbers.either, Numbers.passed])


def program(seed, data_model=None):
    return Numbers(seed, data_model).generate()
