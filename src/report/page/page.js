// Shows the document that Assay writes as JSON: the verdict, traces to step through, invariants, checks, engines.
//
// The state at a step (call stack, variables, objects) is computed from the changes of all steps up to it; so stepping
// back is as easy as stepping on. `#finding=2&step=17` in the address leads to a step.
const data = JSON.parse(document.getElementById("data").textContent);
const result = data.result;
if (result.harness) data.sources[result.harness.file] = result.harness.text.split("\n"); // it is on no disk

// ---- what is known at a step

// Elements `a[2 .. 5]` and `a[3]`: the part without its last index, and the range of that; null if there is none.
function rangeOf(name) {
  const match = /^(.*)\[(\d+)(?: \.\. (\d+))?\]$/.exec(name);
  return match && {base: match[1], first: +match[2], last: +(match[3] || match[2])};
}

class State {
  constructor() {
    this.stacks = new Map();  // by thread: frames {name, depth, values}, the caller first
    this.statics = new Map(); // values by name: {name, value, type, object, input, step, isOlder}
    this.heap = new Map();    // values by name
    this.freed = new Set();   // names of blocks
  }

  // Of all threads.
  get frames() {
    return [...this.stacks.values()].flat();
  }

  enter(step) {
    if (!this.stacks.has(step.thread || 0)) this.stacks.set(step.thread || 0, []);
    const frames = this.stacks.get(step.thread || 0);
    while (frames.length && frames.at(-1).depth > step.depth) frames.pop();
    const top = frames.at(-1);
    if (top && top.depth === step.depth && top.name === step.function) return;
    if (top && top.depth === step.depth) frames.pop();
    frames.push({name: step.function, depth: step.depth, values: new Map()});
  }

  valuesFor(change, step) {
    if (change.storage === "static") return this.statics;
    if (change.storage === "heap") return this.heap;
    const depth = change.depth === undefined ? step.depth : change.depth;
    const thread = change.thread === undefined ? step.thread || 0 : change.thread;
    const frames = this.stacks.get(thread) || this.stacks.get(step.thread || 0);
    const frame = frames.find(candidate => candidate.depth === depth);
    return (frame || frames.at(-1)).values;
  }

  write(change, step, number) {
    const values = this.valuesFor(change, step);
    const range = rangeOf(change.name);
    for (const [name, known] of values) {
      const isPart = name !== change.name && (name.startsWith(change.name + ".") || name.startsWith(change.name + "["));
      if (isPart) values.delete(name);
      const other = range && rangeOf(name);
      if (!other || other.base !== range.base || name === change.name) continue;
      if (range.first <= other.first && other.last <= range.last) values.delete(name);
      else if (range.first <= other.last && other.first <= range.last) known.isOlder = true;
    }
    values.delete(change.name); // the order is that of the first write, but for what is written anew as a whole
    values.set(change.name, {...change, step: number, isOlder: false});
  }

  // Steps are missing: what was known may have changed.
  doubt() {
    for (const values of [this.statics, this.heap, ...this.frames.map(frame => frame.values)])
      for (const known of values.values()) known.isOlder = true;
  }
}

function stateAt(trace, last) {
  const state = new State();
  for (let number = 0; number <= last && number < trace.steps.length; number++) {
    const step = trace.steps[number];
    if (trace.steps_left_out && number === trace.left_out_before) state.doubt();
    state.enter(step);
    for (const change of step.changes || []) state.write(change, step, number);
    for (const name of step.freed || []) state.freed.add(name);
    if (step.ends_thread && number < last) state.stacks.delete(step.thread);
  }
  return state;
}

// ---- the source

class SourceView {
  constructor(file, notes, ends) {
    this.file = file;
    this.rows = new Map();
    const table = make("table", {class: "source"});
    (data.sources[file] || []).forEach((line, index) => {
      const number = index + 1;
      const row = make("tr", {"data-line": number, class: ends.has(number) ? "end" : ""},
                       make("td", {class: "n"}, String(number)), make("td", {}, line || " "));
      this.rows.set(number, row);
      table.append(row);
      for (const note of notes.get(number) || []) {
        const indentation = /^\s*/.exec(line)[0];
        table.append(make("tr", {class: "note" + (note.isBad ? " bad" : "")}, make("td", {class: "n"}, note.mark),
                          make("td", {}, indentation + note.text)));
      }
    });
    this.element = make("div", {}, make("div", {class: "file"}, file), table);
  }

