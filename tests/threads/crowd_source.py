"""A program that creates any number of threads (crowd.py) as C."""
from crowd_judge import SIZE
from source import walk

HEAD = """#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
struct item {
  pthread_mutex_t lock;
  int value, other;
};
"""
DECLARATIONS = {"plain": "int {0};", "value": "int {0};", "atomic": "_Atomic int {0};", "array": "int {0}[{1}];",
                "items": "struct item {0}[{1}];",
                "handles": "pthread_t {0}[{1}];", "handle": "pthread_t {0};", "pointer": "struct item *{0};",
                "locks": "pthread_mutex_t {0}[{1}];", "mutex": "pthread_mutex_t {0} = PTHREAD_MUTEX_INITIALIZER;",
                "rwlock": "pthread_rwlock_t {0} = PTHREAD_RWLOCK_INITIALIZER;", "semaphore": "sem_t {0};",
                "barrier": "pthread_barrier_t {0};", "condition": "pthread_cond_t {0} = PTHREAD_COND_INITIALIZER;"}
CALLS = {"lock": "pthread_mutex_lock", "unlock": "pthread_mutex_unlock", "read-lock": "pthread_rwlock_rdlock",
         "write-lock": "pthread_rwlock_wrlock", "rw-unlock": "pthread_rwlock_unlock", "post": "sem_post",
         "wait": "sem_wait", "broadcast": "pthread_cond_broadcast"}


