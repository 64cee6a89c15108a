#!/usr/bin/env python3
"""No class has more than 25 methods (constructors, destructors and what is deleted or a friend do not count).

The sources are formatted and simple enough to be read without a compiler: the body of a class is cut into members at
semicolons and at ends of functions, and a member that has a name before its first parenthesis is a method."""
import re

from sources import ROOT, finish, sources

MAX_METHODS = 25

# A method for each operator or kind of term, and few others: more of them do not make the class harder to understand.
FAMILIES = {"TermManager", "BitVector", "FloatValue", "Bv", "FloatLowering::Impl", "Blaster", "Circuits",
            "Z3Translator", "RandomTerms"}

CLASS = re.compile(r"\b(?:class|struct)\s+((?:\w+::)*\w+)(?:\s+final)?(?:\s*:\s*[^;{}()]*)?\s*\{")
FUNCTION_END = re.compile(r"\)\s*(?:const|override|noexcept|final|mutable|->[^{]*|:.*|\s)*\{\}$", re.S)
NO_METHOD = re.compile(r"(?:class|struct|enum|union|using|typedef|friend|static_assert)\b")
NAME = re.compile(r"(operator\s*(?:\(\)|\[\]|[^\s(\w]+|\w+)|~?\w+)\s*\(")


def plain(text):
    """Without comments and what strings say."""
    text = re.sub(r'R"(\w*)\(.*?\)\1"', '""', text, flags=re.S)
    text = re.sub(r"//.*", "", text)
    text = re.sub(r'"(\\.|[^"\\\n])*"', '""', text)
    return re.sub(r"'(\\.|[^'\\\n])'", "' '", text)


def end_of_block(text, at):
    depth = 1
    while depth and at < len(text):
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        at += 1
    return at - 1


def classes(text):
    """(name, body) of every class that the text defines."""
    for match in CLASS.finditer(text):
        yield match.group(1), text[match.end():end_of_block(text, match.end())]


def members(body):
    """The members of a class; blocks in them are empty."""
    member, at = "", 0
    while at < len(body):
        if body[at] == "{":
            at = end_of_block(body, at + 1)
            member += "{}"
            if FUNCTION_END.search(member.strip()) and not NO_METHOD.match(member.strip()):
                yield member.strip()
                member = ""
        elif body[at] == ";":
            yield member.strip()
            member = ""
        else:
            member += body[at]
        at += 1


def methods(name, body):
    found = []
    for member in members(body):
        member = re.sub(r"^(?:(?:public|private|protected)\s*:\s*)+", "", member)
        member = re.sub(r"^template\s*<[^()]*?>\s*", "", member)
        match = NAME.search(member)
        if NO_METHOD.match(member) or not match or re.search(r"=\s*delete$", member):
            continue
        before = member[:match.start()]
        if "=" in before or "{" in before or before.count("<") > before.count(">"):
            continue  # a variable, whose type or value has parentheses
        if match.group(1).lstrip("~") != name.split("::")[-1]:
            found.append(match.group(1))
    return found


problems = []
count = 0
seen = {}
for path in sources(".cpp", ".h", folders=["src"]):
    if "models" in path.parts:
        continue
    for name, body in classes(plain((ROOT / path).read_text())):
        number = len(methods(name, body))
        count += 1
        seen[name] = max(seen.get(name, 0), number)
        if number > MAX_METHODS and name not in FAMILIES:
            problems.append(f"{path}: {name} has {number} methods, more than {MAX_METHODS}")
for name in FAMILIES:
    if seen.get(name, 0) <= MAX_METHODS:
        problems.append(f"{name} has {seen.get(name, 0)} methods: it needs no entry in the table of this test")
if count < 200:
    problems.append(f"only {count} classes found: the test does not understand the sources")
finish(problems, f"methods of {count} classes")
