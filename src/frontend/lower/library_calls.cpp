#include "frontend/lower/library_calls.h"

#include "program/library_call.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace assay {

namespace {

constexpr uint32_t kWidth = 32;

/// Races and deadlocks are told by the threads that take part, wherever these are.
bool isOfThreads(Property property) { return property == Property::NoDataRace || property == Property::NoDeadlock; }

bool isToldAtCalls(const Location& location) {
  const bool isCheck = location.kind == LocationKind::Error && !isOfThreads(location.property);
  const bool isEndOfModel = location.kind == LocationKind::Unsupported || location.kind == LocationKind::Limit;
  return (isCheck || isEndOfModel) && !location.position.known();
}

/// "invalid read of memory in strlen"
std::string withLibrary(const std::string& message, const std::string& name) {
  const size_t end = std::min(message.find(": "), message.size());
  return message.substr(0, end) + " in " + name + message.substr(end);
}

} // namespace

void LibraryCalls::declare(FunctionId model) {
  const VariableId parameter = program_.addVariable(model, kLibraryCall, program_.terms().bvSort(kWidth));
  parameters_.emplace(model, parameter);
  program_[model].parameters.push_back(parameter);
}

void LibraryCalls::pass(FunctionId callee, FunctionId caller, const LibraryCall& call, std::vector<Term>& arguments) {
  if (!parameters_.contains(callee)) return;
  if (const auto own = parameters_.find(caller); own != parameters_.end()) {
    arguments.push_back(program_[own->second].term);
    return;
  }
  uint32_t number = 0;
  if (call.position.known()) {
    const auto [entry, isNew] = numbers_.try_emplace(call, static_cast<uint32_t>(calls_.size() + 1));
    if (isNew) calls_.push_back(call);
    number = entry->second;
  }
  arguments.push_back(program_.terms().mkBv(kWidth, number));
}

/// Through which calls of the user's code executions come to each model.
std::map<FunctionId, LibraryCalls::Numbers> LibraryCalls::callsOfModels() const {
  std::map<FunctionId, Numbers> calls;
  std::map<FunctionId, std::set<FunctionId>> callees; // that get the number of their caller
  std::vector<FunctionId> work;
  const auto see = [&](FunctionId caller, FunctionId callee, const std::vector<Term>& arguments) {
    if (!parameters_.contains(callee)) return;
    if (!arguments.back().isValue()) {
      callees[caller].insert(callee);
    } else {
      calls[callee].insert(static_cast<uint32_t>(arguments.back().value().toUint64()));
    }
  };
  for (const Edge& edge : program_.edges())
    for (const Operation& operation : edge.operations) {
      const FunctionId caller = edge.source.valid() ? program_[edge.source].function : FunctionId();
      if (const Call* call = operation.as<Call>()) see(caller, call->callee, call->arguments);
      if (const Spawn* spawn = operation.as<Spawn>()) see(caller, spawn->callee, spawn->arguments);
    }
  for (const auto& [callee, numbers] : calls) work.push_back(callee);
  while (!work.empty()) {
    const FunctionId caller = work.back();
    work.pop_back();
    for (const FunctionId callee : callees[caller]) {
      const size_t before = calls[callee].size();
      calls[callee].insert(calls[caller].begin(), calls[caller].end());
      if (calls[callee].size() != before) work.push_back(callee);
    }
  }
  return calls;
}

std::optional<std::set<VariableId>> LibraryCalls::writtenBy(FunctionId model) const {
  std::set<VariableId> written;
  std::set<FunctionId> seen{model};
  std::vector<FunctionId> work{model};
  while (!work.empty()) {
    const FunctionId function = work.back();
    work.pop_back();
    if (!parameters_.contains(function)) return std::nullopt;
    for (const LocationId location : program_[function].locations) {
      if (program_[location].kind == LocationKind::Error) return std::nullopt;
      for (const EdgeId edge : program_[location].out)
        for (const Operation& operation : program_[edge].operations) {
          if (const VariableId defined = operation.defines(); defined.valid() && !program_[defined].function.valid())
            written.insert(defined);
          if (const Call* call = operation.as<Call>(); call != nullptr && seen.insert(call->callee).second)
            work.push_back(call->callee);
        }
    }
  }
  return written;
}

