#include "transform/pass_errors.h"

#include "transform/compact_edges.h"

#include <map>
#include <vector>

namespace assay {

namespace {

void removeEdgesOut(Program& program, LocationId location) {
  for (EdgeId edge : std::vector<EdgeId>(program[location].out)) program.removeEdge(edge);
}

void pass(Program& program, LocationId error, bool throughAccesses) {
  Location& location = program[error];
  const bool isAccess = isUndefinedBehind(location.property);
  if (isAccess && !throughAccesses) removeEdgesOut(program, error);
  if (location.out.empty() && !(isAccess && throughAccesses)) {
    location.kind = LocationKind::Blocked;
    return;
  }
  location.kind = LocationKind::Plain;
  Term isElsewhere = program.terms().mkTrue();
  for (EdgeId edge : location.out)
    isElsewhere = program.terms().mkAnd(isElsewhere, program.terms().mkNot(program[edge].guard));
  if (isElsewhere.isFalse()) return;
  const Location known = location;
  const LocationId nowhere = program.addLocation(known.function, LocationKind::Unsupported);
  program[nowhere].message = "what follows a known violation: " + known.message;
  program[nowhere].position = known.position;
  program.addEdge(error, nowhere, isElsewhere, {}, known.position);
}

/// Functions that are called only where no execution comes have no body any more.
void removeUncalled(Program& program) {
  std::vector<bool> isCalled(program.functions().size(), false);
  std::vector<bool> isReached(program.locations().size(), false);
  std::vector<LocationId> work;
  const auto visit = [&](LocationId location) {
    if (!location.valid() || isReached[location.index()]) return;
    isReached[location.index()] = true;
    work.push_back(location);
  };
  const auto call = [&](FunctionId function) {
    isCalled[function.index()] = true;
    visit(program[function].entry);
  };
  call(program.entry());
  while (!work.empty()) {
    const LocationId location = work.back();
    work.pop_back();
    for (EdgeId edge : program[location].out) {
      for (const Operation& operation : program[edge].operations) {
        if (const Call* called = operation.as<Call>()) call(called->callee);
        if (const Spawn* spawned = operation.as<Spawn>()) call(spawned->callee);
      }
      visit(program[edge].target);
    }
  }
  for (uint32_t i = 0; i < program.functions().size(); ++i) {
    Function& function = program[FunctionId(i)];
    if (isCalled[i] || !function.hasBody()) continue;
    for (LocationId location : function.locations) removeEdgesOut(program, location);
    function.entry = function.exit = LocationId();
  }
  program.compact();
}

/// Where both sides of a check that is passed meet at once, there is nothing to decide.
void joinParallelEdges(Program& program) {
  for (uint32_t i = 0; i < program.locations().size(); ++i) {
    std::map<LocationId, EdgeId> first; // that does nothing but lead there
    for (EdgeId edge : std::vector<EdgeId>(program[LocationId(i)].out)) {
      if (!program[edge].operations.empty()) continue;
      const auto [kept, isNew] = first.try_emplace(program[edge].target, edge);
      if (isNew) continue;
      Term& guard = program[kept->second].guard;
      guard = program.terms().mkOr(guard, program[edge].guard);
      program.removeEdge(edge);
    }
  }
}

} // namespace

bool isUndefinedBehind(Property property) { return hasTrait(property, kUndefinedBehind); }

Program passErrors(const Program& open, const std::set<LocationId>& passed, bool throughAccesses) {
  Program program = open.clone();
  for (uint32_t i = 0; i < open.locations().size(); ++i) {
    const LocationId location(i);
    if (program[location].kind != LocationKind::Error) continue;
    if (passed.contains(location))
      pass(program, location, throughAccesses);
    else
      removeEdgesOut(program, location);
  }
  removeUncalled(program);
  compactEdges(program);
  joinParallelEdges(program);
  compactEdges(program);
  return program;
}

} // namespace assay
