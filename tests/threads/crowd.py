"""Random programs that create any number of threads: in loops, one after the other, through helpers, from threads.

Main creates one or two crews of threads, and joins them or does not. Patterns say what keeps the threads in order:
locks, joins, atomics, blocks and indices of their own, and so on. In some of the programs something is left out, or
happens on one way only (crowd_changes.py). Statements are tuples; crowd_judge.py says what they mean, and
crowd_source.py writes them as C."""
import random

from crowd_changes import changed, changes
from crowd_judge import SIZE
from source import walk


class Function:
    """A thread's, or a helper's. `types` are those of the parameters: "int", "struct item *" or "int *"."""

    def __init__(self, name, parameters=(), types=()):
        self.name, self.parameters, self.types, self.body = name, list(parameters), list(types), []


class Program:
    """`objects` are (kind, value) by name; those `of_main` are its locals."""

    def __init__(self, seed):
        self.seed, self.objects, self.functions, self.helpers, self.of_main = seed, {}, {}, {}, set()


class Crew:
    """Threads of one function, and how main creates them."""

    def __init__(self, function, style, argument, isJoined):
        self.function, self.style, self.argument, self.isJoined = function, style, argument, isJoined
        self.units, self.held = [], None

    def is_one(self):
        return self.style in ("one", "while-joined")


def name_of(base):
    return base, None, None


