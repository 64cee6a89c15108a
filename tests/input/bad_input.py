#!/usr/bin/env python3
"""What cannot be read gives one clear message and the right status, from every command.

  bad_input.py ASSAY CLANG"""
import re
import subprocess

from expect import CLANG, FOLDER, assay, expect, finish, write

GOOD = "int main(void) { return 0; }\n"


def bad(what, status, words, *arguments):
    """The arguments give this status and one message on standard error that contains the words; no result."""
    for command in ("program", "run", "check"):
        done = assay(command, *arguments)
        expect(f"{what} ({command}): status {status}", done.returncode == status, done)
        for word in words:
            expect(f"{what} ({command}): '{word}'", word.lower() in done.stderr.lower(), done)
        expect(f"{what} ({command}): nothing on standard output", done.stdout == "", done)
        # Clang's diagnostics take several lines: the source, a caret, notes.
        from_clang = re.search(r"^(\S+:\d+:\d+: )?(fatal )?error: ", done.stderr)
        expect(f"{what} ({command}): one message", 1 <= len(done.stderr.splitlines()) <= (20 if from_clang else 2), done)
        expect(f"{what} ({command}): no crash report", "LLVM ERROR" not in done.stderr and "Stack dump" not in done.stderr,
               done)


write("good.c", GOOD)
bad("missing file", 65, ["missing.c"], "missing.c")
bad("missing second file", 65, ["missing.c"], "good.c", "missing.c")
bad("syntax error", 65, ["syntax.c:1:", "error:"], write("syntax.c", "int main(void) { return 0 }\n"))
bad("type error", 65, ["type.c:1:", "error:"], write("type.c", "int main(void) { struct s x; return x; }\n"))
bad("missing header", 65, ["nowhere.h"], write("header.c", "#include <nowhere.h>\n" + GOOD))
bad("unknown property", 64, ["no-such-thing", "unreach-call", "no-overflow"], "-p", "no-such-thing", "good.c")
bad("missing property file", 65, ["gone.prp"], "-p", "gone.prp", "good.c")
bad("broken property file", 65, ["broken.prp"], "-p", write("broken.prp", "CHECK( init(main()), LTL(G nonsense) )\n"),
    "good.c")
bad("empty property file", 65, ["void.prp"], "-p", write("void.prp", ""), "good.c")
bad("empty file", 65, ["empty.c"], write("empty.c", ""))
bad("no main", 65, ["main"], write("library.c", "int f(void) { return 0; }\n"))
bad("unknown entry", 65, ["begin"], "--entry", "begin", "good.c")
(FOLDER / "folder.c").mkdir()
(FOLDER / "folder").mkdir()
bad("directory", 65, ["folder.c", "directory"], "folder.c")
bad("directory without ending", 65, ["folder"], "folder")
bad("binary", 65, ["binary.c"], write("binary.c", b"\x7fELF\x02\x01\x01\0\0\0" + bytes(range(256))))
bad("NUL bytes", 65, ["nul.c"], write("nul.c", b"int main(void) { return 0; }\0\0\0\n"))
bad("unreadable bitcode", 65, ["broken.bc"], write("broken.bc", b"BC\xc0\xde" + bytes(range(200))))
bad("empty bitcode", 65, ["empty.bc"], write("empty.bc", b""))
bad("text as bitcode", 65, ["text.bc"], write("text.bc", GOOD))
bad("broken assembly", 65, ["broken.ll"], write("broken.ll", "define i32 @main( {\n"))
bad("C++ file", 65, ["C++"], write("plus.cpp", "class A {}; int main() { return 0; }\n"))
bad("C++ in a .cc file", 65, ["C++"], write("plus.cc", "int main() { return 0; }\n"))
bad("broken automaton", 65, ["broken.assay:"], write("broken.assay", "function main( {{{\n"))
bad("missing automaton", 65, ["gone.assay"], "gone.assay")
bad("duplicate definition", 65, ["main"], "good.c", write("again.c", GOOD))
bad("missing compile commands", 65, ["gone.json"], "--compile-commands", "gone.json", "good.c")
bad("broken compile commands", 65, ["broken.json"], "--compile-commands", write("broken.json", "[{"), "good.c")
bad("unknown standard", 65, ["c77"], "-std=c77", "good.c")
bad("invalid UTF-8 in an error", 65, ["error:"], write("utf8.c", b"int main(void) { \xff\xfe return }\n"))

subprocess.run([CLANG, "-target", "aarch64-linux-gnu", "-c", "-emit-llvm", "good.c", "-o", "other.bc"], cwd=FOLDER,
               check=True)
bad("bitcode for another machine", 65, ["other.bc"], "other.bc")
subprocess.run([CLANG, "-target", "x86_64-linux-gnu", "-c", "-emit-llvm", "good.c", "-o", "wide.bc"], cwd=FOLDER, check=True)
bad("bitcode of another data model", 65, ["wide.bc"], "-m", "32", "wide.bc")
finish()
