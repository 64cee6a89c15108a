#!/usr/bin/env python3
"""`cmake --install` and the Debian package: what they install runs, and the package names what it needs.

  run.py BUILD-FOLDER"""
import pathlib
import shutil
import subprocess
import sys
import tempfile

BUILD = pathlib.Path(sys.argv[1]).resolve()
FOLDER = pathlib.Path(tempfile.mkdtemp(prefix="assay-package"))
failures = []


def expect(what, condition, more=""):
    if not condition:
        failures.append(f"{what} {more}".strip()[:800])


def run(*words, **more):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, **more)


def works(root):
    """The examples are installed beside the tool."""
    example = root / "share/doc/assay/examples/trim.c"
    expect(f"{root}: examples and documents", example.exists() and (root / "share/doc/assay/docs/reference.md").exists())
    for file in ("man/man1/assay.1", "bash-completion/completions/assay", "zsh/site-functions/_assay"):
        expect(f"{root}: {file}", (root / "share" / file).exists())
    expect(f"{root}: assay.h", (root / "include/assay.h").exists())
    done = run(root / "bin/assay", "--timeout", "60", example, env={"PATH": "/usr/bin:/bin"})
    expect(f"{root}: it runs", done.returncode == 1 and done.stdout.endswith("verdict: false(valid-deref)\n"), done.stdout[-300:] + done.stderr)


done = run("cmake", "--install", BUILD, "--prefix", FOLDER / "prefix")
expect("cmake --install", done.returncode == 0, done.stderr)
works(FOLDER / "prefix")
if shutil.which("dpkg-shlibdeps") is None or shutil.which("cpack") is None:
    print("no package was made: dpkg-dev and cmake are needed")
else:
    done = run("cpack", "-G", "DEB", "--config", BUILD / "CPackConfig.cmake", "-B", FOLDER / "package", cwd=FOLDER)
    packages = list((FOLDER / "package").glob("*.deb"))
    expect("cpack", done.returncode == 0 and len(packages) == 1, done.stdout[-400:] + done.stderr[-400:])
    for package in packages:
        needs = run("dpkg-deb", "-f", package, "Depends").stdout
        for name in ("libz3-4", "libjemalloc2", "clang-19", "libc6-dev"):
            expect(f"the package needs {name}", name in needs, needs)
        run("dpkg-deb", "-x", package, FOLDER / "root")
        works(FOLDER / "root/usr")
shutil.rmtree(FOLDER)
for failure in failures:
    print(failure)
print(f"{len(failures)} failure(s)")
sys.exit(1 if failures else 0)
