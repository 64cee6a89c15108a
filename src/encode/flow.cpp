#include "encode/flow.h"

#include "program/graph.h"
#include "program/loops.h"
#include "term/traverse.h"

#include <algorithm>
#include <unordered_set>

namespace assay {

Flow::Flow(Program program, FlowLack lack, const LoopMarks& marks)
    : program_(std::move(program)), pointsTo_(program_), lack_(lack), properties_(lack.properties) {
  findHeads();
  findLoops();
  if (!marks.empty()) loopMarks_.resize(heads_.size());
  for (const auto& [head, mark] : marks) loopMarks_[headNumber(head)] = mark;
  findLiveVariables();
  for (const Location& location : program_.locations())
    if (location.kind == LocationKind::Error) properties_.insert(location.property);
}

void Flow::findHeads() {
  const FlowGraph flow(program_, program_.entry());
  rank_.assign(program_.locations().size(), kNone);
  headNumber_.assign(program_.locations().size(), kNone);
  onCycle_.assign(program_.locations().size(), false);
  for (uint32_t node = 0; node < flow.size(); ++node) {
    order_.push_back(flow.location(node));
    rank_[flow.location(node).index()] = node;
  }
  for (LocationId location : order_)
    for (EdgeId id : program_[location].out) {
      const Edge& edge = program_[id];
      if (!isBackEdge(edge) || headNumber(edge.target) != kNone) continue;
      headNumber_[edge.target.index()] = static_cast<uint32_t>(heads_.size());
      heads_.push_back(edge.target);
    }
  for (const std::vector<uint32_t>& component : stronglyConnectedComponents(flow.graph())) {
    const auto& successors = flow.graph().successors(component[0]);
    if (component.size() == 1 && std::find(successors.begin(), successors.end(), component[0]) == successors.end())
      continue;
    for (uint32_t node : component) onCycle_[flow.location(node).index()] = true;
  }
}

void Flow::findLoops() {
  const LoopForest forest(program_, program_.entry());
  irreducible_ = forest.isIrreducible();
  writtenInLoop_.resize(heads_.size());
  edgesOfLoop_.resize(heads_.size());
  for (const Loop& loop : forest.loops()) {
    std::vector<VariableId>& written = writtenInLoop_[headNumber(loop.head)];
    const std::unordered_set<LocationId> inside(loop.locations.begin(), loop.locations.end());
    for (LocationId location : loop.locations)
      for (EdgeId edge : program_[location].out) {
        if (!inside.contains(program_[edge].target)) continue;
        edgesOfLoop_[headNumber(loop.head)].push_back(edge);
        for (const Operation& operation : program_[edge].operations)
          if (operation.defines().valid()) written.push_back(operation.defines());
      }
    std::sort(written.begin(), written.end());
    written.erase(std::unique(written.begin(), written.end()), written.end());
  }
}

namespace {

bool readsAllPointers(const Operation& operation) {
  const Query* query = operation.as<Query>();
  return query && query->kind == QueryKind::AllTracked;
}

} // namespace

// The classical backward analysis. Visiting locations from the last to the first, few rounds do.
void Flow::findLiveVariables() {
  const size_t words = (program_.variables().size() + 63) / 64;
  struct Transfer {
    uint32_t target;
    Bits uses, kills;
  };
  std::vector<std::vector<Transfer>> transfers(program_.locations().size());
  for (LocationId location : order_)
    for (EdgeId id : program_[location].out) {
      const Edge& edge = program_[id];
      Transfer transfer{static_cast<uint32_t>(edge.target.index()), Bits(words), Bits(words)};
      const auto has = [](const Bits& bits, size_t i) { return (bits[i / 64] >> (i % 64) & 1) != 0; };
      const auto read = [&](Term term) {
        for (Term variable : freeVariables(term)) {
          const VariableId v = program_.variableOf(variable);
          if (v.valid() && !has(transfer.kills, v.index()))
            transfer.uses[v.index() / 64] |= uint64_t{1} << (v.index() % 64);
        }
      };
      read(edge.guard);
      for (const Operation& operation : edge.operations) {
        for (Term term : operation.terms()) read(term);
        if (readsAllPointers(operation))
          for (const Variable& variable : program_.variables())
            if (variable.sort() == program_.pointerSort()) read(variable.term);
        if (const VariableId v = operation.defines(); v.valid())
          transfer.kills[v.index() / 64] |= uint64_t{1} << (v.index() % 64);
      }
      transfers[location.index()].push_back(std::move(transfer));
    }
  live_.assign(program_.locations().size(), Bits(words));
  for (bool changed = true; changed;) {
    changed = false;
    for (auto it = order_.rbegin(); it != order_.rend(); ++it) {
      Bits& live = live_[it->index()];
      for (const Transfer& transfer : transfers[it->index()])
        for (size_t w = 0; w < words; ++w) {
          const uint64_t now = live[w] | transfer.uses[w] | (live_[transfer.target][w] & ~transfer.kills[w]);
          changed = changed || now != live[w];
          live[w] = now;
        }
    }
  }
  for (VariableId mark : loopMarks_)
    for (Bits& live : live_) live[mark.index() / 64] |= uint64_t{1} << (mark.index() % 64);
}

std::vector<VariableId> Flow::liveAt(LocationId location) const {
  std::vector<VariableId> result;
  for (uint32_t v = 0; v < program_.variables().size(); ++v)
    if (isLive(v, location)) result.push_back(VariableId(v));
  return result;
}

} // namespace assay