void LibraryCalls::returnUnknown() {
  for (const auto& [model, parameter] : parameters_) {
    std::vector<LocationId> obstacles = program_[model].locations;
    std::erase_if(obstacles, [&](LocationId at) { return program_[at].label != kUnknownResult; });
    if (obstacles.empty() || !program_[model].exit.valid()) continue;
    const std::optional<std::set<VariableId>> written = writtenBy(model);
    if (!written) continue;
    for (const LocationId obstacle : obstacles) {
      const std::string what = std::exchange(program_[obstacle].message, {});
      std::vector<Operation> operations;
      for (const VariableId variable : *written)
        operations.push_back({Input{variable, InputKind::Unspecified, what}, {}});
      Return back;
      if (const Sort sort = program_[model].result; !sort.isNull()) {
        const VariableId result = program_.addVariable(model, "result", sort);
        operations.push_back({Input{result, InputKind::Unspecified, what}, {}});
        back.value = program_[result].term;
      }
      operations.push_back({std::move(back), {}});
      program_[obstacle].kind = LocationKind::Plain;
      program_[obstacle].label.clear();
      program_.addEdge(obstacle, program_[model].exit, program_.terms().mkTrue(), std::move(operations));
    }
  }
}

void LibraryCalls::tellAtCalls() {
  for (const auto& [model, calls] : callsOfModels()) {
    // Without edges behind them, checks of one kind are one.
    std::map<std::tuple<LocationKind, Property, std::string>, LocationId> ends;
    const std::vector<LocationId> locations = program_[model].locations;
    for (const LocationId row : locations) {
      const Location& location = program_[row];
      if (!isToldAtCalls(location)) continue;
      if (location.out.empty()) {
        const auto [same, isNew] = ends.try_emplace({location.kind, location.property, location.message}, row);
        if (!isNew) {
          for (const EdgeId edge : std::vector<EdgeId>(location.in))
            program_.redirect(edge, program_[edge].source, same->second);
          continue;
        }
      }
      tell(row, calls, program_[parameters_.at(model)].term);
    }
  }
}

void LibraryCalls::tellAtCall(LocationId row, const LibraryCall& call) {
  Location& location = program_[row];
  location.position = call.position;
  if (location.property == Property::ValidDeref || location.property == Property::ValidFree)
    location.message = withLibrary(location.message, call.name);
}

/// A copy of the row for a call, with all that may come behind it.
LocationId LibraryCalls::fork(LocationId row, uint32_t call) {
  const Location original = program_[row];
  const LocationId copy = program_.addLocation(original.function, original.kind);
  program_[copy].property = original.property;
  program_[copy].message = original.message;
  if (call != 0) tellAtCall(copy, calls_[call - 1]);
  for (const EdgeId behind : original.out) {
    const Edge edge = program_[behind];
    program_.addEdge(copy, edge.target, edge.guard, edge.operations, edge.position);
  }
  return copy;
}

void LibraryCalls::tell(LocationId row, const Numbers& calls, Term parameter) {
  if (calls.size() == 1) {
    if (*calls.begin() != 0) tellAtCall(row, calls_[*calls.begin() - 1]);
    return;
  }
  TermManager& terms = program_.terms();
  std::vector<std::pair<LocationId, Term>> forks;
  std::vector<Term> others;
  for (const uint32_t call : calls) {
    const Term isIt = terms.mkEqual(parameter, terms.mkBv(kWidth, call));
    const bool isLast = call == *calls.rbegin();
    forks.emplace_back(fork(row, call), isLast ? terms.mkAnd(others) : isIt);
    others.push_back(terms.mkNot(isIt));
  }
  for (const EdgeId behind : std::vector<EdgeId>(program_[row].out)) program_.removeEdge(behind);
  program_[row].kind = LocationKind::Plain;
  program_[row].message.clear();
  for (const auto& [copy, guard] : forks) program_.addEdge(row, copy, guard);
}

} // namespace assay
