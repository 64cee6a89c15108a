// Proofs of earlier runs, shown again.
//
// The step in front of every engine: if an earlier run has left a proof (strategy/remembered.h), of this program or of
// what it was some time ago, then an engine that knows that kind of proof is asked to begin with it; else it runs as
// ever. Nothing is believed: what is said of a proof decides where one begins, which solver confirms it, and how long
// that may take.
#pragma once

#include "engine/engine.h"

#include <optional>

namespace assay {

/// What the outline of an earlier proof counts for.
struct Standing {
  /// It is one of the same program: what was confirmed then by a second solver need not be confirmed as thoroughly.
  bool isOfSame = false;
  bool needsSecond = false; // the engines' own solver takes too long to confirm it
};

struct EarlierProof {
  ProofOutline outline;
  Standing standing = {};
};

/// What an engine is that can begin with proofs of this kind.
template <class Outline>
class Recalls {
public:
  /// Shows the proof again, and otherwise goes on as it sees fit, with what is outlined as candidates. Nothing: the
  /// outline is of no use here, and the engine is to be run.
  virtual std::optional<Result> recall(const Outline& outline, Standing standing, const Program& program, Env& env) = 0;

protected:
  ~Recalls() = default;
};

/// The engine's answer. `earlier` may be null.
Result recallOrRun(Engine& engine, const EarlierProof* earlier, const Program& program, Env& env);

/// How long it may take to show a proof again. Of the same program, as long as evidence is looked at at all.
Deadline timeToRecall(Standing standing, const Env& env);

} // namespace assay
