#!/usr/bin/env python3
"""The tool-info module for BenchExec: what it runs and how it reads the answer.

  tool_info.py ASSAY

BenchExec is not needed: what the module takes from it stands here, as its documentation describes it. Answers are read
from runs of Assay itself where they can be had, so that a change of the verdict's line is noticed."""
import collections
import pathlib
import subprocess
import sys
import tempfile
import types
import xml.etree.ElementTree as ElementTree

ROOT = pathlib.Path(__file__).resolve().parents[2]
ASSAY = str(pathlib.Path(sys.argv[1]).resolve())
failures = []


class UnsupportedFeatureException(Exception):
    pass


class BaseTool2:
    REQUIRED_PATHS = []

    @staticmethod
    def _version_from_tool(executable, arg="--version", line_prefix=None):
        for line in subprocess.run([executable, arg], capture_output=True, text=True, check=True).stdout.splitlines():
            if line_prefix is None or line.startswith(line_prefix):
                return line[len(line_prefix or ""):].strip()
        return ""


def pretend_benchexec():
    package, tools = types.ModuleType("benchexec"), types.ModuleType("benchexec.tools")
    template, result = types.ModuleType("benchexec.tools.template"), types.ModuleType("benchexec.result")
    template.BaseTool2, template.UnsupportedFeatureException = BaseTool2, UnsupportedFeatureException
    for name, value in {"DONE": "done", "UNKNOWN": "unknown", "ERROR": "ERROR", "TRUE_PROP": "true", "FALSE_PROP": "false",
                        "FALSE_REACH": "false(unreach-call)", "FALSE_OVERFLOW": "false(no-overflow)",
                        "FALSE_DEREF": "false(valid-deref)", "FALSE_FREE": "false(valid-free)",
                        "FALSE_MEMTRACK": "false(valid-memtrack)", "FALSE_MEMCLEANUP": "false(valid-memcleanup)",
                        "FALSE_TERMINATION": "false(termination)"}.items():
        setattr(result, f"RESULT_{name}", value)
    package.tools, package.result, tools.template = tools, result, template
    sys.modules |= {m.__name__: m for m in (package, tools, template, result)}


class Output(list):
    """Lines of a run, without their ends."""

    def any_line_contains(self, text):
        return any(text in line for line in self)


class Locator:
    def find_executable(self, name, subdir=""):
        return f"{subdir}/{name}"


Task = collections.namedtuple("Task", "input_files property_file options")
Limits = collections.namedtuple("Limits", "cputime memory")
ExitCode = collections.namedtuple("ExitCode", "value signal")
Run = collections.namedtuple("Run", "exit_code output termination_reason was_timeout")


def expect(what, found, wanted):
    if found != wanted:
        failures.append(f"{what}: {found!r} instead of {wanted!r}")


def run(*lines, value=None, signal=None, reason=None):
    return Run(ExitCode(value, signal), Output(lines), reason, reason in ("cputime", "cputime-soft", "walltime"))


pretend_benchexec()
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "contrib"))
from sv_comp.assay import Tool, FALSE  # noqa: E402

tool = Tool()
expect("name", tool.name(), "Assay")
expect("executable", tool.executable(Locator()), "build/assay")
version = subprocess.run([ASSAY, "--version"], capture_output=True, text=True, check=True).stdout
expect("version", "assay " + tool.version(ASSAY) + "\n", version)
expect("required paths", all((pathlib.Path(ASSAY).parent / path).exists() for path in tool.REQUIRED_PATHS), True)

# Command lines.
none = Limits(None, None)
expect("plain", tool.cmdline("assay", ["-q"], Task(["a.c", "b.c"], None, None), none), ["assay", "-q", "a.c", "b.c"])
expect("whole", tool.cmdline("assay", [], Task(["a.i"], "p.prp", {"language": "C", "data_model": "ILP32"}),
                             Limits(900, 15 * 10**9)),
       ["assay", "--property", "p.prp", "--data-model", "32", "--memory", "14105", "a.i"])
expect("own limit", tool.cmdline("assay", ["--memory", "5"], Task(["a.i"], None, {}), Limits(900, 10**9)),
       ["assay", "--memory", "5", "a.i"])
expect("a tiny limit", tool.cmdline("assay", [], Task(["a.i"], None, {}), Limits(None, 1000))[2], "1")
try:
    tool.cmdline("assay", [], Task(["a.c"], None, {"data_model": "LLP64"}), none)
    failures.append("a data model that there is not was accepted")
except UnsupportedFeatureException:
    pass

