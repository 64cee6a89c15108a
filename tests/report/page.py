#!/usr/bin/env python3
"""The page of --html in a real browser: a violation is stepped through, forward and back, and a proof is looked at.

  page.py ASSAY [--screenshots FOLDER]

Without chromium the status is 77, and the test is skipped."""
import argparse
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import browser

ROOT = pathlib.Path(__file__).resolve().parents[2]
parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("assay")
parser.add_argument("--screenshots", type=pathlib.Path)
arguments = parser.parse_args()
if browser.PROGRAM is None:
    print("skipped: no chromium (Debian: apt-get install chromium)")
    sys.exit(77)
FOLDER = pathlib.Path(tempfile.mkdtemp(prefix="assay-page"))
failures = []


def expect(what, condition, more=""):
    if not condition:
        failures.append(f"{what} {more}".strip()[:600])


def page_of(name, *words):
    page = FOLDER / f"{name}.html"
    done = subprocess.run([arguments.assay, "--timeout", "60", "--html", str(page), *words], cwd=ROOT, capture_output=True, text=True)
    if not page.exists():
        sys.exit(f"no page: {done.stdout}{done.stderr}")
    return page


def seen_in(page, script):
    seen = browser.seen_in(FOLDER, page, script)
    expect(f"{page.name}: no errors", seen["errors"] == [], str(seen["errors"]))
    return seen if len(seen) > 1 else None


def screenshot(page, name):
    if arguments.screenshots:
        browser.screenshot(FOLDER, page, arguments.screenshots / f"{name}.png")


def violation():
    page = page_of("list", "examples/list.c")
    screenshot(page, "violation")
    seen = seen_in(page, """
      seen.verdict = texts("#verdict")[0];
      seen.last = look();
      click("#first"); seen.first = look();
      click("#next"); seen.second = look();
      click("#back"); seen.again = look();
      seen.lines = []; seen.lists = [];
      for (let i = 0; i < 400 && !document.querySelector("#next").disabled; i++) {
        click("#next");
        const now = look();
        seen.lines.push(now.line);
        seen.unlisted = (seen.unlisted || 0) + (now.chosen !== 1);
        if (now.objects.length > (seen.most ? seen.most.objects.length : 0)) seen.most = now;
        if (now.freed.length && !seen.freed) seen.freed = now;
      }
      seen.end = look();
      press("ArrowLeft"); seen.key = look();
      click("#steps li[data-step='1']"); seen.clicked = look();
      click("#steps li.fold"); seen.unfolded = look();
      seen.hash = location.hash;
      seen.checks = document.querySelectorAll("#checks tr").length;
      seen.engines = document.querySelectorAll("#engines tr").length;
      seen.rests = texts("#rests li");""")
    if not seen:
        return
    expect("the verdict", seen["verdict"].startswith("false"), seen["verdict"])
    expect("it begins at the violation", seen["last"] == seen["end"])
    expect("first and second differ", seen["first"]["counter"].startswith("step 1 of") and seen["second"]["counter"].startswith("step 2 of"))
    expect("back is where it was", seen["again"] == seen["first"], str(seen["again"]))
    expect("each step has its line", all(seen["lines"]) and {16, 17, 18, 23, 29} <= set(seen["lines"]), str(seen["lines"]))
    expect("every step is marked in the list", seen["unlisted"] == 0, str(seen["unlisted"]))
    expect("one step is chosen", seen["first"]["chosen"] == 1 and seen["first"]["frames"] == ["main()"], str(seen["first"]))
    expect("objects are drawn", len([name for name in seen["most"]["objects"] if name.startswith("malloc#")]) == 5, str(seen["most"]))
    expect("pointers are drawn", "malloc#2 malloc#1" in seen["most"]["arrows"], str(seen["most"]["arrows"]))
    expect("the value of the input", "wanted" in seen["end"]["values"], str(seen["end"]))
    expect("what is freed", seen["freed"] and seen["freed"]["freed"][0].startswith("malloc#"))
    expect("what is lost", len(seen["end"]["lost"]) == 1, str(seen["end"]["lost"]))
    expect("a key steps back", seen["key"]["counter"] != seen["end"]["counter"])
    expect("a click goes to a step", seen["clicked"]["counter"] == seen["first"]["counter"])
    expect("iterations are folded, and unfold", "folded" in seen["clicked"]["folds"][0] and "folded" not in seen["unfolded"]["folds"][0])
    expect("the address tells the step", seen["hash"] == "#finding=1&step=1", seen["hash"])
    expect("checks and engines", seen["checks"] > 10 and seen["engines"] >= 2, str(seen["checks"]))
    expect("what it rests on", any("interpreter" in text for text in seen["rests"]))


