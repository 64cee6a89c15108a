#include "transform/target.h"

#include <algorithm>
#include <charconv>
#include <string>
#include <vector>

namespace assay {

namespace {

bool isFile(std::string_view name, std::string_view wanted) {
  if (!name.ends_with(wanted)) return false;
  return name.size() == wanted.size() || name[name.size() - wanted.size() - 1] == '/';
}

void endAtErrors(Program& program) {
  for (uint32_t i = 0; i < program.locations().size(); ++i) {
    Location& location = program[LocationId(i)];
    if (location.kind == LocationKind::Error) location.kind = LocationKind::Halt;
  }
}

class Target {
public:
  Target(Program& program, std::string_view text) : program_(program), text_(text) {
    const size_t colon = text.rfind(':');
    if (colon == std::string_view::npos) return;
    const char* end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data() + colon + 1, end, line_);
    if (error != std::errc() || rest != end) line_ = 0;
    file_ = text.substr(0, colon);
  }

  unsigned make() {
    endAtErrors(program_);
    return line_ == 0 ? makeAtLabel() : makeAtLine();
  }

private:
  bool isHere(SourcePosition position) const {
    return position.known() && position.line == line_ && isFile(program_.files[position.file], file_);
  }

  LocationId addError(FunctionId function, SourcePosition position) {
    const LocationId id = program_.addLocation(function, LocationKind::Error);
    Location& location = program_[id];
    location.property = Property::UnreachCall;
    location.message = "target " + std::string(text_) + " is reached";
    location.position = position;
    return id;
  }

  unsigned makeAtLabel() {
    std::vector<LocationId> places;
    for (uint32_t i = 0; i < program_.locations().size(); ++i) {
      if (program_.locations()[i].label == text_) places.push_back(LocationId(i));
    }
    for (LocationId place : places) {
      const LocationId error = addError(program_[place].function, program_[place].position);
      program_[error].label = program_[place].label;
      const std::vector<EdgeId> in = program_[place].in;
      for (EdgeId edge : in) program_.redirect(edge, program_[edge].source, error);
    }
    program_.compact();
    return static_cast<unsigned>(places.size());
  }

  /// The edge up to what happens at the line.
  bool cut(EdgeId id) {
    const std::vector<Operation>& operations = program_[id].operations;
    const auto first = std::find_if(operations.begin(), operations.end(),
                                    [&](const Operation& operation) { return isHere(operation.position); });
    const bool isAtOnce = isHere(program_[id].position);
    if (!isAtOnce && first == operations.end()) return false;
    const SourcePosition position = isAtOnce ? program_[id].position : first->position;
    const LocationId error = addError(program_[program_[id].source].function, position);
    std::vector<Operation>& kept = program_[id].operations;
    kept.resize(isAtOnce ? 0 : static_cast<size_t>(first - operations.begin()));
    program_.redirect(id, program_[id].source, error);
    return true;
  }

  unsigned makeAtLine() {
    unsigned count = 0;
    const auto edges = static_cast<uint32_t>(program_.edges().size());
    for (uint32_t i = 0; i < edges; ++i) count += program_[EdgeId(i)].source.valid() && cut(EdgeId(i));
    program_.compact();
    return count;
  }

  Program& program_;
  std::string_view text_;
  std::string_view file_;
  uint32_t line_ = 0; // 0: a label
};

} // namespace

unsigned makeTarget(Program& program, std::string_view target) { return Target(program, target).make(); }

void makeTargets(Program& program, std::span<const LocationId> places) {
  endAtErrors(program);
  for (size_t i = 0; i < places.size(); ++i) {
    const std::vector<EdgeId> out = program[places[i]].out;
    for (EdgeId edge : out) program.removeEdge(edge);
    Location& location = program[places[i]];
    location.kind = LocationKind::Error;
    location.property = Property::UnreachCall;
    location.message = std::to_string(i);
  }
  program.compact();
}

} // namespace assay