  show(line, been) {
    for (const [number, row] of this.rows) {
      row.classList.toggle("now", number === line);
      row.classList.toggle("been", been.has(number));
    }
  }

  scrollTo(line, panel) {
    const row = this.rows.get(line);
    if (row) panel.scrollTop = row.offsetTop - panel.clientHeight / 2;
  }
}

// What is said at a line of a file: invariants, findings.
function notesOf(file, findings) {
  const notes = new Map();
  const add = (row, note) => {
    if (row.file !== file) return;
    if (!notes.has(row.line)) notes.set(row.line, []);
    notes.get(row.line).push(note);
  };
  for (const invariant of result.invariants) add(invariant, {mark: "∀", text: "invariant: " + invariant.expression});
  for (const finding of findings) add(finding, {mark: "!", text: finding.message, isBad: true});
  return notes;
}

// ---- steps

// Which steps are listed: of many rounds through a loop the first one and the last two, unless all are wanted.
// Rounds of threads that take turns are not folded.
function foldedSteps(steps, unfolded) {
  const rows = [];
  if (steps.some(step => step.thread)) return steps.map((step, number) => ({number}));
  const starts = steps.map((step, number) => ({step, number})).filter(({step}) => step.iteration);
  const hidden = new Map(); // first step -> {last step, rounds}
  for (let i = 0; i < starts.length;) {
    // Rounds of one execution of a loop: they count on, at one depth, with only deeper steps and inner loops between.
    const run = [starts[i]];
    const loop = starts[i].step;
    let next = i + 1;
    for (; next < starts.length; next++) {
      const step = starts[next].step;
      if (step.depth < loop.depth) break;
      if (step.depth > loop.depth || step.line !== loop.line || step.file !== loop.file) continue;
      if (step.iteration !== run.at(-1).step.iteration + 1) break;
      run.push(starts[next]);
    }
    if (run.length > 3) {
      hidden.set(run[0].number, {end: run[run.length - 2].number, rounds: run.length - 2});
      i = starts.findIndex(start => start.number >= run[run.length - 2].number);
    } else {
      i++;
    }
  }
  for (let number = 0; number < steps.length;) {
    const fold = hidden.get(number);
    if (!fold || unfolded.has(number)) {
      if (fold) rows.push({fold: number, rounds: fold.rounds, isOpen: true});
      rows.push({number});
      number++;
    } else {
      rows.push({fold: number, rounds: fold.rounds, isOpen: false, end: fold.end});
      number = fold.end;
    }
  }
  return rows;
}

class Debugger {
  constructor(finding, index) {
    this.finding = finding;
    this.index = index;
    this.trace = finding.trace;
    this.steps = this.trace.steps;
    this.current = this.steps.length - 1;
    this.threads = [...new Set(this.steps.filter(step => step.thread !== undefined).map(step => step.thread))].sort((a, b) => a - b);
    this.unfolded = new Set();
    this.views = new Map(); // by file
    this.sourcePanel = make("div", {class: "panel", id: "source"});
    this.stepPanel = make("div", {class: "panel", id: "steps"});
    this.statePanel = make("div", {class: "panel state", id: "state"});
    this.element = make("div", {}, this.headline(), this.steps.length ? this.controls() : this.noSteps(),
                        make("div", {class: this.threads.length > 1 ? "debugger threads" : "debugger"}, this.sourcePanel, this.stepPanel, this.statePanel));
  }

