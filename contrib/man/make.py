#!/usr/bin/env python3
"""Writes the man page from what Assay says of itself.

  make.py ASSAY > assay.1"""
import re
import subprocess
import sys

OPTION = re.compile(r"^  (-\S+)(?: (\S+(?: \.\.\.)?))?(?: {2,}(.*))?$")


def help_of(assay, *words):
    return subprocess.run([assay, *words, "--help"], capture_output=True, text=True, check=True).stdout


def escaped(text):
    """Text that groff prints as it is. A full stop or an apostrophe at the beginning of a line would be a request."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("~", "\\(ti").replace("^", "\\(ha")
    text = text.replace("|", "|\\:")  # lists of names may be broken
    return "\\&" + text if text.startswith(".") else text


def sections(text):
    """What stands before the first heading, and the lines below each."""
    result, name = {"": []}, ""
    for line in text.splitlines():
        if re.fullmatch(r"\w+:", line):
            name = line[:-1]
            result[name] = []
        else:
            result[name].append(line)
    return result


def commands(assay):
    """Names and what they are for."""
    return [line.split(None, 1) for line in sections(help_of(assay))["Subcommands"] if line.strip()]


def options(text):
    """Names, value and meaning of each option of a command."""
    result = []
    for line in sections(text)["Options"]:
        match = OPTION.match(line)
        if match:
            result.append([match.group(1), match.group(2) or "", match.group(3) or ""])
        elif line.strip():
            result[-1][2] = (result[-1][2] + " " + line.strip()).strip()
    return result


def examples(lines):
    """Lines that stand as they are, and what follows them: sentences."""
    while lines and not lines[-1].strip():
        lines = lines[:-1]
    literal = [i for i, line in enumerate(lines) if line.startswith("  ")]
    number = literal[-1] + 1 if literal else 0
    out = [".PP", ".nf", *(escaped(line) for line in lines[:number]), ".fi"] if number else []
    for line in lines[number:]:
        out.append(escaped(line) if line.strip() else ".PP")
    return [line for i, line in enumerate(out) if line != ".PP" or (i + 1 < len(out) and out[i + 1] != ".PP")]


def page(assay):
    top = sections(help_of(assay))
    out = ['.\\" Made by contrib/man/make.py from the help texts.', ".TH ASSAY 1", ".SH NAME",
           "assay \\- a verifier for C programs", ".SH SYNOPSIS", ".ad l"]
    for name, _ in commands(assay):
        usage = next(line for line in help_of(assay, name).splitlines() if line.startswith("Usage:"))
        rest = usage.split(name, 1)[1].strip()
        out += [".B assay " + name, escaped(rest), ".br"]
    out.pop()
    out += [".SH DESCRIPTION",
            "Assay proves that programs in C have no errors of memory, arithmetic and assertions, or shows an execution that",
            "has one. The command is",
            ".B check",
            "where none is named."]
    for name, purpose in commands(assay):
        text = help_of(assay, name)
        parts = sections(text)
        out += [".SH COMMAND: " + name.upper(), escaped(purpose) + "."]
        for line in parts.get("Positionals", []):
            if line.strip():
                operand, meaning = re.split(r" {2,}", line.strip(), maxsplit=1)
                out += [".TP", "\\fI" + escaped(operand.split()[0]) + "\\fR", escaped(meaning)]
        for names, value, meaning in options(text):
            shown = ", ".join("\\fB" + escaped(one) + "\\fR" for one in names.split(","))
            out += [".TP", shown + (" \\fI" + escaped(value) + "\\fR" if value else ""), escaped(meaning)]
        out += [".SS Examples", *examples(parts["Examples"])] if "Examples" in parts else []
    out += [".SH EXAMPLES", *examples(top["Examples"])]
    out += [".SH FILES", ".TP", "\\fIassay.yml\\fR", "what callers promise, for all functions of a project",
            ".TP", "\\fI.assay\\fR", "what \\fBassay project\\fR keeps for the next run",
            ".SH ENVIRONMENT", ".TP", "\\fBASSAY_CACHE\\fR", "the folder of \\fB\\-\\-cache\\fR where that is not given"]
    return "\n".join(out) + "\n"


if __name__ == "__main__":
    sys.stdout.write(page(sys.argv[1]))
