#include "program/call_graph.h"

#include "program/graph.h"

#include <algorithm>

namespace assay {

namespace {

/// A thread begins with a call of its own, from nowhere.
void addThreads(const Program& program, Graph& graph) {
  for (const Edge& edge : program.edges()) {
    if (!edge.source.valid()) continue;
    for (const Operation& operation : edge.operations)
      if (const Spawn* spawn = operation.as<Spawn>())
        graph.addEdge(program[edge.source].function.index(), spawn->callee.index());
  }
}

} // namespace

CallGraph::CallGraph(const Program& program)
    : callers_(program.functions().size()), recursive_(program.functions().size()),
      reachable_(program.functions().size()) {
  Graph graph(static_cast<uint32_t>(program.functions().size()));
  for (uint32_t i = 0; i < program.edges().size(); ++i) {
    const Edge& edge = program.edges()[i];
    if (!edge.source.valid() || edge.operations.empty()) continue;
    const Call* call = edge.operations.back().as<Call>();
    if (!call) continue;
    const FunctionId caller = program[edge.source].function;
    calls_.push_back({EdgeId(i), caller, call->callee});
    if (caller == call->callee) recursive_[caller.index()] = true;
    std::vector<FunctionId>& callers = callers_[call->callee.index()];
    if (std::ranges::find(callers, caller) != callers.end()) continue;
    callers.push_back(caller);
    graph.addEdge(caller.index(), call->callee.index());
  }
  for (const std::vector<uint32_t>& component : stronglyConnectedComponents(graph)) {
    std::vector<FunctionId>& group = groups_.emplace_back();
    for (uint32_t function : component) {
      group.push_back(FunctionId(function));
      if (component.size() > 1) recursive_[function] = true;
    }
  }
  if (!program.entry().valid()) return;
  addThreads(program, graph);
  for (uint32_t function : reversePostorder(graph, program.entry().index())) reachable_[function] = true;
}

} // namespace assay
