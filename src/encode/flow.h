// encode/: from a Program to formulas: flat automata, blocks between cut points, executions, unwindings.
//
// The automaton that kIkI unwinds: one function without calls, its locations in an order in which only back edges lead
// backward. A location that a back edge leads to is a head; every cycle has one, whether it is a natural loop or not.
#pragma once

#include "analysis/points_to.h"
#include "program/leak_checks.h"
#include "transform/flat_form.h"
#include "transform/memory/records/opaque_numbers.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

namespace assay {

/// Where a Flow comes from. It says what the Flow lacks of the program, and so whether another Flow may tell more.
namespace origin {
/// Its executions are the program's, with their inputs. It may lack recursion beyond some depth, and parts that do not
/// matter unless they never end.
struct Flat {
  bool isCut = false, isSliced = false;
};
/// Executions of the other kinds have other inputs: these kinds are for proofs.
struct LoopedRecursion {}; // recursion_to_loop.h
struct Arrays {};          // memory_free.h
struct Records {           // record_heap.h
  RecordHeap heap;
};
struct ForgottenMemory {}; // forget_memory.h
} // namespace origin
using FlowOrigin =
    std::variant<origin::Flat, origin::LoopedRecursion, origin::Arrays, origin::Records, origin::ForgottenMemory>;

bool isCut(const FlowOrigin& origin);
bool isSliced(const FlowOrigin& origin);
bool isForProofs(const FlowOrigin& origin);
/// What a proof by induction is called.
std::string_view inductionName(const FlowOrigin& origin);

/// What a Flow takes over from the automata before it.
struct FlowInheritance {
  PropertySet properties = {};           // that are checked, though there may be no such error location any more
  std::vector<Obligation> premises = {}; // what proofs rest on (premises.h)
  LoopMarks marks = {};
};

class Flow {
public:
  explicit Flow(Program program, FlowOrigin origin = {}, FlowInheritance inherited = {});
  explicit Flow(FlatProgram flat);
  Flow(const Flow&) = delete; // what it knows refers to its program
  Flow& operator=(const Flow&) = delete;

  const FlowOrigin& origin() const { return origin_; }
  /// What proofs rest on that are about the automata from which this one was made.
  const std::vector<Obligation>& inheritedPremises() const { return inheritedPremises_; }
  bool arePremisesConfirmed() const { return arePremisesConfirmed_; }
  void notePremisesConfirmed() const { arePremisesConfirmed_ = true; }

  const Program& program() const { return program_; }
  TermManager& terms() const { return program_.terms(); }
  LocationId entry() const { return order_.front(); }

  const PointsTo& pointsTo() const { return pointsTo_; }

  /// If memory is records (record_heap.h): these, and what may be said of them. Else null.
  const RecordHeap* records() const;
  const OpaqueNumbers* opaqueNumbers() const { return opaqueNumbers_ ? &*opaqueNumbers_ : nullptr; }

  /// Whether it matters that memory is freed, or not lost, at an abort.
  const LeakChecks& leakChecks() const { return leakChecks_; }

  /// Reverse postorder.
  const std::vector<LocationId>& order() const { return order_; }
  uint32_t rank(LocationId location) const { return rank_[location.index()]; }
  bool isBackEdge(const Edge& edge) const { return rank(edge.target) <= rank(edge.source); }

  const std::vector<LocationId>& heads() const { return heads_; }
  static constexpr uint32_t kNone = UINT32_MAX;
  uint32_t headNumber(LocationId location) const { return headNumber_[location.index()]; }

  /// Variables that the head's loop may write. With irreducible control flow there is no such thing as a head's loop.
  const std::vector<VariableId>& writtenInLoop(uint32_t head) const { return writtenInLoop_[head]; }
  /// Edges inside the head's loop.
  const std::vector<EdgeId>& edgesOfLoop(uint32_t head) const { return edgesOfLoop_[head]; }
  bool isIrreducible() const { return irreducible_; }
  /// By head; empty if loops are not marked. Marks are live everywhere.
  const std::vector<VariableId>& loopMarks() const { return loopMarks_; }

  /// Whether a later guard or operation may read the variable. The end of the program reads nothing.
  bool isLive(size_t variable, LocationId location) const {
    return (live_[location.index()][variable / 64] >> (variable % 64) & 1) != 0;
  }
  std::vector<VariableId> liveAt(LocationId location) const;

private:
  using Bits = std::vector<uint64_t>;
  void findHeads();
  void findLoops();
  void findLiveVariables();

  Program program_;
  PointsTo pointsTo_;
  const FlowOrigin origin_;
  std::optional<const OpaqueNumbers> opaqueNumbers_; // of records
  const std::vector<Obligation> inheritedPremises_;
  mutable bool arePremisesConfirmed_ = false; // a memo
  std::vector<LocationId> order_;
  std::vector<uint32_t> rank_;       // by location
  std::vector<uint32_t> headNumber_; // by location
  std::vector<LocationId> heads_;
  std::vector<std::vector<VariableId>> writtenInLoop_; // by head
  std::vector<std::vector<EdgeId>> edgesOfLoop_;       // by head
  std::vector<VariableId> loopMarks_;
  bool irreducible_ = false;
  LeakChecks leakChecks_;
  std::vector<Bits> live_; // by location
};

} // namespace assay
