"""What is true of a program with threads, by following all of its interleavings.

A program (programs.py) becomes a list of small operations for each thread, and a state a tuple of numbers: where each
thread is, its locals, then all objects. Each access to a shared object is an operation of its own, and so is each call
that others can tell, the end of the program among them; between two of them every other thread may go on. What they
mean stands in POSIX and in C11, for sequentially consistent memory; what these leave undefined is *misuse*, and no
truth is told then.

Violations: `assert`; `no-data-race` (two threads are about to access the same object, one to write it, not both
atomically); `no-deadlock` (some thread is left and none can go on, or threads wait in a circle for what the next one has); `valid-deref` and `valid-free` (an access to the
block, or another free, after it was freed; an access to a local of `main` after its return)."""
import keyword
import operator

NEW, DONE, STOP = -1, -2, -3  # where a thread is that was not created yet, and that has ended; STOP ends the execution
LOCALS = 8  # of each thread: three for its statements, and those that follow
TEMPORARY, RESULT, COUNTER, GENERATION, FOUND = 3, 4, 5, 6, 7
ATOMIC = ("atomic", "atomic-pointer")
COMPARE = {"==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt,
           ">=": operator.ge}
UPDATE = {"add": operator.add, "sub": operator.sub, "or": operator.or_, "and": operator.and_, "xor": operator.xor,
          "exchange": lambda old, new: new}


def sections_of(program, order, action, _=None):
    """What a sweep does: the action with each block of `slot`, under a lock of `locks` that the order tells."""
    result = []
    for i, block in enumerate(program.blocks):
        guard = {"same": i, "first": 0, "reversed": len(program.locks) - 1 - i}.get(order)
        body = {"write": ("write", block, (3,)), "read": ("read", 0, block), "increase": ("increase", block, 1)}[action]
        lock = [] if guard is None else [program.locks[guard]]
        result += [*[("lock", name) for name in lock], body, *[("unlock", name) for name in lock]]
    return result


class TooLarge(Exception):
    """The program has more states than the judge follows."""


class Operation:
    """`effect` changes a state and returns where the thread goes on, or None for the next operation. `guard` says
    whether the thread can go on. `access` is (object, whether it writes, whether it is atomic), or a
    function of the state that tells. Others cannot tell what is `local`; `choices` are the values of an input, for
    the slot that `effect` is then. `idle` says whether the thread may go on, but need not ever. `holders` are the
    threads that keep it from going on: they alone can change that."""
    __slots__ = ("effect", "guard", "access", "local", "choices", "idle", "holders")

    def __init__(self, effect, guard=None, access=None, local=False, choices=None, idle=None, holders=None):
        self.effect, self.guard, self.access, self.local, self.choices = effect, guard, access, local, choices
        self.idle, self.holders = idle, holders


