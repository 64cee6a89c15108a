#include "program/dot.h"

#include "program/loops.h"
#include "program/term_printer.h"
#include "program/text_writer.h"

#include <ostream>
#include <sstream>

namespace assay {

std::string escapeForDot(std::string_view line) {
  std::string out;
  for (const char c : line) {
    if (c == '"' || c == '\\') out += '\\';
    out += c == '\n' || c == '\t' || c == '\r' ? ' ' : c;
  }
  return out;
}

namespace {

std::string_view trim(std::string_view text) {
  const size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1);
}

struct Style {
  std::string_view name;
  std::string_view attributes;
};
/// By LocationKind.
constexpr Style kStyles[] = {
    {"", "shape=circle"},
    {"exit", "shape=doublecircle"},
    {"error", "shape=box, style=filled, fillcolor=\"#f4a6a0\", color=\"#b00020\""},
    {"unsupported", "shape=box, style=filled, fillcolor=\"#ffd08a\", color=\"#c06000\""},
    {"halt", "shape=box, style=\"rounded,filled\", fillcolor=\"#dddddd\""},
    {"abort", "shape=box, style=\"rounded,filled\", fillcolor=\"#dddddd\""},
    {"blocked", "shape=box, style=\"rounded,dashed\""},
    {"limit", "shape=box, style=\"rounded,dashed\", color=orange"},
    {"thread end", "shape=doublecircle, style=dashed"},
};

class DotWriter {
public:
  DotWriter(std::ostream& out, const Program& program, const DotOptions& options)
      : out_(out), program_(program), options_(options), terms_(program) {}

  void write() {
    out_ << "digraph program {\n"
            "  graph [fontname=\"Helvetica\", labeljust=l, compound=true];\n"
            "  node [fontname=\"Helvetica\", fontsize=10, margin=0.08, width=0.3, height=0.3];\n"
            "  edge [fontname=\"Courier\", fontsize=9];\n";
    for (uint32_t i = 0; i < program_.functions().size(); ++i) {
      if (program_[FunctionId(i)].hasBody()) writeFunction(FunctionId(i));
    }
    out_ << "}\n";
  }

private:
  std::string clip(std::string text) const {
    if (text.size() <= options_.maxLength) return text;
    size_t end = options_.maxLength;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end; // not within a character
    return text.substr(0, end) + "...";
  }

  void writeFunction(FunctionId id) {
    const Function& function = program_[id];
    terms_.enterFunction(id);
    const LoopForest forest(program_, id);
    out_ << "  subgraph cluster_function" << id.index() << " {\n    label=\"" << escapeForDot(function.name) << "\";\n"
         << "    style=rounded; color=\"#888888\"; fontsize=14;\n"
         << "    start" << id.index() << " [shape=point];\n";
    for (LocationId location : function.locations) {
      if (forest.loopOf(location) == Loop::kNone) writeLocation(location);
    }
    writeLoops(forest, id);
    out_ << "    start" << id.index() << " -> L" << function.entry.index() << ";\n";
    for (LocationId location : function.locations) {
      for (EdgeId edge : program_[location].out) writeEdge(edge, forest);
    }
    out_ << "  }\n";
  }

  /// Nested clusters, without recursion: a loop is opened when the walk comes to it and closed behind its inner loops.
  void writeLoops(const LoopForest& forest, FunctionId function) {
    std::vector<std::pair<uint32_t, bool>> work; // loop, and whether to close it
    for (uint32_t i = static_cast<uint32_t>(forest.loops().size()); i-- > 0;) {
      if (forest.loops()[i].parent == Loop::kNone) work.emplace_back(i, false);
    }
    while (!work.empty()) {
      const auto [number, closes] = work.back();
      work.pop_back();
      const Loop& loop = forest.loops()[number];
      if (closes) {
        out_ << "    }\n";
        continue;
      }
      out_ << "    subgraph cluster_loop" << function.index() << "_" << number << " {\n      label=\"loop";
      if (const std::string at = program_.files.format(program_[loop.head].position); !at.empty())
        out_ << " " << escapeForDot(at);
      out_ << "\"; style=filled; fillcolor=\"" << (loop.depth % 2 ? "#eef4fb" : "#dde9f6")
           << "\"; color=\"#7090b0\"; fontsize=10;\n";
      for (LocationId location : loop.locations) {
        if (forest.loopOf(location) == number) writeLocation(location);
      }
      work.emplace_back(number, true);
      for (uint32_t child : loop.children) work.emplace_back(child, false);
    }
  }

  void writeLocation(LocationId id) {
    const Location& location = program_[id];
    const Style& style = kStyles[static_cast<size_t>(location.kind)];
    out_ << "    L" << id.index() << " [" << style.attributes << ", label=\"" << id.index();
    if (!location.label.empty()) out_ << "\\n" << escapeForDot(clip(location.label)) << ":";
    if (!style.name.empty() && location.kind != LocationKind::Exit) {
      out_ << " " << style.name;
      if (location.kind == LocationKind::Error) out_ << " " << propertyName(location.property);
    }
    if (!location.message.empty()) out_ << "\\n" << escapeForDot(clip(location.message));
    if (location.kind != LocationKind::Plain && location.position.known()) {
      out_ << "\\n" << escapeForDot(program_.files.format(location.position));
    }
    out_ << "\"];\n";
  }

  void writeLine(std::string text) { out_ << escapeForDot(clip(std::move(text))) << "\\l"; }

  /// `12: i = i + 1;`, once for each line that the edge stems from.
  void writeSource(SourcePosition position) {
    if (!position.known() || (position.file == lastShown_.file && position.line == lastShown_.line)) return;
    lastShown_ = position;
    std::string text = std::to_string(position.line) + ":";
    if (options_.sourceLine) text += " " + std::string(trim(options_.sourceLine(position.file, position.line)));
    writeLine(std::move(text));
  }

  void writeEdge(EdgeId id, const LoopForest& forest) {
    const Edge& edge = program_[id];
    terms_.beginShort(options_.maxDepth);
    out_ << "    L" << edge.source.index() << " -> L" << edge.target.index() << " [label=\"";
    lastShown_ = {};
    writeSource(edge.position);
    if (!edge.guard.isTrue()) writeLine("[" + terms_.print(edge.guard) + "]");
    unsigned shown = 0;
    for (const Operation& operation : edge.operations) {
      if (shown++ == options_.maxOperations) {
        writeLine("... " + std::to_string(edge.operations.size() - options_.maxOperations) + " more");
        break;
      }
      writeSource(operation.position);
      writeLine("  " + printOperation(program_, terms_, operation));
    }
    out_ << "\"";
    // A back edge does not pull its loop's head down.
    if (forest.isHead(edge.target) && forest.flow().node(edge.source) >= forest.flow().node(edge.target)) {
      out_ << ", constraint=false, color=\"#3060a0\"";
    }
    if (program_[edge.target].kind == LocationKind::Error) out_ << ", color=\"#b00020\"";
    out_ << "];\n";
  }

  std::ostream& out_;
  const Program& program_;
  const DotOptions& options_;
  TermPrinter terms_;
  SourcePosition lastShown_;
};

} // namespace

void printDot(std::ostream& out, const Program& program, const DotOptions& options) {
  DotWriter(out, program, options).write();
}

std::string printDot(const Program& program, const DotOptions& options) {
  std::ostringstream out;
  printDot(out, program, options);
  return out.str();
}

} // namespace assay
