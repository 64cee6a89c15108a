#include "encode/unwinding.h"

#include <algorithm>
#include <utility>

namespace assay {

/// States behind back edges begin the next layer.
class Unwinding::Layer final : public Execution::Client {
public:
  explicit Layer(Unwinding& unwinding) : unwinding_(unwinding) {}
  void goesBack(const Edge& edge, SymbolicState state) override {
    auto& arrival = unwinding_.arrivals_[unwinding_.numLayers_ + 1][unwinding_.flow_.headNumber(edge.target)];
    if (arrival)
      unwinding_.execution_.join(*arrival, state, edge, *this);
    else
      arrival = std::move(state);
  }
  void ends(Ending ending) override {
    ending.layer = unwinding_.numLayers_;
    unwinding_.endings_.push_back(std::move(ending));
  }
  // In the base case that is an obstacle like any other. In the step it may only be that too little is known of the
  // state: executions that do get further are missing, and nothing that was not met is excluded.
  void isIncomplete() override {
    if (unwinding_.start_ == Start::Free) unwinding_.isComplete_ = false;
  }

private:
  Unwinding& unwinding_;
};

/// Makes the states that Start::Free begins with; endings that are met on the way belong to no layer.
class Unwinding::Prefix final : public Execution::Client {
public:
  // One number says behind which head's back edge the execution is: the heads exclude each other.
  explicit Prefix(Unwinding& unwinding)
      : unwinding_(unwinding), place_(unwinding.execution_.fresh("place", unwinding.terms_.bvSort(32))) {}
  bool visits(uint32_t head, SymbolicState& state) override {
    unwinding_.passHead(head, state, place_);
    return true;
  }
  void goesBack(const Edge& /*edge*/, SymbolicState /*state*/) override {}
  void ends(Ending /*ending*/) override {}
  bool hearsEnds() const override { return false; }
  void isIncomplete() override { unwinding_.isComplete_ = false; }

private:
  Unwinding& unwinding_;
  const Term place_;
};

Unwinding::Unwinding(const Flow& flow, Start start, const Allowance& allowance)
    : flow_(flow), program_(flow.program()), terms_(flow.terms()), start_(start), from_(flow.entry()),
      execution_(flow, Execution::From::Start, "kiki"), arrays_(arrayCells(flow.program(), flow.pointsTo())) {
  arrivals_.emplace_back(flow.heads().size());
  loopBacks_.resize(flow.heads().size());
  loopEntries_.resize(flow.heads().size());
  if (start == Start::Initial) return;
  Prefix prefix(*this);
  isBroken_ = !execution_.run({{0, execution_.initial()}}, prefix, allowance);
}

Unwinding::Unwinding(const Flow& flow, LocationId from)
    : flow_(flow), program_(flow.program()), terms_(flow.terms()), start_(Start::AnyState), from_(from),
      execution_(flow, Execution::From::AnyState, "unwinding") {
  arrivals_.emplace_back(flow.heads().size());
  loopBacks_.resize(flow.heads().size());
  loopEntries_.resize(flow.heads().size());
}

// Every back edge to the head is taken after the loop was entered there, and in between only what the loop writes has
// changed: so `looped`, made from how the loop is entered, covers all states behind back edges.
void Unwinding::passHead(uint32_t head, SymbolicState& state, Term place) {
  const LocationId location = flow_.heads()[head];
  SymbolicState looped = state;
  for (VariableId v : flow_.writtenInLoop(head)) {
    const bool isPointer = program_[v].sort() == program_.pointerSort();
    const Term pointer = isPointer ? execution_.memory().targets().anyPointer(flow_.pointsTo().of(v)) : Term();
    looped.variables.set(v.index(), pointer ? pointer : execution_.fresh(program_[v].name(), program_[v].sort()));
  }
  havocMemory(head, looped);
  const Term select = execution_.fresh("loop-select", terms_.boolSort()),
             isHere = terms_.mkEqual(place, terms_.mkBv(32, head));
  const Term isEntered = state.guard.term(terms_);
  looped = atPlace(std::move(looped), arrayPlace(program_));
  loopEntries_[head] = LoopBack{isEntered, atPlace(state, arrayPlace(program_))};
  loopBacks_[head] = LoopBack{terms_.mkAnd(isEntered, terms_.mkOr(select, isHere)), looped};
  arrivals_[0][head] = looped;
  arrivals_[0][head]->guard.add(terms_, isHere);

  looped.guard.add(terms_, select);
  state.guard.add(terms_, terms_.mkNot(select));
  execution_.mergeVariables(state, looped, location);
  state.memory = looped.memory; // covers what it was before
}

// The objects that the loop's operations may write, found from their pointers in a state that covers all its
// iterations.
void Unwinding::havocMemory(uint32_t head, SymbolicState& state) {
  bool mayFree = false, isAny = false;
  std::vector<uint64_t> written;
  const auto add = [&](Term pointer) {
    const auto objects = execution_.memory().targets().objectsOf(execution_.pointer(pointer, state));
    if (objects)
      written.insert(written.end(), objects->begin(), objects->end());
    else
      isAny = true;
  };
  for (EdgeId edge : flow_.edgesOfLoop(head))
    for (const Operation& operation : program_[edge].operations) {
      operation.visit(
          [&](const Allocate&) { isComplete_ = false; }, // objects of earlier iterations are not represented
          [&](const Free& free) {
            mayFree = true;
            add(free.pointer);
          },
          [&](const Store& store) { add(store.pointer); },
          [&](const OneOf<Copy, Fill> auto& range) { add(range.target); }, [](const OneOf<Load, Query> auto&) {},
          [](const OfVariables auto&) {}, NoThreads());
    }
  std::vector<uint64_t> existing;
  state.memory.forEach([&](size_t number, const MemoryObjectPtr& object) {
    if (object && (isAny || std::find(written.begin(), written.end(), number) != written.end()))
      existing.push_back(number);
  });
  for (uint64_t number : existing) execution_.memory().havoc(state.memory, number, mayFree);
}

SymbolicState Unwinding::atPlace(SymbolicState state, Term place) {
  if (arrays_.empty()) return state;
  auto contents = std::make_shared<SymbolicState::ArrayValues>();
  for (const ArrayCell& array : arrays_)
    if (const Term value = execution_.memory().contentsAt(state.memory, array, place))
      contents->emplace_back(array.contents, value);
  if (place != arrayPlace(program_)) contents->emplace_back(arrayPlace(program_), place);
  state.contents = std::move(contents);
  return state;
}

bool Unwinding::hasArrivals(uint32_t layer) const {
  for (const auto& state : arrivals_[layer])
    if (state) return true;
  return false;
}

bool Unwinding::addLayer(const Allowance& allowance) {
  Execution::Pending pending;
  if (numLayers_ == 0 && start_ != Start::Free) pending.emplace(flow_.rank(from_), execution_.initial());
  for (uint32_t head = 0; head < flow_.heads().size(); ++head) {
    auto& arrival = arrivals_[numLayers_][head];
    if (!arrival) continue;
    arrival->guard.collapse(terms_);
    const uint32_t rank = flow_.rank(flow_.heads()[head]);
    if (numLayers_ < kKeptLayers)
      pending.emplace(rank, *arrival);
    else
      pending.emplace(rank, std::move(*arrival));
  }
  arrivals_.emplace_back(flow_.heads().size());
  Layer layer(*this);
  isBroken_ = isBroken_ || !execution_.run(std::move(pending), layer, allowance);
  if (isBroken_) return false;
  ++numLayers_;
  for (auto& arrival : arrivals_[numLayers_])
    if (arrival && numLayers_ < kKeptLayers) *arrival = atPlace(std::move(*arrival), arrayPlace(program_));
  return true;
}

} // namespace assay
