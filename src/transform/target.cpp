#include "transform/target.h"

#include <algorithm>
#include <charconv>
#include <string>
#include <utility>

namespace assay {

namespace {

bool isFile(std::string_view name, std::string_view wanted) {
  if (!name.ends_with(wanted)) return false;
  return name.size() == wanted.size() || name[name.size() - wanted.size() - 1] == '/';
}

/// A location of its own behind the function's entry, for nothing may lead to an entry but calls.
LocationId behindEntry(Program& program, FunctionId function) {
  const LocationId entry = program[function].entry;
  const LocationId place = program.addLocation(function);
  const std::vector<EdgeId> out = program[entry].out;
  for (EdgeId edge : out) program.redirect(edge, place, program[edge].target);
  program.addEdge(entry, place, program.terms().mkTrue(), {}, program[entry].position);
  program[place].position = program[entry].position;
  return place;
}

class Exposed {
public:
  Exposed(Program& program, std::string_view text) : program_(program), text_(text) {
    const size_t colon = text.rfind(':');
    if (colon == std::string_view::npos) return;
    const char* end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data() + colon + 1, end, line_);
    if (error != std::errc() || rest != end) line_ = 0;
    file_ = text.substr(0, colon);
  }

  std::vector<LocationId> places() {
    if (line_ != 0)
      atLine();
    else
      atName();
    return std::move(places_);
  }

private:
  bool isHere(SourcePosition position) const {
    return position.known() && position.line == line_ && isFile(program_.files[position.file], file_);
  }

  void atName() {
    for (uint32_t i = 0; i < program_.locations().size(); ++i)
      if (program_.locations()[i].label == text_) places_.emplace_back(i);
    if (!places_.empty()) return;
    for (uint32_t i = 0; i < program_.functions().size(); ++i)
      if (program_.functions()[i].hasBody() && program_.functions()[i].name == text_)
        places_.push_back(behindEntry(program_, FunctionId(i)));
  }

  /// Before what happens at the line.
  void atLine() {
    const auto edges = static_cast<uint32_t>(program_.edges().size());
    for (uint32_t i = 0; i < edges; ++i) {
      const EdgeId id(i);
      if (!program_[id].source.valid()) continue;
      const std::vector<Operation>& operations = program_[id].operations;
      const auto first = std::find_if(operations.begin(), operations.end(),
                                      [&](const Operation& operation) { return isHere(operation.position); });
      const bool isAtOnce = isHere(program_[id].position);
      if (!isAtOnce && first == operations.end()) continue;
      cut(id, isAtOnce ? 0 : static_cast<size_t>(first - operations.begin()),
          isAtOnce ? program_[id].position : first->position);
    }
  }

  /// The edge keeps its guard and so many operations; another one does the rest.
  void cut(EdgeId id, size_t kept, SourcePosition position) {
    const LocationId target = program_[id].target;
    std::vector<Operation>& operations = program_[id].operations;
    std::vector<Operation> rest(operations.begin() + static_cast<ptrdiff_t>(kept), operations.end());
    operations.erase(operations.begin() + static_cast<ptrdiff_t>(kept), operations.end());
    const LocationId place = program_.addLocation(program_[program_[id].source].function);
    program_[place].position = position;
    program_.redirect(id, program_[id].source, place);
    program_.addEdge(place, target, program_.terms().mkTrue(), std::move(rest), position);
    places_.push_back(place);
  }

  Program& program_;
  std::string_view text_;
  std::string_view file_;
  uint32_t line_ = 0; // 0: a name
  std::vector<LocationId> places_;
};

bool endsInCall(const Edge& edge) { return !edge.operations.empty() && edge.operations.back().as<Call>(); }

/// Whether a basic block begins here, entries aside.
bool isLeader(const Program& program, LocationId id) {
  const Location& location = program[id];
  if (location.kind != LocationKind::Plain || location.out.empty() || !positionOf(program, id).known()) return false;
  if (location.in.size() != 1) return true;
  const Edge& before = program[location.in[0]];
  return program[before.source].out.size() > 1 || endsInCall(before);
}

/// What is left of the program when executions end at these errors.
void makeErrors(Program& program, std::span<const LocationId> places, std::span<const std::string> messages) {
  for (size_t i = 0; i < places.size(); ++i) {
    const std::vector<EdgeId> out = program[places[i]].out;
    for (EdgeId edge : out) program.removeEdge(edge);
    Location& location = program[places[i]];
    location.kind = LocationKind::Error;
    location.property = Property::UnreachCall;
    location.message = messages[i];
  }
  program.compact();
}

} // namespace

void endAtErrors(Program& program) {
  for (uint32_t i = 0; i < program.locations().size(); ++i) {
    Location& location = program[LocationId(i)];
    if (location.kind == LocationKind::Error) location.kind = LocationKind::Halt;
  }
}

SourcePosition positionOf(const Program& program, LocationId location) {
  if (program[location].position.known()) return program[location].position;
  for (EdgeId edge : program[location].out)
    if (program[edge].position.known()) return program[edge].position;
  return {};
}

std::vector<LocationId> exposeTarget(Program& program, std::string_view target) {
  return Exposed(program, target).places();
}

std::vector<LocationId> exposeBlocks(Program& program) {
  std::vector<LocationId> places;
  for (uint32_t i = 0; i < program.functions().size(); ++i) {
    const FunctionId function(i);
    if (!program[function].hasBody() || !program[function].position.known()) continue;
    const std::vector<LocationId> locations = program[function].locations;
    const LocationId entry = program[function].entry;
    places.push_back(behindEntry(program, function));
    for (LocationId location : locations)
      if (location != entry && isLeader(program, location)) places.push_back(location);
  }
  return places;
}

unsigned makeTarget(Program& program, std::string_view target) {
  endAtErrors(program);
  const std::vector<LocationId> places = exposeTarget(program, target);
  makeErrors(program, places, std::vector<std::string>(places.size(), "target " + std::string(target) + " is reached"));
  return static_cast<unsigned>(places.size());
}

void makeTargets(Program& program, std::span<const LocationId> places) {
  endAtErrors(program);
  std::vector<std::string> messages;
  for (size_t i = 0; i < places.size(); ++i) messages.push_back(std::to_string(i));
  makeErrors(program, places, messages);
}

} // namespace assay
