#include "transform/compact_edges.h"

#include "program/loops.h"
#include "program/threads.h"
#include "transform/block_effect.h"

#include <iterator>

namespace assay {

namespace {

bool mayDisappear(const Program& program, LocationId id) {
  const Location& location = program[id];
  return location.kind == LocationKind::Plain && location.label.empty() && location.out.size() == 1 &&
         program[location.function].entry != id && program[location.out[0]].target != id &&
         !isInterruptible(program, id);
}

bool endsInCall(const Edge& edge) { return !edge.operations.empty() && edge.operations.back().as<Call>(); }

} // namespace

bool absorbNext(Program& program, EdgeId first) {
  const LocationId middle = program[first].target;
  if (!mayDisappear(program, middle) || program[middle].in.size() != 1 || endsInCall(program[first])) return false;
  const EdgeId second = program[middle].out[0];
  Term guard = program[second].guard;
  if (!guard.isTrue()) {
    if (isInterruptible(program, program[first].source)) return false;
    BlockEffect effect(program);
    effect.follow(program[first].operations);
    const std::optional<Term> before = effect.before(guard);
    if (!before) return false;
    guard = *before;
  }
  std::vector<Operation> operations = std::move(program[second].operations);
  const LocationId target = program[second].target;
  const SourcePosition position = program[second].position;
  program.removeEdge(second);
  program.redirect(first, program[first].source, target);
  Edge& edge = program[first];
  edge.guard = program.terms().mkAnd(edge.guard, guard);
  if (!edge.position.known()) edge.position = position;
  std::move(operations.begin(), operations.end(), std::back_inserter(edge.operations));
  return true;
}

namespace {

/// Leads the edges of a location that does nothing to where it goes on.
bool bypass(Program& program, LocationId id) {
  if (!mayDisappear(program, id) || program[id].in.empty()) return false;
  const EdgeId out = program[id].out[0];
  const Edge& edge = program[out];
  if (!edge.guard.isTrue() || !edge.operations.empty()) return false;
  const LocationId target = edge.target;
  const std::vector<EdgeId> in = program[id].in;
  for (EdgeId entering : in) {
    if (!program[entering].position.known()) program[entering].position = edge.position;
    program.redirect(entering, program[entering].source, target);
  }
  program.removeEdge(out);
  return true;
}

} // namespace

unsigned compactEdges(Program& program) {
  unsigned removed = 0;
  for (uint32_t f = 0; f < program.functions().size(); ++f) {
    if (!program[FunctionId(f)].hasBody()) continue;
    const LoopForest forest(program, FunctionId(f));
    for (LocationId location : forest.flow().locations()) {
      if (!forest.isHead(location) && bypass(program, location)) ++removed;
    }
  }
  for (uint32_t i = 0; i < program.edges().size(); ++i) {
    if (!program[EdgeId(i)].source.valid()) continue;
    while (absorbNext(program, EdgeId(i))) ++removed;
  }
  program.compact();
  return removed;
}

} // namespace assay
