#!/usr/bin/env python3
"""What stands in contrib/ for shells, git and GitHub: the man page, completions, the hook, the action.

  desktop.py ASSAY"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
CONTRIB = ROOT / "contrib"
ASSAY = str(pathlib.Path(sys.argv[1]).resolve())
FOLDER = pathlib.Path(tempfile.mkdtemp(prefix="assay contrib "))
ENVIRONMENT = dict(os.environ, PATH=f"{pathlib.Path(ASSAY).parent}:{os.environ['PATH']}", LC_ALL="C.UTF-8")
failures = []


def expect(what, condition, more=""):
    if not condition:
        failures.append(f"{what} {more}".strip()[:1500])


def run(*words, **more):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, env=ENVIRONMENT | more.pop("env", {}),
                          timeout=200, **more)


def man_page():
    made = run("python3", CONTRIB / "man/make.py", ASSAY)
    expect("make.py", made.returncode == 0, made.stderr)
    expect("assay.1 is old: contrib/man/make.py build/assay > contrib/man/assay.1", made.stdout == (CONTRIB / "man/assay.1").read_text())
    if shutil.which("groff"):
        done = run("groff", "-ww", "-man", "-Tascii", "-P-c", CONTRIB / "man/assay.1")
        expect("groff", done.returncode == 0 and not done.stderr, done.stderr)
        text = re.sub("\\s+", " ", re.sub(".\b", "", done.stdout))
        for wanted in ("--fail-on RANK=4", "assay project build/compile_commands.json"):
            expect("the page shows", wanted in text, wanted)


# What stands on the command line up to the cursor, what is offered and what is not.
COMPLETIONS = [
    ("assay pro", {"project", "program"}, {"check"}),
    ("assay project --fail", {"--fail-on"}, {"--search"}),
    ("assay --sea", {"--search"}, {"--only"}),
    ("assay --search ", {"dfs", "random-path"}, {"--json"}),
    ("assay check --search=d", {"dfs"}, {"bfs"}),
    ("assay -e k", {"kiki", "k-induction"}, {"auto"}),
    ("assay project -p valid-", {"valid-deref", "valid-free"}, {"assert"}),
    ("assay --json x", {"x.c"}, set()),
    ("assay x", {"x.c"}, set()),
]


def bash_completion():
    script = CONTRIB / "completion/assay.bash"
    done = run("bash", "-n", script)
    expect("bash -n", done.returncode == 0, done.stderr)
    (FOLDER / "x.c").write_text("int main(void) { return 0; }\n")
    for line, offered, others in COMPLETIONS:
        # Readline makes a word of its own of "=".
        words = [word for word in re.split(r"[ ]|(=)", line) if word is not None]
        quoted = " ".join(f"'{word}'" for word in words)
        code = (f'source "{script}"; COMP_WORDS=({quoted}); COMP_CWORD={len(words) - 1}; _assay; '
                'printf "%s\\n" "${COMPREPLY[@]}"')
        done = run("bash", "-c", code, cwd=FOLDER)
        got = set(done.stdout.split())
        expect(f"bash offers for '{line}'", offered <= got and not others & got, f"{sorted(got)} {done.stderr}")


def zsh_completion():
    if not shutil.which("zsh"):
        print("zsh is not there")
        return
    stubs = "_arguments() { print -l -- \"$@\"; }; _describe() { print -l -- ${(P)2}; }; _files() { print FILES; };"
    for line, wanted in (("project --fail", ["*--fail-on[violations of worse ranks", ":RANK:_files"]),
                         ("check ", ["*-e[the technique", ":value:(auto symex kiki", "*--search[", "*-p[", " uninit ", "*-q[print the verdict only]"]),
                         ("", ["project:Check every function", "FILES"])):
        words = ["assay", *line.split(" ")]
        quoted = " ".join(f"'{word}'" for word in words)
        code = f"{stubs} words=({quoted}); CURRENT={len(words)}; source {CONTRIB / 'completion/_assay'}"
        done = run("zsh", "-f", "-c", code, cwd=FOLDER)
        expect(f"zsh for '{line}'", done.returncode == 0 and not done.stderr and all(one in done.stdout for one in wanted),
               done.stdout[:600] + done.stderr)


def properties():
    """Completions name all properties."""
    names = set(re.findall(r'^PROPERTY\(\w+, "([\w-]+)"', (ROOT / "src/program/properties.def").read_text(), re.M))
    for file in ("assay.bash", "_assay"):
        text = (CONTRIB / "completion" / file).read_text()
        expect(f"{file} names every property", all(re.search(rf"[ (]{name}[ )\n]", text) for name in names), str(names))


SAFE = "int half(int x) { return x / 2; }\n"
BROKEN = "int ratio(int x, int y) { return x / y; }\n"


def hook():
    script = CONTRIB / "pre-commit/assay-pre-commit"
    project = FOLDER / "project"
    project.mkdir()
    run("git", "init", "-q", project)
    (project / "safe.c").write_text(SAFE)
    (project / "broken.c").write_text(BROKEN)
    run("git", "add", "safe.c", cwd=project)
    done = run(script, cwd=project)
    expect("the hook looks at what is committed alone", done.returncode == 0 and "half" in done.stdout and "ratio" not in done.stdout,
           done.stdout + done.stderr)
    run("git", "add", "broken.c", cwd=project)
    done = run(script, cwd=project)
    expect("the hook refuses", done.returncode == 1 and "division" in done.stdout and "refused" in done.stderr, done.stdout + done.stderr)
    done = run(script, "safe.c", "notes.txt", cwd=project)
    expect("the hook takes files", done.returncode == 0 and "ratio" not in done.stdout, done.stdout)
    done = run(script, "broken.c", cwd=project, env={"ASSAY_OPTIONS": "--property assert --quiet"})
    expect("the hook takes options", done.returncode == 0, done.stdout + done.stderr)
    expect("nothing to do", run(script, "notes.txt", cwd=project).stdout == "")


def action():
    import yaml  # of Debian's python3-yaml
    described = yaml.safe_load((CONTRIB / "github/action.yml").read_text())
    steps = described["runs"]["steps"]
    given = {name for step in steps for name in step.get("env", {})}
    script = (CONTRIB / "github/check.sh").read_text()
    expect("the action's script reads what it is given", given == set(re.findall(r"\$\{([A-Z_]+):-", script)) - {"GITHUB_OUTPUT"}, str(given))
    for name in re.findall(r"\$\{\{ inputs\.([\w-]+)", str(described)):
        expect("an input of the action", name in described["inputs"], name)
    for step in steps:
        expect("a step says its shell", "run" not in step or "shell" in step, str(step))
    project = FOLDER / "project"
    output = FOLDER / "github-output"
    environment = {"ASSAY": ASSAY, "PROJECT": ".", "GITHUB_OUTPUT": str(output), "FAIL_ON": "2", "OPTIONS": "--only half --timeout 20"}
    done = run(CONTRIB / "github/check.sh", cwd=project, env=environment)
    expect("the action passes", done.returncode == 0 and output.read_text() == "status=0\n", done.stdout + done.stderr)
    done = run(CONTRIB / "github/check.sh", cwd=project, env=environment | {"OPTIONS": ""})
    expect("the action fails", done.returncode == 1 and "::error file=broken.c" in done.stdout, done.stdout + done.stderr)
    for file in ("assay.json", "assay.sarif", "assay.html"):
        expect("the action leaves", (project / file).exists(), file)
    done = run(CONTRIB / "github/check.sh", cwd=project, env=environment | {"OPTIONS": "", "BASELINE": "assay.json"})
    expect("the action with a baseline", done.returncode == 0, done.stdout + done.stderr)


man_page()
bash_completion()
zsh_completion()
properties()
hook()
action()
shutil.rmtree(FOLDER)
for failure in failures:
    print(failure)
print(f"{len(failures)} failure(s)")
sys.exit(1 if failures else 0)
