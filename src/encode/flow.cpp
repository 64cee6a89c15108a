#include "encode/flow.h"

#include "program/graph.h"
#include "program/liveness.h"
#include "program/loops.h"
#include "util/planted.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

namespace assay {

namespace {

FlowOrigin originOf(FlatFacts& facts) {
  if (facts.form.loopsRecursion) return origin::LoopedRecursion{};
  switch (facts.form.memory) {
  case FlatMemory::Arrays:
    return origin::Arrays{};
  case FlatMemory::Records:
    return origin::Records{std::move(*facts.records)};
  case FlatMemory::Forgotten:
    return origin::ForgottenMemory{};
  case FlatMemory::Kept:
    break;
  }
  return origin::Flat{.isCut = facts.callsCut > 0 && facts.callsLeft == 0,
                      .isSliced = facts.form.slices && facts.form.purpose == FlatFor::Checks};
}

} // namespace

bool isCut(const FlowOrigin& origin) {
  const auto* flat = std::get_if<origin::Flat>(&origin);
  return flat && flat->isCut;
}

bool isSliced(const FlowOrigin& origin) {
  const auto* flat = std::get_if<origin::Flat>(&origin);
  return flat && flat->isSliced;
}

bool isForProofs(const FlowOrigin& origin) { return !std::holds_alternative<origin::Flat>(origin); }

std::string_view inductionName(const FlowOrigin& origin) {
  if (std::holds_alternative<origin::LoopedRecursion>(origin)) return "recursion is inductive as a loop";
  if (std::holds_alternative<origin::Arrays>(origin)) return "with memory as arrays inductive";
  if (std::holds_alternative<origin::Records>(origin)) return "with blocks as records inductive";
  return "inductive";
}

Flow::Flow(Program program, FlowOrigin origin, FlowInheritance inherited)
    : program_(std::move(program)), pointsTo_(program_), origin_(std::move(origin)),
      inheritedPremises_(std::move(inherited.premises)),
      leakChecks_(leakChecksOf(inherited.properties | checkedProperties(program_))) {
  findHeads();
  findLoops();
  if (!inherited.marks.empty()) loopMarks_.resize(heads_.size());
  for (const auto& [head, mark] : inherited.marks) loopMarks_[headNumber(head)] = mark;
  findLiveVariables();
  if (const RecordHeap* heap = records()) opaqueNumbers_.emplace(program_, *heap);
}

Flow::Flow(FlatProgram flat)
    : Flow(std::move(flat.program), originOf(flat),
           {.properties = flat.properties, .premises = std::move(flat.premises), .marks = std::move(flat.marks)}) {}

const RecordHeap* Flow::records() const {
  const auto* records = std::get_if<origin::Records>(&origin_);
  return records ? &records->heap : nullptr;
}

void Flow::findHeads() {
  const FlowGraph flow(program_, program_.entry());
  rank_.assign(program_.locations().size(), kNone);
  headNumber_.assign(program_.locations().size(), kNone);
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
    if (planted(Defect::ForgottenWrite) && written.size() > 1) written.pop_back();
  }
}

// Kept by location and variable: it is asked for at every join of an unwinding.
void Flow::findLiveVariables() {
  const auto set = [](Bits& bits, VariableId v) { bits[v.index() / 64] |= uint64_t{1} << (v.index() % 64); };
  const Liveness liveness(program_, program_.entry(), LivenessOf::Whole);
  live_.assign(program_.locations().size(), Bits((program_.variables().size() + 63) / 64));
  for (LocationId location : order_)
    for (VariableId v : liveness.liveAt(location)) set(live_[location.index()], v);
  for (VariableId mark : loopMarks_)
    for (Bits& live : live_) set(live, mark);
}

std::vector<VariableId> Flow::liveAt(LocationId location) const {
  std::vector<VariableId> result;
  for (uint32_t v = 0; v < program_.variables().size(); ++v)
    if (isLive(v, location)) result.push_back(VariableId(v));
  return result;
}

} // namespace assay
