"""Random C programs with loops that end or do not: program(seed) makes one.

A program asks for inputs of a few values each, `IN(4, __VERIFIER_nondet_uchar() & 3)`, also inside of loops. Each
iteration of a loop passes a line `HEAD(n);`, each function begins with `ENTER(n, ...);` (driver.c). Apart from overflow
it does nothing undefined, unless that ends it. Names of file scope begin with `G_`, globals with the word GLOBAL, so
that many programs fit into one translation unit. A program is a tree: an item is a line, or a block (its head, its
items, perhaps its last line)."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "truth"))
from grammar import Random  # noqa: E402

from calls import CALLS  # noqa: E402
from objects import OBJECTS  # noqa: E402
from shapes import SHAPES, constant  # noqa: E402


class Type:
    def __init__(self, name, bits, signed):
        self.name, self.bits, self.signed = name, bits, signed
        self.low, self.high = (-(1 << bits - 1), (1 << bits - 1) - 1) if signed else (0, (1 << bits) - 1)
        self.is_small = bits <= 16


NARROW = [Type("unsigned char", 8, False), Type("signed char", 8, True), Type("char", 8, True)]
SHORT = [Type("unsigned short", 16, False), Type("short", 16, True)]
WIDE = [Type("int", 32, True), Type("int", 32, True), Type("unsigned", 32, False), Type("long", 64, True),
        Type("unsigned long", 64, False)]
INT, UNSIGNED = WIDE[0], WIDE[2]
COMPARISONS = ["<", "<=", ">", ">=", "!=", "<", "!=", "=="]


class Scope:
    """Variables {name: type}: all that may be read, and those that may be assigned to."""

    def __init__(self, outer=None):
        self.values = dict(outer.values) if outer else {}
        self.targets = dict(outer.targets) if outer else {}
        self.loops = outer.loops if outer else 0

    def add(self, name, kind, assignable=True):
        self.values[name] = kind
        if assignable:
            self.targets[name] = kind

    def inner(self):
        """The scope of a loop's body."""
        scope = Scope(self)
        scope.loops += 1
        return scope


