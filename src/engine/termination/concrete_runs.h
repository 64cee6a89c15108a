// Runs of a program on simple inputs, in the hope that a run gets into a cycle: most programs that never end do so on
// most inputs. Where the program asks for an input, it gets
//   - always the same value: 0, 1, -1, or one that the program compares something with;
//   - always the same value at this place of the program, any of these;
//   - any of these values, each time another, either for ever or until it settles for the same value at each place;
//   - the same, but if that ends the execution, the last inputs before are taken back and others are tried.
// Runs are short at first. If a run on constant inputs has ended, it is not repeated.
#pragma once

#include "engine/termination/lassos.h"
#include "engine/termination/limits.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace assay {

/// Values that the program compares something with, their neighbours, and a few small ones, so many at most. Without
/// duplicates.
std::vector<int64_t> interestingValues(const Program& program, size_t most);

class ConcreteRuns {
public:
  ConcreteRuns(Lassos& lassos, const TerminationLimits& limits, Env& env);

  /// Runs of at most so many edges.
  std::optional<Lasso> round(uint64_t maxEdges);
  /// A run that begins with these inputs, and goes on in some of the ways above.
  std::optional<Lasso> continued(const std::vector<BitVector>& stem, const CycleSearch::Bytes& bytes,
                                 uint64_t maxEdges);
  /// Whether there is only one execution, and it ends.
  bool isHopeless() const { return isHopeless_; }

private:
  std::optional<Lasso> walk(uint64_t maxEdges);

  Lassos& lassos_;
  const TerminationLimits& limits_;
  Env& env_;
  const std::vector<int64_t> values_;
  std::vector<int64_t> constants_; // values that were not yet seen to end as constant inputs
  uint64_t seed_ = 0;
  const bool hasContents_; // objects begin with arbitrary contents: these are inputs, too
  bool isHopeless_ = false;
};

} // namespace assay
