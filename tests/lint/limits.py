#!/usr/bin/env python3
"""Every table of limits (util/limits.h) is one that `assay --limits` prints, under the name of its room; every limit is read by its
room, or by who names its structure, and says what it bounds."""
import re

from sources import ROOT, finish, sources

ROW = re.compile(r'^LIMIT\(([\w:]+), (\w+), ([^,]+),\s*"((?:[^"\\]|\\.)*)",\s*"(?:[^"\\]|\\.)*"\)', re.M)

code = {path: (ROOT / path).read_text() for path in sources(".cpp", ".h", folders=["src"]) if not path.name.endswith("_test.cpp")}
shown = next(text for path, text in code.items() if path.name == "limit_table.cpp")
problems, count = [], 0
tables = [path for path in sources(".def", folders=["src"]) if path.name in ("limits.def", "shared_limits.def")]
if len(tables) < 3:
    problems.append("the tables of limits were not found")
for table in tables:
    header = code[table.with_suffix(".h")]
    structure = re.search(r"^struct (\w+) \{", header, re.M)[1]
    group = re.search(r'kGroup = "(\w+)"', header)[1]
    room = table.parent.name if table.name == "limits.def" else "shared"
    if group != room:
        problems.append(f"{table}: its group is called {group}, not {room}")
    if f"groupOf<{structure}>()" not in shown:
        problems.append(f"{table}: limit_table.cpp does not show {structure}")
    text = (ROOT / table).read_text()
    rows = ROW.findall(text)
    if len(rows) != len(re.findall(r"^LIMIT\(", text, re.M)):
        problems.append(f"{table}: a row was not understood")
    users = [text for path, text in code.items() if path != table.with_suffix(".h")
             and ((room != "shared" and path.parent == table.parent) or re.search(rf"\b{structure}\b", text))]
    for _, name, _, bounds in rows:
        count += 1
        if not bounds:
            problems.append(f"{table}: {name} does not say what it bounds")
        read = rf"(?:(?:[lL]imits_?(?:\(\))?|\))(?:\.|->)|{structure}::){name}\b"
        if not any(re.search(read, text) for text in users):
            problems.append(f"{table}: {name} is read nowhere")
    for name in {name for _, name, _, _ in rows if sum(name == other for _, other, _, _ in rows) > 1}:
        problems.append(f"{table}: there are two limits {name}")
finish(problems, f"{count} limits in {len(tables)} tables")
