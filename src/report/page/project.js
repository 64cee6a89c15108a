// Shows the document that `assay project` writes as JSON: a table of functions that can be searched and sorted. A function that
// was checked unfolds to its own page (page.js), which is put together here in a frame; nothing is loaded for it.
const data = JSON.parse(document.getElementById("data").textContent);
const project = data.project;
const STATES = ["violated", "open", "no harness", "not checked", "proved within limits", "proved"];

// The page of one function. Nothing in the data ends the element that holds it.
function functionPage(row) {
  const result = JSON.stringify(row.result);
  const sources = Object.fromEntries(Object.entries(data.sources).filter(([file]) => result.includes(JSON.stringify(file))));
  const held = JSON.stringify({result: row.result, sources}).replaceAll("<", "\\u003c");
  const style = document.querySelector("style").textContent;
  return "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\"><style>" + style + "</style></head><body>" +
         "<main id=\"page\"></main><script type=\"application/json\" id=\"data\">" + held + "</" + "script><script>" +
         data.script + "</" + "script>";
}

function needsText(row) {
  return "rank " + row.rank + ": " + (row.rank === 1 ? "" : "needs ") + row.needs;
}

class FunctionRow {
  constructor(row) {
    this.row = row;
    // What is violated stands by rank.
    this.values = [row.function, placeText(row), STATES.indexOf(row.state) + (row.rank || 0) / 10, row.seconds, row.reason];
    this.text = [row.function, placeText(row), row.state, row.reason, row.needs || ""].join(" ").toLowerCase();
    const notes = [row.rank ? needsText(row) : "", row.harness ? "harness " + row.harness : "", row.unchanged ? "unchanged" : ""].filter(note => note);
    this.element = make("tr", {class: row.result ? "can" : "", "data-function": row.function, onclick: () => this.toggle()},
                        make("td", {class: "mono"}, (row.result ? "▸ " : "") + row.function), make("td", {class: "mono"}, placeText(row)),
                        make("td", {}, tag(row.state)),
                        make("td", {class: "time"}, row.state === "not checked" ? "" : row.seconds.toFixed(1) + " s"),
                        make("td", {}, row.reason, notes.length ? make("span", {class: "dim"}, " (" + notes.join(", ") + ")") : undefined));
    this.inside = null;
  }

  isOpen() {
    return this.inside !== null;
  }

  toggle() {
    if (!this.row.result) return;
    if (this.isOpen()) {
      this.inside.remove();
      this.inside = null;
    } else {
      const frame = make("iframe", {class: "function", title: this.row.function, srcdoc: functionPage(this.row)});
      this.inside = make("tr", {}, make("td", {class: "inside", colspan: 5}, frame));
      this.element.after(this.inside);
    }
    this.element.firstChild.textContent = (this.isOpen() ? "▾ " : "▸ ") + this.row.function;
  }
}

class ProjectPage {
  constructor() {
    this.rows = project.functions.map(row => new FunctionRow(row));
    this.hidden = new Set(); // states
    this.order = {column: 2, sign: 1};
    this.search = make("input", {type: "search", id: "search", placeholder: "name, file or reason", oninput: () => this.show()});
    this.titles = ["function", "place", "state", "time", "reason"].map(
        (title, column) => make("th", {"data-column": column, onclick: () => this.sort(column)}, title));
    this.table = make("table", {class: "rows functions", id: "functions"});
    document.getElementById("page").append(this.head(), ...this.causes(), this.filters(), this.table, ...this.brokenFiles());
    this.show();
  }

  head() {
    return make("header", {}, make("div", {class: "verdict " + project.verdict}, make("b", {id: "verdict"}, project.verdict + ": " + project.reason),
                                   make("span", {class: "mono"}, project.project),
                                   make("span", {class: "dim"}, project.producer + ", " + project.seconds.toFixed(1) + " s")));
  }

  filters() {
    const boxes = STATES.map(state => {
      const number = project.functions.filter(row => row.state === state).length;
      const box = make("input", {type: "checkbox", checked: true, "data-state": state, onchange: () => this.filter(state, box.checked)});
      return number ? make("label", {}, box, " ", tag(state), " " + number) : undefined;
    });
    return make("div", {class: "filters"}, this.search, boxes);
  }

  // Violations by what they need, a line for each cause.
  causes() {
    if (!project.causes.length) return [];
    return [section("What is violated", rowsTable(["rank", "cause", "functions"], project.causes.map(
        cause => [needsText(cause), cause.cause, make("span", {class: "mono"}, cause.functions.join(", "))])))];
  }

  filter(state, isShown) {
    if (isShown) this.hidden.delete(state);
    else this.hidden.add(state);
    this.show();
  }

  sort(column) {
    this.order = {column, sign: this.order.column === column ? -this.order.sign : 1};
    this.show();
  }

  compare(one, other) {
    const a = one.values[this.order.column], b = other.values[this.order.column];
    return this.order.sign * (typeof a === "number" ? a - b : a.localeCompare(b, "en", {numeric: true}));
  }

  show() {
    const words = this.search.value.toLowerCase().split(/\s+/).filter(word => word);
    const shown = this.rows.filter(row => !this.hidden.has(row.row.state) && words.every(word => row.text.includes(word)));
    shown.sort((one, other) => this.compare(one, other));
    this.titles.forEach((title, column) => title.setAttribute(
        "aria-sort", column !== this.order.column ? "none" : this.order.sign > 0 ? "ascending" : "descending"));
    this.table.replaceChildren(make("tr", {}, this.titles),
                               ...shown.flatMap(row => row.isOpen() ? [row.element, row.inside] : [row.element]));
  }

  brokenFiles() {
    if (!project.not_compiled.length) return [];
    return [section("Files that do not compile", rowsTable(["file", "message"], project.not_compiled.map(
        file => [make("span", {class: "mono"}, file.file), make("code", {style: "white-space: pre-wrap"}, file.message)])))];
  }
}

new ProjectPage();
