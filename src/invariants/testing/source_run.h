// For tests: what a source of invariants finds in an automaton, by itself.
#pragma once

#include "invariants/source.h"
#include "solver/factory.h"
#include "util/testing/test_env.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

class SourceRun {
public:
  /// Over k + 1 layers.
  explicit SourceRun(const Flow& flow, uint32_t k = 0)
      : flow_(flow), k_(k), base_(flow, Unwinding::Start::Initial, *env_.deadline),
        step_(flow, Unwinding::Start::Free, *env_.deadline), solver_(makeSolver("native", flow.terms())) {
    while (base_.numLayers() <= k && base_.addLayer(*env_.deadline) && step_.addLayer(*env_.deadline)) {
    }
  }

  const Unwinding& step() const { return step_; }
  InductionPlaces places() const { return inductionPlaces(flow_, base_, step_, k_); }

  std::vector<Assertion> search(std::string_view source, const std::vector<Assertion>& outside = {}) {
    const auto newSolver = [this] { return makeSolver("native", flow_.terms()); };
    const Search search{flow_, base_, step_, k_, places(), *solver_, newSolver, outside, *env_.deadline, env_.env};
    return sourceNamed(source).search(search).value();
  }

  /// Whether one of them has this text.
  static bool has(const std::vector<Assertion>& assertions, std::string_view text) {
    return std::ranges::find(assertions, text, &Assertion::text) != assertions.end();
  }
  /// Whether the condition follows from those at the head.
  bool implies(const std::vector<Assertion>& assertions, uint32_t head, Term condition) const {
    const std::unique_ptr<Solver> solver = makeSolver("native", flow_.terms());
    solver->assertTerm(invariantAt(flow_, assertions, head));
    solver->assertTerm(flow_.terms().mkNot(condition));
    return solver->check().isUnsat();
  }

private:
  const Flow& flow_;
  const uint32_t k_;
  TestEnv env_;
  Unwinding base_, step_;
  std::unique_ptr<Solver> solver_;
};

/// By the name that the user knows it by.
inline Term variableNamed(const Flow& flow, std::string_view name) {
  for (const Variable& variable : flow.program().variables())
    if (variable.sourceName == name) return variable.term;
  return {};
}

} // namespace assay