def calls():
    page = page_of("trim", "examples/trim.c")
    screenshot(page, "calls")
    seen = seen_in(page, """
      seen.end = look(); click("#first");
      seen.deep = [];
      for (let i = 0; i < 400 && !document.querySelector("#next").disabled; i++) { click("#next"); seen.deep.push(look().frames); }
      click("#first"); seen.over = 0;
      for (; seen.over < 400 && !document.querySelector("#over").disabled; seen.over++) click("#over");""")
    if not seen:
        return
    expect("the call stack", seen["end"]["frames"] == ["trim()", "main()"], str(seen["end"]["frames"]))
    expect("it grows", ["main()"] in seen["deep"] and ["trim()", "main()"] in seen["deep"])
    expect("over calls", 0 < seen["over"] <= len(seen["deep"]))


def proof():
    (FOLDER / "bucket.c").write_text("\n" * 200 + (ROOT / "examples/bucket.c").read_text())
    page = page_of("bucket", str(FOLDER / "bucket.c"))
    screenshot(page, "proof")
    seen = seen_in(page, """
      seen.verdict = texts("#verdict")[0];
      seen.notes = texts("#invariants tr.note");
      const note = document.querySelector("#invariants tr.note");
      let row = note; while (row && !row.dataset.line) row = row.previousElementSibling;
      seen.line = row ? +row.dataset.line : null;
      const panel = document.querySelector("#invariants").getBoundingClientRect(), place = note.getBoundingClientRect();
      seen.isInSight = panel.top <= place.top && place.bottom <= panel.bottom;
      seen.rests = texts("#rests li");
      seen.bars = document.querySelectorAll("#engines .timeline .bar").length;
      seen.proved = texts("#checks .tag.proved").length;""")
    if not seen:
        return
    expect("a proof", seen["verdict"].startswith("true"))
    expect("its invariants at the loop", seen["line"] == 211 and any("tokens <= 10" in note for note in seen["notes"]), str(seen))
    expect("they are in sight", seen["isInSight"])
    expect("a second solver", any("z3" in text for text in seen["rests"]), str(seen["rests"]))
    expect("checks are proved", seen["proved"] > 0)
    expect("what engines did over time", seen["bars"] >= 1, str(seen["bars"]))


def several():
    (FOLDER / "two.c").write_text("extern int __VERIFIER_nondet_int(void);\nint main(void) {\n  int x = __VERIFIER_nondet_int();\n"
                                  "  if (x > 5) return 1 / (x - 7);\n  return x - 2147483647;\n}\n")
    page = page_of("two", "--all", str(FOLDER / "two.c"))
    seen = seen_in(page, """
      seen.tabs = texts(".tabs button");
      seen.one = look().line; click(".tabs button:nth-child(2)"); seen.other = look().line;""")
    if seen:
        expect("a tab for each finding", len(seen["tabs"]) == 2 and {seen["one"], seen["other"]} == {4, 5}, str(seen))


def unknown():
    page = page_of("sensor", "examples/tutorial/sensor.c")
    seen = seen_in(page, """seen.verdict = texts("#verdict")[0]; seen.assumptions = texts("#assumptions li");""")
    if seen:
        expect("assumptions", len(seen["assumptions"]) >= 1, str(seen))


