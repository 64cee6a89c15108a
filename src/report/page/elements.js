// What the scripts of all pages share: elements, made in one call. It stands before each of them.
"use strict";

function make(tag, attributes, ...children) {
  const element = tag === "svg" || make.inSvg ? document.createElementNS("http://www.w3.org/2000/svg", tag)
                                              : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== false && value !== undefined) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter(child => child !== undefined && child !== null));
  return element;
}
make.inSvg = false;

function drawing(draw) {
  make.inSvg = true;
  try {
    return draw();
  } finally {
    make.inSvg = false;
  }
}

function placeText(row) {
  if (!row.file) return "";
  return row.file + ":" + row.line + (row.column ? ":" + row.column : "");
}

function section(title, ...content) {
  return make("section", {}, make("h2", {}, title), ...content);
}

function rowsTable(titles, rows) {
  return make("table", {class: "rows"}, make("tr", {}, titles.map(title => make("th", {}, title))),
              rows.map(row => make("tr", {}, row.map(cell => make("td", {}, cell)))));
}

function tag(status) {
  return make("span", {class: "tag " + status}, status);
}
