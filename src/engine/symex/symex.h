// engine/symex/: forward symbolic execution that learns interpolants.
//
// Forward symbolic execution: every path, one after the other, on inputs that are terms.
//
// The technique is that of section 3 of TracerX's paper and of Algorithm 1 (section III) of SymExecIA's, without their
// learning and abstraction; KLEE (Cadar, Dunbar, Engler, 2008) is its best-known implementation. Differences: memory is
// objects and packed pointers, so that a bounds check is one comparison; a split happens wherever a question arises,
// not only at branches, and some branches do not split the state (merger.h); every state carries a model of its path
// condition, so that an error location that is reached is reached by known inputs, and a branch costs one query.
//
// Where only checks are wanted, a slice of the program (transform/slice.h) is explored, and violations are replayed on
// the program itself; if that does not confirm one, the program is explored.
//
// In a program with threads, schedules are inputs, and where several threads can go on, the state is split (threads.h).
// There is no slice then, nothing is merged or learnt, and one process explores all states.
//
// The verdict is true if all paths have ended, or were left because another state does whatever they could still do,
// and none was cut. Six parts: Executor (what an edge does to a state), Threads (whose edge it is), Merger (whether it has to be split), Searcher
// (which state next), Pruner (whether to go on), and this file (what comes of it).
#pragma once

#include "engine/common/path_observer.h"
#include "engine/recall.h"
#include "engine/symex/plan.h"
#include "solver/query_log.h"
#include "solver/refutations.h"

namespace assay {

class SymexEngine : public Engine, public Recalls<PathsOutline> {
public:
  explicit SymexEngine(PathObserver* observer = nullptr, SolverMaker newSolver = makeLoggedSolver)
      : observer_(observer), newSolver_(newSolver) {}
  std::string_view name() const override { return "symex"; }
  /// Those who wait for paths know of one thread only.
  bool followsThreads() const override { return observer_ == nullptr; }
  std::optional<Result> recall(const PathsOutline& outline, Standing standing, const Program& program,
                               Env& env) override;
  using Engine::run; // as the options say
  Result run(const Program& program, const SymexPlan& plan, Env& env);
  /// Whether the last run left a path that goes on for ever, or may. If not, and without pruning, *true* means that all
  /// executions end.
  bool hasEndlessPath() const { return hasEndlessPath_; }

private:
  Result verify(const Program& program, Env& env) override;

  PathObserver* observer_;
  SolverMaker newSolver_;
  bool hasEndlessPath_ = false;
};

} // namespace assay
