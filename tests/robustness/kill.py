#!/usr/bin/env python3
"""Kills processes of `assay check` at random times and looks at what is left.

  kill.py --assay build/assay --runs 100 [--seed N]

A run kills one engine, all engines, or Assay itself, with SIGKILL, or interrupts all of them as Ctrl-C does. Whatever
was hit: no process stays behind, and a file that was asked for is the old one or the new one as a whole. If Assay
itself lives, it ends with a verdict, which is the right one or unknown, and an engine that was killed is one line of
the report when nobody else decided."""
import argparse
import collections
import ctypes
import json
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "examples"
# A program, its property, its verdict and how many seconds Assay gets: one that symbolic execution settles, two that
# need invariants, and one that nobody settles.
PROGRAMS = [
    ("list.c", "memsafety", "false(valid-memtrack)", 30),
    ("bucket.c", "assert", "true", 30),
    ("sum.c", "unreach-call", "true", 60),
    ("tutorial/random.c", "assert", None, 2),
]
VICTIMS = ["engine", "engines", "parent", "interrupt"]
PR_SET_CHILD_SUBREAPER = 36
OLD = "what stood here before\n"
PATIENCE = 90  # seconds until a run that does not end is one
OBEDIENCE = 10  # seconds until one that was interrupted ends, on a busy machine


def children(process):
    """The processes that this one started and that still are there."""
    found = []
    try:
        for task in os.listdir(f"/proc/{process}/task"):
            found += [int(child) for child in pathlib.Path(f"/proc/{process}/task/{task}/children").read_text().split()]
    except (FileNotFoundError, ProcessLookupError):
        pass
    return found


def kill(process):
    try:
        os.kill(process, signal.SIGKILL)
    except ProcessLookupError:
        return False
    return True


def left_behind():
    """Orphans come to us. Those that have ended are taken; those that run get a moment, then they are named and
    killed."""
    end = time.monotonic() + 3
    while True:
        try:
            while os.waitpid(-1, os.WNOHANG)[0] != 0:
                pass
        except ChildProcessError:
            return []
        if time.monotonic() > end:
            break
        time.sleep(0.01)
    names = []
    for process in children(os.getpid()):
        names.append(pathlib.Path(f"/proc/{process}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace"))
        kill(process)
        os.waitpid(process, 0)
    return names


