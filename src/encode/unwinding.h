// An unwinding of a Flow in layers: layer n holds what an execution does after its n-th back edge.
//
//        layer 0                layer 1                  layer 2
//     entry ─▶ head ─▶ ...   ┌▶ head ─▶ body ─┐       ┌▶ head ...
//               │            │                │       │
//               └▶ body ─────┘ back edge      └───────┘
//
// All loops share the layers, so a round of kIkI adds one layer and changes nothing that was made before: a join takes
// its branches from the same layer, a head its back edges from the layer before. (2LS, section 4.3, unwinds each loop k
// times within each unwinding of those around it and has to replace the joins behind loops in every round.)
//
// A layer is the post-image of the one before under the flow's blocks (execution.h). Within it executions only go
// forward in the flow's order. So the order in which inputs and allocations are met here is their order in any single
// execution.
//
// Start::Initial unwinds from the program's start. Start::Free is the inductive step: layer 0 begins right behind any
// back edge of the execution, in a state that over-approximates every state reached there. It is made as in 2LS
// (section 4.2.1), by one pass from the program's start that follows no back edge: at a head, what the loop may write
// takes any value if the head's loop-select guard says so, everything else (and the conditions on it) is as the loop
// was entered.
#pragma once

#include "encode/execution.h"
#include "encode/memory/places.h"

#include <optional>
#include <span>
#include <vector>

namespace assay {

class Unwinding {
public:
  enum class Start : uint8_t { Initial, Free, AnyState };
  /// Start::Free takes its first steps here.
  Unwinding(const Flow& flow, Start start, const Allowance& allowance);
  /// Start::AnyState: from a location, whatever its variables hold; these stand for themselves. For automata without
  /// memory operations.
  Unwinding(const Flow& flow, LocationId from);

  /// Executes one more layer. False: the allowance was too small, and the unwinding is of no further use.
  bool addLayer(const Allowance& allowance);
  /// Start::Free: whether the states of layer 0 cover all that is reached behind back edges, and those of the other
  /// layers all that follows. If not, the unwinding proves nothing.
  bool isComplete() const { return isComplete_; }
  /// Whether the time was up before the last step was done.
  bool isBroken() const { return isBroken_; }
  uint32_t numLayers() const { return numLayers_; }

  /// The state in which a layer begins at a head, behind a back edge; null if there is none. Good for the first
  /// kKeptLayers layers and for the one to come, numLayers().
  static constexpr uint32_t kKeptLayers = 48;
  const SymbolicState* arrival(uint32_t layer, uint32_t head) const {
    const auto& state = arrivals_[layer][head];
    return state ? &*state : nullptr;
  }
  Term arrivalGuard(uint32_t layer, uint32_t head) const { return arrivals_[layer][head]->guard.term(terms_); }
  /// The conditions of that state, one by one: most of them were there in the layer before.
  std::span<const Term> arrivalConditions(uint32_t layer, uint32_t head) const {
    return arrivals_[layer][head]->guard.conjuncts();
  }
  /// Notes that no execution begins the layer at this head.
  void dropArrival(uint32_t layer, uint32_t head) {
    dropped_.push_back({layer, arrivalGuard(layer, head)});
    arrivals_[layer][head].reset();
  }
  /// Conditions that are never met, as far as is known: from this layer on, nothing behind them was unwound.
  struct Dropped {
    uint32_t layer;
    Term guard;
  };
  const std::vector<Dropped>& dropped() const { return dropped_; }
  bool hasArrivals(uint32_t layer) const;

  const std::vector<Ending>& endings() const { return endings_; }

  /// Start::Free: values behind some back edge to the head, and when the unwinding rests on them. An invariant of the
  /// head may be assumed of them. Null if nothing reaches the head.
  struct LoopBack {
    Term guard;
    SymbolicState state;
  };
  const LoopBack* loopBack(uint32_t head) const { return loopBacks_[head] ? &*loopBacks_[head] : nullptr; }
  /// Start::Free: states in which the head's loop is entered.
  const LoopBack* loopEntry(uint32_t head) const { return loopEntries_[head] ? &*loopEntries_[head] : nullptr; }

  /// Arrays that invariants can speak of, as elements at a place; and numbers of elements that were read.
  const std::vector<ArrayCell>& arrays() const { return arrays_; }
  std::span<const Term> placesRead() const { return execution_.memory().placesRead(); }
  const PointsTo& pointsTo() const { return flow_.pointsTo(); }
  /// The state, in which conditions about this place can be evaluated.
  SymbolicState atPlace(SymbolicState state, Term place);

  /// In the order of any execution.
  const std::vector<Execution::InputRecord>& inputs() const { return execution_.inputs(); }
  const std::vector<MemoryEncoder::AllocationRecord>& allocations() const { return execution_.memory().allocations(); }

private:
  class Layer;  // executes a layer
  class Prefix; // makes the states of Start::Free

  void passHead(uint32_t head, SymbolicState& state, Term place);
  void havocMemory(uint32_t head, SymbolicState& state);

  const Flow& flow_;
  const Program& program_;
  TermManager& terms_;
  const Start start_;
  const LocationId from_; // where layer 0 begins, unless Start::Free
  Execution execution_;
  const std::vector<ArrayCell> arrays_;
  bool isComplete_ = true, isBroken_ = false;
  uint32_t numLayers_ = 0;
  std::vector<std::vector<std::optional<SymbolicState>>> arrivals_; // by layer and head
  std::vector<std::optional<LoopBack>> loopBacks_, loopEntries_;    // by head
  std::vector<Dropped> dropped_;
  std::vector<Ending> endings_;
};

} // namespace assay
