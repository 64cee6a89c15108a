"""Random programs with two or three threads, of at most eight steps each that others can tell (beside creating and
joining threads), with all primitives.

A program is put together from patterns that programs with threads are made of: sections under a lock, values that are
handed over, locks that are nested, flags as in Dekker's algorithm, barriers, and so on; each adds statements to some
threads. Some statements are left out then. What assertions compare with is chosen when it is known which values they
see: most hold for all of these and for no more, the others fail for a few. Statements are tuples; judge.py says what
they mean, and source.py writes them as C."""
import random

import judge
from source import walk

STEPS = 8
FREE = ("yield", "input", "signal", "broadcast", "create", "join", "detach", "return", "thread-exit", "exit")
COSTS = {"copy": 2, "read-through": 2, "write-through": 2, "compare-exchange-shared": 3, "wait": 2,
         **dict.fromkeys(FREE, 0)}
TYPES = ["int", "int", "int", "short", "long long", "signed char"]
ATOMIC = ("update", "compare-exchange", "compare-exchange-shared", "atomic-read", "atomic-write")


class Function:
    """What a thread executes. Two threads with one name have one body, and tell themselves apart by their arguments."""

    def __init__(self, name, argument=None):
        self.name, self.argument, self.body = name, argument, []
        self.pointer = None  # the object whose address it gets


class Program:
    def __init__(self, seed):
        self.seed, self.objects, self.details, self.initialisers, self.threads = seed, [], {}, {}, []
        self.isC11 = self.isTimed = self.isRelaxed = self.hasBitFields = False
        self.members, self.escaped, self.array = [], [], ()  # objects in a structure, locals of main, elements of `v`
        self.blocks, self.locks = (), ()  # blocks that `slot` points to, mutexes that are elements of `locks`

    def kind(self, name):
        return next(kind for other, kind, _ in self.objects if other == name)

    def bits(self, name):
        return " : 6" if self.hasBitFields else ""

    def location(self, name):
        """The object that stands for the memory location: neighbouring bit-fields are one."""
        return self.members[0] if self.hasBitFields and name in self.members else name

    def mutex_kind(self, name):
        return self.details[name]

    def barrier_count(self, name):
        return next(value for other, _, value in self.objects if other == name)


def cost(program, statements):
    """How many steps these are that others can tell, in the longest execution without waiting loops."""
    total = 0
    for statement in statements:
        kind = statement[0]
        if kind in ("if", "spin", "assert", "wait-while"):
            what = statement[2] if kind == "assert" else statement[1]
            total += isinstance(what[0], str) and what[0] != "sum" and program.kind(what[0]) != "local"
        if kind == "if":
            total += max(cost(program, statement[2]), cost(program, statement[3]))
        elif kind == "repeat":
            total += statement[1] * cost(program, statement[2])
        elif kind in ("region", "forever"):
            total += cost(program, statement[1])
        elif kind == "sweep":
            total += cost(program, judge.sections_of(program, *statement[1:]))
        elif kind == "once":
            total += 2 + cost(program, program.initialisers[statement[1]])
        elif kind == "wait-while":
            total += 2
        elif kind in ("increase",):
            total += {"atomic": 1, "local": 0}.get(program.kind(statement[1]), 2)
        elif kind not in ("spin", "assert"):
            total += COSTS.get(kind, 1)
    return total


