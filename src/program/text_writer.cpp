#include "program/text_writer.h"

#include "program/term_printer.h"
#include "program/text_syntax.h"

#include <algorithm>
#include <ostream>

namespace assay {

using namespace text;

namespace {

std::string quote(std::string_view text) { return '"' + escape(text, '"') + '"'; }

std::string positionText(SourcePosition position) {
  std::string text = "@";
  if (position.file != 0) text += std::to_string(position.file) + ":";
  return text + std::to_string(position.line) + ":" + std::to_string(position.column);
}

/// The text of an operation's action.
class ActionPrinter {
public:
  ActionPrinter(const Program& program, TermPrinter& terms) : program_(program), terms_(terms) {}

  std::string operator()(const Assign& a) { return target(a.variable) + terms_.print(a.value, true); }
  std::string operator()(const Input& i) {
    std::string text = target(i.variable) + "input " + std::string(nameOf(i.kind, inputKindNames()));
    return i.name.empty() ? text : text + " " + quote(i.name);
  }
  std::string operator()(const Load& l) { return target(l.variable) + "load " + pointer(l.pointer); }
  std::string operator()(const Store& s) { return "store " + pointer(s.pointer) + ", " + terms_.print(s.value); }
  std::string operator()(const Allocate& a) {
    std::string text = target(a.variable) + "allocate " + std::string(nameOf(a.storage, storageNames())) + " " +
                       std::string(nameOf(a.contents, contentsNames())) + " " + pointer(a.size);
    return a.name.empty() ? text : text + " " + quote(a.name);
  }
  std::string operator()(const Free& f) {
    return "free " + std::string(nameOf(f.storage, storageNames())) + " " + pointer(f.pointer);
  }
  std::string operator()(const Copy& c) {
    return "copy " + pointer(c.target) + ", " + pointer(c.source) + ", " + pointer(c.size);
  }
  std::string operator()(const Fill& f) {
    return "fill " + pointer(f.target) + ", " + terms_.print(f.byte, true) + ", " + pointer(f.size);
  }
  std::string operator()(const Query& q) {
    std::string text = target(q.variable) + std::string(nameOf(q.kind, queryNames())) + "(";
    for (Term argument : q.arguments) text += (text.back() == '(' ? "" : ", ") + pointer(argument);
    return text + ")";
  }
  std::string operator()(const Step& s) {
    if (s.access == AccessKind::None) return "step";
    return std::string(s.isAtomic ? "step atomic " : "step ") + std::string(nameOf(s.access, accessNames())) + " " +
           pointer(s.pointer) + ", " + pointer(s.size);
  }
  std::string operator()(const Spawn& s) { return target(s.thread) + "spawn " + called(s.callee, s.arguments); }
  std::string operator()(const Await& a) {
    return target(a.variable) + "await " + std::string(nameOf(a.kind, awaitNames())) + " " + pointer(a.pointer) + ", " +
           terms_.print(a.value);
  }
  std::string operator()(const Atomic& a) { return a.begins ? "atomic begin" : "atomic end"; }
  std::string operator()(const Call& c) {
    std::string text = c.result.valid() ? target(c.result) : std::string();
    return text + "call " + called(c.callee, c.arguments);
  }
  std::string operator()(const Return& r) { return r.value ? "return " + terms_.print(r.value, true) : "return"; }

private:
  std::string target(VariableId variable) const { return terms_.variable(variable) + " = "; }
  std::string pointer(Term term) { return terms_.print(term, true); }
  std::string called(FunctionId callee, const std::vector<Term>& arguments) {
    std::string text = quoteName(program_[callee].name) + "(";
    for (Term argument : arguments) text += (text.back() == '(' ? "" : ", ") + terms_.print(argument);
    return text + ")";
  }

  const Program& program_;
  TermPrinter& terms_;
};

class Writer {
public:
  Writer(std::ostream& out, const Program& program) : out_(out), program_(program), terms_(program) {}