def project():
    (FOLDER / "project").mkdir()
    (FOLDER / "project/a.c").write_text("int third(const int a[3], int n) { return a[n]; }\nint one(void) { return 1; }\n")
    (FOLDER / "project/b.c").write_text('int two(int x) { return x & 2 ? 2 : 0; }\nint many(__builtin_va_list x) { return 0; } // </script>\n')
    page = FOLDER / "project.html"
    subprocess.run([arguments.assay, "project", "--html", page, FOLDER / "project"], capture_output=True)
    screenshot(page, "project")
    seen = seen_in(page, """
      const names = () => [...document.querySelectorAll("#functions tr[data-function]")].map(row => row.dataset.function);
      const write = text => { const box = document.querySelector("#search"); box.value = text; box.dispatchEvent(new Event("input")); };
      seen.verdict = texts("#verdict")[0];
      seen.all = names();
      click("th[data-column='0']"); seen.byName = names();
      click("th[data-column='0']"); seen.reversed = names();
      write("b.c two"); seen.found = names(); write("");
      click("input[data-state='proved']"); seen.rest = names();
      click("tr[data-function='third']");
      setTimeout(() => {
        const inside = document.querySelector("iframe.function").contentDocument;
        const counter = () => inside.querySelector("#counter").textContent;
        seen.counters = [counter()];
        inside.querySelector("#back").click();
        seen.counters.push(counter());
        seen.line = inside.querySelector("#source tr.now").textContent;
        seen.harness = inside.querySelector(".source") !== null;
        click("tr[data-function='third']");
        seen.isFolded = document.querySelector("iframe") === null;
        document.getElementById("driver").textContent = JSON.stringify({...seen, errors});
      }, 1000);""")
    if not seen:
        return
    expect("the project's verdict", seen["verdict"] == "false: 1 of 4 functions violated", seen["verdict"])
    expect("what is violated comes first", seen["all"][0] == "third" and len(seen["all"]) == 4, str(seen["all"]))
    expect("sorted", seen["byName"] == ["many", "one", "third", "two"] and seen["reversed"] == seen["byName"][::-1], str(seen))
    expect("searched", seen["found"] == ["two"], str(seen["found"]))
    expect("filtered", sorted(seen["rest"]) == ["many", "third"], str(seen["rest"]))
    last = re.fullmatch(r"step (\d+) of \1", seen.get("counters", [""])[0])
    expect("a function unfolds to its page", last and seen["counters"][1] == f"step {int(last.group(1)) - 1} of {last.group(1)}", str(seen))
    expect("and folds", seen.get("isFolded"), str(seen))


def threads():
    page = page_of("threads", "-p", "assert", "tests/c/threads/lost_update.c")
    screenshot(page, "threads")
    seen = seen_in(page, """
      seen.heads = texts("#steps li.columns .column");
      seen.told = texts("#steps .what .thread");
      seen.columns = [...new Set([...document.querySelectorAll("#steps li[data-step] .what")].map(step => step.style.gridColumn[0]))].sort();
      click("#first"); seen.stacks = [];
      for (let i = 0; i < 400 && !document.querySelector("#next").disabled; i++) {
        click("#next");
        seen.stacks.push(texts("#state [data-stack]"));
      }
      seen.frames = look().frames;""")
    if not seen:
        return
    expect("a column for each thread", seen["heads"] == ["thread 0", "thread 1: work", "thread 2: work"], str(seen["heads"]))
    expect("steps stand in theirs", seen["columns"] == ["2", "3", "4"], str(seen["columns"]))
    expect("who is created", any("creates thread 2" in text for text in seen["told"]), str(seen["told"]))
    expect("each has a call stack", any(len(stacks) > 1 and any("runs" in title for title in stacks) for stacks in seen["stacks"]),
           str(seen["stacks"])[-300:])


violation()
calls()
proof()
several()
unknown()
threads()
project()
for failure in failures:
    print(failure)
shutil.rmtree(FOLDER, ignore_errors=True)
print(f"{len(failures)} failure(s)")
sys.exit(1 if failures else 0)
