#!/usr/bin/env python3
"""Every source is formatted as .clang-format says."""
import subprocess
import sys

from sources import ROOT, finish, sources

files = [str(p) for p in sources(".cpp", ".h")]
run = subprocess.run([sys.argv[1], "--dry-run", "-Werror", *files], cwd=ROOT, capture_output=True, text=True)
bad = sorted({line.split(":")[0] for line in run.stderr.splitlines() if "error: code should be clang-formatted" in line})
if run.returncode != 0 and not bad:
    bad = [run.stderr]
finish([f"{path}: not formatted" for path in bad], f"format of {len(files)} files")
