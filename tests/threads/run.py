#!/usr/bin/env python3
"""Random programs with two or three threads, whose truth is known by following all of their interleavings: the default
strategy may not contradict it.

  run.py --first 1 --count 10000 --jobs 1 --keep disagreements      many programs, for as long as one likes
  run.py --first 1 --count 1000 --mutate                            what is called true, without a lock, join or atomic
  run.py --first 42 --show                                          one of them, with its truth
  run.py --engine modular --share 0 --count 300 --mutate            an engine alone, about assertions
  run.py --count 300 --truth                                        how many violate what; nothing is verified

Every third program is verified for all properties at once (--all), and each property is compared; the others for two or
three properties, one at a time. A disagreement is a *true* where an interleaving violates the property, or a *false*
where none does; and a crash. What follows an undefined access that is not asked about has no meaning. The test fails as
well if too few questions are decided, or if the programs are too much alike: a fifth has to violate an assertion, a
fifth to have a race, and a fifth of each not. `--assay always-true` and `always-false` are no verifiers: they show that
the test can fail."""
import collections
import concurrent.futures
import importlib.util
import json
import pathlib
import random
import re
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
TRUTH = HERE.parent / "truth"
sys.path[:0] = [str(HERE), str(TRUTH)]
import deletions  # noqa: E402
import programs  # noqa: E402
import source  # noqa: E402


def module(name, path):
    specification = importlib.util.spec_from_file_location(name, path)
    result = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(result)
    return result


check = module("truth_run", TRUTH / "run.py")
FAKES = {"always-true": "true", "always-false": "false"}
PROPERTIES = {"assert": {"assert"}, "no-data-race": {"no-data-race"}, "no-deadlock": {"no-deadlock"},
              "valid-deref": {"valid-deref", "valid-free"}}
OPTIONS = ["--native-replay", "off"]
Row = collections.namedtuple("Row", "seed what property violated answer wrong")


def arguments():
    parser = check.parser_of(__doc__)
    parser.add_argument("--share", type=int, default=80, help="percent of questions that have to be decided")
    parser.add_argument("--engine", default="auto", help="another one is asked about assertions alone")
    parser.add_argument("--mutate", action="store_true",
                        help="delete something from each program that is called true, and ask again")
    parser.add_argument("--show", action="store_true", help="print the first program and its truth, and verify nothing")
    parser.add_argument("--truth", action="store_true", help="judge only")
    parser.set_defaults(jobs=1, timeout=2)
    return parser.parse_args()


def ask_one(args, file, prop, model):
    if args.assay in FAKES:
        return check.Answer(FAKES[args.assay], prop if FAKES[args.assay] == "false" else "")
    options = ["--property", "valid-free"] if prop == "valid-deref" else []
    return check.ask(args.assay, file, prop, args.engine, model, args.timeout, OPTIONS + options)


def ask_all(args, file, model):
    """The answer for each property, in one run that goes on after violations."""
    if args.assay in FAKES:
        return {prop: ask_one(args, file, prop, model) for prop in PROPERTIES}
    report = file.with_suffix(".json")
    options = [option for prop in [*list(PROPERTIES)[1:], "valid-free"] for option in ("--property", prop)]
    options += [*OPTIONS, "--all", "--json", str(report)]
    whole = check.ask(args.assay, file, "assert", "auto", model, args.timeout, options)
    if whole.verdict == "crash":
        return {"assert": whole}
    if not report.exists():  # it was stopped before it could write one
        return {prop: check.Answer("unknown", reason="no report") for prop in PROPERTIES}
    content = json.loads(report.read_text())
    report.unlink()
    return {prop: answer_for(names, content, whole) for prop, names in PROPERTIES.items()}


def answer_for(names, report, whole):
    """What a report says of some properties."""
    found = [finding["property"] for finding in report["findings"] if finding["property"] in names]
    if found:
        return check.Answer("false", found[0])
    isOpen = any(item["status"] != "proved" for item in report["checks"] if item["property"] in names)
    isOpen = isOpen or any(item["status"] != "excluded" for item in report["obstacles"])
    if isOpen or whole.verdict == "unknown":
        return check.Answer("unknown", reason=whole.reason)
    return check.Answer("true")


def contradiction(answer, prop, known):
    """None, or how the answer contradicts the truth. Without valid-deref, an access of what is dead has no meaning;
    nor has a value of bit-fields that race."""
    violated = PROPERTIES[prop] & known.violated
    if answer.verdict == "crash":
        return str(answer)
    if prop != "no-data-race" and known.program.hasBitFields and "no-data-race" in known.violated:
        return None
    if answer.verdict == "true" and violated:
        return f"true, but interleavings violate {', '.join(sorted(violated))}"
    isOpen = known.races_in_dead and prop == "no-data-race"
    if answer.verdict == "false" and answer.property not in violated and not isOpen:
        return f"{answer}, but interleavings violate {', '.join(sorted(violated)) or 'nothing'}"
    return None


