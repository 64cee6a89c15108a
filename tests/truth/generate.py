"""Random C programs that can be run on all of their inputs: program(seed) makes one,
for a data model of its own choice unless one is asked for.

A program asks for inputs of a few values each, `IN(4, __VERIFIER_nondet_uchar() & 3)`; it always ends; and its checks
are `PROBE(site, rule, breaks, value) { ... K(site) ... }`, where K is a constant that is chosen when the values are
known that reach the check (driver.c), so that it holds, or does not hold, by the smallest margin. All else in a program
is free of undefined behaviour, because each variable has a range that each assignment keeps: expressions come with
their ranges.

Names of functions, types and objects of file scope begin with `G_`, so that many programs fit into one translation
unit. A program is a tree: an item is a line, a block (its head, its items, perhaps its last line), or a list of items
that stay together. text.py writes it."""
from checks import CHECKS
from control import CONTROL
from grammar import INT, Expressions, Random, Scope
from snippets import ALL, SCALARS
from strange import AROUND_MAIN, STRANGE

# What a program is about: most of its checks are of this kind, and this property is verified.
FOCUSES = ([("unreach-call", "reach")] * 6 + [("no-overflow", "overflow")] * 3 + [("memsafety", "memory")] * 5
           + [("valid-memcleanup", "cleanup")] + [("assert", "assert")] * 2 + [("division-by-zero", "division")]
           + [("all", None)] * 2)
MAX_EXECUTIONS = 128


class Program:
    """What is known of a program beside its text."""

    def __init__(self, seed, prop, data_model):
        self.seed, self.property, self.data_model = seed, prop, data_model
        self.items = []
        self.undetermined = False  # it may read what was never written


class Generator:
    def __init__(self, seed, data_model=None):
        self.random = Random(seed)
        self.property, self.focus = self.random.choice(FOCUSES)
        mixed = 32 if self.random.chance(1, 6) else 64
        self.program = Program(seed, self.property, data_model or mixed)
        self.file, self.functions = [], []  # items of file scope
        self.names = {}
        self.sites, self.executions = 0, 1
        self.expressions = Expressions(self.random)

    def fresh(self, prefix):
        number = self.names.get(prefix, 0)
        self.names[prefix] = number + 1
        return f"{prefix}{number}"

    def input(self, scope):
        """A variable with an input of few values."""
        r = self.random
        count = r.choice([2, 2, 3, 4, 4, 8])
        while self.executions * count > MAX_EXECUTIONS:
            if count <= 2:
                return []
            count -= 1
        self.executions *= count
        name = self.fresh("i")
        forms = [f"__VERIFIER_nondet_uint() % {count}", f"in_range({count})"]
        if count & (count - 1) == 0:
            forms += [f"__VERIFIER_nondet_uchar() & {count - 1}", f"(int)(__VERIFIER_nondet_ulonglong() >> {65 - count.bit_length()})"]
        if count == 2:
            forms += ["__VERIFIER_nondet_bool()", "__VERIFIER_nondet_int() < 0"]
        scope.add(name, "int", 0, count - 1)
        return [f"int {name} = IN({count}, {r.choice(forms)});"]

    def site(self, scope):
        """A check of a value of the program."""
        r = self.random
        number = self.sites
        if number == 12:
            return []
        kind = self.focus if self.focus and r.chance(3, 4) else r.choice(list(CHECKS))
        make = r.choice(CHECKS[kind])
        value, low, high = self.expressions.interesting(scope)
        rule, text, items = make(self, scope, number)
        self.sites += 1
        breaks = int(r.chance(1, 4))
        probed = f"({value}) & 63" if rule == "SIZE" else value
        rules = ["EQUAL", "ABOVE", "BELOW", "SUM", "PRODUCT", "SIZE"]
        return [("{", [f"int {text} = {probed};",
                         (f"PROBE({number}, {rules.index(rule)}, {breaks}, {text}) {{", items)])]

    def statements(self, scope, depth, count):
        items = []
        for _ in range(count):
            items += self.statement(scope, depth)
        return items

    def statement(self, scope, depth):
        r = self.random
        if r.chance(1, 2):
            return self.assignment(scope)
        if scope.depth > 0 and r.chance(1, 8):
            return self.site(scope)
        if depth > 0 and r.chance(2, 5):
            return r.choice(CONTROL)(self, scope, depth - 1)
        if scope.in_loop or r.chance(1, 6):
            return self.assignment(scope)
        return r.choice(ALL)(self, scope)

    def assignment(self, scope):
        target = self.random.choice(scope.targets() or [None])
        if target is None:
            return self.declaration(scope)
        name, kind, low, high = target
        if low == 0 and high > INT and self.random.chance(1, 3):
            operator = self.random.choice(["+=", "-=", "*=", "^=", "|="])
            return [f"{name} {operator} {self.expressions.any(scope, 1)[0]};"]
        return [f"{name} = {self.expressions.fitting(scope, 2, low, high)};"]

    def declaration(self, scope):
        name = self.fresh("v")
        kind, low, high = self.random.choice(SCALARS)
        value = self.expressions.fitting(scope, 2, low, high)
        scope.add(name, kind, low, high, assignable=True)
        return [f"{kind} {name} = {value};"]

    def globals(self, scope):
        for _ in range(self.random.below(3)):
            name = self.fresh("G_x")
            kind, low, high = self.random.choice(SCALARS)
            self.file.append(f"static {kind} {name} = {self.random.between(max(low, 0), min(high, 20))};")
            scope.add(name, kind, low, high, assignable=True)

    def generate(self):
        r = self.random
        outer = Scope()
        self.file.append("static volatile int G_sink;")
        self.globals(outer)
        scope = Scope(outer)
        body = []
        for _ in range(r.between(1, 3)):
            body += self.input(scope)
        body += self.declaration(scope) + self.declaration(scope)
        for _ in range(r.between(2, 4)):
            body += self.statements(scope, 2, r.between(1, 3))
            body += self.site(scope)
        if r.chance(1, 8):
            at = r.choice([0, r.below(len(body))])
            strange = r.choice(STRANGE)
            if strange in AROUND_MAIN:
                at = 0
            body[at:at] = strange(self, Scope(outer))
        body.append("return 0;")
        self.program.items = self.file + self.functions + [("int G_main(void) {", body)]
        return self.program


def program(seed, data_model=None):
    return Generator(seed, data_model).generate()
