// An unwinding of a Flow in layers: layer n holds what an execution does after its n-th back edge.
//
//        layer 0                layer 1                  layer 2
//     entry ─▶ head ─▶ ...   ┌▶ head ─▶ body ─┐       ┌▶ head ...
//               │            │                │       │
//               └▶ body ─────┘ back edge      └───────┘
//
// All loops share the layers, so adding one is all that a round of kIkI costs, and nothing made before changes: a join
// takes its branches from the same layer, a head its back edges from the layer before. (2LS, section 4.3, unwinds each
// loop k times within each unwinding of those around it and has to replace the joins behind loops in every round.)
//
// Values are terms over inputs (guarded single assignment, 2LS section 4.2, with the definitions put in), simplified as
// they are built: what is constant on a path costs no solver, and a branch whose guard becomes false is not followed.
//
// Within a layer executions only go forward in the flow's order. So the order in which inputs and allocations are met
// here is their order in any single execution.
//
// Start::Initial unwinds from the program's start. Start::Free is the inductive step: layer 0 begins right behind any back
// edge of the execution, in a state that over-approximates every state reached there. It is made as in 2LS (section 4.2.1),
// by one pass from the program's start that follows no back edge: at a head, what the loop may write takes any value if
// the head's loop-select guard says so, everything else (and the conditions on it) is as the loop was entered.
#pragma once