  headline() {
    const inputs = (this.finding.inputs || []).filter(input => input.source === "nondet");
    const shown = inputs.slice(0, 40).map(input => input.value).join(", ") + (inputs.length > 40 ? ", ..." : "");
    return make("div", {class: "message"}, make("b", {}, this.finding.message), " ",
                make("span", {class: "dim"}, placeText(this.finding), " [", this.finding.property, ", CWE-",
                     String(this.finding.cwe), ", id ", this.finding.id, "]"),
                ...this.leakText(this.finding.leak), ...this.freedText(this.finding.freed), ...this.threadTexts(),
                shown ? make("p", {}, "inputs: ", make("code", {}, shown)) : undefined);
  }

  freedText(freed) {
    return freed ? [make("p", {}, "block ", make("code", {}, freed.block), " is freed at " + placeText(freed))] : [];
  }

  leakText(leak) {
    if (!leak) return [];
    const where = leak.file ? ", allocated at " + placeText(leak) : "";
    const lost = leak.lost ? ": nothing points to it after " + placeText(leak.lost) : "";
    return [make("p", {}, "block ", make("code", {}, leak.block), " of " + leak.size + " bytes from " + leak.from + where + lost)];
  }

  // The two accesses of a race, and what the threads of a deadlock wait for.
  threadTexts() {
    const object = this.finding.race && (this.finding.race.object || "this memory");
    const accesses = this.finding.race ? this.finding.race.accesses : [];
    return [...accesses.map(access => make("p", {class: "thread"}, "thread " + access.thread + " is about to " + access.access + " ",
                                           make("code", {}, object), (access.atomic ? " atomically" : "") + " at " + placeText(access))),
            ...(this.finding.deadlock || []).map(wait => make("p", {class: "thread"}, "thread " + wait.thread + " " + wait.text +
                                                                                          " at " + placeText(wait)))];
  }

  noSteps() {
    return make("p", {class: "dim"}, "The execution is too long to be shown.");
  }

  controls() {
    this.buttons = {
      first: make("button", {id: "first", title: "first step (Home)", onclick: () => this.go(0)}, "|◀ first"),
      back: make("button", {id: "back", title: "one step back (←)", onclick: () => this.go(this.current - 1)}, "◀ back"),
      next: make("button", {id: "next", title: "one step on (→)", onclick: () => this.go(this.current + 1)}, "next ▶"),
      over: make("button", {id: "over", title: "over calls (↓)", onclick: () => this.go(this.over())}, "over ▼"),
      last: make("button", {id: "last", title: "to the violation (End)", onclick: () => this.go(this.steps.length - 1)},
                 "violation ▶|"),
    };
    this.slider = make("input", {type: "range", min: 0, max: this.steps.length - 1, "aria-label": "step",
                                 oninput: () => this.go(+this.slider.value)});
    this.counter = make("span", {id: "counter", class: "mono"});
    return make("div", {class: "controls"}, ...Object.values(this.buttons), this.slider, this.counter);
  }

  over() {
    const {depth, thread} = this.steps[this.current];
    let next = this.current + 1;
    while (next < this.steps.length - 1 && (this.steps[next].depth > depth || this.steps[next].thread !== thread)) next++;
    return next;
  }

  key(name) {
    const targets = {ArrowRight: () => this.current + 1, ArrowLeft: () => this.current - 1, ArrowDown: () => this.over(),
                     Home: () => 0, End: () => this.steps.length - 1};
    if (!targets[name] || !this.steps.length) return false;
    this.go(targets[name]());
    return true;
  }

  go(number) {
    this.current = Math.max(0, Math.min(this.steps.length - 1, number));
    if (window === window.top) history.replaceState(null, "", "#finding=" + (this.index + 1) + "&step=" + (this.current + 1));
    this.show();
  }

  show() {
    const step = this.steps[this.current];
    this.showSource(step || this.finding);
    if (!step) return;
    this.slider.value = this.current;
    this.counter.textContent = "step " + (this.current + 1) + " of " + this.steps.length;
    this.buttons.first.disabled = this.buttons.back.disabled = this.current === 0;
    this.buttons.next.disabled = this.buttons.over.disabled = this.buttons.last.disabled =
        this.current === this.steps.length - 1;
    this.showSteps();
    this.showState();
  }

