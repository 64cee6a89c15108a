"""Whether a document is SARIF 2.1.0: a checker written from the specification of OASIS (27 March 2020), for the objects
that Assay may write. What it does not know is a problem, so that nothing slips through."""
import re

# By object: its properties, each with its type. "!" marks those that have to be there. A type is a basic one, an object
# of this table, "[T]" an array, "{T}" an object whose values are T, or words a|b|c, one of which it is.
OBJECTS = {
    "log": {"$schema": "uri", "version!": "2.1.0", "runs!": "[run]"},
    "run": {"tool!": "tool", "invocations": "[invocation]", "originalUriBaseIds": "{artifactLocation}", "artifacts": "[artifact]",
            "columnKind": "utf16CodeUnits|unicodeCodePoints", "results": "[result]", "taxonomies": "[toolComponent]",
            "properties": "bag"},
    "tool": {"driver!": "toolComponent", "extensions": "[toolComponent]"},
    "toolComponent": {"name!": "string", "semanticVersion": "semver", "version": "string", "organization": "string",
                      "shortDescription": "message", "informationUri": "uri", "rules": "[descriptor]", "taxa": "[descriptor]",
                      "supportedTaxonomies": "[componentReference]"},
    "descriptor": {"id!": "string", "name": "string", "shortDescription": "message", "fullDescription": "message", "help": "message",
                   "helpUri": "uri", "defaultConfiguration": "configuration", "properties": "bag"},
    "configuration": {"level": "none|note|warning|error", "enabled": "boolean"},
    "componentReference": {"name": "string", "index": "index", "guid": "string"},
    "invocation": {"executionSuccessful!": "boolean", "exitCode": "integer", "exitCodeDescription": "string",
                   "toolExecutionNotifications": "[notification]"},
    "notification": {"message!": "message", "level": "none|note|warning|error", "locations": "[location]"},
    "artifact": {"location": "artifactLocation", "sourceLanguage": "string", "length": "count", "hashes": "{string}"},
    "artifactLocation": {"uri": "uri", "uriBaseId": "string", "index": "index", "description": "message"},
    "result": {"ruleId": "string", "ruleIndex": "index", "kind": "pass|open|informational|notApplicable|review|fail",
               "level": "none|note|warning|error", "message!": "message", "locations": "[location]", "relatedLocations": "[location]", "codeFlows": "[codeFlow]",
               "fingerprints": "{string}", "partialFingerprints": "{string}", "taxa": "[descriptorReference]",
               "suppressions": "[suppression]", "baselineState": "new|unchanged|updated|absent", "properties": "bag"},
    "suppression": {"kind!": "inSource|external", "status": "accepted|underReview|rejected", "justification": "string"},
    "descriptorReference": {"id": "string", "index": "index", "guid": "string", "toolComponent": "componentReference"},
    "location": {"physicalLocation": "physicalLocation", "logicalLocations": "[logicalLocation]", "message": "message"},
    "logicalLocation": {"name": "string", "kind": "string", "fullyQualifiedName": "string"},
    "physicalLocation": {"artifactLocation": "artifactLocation", "region": "region"},
    "region": {"startLine": "position", "startColumn": "position", "endLine": "position", "endColumn": "position", "snippet": "content"},
    "content": {"text": "string"},
    "codeFlow": {"threadFlows!": "[threadFlow]", "message": "message"},
    "threadFlow": {"id": "string", "locations!": "[threadFlowLocation]", "message": "message"},
    "threadFlowLocation": {"location": "location", "state": "{message}", "nestingLevel": "count", "executionOrder": "index",
                           "importance": "important|essential|unimportant"},
    "message": {"text": "string", "markdown": "string", "id": "string"},
}
# RFC 3986: characters that may stand in a URI or a relative reference, and %XX.
URI = re.compile(r"(?:[A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})+")
BASIC = {
    "string": lambda value: isinstance(value, str),
    "boolean": lambda value: isinstance(value, bool),
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "count": lambda value: isinstance(value, int) and value >= 0,
    "index": lambda value: isinstance(value, int) and value >= -1,
    "position": lambda value: isinstance(value, int) and value >= 1,
    "uri": lambda value: isinstance(value, str) and URI.fullmatch(value) is not None,
    "semver": lambda value: isinstance(value, str) and re.fullmatch(r"\d+\.\d+\.\d+(-[\w.]+)?(\+[\w.]+)?", value) is not None,
    "bag": lambda value: isinstance(value, dict),
}