class Maker:
    STYLES = ["one", "one", "loop", "loop", "loop", "while", "while-joined", "count", "helper", "twice"]
    ARGUMENTS = {"one": [None, "number", "fresh", "element"],
                 "loop": [None, "number", "number", "fresh", "block", "element", "cell"],
                 "while": [None, None, "fresh", "block"], "while-joined": [None, "fresh", "element"],
                 "count": [None, "number", "fresh", "cell", "element"], "helper": [None, "fresh"],
                 "twice": [None, "number", "cell"]}
    PATTERNS = [("locked", 6), ("atomic", 2), ("constant", 2), ("element", 5), ("block", 5), ("item", 3),
                ("published", 2), ("tried", 1), ("read_write", 2), ("semaphore", 2), ("barrier", 1), ("flag", 1),
                ("lent", 2), ("held_since", 2), ("own_kind", 2), ("child", 3), ("condition", 1), ("taken", 1),
                ("after_join", 3), ("lock_of_element", 2), ("value", 3)]

    def __init__(self, seed, rng):
        self.rng, self.program = rng, Program(seed)
        self.before, self.between, self.after = [], [], []

    def chance(self, share):
        return self.rng.random() < share

    def add_object(self, kind, letter, value=0):
        name = f"{letter}{sum(other.startswith(letter) and other[1:].isdigit() for other in self.program.objects)}"
        self.program.objects[name] = (kind, value)
        return name

    def data(self, kind="plain"):
        return name_of(self.add_object(kind, "x" if kind == "plain" else "a"))

    def mutex(self):
        names = [name for name, (kind, _) in self.program.objects.items() if kind == "mutex"]
        return name_of(self.rng.choice(names) if names and self.chance(0.3) else self.add_object("mutex", "m"))

    def array(self, kind, name):
        self.program.objects.setdefault(name, (kind, 0))
        return name

    def touch(self, place):
        return ("touch", place, self.rng.choice(["read", "write", "update", "update"]))

    def under(self, lock, body):
        """A section of the lock; sometimes in a helper."""
        section = [("lock", lock), *body, ("unlock", lock)]
        isOfGlobals = all(place[0] in self.program.objects and not place[1] for place in places_in(section))
        if not isOfGlobals or not self.chance(0.25):
            return section
        helper = Function(f"section{len(self.program.helpers)}")
        helper.body = section
        self.program.helpers[helper.name] = helper
        return [("call", helper.name, ())]

    def some_crews(self):
        return self.rng.sample(self.crews, self.rng.randint(1, len(self.crews)))

    # Patterns

    def locked(self):
        place, lock = self.data(), self.mutex()
        for crew in self.some_crews():
            crew.units.append(self.under(lock, [self.touch(place)]))
        if self.chance(0.5):
            self.between.append(self.under(lock, [self.touch(place)]))
        if self.chance(0.4):
            self.before.append([self.touch(place)])
        if self.chance(0.3):
            self.after.append([self.touch(place)] if self.are_joined() else self.under(lock, [self.touch(place)]))

    def value(self):
        """A lock that is a value of the program's own."""
        place, lock = self.data(), name_of(self.add_object("value", "d"))
        styles = self.rng.choice([["compare"], ["swap"], ["region"], ["compare", "swap", "region"]])

        def section():
            return [("take", lock, self.rng.choice(styles)), self.touch(place), ("give", lock)]
        for crew in self.some_crews():
            crew.units.append([("try-take", lock, section()[1:])] if self.chance(0.2) else section())
        if self.chance(0.5):
            self.between.append(section())
        if self.chance(0.3):
            self.before.append([self.rng.choice([("give", lock), self.touch(place)])])
        if self.chance(0.3):
            self.after.append([("give", lock), self.touch(place)] if self.are_joined() else section())

    def are_joined(self):
        return all(crew.isJoined for crew in self.crews)

    def atomic(self):
        place = self.data("atomic")
        for crew in self.some_crews():
            crew.units.append([self.touch(place)])
        self.between.append([self.touch(place)])

    def constant(self):
        place = self.data()
        self.before.append([("touch", place, "write")])
        for crew in self.some_crews():
            crew.units.append([("touch", place, "read")])
        self.between.append([("touch", place, "read")])
        if self.are_joined() and self.chance(0.4):
            self.after.append([("touch", place, "write")])

    def after_join(self):
        place, lock = self.data(), self.mutex()
        self.crews[0].units.append(self.under(lock, [self.touch(place)]))
        if self.crews[0].isJoined:
            self.after.append([self.touch(place)])

    def element(self):
        """An element, or a block, for each thread."""
        for crew in self.crews:
            if crew.argument == "number":
                v = self.array("array", "v")
                crew.units.append([("touch", (v, "own", None), "update")])
                if crew.isJoined:
                    self.after.append([("for", "j", 0, SIZE, [("touch", (v, "j", None), "read")])])
            elif crew.argument == "cell":
                crew.units.append([("touch", ("p", None, None), "update")])
            elif crew.argument == "element":
                crew.units.append([self.touch(("p", None, "value"))])
            elif crew.argument in ("fresh", "block"):
                self.of_block(crew)

    def block(self):
        for crew in self.crews:
            if crew.argument in ("fresh", "block", "element"):
                self.of_block(crew)

    def of_block(self, crew):
        touch = self.touch(("p", None, self.rng.choice(["value", "other"])))
        if crew.argument != "fresh":
            touch = [("lock", ("p", None, "lock")), touch, ("unlock", ("p", None, "lock"))]
            return crew.units.append(touch)
        crew.units.append([touch])
        if self.chance(0.3):
            crew.units.append([("free", "p")])
        return None

    def item(self):
        """Elements with a lock in each of them."""
        s = self.array("items", "s")
        for crew in self.some_crews():
            index = "own" if crew.argument == "number" and self.chance(0.7) else self.rng.choice([0, 1, "k"])
            choice = [("input", "k", 2)] if index == "k" else []
            lock = (s, index, "lock")
            crew.units.append([*choice, ("lock", lock), self.touch((s, index, "value")), ("unlock", lock)])
        if self.chance(0.4):
            self.between.append([("lock", (s, 0, "lock")), self.touch((s, 0, "value")), ("unlock", (s, 0, "lock"))])

    def lock_of_element(self):
        """An array, and beside it an array of locks."""
        v, locks = self.array("array", "w"), self.array("locks", "l")
        for crew in self.some_crews():
            other = "k" if self.chance(0.9) else "h"
            lock = (locks, "k", None)
            crew.units.append([("input", "k", 2), ("input", "h", 1), ("lock", lock), self.touch((v, other, None)),
                               ("unlock", lock)])

    def published(self):
        place, lock = name_of(self.add_object("pointer", "g")), self.mutex()
        give = [("malloc", "q"), ("touch", ("q", None, "value"), "write"), ("lock", lock), ("set", place, "q"),
                ("unlock", lock)]
        (self.before if self.chance(0.4) else self.between).append(give)
        for crew in self.some_crews():
            use = [("lock", ("q", None, "lock")), self.touch(("q", None, "value")), ("unlock", ("q", None, "lock"))]
            if self.chance(0.3):
                use = [("touch", ("q", None, "value"), "read")]
            crew.units.append([("lock", lock), ("get", "q", place), ("unlock", lock), ("if", ("q", "!=", 0), use, [])])

    def taken(self):
        """Who takes the block has it alone."""
        place, lock = name_of(self.add_object("pointer", "g")), self.mutex()
        give = [("malloc", "q"), ("lock", lock), ("set", place, "q"), ("unlock", lock)]
        (self.before if self.chance(0.4) else self.between).append(give)
        for crew in self.some_crews():
            use = [self.touch(("q", None, "value"))]
            crew.units.append([("lock", lock), ("get", "q", place), ("set", place, 0), ("unlock", lock),
                               ("if", ("q", "!=", 0), use, [])])

    def tried(self):
        place, lock = self.data(), self.mutex()
        for crew in self.some_crews():
            crew.units.append([("try", lock, [self.touch(place), ("unlock", lock)])])
        self.between.append(self.under(lock, [self.touch(place)]))

    def read_write(self):
        place, lock = self.data(), name_of(self.add_object("rwlock", "r"))
        for crew in self.some_crews():
            read = [("read-lock", lock), ("touch", place, "read"), ("rw-unlock", lock)]
            write = [("write-lock", lock), self.touch(place), ("rw-unlock", lock)]
            crew.units.append(self.rng.choice([read, write]))
        self.between.append([("write-lock", lock), ("touch", place, "write"), ("rw-unlock", lock)])

    def semaphore(self):
        place, semaphore = self.data(), name_of(self.add_object("semaphore", "e"))
        crew = self.rng.choice(self.crews)
        if self.chance(0.7):
            crew.units.append([self.touch(place), ("post", semaphore)])
            self.between.append([("wait", semaphore), self.touch(place)])
        else:
            crew.units.append([("wait", semaphore), self.touch(place)])
            self.between.append([self.touch(place), ("post", semaphore)])

    def barrier(self):
        place, count = self.data(), self.rng.choice([2, 2, 3])
        barrier = name_of(self.add_object("barrier", "b"))
        crew = self.rng.choice(self.crews)
        touches = [[self.touch(place)], []]
        self.rng.shuffle(touches)
        crew.units.append([*touches[0], ("barrier", barrier, count), *touches[1]])
        self.between.append([*touches[1], ("barrier", barrier, count), *touches[0]])

    def flag(self):
        place, flag = self.data(), self.data("atomic")
        self.between.append([("touch", place, "write"), ("set", flag, 1)])
        for crew in self.some_crews():
            crew.units.append(self.rng.choice([[("await", flag, 1), ("touch", place, "read")],
                                               [("if", (flag, "==", 1), [("touch", place, "read")], [])]]))

    def lent(self):
        """Main holds a lock as long as a crew lives, which needs none then."""
        place, lock, crew = self.data(), self.mutex(), self.crews[0]
        crew.held = lock
        crew.units.append([self.touch(place)])
        for other in self.crews[1:]:
            other.units.append(self.under(lock, [self.touch(place)]))

    def held_since(self):
        place, lock, crew = self.data(), self.mutex(), self.crews[0]
        self.before.append([("lock", lock)])
        self.between.insert(0, [self.touch(place), ("unlock", lock)])
        crew.units.append([("lock", lock), *([("unlock", lock), self.touch(place)] if self.chance(0.5)
                                             else [self.touch(place), ("unlock", lock)])])

    def own_kind(self):
        """Threads create threads of their own kind."""
        crew = self.rng.choice(self.crews)
        argument = {"number": ("number", "own"), None: None}.get(crew.argument, ("pointer", "p"))
        create = [("create", ("u", None, None), crew.function.name, argument)]
        if crew.argument == "fresh" and self.chance(0.6):
            create = [("malloc", "q"), ("create", ("u", None, None), crew.function.name, ("pointer", "q"))]
        join = self.rng.choice([[], [("join", ("u", None, None))], [("choose", [("join", ("u", None, None))], [])]])
        place = self.data()
        touches = self.rng.choice([[], [self.touch(place)]])
        once = ("choose", [*touches, *create, *join], [])
        crew.units.append([once if self.chance(0.8) else ("while", [*create, *join])])

    def child(self):
        """Threads create a thread of another kind, and mostly join it."""
        crew, place = self.rng.choice(self.crews), self.data()
        child = Function(f"child{len(self.program.functions)}")
        self.program.functions[child.name] = child
        lock = self.mutex()
        isLocked, isJoined = self.chance(0.5), self.chance(0.7)
        touch = [self.touch(place)]
        child.body = self.under(lock, touch) if isLocked else touch
        handle = ("u", None, None)
        argument = None
        if self.chance(0.35):  # it gets a block of its creator
            child.parameters, child.types, argument = ["p"], ["struct item *"], ("pointer", "q")
            child.body = [*child.body, self.touch(("p", None, "value"))]
        if self.chance(0.3) and isJoined:
            handle = name_of(self.add_object("handle", "t"))
        create = [*([("malloc", "q")] if argument else []), ("create", handle, child.name, argument)]
        mine = self.under(lock, touch) if isLocked else touch
        unit = [*(touch if self.chance(0.3) else []), *create]
        if isJoined and handle[0] != "u":
            if not crew.is_one() or not crew.isJoined:
                handle, unit[-1] = ("u", None, None), ("create", ("u", None, None), child.name, argument)
            else:
                self.after.append([("join", handle), *touch])
                return crew.units.append(unit)
        if isJoined:
            unit += [("join", handle), *(touch if crew.is_one() else [])]
            if argument:
                unit.append(self.touch(("q", None, "value")))
        elif isLocked:
            unit += mine
        if isJoined and crew.isJoined and self.chance(0.6):
            self.after.append(touch)
        return crew.units.append(unit)

    def condition(self):
        place, flag, lock = self.data(), self.data(), self.mutex()
        condition = name_of(self.add_object("condition", "c"))
        self.between.append([self.touch(place), ("lock", lock), ("set", flag, 1), ("broadcast", condition),
                             ("unlock", lock)])
        for crew in self.some_crews():
            crew.units.append([("lock", lock), ("wait-until", flag, 1, condition, lock), ("touch", place, "read"),
                               ("unlock", lock)])

    # The whole

    def arguments_of(self, crew, index):
        """Statements before the creation, and what is given."""
        if crew.argument == "number":
            return [], ("number", index if index is not None else self.rng.choice([0, 1, 2]))
        if crew.argument in ("fresh", "block"):
            name = f"f{self.crews.index(crew)}"
            return [("malloc", name)], ("pointer", name)
        if crew.argument in ("element", "cell"):
            base = self.array("items", "s") if crew.argument == "element" else self.array("array", "v")
            field = None if crew.argument == "cell" else "lock"
            return [], ("address", (base, 0 if index is None else index, field))
        return [], None

    def creation(self, crew):
        """Statements of main that create the crew, and those that join it."""
        rng, number, function = self.rng, self.crews.index(crew), crew.function.name
        one = (f"t{number}" if self.chance(0.5) else f"u{number}", None, None)
        isGlobal = one[0][0] == "t"
        if crew.style in ("one", "while", "while-joined", "twice") and isGlobal:
            self.program.objects[one[0]] = ("handle", 0)
        many = f"h{number}"
        join = [("join", one)]
        if crew.style == "one":
            prepare, argument = self.arguments_of(crew, None)
            return [*prepare, ("create", one, function, argument)], join
        if crew.style in ("while", "while-joined"):
            prepare, argument = self.arguments_of(crew, None)
            inside = prepare if crew.argument != "block" else []
            body = [*inside, ("create", one, function, argument)]
            if crew.style == "while-joined":
                body += [*(self.between.pop() if self.between and self.chance(0.3) else []), *join]
            elif self.chance(0.3):
                body.append(("detach", one))
            return [*(prepare if crew.argument == "block" else []), ("while", body)], []
        if crew.style == "helper":
            helper = Function(f"start{number}")
            prepare, argument = self.arguments_of(crew, None)
            helper.body = [*prepare, ("create", ("u", None, None), function, argument)]
            if crew.isJoined:
                helper.body.append(("join", ("u", None, None)))
            self.program.helpers[helper.name] = helper
            call = ("call", helper.name, ())
            return rng.choice([[call], [call, call], [("while", [call])]]), []
        if crew.style == "twice":
            other = (f"u{number}b", None, None)
            a, b = self.arguments_of(crew, 0)[1], self.arguments_of(crew, 1)[1]
            return [("create", one, function, a), ("create", other, function, b)], [*join, ("join", other)]
        self.program.objects[many] = ("handles", 0)
        if self.chance(0.6):
            self.program.of_main.add(many)
        handle = (many, "i", None)
        prepare, argument = self.arguments_of(crew, "i")
        inside = prepare if crew.argument != "block" else []
        outside = prepare if crew.argument == "block" else []
        if crew.style == "count":
            count = f"n{number}"
            handle = (many, count, None)
            if argument and argument[0] != "pointer":
                kind, value = argument
                argument = (kind, count if kind == "number" else (value[0], count, value[2]))
            body = [*inside, ("create", handle, function, argument), ("number", count, count, 1)]
            return ([*outside, ("number", count, 0), ("while", body, count)],
                    [("for", "i", 0, count, [("join", (many, "i", None))])])
        bound, choice = rng.choice([2, 3]), []
        if self.chance(0.5):
            bound = f"n{number}"
            choice = [("input", bound, SIZE)]
        create = [*inside, ("create", handle, function, argument)]
        return ([*choice, *outside, ("for", "i", 0, bound, create)], [("for", "i", 0, bound, [("join", handle)])])

    def make(self):
        rng, program = self.rng, self.program
        self.crews = []
        for number in range(rng.choice([1, 1, 1, 2])):
            style = rng.choice(self.STYLES)
            argument = rng.choice(self.ARGUMENTS[style])
            types = {None: [], "number": ["int"], "fresh": ["struct item *"], "block": ["struct item *"],
                     "element": ["struct item *"], "cell": ["int *"]}[argument]
            function = Function(f"work{number}", ["own" if kind == "int" else "p" for kind in types], types)
            program.functions[function.name] = function
            isJoined = style == "while-joined" or style != "while" and self.chance(0.75)
            self.crews.append(Crew(function, style, argument, isJoined))
        names, weights = zip(*self.PATTERNS)
        for pattern in rng.choices(names, weights, k=rng.choice([1, 2, 2, 3])):
            getattr(self, pattern)()
        if not any(crew.units for crew in self.crews):
            self.locked()
        main = Function("main")
        isPhased = len(self.crews) == 2 and self.chance(0.4)
        body, joins = [statement for unit in self.before for statement in unit], []
        for crew in self.crews:
            create, join = self.creation(crew)
            if not crew.isJoined:
                join = []
            if crew.held and crew.isJoined:
                create, join = [("lock", crew.held), *create], [*join, ("unlock", crew.held)]
            body += create
            if isPhased and crew is self.crews[0]:
                body += join
            else:
                joins = join + joins if self.chance(0.5) else joins + join
        main.body = body + [s for unit in self.between for s in unit] + joins + [s for unit in self.after for s in unit]
        if self.chance(0.1):
            main.body.append(("thread-exit",))
        for crew in self.crews:
            crew.function.body = [s for unit in self.ordered(crew.units) for s in unit]
        program.functions["main"] = main
        return program

    def ordered(self, units):
        """In any order, but blocks are freed last."""
        self.rng.shuffle(units)
        return sorted(units, key=lambda unit: unit[0][0] == "free")


def places_in(statements):
    return [part for s in walk(statements) for part in s[1:] if isinstance(part, tuple) and len(part) == 3
            and isinstance(part[0], str)]


def program(seed):
    """Some of them without something."""
    rng = random.Random(f"crowd {seed}")
    made = Maker(seed, rng).make()
    choices = changes(made)
    if choices and rng.random() < 0.4:
        made = changed(made, rng.choice(choices)[1])
    return made