  showSource(place) {
    if (!place.file) return;
    if (!this.views.has(place.file)) {
      const ends = new Set(this.finding.file === place.file ? [this.finding.line] : []);
      this.views.set(place.file, new SourceView(place.file, notesOf(place.file, [this.finding]), ends));
    }
    const view = this.views.get(place.file);
    if (this.sourcePanel.firstChild !== view.element) this.sourcePanel.replaceChildren(view.element);
    const been = new Set();
    for (let i = 0; i <= this.current && i < this.steps.length; i++)
      if (this.steps[i].file === place.file) been.add(this.steps[i].line);
    view.show(place.line, been);
    view.scrollTo(place.line, this.sourcePanel);
  }

  showSteps() {
    const list = make("ol", {class: this.threads.length ? "steps threads" : "steps", style: this.threads.length ? "--threads:" + this.threads.length : false});
    let before = null, chosen = null;
    if (this.threads.length) list.append(this.threadHeads());
    for (const row of foldedSteps(this.steps, this.unfolded)) {
      if (row.fold !== undefined) {
        const item = this.foldRow(row);
        if (item.classList.contains("now")) chosen = item;
        list.append(item);
        continue;
      }
      const step = this.steps[row.number];
      if (this.trace.steps_left_out && row.number === this.trace.left_out_before)
        list.append(make("li", {class: "head"}, "... " + this.trace.steps_left_out + " steps are left out"));
      if (this.trace.repeats_from === row.number) list.append(make("li", {class: "head"}, "from here it goes on for ever:"));
      if (!before || before.function !== step.function || before.depth !== step.depth || before.thread !== step.thread)
        list.append(make("li", {class: "head"}, make("span", {class: "place"}),
                         make("span", {style: this.indent(step)}, (this.isBack(before, step) ? "back in " : "in ") +
                                                                      step.function)));
      before = step;
      const item = this.stepRow(step, row.number);
      if (row.number === this.current) chosen = item;
      list.append(item);
    }
    const top = this.stepPanel.scrollTop;
    this.stepPanel.replaceChildren(list);
    this.stepPanel.scrollTop = top;
    if (!chosen) return;
    const isVisible = chosen.offsetTop >= top && chosen.offsetTop + chosen.offsetHeight <= top + this.stepPanel.clientHeight;
    if (!isVisible) this.stepPanel.scrollTop = chosen.offsetTop - this.stepPanel.clientHeight / 2;
  }

  isBack(before, step) {
    return before && before.thread === step.thread && before.depth > step.depth;
  }

  // Which thread is in which column, and the function that it begins with.
  threadHeads() {
    const begun = new Map(this.steps.filter(step => step.creates).map(step => [step.creates.thread, step.creates.function]));
    return make("li", {class: "head columns"}, make("span", {class: "place"}), this.threads.map(
        thread => make("span", {class: "column", style: this.column(thread), "data-thread": thread},
                       "thread " + thread + (begun.get(thread) ? ": " + begun.get(thread) : ""))));
  }

  column(thread) {
    return thread === undefined ? "" : ";grid-column:" + (2 + this.threads.indexOf(thread));
  }

  indent(step) {
    return "padding-left:" + Math.min(20, Math.max(0, step.depth - 1)) + "em" + this.column(step.thread);
  }

  foldRow(row) {
    const text = (row.isOpen ? "▾ " : "▸ ") + row.rounds + " iterations" + (row.isOpen ? "" : ", folded");
    // What is folded may hold the step that is shown.
    const isNow = !row.isOpen && row.fold <= this.current && this.current < row.end;
    return make("li", {class: isNow ? "fold now" : "fold", "data-fold": row.fold, onclick: () => this.toggle(row)},
                make("span", {class: "place"}), text);
  }

  toggle(row) {
    if (row.isOpen) this.unfolded.delete(row.fold);
    else this.unfolded.add(row.fold);
    this.showSteps();
  }

