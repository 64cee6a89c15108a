// Interpolants by location, call stack and shape of the heap, and which of them a state implies. Interpolants that fix
// the same variables to constants are found by these constants. Of the remaining ones, the state's model refutes most
// by evaluation alone, the newest is tried first, and then one query decides.
#pragma once

#include "engine/symex/cells.h"
#include "engine/symex/conjunction.h"
#include "engine/symex/solver_chain.h"
#include "engine/symex/tree.h"
#include "util/env.h"

#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

namespace assay::symex {

class InterpolantTable {
public:
  InterpolantTable(const Program& program, const Cells& cells, SolverChain& solver, const SymexLimits& limits,
                   Env& env);

  /// Location, call stack and heap; nothing if there is a block whose size is not known.
  std::optional<Fingerprint> keyOf(const State& state) const;
  /// An interpolant that the state implies; null: none is found.
  std::shared_ptr<const Interpolant> find(const StateImage& image, const Fingerprint& key);
  /// Adds the node's interpolant, which is the conjunction of these.
  void add(const TreeNode& node, std::vector<Term> conjuncts);
  void clear() { groups_ = {}; }
  /// Interpolants that were looked at so far.
  uint64_t work() const { return work_; }
  /// The interpolants of the location, in no order.
  std::vector<std::vector<Term>> at(LocationId location) const;

private:
  /// Interpolants of one key that fix the same variables, by the values that they fix them to.
  struct Group {
    std::vector<Term> variables;
    std::unordered_map<Fingerprint, std::vector<std::shared_ptr<const Interpolant>>, FingerprintHash> entries;
  };
  class Viewer;

  bool implies(const StateImage& image, const Interpolant& interpolant, const Viewer& viewer);

  const Program& program_;
  TermManager& terms_;
  const Cells& cells_;
  SolverChain& solver_;
  const SymexLimits& limits_;
  std::unordered_map<Fingerprint, std::vector<Group>, FingerprintHash> groups_;
  size_t size_ = 0;
  uint64_t work_ = 0;
  uint64_t& interpolants_;
  uint64_t& refuted_;
};

} // namespace assay::symex
