// Abstract execution: what edges do to a state, from a location to the heads of loops that come next.
//
// All executions are followed: a branch that the constraints do not decide is taken both ways, a segment that is
// accessed is opened in every possible way. An operation that cannot be followed (a use of a pointer of which nothing
// is known, an allocation of unknown size) ends the whole run with the reason; so do errors and unsupported locations
// that may be reached.
#pragma once

#include "engine/shapes/evaluation.h"
#include "engine/shapes/limits.h"
#include "engine/shapes/sites.h"
#include "program/leak_checks.h"
#include "solver/solver.h"
#include "util/env.h"

#include <functional>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace assay::shapes {

/// Questions about constraints. An answer that is unknown counts as yes.
class Oracle {
public:
  Oracle(Solver& solver, const Deadline& deadline, const ShapesLimits& limits)
      : solver_(solver), deadline_(deadline), limits_(limits) {}
  bool maySatisfy(std::span<const Term> constraints, Term condition);
  bool implies(std::span<const Term> constraints, Term condition);
  TermManager& terms() const { return solver_.terms(); }
  const ShapesLimits& limits() const { return limits_; }
  /// Sets what is worth trying: bounds that the program compares with, and its constants, if they are few.
  void setHints(std::vector<Term> bounds, std::vector<Term> constants) {
    bounds_ = std::move(bounds);
    constants_ = std::move(constants);
  }
  const std::vector<Term>& bounds() const { return bounds_; }
  const std::vector<Term>& constants() const { return constants_; }

private:
  const std::vector<Term>& symbolsOf(Term term);
  /// The same question about symbols that are numbered in the order in which they come.
  std::vector<Term> renamed(const std::vector<Term>& question);

  Solver& solver_;
  const Deadline& deadline_;
  const ShapesLimits& limits_;
  std::vector<Term> bounds_, constants_;
  std::map<std::vector<uint32_t>, bool> answers_; // by terms of the question, renamed
  std::map<uint32_t, std::vector<Term>> names_;   // by sort
  std::unordered_map<Term, std::vector<Term>> symbols_;
};

/// Whether pointers lead to every live heap block, from variables that C knows and from objects that are no heap
/// blocks.
bool isTracked(const Program& program, const State& state);

class Machine {
public:
  /// `sites`: where it is noted which blocks are accessed, and where they come from.
  Machine(const Program& program, std::vector<bool> isHead, LeakChecks leaks, Oracle& oracle, const Deadline& deadline,
          Sites* sites = nullptr)
      : program_(program), isHead_(std::move(isHead)), leaks_(leaks), oracle_(oracle), deadline_(deadline),
        sites_(sites) {}

  using OnHead = std::function<bool(LocationId, State&&)>;
  /// Follows executions from the location to the heads that come next. The states there are given to `onHead`, which
  /// says whether to go on. False: it said no, or something cannot be followed, see reason().
  bool run(LocationId from, State state, const OnHead& onHead);

  const std::string& reason() const { return reason_; }
  /// If something cannot be followed: where it was met.
  const State& failed() const { return failed_; }
  const std::set<LocationId>& limitsReached() const { return limitsReached_; }
  uint64_t steps() const { return steps_; }

private:
  struct Item {
    State state;
    LocationId location; // if there is no edge
    EdgeId edge;
    size_t operation = 0;
  };
  enum class Step : uint8_t { Next, Split, GaveUp, Gone };

  bool giveUp(const std::string& why, SourcePosition position);
  bool arrive(Item item, const OnHead& onHead);
  bool end(const Location& location, LocationId id, const State& state);
  bool leave(Item item);
  bool follow(Item item, const OnHead& onHead);
  bool settle(Item item, const OpenCase& open);
  /// False: the state does not exist.
  bool assume(State& state, Term condition);

  Step perform(Item& item, const Operation& operation);
  Step load(Item& item, const Load& load, SourcePosition position);
  Step store(Item& item, const Store& store, SourcePosition position);
  Step allocate(Item& item, const Allocate& allocate, SourcePosition position);
  Step release(Item& item, const Free& release, SourcePosition position);
  Step copy(Item& item, const Copy& copy, SourcePosition position);
  Step fill(Item& item, const Fill& fill, SourcePosition position);
  Step query(Item& item, const Query& query);
  Step giveUpAt(const std::string& why, SourcePosition position) {
    giveUp(why, position);
    return Step::GaveUp;
  }
  /// Nothing: the item was split, or is gone.
  std::optional<Value> evaluate(Item& item, Term term);
  /// The place of `size` bytes that may be accessed, no segment. Step::Next if there is one.
  Step access(Item& item, const Value& pointer, uint64_t size, bool isWrite, SourcePosition position,
              Heap::Target& target);
  /// Whether `size` bytes from there on may be accessed; nothing: that is not known.
  std::optional<bool> isAccessible(State& state, const Value& pointer, uint64_t size, bool isWrite) const;
  std::optional<bool> isFreeable(const State& state, const Value& pointer) const;

  const Program& program_;
  const std::vector<bool> isHead_; // by location
  const LeakChecks leaks_;
  Oracle& oracle_;
  const Deadline& deadline_;
  Sites* sites_;
  std::vector<Item> work_;
  std::set<LocationId> limitsReached_;
  std::string reason_;
  State failed_;
  uint64_t steps_ = 0;
};

} // namespace assay::shapes