  stepRow(step, number) {
    const rounds = step.iterations_left_out ? "(" + step.iterations_left_out + " more iterations) " : "";
    const line = rounds + ((data.sources[step.file] || [])[step.line - 1] || "").trim();
    const what = make("span", {class: "what", style: this.indent(step)}, line);
    for (const read of step.reads || []) what.append(make("div", {class: "dim"}, "  " + read.name + " is " + read.value));
    for (const read of step.never_written || [])
      what.append(make("div", {class: "input"}, "  " + read.name + " is " + read.value + ", which was never written"));
    for (const change of step.changes || [])
      what.append(make("div", {class: change.input ? "input" : "dim"}, "  " + change.name + " = " + change.value +
                                                                           (change.leads_to ? " → " + change.leads_to : "") +
                                                                           (change.input ? " (input)" : "")));
    for (const name of step.freed || []) what.append(make("div", {class: "dim"}, "  freed: " + name));
    if (step.lost) what.append(make("div", {class: "input"}, "  nothing points to " + step.lost + " any more"));
    const tell = text => what.append(make("div", {class: "thread"}, "  " + text));
    if (step.creates)
      tell("creates thread " + step.creates.thread + (step.creates.function ? ", which runs " + step.creates.function : ""));
    if (step.waits) tell(step.waits.text);
    if (step.ends_thread) tell("the thread ends");
    return make("li", {class: number === this.current ? "now" : "", "data-step": number + 1, onclick: () => this.go(number)},
                make("span", {class: "place"}, step.line + (step.column ? ":" + step.column : "")), what);
  }

  showState() {
    const state = stateAt(this.trace, this.current);
    const parts = this.threads.length ? [] : [make("h3", {}, "Call stack")];
    for (const [thread, frames] of [...state.stacks].sort(([a], [b]) => a - b)) {
      const isNow = this.steps[this.current].thread === thread;
      if (this.threads.length) parts.push(make("h3", {"data-stack": thread}, "Thread " + thread + (isNow ? ", which runs" : "")));
      for (const frame of [...frames].reverse()) {
        parts.push(make("div", {class: "frame mono"}, frame.name + "()"));
        parts.push(this.valueTable(frame.values));
      }
    }
    if (state.statics.size) parts.push(make("h3", {}, "Static objects"), this.valueTable(state.statics));
    const picture = objectsPicture(state, this.current);
    if (picture) parts.push(make("h3", {}, "Objects"), picture);
    this.statePanel.replaceChildren(...parts);
  }

  valueTable(values) {
    return make("table", {class: "values"}, [...values.values()].map(
        known => make("tr", {class: (known.step === this.current ? "changed" : "") + (known.isOlder ? " older" : ""),
                             "data-name": known.name},
                      make("td", {}, known.name), make("td", {class: "value"}, known.value),
                      make("td", {class: "type"}, (known.type || "") + (known.input ? " (input)" : "")))));
  }
}

// ---- objects, drawn

const BOX = {width: 200, row: 18, gapX: 70, gapY: 14};

// The object that a value points to: "&malloc#2", "&list.head", "&a + 4".
function targetOf(value, objects) {
  const match = /^&([^\s+,}]+)/.exec(value);
  if (!match) return null;
  let name = match[1];
  while (name && !objects.has(name)) name = name.slice(0, Math.max(name.lastIndexOf("."), name.lastIndexOf("["), 0));
  return name || null;
}