class Run:
    def __init__(self, args, folder, program, victim, delay):
        self.folder, self.victim, self.delay = folder, victim, delay
        file, kind, self.verdict, timeout = program
        self.problems = []
        for name in ("report.json", "witness.yml"):
            (folder / name).write_text(OLD)
        self.drafts = folder / "tmp"
        self.drafts.mkdir()
        self.command = [args.assay, "--property", kind, "--timeout", str(timeout), "--json", "report.json", "--witness",
                        "witness.yml", str(EXAMPLES / file)]

    def expect(self, what, condition):
        if not condition:
            self.problems.append(what)

    def go(self):
        """Whether a process was hit."""
        begin = time.monotonic()
        with open(self.folder / "out", "w+") as out, open(self.folder / "err", "w+") as err:
            process = subprocess.Popen(self.command, cwd=self.folder, stdout=out, stderr=err, start_new_session=True,
                                       env={**os.environ, "TMPDIR": str(self.drafts)})
            hit = False
            while process.poll() is None and time.monotonic() - begin < PATIENCE:
                if not hit and self.victim and time.monotonic() - begin >= self.delay:
                    hit = self.strike(process.pid)
                    struck = time.monotonic()
                time.sleep(0.002)
            self.seconds = time.monotonic() - begin
            self.expect("does not obey", not hit or self.victim != "interrupt" or time.monotonic() - struck < OBEDIENCE)
            if process.returncode is None:
                self.expect("does not end", False)
                process.kill()
            self.status = process.wait()
        self.out = (self.folder / "out").read_text()
        self.err = (self.folder / "err").read_text()
        self.look(hit)
        return hit

    def strike(self, process):
        if self.victim == "parent":
            return kill(process)
        if self.victim == "interrupt":
            os.killpg(process, signal.SIGINT)
            return True
        engines = children(process)
        if self.victim == "engine":
            engines = random.sample(engines, min(1, len(engines)))
        return any([kill(engine) for engine in engines])

    def look(self, hit):
        for name in left_behind():
            self.expect(f"left behind: {name}", False)
        report = (self.folder / "report.json").read_text()
        witness = (self.folder / "witness.yml").read_text()
        self.expect("a report that is not whole", report == OLD or self.parses(report))
        self.expect("a witness that is not whole", witness == OLD or re.match(r"- entry_type: ", witness)
                    and witness.endswith("\n") and re.search(r"^  content:", witness, re.M))
        if hit and self.victim == "parent":
            self.expect("the parent was killed and has another status", self.status == -signal.SIGKILL)
            self.told = "killed"
            return
        drafts = [p.name for p in self.folder.iterdir() if p.name.endswith(".new")] + os.listdir(self.drafts)
        self.expect(f"drafts: {drafts}", not drafts)
        if self.victim == "interrupt" and self.status == -signal.SIGINT and not self.out:
            self.told = "interrupted"  # it had not begun
            return
        match = re.fullmatch(r"verdict: (true|false\([\w-]+\)|unknown) ?(\(.*\))?", (self.out.splitlines() or [""])[-1])
        self.expect("no verdict", match)
        if not match:
            self.told = "nothing"
            return
        self.told = match.group(1)
        self.expect(f"wrong verdict: {self.told}", self.told in ("unknown", self.verdict))
        self.expect(f"status {self.status}", self.status == {"t": 0, "f": 1, "u": 2}[self.told[0]])
        if match.group(2) == "(interrupted)":
            return  # while the program was compiled: there is nothing to report
        self.expect("the report is not of this run", self.parses(report) and
                    json.loads(report)["verdict"] == self.told.split("(")[0])
        self.expect("the witness does not fit the verdict", (witness == OLD) == (self.told == "unknown"))
        if hit and self.told == "unknown" and self.victim != "interrupt":
            self.expect("nothing is said of the engine that was killed", "killed by signal 9" in self.out)

    @staticmethod
    def parses(text):
        try:
            return json.loads(text)["format"] == "assay-result"
        except (ValueError, KeyError):
            return False


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--assay", default="build/assay", type=os.path.abspath)
    parser.add_argument("--runs", default=100, type=int)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--only", default="", help="programs whose names match this")
    args = parser.parse_args()
    if ctypes.CDLL(None, use_errno=True).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0:
        sys.exit("orphans cannot be watched on this system")
    random.seed(args.seed)
    programs = [program for program in PROGRAMS if re.search(args.only, program[0])]
    folder = pathlib.Path(tempfile.mkdtemp(prefix="assay-kill"))
    told, hits, failures, seconds = collections.Counter(), collections.Counter(), 0, {}
    for number in range(args.runs + len(programs)):
        # The first run of each program is left alone: it tells how long one takes.
        program = programs[number % len(programs)]
        calm = number < len(programs)
        victim = None if calm else random.choice(VICTIMS)
        delay = 0 if calm else random.uniform(0, seconds[program])
        work = folder / str(number)
        work.mkdir()
        run = Run(args, work, program, victim, delay)
        hit = run.go()
        if calm:
            seconds[program] = run.seconds
            run.expect(f"undisturbed: {run.told}", run.told == (program[2] or "unknown"))
        else:
            told[run.told if hit else "ended before"] += 1
            hits[victim] += hit
        for problem in run.problems:
            failures += 1
            print(f"run {number}, {program[0]}, kill {victim} after {delay:.3f} s: {problem}\n{run.out}{run.err}")
        shutil.rmtree(work)
    shutil.rmtree(folder)
    print(f"{args.runs} runs, seed {args.seed}; hit: {dict(hits)}; then: {dict(told)}; {failures} failure(s)")
    sys.exit(1 if failures else 0)


main()
