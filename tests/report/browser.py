"""The page of --html in a real browser: a copy of the page gets a script that clicks on its buttons and writes down
what the page shows then; chromium prints the document."""
import html
import json
import os
import re
import shutil
import subprocess

PROGRAM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")

# What a user sees, as data; and what a user does.
DRIVER = """
<pre id="driver"></pre>
<script>
"use strict";
const errors = [];
addEventListener("error", event => errors.push(event.message));
addEventListener("securitypolicyviolation", event => errors.push("asked for " + event.blockedURI));
function texts(selector) { return [...document.querySelectorAll(selector)].map(element => element.textContent); }
function look() {
  const row = document.querySelector("#source tr.now");
  return {
    counter: texts("#counter")[0],
    line: row ? +row.dataset.line : null,
    chosen: texts("#steps li.now").length,
    frames: texts("#state .frame"),
    values: Object.fromEntries([...document.querySelectorAll("#state tr[data-name]")].map(
        row => [row.dataset.name, row.querySelector(".value").textContent])),
    changed: [...document.querySelectorAll("#state tr.changed")].map(row => row.dataset.name),
    objects: [...document.querySelectorAll("svg [data-object]")].map(box => box.dataset.object),
    freed: [...document.querySelectorAll("svg .freed")].map(box => box.dataset.object),
    lost: [...document.querySelectorAll("svg .lost")].map(box => box.dataset.object),
    arrows: [...document.querySelectorAll("svg .arrow")].map(arrow => arrow.dataset.from + " " + arrow.dataset.to),
    folds: texts("#steps li.fold"),
  };
}
function click(selector) { document.querySelector(selector).click(); }
function press(key) { document.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true})); }
const seen = {};
try {
  SCRIPT
} catch (error) {
  errors.push(String(error));
}
document.getElementById("driver").textContent = JSON.stringify({...seen, errors});
</script>
</body>"""


def chromium(folder, *words):
    command = [PROGRAM, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
               f"--user-data-dir={folder}/profile", "--virtual-time-budget=5000", *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, env={**os.environ, "HOME": str(folder)})


def seen_in(folder, page, script):
    """What the script has put into `seen`, and what went wrong: as `errors`."""
    copy = page.with_suffix(".driven.html")
    # The page's own rule allows scripts that stand in it.
    copy.write_text(page.read_text().replace("</body>", DRIVER.replace("SCRIPT", script)))
    try:
        done = chromium(folder, "--dump-dom", copy.as_uri())
    except subprocess.TimeoutExpired:
        return {"errors": ["the browser takes too long"]}
    found = re.search(r'<pre id="driver">(.*?)</pre>', done.stdout, re.S)
    if not found or not found.group(1):
        return {"errors": [f"nothing was written down: {done.stderr[-300:]}"]}
    return json.loads(html.unescape(found.group(1)))


def screenshot(folder, page, picture):
    picture.parent.mkdir(parents=True, exist_ok=True)
    chromium(folder, "--window-size=1500,1400", f"--screenshot={picture.resolve()}", page.as_uri())
