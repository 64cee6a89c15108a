"""What is true of a program that creates any number of threads (crowd.py), by following the interleavings in which at
most three are created.

A state is the memory, a tuple of numbers, and each thread: its function, where it is in that, whether it was joined,
and its locals. Each access of memory is an operation of its own, and so is each call that others can tell. Executions
end where they become undefined, create a fourth thread, or allocate a fourth block. Found are data races only: two
threads are about to access the same cell, one to write it, not both atomically. What is found is real; what is not
found may need more threads."""
import operator

MOST_THREADS, MOST_BLOCKS = 4, 3  # main is one of the threads
SIZE = 5  # of arrays
FIELDS = {"lock": 0, "value": 1, "other": 2, "dead": 3}  # of a block, and of an element of `s`
CODE, PLACE, JOINED, LOCALS = 0, 1, 2, 3  # in a thread
DONE, STOP, END = -1, -2, -3  # where a thread is that has ended; ends this execution; ends the program
COMPARE = {"==": operator.eq, "!=": operator.ne, "<": operator.lt, ">=": operator.ge}


class Operation:
    """`effect(memory, thread, others)` returns where the thread goes on, or None for the next operation;
    `guard(memory, thread, threads)` says whether it can go on. `access(thread)` is (cell, whether it writes, whether it
    is atomic). Others cannot tell what is `local`; `choices` are values for the local that `effect` is then."""
    __slots__ = ("effect", "guard", "access", "local", "choices")

    def __init__(self, effect, guard=None, access=None, local=False, choices=None):
        self.effect, self.guard, self.access, self.local, self.choices = effect, guard, access, local, choices


class Judge:
    """Follows one program until a race is found, all is seen, or `limit` states are. Afterwards `has_race` says whether
    there is one, and `is_whole` whether all was seen."""

    def __init__(self, program, limit=20000):
        self.program, self.limit = program, limit
        self.has_race, self.is_whole, self.size = False, True, 0
        self.memory, self.address, self.atomic = [0], {}, set()
        for name, (kind, value) in program.objects.items():
            self.address[name] = len(self.memory)
            if kind == "atomic":
                self.atomic.add(len(self.memory))
            isArray = kind in ("items", "array", "handles", "locks")
            self.memory += [value] * (SIZE if isArray else 1) * (len(FIELDS) if kind == "items" else 1)
        self.heap = len(self.memory)
        self.names = list(program.functions)
        self.codes = [Compiler(self, program.functions[name]) for name in self.names]

    def explore(self):
        main = self.names.index("main")
        first = (tuple(self.memory), self.thread(main, 0))
        seen, stack = set(), []
        self.put(first, seen, stack)
        while stack and not self.has_race:
            if len(seen) > self.limit:
                self.is_whole = False
                break
            self.step(stack.pop(), seen, stack)
        self.size = len(seen)
        return self

    def thread(self, function, argument):
        code = self.codes[function]
        locals_ = [0] * len(code.slots)
        if code.parameters:
            locals_[0] = argument
        return (function, 0, 0, *locals_)

    def put(self, state, seen, stack):
        """Threads go on to their next operation that others can tell; inputs have all of their values."""
        work = [state]
        while work:
            state = work.pop()
            for number, thread in enumerate(state[1:], 1):
                if thread[PLACE] < 0:
                    continue
                operation = self.codes[thread[CODE]].code[thread[PLACE]]
                if not operation.local:
                    continue
                for value in operation.choices or [None]:
                    other = list(thread)
                    if operation.choices:
                        other[operation.effect], goal = value, None
                    else:
                        goal = operation.effect(state[0], other, None)
                    if goal in (STOP, END):
                        continue
                    other[PLACE] = thread[PLACE] + 1 if goal is None else goal
                    work.append((*state[:number], tuple(other), *state[number + 1:]))
                break
            else:
                if state not in seen:
                    seen.add(state)
                    stack.append(state)

    def step(self, state, seen, stack):
        memory, threads = state[0], state[1:]
        operations = [self.codes[thread[CODE]].code[thread[PLACE]] if thread[PLACE] >= 0 else None
                      for thread in threads]
        self.look_for_race(memory, [operation.access(thread) for operation, thread in zip(operations, threads)
                                    if operation and operation.access])
        for number, (thread, operation) in enumerate(zip(threads, operations)):
            if not operation or operation.guard and not operation.guard(memory, thread, threads):
                continue
            after, own, spawned = list(memory), list(thread), []
            goal = operation.effect(after, own, (number, threads, spawned))
            if goal in (STOP, END):
                continue
            own[PLACE] = thread[PLACE] + 1 if goal is None else goal
            others = [tuple(own) if other == number else spawned_of(spawned, other, known)
                      for other, known in enumerate(threads)]
            new = [item for kind, item in spawned if kind == "new"]
            if len(others) + len(new) <= MOST_THREADS:
                self.put((tuple(after), *others, *new), seen, stack)

    def look_for_race(self, memory, accesses):
        for i, (cell, writes, isAtomic) in enumerate(accesses):
            for other, alsoWrites, alsoAtomic in accesses[:i]:
                if cell == other and (writes or alsoWrites) and not (isAtomic and alsoAtomic):
                    if self.is_alive(memory, cell):
                        self.has_race = True

    def is_alive(self, memory, cell):
        if cell <= 0 or cell >= len(memory):
            return False
        return cell < self.heap or not memory[cell - (cell - self.heap) % len(FIELDS) + FIELDS["dead"]]