def questions(program, known):
    """Properties that are asked one by one; none of them if all are asked at once. Where an access may be undefined the
    answer is unknown, after some time, unless that is asked for: so little is asked then."""
    if known.is_undefined and program.seed % 8 > 1:
        return ["valid-deref"]
    hasBlock = bool(program.escaped) or any(kind == "heap" for _, kind, _ in program.objects)
    turn = [[], ["assert", "no-data-race"], ["assert", "no-deadlock"]][program.seed % 3]
    return turn + (["valid-deref"] if hasBlock and turn else [])


def verify(args, folder, program, known, what, properties):
    file, model = folder / f"{program.seed}.c", 32 if program.seed % 8 == 5 else 64
    text = source.Source(program).text()
    file.write_text(text)
    answers = {prop: ask_one(args, file, prop, model) for prop in properties} or ask_all(args, file, model)
    rows = []
    for prop, answer in answers.items():
        wrong = contradiction(answer, prop, known)
        rows.append(Row(program.seed, what, prop, bool(PROPERTIES[prop] & known.violated), answer, wrong))
    file.unlink()
    notes = [f"seed {row.seed}{what and ' without ' + what}, {row.property}, {model} bits, "
             f"{'alone' if properties else 'all at once'}: {row.wrong}" for row in rows if row.wrong]
    for note in notes:
        print(note, flush=True)
    if args.keep and notes:
        args.keep.mkdir(parents=True, exist_ok=True)
        comments = "".join(f"// {note.splitlines()[0]}\n" for note in notes)
        (args.keep / f"{program.seed}{'m' if what else ''}.c").write_text(comments + text)
    return rows


def examine(args, folder, seed):
    """The rows of one program."""
    program, known = programs.program(seed)
    if args.truth:
        nothing = check.Answer("unknown")
        return [Row(seed, "", prop, bool(names & known.violated), nothing, None) for prop, names in PROPERTIES.items()]
    asked = questions(program, known) if args.engine == "auto" else ["assert"]
    rows = verify(args, folder, program, known, "", asked)
    proved = [row.property for row in rows if row.answer.verdict == "true"]
    proved = [prop for prop in proved if prop in ("assert", "no-data-race")]
    if args.mutate and proved:
        found = deletions.deletion(program, random.Random(f"deletion {seed}"))
        if found:
            rows += verify(args, folder, found[1], found[2], found[0], proved)
    return rows


def table(rows):
    """Counts, by property."""
    for title in ("", "something deleted"):
        mine = [row for row in rows if bool(row.what) == bool(title)]
        if not mine:
            continue
        print(f"{title:18} {'asked':>7} {'violated':>9} {'true':>6} {'false':>6} {'unknown':>8}")
        for prop in [*PROPERTIES, "total"]:
            some = [row for row in mine if prop in (row.property, "total")]
            count = collections.Counter(row.answer.verdict for row in some)
            print(f"  {prop:16} {len(some):7} {sum(row.violated for row in some):9} {count['true']:6} "
                  f"{count['false']:6} {count['unknown']:8}")
    reasons = collections.Counter(re.sub(r"(/\S*/)?\d+\.c:[\d:]+|\d+", "N", row.answer.reason)
                                  for row in rows if row.answer.verdict == "unknown")
    for reason, count in reasons.most_common(8):
        print(f"{count:5} unknown ({reason})")


def show(args):
    program, known = programs.program(args.first)
    print(source.Source(program).text(), end="")
    print(f"// {', '.join(sorted(known.violated)) or 'nothing'} violated, {known.size} states")


def too_much_alike(rows):
    """Whether fewer than a fifth violate a property, or fewer than a fifth do not."""
    for prop in ("assert", "no-data-race"):
        some = [row.violated for row in rows if row.property == prop and not row.what]
        if min(sum(some), len(some) - sum(some)) * 5 < len(some):
            return True
    return False


def main():
    args = arguments()
    if args.show:
        return show(args)
    begin = time.monotonic()
    seeds = range(args.first, args.first + args.count)
    with tempfile.TemporaryDirectory() as name, concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        folder = pathlib.Path(name)
        rows = [row for part in pool.map(lambda seed: examine(args, folder, seed), seeds) for row in part]
    table(rows)
    wrong = sum(bool(row.wrong) for row in rows)
    decided = sum(row.answer.verdict in ("true", "false") for row in rows)
    isAlike = too_much_alike(rows)
    share = 100 * decided // max(1, len(rows))
    print(f"{len(seeds)} programs, {wrong} disagreements, {share} % of {len(rows)} answers decided, "
          f"{time.monotonic() - begin:.0f} s" + (", too much alike" if isAlike else ""))
    return 1 if wrong or isAlike or not args.truth and 100 * decided < args.share * len(rows) else 0


if __name__ == "__main__":
    sys.exit(main())
