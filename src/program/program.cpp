#include "program/program.h"

#include <algorithm>
#include <cassert>
#include <iterator>

namespace assay {

namespace {

constexpr std::string_view kRoleNames[] = {
    "",
#define ROLE(role, name) name,
#include "program/thread_roles.def"
};

} // namespace

std::string_view nameOf(ThreadRole role) { return kRoleNames[static_cast<size_t>(role)]; }

ThreadRole threadRoleNamed(std::string_view name) {
  const auto* const at = std::ranges::find(kRoleNames, name);
  return at == std::end(kRoleNames) ? ThreadRole::None : static_cast<ThreadRole>(at - kRoleNames);
}

void Assumptions::add(std::string message, SourcePosition position) {
  const auto isSame = [&](const Assumption& other) { return other.message == message; };
  if (std::ranges::none_of(assumptions_, isSame)) assumptions_.push_back({std::move(message), position});
}

VariableId Program::addVariable(Variable variable) {
  assert(variable.term && variable.term.isVariable());
  const VariableId id(static_cast<uint32_t>(variables_.size()));
  [[maybe_unused]] const bool isNew = variableOf_.emplace(variable.term, id).second;
  assert(isNew && "the program already has this variable");
  if (variable.function.valid()) functions_[variable.function.index()].variables.push_back(id);
  variables_.push_back(std::move(variable));
  return id;
}

VariableId Program::addVariable(FunctionId function, std::string_view prefix, Sort sort) {
  std::string base = function.valid() ? functions_[function.index()].name + "::" : std::string();
  base += prefix;
  // Taken: by a variable of this program, or in the manager by one of another sort.
  const auto isTaken = [&](const std::string& name) {
    const Term term = terms_.findVariable(name);
    return term && (term.sort() != sort || variableOf_.contains(term));
  };
  std::string name = base;
  if (isTaken(name)) {
    uint32_t& suffix = nextSuffix_[base];
    do name = base + "." + std::to_string(++suffix);
    while (isTaken(name));
  }
  Variable variable;
  variable.term = terms_.mkVariable(name, sort);
  variable.function = function;
  if (!function.valid()) variable.initial = terms_.mkZero(sort);
  return addVariable(std::move(variable));
}

VariableId Program::addPointer(FunctionId function, std::string_view prefix) {
  const VariableId id = addVariable(function, prefix, pointerSort());
  variables_[id.index()].isPointer = true;
  return id;
}

FunctionId Program::addFunction(std::string name) {
  const FunctionId id(static_cast<uint32_t>(functions_.size()));
  [[maybe_unused]] const bool isNew = functionByName_.emplace(name, id).second;
  assert(isNew && "the program already has this function");
  Function function;
  function.name = std::move(name);
  functions_.push_back(std::move(function));
  return id;
}

LocationId Program::addLocation(FunctionId function, LocationKind kind) {
  const LocationId id(static_cast<uint32_t>(locations_.size()));
  Location location;
  location.kind = kind;
  location.function = function;
  locations_.push_back(std::move(location));
  Function& owner = functions_[function.index()];
  owner.locations.push_back(id);
  if (kind == LocationKind::Exit && !owner.exit.valid()) owner.exit = id;
  return id;
}

EdgeId Program::addEdge(LocationId source, LocationId target, Term guard, std::vector<Operation> operations,
                        SourcePosition position) {
  const EdgeId id(static_cast<uint32_t>(edges_.size()));
  edges_.push_back({source, target, guard, std::move(operations), position});
  locations_[source.index()].out.push_back(id);
  locations_[target.index()].in.push_back(id);
  return id;
}

FunctionId Program::findFunction(std::string_view name) const {
  const auto it = functionByName_.find(std::string(name));
  return it == functionByName_.end() ? FunctionId() : it->second;
}

VariableId Program::variableOf(Term variable) const {
  const auto it = variableOf_.find(variable);
  return it == variableOf_.end() ? VariableId() : it->second;
}

Term Program::objectAddress(uint32_t number, uint64_t offset) const {
  return terms_.mkBv(layout_.width, layout_.address(number, offset));
}

void Program::redirect(EdgeId id, LocationId source, LocationId target) {
  Edge& edge = edges_[id.index()];
  if (edge.source != source) {
    if (edge.source.valid()) std::erase(locations_[edge.source.index()].out, id);
    if (source.valid()) locations_[source.index()].out.push_back(id);
    edge.source = source;
  }
  if (edge.target != target) {
    if (edge.target.valid()) std::erase(locations_[edge.target.index()].in, id);
    if (target.valid()) locations_[target.index()].in.push_back(id);
    edge.target = target;
  }
}

void Program::removeEdge(EdgeId edge) {
  redirect(edge, LocationId(), LocationId());
  edges_[edge.index()].operations.clear();
}

namespace {

/// Which locations an entry of a function reaches; exits of functions with a body count as reached.
std::vector<bool> reachableLocations(const Program& program) {
  std::vector<bool> reached(program.locations().size(), false);
  std::vector<LocationId> work;
  const auto visit = [&](LocationId location) {
    if (reached[location.index()]) return;
    reached[location.index()] = true;
    work.push_back(location);
  };
  for (const Function& function : program.functions()) {
    if (!function.hasBody()) continue;
    visit(function.entry);
    if (function.exit.valid()) visit(function.exit);
  }
  while (!work.empty()) {
    const LocationId location = work.back();
    work.pop_back();
    for (EdgeId edge : program[location].out) visit(program[edge].target);
  }
  return reached;
}

/// New numbers for what is kept, in the old order; the invalid id for the rest.
template <class IdType>
std::vector<IdType> renumber(const std::vector<bool>& keep) {
  std::vector<IdType> result(keep.size());
  uint32_t next = 0;
  for (size_t i = 0; i < keep.size(); ++i) {
    if (keep[i]) result[i] = IdType(next++);
  }
  return result;
}

/// Applies the new numbers to a list of ids and drops those without one.
template <class IdType>
void remap(std::vector<IdType>& ids, const std::vector<IdType>& newId) {
  std::erase_if(ids, [&](IdType id) { return !newId[id.index()].valid(); });
  for (IdType& id : ids) id = newId[id.index()];
}

/// Keeps the elements that have a new number; the order does not change, so each moves down or stays.
template <class T, class IdType>
void moveDown(std::vector<T>& elements, const std::vector<IdType>& newId) {
  size_t kept = 0;
  for (size_t i = 0; i < elements.size(); ++i) {
    if (!newId[i].valid()) continue;
    if (kept != i) elements[kept] = std::move(elements[i]);
    ++kept;
  }
  elements.erase(elements.begin() + static_cast<ptrdiff_t>(kept), elements.end());
}

} // namespace

void Program::compact() {
  const std::vector<bool> keepLocation = reachableLocations(*this);
  std::vector<bool> keepEdge(edges_.size());
  for (size_t i = 0; i < edges_.size(); ++i) {
    const Edge& edge = edges_[i];
    keepEdge[i] = edge.source.valid() && keepLocation[edge.source.index()];
  }
  const std::vector<LocationId> newLocation = renumber<LocationId>(keepLocation);
  const std::vector<EdgeId> newEdge = renumber<EdgeId>(keepEdge);

  moveDown(locations_, newLocation);
  moveDown(edges_, newEdge);
  for (Location& location : locations_) {
    remap(location.in, newEdge);
    remap(location.out, newEdge);
  }
  for (Edge& edge : edges_) {
    edge.source = newLocation[edge.source.index()];
    edge.target = newLocation[edge.target.index()];
  }
  for (Function& function : functions_) {
    remap(function.locations, newLocation);
    if (function.entry.valid()) function.entry = newLocation[function.entry.index()];
    if (function.exit.valid()) function.exit = newLocation[function.exit.index()];
  }
}

} // namespace assay
