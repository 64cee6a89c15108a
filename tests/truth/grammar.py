"""What every part of the generator uses: its own source of randomness, scopes, expressions with ranges."""

MASK = (1 << 64) - 1
INT = (1 << 31) - 1


class Random:
    """splitmix64: the same programs in every version of Python."""

    def __init__(self, seed):
        self.state = seed & MASK
        self.state = self.next()  # so that the numbers of the next seed are not the same ones, one further

    def next(self):
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        z = self.state
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & MASK
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB & MASK
        return z ^ (z >> 31)

    def below(self, count):
        return self.next() % count

    def between(self, low, high):
        return low + self.below(high - low + 1)

    def chance(self, part, whole):
        return self.below(whole) < part

    def choice(self, items):
        return items[self.below(len(items))]


class Scope:
    """Variables [(expression, type, low, high)] that may be read, and those that may be assigned to."""

    def __init__(self, outer=None, in_loop=None):
        self.outer = outer
        self.own, self.assignable = [], []
        self.depth = outer.depth + 1 if outer else 0
        self.in_loop = outer.in_loop if in_loop is None and outer else bool(in_loop)

    def add(self, name, kind, low, high, assignable=False):
        self.own.append((name, kind, low, high))
        if assignable:
            self.assignable.append((name, kind, low, high))

    def values(self):
        return (self.outer.values() if self.outer else []) + self.own

    def targets(self):
        return (self.outer.targets() if self.outer else []) + self.assignable

    def copy(self):
        """What can be seen here, to which nothing can be assigned."""
        other = Scope()
        other.own = self.values()
        return other


