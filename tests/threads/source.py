"""A program with threads (programs.py) as C."""

HEAD = """#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <threads.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
"""
MUTEXES = {"normal": "PTHREAD_MUTEX_INITIALIZER", "recursive": "PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP",
           "errorcheck": "PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP"}
DECLARATIONS = {"plain": "{1} {0} = {2};", "volatile": "volatile {1} {0} = {2};", "atomic": "_Atomic {1} {0} = {2};",
                "pointer": "int *{0} = &v[{2}];", "atomic-pointer": "int *_Atomic {0} = &v[{2}];",
                "local": "_Thread_local {1} {0} = {2};", "heap": "{1} *{0};",
                "rwlock": "pthread_rwlock_t {0} = PTHREAD_RWLOCK_INITIALIZER;",
                "spinlock": "pthread_spinlock_t {0};", "once": "pthread_once_t {0} = PTHREAD_ONCE_INIT;",
                "condition": "pthread_cond_t {0} = PTHREAD_COND_INITIALIZER;", "semaphore": "sem_t {0};",
                "barrier": "pthread_barrier_t {0};", "thread": "pthread_t {0};"}
SWEPT = {"write": ("static void fill(int *block) { *block = 3; }\n", "fill({0});", "*{0} = 3;"),
         "read": ("static int look(int *block) { return *block; }\n", "l0 = look({0});", "l0 = *{0};"),
         "increase": ("static void add(int *block) { ++*block; }\n", "add({0});", "++*{0};")}
CALLS = {"lock": "pthread_mutex_lock(&{0})", "unlock": "pthread_mutex_unlock(&{0})",
         "spin-lock": "pthread_spin_lock(&{0})", "spin-unlock": "pthread_spin_unlock(&{0})",
         "read-lock": "pthread_rwlock_rdlock(&{0})", "write-lock": "pthread_rwlock_wrlock(&{0})",
         "rw-unlock": "pthread_rwlock_unlock(&{0})", "sem-wait": "sem_wait(&{0})", "sem-post": "sem_post(&{0})",
         "signal": "pthread_cond_signal(&{0})", "broadcast": "pthread_cond_broadcast(&{0})",
         "wait": "pthread_cond_wait(&{0}, &{1})",
         "once": "pthread_once(&{0}, initialise_{0})", "exit": "{0}"}
C11 = {"lock": "mtx_lock(&{0})", "unlock": "mtx_unlock(&{0})", "signal": "cnd_signal(&{0})",
       "broadcast": "cnd_broadcast(&{0})", "wait": "cnd_wait(&{0}, &{1})", "once": "call_once(&{0}, initialise_{0})"}
TRIES = {"try-lock": "pthread_mutex_trylock", "spin-try-lock": "pthread_spin_trylock",
         "try-read-lock": "pthread_rwlock_tryrdlock", "try-write-lock": "pthread_rwlock_trywrlock",
         "sem-try": "sem_trywait"}
TIMED = {"try-lock": "pthread_mutex_timedlock", "sem-try": "sem_timedwait"}
BUILTINS = {"add": ["__atomic_fetch_add({}, {}, 5)", "__sync_fetch_and_add({}, {})"],
            "sub": ["__atomic_fetch_sub({}, {}, 5)", "__sync_fetch_and_sub({}, {})"],
            "or": ["__atomic_fetch_or({}, {}, 5)", "__sync_fetch_and_or({}, {})"],
            "and": ["__atomic_fetch_and({}, {}, 5)", "__sync_fetch_and_and({}, {})"],
            "xor": ["__atomic_fetch_xor({}, {}, 5)", "__sync_fetch_and_xor({}, {})"],
            "exchange": ["__atomic_exchange_n({}, {}, 5)"] * 2}


def walk(statements):
    """All statements, those within others too."""
    for statement in statements:
        yield statement
        for part in statement[1:]:
            if isinstance(part, list):
                yield from walk(part)