class Maker:
    """Makes one program."""

    def __init__(self, seed, rng):
        self.rng, self.program = rng, Program(seed)
        self.count = rng.choice([2, 2, 3, 3, 3])
        self.units = [[] for _ in range(self.count)]  # of each thread: lists of statements
        self.left = [STEPS - 1] * self.count  # an assertion may read, too
        self.asserts = 0

    def chance(self, share):
        return self.rng.random() < share

    # Objects

    def add_object(self, kind, letter, value=0, detail=None):
        number = sum(name.startswith(letter) and name[len(letter):].isdigit() for name, _, _ in self.program.objects)
        name = f"{letter}{number}"
        self.program.objects.append((name, kind, value))
        if detail:
            self.program.details[name] = detail
        return name

    def names(self, *kinds):
        return [name for name, kind, _ in self.program.objects if kind in kinds]

    def some(self, kind, letter, share=0.6, value=0, detail=None):
        """One that there is, or a new one."""
        names = self.names(kind)
        if names and self.chance(share):
            return self.rng.choice(names)
        return self.add_object(kind, letter, value, detail)

    def mutex(self, kinds=("normal", "normal", "normal", "recursive", "errorcheck")):
        names = [name for name in self.names("mutex") if self.program.details[name] in kinds]
        if names and self.chance(0.5):
            return self.rng.choice(names)
        return self.add_object("mutex", "m", 0, self.rng.choice(kinds))

    def data(self):
        names = self.names("plain", "volatile")
        if names and (len(names) > 2 or self.chance(0.6)):
            return self.rng.choice(names)
        kind = self.rng.choice(["plain", "plain", "plain", "volatile"])
        return self.add_object(kind, "x", self.rng.choice([0, 0, 1]), self.rng.choice(TYPES))

    def flag(self):
        return self.some("atomic", "a", 0.4, 0, self.rng.choice(TYPES))

    def shared(self):
        return self.data() if self.chance(0.7) else self.flag()

    # Statements

    def local(self):
        return self.rng.choice([0, 0, 1])

    def number(self):
        return self.rng.choice([0, 1, 1, 2, 3])

    def expression(self):
        if self.chance(0.4):
            return (self.rng.choice([0, 1, 2]), self.rng.choice([0, 1, 1, 2]))
        return (self.rng.choice([1, 2, 3, 0, 5]),)

    def accesses(self, name, isReading=False):
        """One or two accesses of a variable."""
        rng, local = self.rng, self.local()
        kind = self.program.kind(name)
        if isReading:
            return [("read", local, name)]
        if kind == "atomic" and self.chance(0.6) or kind == "plain" and self.chance(0.06):
            return [self.atomic_access(name)]
        return rng.choice([[("increase", name, rng.choice([1, 1, 2]))],
                           [("read", local, name), ("write", name, (local, 1))], [("read", local, name)],
                           [("write", name, self.expression())], [("write", name, (self.number(),))],
                           [("increase", name, 1)], [("copy", name, self.shared(), rng.choice([0, 1, 1, 2]))],
                           [("copy", name, name, 1)]])

    def atomic_access(self, name):
        rng, local = self.rng, self.local()
        if self.chance(0.12) and self.program.kind(name) == "atomic" and self.program.details.get(name, "int") == "int":
            expected = self.add_object("plain", "f", rng.choice([0, 1]), "int")
            return ("compare-exchange-shared", local, name, expected, self.number())
        kind = rng.choice(["add", "add", "sub", "or", "and", "xor"])
        return rng.choice([("update", kind, local, name, rng.choice([1, 1, 2, 3])),
                           ("update", "exchange", local, name, self.number()),
                           ("compare-exchange", local, name, rng.choice([0, 0, 1]), self.number()),
                           ("atomic-read", local, name), ("atomic-write", name, self.expression())])

    def under(self, guard, body, writes=True):
        """The statements as a section of this lock."""
        kind, name = guard
        if kind == "exchange":
            enter = self.rng.choice(["spin-exchange", "spin-exchange", "spin-compare"])
            return [(enter, name), *body, ("write", name, (0,))]
        if kind == "mutex" and self.chance(0.06):
            return [("spin-lock-mutex", name), *body, ("unlock", name)]
        if kind == "mutex" and self.chance(0.12):
            local = self.local()
            return [("try-lock", local, name), ("if", (local, "==", 1), [*body, ("unlock", name)], [])]
        if kind == "spinlock" and self.chance(0.2):
            local = self.local()
            return [("spin-try-lock", local, name), ("if", (local, "!=", 0), [*body, ("spin-unlock", name)], [])]
        if kind == "rwlock" and self.chance(0.15):
            local = self.local()
            enter = "try-write-lock" if writes else "try-read-lock"
            return [(enter, local, name), ("if", (local, "==", 1), [*body, ("rw-unlock", name)], [])]
        if kind == "semaphore" and self.chance(0.15):
            local = self.local()
            return [("sem-try", local, name), ("if", (local, "==", 1), [*body, ("sem-post", name)], [])]
        if kind == "region":
            # A function of its own has no locals of the thread.
            isOwn = all(s[0] in ("increase", "copy") or s[0] == "write" and len(s[2]) == 1 for s in body)
            return [("region", body, isOwn and self.chance(0.5))]
        enter = "write-lock" if writes or self.chance(0.1) else "read-lock"
        return {"mutex": [("lock", name), *body, ("unlock", name)],
                "rwlock": [(enter, name), *body, ("rw-unlock", name)],
                "spinlock": [("spin-lock", name), *body, ("spin-unlock", name)],
                "semaphore": [("sem-wait", name), *body, ("sem-post", name)], "none": body}[kind]

    def guard(self):
        kind = self.rng.choice(["mutex"] * 3 + ["spinlock", "rwlock", "semaphore", "region", "region", "exchange"])
        name = {"mutex": self.mutex, "spinlock": lambda: self.some("spinlock", "s"),
                "rwlock": lambda: self.some("rwlock", "r"), "semaphore": lambda: self.add_object("semaphore", "e", 1),
                "exchange": lambda: self.add_object("atomic", "a"), "region": lambda: None}[kind]()
        return kind, name

    def add(self, thread, unit):
        """Somewhere in the thread, if it has the steps left."""
        price = cost(self.program, unit)
        if price > self.left[thread]:
            return False
        self.left[thread] -= price
        self.units[thread].insert(self.rng.randint(max(0, len(self.units[thread]) - 2), len(self.units[thread])), unit)
        return True

    def some_threads(self, least=2):
        return self.rng.sample(range(self.count), self.rng.randint(min(least, self.count), self.count))

    # Patterns

    def sections(self):
        """Threads access a variable under one lock, mostly."""
        name, guard = self.shared(), self.guard()
        if self.chance(0.1):
            name = self.add_object("plain", "b", 0, "int")
        for thread in self.some_threads():
            isReading = self.chance(0.25)
            body = self.accesses(name, isReading)
            if self.chance(0.2) and guard[0] != "region":
                body = [*body, *self.accesses(self.shared())]
            if self.chance(0.1):
                body = [*body, self.assertion(name)]
            mine = guard if self.chance(0.93) else ("none", None)
            if guard[0] == "mutex" and self.program.details[guard[1]] == "recursive" and self.chance(0.4):
                body = [("lock", guard[1]), *body, ("unlock", guard[1])]
            unit = self.under(mine, body, not all(s[0] == "read" for s in body))
            if self.chance(0.07):
                unit = [("repeat", 2, unit)]
            self.add(thread, unit)

    def hand_over(self):
        """A thread writes, tells that it has, and another one reads."""
        rng, name = self.rng, self.data()
        giver, taker = rng.sample(range(self.count), 2)
        give = [("write", name, self.expression())] if self.chance(0.7) else [("increase", name, 1)]
        take = [("read", self.local(), name)] if self.chance(0.7) else self.accesses(name)
        how = rng.choice(["flag", "flag", "spin", "spin", "semaphore", "semaphore", "barrier", "condition", "condition",
                          "assume", "block"])
        if how in ("flag", "spin", "assume"):
            flag, value = self.add_object("atomic", "a"), rng.choice([1, 1, 2])
            told = [rng.choice([("write", flag, (value,)), ("update", "add", 2, flag, value),
                                ("atomic-write", flag, (value,))])]
            if how == "flag":
                take = [("if", (flag, rng.choice(["==", "==", "!="]), value), take, [])]
            else:
                take = [("spin", (flag, "==", value)) if how == "spin" else ("assume", 1, flag, "==", value), *take]
        elif how == "block":
            if "cell" in self.names("heap"):
                return
            return self.block()
        elif how == "semaphore":
            semaphore = self.add_object("semaphore", "e", 0)
            told, take = [("sem-post", semaphore)], [("sem-wait", semaphore), *take]
        elif how == "barrier":
            barrier = self.add_object("barrier", "g", 2)
            told, take = [("barrier", None, barrier)], [("barrier", None, barrier), *take]
        else:
            mutex, condition = self.mutex(("normal",)), self.some("condition", "c")
            ready, tell = self.add_object("plain", "f", 0, "int"), rng.choice(["signal", "broadcast"])
            told = [("lock", mutex), ("write", ready, (1,)), (tell, condition), ("unlock", mutex)]
            take = [("lock", mutex), ("wait-while", (ready, "==", 0), condition, mutex), ("unlock", mutex), *take]
            if self.chance(0.2):
                take[1:2] = [("wait", condition, mutex)]
        if self.chance(0.08):
            told, give = give, told
        if self.left[giver] >= cost(self.program, give + told) and self.add(taker, take):
            self.add(giver, give + told)

    def nested(self):
        """Two locks, in one order or in either."""
        first, second = self.mutex(), self.add_object("mutex", "m", 0, "normal")
        if first == second:
            return
        name = self.data()
        for thread in self.some_threads():
            order = [first, second] if self.chance(0.7) else [second, first]
            body = self.accesses(name, self.chance(0.4))
            if self.chance(0.3):
                self.add(thread, [("lock", order[0]), *self.under(("mutex", order[1]), body), ("unlock", order[0])])
            else:
                enter, leave = [("lock", order[0]), ("lock", order[1])], [("unlock", order[1]), ("unlock", order[0])]
                self.add(thread, [*enter, *body, *leave])

    def refused(self):
        """Locks and unlocks of error-checking and recursive mutexes that may be refused."""
        mutex = self.mutex(("errorcheck", "recursive"))
        for thread in self.some_threads(1):
            twice = [("try-lock", 0, mutex), ("if", (0, "==", 1), [("try-lock", 1, mutex)], []), ("unlock", mutex, 1)]
            unit = self.rng.choice([[("lock", mutex, 0), ("lock", mutex, 1), ("unlock", mutex)],
                                    [("unlock", mutex, self.local())], twice,
                                    [("lock", mutex), *self.accesses(self.data()), ("unlock", mutex),
                                     ("unlock", mutex, 0)]])
            self.add(thread, unit)

    def flags(self):
        """Each thread raises its flag and looks at the other's."""
        name, kinds = self.data(), ["atomic"] * 5 + ["volatile"]
        flags = [self.add_object(self.rng.choice(kinds), "a") for _ in range(2)]
        one, two = self.rng.sample(range(self.count), 2)
        for thread, mine, other in ((one, flags[0], flags[1]), (two, flags[1], flags[0])):
            then, otherwise = self.accesses(name), [("read", 1, other)] if self.chance(0.1) else []
            unit = [("write", mine, (1,)), ("if", (other, "==", 0), then, otherwise)]
            if self.chance(0.1):
                unit = [unit[1], unit[0]]
            self.add(thread, unit)

    def exchange(self):
        """Who exchanges first may go on."""
        flag, name = self.add_object("atomic", "a"), self.data()
        for thread in self.some_threads():
            local = self.local()
            test = ("compare-exchange", local, flag, 0, 1), ("if", (local, "==", 1), self.accesses(name), [])
            if self.chance(0.4):
                test = ("update", "exchange", local, flag, 1), ("if", (local, "==", 0), self.accesses(name), [])
            elif self.chance(0.2):
                turn = self.rng.choice([0, 1])
                test = ("update", "add", local, flag, 1), ("if", (local, "==", turn), self.accesses(name), [])
            unit = list(test)
            if self.chance(0.2):
                unit.append(("write", flag, (0,)))
            self.add(thread, unit)

    def accesses_alone(self):
        for thread in self.some_threads(1):
            self.add(thread, self.accesses(self.shared()))

    def litmus(self):
        """Two atomic variables, each written by one thread and read by another one."""
        one, two = self.rng.sample(range(self.count), 2)
        first, second = self.flag(), self.add_object("atomic", "a")
        self.add(one, [("write", first, (1,)), ("read", self.local(), second)])
        self.add(two, self.rng.choice([[("write", second, (1,)), ("read", self.local(), first)],
                                       [("read", 0, second), ("read", 1, first)],
                                       [("read", 0, first), ("write", second, (1,))],
                                       [("write", second, (2,)), ("write", first, (2,))]]))

    def block(self):
        """A block of the heap, which somebody frees."""
        if "cell" not in self.names("heap"):
            self.program.objects.append(("cell", "heap", self.rng.choice([0, 1])))
        for thread in self.some_threads():
            self.add(thread, self.accesses("cell", self.chance(0.4)))
        thread, flag = self.rng.randrange(self.count), self.flag()
        free = [("free",)]
        if self.chance(0.4):
            self.add((thread + 1) % self.count, [("read", 0, "cell"), ("write", flag, (1,))])
            free = [self.rng.choice([("spin", (flag, "==", 1)), ("if", (flag, "==", 1), free, [])])]
            free += [("free",)] if free[0][0] == "spin" else []
        self.add(thread, free)

    def own(self):
        """Thread-local objects: nobody else sees them."""
        isKey = self.chance(0.3)
        name = self.some("local", "o", 0.6, 0 if isKey else self.rng.choice([0, 1]), "key" if isKey else "int")
        for thread in self.some_threads(1):
            self.add(thread, [("increase", name, 1)] if self.chance(0.6) else [("write", name, self.expression())])
            self.add(thread, [("read", self.local(), name), *([self.assertion(name)] if self.chance(0.3) else [])])

    def initialise(self):
        name = f"n{len(self.program.initialisers)}"
        self.program.objects.append((name, "once", 0))
        target = self.data()
        body = [("increase", target, 1)] if self.chance(0.6) else [("write", target, (self.number(),))]
        self.program.initialisers[name] = body
        for thread in self.some_threads():
            self.add(thread, [("once", name), *self.accesses(target, self.chance(0.8))])

    def meet(self):
        """A barrier with accesses on both of its sides."""
        threads = self.some_threads()
        count = len(threads) if self.chance(0.85) else 2
        barrier, name, other = self.add_object("barrier", "g", count), self.data(), self.shared()
        for i, thread in enumerate(threads):
            before = self.accesses(name) if i == 0 else self.accesses(other) if self.chance(0.5) else []
            after = self.accesses(name, i == 0 or self.chance(0.7)) if self.chance(0.8) else []
            self.add(thread, [*before, ("barrier", self.local() if self.chance(0.3) else None, barrier), *after])

    def readers(self):
        lock, name = self.some("rwlock", "r"), self.data()
        for thread in self.some_threads():
            isReading = self.chance(0.6)
            body = self.accesses(name, isReading and self.chance(0.9))
            self.add(thread, [("read-lock" if isReading else "write-lock", lock), *body, ("rw-unlock", lock)])

    def count_down(self):
        """Semaphores with a few units."""
        name, value = self.add_object("semaphore", "e", self.rng.choice([0, 1, 2])), self.data()
        for thread in self.some_threads():
            self.add(thread, self.rng.choice([[("sem-wait", name)], [("sem-post", name)],
                                              [("sem-try", self.local(), name)],
                                              [("sem-value", self.local(), name)], [("sem-post", name)],
                                              [("sem-wait", name), *self.accesses(value, self.chance(0.6))]]))

    def monitor(self):
        """A counter under a mutex, with a condition that tells when it changed."""
        mutex, condition, name = self.mutex(("normal", "normal", "recursive")), self.some("condition", "c"), self.data()
        for thread in self.some_threads():
            change = [("increase", name, 1), (self.rng.choice(["signal", "broadcast"]), condition)]
            if self.chance(0.5):
                change = [self.rng.choice([("wait-while", (name, "==", 0), condition, mutex),
                                           ("wait-while", (name, "<", 2), condition, mutex),
                                           ("wait", condition, mutex)]), *self.accesses(name)]
            self.add(thread, [("lock", mutex), *change, ("unlock", mutex)])

    def make_array(self):
        if not self.program.array:
            elements = [self.add_object("plain", "v", self.rng.choice([0, 1]), "int") for _ in range(2)]
            self.program.array = tuple(elements)

    def pointers(self):
        """A pointer to an element, which threads change and go through."""
        self.make_array()
        kind = self.rng.choice(["pointer", "pointer", "atomic-pointer"])
        pointer, elements = self.some(kind, "q" if kind == "pointer" else "p", 0.5, 0), self.program.array
        for thread in self.some_threads():
            self.add(thread, self.rng.choice([[("point", pointer, self.rng.choice([0, 1, 1]))],
                                              [("read-through", self.local(), pointer, elements)],
                                              [("write-through", pointer, elements, self.expression())],
                                              [("read", self.local(), self.rng.choice(elements))],
                                              [("increase", self.rng.choice(elements), 1)]]))

    def elements(self):
        """Elements of an array; which one is told by a local."""
        program = self.program
        self.make_array()
        for thread in self.some_threads():
            source = self.rng.choice([[("read", 0, self.shared())], [("input", 0, 0, 1)], [("read", 0, self.flag())],
                                      []])
            use = self.rng.choice([("write-at", 0, program.array, self.expression()), ("read-at", 1, 0, program.array),
                                   ("write", self.rng.choice(program.array), self.expression())])
            self.add(thread, [*source, use])

    def sweeps(self):
        """Blocks of an array of pointers, each under the lock with its number; a loop goes through them, or one is accessed."""
        program, rng = self.program, self.rng
        if not program.blocks:
            program.blocks = tuple(self.add_object("plain", "w", rng.choice([0, 1]), "int") for _ in range(2))
            program.locks = tuple(self.add_object("mutex", "k", 0, "normal") for _ in range(2))
        for thread in self.some_threads():
            order = rng.choice(["same"] * 6 + ["first", "reversed", "none"])
            number, other = rng.randrange(2), rng.randrange(2) if self.chance(0.1) else None
            lock = program.locks[number if other is None else other]
            one = self.under(("mutex", lock), self.accesses(program.blocks[number], self.chance(0.3)))
            sweep = [("sweep", order, rng.choice(["write", "write", "read"]), rng.choice([None, "called", "passed"]))]
            self.add(thread, sweep if self.chance(0.7) else one)

    def toggle(self):
        """A thread that never ends, and changes what another one waits for."""
        flag, thread = self.flag(), self.rng.randrange(1, self.count)
        values = self.rng.sample([0, 1, 2], self.rng.choice([1, 2, 2, 3]))
        body = [("write", flag, (value,)) for value in values]
        if self.chance(0.3):
            body.append(("if", (self.flag(), "==", 1), self.accesses(self.data(), True), []))
        wait = [("spin", (flag, "==", self.rng.choice([1, 2]))), *self.accesses(self.shared())]
        if self.add(thread, [("forever", body)]):
            self.add((thread + 1) % self.count, wait if self.chance(0.7) else [("read", self.local(), flag)])

    def inputs(self):
        thread, local = self.rng.randrange(self.count), self.local()
        name = self.shared()
        source = ("input", local, 0, self.rng.choice([1, 1, 2]))
        test = ("if", (local, "==", 1), self.accesses(name), self.accesses(self.shared()))
        self.add(thread, [source, self.rng.choice([("write", name, (local, 0)), test])])

    # The whole

    def assertion(self, left):
        self.asserts += 1
        return ("assert", self.asserts, (left, None, 0))

    PATTERNS = [("sections", 9), ("hand_over", 8), ("nested", 3), ("refused", 1), ("flags", 3), ("exchange", 3),
                ("accesses_alone", 3), ("litmus", 3), ("block", 2), ("own", 2), ("initialise", 2), ("meet", 2),
                ("readers", 2), ("count_down", 2), ("monitor", 2), ("inputs", 2), ("elements", 2),
                ("toggle", 1), ("pointers", 2), ("sweeps", 3)]

    def finish(self, thread):
        """The statements of a thread, with a few left out."""
        units = self.units[thread]
        if self.chance(0.25) and units:
            unit = self.rng.choice(units)
            if unit and self.chance(0.6):
                del unit[self.rng.randrange(len(unit))]
        return units

    def end_of(self, thread, body):
        """Threads return what they have read, or end before."""
        if self.chance(0.25):
            body.append(self.assertion(self.rng.choice([0, 1, "sum"])))
        if self.chance(0.6):
            body.append(("return" if self.chance(0.8) else "thread-exit", self.rng.choice([0, 0, 1])))
        elif self.chance(0.06):
            body.append(("exit", self.rng.choice(["exit(0)", "abort()"])))

    def creation(self, child, units):
        """Puts the creation and mostly a join among the units of the creating thread; its index behind the join."""
        create = 0 if self.chance(0.7) else self.rng.randint(0, len(units))
        units.insert(create, [("create", child)])
        if self.chance(0.25):
            if self.chance(0.3):
                units.insert(self.rng.randint(create + 1, len(units)), [("detach", child)])
            return
        join = len(units) if self.chance(0.7) else self.rng.randint(create + 1, len(units))
        units.insert(join, [("join", child, None if self.chance(0.4) else child - 1)])

    def make(self):
        program, rng = self.program, self.rng
        names, weights = zip(*self.PATTERNS)
        isShared = self.count == 3 and self.chance(0.15)
        if self.chance(0.05):
            self.add(rng.randrange(self.count), [("yield",)])
        for pattern in rng.choices(names, weights, k=rng.choice([1, 2, 2, 3, 3, 3, 4])):
            getattr(self, pattern)()
        for thread in range(1, self.count):
            name = "work" if isShared else f"work{thread}"
            program.threads.append(Function(name, thread if isShared else None))
        program.threads.insert(0, Function("main"))
        for child in range(1, self.count):
            program.objects.append((f"t{child}", "thread", 0))
        units = [self.finish(thread) for thread in range(self.count)]
        creator = 1 if self.count == 3 and not isShared and self.chance(0.15) else 0
        if self.count == 3:
            self.creation(2, units[creator])
        self.creation(1, units[0])
        bodies = [[statement for unit in mine for statement in unit] for mine in units]
        if isShared and self.chance(0.4):
            place = rng.randint(0, len(bodies[1]))
            bodies[1].insert(place, ("if", (2, "==", 1), self.accesses(self.shared()), self.accesses(self.shared())))
        for thread in range(1, self.count):
            self.end_of(thread, bodies[thread])
        self.end_of_main(bodies[0])
        for thread in range(self.count):
            program.threads[thread].body = bodies[1] if isShared and thread == 2 else bodies[thread]
        self.dress()
        return program

    def dress(self):
        """How the program is written, where that means the same."""
        program, rng = self.program, self.rng
        program.isC11, program.isTimed, program.isRelaxed = self.chance(0.12), self.chance(0.2), self.chance(0.15)
        if program.locks:
            program.isC11 = False
        if program.isC11:
            program.isTimed = False
        elsewhere = (*program.array, *program.blocks)
        plain = [name for name in self.names("plain") if name not in elsewhere]
        if len(plain) > 1 and self.chance(0.3):
            program.members = plain
            statements = [s for function in program.threads for s in walk(function.body)]
            program.hasBitFields = self.chance(0.4) and not any(s[0] in ATOMIC for s in statements)
            if program.hasBitFields:
                program.details.update(dict.fromkeys(plain, "int"))
        thread = rng.randrange(1, self.count)
        function, names = program.threads[thread], self.names("plain", "volatile", "atomic")
        names = [name for name in names if name not in elsewhere]
        if names and function.argument is None and not program.hasBitFields and self.chance(0.3):
            function.pointer = rng.choice(names)
            others = [other.body for i, other in enumerate(program.threads) if i not in (0, thread)]
            isUsed = any(uses(body, function.pointer) for body in [*others, *program.initialisers.values()])
            isOfMain = any(s == ("create", thread) for s in walk(program.threads[0].body))
            isLeft = any(s[0] in ("thread-exit", "region") for body in program.threads for s in walk(body.body))
            if not isUsed and isOfMain and not isLeft and function.pointer not in program.members:
                program.escaped = [function.pointer]

    def end_of_main(self, body):
        names = self.names("plain", "volatile", "atomic")
        if not self.asserts or self.chance(0.4):
            if names and self.chance(0.6):
                body.append(self.assertion(self.rng.choice(names)))
            else:
                body.append(self.assertion(self.rng.choice([0, 1, "sum", "sum"])))
        if self.chance(0.12):
            body.append(("thread-exit", None))
        elif self.chance(0.05):
            body.append(("exit", "exit(0)"))


