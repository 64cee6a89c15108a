"""What the checks of the sources share."""
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


def sources(*suffixes, folders=("src", "bench")):
    """The files of these folders, as paths relative to the repository."""
    found = []
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in suffixes:
                found.append(path.relative_to(ROOT))
    if not found:
        sys.exit(f"no sources with {suffixes} under {folders}")
    return found


def finish(problems, what):
    """Prints the problems and ends with the status that they call for."""
    for problem in problems:
        print(problem)
    print(f"{len(problems)} problem(s): {what}" if problems else f"fine: {what}")
    sys.exit(1 if problems else 0)
