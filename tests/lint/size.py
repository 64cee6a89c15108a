#!/usr/bin/env python3
"""No file over 800 lines, no function over 120 unless a comment `// long: why` stands right before or at its start.

Functions are found by their braces in formatted code: a definition starts at a line that is not indented (or, inside a
class, is indented by two) and ends at the closing brace with the same indentation."""
import re

from sources import ROOT, finish, sources

MAX_FILE = 800
MAX_FUNCTION = 120
START = re.compile(r"^(\s*)(?!namespace\b|class\b|struct\b|enum\b|union\b|extern \"C\"|template\b|#|//|\}|\{)\S.*\{$")
CONTINUED = re.compile(r"^\s{4,}\S.*\{$")
OUTER = re.compile(r"^(\s*)(namespace|class|struct|enum|union|extern \"C\")\b")


def functions(lines):
    """(first line, last line) of each outermost block that is no namespace, class or table."""
    found = []
    i = 0
    while i < len(lines):
        line = lines[i]
        if START.match(line) and not OUTER.match(line) and not re.search(r"=\s*\{+$", line):
            start = i
            while start > 0 and CONTINUED.match(lines[i]) and len(re.match(r"\s*", lines[start]).group()) >= 4:
                start -= 1
            indent = re.match(r"\s*", lines[start]).group()
            end = next((j for j in range(i + 1, len(lines)) if re.match(rf"^{indent}\}}", lines[j])), i)
            found.append((start, end))
            i = end
        i += 1
    return found


def justified(lines, start):
    return any("// long:" in line for line in lines[max(0, start - 12):start + 3])


problems = []
count = 0
for path in sources(".cpp", ".h", ".c", ".def"):
    lines = (ROOT / path).read_text().splitlines()
    if len(lines) > MAX_FILE:
        problems.append(f"{path}: {len(lines)} lines")
    for start, end in functions(lines):
        count += 1
        if end - start + 1 > MAX_FUNCTION and not justified(lines, start):
            problems.append(f"{path}:{start + 1}: a function of {end - start + 1} lines: {lines[start].strip()}")
if count < 100:
    problems.append(f"only {count} functions found: the test does not understand the sources")
finish(problems, f"sizes of {count} functions")