#include "encode/allowance.h"
#include "encode/flow.h"
#include "encode/memory_encoder.h"
#include "encode/memory_places.h"
#include "encode/path_guard.h"
#include "encode/persistent_vector.h"
#include "term/term_map.h"

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace assay {

struct UnwindingState {
  PathGuard guard;
  PersistentVector<Term> variables; // by variable; null: not written yet, or dead
  MemoryObjects memory;
  /// Where invariants may be asked for: what arrays hold at the place (memory_places.h), and the place itself if it is a
  /// certain one.
  using Contents = std::vector<std::pair<Term, Term>>;
  std::shared_ptr<const Contents> contents;
};

/// The value of a term over the program's variables.
Term instantiate(const Program& program, Term term, const UnwindingState& state);

/// An execution ends at an error, or at an obstacle: something that is not modelled, or a limit of the model.
struct Ending {
  LocationId location; // Error, Unsupported or Limit; otherwise the source of the edge
  bool isError = false;
  Term guard;
  uint32_t layer = 0;
  std::string message; // obstacles only
  SourcePosition position;
  EdgeId edge = {}; // on which an obstacle stands, if it does
};

class Unwinding {
public:
  enum class Start : uint8_t { Initial, Free };
  /// Start::Free takes its first steps here.
  Unwinding(const Flow& flow, Start start, const Allowance& allowance);

  /// Executes one more layer. False: the allowance was too small, and the unwinding is of no further use.
  bool addLayer(const Allowance& allowance);
  /// Start::Free: whether the states of layer 0 cover all that is reached behind back edges. If not, the unwinding proves
  /// nothing.
  bool isComplete() const { return isComplete_; }
  /// Whether time was up before its last step was done.
  bool isBroken() const { return isBroken_; }
  uint32_t numLayers() const { return numLayers_; }

  /// The state in which a layer begins at a head, behind a back edge; null if there is none. Good for the first
  /// kKeptLayers layers and for the one to come, numLayers().
  static constexpr uint32_t kKeptLayers = 48;
  const UnwindingState* arrival(uint32_t layer, uint32_t head) const {
    const auto& state = arrivals_[layer][head];
    return state ? &*state : nullptr;
  }
  Term arrivalGuard(uint32_t layer, uint32_t head) const { return arrivals_[layer][head]->guard.term(terms_); }
  /// The same, one by one: most have been there in the layer before.
  std::span<const Term> arrivalConditions(uint32_t layer, uint32_t head) const {
    return arrivals_[layer][head]->guard.conjuncts();
  }
  /// No execution begins the layer like this.
  void dropArrival(uint32_t layer, uint32_t head) {
    dropped_.push_back({layer, arrivalGuard(layer, head)});
    arrivals_[layer][head].reset();
  }
  /// Conditions that are never met, for all that is known: nothing behind them was unwound, from this layer on.
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
    UnwindingState state;
  };
  const LoopBack* loopBack(uint32_t head) const { return loopBacks_[head] ? &*loopBacks_[head] : nullptr; }
  /// Start::Free: states in which the head's loop is entered.
  const LoopBack* loopEntry(uint32_t head) const { return loopEntries_[head] ? &*loopEntries_[head] : nullptr; }

  /// Arrays that invariants can speak of, as elements at a place; and numbers of elements that were read.
  const std::vector<ArrayCell>& arrays() const { return arrays_; }
  std::span<const Term> placesRead() const { return encoder_.placesRead(); }
  const PointsTo& pointsTo() const { return pointsTo_; }
  /// The state, to be asked about this place.
  UnwindingState atPlace(UnwindingState state, Term place);

  struct InputRecord {
    Term guard;
    Term value;
  };
  /// In the order of any execution.
  const std::vector<InputRecord>& inputs() const { return inputs_; }
  const std::vector<MemoryEncoder::AllocationRecord>& allocations() const { return encoder_.allocations(); }

private:
  using Pending = std::map<uint32_t, UnwindingState>; // by rank

  void beginInitial(Pending& pending);
  void beginFree();
  void passHead(uint32_t head, UnwindingState& state, Term place);
  void visit(LocationId location, UnwindingState state, Pending& pending);
  void follow(const Edge& edge, UnwindingState state, Pending& pending);
  void abort(LocationId location, const UnwindingState& state);
  enum class Roots : uint8_t { All, Named };
  std::vector<Term> roots(const UnwindingState& state, Roots which) const;
  void havocMemory(uint32_t head, UnwindingState& state);
  void execute(const Edge& edge, const Operation& operation, UnwindingState& state);
  void executeMemory(const Edge& edge, const Operation& operation, UnwindingState& state);
  void executeQuery(const Edge& edge, const Operation& operation, UnwindingState& state);
  void require(const Edge& edge, const Operation& operation, UnwindingState& state, Term isDefined,
               const char* otherwise = "an access that is not checked may be undefined");
  void arrive(const Edge& edge, UnwindingState state, Pending& pending);
  void join(UnwindingState& into, const UnwindingState& from, const Edge& edge);
  Term mergeVariables(UnwindingState& into, const UnwindingState& from, LocationId location);
  void obstacle(const Edge& edge, const Operation& operation, UnwindingState& state, std::string message);
  Term instantiate(Term term, const UnwindingState& state) const { return assay::instantiate(program_, term, state); }
  MemoryEncoder::Pointer pointer(Term term, const UnwindingState& state) const {
    return {instantiate(term, state), pointsTo_.of(term)};
  }
  Term fresh(std::string_view name, Sort sort);
  bool isOutOfTime();

  const Flow& flow_;
  const Program& program_;
  TermManager& terms_;
  const Start start_;
  bool isComplete_ = true;
  bool isPrefix_ = false;      // in the pass that makes the states of Start::Free
  bool keepsPointers_ = false; // to the last: what can be reached matters at an abort
  Allowance allowance_;        // of the step that is being taken
  bool isBroken_ = false;
  const PointsTo pointsTo_;
  MemoryEncoder encoder_;
  const std::vector<ArrayCell> arrays_;
  uint32_t numLayers_ = 0;
  std::vector<std::vector<std::optional<UnwindingState>>> arrivals_; // by layer and head
  std::vector<std::optional<LoopBack>> loopBacks_, loopEntries_;     // by head
  std::vector<Dropped> dropped_;
  std::vector<Ending> endings_;
  std::vector<InputRecord> inputs_;
};

} // namespace assay