def spawned_of(spawned, number, known):
    """The thread, joined if it is that now."""
    if ("joined", number) in spawned:
        return (*known[:JOINED], 1, *known[JOINED + 1:])
    return known


class Compiler:
    """The operations of one function. Helpers are put where they are called."""

    def __init__(self, judge, function):
        self.judge, self.code, self.slots, self.prefix, self.ends, self.breaks = judge, [], {}, "", [], []
        self.parameters = function.parameters
        for name in function.parameters:
            self.slot(name)
        self.isMain = function.name == "main"
        self.block(function.body)
        self.emit(lambda memory, own, _: END if self.isMain else DONE)

    def slot(self, name):
        return LOCALS + self.slots.setdefault(self.prefix + name, len(self.slots))

    def emit(self, effect, guard=None, access=None, local=False, choices=None):
        self.code.append(Operation(effect, guard, access, local, choices))

    def block(self, statements):
        for statement in statements:
            getattr(self, "do_" + statement[0].replace("-", "_"))(*statement[1:])

    def number(self, expression):
        if isinstance(expression, int):
            return lambda own: expression
        slot = self.slot(expression)
        return lambda own: own[slot]

    def cell(self, place):
        """The address, of (object or pointer, index or None, field or None)."""
        base, index, field = place
        if base in self.judge.address:
            start = self.judge.address[base]
            if index is None:
                return lambda own: start
            scale, offset = (len(FIELDS), FIELDS[field]) if field else (1, 0)
            at = self.number(index)
            return lambda own: start + scale * at(own) + offset if 0 <= at(own) < SIZE else -1
        slot, offset = self.slot(base), FIELDS.get(field, 0)
        return lambda own: own[slot] + offset if own[slot] else -1

    def is_atomic(self, place):
        return self.judge.address.get(place[0]) in self.judge.atomic

    def jump(self, label):
        self.emit(lambda memory, own, _: label[0], local=True)

    def put(self, label):
        label.append(len(self.code))

    def branch(self, holds, label):
        """Goes to the label if it does not hold."""
        self.emit(lambda memory, own, _: None if holds(own) else label[0], local=True)

    # Accesses

    def access(self, place, effect, writes):
        at, isAtomic, judge = self.cell(place), self.is_atomic(place), self.judge

        def guarded(memory, own, other):
            cell = at(own)
            return effect(memory, own, cell) if judge.is_alive(memory, cell) else STOP
        self.emit(guarded, access=lambda own: (at(own), writes, isAtomic))

    def do_touch(self, place, how):
        """A read, a write or an update, whose value does not matter."""
        nothing = lambda memory, own, cell: None  # noqa: E731
        if how != "write" and not (how == "update" and self.is_atomic(place)):
            self.access(place, nothing, False)
        if how != "read":
            self.access(place, nothing, True)

    def do_set(self, place, value):
        value = self.number(value)

        def effect(memory, own, cell):
            memory[cell] = value(own)
        self.access(place, effect, True)

    def do_get(self, local, place):
        slot = self.slot(local)

        def effect(memory, own, cell):
            own[slot] = memory[cell]
        self.access(place, effect, False)

    def do_address(self, local, place):
        slot, at = self.slot(local), self.cell(place)

        def effect(memory, own, _):
            own[slot] = at(own)
        self.emit(effect, local=True)

    def do_number(self, local, value, more=0):
        slot, value = self.slot(local), self.number(value)

        def effect(memory, own, _):
            own[slot] = value(own) + more
        self.emit(effect, local=True)

    # Locks; each one is a cell, which is no matter of races

    def on_lock(self, place, effect, guard=None):
        at, judge = self.cell(place), self.judge

        def guarded(memory, own, other):
            cell = at(own)
            return effect(memory, own, cell, other) if judge.is_alive(memory, cell) else STOP

        def may_go_on(memory, own, _):
            return not judge.is_alive(memory, at(own)) or guard(memory, at(own))
        self.emit(guarded, guard and may_go_on)

    def do_lock(self, place):
        def effect(memory, own, cell, other):
            memory[cell] = other[0] + 1
        self.on_lock(place, effect, lambda memory, cell: memory[cell] == 0)

    def do_unlock(self, place):
        def effect(memory, own, cell, _):
            if memory[cell] == 0:
                return STOP
            memory[cell] = 0
            return None
        self.on_lock(place, effect)

    def do_try(self, place, body):
        end = []

        def effect(memory, own, cell, other):
            if memory[cell]:
                return end[0]
            memory[cell] = other[0] + 1
            return None
        self.on_lock(place, effect)
        self.block(body)
        self.put(end)

    def do_take(self, place, _):
        self.do_lock(place)

    def do_try_take(self, place, body):
        self.do_try(place, body)

    def do_give(self, place):
        def effect(memory, own, cell, _):
            memory[cell] = 0
        self.on_lock(place, effect)

    def do_overwrite(self, place):
        def effect(memory, own, cell, other):
            memory[cell] = other[0] + 1
        self.on_lock(place, effect)

    def do_write_lock(self, place):
        def effect(memory, own, cell, other):
            memory[cell] = -1
        self.on_lock(place, effect, lambda memory, cell: memory[cell] == 0)

    def do_read_lock(self, place):
        def effect(memory, own, cell, other):
            memory[cell] += 1
        self.on_lock(place, effect, lambda memory, cell: memory[cell] >= 0)

    def do_rw_unlock(self, place):
        def effect(memory, own, cell, _):
            if memory[cell] == 0:
                return STOP
            memory[cell] = max(memory[cell], 0) - (memory[cell] > 0)
            return None
        self.on_lock(place, effect)

    def do_wait_until(self, place, value, _, mutex):
        """A wait may end at any time."""
        head, end = [len(self.code)], []
        self.do_get("waits", place)
        slot = self.slot("waits")
        self.branch(lambda own: own[slot] != value, end)
        self.do_unlock(mutex)
        self.do_lock(mutex)
        self.jump(head)
        self.put(end)

    def do_broadcast(self, _):
        pass

    def do_post(self, place):
        def effect(memory, own, cell, _):
            memory[cell] += 1
        self.on_lock(place, effect)

    def do_wait(self, place):
        def effect(memory, own, cell, _):
            memory[cell] -= 1
        self.on_lock(place, effect, lambda memory, cell: memory[cell] > 0)

    def do_barrier(self, place, count):
        """The cell counts arrivals; of `count` each, all go on."""
        slot = self.slot("round")

        def arrive(memory, own, cell, _):
            own[slot] = memory[cell] // count
            memory[cell] += 1
        self.on_lock(place, arrive)
        at = self.cell(place)
        self.emit(lambda memory, own, _: None, lambda memory, own, _: memory[at(own)] // count > own[slot])

    # Memory

    def do_malloc(self, local):
        slot, judge = self.slot(local), self.judge

        def effect(memory, own, _):
            if len(memory) - judge.heap >= MOST_BLOCKS * len(FIELDS):
                return STOP
            own[slot] = len(memory)
            memory += [0] * len(FIELDS)
            return None
        self.emit(effect)

    def do_free(self, local):
        slot, judge = self.slot(local), self.judge

        def effect(memory, own, _):
            cell = own[slot]
            if cell < judge.heap or memory[cell + FIELDS["dead"]]:
                return STOP
            memory[cell + FIELDS["dead"]] = 1
            return None
        self.emit(effect)

    # Threads

    def do_create(self, handle, function, argument):
        at = self.cell(handle) if handle[0] in self.judge.address else None
        slot = None if at else self.slot(handle[0])
        kind, value = argument if argument else ("number", 0)
        value = self.cell(value) if kind == "address" else self.number(value)
        judge, number = self.judge, self.judge.names.index(function)

        def effect(memory, own, other):
            _, threads, spawned = other
            spawned.append(("new", judge.thread(number, value(own))))
            if at:
                if at(own) < 0:
                    return STOP
                memory[at(own)] = len(threads)
            else:
                own[slot] = len(threads)
            return None
        self.emit(effect)

    def of_handle(self, handle):
        if handle[0] in self.judge.address:
            at = self.cell(handle)
            return lambda memory, own: memory[at(own)] if at(own) >= 0 else 0
        slot = self.slot(handle[0])
        return lambda memory, own: own[slot]

    def do_join(self, handle, isWaiting=True):
        known = self.of_handle(handle)

        def guard(memory, own, threads):
            thread = known(memory, own)
            return not thread or threads[thread][JOINED] or threads[thread][PLACE] == DONE

        def effect(memory, own, other):
            thread = known(memory, own)
            if not thread or other[1][thread][JOINED]:
                return STOP
            other[2].append(("joined", thread))
            return None
        self.emit(effect, guard if isWaiting else None)

    def do_detach(self, handle):
        self.do_join(handle, False)

    def do_thread_exit(self):
        self.emit(lambda memory, own, _: DONE)

    def do_return(self):
        if self.ends:
            self.jump(self.ends[-1])
        else:
            self.emit(lambda memory, own, _: END if self.isMain else DONE)

    # Control

    def do_for(self, name, first, bound, body):
        slot, head, end, bound = self.slot(name), [], [], self.number(bound)
        self.do_number(name, first)
        self.put(head)
        self.branch(lambda own: own[slot] < bound(own), end)
        self.breaks.append(end)
        self.block(body)
        self.breaks.pop()
        self.do_number(name, name, 1)
        self.jump(head)
        self.put(end)

    def do_choose(self, then, other):
        to_other, end, slot = [], [], self.slot("chosen")
        self.emit(slot, local=True, choices=[0, 1])
        self.branch(lambda own: own[slot], to_other)
        self.do_number("chosen", 0)
        self.block(then)
        self.jump(end)
        self.put(to_other)
        self.block(other)
        self.put(end)

    def do_while(self, body, counter=None):
        """As often as it is decided, and for a counter below the size of arrays."""
        head, end = [len(self.code)], []
        if counter:
            slot = self.slot(counter)
            self.branch(lambda own: own[slot] < SIZE, end)
        self.do_choose([], [("break-to", end)])
        self.breaks.append(end)
        self.block(body)
        self.breaks.pop()
        self.jump(head)
        self.put(end)

    def do_break_to(self, label):
        self.jump(label)

    def do_break(self):
        self.jump(self.breaks[-1])

    def do_if(self, what, then, other):
        left, comparison, constant = what
        if isinstance(left, tuple):
            self.do_get("seen", left)
            left = "seen"
        slot, compare, to_other, end = self.slot(left), COMPARE[comparison], [], []
        self.branch(lambda own: compare(own[slot], constant), to_other)
        self.block(then)
        self.jump(end)
        self.put(to_other)
        self.block(other)
        self.put(end)

    def do_await(self, place, value):
        head, end = [len(self.code)], []
        self.do_get("seen", place)
        slot = self.slot("seen")
        self.emit(lambda memory, own, _: end[0] if own[slot] == value else head[0], local=True)
        self.put(end)

    def do_input(self, local, high):
        self.emit(self.slot(local), local=True, choices=list(range(min(high, MOST_THREADS - 1) + 1)))

    def do_call(self, helper, arguments):
        function = self.judge.program.helpers[helper]
        values = [self.slot(name) if isinstance(name, str) else name for name in arguments]
        constants = [isinstance(name, int) for name in arguments]
        outer, self.prefix = self.prefix, f"{self.prefix}{helper}:"
        slots = [self.slot(name) for name in function.parameters]

        def effect(memory, own, _):
            for slot, value, isConstant in zip(slots, values, constants):
                own[slot] = value if isConstant else own[value]
        self.emit(effect, local=True)
        end = []
        self.ends.append(end)
        self.block(function.body)
        self.ends.pop()
        self.put(end)
        self.prefix = outer