  void write() {
    const PointerLayout& layout = program_.layout();
    out_ << "layout " << layout.width << " " << layout.offsetBits << ";\n";
    for (const std::string& file : program_.files) out_ << "file " << quote(file) << ";\n";
    for (const StaticObject& object : program_.objects) writeObject(object);
    for (uint32_t i = 0; i < program_.variables().size(); ++i) {
      const Variable& variable = program_.variables()[i];
      if (variable.function.valid()) continue;
      out_ << (variable.isThreadLocal ? "global thread_local " : "global ");
      writeVariable(VariableId(i));
      if (variable.initial) out_ << " = " << terms_.print(variable.initial, true);
      out_ << ";\n";
    }
    for (const Assumption& assumption : program_.assumptions) {
      out_ << "assume " << quote(assumption.message);
      writePosition(assumption.position);
      out_ << ";\n";
    }
    if (program_.entry().valid()) out_ << "entry " << quoteName(program_[program_.entry()].name) << ";\n";
    for (uint32_t i = 0; i < program_.functions().size(); ++i) writeFunction(FunctionId(i));
  }

private:
  void writePosition(SourcePosition position) {
    if (position != SourcePosition{}) out_ << " " << positionText(position);
  }

  void writeObject(const StaticObject& object) {
    out_ << "object " << quoteName(object.name) << ": " << object.size;
    if (object.constant) out_ << " constant";
    if (object.kind != ObjectKind::Global) out_ << " " << nameOf(object.kind, objectKindNames());
    if (!object.type.empty()) out_ << " " << quote(object.type);
    writePosition(object.position);
    if (!object.bytes.empty()) {
      out_ << " =";
      writeBytes(object.bytes);
    }
    out_ << ";\n";
  }

  // Runs of one byte as `count * byte`, readable text as a string, the rest in hexadecimal.
  void writeBytes(const std::vector<uint8_t>& bytes) {
    constexpr size_t kMinRun = 12, kLine = 64;
    const auto runFrom = [&](size_t i) {
      size_t end = i;
      while (end < bytes.size() && bytes[end] == bytes[i]) ++end;
      return end - i;
    };
    const auto isText = [](uint8_t c) { return (c >= 0x20 && c < 0x7f) || c == '\n' || c == '\t'; };
    size_t i = 0;
    while (i < bytes.size()) {
      if (const size_t run = runFrom(i); run >= kMinRun) {
        out_ << " " << run << " * " << unsigned{bytes[i]};
        i += run;
        continue;
      }
      const bool text = isText(bytes[i]);
      size_t end = i;
      while (end < bytes.size() && end - i < kLine && isText(bytes[end]) == text && runFrom(end) < kMinRun) ++end;
      if (i != 0) out_ << "\n   ";
      const std::string chunk(bytes.begin() + static_cast<ptrdiff_t>(i), bytes.begin() + static_cast<ptrdiff_t>(end));
      if (text) {
        out_ << " " << quote(chunk);
      } else {
        out_ << " hex \"";
        for (const char c : chunk) {
          static constexpr char kHex[] = "0123456789abcdef";
          out_ << kHex[static_cast<uint8_t>(c) >> 4] << kHex[static_cast<uint8_t>(c) & 15];
        }
        out_ << '"';
      }
      i = end;
    }
  }

  void writeVariable(VariableId id) {
    const Variable& variable = program_[id];
    out_ << terms_.variable(id) << ": " << (variable.isPointer ? "ptr" : sortName(variable.sort()));
    if (variable.typeClass != TypeClass::Unknown) out_ << " " << nameOf(variable.typeClass, typeClassNames());
    if (!variable.type.empty()) out_ << " " << quote(variable.type);
    if (!variable.sourceName.empty()) out_ << " as " << quote(variable.sourceName);
    writePosition(variable.position);
  }

