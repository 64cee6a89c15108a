// The least solution of the points-to analysis (points_to.h): operations are applied until nothing changes.
#pragma once

#include "analysis/object_shapes.h"
#include "analysis/pointer_values.h"
#include "program/program.h"

#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace assay {

class PointsToSolver {
public:
  /// Values of variables are put into `values`.
  PointsToSolver(const Program& program, PointerValues& values, FollowedEdges followed, Unwritten unwritten);
  PointsToSolver(const PointsToSolver&) = delete; // its parts know each other
  PointsToSolver& operator=(const PointsToSolver&) = delete;

  void solve();
  /// The objects that stand for what operations allocate.
  const std::unordered_map<const Allocate*, uint32_t>& sites() const { return all_.siteOf; }
  std::vector<ObjectShape> takeShapes() { return shapes_.take(); }
  /// By edge: whether it is followed.
  std::vector<bool> takeFollowed() { return std::move(isFollowed_); }
  /// Whether something is read through a pointer of which nothing is known.
  bool isReadAnywhere() const { return isReadAnywhere_; }

private:
  /// All operations of the program, and which of them depend on which.
  struct Operations {
    explicit Operations(const Program& program);
    std::vector<const Operation*> operations;
    std::vector<EdgeId> edgeOf; // by operation
    std::vector<const Allocate*> sites;
    std::unordered_map<const Allocate*, uint32_t> siteOf;
    std::vector<std::vector<uint32_t>> usersOf; // by variable: operations that read it
    std::vector<std::vector<uint32_t>> callsOf; // by function
    std::vector<uint32_t> firstOf;              // by edge, and one more: its first operation
    std::vector<std::vector<EdgeId>> guardedBy; // by variable: edges with guards that read it
  };

  void reach(LocationId location);
  void followIfPossible(EdgeId edge);
  void process(uint32_t operation);
  void pass(FunctionId callee, const std::vector<Term>& arguments);
  void processCall(const Call& call);
  void store(Term pointer, Term value);
  PointerSet load(uint32_t operation, Term pointer, uint32_t size, bool isPointer);
  void copy(uint32_t operation, const Copy& copy);
  void fill(const Fill& fill);
  void includeVariable(VariableId variable, const PointerSet& value);
  void addReader(uint32_t object, uint32_t operation);
  void enqueue(uint32_t operation);
  void enqueue(const std::vector<uint32_t>& operations);

  const Program& program_;
  PointerValues& values_;
  const Operations all_;
  const std::unordered_set<const Input*> deadInputs_;
  std::vector<PointerSet> results_; // by function
  ObjectShapes shapes_;
  std::unordered_set<uint64_t> isReader_;      // object and operation
  std::vector<std::vector<uint32_t>> readers_; // by object: operations that depend on its contents
  std::vector<uint32_t> worklist_;
  std::vector<bool> isQueued_;      // by operation
  std::vector<LocationId> reached_; // of which the edges are still to be looked at
  std::vector<bool> isReached_;     // by location
  std::vector<bool> isFollowed_;    // by edge
  bool isReadAnywhere_ = false;
};

} // namespace assay