# Answers by their text.
for name in ("unreach-call", "no-overflow", "valid-deref", "valid-free", "valid-memtrack", "valid-memcleanup"):
    expect(name, tool.determine_result(run("note: x", f"verdict: false({name})", value=1)), f"false({name})")
expect("no other names", set(FALSE), {"unreach-call", "no-overflow", "valid-deref", "valid-free", "valid-memtrack",
                                      "valid-memcleanup", "termination"})
expect("assert", tool.determine_result(run("verdict: false(assert)", value=1)), "false")
expect("true", tool.determine_result(run("verdict: true", value=0)), "true")
expect("limits", tool.determine_result(run("verdict: true (within limits: at most 3 arguments of main)", value=2)), "unknown")
expect("unknown", tool.determine_result(run("verdict: unknown (symex: f(x) (y); kiki: out of time)", value=2)), "unknown")
expect("standard error comes last", tool.determine_result(run("verdict: true", "queries   5", value=0)), "true")
expect("the last one counts", tool.determine_result(run("verdict: true", "verdict: unknown (a)", value=2)), "unknown")
expect("not a verdict", tool.determine_result(run("note: verdict: true", "verdict: truely", value=70)), "ERROR (defect)")
expect("time", tool.determine_result(run("note: x", signal=9, reason="cputime")), "TIMEOUT")
expect("time, softly", tool.determine_result(run("verdict: unknown (interrupted)", value=2, reason="cputime-soft")), "unknown")
expect("memory", tool.determine_result(run(signal=9, reason="memory")), "OUT OF MEMORY")
expect("own memory", tool.determine_result(run("assay: out of memory", value=70)), "OUT OF MEMORY")
expect("a signal", tool.determine_result(run(signal=11)), "KILLED BY SIGNAL 11")
expect("usage", tool.determine_result(run("assay: what?", value=64)), "ERROR (wrong usage)")
expect("input", tool.determine_result(run("a.c:1: what?", value=65)), "ERROR (bad input)")
expect("odd status", tool.determine_result(run(value=3)), "ERROR")

# Answers of Assay, by the command line that BenchExec would use.
PROGRAMS = [
    ("unreach-call", "G ! call(reach_error())", "void reach_error(void);\nint main(void) { reach_error(); }\n", "false(unreach-call)"),
    ("no-overflow", "G ! overflow", "int main(void) { int x = 2147483647; return x + 1; }\n", "false(no-overflow)"),
    ("valid-memsafety", "G valid-deref", "int main(void) { int *p = 0; return *p; }\n", "false(valid-deref)"),
    ("termination", "F end", "int main(void) { return 0; }\n", "true"),
    ("endless", "F end", "int main(void) { while (1) {} }\n", "false(termination)"),
    ("true", "G ! call(reach_error())", "int main(void) { return 0; }\n", "true"),
    ("limits", "G ! call(reach_error())", "int main(int argc, char **argv) { return argv[0] == 0; }\n", "unknown"),
    ("bad", "G ! call(reach_error())", "int main(void) { return\n", "ERROR (bad input)"),
]
with tempfile.TemporaryDirectory(prefix="assay-tool") as name:
    folder = pathlib.Path(name)
    for kind, formula, text, wanted in PROGRAMS:
        (folder / "p.c").write_text(text)
        (folder / "p.prp").write_text(f"CHECK( init(main()), LTL({formula}) )\n")
        task = Task(["p.c"], "p.prp", {"language": "C", "data_model": "LP64"})
        command = tool.cmdline(ASSAY, ["--stats", "--witness", "w.yml"], task, Limits(60, 2 * 10**9))
        done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=60)
        output = Output(done.stdout.splitlines())
        expect(kind, tool.determine_result(Run(ExitCode(done.returncode, None), output, None, False)), wanted)
    done = subprocess.run([ASSAY, "--stats", str(ROOT / "examples/average.c")], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, timeout=60)
    edges = tool.get_value_from_output(Output(done.stdout.splitlines()), "edges")
    expect("a counter", edges is not None and int(edges) > 0, True)
    expect("no counter", tool.get_value_from_output(Output(done.stdout.splitlines()), "edge"), None)

# The benchmark definition names this module and options that exist.
benchmark = ElementTree.parse(ROOT / "contrib/sv_comp/assay.xml").getroot()
expect("module", benchmark.attrib["tool"], "sv_comp.assay")
shown = subprocess.run([ASSAY, "check", "--help"], capture_output=True, text=True, check=True).stdout
for option in benchmark.iter("option"):
    expect(f"option {option.attrib['name']}", option.attrib["name"] in shown, True)

for failure in failures:
    print(failure)
print(f"{len(failures)} failure(s)")
sys.exit(1 if failures else 0)
