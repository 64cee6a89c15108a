// The automaton that kIkI unwinds: one function without calls, its locations in an order in which only back edges lead
// backward. A location that a back edge leads to is a head; every cycle has one, whether it is a natural loop or not.
#pragma once

#include "analysis/obligation.h"
#include "analysis/points_to.h"
#include "transform/mark_loops.h"
#include "transform/memory/records/opaque_numbers.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace assay {

/// What a Flow lacks of the program, so that another one may tell more: recursion beyond some depth; parts that do not
/// matter, unless they never end; executions as they are, with their inputs (recursion_to_loop.h, memory_free.h); error locations of
/// properties that are checked.
struct FlowLack {
  bool isCut = false, isSliced = false, isForProofs = false;
  PropertySet properties = {};
  std::string_view induction = "inductive"; // what a proof by induction is called
  std::vector<Obligation> premises = {};    // what the automaton was made by (premises.h)
};

class Flow {
public:
  explicit Flow(Program program, FlowLack lack = {}, const LoopMarks& marks = {});
  Flow(const Flow&) = delete; // what it knows refers to its program
  Flow& operator=(const Flow&) = delete;
  bool isCut() const { return lack_.isCut; }
  bool isSliced() const { return lack_.isSliced; }
  bool isForProofs() const { return lack_.isForProofs; }
  std::string_view induction() const { return lack_.induction; }

  /// What proofs rest on (premises.h), of those automata that this one was made from.
  const std::vector<Obligation>& inherited() const { return lack_.premises; }
  bool arePremisesConfirmed() const { return arePremisesConfirmed_; }
  void notePremisesConfirmed() const { arePremisesConfirmed_ = true; }

  const Program& program() const { return program_; }
  TermManager& terms() const { return program_.terms(); }
  LocationId entry() const { return order_.front(); }

  const PointsTo& pointsTo() const { return pointsTo_; }

  /// If memory is records (record_heap.h): these, and what may be said of them. Else null.
  const RecordHeap* records() const { return records_.get(); }
  friend const OpaqueNumbers* opaqueNumbersOf(const Flow& flow) { return flow.opaqueNumbers_.get(); }
  friend void describe(Flow& flow, RecordHeap records) {
    flow.records_ = std::make_unique<const RecordHeap>(std::move(records));
    flow.opaqueNumbers_ = std::make_unique<const OpaqueNumbers>(flow.program_, *flow.records_);
  }

  /// Whether it matters that memory is freed at the end: an abort is an end for which there is no error location.
  bool checksMemcleanup() const { return properties_.contains(Property::ValidMemcleanup); }
  /// The same for memory that is lost.
  bool checksMemtrack() const { return properties_.contains(Property::ValidMemtrack); }

  /// Reverse postorder.
  const std::vector<LocationId>& order() const { return order_; }
  uint32_t rank(LocationId location) const { return rank_[location.index()]; }
  bool isBackEdge(const Edge& edge) const { return rank(edge.target) <= rank(edge.source); }

  const std::vector<LocationId>& heads() const { return heads_; }
  static constexpr uint32_t kNone = UINT32_MAX;
  uint32_t headNumber(LocationId location) const { return headNumber_[location.index()]; }

  /// Variables that the head's loop may write. With irreducible control flow there is no such thing as a head's loop.
  const std::vector<VariableId>& writtenInLoop(uint32_t head) const { return writtenInLoop_[head]; }
  /// Edges inside the loop.
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
  std::unique_ptr<const RecordHeap> records_;
  std::unique_ptr<const OpaqueNumbers> opaqueNumbers_;
  FlowLack lack_;
  mutable bool arePremisesConfirmed_ = false; // a memo
  std::vector<LocationId> order_;
  std::vector<uint32_t> rank_;       // by location
  std::vector<uint32_t> headNumber_; // by location
  std::vector<LocationId> heads_;
  std::vector<std::vector<VariableId>> writtenInLoop_; // by head
  std::vector<std::vector<EdgeId>> edgesOfLoop_;       // by head
  std::vector<VariableId> loopMarks_;
  bool irreducible_ = false;
  PropertySet properties_; // that are checked
  std::vector<Bits> live_; // by location
};

} // namespace assay
