#include "engine/termination/linear_measures.h"

#include "solver/factory.h"

#include <algorithm>

namespace assay {

namespace {

constexpr uint32_t kWidth = 80; // of sums: more than those of 64-bit variables can need

Term wide(TermManager& terms, const MeasuredVariable& variable, const BitVector& value) {
  return terms.mkBv(variable.isSigned ? value.signExtend(kWidth) : value.zeroExtend(kWidth));
}

} // namespace

std::optional<Measure> linearMeasureFor(const Flow& flow, const Samples& samples, const TerminationLimits& limits,
                                        const Allowance& allowance) {
  TermManager& terms = flow.terms();
  std::vector<MeasuredVariable> variables(samples.variables().begin(), samples.variables().end());
  if (variables.size() > limits.linearVariables) variables.resize(limits.linearVariables);
  if (variables.empty() || samples.size() == 0) return std::nullopt;
  for (const int64_t most : {1, 4, 30}) {
    const std::unique_ptr<Solver> solver = makeSolver("native", terms);
    allowance.limit(*solver);
    const Sort sort = terms.bvSort(kWidth);
    std::vector<Term> coefficients;
    for (size_t i = 0; i < variables.size(); ++i) {
      const Term narrow = terms.mkVariable("coefficient!" + std::to_string(i), terms.bvSort(7));
      coefficients.push_back(terms.mkBvSignExtend(narrow, kWidth - 7));
      const Term least = terms.mkBv(BitVector::fromSigned(7, -most)),
                 largest = terms.mkBv(BitVector::fromSigned(7, most));
      solver->assertTerm(terms.mkBvSle(least, narrow));
      solver->assertTerm(terms.mkBvSle(narrow, largest));
    }
    std::vector<Term> strict;
    for (size_t s = 0; s < samples.size(); ++s) {
      Term sum = terms.mkZero(sort);
      for (size_t i = 0; i < variables.size(); ++i) {
        const Term before = wide(terms, variables[i], samples.before(s, i));
        const Term after = wide(terms, variables[i], samples.after(s, i));
        const Term product = terms.mkBvMul(coefficients[i], terms.mkBvSub(before, after));
        sum = terms.mkBvAdd(sum, product);
      }
      solver->assertTerm(terms.mkBvSle(terms.mkZero(sort), sum));
      strict.push_back(terms.mkBvSlt(terms.mkZero(sort), sum));
    }
    // The last sample is what refuted the one before: first all are to decrease, then that one, then any.
    for (const Term goal : {terms.mkAnd(strict), strict.back(), terms.mkOr(strict)}) {
      if (allowance.expired()) return std::nullopt;
      if (!solver->check(std::span(&goal, 1)).isSat()) continue;
      std::vector<int> values;
      for (Term coefficient : coefficients)
        values.push_back(static_cast<int>(solver->value(coefficient).bits().extract(7, 0).toInt64()));
      return linearMeasure(flow, variables, values);
    }
  }
  return std::nullopt;
}

} // namespace assay