  void writeFunction(FunctionId id) {
    const Function& function = program_[id];
    terms_.enterFunction(id);
    out_ << "\nfunction " << quoteName(function.name) << "(";
    for (VariableId parameter : function.parameters) {
      if (parameter != function.parameters.front()) out_ << ", ";
      writeVariable(parameter);
    }
    out_ << ")";
    if (!function.result.isNull()) out_ << " -> " << sortName(function.result);
    if (function.role != ThreadRole::None) out_ << " role " << nameOf(function.role);
    if (function.isUnseen) out_ << " unseen";
    writePosition(function.position);
    if (!function.hasBody()) {
      out_ << ";\n";
      terms_.enterFunction({});
      return;
    }
    out_ << " {\n";
    const auto& parameters = function.parameters;
    for (VariableId variable : function.variables) {
      if (std::find(parameters.begin(), parameters.end(), variable) != parameters.end()) continue;
      out_ << "  var ";
      writeVariable(variable);
      out_ << ";\n";
    }
    writeBody(function);
    out_ << "}\n";
    terms_.enterFunction({});
  }

  void writeBody(const Function& function) {
    locationName_.resize(program_.locations().size());
    for (size_t i = 0; i < function.locations.size(); ++i) {
      locationName_[function.locations[i].index()] = static_cast<uint32_t>(i);
    }
    if (function.entry != function.locations.front()) out_ << "  entry " << nameOfLocation(function.entry) << ";\n";
    for (LocationId id : function.locations) {
      writeLocation(id);
      for (EdgeId edge : program_[id].out) writeEdge(program_[edge]);
    }
  }

  std::string nameOfLocation(LocationId id) const { return "L" + std::to_string(locationName_[id.index()]); }

  void writeLocation(LocationId id) {
    const Location& location = program_[id];
    out_ << "  " << nameOfLocation(id) << ":";
    if (location.kind != LocationKind::Plain) out_ << " " << nameOf(location.kind, locationKindNames());
    if (location.kind == LocationKind::Error) out_ << "(" << propertyName(location.property) << ")";
    if (!location.message.empty()) out_ << " " << quote(location.message);
    if (!location.label.empty()) out_ << " label " << quote(location.label);
    writePosition(location.position);
    out_ << (location.out.empty() ? ";\n" : "\n");
  }

  void writeEdge(const Edge& edge) {
    std::vector<Term> roots{edge.guard};
    for (const Operation& operation : edge.operations) {
      const std::vector<Term> read = operation.terms();
      roots.insert(roots.end(), read.begin(), read.end());
    }
    terms_.begin(roots);
    for (size_t i = 0; i < terms_.lets().size(); ++i) {
      out_ << "    let $" << i + 1 << " = " << terms_.definition(i) << ";\n";
    }
    out_ << "    ";
    if (!edge.guard.isTrue()) out_ << "if " << terms_.print(edge.guard) << " ";
    out_ << "-> " << nameOfLocation(edge.target);
    writePosition(edge.position);
    if (edge.operations.empty()) {
      out_ << ";\n";
      return;
    }
    out_ << " {\n";
    for (const Operation& operation : edge.operations) {
      out_ << "      " << printOperation(program_, terms_, operation);
      if (operation.position != edge.position) out_ << " " << positionText(operation.position);
      out_ << ";\n";
    }
    out_ << "    }\n";
  }

  std::ostream& out_;
  const Program& program_;
  TermPrinter terms_;
  std::vector<uint32_t> locationName_; // number within its function
};

/// A stream buffer that appends to a string: no copy at the end.
class StringBuffer : public std::streambuf {
public:
  explicit StringBuffer(std::string& text) : text_(text) {}

protected:
  int_type overflow(int_type c) override {
    if (c != traits_type::eof()) text_ += static_cast<char>(c);
    return c;
  }
  std::streamsize xsputn(const char* s, std::streamsize n) override {
    text_.append(s, static_cast<size_t>(n));
    return n;
  }

private:
  std::string& text_;
};

} // namespace

std::string printOperation(const Program& program, TermPrinter& terms, const Operation& operation) {
  return std::visit(ActionPrinter(program, terms), operation.action);
}

void printProgram(std::ostream& out, const Program& program) { Writer(out, program).write(); }

std::string printProgram(const Program& program) {
  std::string text;
  StringBuffer buffer(text);
  std::ostream out(&buffer);
  printProgram(out, program);
  return text;
}

} // namespace assay