def uses(statements, name):
    return any(name in part if isinstance(part, tuple) else name == part for s in walk(statements) for part in s)


def fill(rng, statements, values):
    """Gives each assertion something to compare with: it holds for all values, or it fails for some."""
    return [filled(rng, statement, values) for statement in statements]


def filled(rng, statement, values):
    kind = statement[0]
    if kind == "assert" and statement[2][1] is None:
        return ("assert", statement[1], (statement[2][0], *comparison(rng, sorted(values.get(statement[1], ())))))
    if kind == "if":
        return (kind, statement[1], fill(rng, statement[2], values), fill(rng, statement[3], values))
    if kind == "repeat":
        return (kind, statement[1], fill(rng, statement[2], values))
    if kind in ("region", "forever"):
        return (kind, fill(rng, statement[1], values), *statement[2:])
    return statement


def comparison(rng, values):
    """An operator and a number, for the values that are seen."""
    if not values:
        return "==", 99
    least, greatest = values[0], values[-1]
    absent = sorted(set(range(least - 1, greatest + 2)) - set(values))
    if rng.random() < 0.68:
        choices = [("<=", greatest), (">=", least), ("<", greatest + 1), ("!=", rng.choice(absent)),
                   ("!=", rng.choice(absent))]
        return rng.choice(choices + ([("==", least)] * 3 if len(values) == 1 else []))
    return rng.choice([("!=", rng.choice(values)), ("!=", least), ("<", greatest), (">", least),
                       ("==", rng.choice(absent))])


LIMIT = 2000  # states, so that verifying a program takes a moment only


def attempt(seed, number):
    """A program and its judge, or None if it is undefined or too large."""
    rng = random.Random(f"threads {seed} {number}")
    program = Maker(seed, rng).make()
    if any(cost(program, function.body) > STEPS for function in program.threads):
        return None
    try:
        first = judge.Judge(program, LIMIT).explore()
        if first.misuse:
            return None
        shared = {}
        for function in program.threads:
            if id(function.body) not in shared:
                shared[id(function.body)] = fill(rng, function.body, first.values)
            function.body = shared[id(function.body)]
        known = judge.Judge(program, LIMIT).explore()
    except judge.TooLarge:
        return None
    return None if known.misuse else (program, known)


def program(seed):
    """A program, with a judge that has followed it."""
    number = 0
    while True:
        found = attempt(seed, number)
        if found:
            return found
        number += 1
