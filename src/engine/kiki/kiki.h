// engine/kiki/: bounded model checking, k-induction and invariants in one loop, and contracts of functions.
//
// kIkI: bounded model checking, k-induction and template invariants, incrementally on two unwindings (2LS, Figure 11;
// DepthK, Algorithm 1). Parts can be switched off: without induction it is incremental bounded model checking, without
// sources of invariants it is k-induction, with no rounds beyond the first it is abstract interpretation by templates.
#pragma once

#include "engine/recall.h"
#include "invariants/source.h"
#include "solver/query_log.h"
#include "solver/refutations.h"
#include "solver/work.h"

#include <memory>
#include <optional>
#include <string>

namespace assay {

struct KikiOptions {
  std::string_view name = "kiki";
  bool induction = true;
  Turns turns = defaultTurns(); // of sources of invariants; none: plain k-induction
  uint32_t maxRounds = UINT32_MAX;
  bool asksEveryRound = false; // base case and step, even where waiting for some rounds would save time
  std::string solver = "native";
  SolverMaker newSolver = makeLoggedSolver;     // of that name
  Work::Duration limit = Work::Duration::max(); // of what the run may do
  const ProofOutline* hint = nullptr;           // how it was proved on the same automaton, at some other time
  Standing standing = {};                       // of that proof
};

/// The engine by the names of its parts: "bmc", "k-induction", a source's name (abstract interpretation: one round),
/// "havoc" (the same without a source) and "kiki", all of it.
std::vector<std::string_view> kikiVariants();
KikiOptions kikiVariant(std::string_view name);

class Kiki final : public Engine,
                   public Recalls<InductionOutline>,
                   public Recalls<ForwardOutline>,
                   public Recalls<ConditionsOutline> {
public:
  explicit Kiki(KikiOptions options = {}) : options_(std::move(options)) {}
  std::string_view name() const override { return options_.name; }
  /// Only the obligations of the proof are asked. If they are not shown in a short time, a proof is searched for, with
  /// the lemmas as candidates.
  std::optional<Result> recall(const InductionOutline& outline, Standing standing, const Program& program,
                               Env& env) override;
  /// The outline says how many back edges executions take at most: induction waits until the base case has unwound so
  /// many.
  std::optional<Result> recall(const ForwardOutline& outline, Standing standing, const Program& program,
                               Env& env) override;
  /// The lemmas are candidates.
  std::optional<Result> recall(const ConditionsOutline& outline, Standing standing, const Program& program,
                               Env& env) override;

private:
  Result verify(const Program& program, Env& env) override;
  struct Start;
  KikiOptions hinted(const ProofOutline& outline, Standing standing) const;
  std::optional<Result> recallElsewhere(const OutlinedAutomaton& automaton, const KikiOptions& options,
                                        const Program& program, Env& env);
  Result search(const Program& program, const KikiOptions& options, Start start, Env& env);
  /// Without induction, or in one round, nothing is proved again.
  bool canProve() const { return options_.induction && options_.maxRounds > 1; }

  KikiOptions options_;
};

} // namespace assay