// Boxes: blocks of the heap, objects that have parts or that something points to, and variables that point to them.
function boxesOf(state) {
  const objects = new Map();
  const scopes = [...state.frames.map(frame => ({title: frame.name, values: frame.values})),
                  {title: "static", values: state.statics}, {title: "", values: state.heap, isHeap: true}];
  for (const scope of scopes)
    for (const known of scope.values.values()) {
      const name = known.object || known.name.split(/[.[]/)[0];
      const key = objects.has(name) && objects.get(name).scope !== scope ? scope.title + "." + name : name;
      if (!objects.has(key)) objects.set(key, {name: key, scope, rows: []});
      objects.get(key).rows.push(known);
    }
  for (const known of [...objects.values()].flatMap(box => box.rows)) {
    const match = /^&(malloc#\d+|calloc#\d+|realloc#\d+|[A-Za-z_]\w*#\d+)/.exec(known.value);
    if (match && !objects.has(match[1]))
      objects.set(match[1], {name: match[1], scope: {title: "", isHeap: true}, rows: []});
  }
  return objects;
}

function objectsPicture(state, current) {
  const objects = boxesOf(state);
  const arrows = [];
  for (const box of objects.values())
    box.rows.forEach((known, row) => {
      const target = targetOf(known.value, objects);
      if (target) arrows.push({from: box, row, to: objects.get(target)});
    });
  const shown = new Set([...objects.values()].filter(box => box.scope.isHeap));
  for (const arrow of arrows) shown.add(arrow.from).add(arrow.to);
  for (const box of objects.values()) if (box.rows.length > 1) shown.add(box);
  if (!shown.size) return null;
  // Columns: by the shortest way from a variable.
  const distance = new Map([...shown].filter(box => !box.scope.isHeap).map(box => [box, 0]));
  const todo = [...distance.keys()];
  for (const box of todo)
    for (const arrow of arrows)
      if (arrow.from === box && !distance.has(arrow.to)) {
        distance.set(arrow.to, distance.get(box) + 1);
        todo.push(arrow.to);
      }
  for (const box of shown) {
    box.isFreed = state.freed.has(box.name);
    box.isLost = !distance.has(box) && !box.isFreed;
  }
  for (const box of shown) if (!distance.has(box)) distance.set(box, 1);
  const most = 5; // a long list goes on below
  const columns = [...new Set([...distance.values()].map(far => far % most))].sort();
  const bottoms = [];
  for (const box of shown) {
    const column = columns.indexOf(distance.get(box) % most);
    box.x = column * (BOX.width + BOX.gapX);
    box.y = bottoms[column] || 0;
    box.height = (1 + Math.max(1, box.rows.length)) * BOX.row + 6;
    bottoms[column] = box.y + box.height + BOX.gapY;
  }
  return drawing(() => picture([...shown], arrows, current));
}

function shortened(text, length) {
  return text.length > length ? text.slice(0, length - 1) + "…" : text;
}

function picture(boxes, arrows, current) {
  const width = Math.max(...boxes.map(box => box.x + BOX.width)) + 60;
  const height = Math.max(...boxes.map(box => box.y + box.height)) + 10;
  const svg = make("svg", {class: "objects", viewBox: [-10, -5, width, height].join(" "), width, height, role: "img",
                           "aria-label": "objects and pointers", style: "min-width:" + Math.round(0.8 * width) + "px"});
  svg.append(make("defs", {}, make("marker", {id: "tip", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 7, markerHeight: 7,
                                              orient: "auto"}, make("path", {d: "M0,0 L8,4 L0,8 z"}))));
  for (const box of boxes) svg.append(boxPicture(box, current));
  for (const arrow of arrows) {
    const x1 = arrow.from.x + BOX.width - 6, y1 = arrow.from.y + (1.5 + arrow.row) * BOX.row + 3;
    const isBack = arrow.to.x <= arrow.from.x;
    const x2 = isBack ? arrow.to.x + BOX.width : arrow.to.x, y2 = arrow.to.y + BOX.row / 2 + 2;
    const bend = isBack ? 40 : Math.max(25, (x2 - x1) / 2);
    svg.append(make("path", {class: "arrow", "marker-end": "url(#tip)", "data-from": arrow.from.name, "data-to": arrow.to.name,
                             d: `M${x1},${y1} C${x1 + bend},${y1} ${isBack ? x2 + bend : x2 - bend},${y2} ${x2},${y2}`}));
  }
  return svg;
}

function boxPicture(box, current) {
  const group = make("g", {class: (box.isFreed ? "freed " : "") + (box.isLost ? "lost" : ""), "data-object": box.name,
                           transform: `translate(${box.x},${box.y})`});
  group.append(make("rect", {class: "box", width: BOX.width, height: box.height, rx: 5}));
  const remark = box.isFreed ? " (freed)" : box.isLost ? " (lost)" : "";
  const scope = box.scope.title ? " in " + box.scope.title : "";
  group.append(make("text", {class: "title", x: 8, y: 14}, shortened(box.name + scope + remark, 30)));
  box.rows.forEach((known, row) => {
    const label = known.name.startsWith(box.name) && known.name !== box.name ? known.name.slice(box.name.length) : known.name;
    const line = make("g", {class: known.step === current ? "changed" : "", transform: `translate(0,${(1 + row) * BOX.row})`},
                      make("rect", {class: "row", x: 2, y: 1, width: BOX.width - 4, height: BOX.row}),
                      make("text", {x: 8, y: 14}, shortened(label + " = " + known.value, 26)),
                      make("title", {}, known.name + " = " + known.value));
    group.append(line);
  });
  if (!box.rows.length) group.append(make("text", {class: "title", x: 8, y: 14 + BOX.row}, "nothing written"));
  return group;
}

// ---- the parts of the page

function headPart() {
  const kind = result.verdict.startsWith("true within") ? "unknown" : result.verdict;
  const what = {true: "true: no execution violates a check", false: "false: a check is violated",
                unknown: "unknown: " + result.reason}[result.verdict] ||
               "true within limits: " + (result.limits || []).join("; ");
  return make("header", {}, make("div", {class: "verdict " + kind}, make("b", {id: "verdict"}, what),
                                 make("span", {class: "mono"}, result.files.join(" ")),
                                 make("span", {class: "dim"}, result.producer + ", " + result.data_model + " bits")));
}

function restsOn() {
  const facts = [];
  if (result.verdict.startsWith("true")) facts.push("Reason: " + result.reason + ".");
  const check = result.proof_check;
  if (check) {
    const texts = {"confirmed": "A second solver (" + check.solver + ") has checked the proof.",
                   "not asked": "No second solver was asked.",
                   "not needed": "It rests on no invariant: all executions were looked at.",
                   "contradicted": "A second solver contradicts the proof."};
    facts.push(texts[check.status] || check.status);
    if (check.refutations)
      facts.push(check.refutations.confirmed + " of " + check.refutations.number + " refutations were confirmed by " +
                 (check.refutations.solver || "no second solver") + ".");
  }
  if (result.findings.length) facts.push("The interpreter has executed the program into each violation that is shown.");
  const native = {"confirmed": "The compiled program fails as predicted: ",
                  "not confirmed": "The compiled program DOES NOT fail as predicted: ",
                  "cannot be confirmed": "The compiled program cannot confirm it: ",
                  "not run": "The compiled program was not run: "};
  const replayed = result.findings.filter(finding => finding.native_replay);
  if (replayed.length > 1)
    facts.push(...replayed.map(finding => placeText(finding) + ": " + native[finding.native_replay.status] + finding.native_replay.what));
  else if (result.native_replay)
    facts.push(native[result.native_replay.status] + result.native_replay.what);
  if (result.safe_depth) facts.push("No violation within " + result.safe_depth + " iterations of loops.");
  facts.push(...result.warnings.map(warning => "Warning: " + warning));
  return section("What it rests on", make("ul", {class: "plain", id: "rests"}, facts.map(fact => make("li", {}, fact))));
}

function assumptionsPart() {
  if (!result.assumptions.length) return section("Assumptions", make("p", {class: "dim"}, "None of this program's own."));
  return section("Assumptions", make("ul", {class: "plain", id: "assumptions"}, result.assumptions.map(
      assumption => make("li", {}, assumption.message, " ", make("span", {class: "dim"}, placeText(assumption))))));
}

function invariantsPart() {
  if (result.findings.length || !result.invariants.length) return undefined;
  const files = [...new Set(result.invariants.map(invariant => invariant.file).filter(file => data.sources[file]))];
  return section("Loop invariants", make("p", {class: "dim"}, "Each holds whenever execution comes to its loop."),
                 files.map(file => make("div", {class: "panel", id: "invariants"},
                                        new SourceView(file, notesOf(file, []), new Set()).element)));
}

function checksPart() {
  const rows = [...result.checks.map(check => [tag(check.status), check.property, placeText(check), check.function || "",
                                               check.message, check.how]),
                ...(result.loops || []).map(loop => [tag(loop.status), "termination", placeText(loop), "", loop.kind, loop.how]),
                ...result.obstacles.map(row => [tag(row.status), row.kind, placeText(row), "", row.message, row.how])];
  if (!rows.length) return section("Checks", make("p", {class: "dim"}, "There is nothing to check."));
  const table = rowsTable(["status", "property", "place", "function", "what", "how"], rows);
  table.id = "checks";
  const counts = {};
  for (const check of [...result.checks, ...(result.loops || [])]) counts[check.status] = (counts[check.status] || 0) + 1;
  return section("Checks", make("p", {}, Object.entries(counts).map(([status, count]) => make("span", {}, tag(status), " " + count + "  "))),
                 rows.length > 40 ? make("details", {}, make("summary", {}, "all " + rows.length + " rows"), table) : table);
}

// What an engine said, and when: a bar with marks, and the same as a list.
function timeline(engine, longest) {
  const milestones = engine.milestones || [];
  const width = seconds => (100 * Math.min(seconds, longest) / longest).toFixed(2) + "%";
  return make("div", {class: "timeline"}, make("span", {class: "bar", style: "width:" + width(engine.seconds)}),
              milestones.map(milestone => make("span", {class: "mark", style: "left:" + width(milestone.seconds),
                                                        title: milestone.seconds.toFixed(2) + " s: " + milestone.what})));
}

function milestoneList(engine) {
  const milestones = engine.milestones || [];
  if (!milestones.length) return engine.outcome;
  return make("details", {}, make("summary", {}, engine.outcome),
              make("ol", {class: "milestones"}, milestones.map(milestone => make("li", {}, make(
                  "span", {class: "place"}, milestone.seconds.toFixed(2) + " s"), milestone.what))));
}

function enginesPart() {
  const longest = Math.max(...result.engines.map(engine => engine.seconds), 0.001);
  const table = rowsTable(["engine", "time", "0 to " + longest.toFixed(2) + " s", "outcome"], result.engines.map(
      engine => [engine.name, engine.seconds.toFixed(2) + " s", timeline(engine, longest), milestoneList(engine)]));
  table.id = "engines";
  return section("Engines", table);
}

// ---- together

function hashNumbers() {
  const parameters = new URLSearchParams(location.hash.slice(1));
  return {finding: +(parameters.get("finding") || 1) - 1, step: parameters.has("step") ? +parameters.get("step") - 1 : null};
}

class Page {
  constructor() {
    this.debuggers = result.findings.map((finding, index) => new Debugger(finding, index));
    this.place = make("div", {});
    this.tabs = result.findings.map((finding, index) => make("button", {onclick: () => this.choose(index), "data-finding": index + 1},
                                                             finding.property + " " + placeText(finding)));
    document.getElementById("page").append(
        headPart(), ...(this.debuggers.length ? [this.findingsPart()] : []), restsOn(),
        ...[invariantsPart()].filter(part => part), assumptionsPart(), checksPart(), enginesPart());
    for (const panel of document.querySelectorAll("#invariants")) {
      const first = panel.querySelector("tr.note");
      if (first) panel.scrollTop = first.offsetTop - panel.clientHeight / 2;
    }
    if (this.debuggers.length) this.follow();
    addEventListener("hashchange", () => this.follow());
    addEventListener("keydown", event => {
      if (event.target.tagName === "INPUT" || event.altKey || event.ctrlKey || event.metaKey || !this.chosen) return;
      if (this.chosen.key(event.key)) event.preventDefault();
    });
  }

  findingsPart() {
    return make("section", {}, this.tabs.length > 1 ? make("div", {class: "tabs"}, this.tabs) : undefined, this.place);
  }

  choose(index) {
    this.chosen = this.debuggers[index] || this.debuggers[0];
    this.tabs.forEach((button, number) => button.classList.toggle("chosen", number === this.chosen.index));
    this.place.replaceChildren(this.chosen.element);
    this.chosen.show();
  }

  follow() {
    const {finding, step} = hashNumbers();
    this.choose(finding);
    if (step !== null && Number.isFinite(step)) this.chosen.go(step);
  }
}

new Page();
