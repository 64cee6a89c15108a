// The base case of kIkI: an unwinding from the program's start that grows by a layer in each round, and two questions
// about it.
//
//   base case            does an execution with at most k back edges reach an error? An obstacle, a limit?
//   forward condition    can an execution take more than k back edges? If not, what the base case excluded is proved
#pragma once

#include "encode/unwinding.h"
#include "engine/common/budget.h"
#include "engine/common/checks.h"

#include <memory>
#include <vector>

namespace assay {

enum class Answered : uint8_t { No, Yes, GaveUp };

class BaseCase {
public:
  BaseCase(const Program& original, const Flow& flow, Checks& checks, Budget& budget, std::unique_ptr<Solver> solver,
           Env& env);

  /// False: out of time.
  bool addLayer(const Allowance& allowance) { return unwinding_.addLayer(allowance); }
  const Unwinding& unwinding() const { return unwinding_; }
  /// Asks the base case of the layers that are new, and whether executions go on behind layer k, the last one.
  Answered round(uint32_t k, const Allowance& allowance);

  /// Layers of which everything is known.
  uint32_t numCovered() const { return numCovered_; }
  /// An obstacle is reachable: only violations can still be found.
  bool isObstructed() const { return isObstructed_; }
  /// The interpreter did not confirm what looked like a violation.
  bool isUnconfirmed() const { return isUnconfirmed_; }
  /// The work that this took, without the work of unwinding.
  Work::Duration time() const { return time_; }

private:
  Answered searchNew();
  Answered searchLimits(std::vector<const Ending*> endings);
  Answered searchEndings(bool areErrors, std::vector<const Ending*> endings);
  Answered goesOn(uint32_t layer);
  bool reportError(const Ending& ending);
  Counterexample counterexample();
  Answer askForAny(const std::vector<const Ending*>& endings);

  const Program& original_;
  const Flow& flow_;
  Checks& checks_;
  Budget& budget_;
  std::unique_ptr<Solver> solver_;
  Env& env_;
  TermManager& terms_;
  Unwinding unwinding_;
  size_t numEndingsChecked_ = 0;
  uint32_t numCovered_ = 0;
  bool isObstructed_ = false, isUnconfirmed_ = false;
  Work::Duration time_{};
};

} // namespace assay