class Generator:
    def __init__(self, seed):
        self.random = Random(seed)
        self.file, self.functions, self.names, self.sites = [], [], {}, 0
        self.budget = 6  # loops and calls that may still be made

    def fresh(self, prefix):
        number = self.names.get(prefix, 0)
        self.names[prefix] = number + 1
        return f"{prefix}{number}"

    def head(self):
        self.sites += 1
        return f"HEAD({self.sites});"

    def enter(self, *names):
        """The first line of a function; a name `*p` means what the parameter p points to, and p itself."""
        self.sites += 1
        parts = [part for name in names for part in ([name[1:], name] if name.startswith("*") else [name])]
        return f"ENTER({self.sites}, {len(parts)}{''.join(f', &{p}, sizeof({p})' for p in parts)});"

    # --- types, values, expressions ----------------------------------------------------------------------------------

    def type(self):
        r = self.random
        return r.choice(NARROW if r.chance(3, 5) else SHORT if r.chance(1, 9) else WIDE)

    def value(self, kind):
        """A constant: small, or near a limit."""
        r = self.random
        if r.chance(3, 5):
            return r.between(-6 if kind.signed else 0, 12)
        return r.choice([kind.low + r.below(4), kind.high - r.below(4), kind.high // 2 + r.below(3), r.between(0, 100)])

    def step(self, kind):
        """How far a counter goes at a time: not by ones through a large type, which takes too long."""
        r = self.random
        if kind.bits <= 8:
            return r.choice([1, 1, 1, 2, 2, 3, 4, 5, 8, 16, 64, 100, 128, 129, 255])
        return r.choice([1, 1, 1, 2, 2, 3, 4, 7] + [1 << kind.bits - k for k in (2, 3, 4)] + [(1 << kind.bits - 4) + 1])

    def input(self, most=8):
        """An expression that reads an input."""
        r = self.random
        count = r.choice([c for c in (2, 2, 3, 4, 8) if c <= most])
        forms = [f"__VERIFIER_nondet_uint() % {count}", f"in_range({count})"]
        if count & (count - 1) == 0:
            forms += [f"__VERIFIER_nondet_uchar() & {count - 1}"] * 3 + [f"__VERIFIER_nondet_int() & {count - 1}"]
        if count == 2:
            forms += ["__VERIFIER_nondet_bool()"] * 3
        return f"IN({count}, {r.choice(forms)})"

    def declare(self, scope, kind=None, prefix="x", value=None):
        """(name, item): a new variable, a constant or an input at first, or what another one has."""
        r = self.random
        kind = kind or self.type()
        name = self.fresh(prefix)
        if value is None:
            some = r.below(8)
            base = self.value(kind)
            value = (self.input() if some < 2 else f"{constant(base)} + {self.input()}" if some == 2 and base + 8 < kind.high
                     else r.choice(list(scope.values)) if some == 3 and scope.values else constant(base))
        scope.add(name, kind)
        return name, f"{kind.name} {name} = {value};"

    def atom(self, scope):
        r = self.random
        if scope.values and r.chance(3, 4):
            return r.choice(list(scope.values))
        return constant(r.choice([0, 1, 1, 2, 3, 7, 8, 10, 127, 255, -1]))

    def expression(self, scope, depth=2):
        """An expression without undefined behaviour but overflow."""
        r = self.random
        if depth == 0 or r.chance(1, 4):
            return self.atom(scope)
        left, right, k = self.expression(scope, depth - 1), self.expression(scope, depth - 1), r.between(1, 5)
        return r.choice([f"({left} + {right})", f"({left} - {right})", f"({left} + {k})", f"({left} - {k})", f"({left} & {right})",
                         f"({left} | {k})", f"({left} ^ {right})", f"({left} >> {k})", f"({left} << {r.between(1, 3)})",
                         f"({left} * {r.choice([2, 3, 5, -1])})", f"({left} % {k + 1})", f"({left} / {k + 1})", f"(~{left})", f"(-{left})",
                         f"({self.condition(scope, 0)} ? {left} : {right})", f"({r.choice(NARROW + WIDE).name}){left}"])

    def condition(self, scope, depth=1):
        r = self.random
        if depth > 0 and r.chance(1, 5):
            return f"{self.condition(scope, 0)} {r.choice(['&&', '||'])} {self.condition(scope, 0)}"
        left = self.expression(scope, r.choice([0, 0, 0, 1]))
        forms = [f"{left} {r.choice(COMPARISONS)} {self.expression(scope, r.choice([0, 0, 1]))}"] * 4
        return r.choice(forms + [left, f"!{left}", f"({left} & {1 << r.below(4)})"])

    def choice(self, scope):
        """A condition, perhaps on an input."""
        r = self.random
        return r.choice([self.condition(scope), self.condition(scope), self.input(4), f"{self.input(4)} == 0"])

    # --- statements
    # ----------------------------------------------------------------------------------------------------

    def update(self, name, kind, scope):
        """Changes one variable."""
        r = self.random
        step = constant(self.step(kind))
        mask = r.choice([3, 7, 15, 31, 127])
        return r.choice([f"{name}++;", f"{name}--;", f"++{name};", f"{name} += {step};", f"{name} -= {step};",
                         f"{name} = {name} + 1;", f"{name} = {name} - 1;", f"{name} += {self.atom(scope)};",
                         f"{name} -= {self.atom(scope)};", f"{name} = ({name} + {r.between(1, 5)}) & {mask};",
                         f"{name} >>= {r.between(1, 2)};", f"{name} <<= 1;", f"{name} &= {name} - 1;", f"{name} *= {r.between(2, 5)};",
                         f"{name} /= {r.between(2, 4)};", f"{name} %= {r.between(2, 9)};", f"{name} ^= {r.between(1, 9)};",
                         f"{name} = -{name};", f"{name} = {self.expression(scope)};", f"{name} = {self.expression(scope)} & {mask};",
                         f"{name} += {self.input(4)};", f"{name} -= {self.input(4)};", f"{name} = {self.input()};"])

    def statement(self, scope):
        """Something in the body of a loop, not a loop itself as a rule."""
        r = self.random
        if self.budget > 0 and r.chance(1, 9):
            return self.loop(scope)
        name = r.choice(list(scope.targets))
        update = self.update(name, scope.targets[name], scope)
        some = r.below(16)
        if some < 7:
            return [update]
        if some < 10:
            return [f"if ({self.choice(scope)}) {update}"]
        if some == 10:
            other = r.choice(list(scope.targets))
            return [f"if ({self.choice(scope)}) {update}", f"else {self.update(other, scope.targets[other], scope)}"]
        if some < 13 and scope.loops:
            return [f"if ({self.choice(scope)}) {r.choice(['break', 'continue', 'break'])};"]
        if some == 13:
            return [f"if ({self.condition(scope)}) {r.choice(['abort();', 'exit(1);', 'return 0;'])}"]
        if some == 14:
            return [r.choice([f"assert({self.condition(scope, 0)});", f"__VERIFIER_assume({self.condition(scope, 0)});",
                              f"{name} %= {self.atom(scope)};"])]
        return [f"if ({self.condition(scope)}) {{ {update} }}"]

    def body(self, scope, most=2):
        """Statements for the body of a loop, often none."""
        return [item for _ in range(self.random.choice([0, 0, 1, most])) for item in self.statement(scope)]

    def loop(self, scope):
        self.budget -= 1
        return self.random.choice(SHAPES)(self, scope)

    def whole(self):
        r = self.random
        scope = Scope()
        for _ in range(r.below(3)):
            kind, name = self.type(), self.fresh("G_g")
            scope.add(name, kind)
            self.file.append(f"GLOBAL {kind.name} {name} = {constant(self.value(kind))};")
        items = [self.declare(scope)[1] for _ in range(r.between(1, 3))]
        for _ in range(r.choice([1, 1, 1, 2])):
            if r.chance(2, 5):
                self.budget -= 1
                items += r.choice(r.choice([CALLS, OBJECTS]))(self, scope)
            else:
                items += self.loop(scope)
        items.append("return 0;")
        return [*self.file, *self.functions, ("int G_main(void) {", items)]


def program(seed):
    """The items of a program."""
    return Generator(seed).whole()