class Source:
    def __init__(self, program):
        self.program = program

    def text(self):
        program = self.program
        lines = [HEAD]
        lines += [f"static {self.declaration(name)}\n" for name in program.objects if name not in program.of_main]
        lines += [f"static void {name}({self.parameters(helper)});\n" for name, helper in program.helpers.items()]
        lines += [f"static void *{name}(void *argument);\n" for name in program.functions if name != "main"]
        for name, helper in program.helpers.items():
            lines.append(f"static void {name}({self.parameters(helper)}) {{\n{self.body(helper)}}}\n")
        for name, function in program.functions.items():
            if name != "main":
                body = self.argument(function) + self.body(function)
                lines.append(f"static void *{name}(void *argument) {{\n{body}  return 0;\n}}\n")
        body = self.beginning() + self.body(program.functions["main"])
        return "".join(lines) + f"int main(void) {{\n{body}  return 0;\n}}\n"

    def declaration(self, name):
        return DECLARATIONS[self.program.objects[name][0]].format(name, SIZE)

    @staticmethod
    def parameters(helper):
        return ", ".join(f"{kind} {name}" for kind, name in zip(helper.types, helper.parameters)) or "void"

    @staticmethod
    def argument(function):
        return "".join(f"  {kind} {name} = {'(int)(long)' if kind == 'int' else ''}argument;\n"
                       for kind, name in zip(function.types, function.parameters))

    def beginning(self):
        program, lines = self.program, []
        lines += [f"  {self.declaration(name)}\n" for name in program.of_main]
        for name, (kind, value) in program.objects.items():
            each = f"  for (int j = 0; j < {SIZE}; j++) pthread_mutex_init(&{name}[j]"
            lines += {"items": [f"{each}.lock, 0);\n"], "locks": [f"{each}, 0);\n"],
                      "semaphore": [f"  sem_init(&{name}, 0, {value});\n"],
                      "barrier": [f"  pthread_barrier_init(&{name}, 0, {self.count_of(name)});\n"]}.get(kind, [])
        return "".join(lines)

    def count_of(self, name):
        program = self.program
        return next((s[2] for function in [*program.functions.values(), *program.helpers.values()]
                     for s in walk(function.body) if s[0] == "barrier" and s[1][0] == name), 2)

    def body(self, function):
        """With its locals, which are what it names that is not global. Blocks and handles are assigned before they are
        used."""
        types, loaded = {}, set()
        for s in walk(function.body):
            kind = s[0]
            if kind in ("create", "join", "detach"):
                types[s[1][0]] = "pthread_t"
            elif kind in ("malloc", "get"):
                types[s[1]] = "struct item *"
                loaded |= {s[1]} if kind == "get" else set()
            elif kind in ("input", "number"):
                types[s[1]] = "int "
        known = [*self.program.objects, *function.parameters]
        declared = "".join(f"  {kind.strip()} {name}{' = 0' if kind == 'int ' or name in loaded else ''};\n"
                           for name, kind in types.items() if name not in known)
        return declared + self.block(function.body, "  ")

    def block(self, statements, indent):
        return "".join(indent + line + "\n" for s in statements for line in self.statement(*s))

    def inner(self, statements):
        return ["  " + line for s in statements for line in self.statement(*s)]

    def place(self, place):
        base, index, field = place
        if base in self.program.objects:
            return base + (f"[{index}]" if index is not None else "") + (f".{field}" if field else "")
        return f"{base}->{field}" if field else f"*{base}"

    def address(self, place):
        return "&" + self.place(place)

    def condition(self, what):
        left, comparison, constant = what
        return f"{self.place(left) if isinstance(left, tuple) else left} {comparison} {constant}"

    def statement(self, kind, *rest):
        if kind in CALLS:
            return [f"{CALLS[kind]}({self.address(rest[0])});"]
        return getattr(self, "print_" + kind.replace("-", "_"))(*rest)

    def print_touch(self, place, how):
        text = self.place(place)
        isAtomic = place[0] in self.program.objects and self.program.objects[place[0]][0] == "atomic"
        read = f"(void)atomic_load(&{text});" if isAtomic else f"(void)*(volatile int *)&{text};"
        return [{"read": read, "write": f"{text} = 7;", "update": f"({text})++;"}[how]]

    def print_set(self, place, value):
        return [f"{self.place(place)} = {value};"]

    def print_get(self, local, place):
        return [f"{local} = {self.place(place)};"]

    def print_number(self, local, value, more=0):
        return [f"{local} = {value} + {more};" if more else f"{local} = {value};"]

    def print_try(self, place, body):
        return [f"if (pthread_mutex_trylock({self.address(place)}) == 0) {{", *self.inner(body), "}"]

    def print_take(self, place, style):
        text = self.place(place)
        return {"compare": [f"while (!__sync_bool_compare_and_swap(&{text}, 0, 1)) {{ }}"],
                "swap": [f"while (__sync_lock_test_and_set(&{text}, 1)) {{ }}"],
                "region": ["__VERIFIER_atomic_begin();", f"__VERIFIER_assume({text} == 0);", f"{text} = 1;",
                           "__VERIFIER_atomic_end();"]}[style]

    def print_try_take(self, place, body):
        return [f"if (__sync_lock_test_and_set({self.address(place)}, 1) == 0) {{", *self.inner(body), "}"]

    def print_give(self, place):
        return [f"__sync_lock_release({self.address(place)});"]

    def print_overwrite(self, place):
        return [f"(void)__sync_lock_test_and_set({self.address(place)}, 1);"]

    def print_wait_until(self, place, value, condition, mutex):
        wait = f"pthread_cond_wait({self.address(condition)}, {self.address(mutex)});"
        return [f"while ({self.place(place)} != {value}) {wait}"]

    def print_barrier(self, place, _):
        return [f"pthread_barrier_wait({self.address(place)});"]

    def print_malloc(self, local):
        return [f"{local} = malloc(sizeof *{local});", f"pthread_mutex_init(&{local}->lock, 0);",
                f"{local}->value = {local}->other = 0;"]

    def print_free(self, local):
        return [f"free({local});"]

    def print_create(self, handle, function, argument):
        kind, value = argument or ("number", 0)
        if kind == "address":
            base, index, _ = value
            text = f"&{base}[{index}]"
        else:
            text = value if kind == "pointer" else f"(void *)(long){value}" if argument else "0"
        name = self.address(handle) if handle[0] in self.program.objects else "&" + handle[0]
        return [f"pthread_create({name}, 0, {function}, {text});"]

    def handle(self, handle):
        return self.place(handle) if handle[0] in self.program.objects else handle[0]

    def print_join(self, handle):
        return [f"pthread_join({self.handle(handle)}, 0);"]

    def print_detach(self, handle):
        return [f"pthread_detach({self.handle(handle)});"]

    def print_thread_exit(self):
        return ["pthread_exit(0);"]

    def print_for(self, name, first, bound, body):
        return [f"for (int {name} = {first}; {name} < {bound}; {name}++) {{", *self.inner(body), "}"]

    def print_while(self, body, counter=None):
        limit = f"{counter} < {SIZE} && " if counter else ""
        return [f"while ({limit}__VERIFIER_nondet_int()) {{", *self.inner(body), "}"]

    def print_choose(self, then, other):
        lines = ["if (__VERIFIER_nondet_int()) {", *self.inner(then)]
        return lines + (["} else {", *self.inner(other)] if other else []) + ["}"]

    def print_if(self, what, then, other):
        lines = [f"if ({self.condition(what)}) {{", *self.inner(then)]
        return lines + (["} else {", *self.inner(other)] if other else []) + ["}"]

    def print_await(self, place, value):
        return [f"while ({self.place(place)} != {value}) {{ }}"]

    def print_input(self, local, high):
        return [f"{local} = __VERIFIER_nondet_int();", f"if ({local} < 0 || {local} > {high}) return 0;"]

    def print_call(self, helper, arguments):
        return [f"{helper}({', '.join(map(str, arguments))});"]
