// Symbolic execution of the acyclic part of a flow, along all paths at once. Locations are visited in the flow's order,
// so all paths to a location have arrived when it is visited, as one state: where paths meet, states are merged
// (guarded single assignment, 2LS section 4.2, with the definitions put in). It stops at back edges, where executions
// end, and where its client says so. Values are simplified as they are built: what is constant on a path costs no
// solver, and a branch whose guard becomes false is not followed.
//
// This is the post-image of states under the flow's blocks. Unwindings execute layer by layer (unwinding.h), blocks
// from one cut point to the next (block.h).
#pragma once

#include "encode/allowance.h"
#include "encode/flow.h"
#include "encode/memory/encoder.h"
#include "encode/symbolic_state.h"
#include "program/leak_search.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

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

class Execution {
public:
  /// Is told what the execution meets.
  class Client {
  public:
    virtual ~Client() = default;
    /// A head is visited, with all that led forward to it. False: the execution stops here.
    virtual bool visits(uint32_t /*head*/, SymbolicState& /*state*/) { return true; }
    virtual void goesBack(const Edge& edge, SymbolicState state) = 0;
    virtual void ends(Ending ending) = 0;
    /// If not, the work that it takes to know endings is saved.
    virtual bool hearsEnds() const { return true; }
    /// Something could not be encoded, and an execution ends there.
    virtual void isIncomplete() {}
  };

  /// From a state of which nothing is known, an operation on memory is an obstacle: for automata without any
  /// (memory_free.h).
  enum class From : uint8_t { Start, AnyState };
  /// `symbols`: what their names begin with.
  Execution(const Flow& flow, From from, std::string_view symbols);

  /// States to begin with, by rank of their locations.
  using Pending = std::map<uint32_t, SymbolicState>;
  /// False: the allowance was too small, and the execution is of no further use.
  bool run(Pending pending, Client& client, const Allowance& allowance);
  /// The state at the program's start, or one in which variables have any value: its symbols are the variables
  /// themselves.
  SymbolicState initial();

  /// Merges `from`, from where the edge leads, into the state; `into` stays as it is if that cannot be encoded.
  void join(SymbolicState& into, const SymbolicState& from, const Edge& edge, Client& client);
  /// The same for variables alone. Returns the condition that tells `from` from `into` where either holds.
  Term mergeVariables(SymbolicState& into, const SymbolicState& from, LocationId location);

  Term fresh(std::string_view name, Sort sort);
  MemoryEncoder& memory() { return memory_; }
  const MemoryEncoder& memory() const { return memory_; }
  EncodedPointer pointer(Term term, const SymbolicState& state) const {
    return {instantiate(term, state), flow_.pointsTo().of(term)};
  }

  struct InputRecord {
    Term guard;
    Term value;
  };
  /// In the order of any execution.
  const std::vector<InputRecord>& inputs() const { return inputs_; }

private:
  struct Run; // what the execution of one set of states knows
  void visit(LocationId location, SymbolicState state, Run& run);
  void follow(const Edge& edge, SymbolicState state, Run& run);
  void abort(LocationId location, const SymbolicState& state, Run& run);
  std::vector<Term> roots(const SymbolicState& state, LeakRoots which) const;
  void execute(const Edge& edge, const Operation& operation, SymbolicState& state, Run& run);
  /// An operation that is executed.
  struct Moment {
    const Edge& edge;
    const Operation& operation;
    SymbolicState& state;
    Run& run;
  };
  void executeMemory(const Load& load, Moment at);
  void executeMemory(const Store& store, Moment at);
  void executeMemory(const Allocate& allocate, Moment at);
  void executeMemory(const Free& free, Moment at);
  void executeMemory(const Copy& copy, Moment at);
  void executeMemory(const Fill& fill, Moment at);
  void executeMemory(const Query& query, Moment at);
  void require(Moment at, Term isDefined, const char* otherwise = "an access that is not checked may be undefined");
  void arrive(const Edge& edge, SymbolicState state, Run& run);
  void obstacle(const Edge& edge, const Operation& operation, SymbolicState& state, Run& run, std::string message);
  Term instantiate(Term term, const SymbolicState& state) const { return assay::instantiate(program_, term, state); }

  const Flow& flow_;
  const Program& program_;
  TermManager& terms_;
  const From from_;
  const std::string prefix_;   // of symbols' names
  bool keepsPointers_ = false; // to the last: what can be reached matters at an abort
  MemoryEncoder memory_;
  std::vector<InputRecord> inputs_;
};

} // namespace assay