def check(value, kind, where, problems):
    if kind in BASIC:
        if not BASIC[kind](value):
            problems.append(f"{where}: no {kind}: {str(value)[:60]}")
    elif kind.startswith("["):
        if not isinstance(value, list):
            problems.append(f"{where}: no array")
            return
        for number, element in enumerate(value):
            check(element, kind[1:-1], f"{where}[{number}]", problems)
    elif kind.startswith("{"):
        if not isinstance(value, dict):
            problems.append(f"{where}: no object")
            return
        for name, element in value.items():
            check(element, kind[1:-1], f"{where}.{name}", problems)
    elif kind in OBJECTS:
        check_object(value, kind, where, problems)
    elif value not in kind.split("|"):
        problems.append(f"{where}: {value} is none of {kind}")


def check_object(value, kind, where, problems):
    if not isinstance(value, dict):
        problems.append(f"{where}: no {kind}")
        return
    properties = {name.rstrip("!"): part for name, part in OBJECTS[kind].items()}
    for name in OBJECTS[kind]:
        if name.endswith("!") and name[:-1] not in value:
            problems.append(f"{where}: a {kind} without {name[:-1]}")
    for name, part in value.items():
        if name not in properties:
            problems.append(f"{where}: a {kind} has no {name}")
        else:
            check(part, properties[name], f"{where}.{name}", problems)


def check_run(run, problems):
    """What the specification asks for beyond the shape of objects."""
    rules = run["tool"]["driver"].get("rules", [])
    names = [rule["id"] for rule in rules]
    if len(set(names)) != len(names):
        problems.append("two rules have one id")
    taxonomies = {taxonomy["name"]: {taxon["id"] for taxon in taxonomy.get("taxa", [])} for taxonomy in run.get("taxonomies", [])}
    artifacts = {artifact["location"].get("uri") for artifact in run.get("artifacts", [])}
    for number, result in enumerate(run.get("results", [])):
        where = f"result {number}"
        # 3.27.6, 3.27.7: the index is that of the rule with this id.
        if not 0 <= result.get("ruleIndex", -1) < len(rules) or names[result["ruleIndex"]] != result.get("ruleId"):
            problems.append(f"{where}: ruleIndex and ruleId differ")
        # 3.27.10: only what fails has a level.
        if result.get("kind", "fail") != "fail" and result.get("level", "warning") != "none":
            problems.append(f"{where}: a level, but no failure")
        if not result["message"].get("text"):
            problems.append(f"{where}: no message")
        for taxon in result.get("taxa", []):
            if taxon["id"] not in taxonomies.get(taxon["toolComponent"]["name"], set()):
                problems.append(f"{where}: taxon {taxon['id']} is not described")
        places = list(result.get("locations", []))
        for flow in result.get("codeFlows", []):
            threads = [thread["id"] for thread in flow["threadFlows"] if "id" in thread]
            if len(flow["threadFlows"]) > 1 and len(set(threads)) != len(flow["threadFlows"]):
                problems.append(f"{where}: flows of threads are not told apart")
            every = sorted(step["executionOrder"] for thread in flow["threadFlows"] for step in thread["locations"])
            if every != list(range(1, len(every) + 1)):
                problems.append(f"{where}: steps of threads have no common order")
            for thread in flow["threadFlows"]:
                if not thread["locations"]:
                    problems.append(f"{where}: a flow without steps")
                orders = [step["executionOrder"] for step in thread["locations"]]
                if orders != sorted(orders):
                    problems.append(f"{where}: steps are not in order")
                places += [step["location"] for step in thread["locations"]]
        for place in places:
            location = place["physicalLocation"]["artifactLocation"]
            if location["uri"] not in artifacts:
                problems.append(f"{where}: {location['uri']} is no artifact")
            base = location.get("uriBaseId")
            if base is not None and base not in run.get("originalUriBaseIds", {}):
                problems.append(f"{where}: no base {base}")


def problems_of(document):
    problems = []
    check(document, "log", "log", problems)
    if not problems:
        for run in document["runs"]:
            check_run(run, problems)
    return problems
