"""What verifiers know little of: they may say unknown, but nothing wrong."""


def empty_asm(g, scope):
    return ['__asm__ volatile("" ::: "memory");']


def nop(g, scope):
    return ['__asm__ volatile("nop");']


def jump(g, scope):
    g.file.append("static jmp_buf G_place;")
    name = g.fresh("G_f")
    g.functions.append((f"static void {name}(int a) {{", ["if (a) longjmp(G_place, a);"]))
    value = g.expressions.condition(scope) if scope.values() else "0"
    return ["volatile int jumped = 0;", [("if (setjmp(G_place) == 0) {", [f"{name}({value});"]), ("else {", ["jumped = 1;"])]]


def at_exit(g, scope):
    name = g.fresh("G_f")
    g.functions.append((f"static void {name}(void) {{", [g.random.choice(["G_sink = 3;", "if (G_sink == 77) reach_error();",
                                                                          "reach_error();", "free(malloc(2));"])]))
    return [f"atexit({name});"]


def constructor(g, scope):
    name = g.fresh("G_f")
    g.functions.append((f"ASSAY(__attribute__((constructor))) static void {name}(void) {{", [
        g.random.choice(["G_sink = 3;", "G_sink = 0;", "free(malloc(1));", "if (G_sink) reach_error();"])]))
    return [f"NATIVE({name}();)"]


def destructor(g, scope):
    name = g.fresh("G_f")
    g.functions.append((f"ASSAY(__attribute__((destructor))) static void {name}(void) {{", [
        g.random.choice(["G_sink = 3;", "if (G_sink == 5) reach_error();", "reach_error();"])]))
    return [f"NATIVE(atexit({name});)"]


def endless(g, scope):
    return [f"if ({g.expressions.condition(scope) if scope.values() else '0'}) HANG();"]


def uninitialised(g, scope):
    g.program.undetermined = True
    name = g.fresh("r")
    return [f"int {name};", f"int *{name}p = &{name};", f"if (*{name}p == {g.random.below(3)}) G_sink = 9;"]


def mutex(g, scope):
    g.file.append("static pthread_mutex_t G_lock = PTHREAD_MUTEX_INITIALIZER;")
    return ["pthread_mutex_lock(&G_lock);", "G_sink = 1;", "pthread_mutex_unlock(&G_lock);"]


def attributes(g, scope):
    """Hints to the compiler, and its builtins."""
    return [g.random.choice(["if (__builtin_expect(G_sink == 12345, 0)) reach_error();", "__builtin_prefetch((void *)&G_sink);",
                             "if (__builtin_popcount(G_sink & 15) > 4) reach_error();", "if (__builtin_clz(G_sink | 1) > 31) reach_error();",
                             "(void)__sync_fetch_and_add(&G_sink, 1);"])]


STRANGE = [empty_asm, nop, jump, at_exit, constructor, destructor, endless, uninitialised, mutex, attributes]
# The compiled programs of a batch call them where main begins.
AROUND_MAIN = [constructor, destructor]
