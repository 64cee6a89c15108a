"""Running Assay and comparing what it says; shared by the tests of this folder."""
import os
import pathlib
import subprocess
import sys
import tempfile

ASSAY, CLANG = os.path.abspath(sys.argv[1]), sys.argv[2]
FOLDER = pathlib.Path(tempfile.mkdtemp(prefix="assay-test"))
failures = []


def write(name, content):
    path = FOLDER / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return name


def assay(*arguments, **more):
    return subprocess.run([ASSAY, *arguments], cwd=FOLDER, capture_output=True, text=True, timeout=60, **more)


def expect(what, condition, done=None):
    if not condition:
        said = "" if done is None else f"\n  status {done.returncode}\n  out: {done.stdout[:500]!r}\n  err: {done.stderr[:500]!r}"
        failures.append(f"{what}{said}")


def finish():
    for failure in failures:
        print(failure)
    subprocess.run(["rm", "-r", str(FOLDER)], check=True)
    print(f"{len(failures)} failure(s)")
    sys.exit(1 if failures else 0)
