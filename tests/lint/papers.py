#!/usr/bin/env python3
"""ARCHITECTURE.md: the files that the table of the papers' algorithms names exist. The table of layers has every folder
of src/ and every room in them, layers in the order in which layers may include each other, and names the header of each
room that a reader opens first: that one begins with a comment `// ROOM/: what the room is for`."""
import re

from layering import LAYERS
from sources import ROOT, finish

text = (ROOT / "ARCHITECTURE.md").read_text()
problems = []

section = text.split("## Algorithms of the papers\n")[1].split("\n## ")[0]
rows = [line.strip("|").split("|") for line in section.splitlines() if line.startswith("| ")][2:]
for row in rows:
    names = re.findall(r"`([^`]+)`", row[3]) if len(row) == 4 else []
    if not names:
        problems.append(f"a row without files: {'|'.join(row)}")
    problems += [f"{name} does not exist" for name in names if not (ROOT / "src" / name).is_file()]
papers = {row[0].strip() for row in rows}
if len(papers) != 5:
    problems.append(f"five papers are expected, not {sorted(papers)}")

table = text.split("\n| layer and room |")[1].split("\n\n")[0]
paths = re.findall(r"^\| `([\w/]+)/` \|", table, re.M)
first = dict(re.findall(r"^\| `([\w/]+)/` \|[^|]*\| `(\w+\.h)` \|", table, re.M))
shown = [path for path in paths if "/" not in path]
if shown != LAYERS:
    problems.append(f"the table of layers shows {shown}, not {LAYERS}")
folders = sorted(path.name for path in (ROOT / "src").iterdir() if path.is_dir())
if sorted(LAYERS) != folders:
    problems.append(f"the folders of src/ are {folders}, not {sorted(LAYERS)}")
rooms = {str(path.parent.relative_to(ROOT / "src")) for path in (ROOT / "src").glob("**/*.h")}
rooms = {room for room in rooms if "testing" not in room and "models" not in room}
problems += [f"the table of layers has no room {room}" for room in sorted(rooms - set(paths))]
problems += [f"the table of layers has {room}, which is no room" for room in sorted(set(paths) - rooms)]
for room in paths:
    header = ROOT / "src" / room / first.get(room, "")
    if not header.is_file():
        problems.append(f"the table of layers does not say with which header of {room} to begin, or it does not exist")
    elif not header.read_text().startswith(f"// {room}/: "):
        problems.append(f"{header.relative_to(ROOT)} does not begin with what the room is for, as `// {room}/: ...`")
finish(problems, f"{len(rows)} algorithms of {len(papers)} papers, {len(shown)} layers, {len(paths)} rooms")