class Judge:
    """Follows one program. Afterwards `violated` holds names of properties, `misuse` says whether something was
    undefined other than accesses of what is dead, `is_undefined` whether there are such accesses, `races_in_dead`
    whether they race, `values` has what each assertion saw, and `size` is the number of states."""

    def __init__(self, program, limit=4000):
        self.program, self.limit = program, limit
        self.count = len(program.threads)
        self.violated, self.values = set(), {}
        self.misuse = self.is_undefined = self.races_in_dead = False
        self.size = 0
        self.ended, self.holder = self.count, self.count + 1
        self.base = self.count + 2
        self.slots = {}
        first = [NEW] * self.count + [0, NEW] + [0] * (LOCALS * self.count)
        for name, kind, value in program.objects:
            for part, number in self.parts(kind, value) + ([("freed", 0)] if name in program.escaped else []):
                self.slots[name, part] = len(first)
                first.append(number)
        first[0] = 0
        self.deaths = {self.slots[name, "value"]: slot for (name, part), slot in self.slots.items() if part == "freed"}
        self.codes = [Compiler(self, thread).code for thread in range(self.count)]
        self.first = first

    def parts(self, kind, value):
        """The numbers that make up an object, with those they begin with."""
        each = range(self.count)
        return {"mutex": [("owner", NEW), ("count", 0)], "spinlock": [("owner", NEW)], "once": [("state", 0), ("runner", NEW)],
                "condition": [(("waits", thread), 0) for thread in each],
                "rwlock": [("writer", NEW), ("readers", 0)] + [(("held", thread), 0) for thread in each],
                "semaphore": [("value", value)], "barrier": [("arrived", 0), ("generation", 0)],
                "thread": [("joined", 0)], "local": [(("own", thread), value) for thread in each],
                "heap": [("value", value), ("freed", 0)]}.get(kind, [("value", value)])

    def explore(self):
        seen, stack = set(), []
        self.put(self.first, seen, stack)
        while stack:
            if len(seen) > self.limit:
                raise TooLarge
            self.step(stack.pop(), seen, stack)
        self.size = len(seen)
        return self

    def put(self, state, seen, stack):
        """Threads go on to their next operation that others can tell; inputs have all of their values."""
        work = [state]
        while work:
            state = work.pop()
            for thread in range(self.count):
                place = state[thread]
                if place < 0:
                    continue
                operation = self.codes[thread][place]
                if not operation.local:
                    continue
                if operation.choices:
                    for value in operation.choices:
                        other = list(state)
                        other[operation.effect], other[thread] = value, place + 1
                        work.append(other)
                else:
                    goal = operation.effect(state)
                    if goal != STOP:
                        state[thread] = place + 1 if goal is None else goal
                        work.append(state)
                break
            else:
                found = tuple(state)
                if found not in seen:
                    seen.add(found)
                    stack.append(found)

    def step(self, state, seen, stack):
        live = [thread for thread in range(self.count) if state[thread] >= 0]
        operations = [self.codes[thread][state[thread]] for thread in live]
        if "no-data-race" not in self.violated:
            accesses = [operation.access for operation in operations if operation.access]
            self.look_for_race(state, [access(state) if callable(access) else access for access in accesses])
        isStuck = bool(live)
        waits = {}
        for thread, operation in zip(live, operations):
            if state[self.holder] not in (NEW, thread):
                continue
            if operation.guard and not operation.guard(state):
                waits[thread] = operation.holders(state) if operation.holders else []
                continue
            isStuck = isStuck and bool(operation.idle and operation.idle(state))
            after = list(state)
            goal = operation.effect(after)
            if goal == STOP or after[self.ended]:
                continue
            after[thread] = state[thread] + 1 if goal is None else goal
            self.put(after, seen, stack)
        if isStuck or self.has_circle(waits):
            self.violated.add("no-deadlock")

    def has_circle(self, waits):
        """Whether a thread waits for itself, by way of others or not."""
        for first in waits:
            reached, work = set(), list(waits[first])
            while work:
                thread = work.pop()
                if thread == first:
                    return True
                if thread not in reached:
                    reached.add(thread)
                    work.extend(waits.get(thread, []))
        return False

    def look_for_race(self, state, accesses):
        for i, (place, writes, isAtomic) in enumerate(accesses):
            for other, alsoWrites, alsoAtomic in accesses[:i]:
                if place == other and (writes or alsoWrites) and not (isAtomic and alsoAtomic):
                    if place in self.deaths and state[self.deaths[place]]:
                        self.races_in_dead = True
                    else:
                        self.violated.add("no-data-race")

    def misused(self):
        self.misuse = True
        return STOP


