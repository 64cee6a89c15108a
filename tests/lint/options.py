#!/usr/bin/env python3
"""Every option of the table is read somewhere, and every option in the documents exists."""
import re
import subprocess
import sys

from sources import ROOT, finish, sources

table = (ROOT / "src/util/options.def").read_text()
members = re.findall(r"^(?:FLAG|NUMBER|OPTIONAL|CHOICE|ENGINE|TEXT|LIST)\((\w+),", table, re.M)
if len(members) < 10:
    sys.exit("the options table was not understood")
code = "".join((ROOT / p).read_text() for p in sources(".cpp", ".h", folders=["src"])
               if not p.name.endswith("_test.cpp") and p.name != "options.h")
problems = [f"option '{m}' is read nowhere" for m in members if not re.search(rf"\boptions\.{m}\b", code)]



def help_text(*command):
    return subprocess.run([sys.argv[1], *command, "--help"], capture_output=True, text=True, check=True).stdout


help_of = {"assay": help_text()}
commands = re.findall(r"^  (\w+) ", help_of["assay"].split("Subcommands:")[1].split("Examples:")[0], re.M)
for command in commands:
    help_of[f"assay {command}"] = help_text(command)
# What is listed there; examples prove nothing.
listed = "\n".join(text.split("Examples:")[0] for text in help_of.values())
known = set(re.findall(r"(?<![\w-])--?[a-zA-Z][\w-]*", listed)) | {"-std", "--limits"}

DOCUMENTS = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", *(f"docs/{p.name}" for p in sorted((ROOT / "docs").glob("*.md")))]
texts = {document: (ROOT / document).read_text() for document in DOCUMENTS}
for command, text in help_of.items():
    texts[f"the help of {command}"] = re.sub(r"(?m)^  assay ", "    assay ", text)
for document, text in texts.items():
    for line in text.splitlines():
        spans = re.findall(r"`([^`]*\bassay\b[^`]*)`", line)
        if line.startswith(("    ", "$ ")):
            spans.append(line.removeprefix("$ "))
        for span in spans:
            command = re.match(r"\s*(?:\S*/)?assay\s", span)
            if not command:
                continue
            words = span[command.end():].split("|")[0].split()
            for word in words:
                option = re.match(r"\[?(--?[a-zA-Z][\w-]*)", word)
                if option and option.group(1) not in known and not re.match(r"-[ID]", word):
                    problems.append(f"{document}: {option.group(1)} is no option")
            if words and re.fullmatch(r"[a-z]+", words[0]) and words[0] not in commands:
                problems.append(f"{document}: {words[0]} is no command")
    if document.startswith("the help of") and "Examples:\n" not in text:
        problems.append(f"{document} gives no examples")
    for option in re.findall(r"`(--[a-z][\w-]*)", text):
        if option not in known:
            problems.append(f"{document}: {option} is no option")
finish(problems, f"{len(members)} options, {len(known)} words of help")
