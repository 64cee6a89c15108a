#include "engine/kiki/jumps.h"

#include "encode/closed_forms.h"
#include "engine/common/replay.h"
#include "program/interpreter.h"
#include "term/substitute.h"

#include <algorithm>
#include <utility>

namespace assay {

namespace {

constexpr std::string_view kChoice = "which path is jumped over";
constexpr std::string_view kJump = "how often path ";

} // namespace

/// A path from a head to itself, with what it takes from outside.
struct Jumps::Path {
  BlockPath block;
  std::vector<std::pair<Term, Input>> inputs = {}; // their symbols
};

Jumps::Jumps(const Flow& flow, uint32_t countBits, const KikiLimits& limits)
    : limits_(limits), countBits_(countBits), program_(flow.program().clone()) {
  for (uint32_t head = 0; head < flow.heads().size(); ++head) addJumps(flow, head);
}

/// Paths that do nothing but assign and take inputs, and pass no other head; none if there are too many.
std::vector<Jumps::Path> Jumps::pathsAround(const Flow& flow, uint32_t head) const {
  const Program& program = flow.program();
  TermManager& terms = flow.terms();
  const LocationId start = flow.heads()[head];
  Path first{{start, terms.mkTrue(), {}}};
  for (uint32_t v = 0; v < program.variables().size(); ++v) first.block.values.set(v, program.variables()[v].term);
  std::vector<Path> open{std::move(first)}, found;
  while (!open.empty()) {
    const Path path = std::move(open.back());
    open.pop_back();
    for (const EdgeId edgeId : program[path.block.target].out) {
      const Edge& edge = program[edgeId];
      Path next = path;
      next.block.target = edge.target;
      next.block.guard = terms.mkAnd(path.block.guard, path.block.at(program, edge.guard));
      if (next.block.guard.isFalse()) continue;
      const bool isPlain = std::ranges::all_of(edge.operations, [&](const Operation& operation) {
        if (const Assign* assign = operation.as<Assign>()) {
          next.block.values.set(assign->variable.index(), next.block.at(program, assign->value));
          return true;
        }
        const Input* input = operation.as<Input>();
        if (!input) return false;
        next.inputs.emplace_back(terms.mkFreshVariable("jump!input", program[input->variable].sort()), *input);
        next.block.values.set(input->variable.index(), next.inputs.back().first);
        return true;
      });
      if (!isPlain) continue;
      if (edge.target == start)
        found.push_back(std::move(next));
      else if (flow.headNumber(edge.target) == Flow::kNone)
        open.push_back(std::move(next));
      if (open.size() + found.size() > limits_.jumpPaths) return {};
    }
  }
  return found;
}

void Jumps::addJumps(const Flow& flow, uint32_t head) {
  struct Jump {
    ClosedForms forms;
    Path path;
  };
  std::vector<Jump> jumps;
  for (const Path& path : pathsAround(flow, head))
    for (BlockPath& decided : withoutChoices(flow, path.block, limits_.jumpPaths)) {
      auto forms = ClosedForms::of(flow, decided, countBits_);
      if (!forms || forms->changed().empty() || jumps.size() >= limits_.jumps) continue;
      jumps.push_back({std::move(*forms), {std::move(decided), path.inputs}});
    }
  if (jumps.empty()) return;

  TermManager& terms = program_.terms();
  const LocationId start = flow.heads()[head];
  const FunctionId function = program_[start].function;
  const auto newLocation = [&](LocationKind kind) {
    const LocationId location = program_.addLocation(function, kind);
    program_[location].position = program_[start].position;
    return location;
  };
  const LocationId choice = newLocation(LocationKind::Plain), landing = newLocation(LocationKind::Plain);
  const std::vector<EdgeId> edges = program_[start].out;
  for (const EdgeId edge : edges) program_.redirect(edge, landing, program_[edge].target);
  constexpr uint32_t kChoiceBits = 8;
  const VariableId which = program_.addVariable(function, "which", terms.bvSort(kChoiceBits));
  program_.addEdge(start, choice, terms.mkTrue(), {{Input{which, InputKind::Unspecified, std::string(kChoice)}, {}}});
  Term isNone = terms.mkTrue();
  uint64_t number = 0;
  for (Jump& jump : jumps) {
    const Term isThis = terms.mkEqual(program_[which].term, terms.mkBv(kChoiceBits, ++number));
    const std::string name = std::string(kJump) + std::to_string(inputsOf_.size());
    inputsOf_.emplace(name, jump.path.inputs.size());
    const VariableId more = program_.addVariable(function, "times", terms.bvSort(countBits_));
    std::vector<Operation> taken{{Input{more, InputKind::Unspecified, name}, {}}}, moved, copied;
    Substitution named(terms);
    for (const auto& [symbol, input] : jump.path.inputs) {
      const VariableId variable = program_.addVariable(function, "taken", symbol.sort());
      taken.push_back({Input{variable, input.kind, input.name}, {}});
      named.add(symbol, program_[variable].term);
    }
    const Term times = program_[more].term;
    const Term guard =
        named.apply(terms.mkAnd(terms.mkDistinct(times, terms.mkBv(countBits_, 0)), jump.forms.canBeTaken(times)));
    for (const VariableId v : jump.forms.changed()) {
      const VariableId copy = program_.addVariable(function, "behind", program_[v].sort());
      widest_ = std::max(widest_, program_[v].sort().isBitVec() ? program_[v].sort().width() : 1);
      moved.push_back({Assign{copy, named.apply(jump.forms.valueAfter(v, times))}, {}});
      copied.push_back({Assign{v, program_[copy].term}, {}});
    }
    std::ranges::move(copied, std::back_inserter(moved));
    const LocationId begin = newLocation(LocationKind::Plain), blocked = newLocation(LocationKind::Blocked);
    program_[blocked].message = "a path cannot be taken so often";
    program_.addEdge(choice, begin, isThis, std::move(taken));
    program_.addEdge(begin, landing, guard, std::move(moved));
    program_.addEdge(begin, blocked, terms.mkNot(guard));
    isNone = terms.mkAnd(isNone, terms.mkNot(isThis));
  }
  program_.addEdge(choice, landing, isNone);
}

std::optional<Jumps::Unfolded> Jumps::unfolded(const Counterexample& jumping, const Deadline& deadline) const {
  CounterexampleInputs source(jumping);
  RecordingInputs recording(source);
  Interpreter(program_, {.interrupt = &deadline.flag()}).run(recording);
  Unfolded result{{.error = {}, .inputs = {}, .bytes = jumping.bytes}};
  std::vector<BitVector>& inputs = result.counterexample.inputs;
  const std::vector<RecordingInputs::Entry>& entries = recording.entries();
  for (size_t i = 0; i < entries.size(); ++i) {
    if (entries[i].name == kChoice) continue;
    const auto jump = inputsOf_.find(entries[i].name);
    if (jump == inputsOf_.end()) {
      inputs.push_back(entries[i].value);
      continue;
    }
    const uint64_t times = entries[i].value.toUint64() + 1;
    const size_t number = jump->second;
    result.longest = std::max(result.longest, times);
    if (number > 0 && (times > limits_.jumpInputs || inputs.size() + times * number > limits_.jumpInputs))
      return std::nullopt;
    for (uint64_t t = 0; number > 0 && t < times; ++t)
      for (size_t k = 1; k <= number; ++k) inputs.push_back(entries[i + k].value);
    i += number;
  }
  return result;
}

} // namespace assay