class Compiler:
    """The operations of one thread."""

    def __init__(self, judge, thread):
        self.judge, self.me = judge, thread
        self.base = judge.base + LOCALS * thread
        self.code, self.in_region = [], False
        function = judge.program.threads[thread]
        if function.argument is not None:
            self.emit(self.set_local(2, function.argument), local=True)
        self.block(function.body)
        if thread == 0 and not function.body[-1:] == [("thread-exit", None)]:
            self.return_from_main()
        else:
            self.emit(lambda state: DONE)

    def emit(self, effect, guard=None, access=None, local=False, choices=None, idle=None, holders=None):
        self.code.append(Operation(effect, guard, access, local, choices, idle, holders))

    def block(self, statements):
        for statement in statements:
            name = statement[0].replace("-", "_")
            getattr(self, name + "_" if keyword.iskeyword(name) else name)(*statement[1:])

    def slot(self, name, part="value"):
        return self.judge.slots[name, part]

    def set_local(self, local, value):
        place = self.base + local

        def effect(state):
            state[place] = value
        return effect

    def end_program(self, state):
        state[self.judge.ended] = 1

    def return_from_main(self):
        """The locals of main die before the program ends, and other threads may see that: C says so in 5.1.2.2.3."""
        deaths = [self.slot(name, "freed") for name in self.judge.program.escaped]

        def effect(state):
            for slot in deaths:
                state[slot] = 1
        if deaths:
            self.emit(effect)
        self.emit(self.end_program)

    def jump(self, label):
        self.emit(lambda state: label[0], local=True)

    def put(self, label):
        label.append(len(self.code))

    # Accesses

    def variable(self, name):
        kind = self.judge.program.kind(name)
        return self.slot(name, ("own", self.me)) if kind == "local" else self.slot(name), kind

    def access(self, name, effect, writes, isAtomic):
        """An access of a variable: of a block or a local of main only while it lives; nobody else sees one of a
        thread-local object."""
        place, kind = self.variable(name)
        if kind == "local":
            return self.emit(effect, local=True)
        if place in self.judge.deaths:
            freed, judge, inner = self.judge.deaths[place], self.judge, effect

            def effect(state):
                if state[freed]:
                    judge.violated.add("valid-deref")
                    judge.is_undefined = True
                    return STOP
                return inner(state)
        location = self.slot(self.judge.program.location(name))
        self.emit(effect, access=(location, writes, isAtomic or kind in ATOMIC or self.in_region))

    def value(self, expression):
        """(constant,) or (local, constant): a function of states."""
        if len(expression) == 1:
            return lambda state: expression[0]
        place, constant = self.base + expression[0], expression[1]
        return lambda state: state[place] + constant

    def read(self, local, name, isAtomic=False):
        place, target = self.variable(name)[0], self.base + local

        def effect(state):
            state[target] = state[place]
        self.access(name, effect, False, isAtomic)

    def write(self, name, expression, isAtomic=False):
        place, value = self.variable(name)[0], self.value(expression)

        def effect(state):
            state[place] = value(state)
        self.access(name, effect, True, isAtomic)

    def atomic_read(self, local, name):
        self.read(local, name, True)

    def atomic_write(self, name, expression):
        self.write(name, expression, True)

    def read_at(self, local, index, names):
        """Of the element that a local tells, modulo 2."""
        places, target, index = [self.slot(name) for name in names], self.base + local, self.base + index
        isAtomic = self.in_region

        def effect(state):
            state[target] = state[places[state[index] & 1]]
        self.emit(effect, access=lambda state: (places[state[index] & 1], False, isAtomic))

    def write_at(self, index, names, expression):
        places, value, index = [self.slot(name) for name in names], self.value(expression), self.base + index
        isAtomic = self.in_region

        def effect(state):
            state[places[state[index] & 1]] = value(state)
        self.emit(effect, access=lambda state: (places[state[index] & 1], True, isAtomic))

    def point(self, pointer, element):
        self.write(pointer, (element,))

    def read_through(self, local, pointer, names):
        self.read(FOUND, pointer)
        self.read_at(local, FOUND, names)

    def write_through(self, pointer, names, expression):
        self.read(FOUND, pointer)
        self.write_at(FOUND, names, expression)

    def copy(self, name, source, constant):
        self.read(TEMPORARY, source)
        self.write(name, (TEMPORARY, constant))

    def increase(self, name, constant):
        if self.variable(name)[1] == "atomic":
            return self.update("add", TEMPORARY, name, constant)
        self.read(TEMPORARY, name)
        self.write(name, (TEMPORARY, constant))

    def update(self, kind, local, name, constant):
        """An atomic one: the local gets the old value."""
        place, target, function = self.variable(name)[0], self.base + local, UPDATE[kind]

        def effect(state):
            state[target] = state[place]
            state[place] = function(state[place], constant)
        self.access(name, effect, True, True)

    def compare_exchange(self, local, name, expected, desired):
        """The local says whether it was exchanged."""
        place, target = self.variable(name)[0], self.base + local

        def effect(state):
            state[target] = int(state[place] == expected)
            if state[target]:
                state[place] = desired
        self.access(name, effect, True, True)

    def compare_exchange_shared(self, local, name, expected, desired):
        """What is expected stands in a shared object, which gets the value that was found if that is another one."""
        place, found = self.variable(name)[0], self.base + FOUND
        target = self.base + local

        def effect(state):
            state[found] = state[place]
            state[target] = int(state[place] == state[self.base + TEMPORARY])
            if state[target]:
                state[place] = desired
        end = []
        self.read(TEMPORARY, expected)
        self.access(name, effect, True, True)
        self.emit(lambda state: end[0] if state[target] else None, local=True)
        self.write(expected, (FOUND, 0))
        self.put(end)

    def spin_exchange(self, name):
        """Exchanges the value for 1 until it was 0."""
        place, mine = self.variable(name)[0], len(self.code)

        def effect(state):
            old, state[place] = state[place], 1
            return mine if old else None
        self.access(name, effect, True, True)

    def spin_compare(self, name):
        place, mine = self.variable(name)[0], len(self.code)

        def effect(state):
            if state[place]:
                return mine
            state[place] = 1
            return None
        self.access(name, effect, True, True)

    def free(self):
        freed, judge = self.slot("cell", "freed"), self.judge

        def effect(state):
            if state[freed]:
                judge.violated.add("valid-free")
                judge.is_undefined = True
                return STOP
            state[freed] = 1
        self.emit(effect)

    # Control

    def condition(self, what):
        """(local, operator, constant), with a name instead of a local a read of that object, or ("sum", operator,
        constant) of the first two locals."""
        left, comparison, constant = what
        base, compare = self.base, COMPARE[comparison]
        if left == "sum":
            return lambda state: compare(state[base] + state[base + 1], constant)
        if isinstance(left, str):
            self.read(TEMPORARY, left)
            left = TEMPORARY
        return lambda state: compare(state[base + left], constant)

    def if_(self, what, then, other):
        holds, to_other, to_end = self.condition(what), [], []
        self.emit(lambda state: None if holds(state) else to_other[0], local=True)
        self.block(then)
        self.jump(to_end)
        self.put(to_other)
        self.block(other)
        self.put(to_end)

    def sweep(self, *how):
        self.block(sections_of(self.judge.program, *how))

    def repeat(self, times, body):
        counter, head, end = self.base + COUNTER, [], []

        def again(state):
            if state[counter] == times:
                return end[0]
            state[counter] += 1
            return None
        self.emit(self.set_local(COUNTER, 0), local=True)
        self.put(head)
        self.emit(again, local=True)
        self.block(body)
        self.jump(head)
        self.put(end)

    def forever(self, body):
        head = [len(self.code)]
        self.block(body)
        self.jump(head)

    def spin(self, what):
        head, end = [len(self.code)], []
        holds = self.condition(what)
        self.emit(lambda state: end[0] if holds(state) else head[0], local=True)
        self.put(end)

    def assert_(self, number, what):
        """An assertion without an operator holds, and its values are kept."""
        judge, base = self.judge, self.base
        if what[1] is None:
            left = TEMPORARY if isinstance(what[0], str) and what[0] != "sum" else what[0]
            if left == TEMPORARY:
                self.read(TEMPORARY, what[0])
            values = judge.values.setdefault(number, set())

            def effect(state):
                values.add(state[base] + state[base + 1] if left == "sum" else state[base + left])
            return self.emit(effect, local=True)
        holds, end = self.condition(what), []

        def test(state):
            if holds(state):
                return end[0]
            judge.violated.add("assert")
            return None
        self.emit(test, local=True)
        self.emit(self.end_program)
        self.put(end)

    def assume(self, local, name, comparison, constant):
        """Directly after a read: it does not matter then how soon the execution ends."""
        self.read(local, name)
        place, compare = self.base + local, COMPARE[comparison]
        self.emit(lambda state: None if compare(state[place], constant) else STOP, local=True)

    def input(self, local, low, high):
        self.emit(self.base + local, local=True, choices=list(range(low, high + 1)))

    def region(self, body, _=None):
        holder, me = self.judge.holder, self.me

        def begin(state):
            state[holder] = me

        def end(state):
            state[holder] = NEW
        self.emit(begin)
        self.in_region = True
        self.block(body)
        self.in_region = False
        self.emit(end, local=True)

    # Threads

    def create(self, child, _=None):
        joined, judge = self.slot(f"t{child}", "joined"), self.judge

        def effect(state):
            if state[child] != NEW or state[joined]:
                return judge.misused()
            state[child] = 0
            return None
        self.emit(effect)

    def join(self, child, local):
        joined, judge = self.slot(f"t{child}", "joined"), self.judge
        result, base = judge.base + LOCALS * child + RESULT, self.base

        def guard(state):
            if state[child] == NEW or state[joined]:
                judge.misused()
            return state[child] == DONE

        def effect(state):
            state[joined] = 1
            if local is not None:
                state[base + local] = state[result]
        self.emit(effect, guard, holders=lambda state: [child])

    def detach(self, child):
        joined, judge = self.slot(f"t{child}", "joined"), self.judge

        def effect(state):
            if state[child] == NEW or state[joined]:
                return judge.misused()
            state[joined] = 1
            return None
        self.emit(effect)

    def thread_exit(self, local):
        base = self.base

        def effect(state):
            state[base + RESULT] = 0 if local is None else state[base + local]
            return DONE
        self.emit(effect)

    return_ = thread_exit

    def exit(self, _=None):
        self.emit(self.end_program)

    def yield_(self):
        pass

    # Locks

    def lock(self, name, local=None):
        owner, count, me = self.slot(name, "owner"), self.slot(name, "count"), self.me
        kind, target = self.judge.program.mutex_kind(name), self.base + (TEMPORARY if local is None else local)

        def effect(state):
            state[target] = int(state[owner] == me and kind == "errorcheck")
            state[count] = state[count] + 1 if state[owner] == me and kind == "recursive" else 1
            state[owner] = me
        self.emit(effect, lambda state: state[owner] == NEW or (state[owner] == me and kind != "normal"),
                  holders=lambda state: [state[owner]])

    def try_lock(self, local, name):
        """The local says whether it is locked now."""
        owner, count, me = self.slot(name, "owner"), self.slot(name, "count"), self.me
        kind, target = self.judge.program.mutex_kind(name), self.base + local

        def effect(state):
            isAgain = state[owner] == me and kind == "recursive"
            state[target] = int(state[owner] == NEW or isAgain)
            if state[target]:
                state[count] = state[count] + 1 if isAgain else 1
                state[owner] = me
        self.emit(effect)

    def spin_lock_mutex(self, name):
        """Tries until it is locked."""
        owner, count, me, mine = self.slot(name, "owner"), self.slot(name, "count"), self.me, len(self.code)
        kind = self.judge.program.mutex_kind(name)

        def effect(state):
            isAgain = state[owner] == me and kind == "recursive"
            if state[owner] != NEW and not isAgain:
                return mine
            state[count] = state[count] + 1 if isAgain else 1
            state[owner] = me
            return None
        self.emit(effect)

    def unlock(self, name, local=None):
        """A normal mutex may be unlocked by any thread: the reference says so, POSIX does not. That undoes no circle."""
        owner, count, me, judge = self.slot(name, "owner"), self.slot(name, "count"), self.me, self.judge
        kind, target = judge.program.mutex_kind(name), self.base + (TEMPORARY if local is None else local)

        def effect(state):
            if kind == "normal" and state[owner] == NEW:
                return judge.misused()
            isRefused = kind != "normal" and state[owner] != me
            state[target] = int(isRefused)
            if not isRefused:
                state[count] -= 1
                if state[count] == 0:
                    state[owner] = NEW
            return None
        self.emit(effect)

    def wait(self, name, mutex):
        """A wait may end at any time, but without a signal it need not."""
        owner, count, me, judge = self.slot(mutex, "owner"), self.slot(mutex, "count"), self.me, self.judge
        waits = self.slot(name, ("waits", me))

        def release(state):
            if state[owner] != me or state[count] != 1:
                return judge.misused()
            state[owner], state[count], state[waits] = NEW, 0, 1
            return None

        def acquire(state):
            state[owner], state[count], state[waits] = me, 1, 0
        self.emit(release)
        self.emit(acquire, lambda state: state[owner] == NEW, idle=lambda state: state[waits] == 1,
                  holders=lambda state: [state[owner]])

    def wait_while(self, what, name, mutex):
        head, end = [len(self.code)], []
        holds = self.condition(what)
        self.emit(lambda state: None if holds(state) else end[0], local=True)
        self.wait(name, mutex)
        self.jump(head)
        self.put(end)

    def signal(self, name, isAll=False):
        """Wakes one of those that wait, whichever it likes, or all."""
        waits = [self.slot(name, ("waits", thread)) for thread in range(self.judge.count)]
        chosen = self.base + TEMPORARY
        self.emit(chosen, local=True, choices=list(range(1 if isAll else self.judge.count)))

        def effect(state):
            waiting = [slot for slot in waits if state[slot] == 1]
            for slot in waiting if isAll else waiting[:1] and [waiting[state[chosen] % len(waiting)]]:
                state[slot] = 2
        self.emit(effect)

    def broadcast(self, name):
        self.signal(name, True)

    def spin_lock(self, name):
        owner, me, judge = self.slot(name, "owner"), self.me, self.judge

        def guard(state):
            if state[owner] == me:
                judge.misused()
            return state[owner] == NEW

        def effect(state):
            state[owner] = me
        self.emit(effect, guard, holders=lambda state: [state[owner]])

    def spin_try_lock(self, local, name):
        owner, me, target = self.slot(name, "owner"), self.me, self.base + local

        def effect(state):
            state[target] = int(state[owner] == NEW)
            if state[target]:
                state[owner] = me
        self.emit(effect)

    def spin_unlock(self, name):
        owner, me, judge = self.slot(name, "owner"), self.me, self.judge

        def effect(state):
            if state[owner] != me:
                return judge.misused()
            state[owner] = NEW
            return None
        self.emit(effect)

    def of_rwlock(self, name):
        return self.slot(name, "writer"), self.slot(name, "readers"), self.slot(name, ("held", self.me))

    def read_lock(self, name):
        writer, readers, held = self.of_rwlock(name)
        me, judge = self.me, self.judge

        def guard(state):
            if state[writer] == me:
                judge.misused()
            return state[writer] == NEW

        def effect(state):
            state[readers] += 1
            state[held] += 1
        self.emit(effect, guard, holders=lambda state: [state[writer]])

    def write_lock(self, name):
        writer, readers, held = self.of_rwlock(name)
        me, judge = self.me, self.judge

        def guard(state):
            if state[writer] == me or state[held]:
                judge.misused()
            return state[writer] == NEW and not state[readers]

        readers_of = [self.slot(name, ("held", thread)) for thread in range(judge.count)]

        def effect(state):
            state[writer] = me
        self.emit(effect, guard, holders=lambda state: [state[writer]] + [
            thread for thread, slot in enumerate(readers_of) if state[slot]])

    def try_read_lock(self, local, name):
        writer, readers, held = self.of_rwlock(name)
        target = self.base + local

        def effect(state):
            state[target] = int(state[writer] == NEW)
            state[readers] += state[target]
            state[held] += state[target]
        self.emit(effect)

    def try_write_lock(self, local, name):
        writer, readers, me, target = self.slot(name, "writer"), self.slot(name, "readers"), self.me, self.base + local

        def effect(state):
            state[target] = int(state[writer] == NEW and not state[readers])
            if state[target]:
                state[writer] = me
        self.emit(effect)

    def rw_unlock(self, name):
        writer, readers, held = self.of_rwlock(name)
        me, judge = self.me, self.judge

        def effect(state):
            if state[writer] == me:
                state[writer] = NEW
            elif state[held]:
                state[readers] -= 1
                state[held] -= 1
            else:
                return judge.misused()
            return None
        self.emit(effect)

    # Others

    def sem_wait(self, name):
        place = self.slot(name)

        def effect(state):
            state[place] -= 1
        self.emit(effect, lambda state: state[place] > 0)

    def sem_try(self, local, name):
        place, target = self.slot(name), self.base + local

        def effect(state):
            state[target] = int(state[place] > 0)
            state[place] -= state[target]
        self.emit(effect)

    def sem_post(self, name):
        place = self.slot(name)

        def effect(state):
            state[place] += 1
        self.emit(effect)

    def sem_value(self, local, name):
        place, target = self.slot(name), self.base + local

        def effect(state):
            state[target] = state[place]
        self.emit(effect)

    def barrier(self, local, name):
        """The local says whether the thread came last."""
        arrived, generation = self.slot(name, "arrived"), self.slot(name, "generation")
        target, mine = self.base + (TEMPORARY if local is None else local), self.base + GENERATION
        count, end = self.judge.program.barrier_count(name), []

        def arrive(state):
            state[arrived] += 1
            state[target] = int(state[arrived] == count)
            state[mine] = state[generation]
            if not state[target]:
                return None
            state[arrived] = 0
            state[generation] += 1
            return end[0]
        self.emit(arrive)
        self.emit(lambda state: None, lambda state: state[generation] != state[mine])
        self.put(end)

    def once(self, name):
        place, runner, me, end = self.slot(name, "state"), self.slot(name, "runner"), self.me, []

        def begin(state):
            if state[place]:
                return end[0]
            state[place], state[runner] = 1, me
            return None

        def finish(state):
            state[place] = 2
        self.emit(begin, lambda state: state[place] != 1, holders=lambda state: [state[runner]])
        self.block(self.judge.program.initialisers[name])
        self.emit(finish)
        self.put(end)
