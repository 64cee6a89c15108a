"""What reports for other programs have to be: valid, and in agreement with each other."""
import json
import re

import junit
import sarif

FILES = {"--json": "r.json", "--sarif": "r.sarif", "--junit": "r.xml", "--html": "r.html"}
ANNOTATION = re.compile(r"::(error|warning) (?:file=[^,:]+,line=\d+(?:,col=\d+)?,)?title=[^,:]+(?:%3A|[^,:])*::[^\r\n]+")


def options(folder):
    """For a run that writes every report there."""
    for file in FILES.values():
        (folder / file).unlink(missing_ok=True)
    return [word for option, file in FILES.items() for word in (option, str(folder / file))] + ["--github"]


def problems_of(folder, done, schema=None):
    """Of what a run with these options has written and printed; the JSON document."""
    if done.returncode not in (0, 1, 2):
        return None, [f"status {done.returncode}: {done.stderr[:200]}"]
    missing = [f"no {file}" for file in FILES.values() if not (folder / file).exists()]
    if missing:
        return None, missing
    read = {file: (folder / file).read_text() for file in FILES.values()}
    model, log = json.loads(read["r.json"]), json.loads(read["r.sarif"])
    problems = sarif.problems_of(log) + junit.problems_of(read["r.xml"]) + page_problems(read["r.html"])
    if schema:
        import jsonschema
        problems += [f"schema: {error.message[:200]} at {list(error.absolute_path)}"
                     for error in jsonschema.validators.validator_for(schema)(schema).iter_errors(log)]
    annotations = [line for line in done.stdout.splitlines() if line.startswith("::")]
    problems += [f"annotation: {line}" for line in annotations if not ANNOTATION.fullmatch(line)]
    counted = [finding for finding in model["findings"] if "suppressed" not in finding]
    if len(log["runs"][0]["results"]) != len(model["findings"]):
        problems.append("SARIF and JSON have other findings")
    if len([line for line in annotations if line.startswith("::error")]) != len(counted):
        problems.append("annotations and JSON have other findings")
    if read["r.xml"].count("<failure") != len(counted):
        problems.append("JUnit's XML and JSON have other findings")
    if done.returncode == 1 and not counted:
        problems.append("false without a finding")
    return model, problems


def page_problems(text):
    """The page needs nothing but itself."""
    problems = [f"the page asks for {match}" for match in re.findall(r"""(?:src|href)=["'][^"'#][^"']*|@import[^;]*|url\([^#)][^)]*""", text)]
    if "default-src 'none'" not in text:
        problems.append("the page may load what it likes")
    if len(re.findall(r"</script>", text)) != 2:
        problems.append("the page's data ends its element")
    return problems
