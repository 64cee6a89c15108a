#!/usr/bin/env python3
"""`assay harness` writes C that compilers take and Assay verifies as it is.

  run.py ASSAY CLANG [--all]

Every function below gets a harness, which gcc and clang compile. Compiled with values.c, which chooses values by a
seed, it runs: for some seed it comes to its end. Of those with a planted mistake a few are verified, or all of them
with --all: the mistake is found. Of the mended code nothing is, where that is listed."""
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
ASSAY, CLANG = sys.argv[1:3]
ALL = "--all" in sys.argv[3:]

# File: functions.
FUNCTIONS = {
    "examples/projects/arena/arena.c": "arena_take",
    "examples/projects/base64/base64.c": "base64_decode base64_encode value_of",
    "examples/projects/cipher/cipher.c": "cipher_encrypt cipher_decrypt rotate",
    "examples/projects/glob/glob.c": "glob_fits read_set",
    "examples/projects/heap/heap.c": "heap_push heap_pop heap_free exchange",
    "examples/projects/ini/ini.c": "ini_read parse",
    "examples/projects/json/json.c": "json_skip_string json_skip_value",
    "examples/projects/number/number.c": "number_text",
    "examples/projects/options/options.c": "digit_of main",
    "examples/projects/ring/ring.c": "ring_put ring_get ring_used",
    "examples/projects/table/table.c": "table_set table_get place_of",
    "examples/projects/utf8/utf8.c": "utf8_next",
    "examples/tutorial/middle.c": "middle",
    "tests/c/entry_parameters.c": "trim average heaviest push nth translate letter_of skip_digits note last_of chosen "
                                  "first_letter pick",
    "tests/c/function_pointers.c": "fold square twice",
    "tests/c/linked_structures.c": "insert sum destroy",
    "tests/c/structs.c": "add area scale",
    "tests/c/unions.c": "number make",
    "tests/c/pointers.c": "swap sum",
    "tests/c/strings.c": "length reverse",
    "tests/c/varargs.c": "sum",
    "tests/c/padding.c": "secondByte areEqual",
    "tests/c/lifetimes.c": "clean",
}
# File, function, property that is violated (one of several, where there is more than one mistake); whether the mended
# code is proved; whether the suite looks.
PLANTED = [
    ("examples/projects/base64/base64.c", "base64_decode", "valid-deref", False, False),
    ("examples/projects/cipher/cipher.c", "cipher_encrypt", "no-overflow", True, True),
    ("examples/projects/glob/glob.c", "glob_fits", "valid-deref", False, False),
    ("examples/projects/json/json.c", "json_skip_string", "valid-deref", True, False),
    ("examples/projects/table/table.c", "table_get", "valid-deref|no-overflow", False, False),
    ("examples/projects/utf8/utf8.c", "utf8_next", "valid-deref", False, True),
    ("examples/projects/options/options.c", "main", "valid-deref", False, False),
    ("examples/tutorial/middle.c", "middle", "no-overflow", False, True),
    ("tests/c/entry_parameters.c", "average", "division-by-zero", True, False),
    ("tests/c/entry_parameters.c", "heaviest", "valid-deref", True, False),
    ("tests/c/entry_parameters.c", "push", "valid-deref", True, False),
    ("tests/c/entry_parameters.c", "nth", "valid-deref", True, False),
    ("tests/c/entry_parameters.c", "translate", "valid-deref", True, False),
    ("tests/c/entry_parameters.c", "letter_of", "valid-deref", True, False),
    ("tests/c/entry_parameters.c", "skip_digits", "valid-deref", True, False),
    ("tests/c/entry_parameters.c", "note", "valid-deref", True, False),
    ("tests/c/entry_parameters.c", "last_of", "valid-deref", True, True),
    ("tests/c/entry_parameters.c", "chosen", "valid-deref", True, False),
    ("tests/c/entry_parameters.c", "first_letter", "valid-deref", True, False),
    ("tests/c/entry_parameters.c", "pick", "valid-deref", True, False),
]
# What has to be refused, and a word of why.
REFUSED = [
    ("struct s; void f(struct s *p) {}", "f", "struct s"),
    ("#include <stdarg.h>\nint f(va_list list) { return 0; }", "f", "va_list"),
    ("int f(int n, int m[n][n]) { return m[0][0]; }", "f", "'m'"),
    ("int g(void) { return 0; }", "f", "no function 'f'"),
]
SEEDS = 100
problems = []


