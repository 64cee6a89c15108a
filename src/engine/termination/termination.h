// engine/termination/: whether executions end: proofs that they do, and lassos that do not.
//
// Whether every execution ends. These proofs are tried, cheap ones first:
//
//  1. nothing repeats: the automaton has no cycle;
//  2. there is only one execution, and the interpreter sees it end;
//  3. every loop has a tuple of measures that decreases (ranking.h). This is tried with memory forgotten, then with
//     memory as arrays, and each time without invariants first; recursion is a loop over arguments (Recursion::Choose);
//  4. every unwinding ends (all_end.h).
//
// An execution that ends by a failed check (an access outside objects, a division by zero), exit, abort or a failed
// assumption has ended. Signed arithmetic that overflows wraps around here: *true* holds for compilers that let it do
// so and for those that do not.
#pragma once

#include "engine/recall.h"

namespace assay {

class Termination final : public Engine,
                          public Recalls<MeasuresOutline>,
                          public Recalls<ForwardOutline>,
                          public Recalls<PathsOutline> {
public:
  /// `wrapping`: the program that is given to run(), without checks of overflow. If none is given, that program itself.
  explicit Termination(const Program* wrapping = nullptr) : wrapping_(wrapping) {}
  std::string_view name() const override { return "termination"; }
  /// Shows the measures again; if that fails, they are the first candidates.
  std::optional<Result> recall(const MeasuresOutline& outline, Standing standing, const Program& program,
                               Env& env) override;
  /// Begins with unwinding.
  std::optional<Result> recall(const ForwardOutline& outline, Standing standing, const Program& program,
                               Env& env) override;
  /// Begins with all paths.
  std::optional<Result> recall(const PathsOutline& outline, Standing standing, const Program& program,
                               Env& env) override;

private:
  Result verify(const Program& program, Env& env) override;
  const Program& wrappingOf(const Program& program) const { return wrapping_ ? *wrapping_ : program; }

  const Program* wrapping_;
};

} // namespace assay
