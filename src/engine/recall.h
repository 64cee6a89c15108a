// Proofs of earlier runs, shown again.
//
// This is the step in front of every engine: if an earlier run has left a proof (strategy/remembered.h), of this
// program or of an earlier version of it, then an engine that knows that kind of proof is asked to begin with it;
// otherwise the engine runs as ever. Nothing is believed: what the outline says decides where the engine begins, which
// solver confirms the proof, and how long that may take.
#pragma once

#include "engine/engine.h"

#include <optional>

namespace assay {

/// What the outline of an earlier proof counts for.
struct Standing {
  /// Whether it is a proof of the same program: obligations that a second solver confirmed then need not be confirmed
  /// as thoroughly.
  bool isOfSame = false;
  bool needsSecond = false; // the engines' own solver takes too long to confirm it
};

struct EarlierProof {
  ProofOutline outline;
  Standing standing = {};
};

/// The interface of an engine that can begin with proofs of this kind.
template <class Outline>
class Recalls {
public:
  /// Shows the proof again; if that fails, the engine goes on as it sees fit, with what is outlined as candidates.
  /// Nothing: the outline is of no use here, and the engine is to be run.
  virtual std::optional<Result> recall(const Outline& outline, Standing standing, const Program& program, Env& env) = 0;

protected:
  ~Recalls() = default;
};

/// The engine's answer. `earlier` may be null.
Result recallOrRun(Engine& engine, const EarlierProof* earlier, const Program& program, Env& env);

/// How long it may take to show a proof again. For a proof of the same program it is all the time that evidence has.
Deadline timeToRecall(Standing standing, const Env& env);

} // namespace assay
