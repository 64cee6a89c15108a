"""Whether a text is JUnit's XML as CI servers read it: the elements and attributes that Jenkins, GitLab and GitHub's
actions agree on, and counts that are right."""
import xml.etree.ElementTree as tree

# By element: attributes that it may have ("!" those that it must have), and what may stand in it.
ELEMENTS = {
    "testsuites": ({"name", "tests!", "failures!", "errors!", "time"}, {"testsuite"}),
    "testsuite": ({"name!", "tests!", "failures!", "errors!", "skipped!", "time!", "timestamp", "hostname"},
                  {"properties", "testcase", "system-out", "system-err"}),
    "testcase": ({"name!", "classname!", "time!", "file", "line"}, {"failure", "error", "skipped"}),
    "failure": ({"message!", "type!"}, set()),
    "error": ({"message!", "type!"}, set()),
    "skipped": ({"message"}, set()),
}


def check(element, problems):
    if element.tag not in ELEMENTS:
        problems.append(f"no element {element.tag}")
        return
    attributes, children = ELEMENTS[element.tag]
    for name in attributes:
        if name.endswith("!") and name[:-1] not in element.attrib:
            problems.append(f"{element.tag} without {name[:-1]}")
    for name in element.attrib:
        if name not in attributes and name + "!" not in attributes:
            problems.append(f"{element.tag} has no {name}")
    for child in element:
        if child.tag not in children:
            problems.append(f"{child.tag} in {element.tag}")
        check(child, problems)


def problems_of(text):
    try:
        root = tree.fromstring(text)
    except tree.ParseError as error:
        return [f"no XML: {error}"]
    problems = [] if root.tag == "testsuites" else [f"the root is {root.tag}"]
    check(root, problems)
    for suite in root.iter("testsuite"):
        cases = suite.findall("testcase")
        for attribute, number in (("tests", len(cases)), ("failures", len(suite.findall("testcase/failure"))),
                                  ("errors", len(suite.findall("testcase/error"))),
                                  ("skipped", len(suite.findall("testcase/skipped")))):
            if suite.get(attribute) != str(number):
                problems.append(f"{attribute} is {suite.get(attribute)}, there are {number}")
        float(suite.get("time", "0"))
        if any(len(case) > 1 for case in cases):
            problems.append("a test case with two outcomes")
    return problems
