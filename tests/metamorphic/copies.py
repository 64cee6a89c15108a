"""Copies of a program that mean the same. Each function takes the lines of a program of tests/truth (a statement a
line, blocks by braces at the ends of lines) and returns lines, or the same lines if there is nothing to change."""
import re

LOOP = re.compile(r"^(\s*)for \(([^;]*); ([^;]*); ([^;]*)\) \{$")
FUNCTION = re.compile(r"^static (?:inline )?(?!struct G_V)([\w ]+?[ *]+)(G_f\d+)\((.*)\) \{$")
SIMPLE = re.compile(r"^static (?:inline )?int (G_f\d+)\(int a\) \{$")


def closing(lines, start):
    """The last line of the block that begins here."""
    depth = 0
    for i in range(start, len(lines)):
        depth += lines[i].count("{") - lines[i].count("}")
        if depth <= 0:
            return i
    return start


def renamed(lines):
    """Other names for variables and functions, in another alphabetical order."""
    if any("\"" in line for line in lines):
        return lines
    return [re.sub(r"(?<![\w.>])([virtkwnyqaphsub])(\d+)(p?)\b", lambda m: f"{chr(219 - ord(m[1]))}_{99 - int(m[2])}{m[3]}", line)
            for line in lines]


def reordered(lines):
    """Functions in the reverse order, behind their prototypes."""
    spans, i = [], 0
    while i < len(lines):
        if FUNCTION.match(lines[i]) and "ASSAY" not in lines[i]:
            end = closing(lines, i)
            spans.append((i, end + 1))
            i = end
        i += 1
    tables = any(re.match(r"static int \(\*|struct G_V", line) for line in lines)
    if len(spans) < 2 or tables:
        return lines
    prototypes = [lines[a][:-2] + ";" for a, _ in spans]
    bodies = [lines[a:b] for a, b in reversed(spans)]
    rest = [line for i, line in enumerate(lines) if not any(a <= i < b for a, b in spans)]
    at = next(i for i, line in enumerate(rest) if line.startswith("int G_main"))
    return rest[:at] + prototypes + [line for body in bodies for line in body] + rest[at:]


def plain(body):
    """Whether lines can be there twice: no labels, no ways out."""
    return not any(re.search(r"\b(break|continue|goto|case|static|PROBE|default)\b|^\s*\w+:|:;$", line) for line in body)


def peeled(lines):
    """The first iteration of each loop stands before it."""
    result, i = [], 0
    while i < len(lines):
        match, end = LOOP.match(lines[i]), closing(lines, i)
        body = lines[i + 1:end]
        if match and match[2] and match[3] and plain(body):
            indent, first, condition, step = match.groups()
            result += [f"{indent}{{", f"{indent}{first};", f"{indent}if ({condition}) {{", *body, f"{indent}{step};", f"{indent}}}",
                       f"{indent}for (; {condition}; {step}) {{", *body, f"{indent}}}", f"{indent}}}"]
            i = end
        else:
            result.append(lines[i])
        i += 1
    return result


def unrolled(lines):
    """Each loop does two iterations at a time."""
    result, i = [], 0
    while i < len(lines):
        match, end = LOOP.match(lines[i]), closing(lines, i)
        body = lines[i + 1:end]
        if match and match[2] and match[3] and plain(body):
            indent, first, condition, step = match.groups()
            result += [lines[i], f"{indent}{{", *body, f"{indent}}}", f"{indent}{step};", f"{indent}if (!({condition})) break;",
                       f"{indent}{{", *body, f"{indent}}}", lines[end]]
            i = end
        else:
            result.append(lines[i])
        i += 1
    return result


def wrapped(lines):
    """Each `int` of its own is the member of a struct."""
    names = [m[1] for line in lines if (m := re.match(r"^\s*int ((?:v|r)\d+) = .*;$", line))]
    names = [n for n in names if sum(bool(re.match(rf"^\s*[\w ]+ \*?{n}\b.*[;=]", line)) and re.search(rf"\w [*]*{n} =", line) is not None
                                     for line in lines) == 1]
    if not names:
        return lines
    pattern = re.compile(r"(?<![\w.>])(" + "|".join(names) + r")\b")
    result = []
    for line in lines:
        m = re.match(r"^(\s*)int ((?:v|r)\d+) = (.*);$", line)
        if m and m[2] in names:
            value = pattern.sub(r"\1.x", m[3])
            result.append(f"{m[1]}struct {{ char before; int x; }} {m[2]} = {{1, {value}}};")
        else:
            result.append(pattern.sub(r"\1.x", line))
    return result


def argument(line, start):
    """The end of the parenthesis that begins here."""
    depth = 0
    for i in range(start, len(line)):
        depth += {"(": 1, ")": -1}.get(line[i], 0)
        if depth == 0:
            return i
    return None


def inlined(lines):
    """Calls of functions that only return an expression are that expression."""
    bodies = {}
    for i, line in enumerate(lines):
        m = SIMPLE.match(line)
        if m and closing(lines, i) == i + 2 and (r := re.match(r"^\s*return (.*);$", lines[i + 1])):
            bodies[m[1]] = r[1]
    result = []
    for line in lines:
        for name, body in bodies.items():
            at = line.find(f"{name}(")
            if at < 0 or line.startswith("static") or not (end := argument(line, at + len(name))):
                continue
            line = f"{line[:at]}({{ int a = {line[at + len(name) + 1:end]}; {body}; }}){line[end + 1:]}"
        result.append(line)
    return result


def inverted(lines):
    """Branches the other way round."""
    result, i = [], 0
    while i < len(lines):
        m = re.match(r"^(\s*)if \((.*)\) \{$", lines[i])
        end = closing(lines, i)
        if m and end + 1 < len(lines) and lines[end + 1].strip() == "else {" and "setjmp" not in m[2]:
            last = closing(lines, end + 1)
            result += [f"{m[1]}if (!({m[2]})) {{", *inverted(lines[end + 2:last]), f"{m[1]}}}", f"{m[1]}else {{",
                       *inverted(lines[i + 1:end]), f"{m[1]}}}"]
            i = last
        else:
            result.append(lines[i])
        i += 1
    return result


COPIES = [renamed, reordered, peeled, unrolled, wrapped, inlined, inverted]