def run(*words):
    return subprocess.run([str(word) for word in words], cwd=ROOT, capture_output=True, text=True, timeout=120)


def write(file, function, output, *options):
    done = run(ASSAY, "harness", function, file, "-o", output, *options)
    if done.returncode != 0:
        problems.append(f"{file}: {function}: {done.stderr.strip()}")
    return done.returncode == 0


def compile_all(folder):
    """How many there are, and how many of them run."""
    number = running = 0
    values = folder / "values.o"
    run("gcc", "-c", "-O1", "-o", values, HERE / "values.c")
    for file, functions in FUNCTIONS.items():
        for function in functions.split():
            number += 1
            harness = folder / f"{number}.c"
            if not write(file, function, harness):
                continue
            for compiler in ("gcc", CLANG):
                done = run(compiler, "-fsyntax-only", "-w", harness)
                if done.returncode != 0:
                    problems.append(f"{file}: {function}: {compiler}: {done.stderr.strip()}\n{harness.read_text()}")
            ends = endings(harness, values, f"{file}: {function}")
            running += 0 in ends
            if 0 not in ends:
                problems.append(f"{file}: {function}: no run comes to its end: {ends}")
    return number, running


def endings(harness, values, what):
    """How runs of the compiled harness end, until one comes to its end."""
    program = harness.with_suffix("")
    done = run("gcc", "-w", "-O0", "-o", program, harness, values, "-Wl,--wrap=malloc", "-lm")
    if done.returncode != 0:
        problems.append(f"{what}: {done.stderr.strip()}")
        return []
    ends = []
    while 0 not in ends and len(ends) < SEEDS:
        try:
            ends.append(subprocess.run([program, str(len(ends))], stdin=subprocess.DEVNULL, capture_output=True, timeout=5).returncode)
        except subprocess.TimeoutExpired:
            ends.append(None)
    return ends


def verdict(harness, *options):
    done = run(ASSAY, "--quiet", "--timeout", "60", *options, harness)
    return done.stdout.strip().splitlines()[-1] if done.stdout else done.stderr.strip()


def verify(folder):
    looked = 0
    for file, function, wanted, is_proved, is_quick in PLANTED:
        if not (ALL or is_quick):
            continue
        looked += 1
        harness = folder / f"planted{looked}.c"
        if not write(file, function, harness):
            continue
        found = verdict(harness)
        wanted = wanted.replace("valid-deref", "valid-deref|bounds")
        if not re.fullmatch(rf"verdict: false\(({wanted})\)", found):
            problems.append(f"{file}: {function}: {found}, expected a violation of {wanted}")
        fixed = verdict(harness, "-D", "FIXED") if is_proved else ""
        if is_proved and fixed != "verdict: true":
            problems.append(f"{file}: {function}: {fixed} of the mended code")
        if ALL:
            print(f"{function:16} {found} {'; mended: ' + fixed if fixed else ''}", flush=True)
    return looked


def refuse(folder):
    for number, (text, function, why) in enumerate(REFUSED):
        file = folder / f"refused{number}.c"
        file.write_text(text + "\n")
        done = run(ASSAY, "harness", function, file)
        if done.returncode != 65 or why not in done.stderr or not re.match(r"^[^\n]+\n$", done.stderr):
            problems.append(f"{text}: status {done.returncode}, {done.stderr.strip()}")


def main():
    with tempfile.TemporaryDirectory(prefix="assay-harness") as name:
        folder = pathlib.Path(name)
        compiled, running = compile_all(folder)
        looked = verify(folder)
        refuse(folder)
    for problem in problems:
        print(problem)
    print(f"{compiled} harnesses compile, {running} run to their end, {looked} find what was planted; {len(problems)} problem(s)")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
