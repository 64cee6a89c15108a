#!/usr/bin/env python3
"""Comments and documents name files that are there: by their path, or by the end of it."""
import re

from sources import ROOT, finish, sources

NAME = re.compile(r"(?<![\w/.<*-])((?:[\w-]+/)*[\w-]+\.(?:h|cpp|def|py|cmake))(?![\w/*])")
# C's, POSIX's and other projects' headers and files that programs of users have.
FOREIGN = {"stdio.h", "stdlib.h", "string.h", "math.h", "errno.h", "limits.h", "float.h", "fenv.h", "time.h", "ctype.h", "stdarg.h",
           "stddef.h", "stdint.h", "inttypes.h", "wchar.h", "pthread.h", "assert.h", "setjmp.h", "locale.h", "stdbool.h", "unistd.h",
           "threads.h", "signal.h", "malloc.h", "complex.h"}


def comments(path):
    """The parts of a file that are written for people, by line."""
    inside = path.suffix == ".md"
    for number, line in enumerate((ROOT / path).read_text().splitlines(), 1):
        if inside:
            yield number, line
        elif "//" in line and not re.match(r'\s*#\s*include', line):
            yield number, line.split("//", 1)[1]


if __name__ == "__main__":
    ours = [path for folder in ("src", "tests", "bench", "fuzz", "scripts", "cmake", "contrib", "docs") if (ROOT / folder).is_dir()
            for path in (ROOT / folder).rglob("*") if path.is_file()]
    ends = set()
    for path in ours:
        parts = path.relative_to(ROOT).parts
        ends.update("/".join(parts[i:]) for i in range(len(parts)))
    problems, count = [], 0
    files = [path for path in sources(".h", ".cpp", ".def", folders=("src", "bench", "fuzz")) if "/models/" not in str(path) and path.name != "library_names.def"]  # which names the headers of the C library
    files += [path.relative_to(ROOT) for path in [ROOT / "ARCHITECTURE.md", ROOT / "CONTRIBUTING.md"]]
    for path in files:
        for number, text in comments(path):
            for name in NAME.findall(text):
                count += 1
                if name not in ends and name.split("/")[-1] not in FOREIGN:
                    problems.append(f"{path}:{number}: there is no {name}")
    finish(problems, f"{count} names of files in comments")