class Source:
    """Writes a program. Some of its objects are elements of an array, members of a structure, locals of main that a
    thread has a pointer to, or values of a key; with `isC11`, mutexes and threads are those of threads.h. The meaning
    is the same each time."""

    def __init__(self, program):
        self.program, self.functions, self.regions = program, [], 0
        self.pointer = None  # the object that the argument of the thread at hand points to

    def text(self):
        program = self.program
        members = "".join(f"  {program.details[name]} {name}{program.bits(name)};\n" for name in program.members)
        declared = [f"static struct {{\n{members}}} s;\n"] if members else []
        if program.array:
            values = ", ".join(str(value) for name, _, value in program.objects if name in program.array)
            declared.append(f"static int v[2] = {{{values}}};\n")
        if program.blocks:
            declared.append(f"static int *slot[{len(program.blocks)}];\n")
            open_locks = ", ".join([MUTEXES["normal"]] * len(program.locks))
            declared.append(f"static pthread_mutex_t locks[] = {{{open_locks}}};\n")
        elsewhere = [*program.members, *program.escaped, *program.array, *program.blocks, *program.locks]
        declared += [self.declaration(*item) for item in program.objects if item[0] not in elsewhere]
        for name, body in program.initialisers.items():
            self.functions.append(f"static void initialise_{name}(void) {{\n" + self.block(body, "  ") + "}\n")
        printed = set()
        for number, function in reversed(list(enumerate(program.threads))):
            if number and function.name not in printed:
                printed.add(function.name)
                self.functions.append(self.thread(function))
        self.functions.append(self.main())
        return HEAD + "".join(declared) + "".join(self.functions)

    def declaration(self, name, kind, value):
        if self.is_c11(name):
            return f"static {'mtx_t' if kind == 'mutex' else 'cnd_t' if kind == 'condition' else 'thrd_t'} {name};\n"
        if self.program.details.get(name) == "key":
            return f"static pthread_key_t {name};\n"
        if kind == "mutex":
            return f"static pthread_mutex_t {name} = {MUTEXES[self.program.mutex_kind(name)]};\n"
        return "static " + DECLARATIONS[kind].format(name, self.program.details.get(name, "int"), value) + "\n"

    def is_c11(self, name):
        """Whether the object is one of threads.h."""
        if not self.program.isC11:
            return False
        kind = self.program.kind(name)
        isMutex = kind == "mutex" and self.program.mutex_kind(name) != "errorcheck"
        return isMutex or kind in ("condition", "thread")

    def type_of(self, name):
        prefix = {"atomic": "_Atomic ", "volatile": "volatile "}.get(self.program.kind(name), "")
        return prefix + self.program.details.get(name, "int")

    def thread(self, function):
        own = "(int)(long)argument" if function.argument is not None else "0"
        self.pointer = function.pointer
        pointer = f"  {self.type_of(self.pointer)} *own = argument;\n" if self.pointer else ""
        body = self.block(function.body, "  ")
        self.pointer = None
        result = "int " if self.program.isC11 else "void *"
        head = f"static {result}{function.name}(void *argument) {{\n{pointer}  int l0 = 0, l1 = 0, l2 = {own};\n"
        return head + body + "  return 0;\n}\n"

    def main(self):
        lines = ["  int l0 = 0, l1 = 0, l2 = 0;\n"]
        if self.program.blocks:
            lines.append(f"  for (int i = 0; i < {len(self.program.blocks)}; i++) slot[i] = malloc(sizeof(int));\n")
        for name, kind, value in self.program.objects:
            if name in self.program.members and value:
                lines.append(f"  s.{name} = {value};\n")
            elif name in self.program.blocks:
                lines.append(f"  {self.place(name)} = {value};\n")
            elif name in self.program.escaped:
                lines.append(f"  {self.type_of(name)} {name} = {value};\n")
            elif self.program.details.get(name) == "key":
                lines.append(f"  pthread_key_create(&{name}, 0);\n")
            elif kind == "mutex" and self.is_c11(name):
                flag = " | mtx_recursive" if self.program.mutex_kind(name) == "recursive" else ""
                lines.append(f"  mtx_init(&{name}, mtx_plain{flag});\n")
            elif kind == "condition" and self.is_c11(name):
                lines.append(f"  cnd_init(&{name});\n")
            lines += {"heap": [f"  {name} = malloc(sizeof *{name});\n  *{name} = {value};\n"],
                      "spinlock": [f"  pthread_spin_init(&{name}, 0);\n"],
                      "semaphore": [f"  sem_init(&{name}, 0, {value});\n"],
                      "barrier": [f"  pthread_barrier_init(&{name}, 0, {value});\n"]}.get(kind, [])
        body = self.block(self.program.threads[0].body, "  ")
        return "int main(void) {\n" + "".join(lines) + body + "  return 0;\n}\n"

    def block(self, statements, indent):
        return "".join(indent + line + "\n" for statement in statements for line in self.statement(*statement))

    def inner(self, statements):
        return ["  " + line for statement in statements for line in self.statement(*statement)]

    def place(self, name):
        if self.program.details.get(name) == "key":
            return f"(int)(long)pthread_getspecific({name})"
        if name == self.pointer:
            return "*own"
        if name in self.program.array:
            return f"v[{self.program.array.index(name)}]"
        if name in self.program.blocks:
            return f"*slot[{self.program.blocks.index(name)}]"
        if self.program.kind(name) == "heap":
            return "*" + name
        return "s." + name if name in self.program.members else name

    def address(self, name):
        place = self.place(name)
        return place[1:] if place[0] == "*" else "&" + place

    def assignment(self, name, value):
        if self.program.details.get(name) == "key":
            return f"pthread_setspecific({name}, (void *)(long)({value}));"
        return f"{self.place(name)} = {value};"

    @staticmethod
    def value(expression):
        if len(expression) == 1:
            return str(expression[0])
        return f"l{expression[0]}" + (f" + {expression[1]}" if expression[1] else "")

    def condition(self, what):
        left, comparison, constant = what
        text = "l0 + l1" if left == "sum" else self.place(left) if isinstance(left, str) else f"l{left}"
        return f"{text} {comparison} {constant}"

    def statement(self, kind, *rest):
        locks = self.program.locks
        rest = tuple(f"locks[{locks.index(part)}]" if part in locks else part for part in rest)
        isC11 = kind in C11 and self.program.isC11 and (kind == "once" or self.is_c11(rest[kind == "wait"]))
        if isC11:
            result = f"l{rest[1]} = " if kind in ("lock", "unlock") and rest[1:] and rest[1] is not None else ""
            return [f"{result}{C11[kind].format(*rest)}" + (" != thrd_success;" if result else ";")]
        if kind in CALLS:
            result = f"l{rest[1]} = " if kind in ("lock", "unlock") and rest[1:] and rest[1] is not None else ""
            return [f"{result}{CALLS[kind].format(*rest)}" + (" != 0;" if result else ";")]
        if kind in TRIES and self.is_c11(rest[1]):
            return [f"l{rest[0]} = mtx_trylock(&{rest[1]}) == thrd_success;"]
        if kind in TIMED and self.program.isTimed:
            return [f"{{ struct timespec at = {{1, 0}}; l{rest[0]} = {TIMED[kind]}(&{rest[1]}, &at) == 0; }}"]
        if kind in TRIES:
            return [f"l{rest[0]} = {TRIES[kind]}(&{rest[1]}) == 0;"]
        return getattr(self, "print_" + kind.replace("-", "_"))(*rest)

    def order(self, name, order, value="VALUE"):
        """The arguments of an atomic function, with a memory order if the program names one: it means nothing here."""
        values = "" if value == "" else f", {value}"
        if self.program.isRelaxed:
            return f"_explicit({self.address(name)}{values}, memory_order_{order})"
        return f"({self.address(name)}{values})"

    def print_read(self, local, name):
        return [f"l{local} = {self.place(name)};"]

    def print_write(self, name, expression):
        return [self.assignment(name, self.value(expression))]

    def print_atomic_read(self, local, name):
        if self.program.kind(name) == "atomic":
            return [f"l{local} = atomic_load{self.order(name, 'relaxed', '')};"]
        return [f"l{local} = __atomic_load_n({self.address(name)}, __ATOMIC_SEQ_CST);"]

    def print_atomic_write(self, name, expression):
        if self.program.kind(name) == "atomic":
            return [f"atomic_store{self.order(name, 'release', self.value(expression))};"]
        return [f"__atomic_store_n({self.address(name)}, {self.value(expression)}, __ATOMIC_SEQ_CST);"]

    def print_copy(self, name, source, constant):
        return [self.assignment(name, f"{self.place(source)} + {constant}")]

    def print_increase(self, name, constant):
        place = self.place(name)
        if self.program.details.get(name) == "key":
            return [self.assignment(name, f"{place} + {constant}")]
        return [f"({place})++;" if constant == 1 else f"{place} += {constant};"]

    def print_update(self, kind, local, name, constant):
        if self.program.kind(name) == "atomic":
            prefix = "" if kind == "exchange" else "fetch_"
            return [f"l{local} = atomic_{prefix}{kind}{self.order(name, 'acq_rel', constant)};"]
        return [f"l{local} = {BUILTINS[kind][constant % 2].format(self.address(name), constant)};"]

    def print_compare_exchange(self, local, name, expected, desired):
        if self.program.kind(name) == "atomic":
            call = f"atomic_compare_exchange_strong({self.address(name)}, &expected, {desired})"
            return [f"{{ {self.type_of(name)[8:]} expected = {expected}; l{local} = {call}; }}"]
        return [f"l{local} = __sync_bool_compare_and_swap({self.address(name)}, {expected}, {desired});"]

    def print_compare_exchange_shared(self, local, name, expected, desired):
        call = f"atomic_compare_exchange_strong({self.address(name)}, {self.address(expected)}, {desired})"
        return [f"l{local} = {call};"]

    def print_spin_exchange(self, name):
        return [f"while (atomic_exchange{self.order(name, 'acquire')}) {{ }}".replace("VALUE", "1")]

    def print_spin_compare(self, name):
        return [f"for (;;) {{ {self.type_of(name)[8:]} expected = 0; "
                f"if (atomic_compare_exchange_strong({self.address(name)}, &expected, 1)) break; }}"]

    def print_spin_lock_mutex(self, name):
        if self.is_c11(name):
            return [f"while (mtx_trylock(&{name}) != thrd_success) {{ }}"]
        return [f"while (pthread_mutex_trylock(&{name}) != 0) {{ }}"]

    def print_yield(self):
        return ["sched_yield();"]

    def print_free(self):
        return ["free(cell);"]

    def print_if(self, what, then, other):
        lines = [f"if ({self.condition(what)}) {{", *self.inner(then)]
        return lines + (["} else {", *self.inner(other)] if other else []) + ["}"]

    def print_repeat(self, times, body):
        return [f"for (int i = 0; i < {times}; i++) {{", *self.inner(body), "}"]

    def print_sweep(self, order, action, how):
        """As it stands, by a function that gets the block, or by one that gets its lock, too."""
        function, call, here = SWEPT[action]
        if how and function not in self.functions:
            self.functions.append(function)
        use = (call if how else here).format("slot[i]")
        lock = {"same": "i", "first": "0", "reversed": f"{len(self.program.locks) - 1} - i"}.get(order)
        if lock is not None and how == "passed" and action == "write":
            section = "static void fill_under(pthread_mutex_t *lock, int *block) {\n" \
                      "  pthread_mutex_lock(lock);\n  *block = 3;\n  pthread_mutex_unlock(lock);\n}\n"
            if section not in self.functions:
                self.functions.append(section)
            lines = [f"fill_under(&locks[{lock}], slot[i]);"]
        elif lock is not None:
            lines = [f"pthread_mutex_lock(&locks[{lock}]);", use, f"pthread_mutex_unlock(&locks[{lock}]);"]
        else:
            lines = [use]
        return [f"for (int i = 0; i < {len(self.program.blocks)}; i++) {{", *("  " + line for line in lines), "}"]

    def print_read_at(self, local, index, _):
        return [f"l{local} = v[l{index} & 1];"]

    def print_write_at(self, index, _, expression):
        return [f"v[l{index} & 1] = {self.value(expression)};"]

    def print_point(self, pointer, element):
        return [f"{pointer} = &v[{element}];"]

    def print_read_through(self, local, pointer, _):
        return [f"l{local} = *{pointer};"]

    def print_write_through(self, pointer, _, expression):
        return [f"*{pointer} = {self.value(expression)};"]

    def print_forever(self, body):
        return ["for (;;) {", *self.inner(body), "}"]

    def print_spin(self, what):
        return [f"while (!({self.condition(what)})) {{ }}"]

    def print_assert(self, _, what):
        return [f"assert({self.condition(what)});" if what[1] else f"assert({what[0]} ...);"]

    def print_assume(self, local, name, comparison, constant):
        return [f"l{local} = {self.place(name)};", f"__VERIFIER_assume(l{local} {comparison} {constant});"]

    def print_input(self, local, low, high):
        return [f"l{local} = __VERIFIER_nondet_int();", f"__VERIFIER_assume(l{local} >= {low} && l{local} <= {high});"]

    def print_region(self, body, asFunction=False):
        if not asFunction:
            return ["__VERIFIER_atomic_begin();", *self.inner(body), "__VERIFIER_atomic_end();"]
        self.regions += 1
        name = f"__VERIFIER_atomic_{self.regions}"
        pointer, self.pointer = self.pointer, None
        self.functions.append(f"static void {name}(void) {{\n" + self.block(body, "  ") + "}\n")
        self.pointer = pointer
        return [f"{name}();"]

    def print_create(self, child, _=None):
        function = self.program.threads[child]
        argument = "0" if function.argument is None else f"(void *)(long){function.argument}"
        if function.pointer:
            argument = "(void *)" + self.address(function.pointer)
        if self.program.isC11:
            return [f"thrd_create(&t{child}, {function.name}, {argument});"]
        return [f"pthread_create(&t{child}, 0, {function.name}, {argument});"]

    def print_join(self, child, local):
        if self.program.isC11:
            return [f"thrd_join(t{child}, {'0' if local is None else f'&l{local}'});"]
        if local is None:
            return [f"pthread_join(t{child}, 0);"]
        return [f"{{ void *r; pthread_join(t{child}, &r); l{local} = (int)(long)r; }}"]

    def print_detach(self, child):
        return [f"{'thrd' if self.program.isC11 else 'pthread'}_detach(t{child});"]

    def print_thread_exit(self, local):
        if self.program.isC11:
            return [f"thrd_exit({'0' if local is None else f'l{local}'});"]
        return [f"pthread_exit({'0' if local is None else f'(void *)(long)l{local}'});"]

    def print_return(self, local):
        if self.program.isC11:
            return [f"return {'0' if local is None else f'l{local}'};"]
        return [f"return {'0' if local is None else f'(void *)(long)l{local}'};"]

    def print_wait_while(self, what, name, mutex):
        return [f"while ({self.condition(what)}) {self.statement('wait', name, mutex)[0]}"]

    def print_sem_value(self, local, name):
        return [f"{{ int v; sem_getvalue(&{name}, &v); l{local} = v; }}"]

    def print_barrier(self, local, name):
        return [f"pthread_barrier_wait(&{name});" if local is None
                else f"l{local} = pthread_barrier_wait(&{name}) == PTHREAD_BARRIER_SERIAL_THREAD;"]
