// Invariants that hold whenever the heads of their loops are reached, of one flat automaton without memory operations:
// every transition keeps them, with the others (invariants/block_houdini.h).
#pragma once

#include "encode/assertion.h"
#include "encode/cut_relation.h"
#include "util/env.h"

#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace assay {

class InductiveStep;

class HeadInvariants {
public:
  /// `original`: whose rows the flow's locations belong to. The solver is asked.
  HeadInvariants(const Program& original, const Flow& flow, Solver& solver, Env& env);
  ~HeadInvariants();

  /// False: what a loop does cannot be said as a formula in time.
  bool prepare(const Allowance& allowance);
  const CutRelation* relation() const { return relation_ ? &*relation_ : nullptr; }

  /// Those that are guessed (invariants/candidate_invariants.h). Whether there are new ones.
  bool guess(const Allowance& allowance);
  /// Those of these sources, which take for granted what was found before. Whether there are new ones.
  bool find(std::span<const std::string_view> sources, const Allowance& allowance);
  /// What was found, and holds behind back edges, but was not shown to hold on entry.
  std::vector<Assertion> behindBackEdges() const;

  /// Those of these candidates. Whether there are new ones.
  bool propose(std::vector<Assertion> candidates, const Allowance& allowance) {
    return relation_ && keep(std::move(candidates), allowance);
  }

  /// These instead of those that are known. Whoever says so shows them, or takes it back.
  void replace(std::vector<Assertion> invariants) { invariants_ = std::move(invariants); }

  const std::vector<Assertion>& all() const { return invariants_; }
  /// All that is known at a head.
  Term at(uint32_t head) const { return invariantAt(flow_, invariants_, head); }

private:
  /// Where sources search. Null: the allowance was too small.
  InductiveStep* step(const Allowance& allowance);
  bool keep(std::vector<Assertion> candidates, const Allowance& allowance);

  const Program& original_;
  const Flow& flow_;
  Solver& solver_;
  Env& env_;
  std::optional<CutRelation> relation_; // of paths, where there are few
  std::vector<Assertion> invariants_;
  struct Sources;
  std::unique_ptr<Sources> sources_;
};

} // namespace assay
