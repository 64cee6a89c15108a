#!/usr/bin/env python3
"""Warns of classes with more than 20 public methods; more than 40 methods are an error. Constructors, destructors,
deleted methods and friends do not count.

A warning is a place to look at: a class may have good reasons, and a method that is made a free function for the sake
of a number is worse than the class was. So a warning does not change the exit status.

The sources are formatted and simple enough to be read without a compiler: the body of a class is cut into members at
semicolons and at ends of functions, and a member that has a name before its first parenthesis is a method."""
import re

from sources import ROOT, finish, sources

MANY_PUBLIC = 20
MAX_METHODS = 40

# A method for each operator or kind of term, and few others: more of them do not make the class harder to understand.
FAMILIES = {"TermManager", "BitVector", "FloatValue", "Bv", "FloatLowering::Impl", "Circuits"}

CLASS = re.compile(r"(?<!enum )\b(class|struct)\s+((?:\w+::)*\w+)(?:\s+final)?(?:\s*:\s*[^;{}()]*)?\s*\{")
FUNCTION_END = re.compile(r"\)\s*(?:const|override|noexcept|final|mutable|->[^{]*|:.*|\s)*\{\}$", re.S)
ACCESS = re.compile(r"(?:(public|private|protected)\s*:(?!:)\s*)+")
TEMPLATE = re.compile(r"template\s*<[^()]*?>\s*")
TYPE = re.compile(r"(?:class|struct|enum|union)\b")
NO_METHOD = re.compile(r"(?:class|struct|enum|union|using|typedef|friend|static_assert)\b")
NAME = re.compile(r"(operator\s*(?:\(\)|\[\]|[^\s(\w]+|\w+)|~?\w+)\s*\(")


def plain(text):
    """Without comments and what strings say."""
    text = re.sub(r'R"(\w*)\(.*?\)\1"', '""', text, flags=re.S)
    text = re.sub(r"//.*", "", text)
    text = re.sub(r'"(\\.|[^"\\\n])*"', '""', text)
    return re.sub(r"'(\\.|[^'\\\n])'", "' '", text)


def end_of_block(text, at):
    depth = 1
    while depth and at < len(text):
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        at += 1
    return at - 1


def classes(text):
    """(name, access of its first members, body) of every class that the text defines."""
    for match in CLASS.finditer(text):
        access = "public" if match.group(1) == "struct" else "private"
        yield match.group(2), access, text[match.end():end_of_block(text, match.end())]


def members(body, access):
    """(access, text) of the members of a class; blocks in the text are empty, labels and `template` are left out."""
    member, at = "", 0
    while at < len(body):
        label = ACCESS.match(body, at) if not member.strip() else None
        if label:
            access, at = label.group(1), label.end()
            continue
        if body[at] == "{":
            # A space stands before the body of a function, and none before an initial value.
            is_body = body[at - 1].isspace()
            at = end_of_block(body, at + 1)
            member += "{}"
            text = TEMPLATE.sub("", member.strip(), count=1)
            if is_body and FUNCTION_END.search(text) and not TYPE.match(text):
                yield access, text
                member = ""
        elif body[at] == ";":
            yield access, TEMPLATE.sub("", member.strip(), count=1)
            member = ""
        else:
            member += body[at]
        at += 1


def methods(name, access, body):
    """(access, name) of the methods of a class."""
    found = []
    for access_here, member in members(body, access):
        match = NAME.search(member)
        if NO_METHOD.match(member) or not match or re.search(r"=\s*delete$", member):
            continue
        before = member[:match.start()]
        if "=" in before or "{" in before or before.count("<") > before.count(">"):
            continue  # a variable, whose type or value has parentheses
        if match.group(1).lstrip("~") != name.split("::")[-1]:
            found.append((access_here, match.group(1)))
    return found


# What the test itself must not get wrong: friends with and without a body, values in braces, templates.
SAMPLE = """
class Sample final : public Base {
public:
  Sample(int a, int b) : a_{a}, b_(b) {}
  ~Sample();
  friend bool operator==(const Sample& a, const Sample& b) { return a.a_ == b.a_; }
  friend class Other;
  int first() const { return a_; }
  friend void swap(Sample& a, Sample& b);
  template <class T>
  T second(T t) const;
  struct Part {
    int size() const;
  };
  bool operator()(int x) const override { if (x) { return true; } return false; }
  Sample& operator=(const Sample&) = delete;

private:
  void third();
  int a_ = f(3);
  std::function<void()> call_;
  std::vector<int> b_{1, 2};
};
"""
SAMPLE_METHODS = {"Sample": [("public", "first"), ("public", "second"), ("public", "operator()"), ("private", "third")],
                  "Part": [("public", "size")]}
read = {name: methods(name, access, body) for name, access, body in classes(plain(SAMPLE))}
if read != SAMPLE_METHODS:
    finish([f"the sample's methods are read as {read}"], "the test does not understand classes")

problems = []
warnings = []
count = 0
families = set()
for path in sources(".cpp", ".h", folders=["src"]):
    if "models" in path.parts:
        continue
    for name, access, body in classes(plain((ROOT / path).read_text())):
        count += 1
        found = methods(name, access, body)
        public = [method for method in found if method[0] == "public"]
        if len(public) <= MANY_PUBLIC and len(found) <= MAX_METHODS:
            continue
        if name in FAMILIES:
            families.add(name)
        elif len(found) > MAX_METHODS:
            problems.append(f"{path}: {name} has {len(found)} methods, more than {MAX_METHODS}")
        else:
            warnings.append(f"{path}: {name} has {len(public)} public methods, more than {MANY_PUBLIC}")
problems += [f"{name} has few methods: it needs no entry in the table of this test" for name in sorted(FAMILIES - families)]
if count < 200:
    problems.append(f"only {count} classes found: the test does not understand the sources")
for warning in warnings:
    print("warning:", warning)
finish(problems, f"methods of {count} classes, {len(warnings)} warnings")
