#include "frontend/lower/leak_checks.h"

#include "frontend/lower/edge_builder.h"
#include "program/graph.h"
#include "program/leak_search.h"
#include "program/liveness.h"

#include <algorithm>

namespace assay {

namespace {

/// Heads of the function's loops that no edge leaves but to a failed assumption. A head is what is reached first. In an
/// open program, edges behind errors do not count: a violation is no way out.
std::vector<LocationId> endlessHeads(const Program& program, const FlowGraph& flow) {
  std::vector<LocationId> heads;
  std::vector<uint32_t> componentOf(flow.size());
  const auto components = stronglyConnectedComponents(flow.graph());
  for (uint32_t i = 0; i < components.size(); ++i)
    for (uint32_t node : components[i]) componentOf[node] = i;
  for (uint32_t i = 0; i < components.size(); ++i) {
    bool isCycle = false, isLeft = false;
    for (uint32_t node : components[i])
      for (uint32_t next : flow.graph().successors(node)) {
        const bool isInside = componentOf[next] == i;
        isCycle = isCycle || isInside;
        isLeft = isLeft || (!isInside && program[flow.location(next)].kind != LocationKind::Blocked &&
                            program[flow.location(node)].kind != LocationKind::Error);
      }
    if (isCycle && !isLeft) heads.push_back(flow.location(*std::ranges::min_element(components[i])));
  }
  return heads;
}

/// Forgets addresses in temporaries of the translation that nothing reads any more: C knows nothing of them.
std::vector<Operation> forgetTemporaries(const Program& program, FunctionId function, const Liveness& liveness,
                                         LocationId head) {
  std::vector<Operation> operations;
  for (VariableId variable : program[function].variables) {
    const Variable& entry = program[variable];
    if (!entry.sourceName.empty() || entry.sort() != program.pointerSort() || liveness.isLive(variable, head)) continue;
    operations.push_back({Assign{variable, program.terms().mkZero(entry.sort())}, {}});
  }
  return operations;
}

SourcePosition positionOf(const Program& program, LocationId head) {
  if (program[head].position.known()) return program[head].position;
  for (EdgeId edge : program[head].out)
    if (program[edge].position.known()) return program[edge].position;
  return program[program[head].function].position;
}

/// Whether the program ends behind a place, but for errors.
bool isEnd(const Program& program, LocationId at) {
  for (int checks = 0; checks < 4 && program[at].kind == LocationKind::Plain; ++checks) {
    LocationId next;
    for (EdgeId edge : program[at].out)
      if (program[program[edge].target].kind != LocationKind::Error) {
        if (next.valid()) return false;
        next = program[edge].target;
      }
    if (!next.valid()) return false;
    at = next;
  }
  return program[at].kind == LocationKind::Abort || program[at].kind == LocationKind::Halt;
}

/// Asks a question to all of memory; where execution goes on if it holds.
LocationId checkMemory(LowerModule& lowering, FunctionId function, LocationId from, SourcePosition position,
                       Property property, QueryKind query, const char* message) {
  if (!lowering.checks(property)) return from;
  Program& program = lowering.program();
  TermManager& terms = program.terms();
  VariableId ok = program.addVariable(function, "ok", terms.boolSort());
  LocationId asked = program.addLocation(function);
  LocationId next = program.addLocation(function);
  program.addEdge(from, asked, terms.mkTrue(), {Operation{Query{ok, query, {}}, position}}, position);
  Term holds = program[ok].term;
  LocationId failed = addError(program, function, property, message, position);
  program.addEdge(asked, failed, terms.mkNot(holds), {}, position);
  program.addEdge(asked, next, holds, {}, position);
  if (lowering.options().goesOn) program.addEdge(failed, next, terms.mkTrue(), {}, position);
  return next;
}

} // namespace

LocationId checkTracked(LowerModule& lowering, FunctionId function, LocationId from, SourcePosition position) {
  return checkMemory(lowering, function, from, position, Property::ValidMemtrack, QueryKind::AllTracked,
                     "memory is lost: nothing points to it any more");
}

LocationId checkLeaksAtEnd(LowerModule& lowering, FunctionId function, LocationId from, SourcePosition position) {
  from = checkTracked(lowering, function, from, position);
  return checkMemory(lowering, function, from, position, Property::ValidMemcleanup, QueryKind::AllFreed,
                     "memory is not freed when the program ends");
}

void forgetTemporariesAtEnds(Program& program, FunctionId function, size_t firstEdge,
                             const std::unordered_set<VariableId>& locals) {
  for (size_t i = firstEdge; i < program.edges().size(); ++i) {
    const EdgeId id(static_cast<uint32_t>(i));
    std::vector<Operation>& operations = program[id].operations;
    if (operations.size() != 1 || !isLeakSearch(operations[0]) || !isEnd(program, program[id].target)) continue;
    std::vector<Operation> forget;
    for (VariableId variable : program[function].variables)
      if (const Variable& entry = program[variable];
          entry.sourceName.empty() && entry.sort() == program.pointerSort() && !locals.contains(variable))
        forget.push_back({Assign{variable, program.terms().mkZero(entry.sort())}, {}});
    operations.insert(operations.begin(), forget.begin(), forget.end());
  }
}

void checkEndlessLoops(LowerModule& lowering) {
  Program& program = lowering.program();
  if (!lowering.checks(Property::ValidMemtrack)) return;
  for (uint32_t i = 0; i < program.functions().size(); ++i) {
    const FunctionId function(i);
    if (!program[function].hasBody()) continue;
    const FlowGraph flow(program, function);
    const std::vector<LocationId> heads = endlessHeads(program, flow);
    if (heads.empty()) continue;
    const Liveness liveness(program, function);
    for (LocationId head : heads) {
      const SourcePosition position = positionOf(program, head);
      const LocationId before = program.addLocation(function), forgotten = program.addLocation(function);
      program[before].label = program[head].label;
      const std::vector<EdgeId> in = program[head].in;
      for (EdgeId edge : in) program.redirect(edge, program[edge].source, before);
      if (program[function].entry == head) program[function].entry = before;
      program.addEdge(before, forgotten, program.terms().mkTrue(), forgetTemporaries(program, function, liveness, head),
                      position);
      const LocationId checked = checkTracked(lowering, function, forgotten, position);
      program.addEdge(checked, head, program.terms().mkTrue(), {}, position);
    }
  }
}

} // namespace assay