class Expressions:
    """Expressions of type int (text, lowest, highest), without undefined behaviour as long as variables keep their
    ranges."""

    def __init__(self, random):
        self.random = random

    def leaf(self, scope):
        r = self.random
        values = scope.values()
        if not values or r.chance(1, 4):
            number = r.choice([0, 1, 2, 3, 5, 7, 10, 16, 31, 100, 255, r.below(1000)])
            return str(number), number, number
        # What was declared last is used most.
        name, kind, low, high = r.choice(values[-4:] if r.chance(1, 2) else values)
        if kind.startswith("unsigned") and high > INT:
            return r.choice([(f"(int)({name} % 101u)", 0, 100), (f"(int)({name} & 63)", 0, 63), (f"({name} > 5u)", 0, 1),
                             (f"(unsigned char){name}", 0, 255), (f"(signed char){name}", -128, 127)])
        if kind.endswith("long long"):
            return f"(int){name}", low, high
        return name, low, high

    def any(self, scope, depth):
        r = self.random
        if depth == 0 or r.chance(1, 5):
            return self.leaf(scope)
        return r.choice([self.sum, self.sum, self.product, self.bits, self.shift, self.division, self.comparison,
                         self.comparison, self.conditional, self.cast, self.unary])(scope, depth - 1)

    def small(self, scope, depth, limit):
        text, low, high = self.any(scope, depth)
        if -limit <= low and high <= limit:
            return text, low, high
        return f"(({text}) % {limit + 1})", -limit if low < 0 else 0, limit if high > 0 else 0

    def sum(self, scope, depth):
        a, b = self.small(scope, depth, 1 << 28), self.small(scope, depth, 1 << 28)
        if self.random.chance(1, 2):
            return f"({a[0]} + {b[0]})", a[1] + b[1], a[2] + b[2]
        return f"({a[0]} - {b[0]})", a[1] - b[2], a[2] - b[1]

    def product(self, scope, depth):
        a, b = self.small(scope, depth, 30000), self.small(scope, depth, 30000)
        ends = [x * y for x in a[1:] for y in b[1:]]
        return f"({a[0]} * {b[0]})", min(ends), max(ends)

    def bits(self, scope, depth):
        r = self.random
        a, b = self.any(scope, depth), self.any(scope, depth)
        if r.chance(1, 3):
            mask = r.choice([1, 3, 7, 12, 15, 63, 255])
            return f"({a[0]} & {mask})", 0, mask
        operator = r.choice(["|", "^", "&"])
        bound = max(abs(x) for x in a[1:] + b[1:])
        top = (1 << bound.bit_length()) - 1
        return f"({a[0]} {operator} {b[0]})", -top - 1 if a[1] < 0 or b[1] < 0 else 0, top

    def shift(self, scope, depth):
        r = self.random
        by = r.between(1, 6)
        if r.chance(1, 3):
            a = self.small(scope, depth, 1 << 20)
            if a[1] >= 0:
                return f"({a[0]} << {by})", a[1] << by, a[2] << by
        a = self.any(scope, depth)
        if r.chance(1, 3):
            return f"(int)((unsigned){a[0]} >> {by + 1})", 0, (1 << (31 - by)) - 1
        return f"({a[0]} >> {by})", a[1] >> by, a[2] >> by

    def division(self, scope, depth):
        r = self.random
        a = self.any(scope, depth)
        by = r.choice([2, 3, 5, 7, 10, 16])
        if r.chance(1, 2):
            return f"({a[0]} % {by})", 1 - by if a[1] < 0 else 0, by - 1 if a[2] > 0 else 0
        low, high = (int(x / by) for x in a[1:])
        return f"({a[0]} / {by})", low, high

    def comparison(self, scope, depth):
        r = self.random
        a, b = self.any(scope, depth), self.any(scope, depth)
        text = f"({a[0]} {r.choice(['<', '<=', '>', '>=', '==', '!='])} {b[0]})"
        if r.chance(1, 5):
            text = f"((unsigned){a[0]} {r.choice(['<', '>='])} {b[0]})"
        if r.chance(1, 4):
            c = self.any(scope, 0)
            text = f"({text} {r.choice(['&&', '||'])} {c[0]})"
        return text, 0, 1

    def conditional(self, scope, depth):
        a, b, c = self.comparison(scope, 0), self.any(scope, depth), self.any(scope, depth)
        return f"({a[0]} ? {b[0]} : {c[0]})", min(b[1], c[1]), max(b[2], c[2])

    def cast(self, scope, depth):
        a = self.any(scope, depth)
        return self.random.choice([(f"(signed char){a[0]}", -128, 127), (f"(unsigned char){a[0]}", 0, 255),
                                   (f"(short){a[0]}", -32768, 32767), (f"(unsigned short){a[0]}", 0, 65535),
                                   (f"(_Bool){a[0]}", 0, 1), (f"(int)((long long){a[0]} * 40503 >> 16)", *self.scaled(a))])

    def scaled(self, a):
        return a[1] * 40503 >> 16, a[2] * 40503 >> 16

    def unary(self, scope, depth):
        a = self.any(scope, depth)
        return self.random.choice([(f"(-{a[0]})", -a[2], -a[1]), (f"(~{a[0]})", ~a[2], ~a[1]), (f"(!{a[0]})", 0, 1)])

    def fitting(self, scope, depth, low, high):
        """Text of an expression whose value is in the range."""
        text, a, b = self.any(scope, depth)
        if (low <= a and b <= high) or high >= INT:
            return text
        if low < 0 and self.random.chance(1, 2):
            return f"(({text}) % {min(-low, high) + 1})"
        if low == 0 and high & (high + 1) == 0:
            return f"(({text}) & {high})"
        return f"({low} + (int)((unsigned)({text}) % {high - low + 1}u))"

    def index(self, scope, length):
        return self.fitting(scope, 1, 0, length - 1)

    def condition(self, scope):
        return self.comparison(scope, 1)[0]

    def interesting(self, scope):
        """A value for a check: of a variable, most often."""
        names = [v for v in scope.values() if v[1] != "_Bool"]
        if names and self.random.chance(3, 4):
            name, kind, low, high = self.random.choice(names[-5:])
            if high > INT:
                return f"(int)({name} % 1009u)", 0, 1008
            return (f"(int){name}" if "long" in kind else name), low, high
        return self.any(scope, 2)
