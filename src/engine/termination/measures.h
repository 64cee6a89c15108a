// Measures: terms over the state whose values, as unsigned numbers, cannot decrease for ever. A number of w bits has a
// least value whatever the program does, so it only has to be shown that a measure decreases. Sums and differences are
// made in more bits, so that they do not wrap around; a measure that wraps does not decrease.
#pragma once

#include "encode/assertion.h"
#include "encode/cut_relation.h"
#include "engine/termination/limits.h"

#include <span>
#include <string>
#include <vector>

namespace assay {

struct Measure {
  static constexpr int64_t kLargestFactor = 1'000'000;

  Term term;        // a bit-vector, to be compared without sign
  std::string text; // for people, as C
  /// If the measure is a sum of multiples of numbers, its change is a sum of the same multiples of the changes of these
  /// numbers. That is easier for a solver.
  struct Summand {
    int factor;
    Term number; // a bit-vector, or a condition
    bool isSigned;
    Term wide = {}; // the number, in as many bits as the sum
  };
  std::vector<Summand> summands = {};

  /// A sum in so many bits that it cannot wrap around, whatever the summands are. Constant summands may be left out.
  static Measure sum(TermManager& terms, std::vector<Summand> summands, std::string text);

  Term increases(const Program& program, const BlockPath& path) const;
  Term stays(const Program& program, const BlockPath& path) const;
  Term doesNotDecrease(const Program& program, const BlockPath& path) const;

private:
  /// The change of the measure along the path, as a signed number.
  Term change(const Program& program, const BlockPath& path) const;
};

/// A variable of a component of heads: it is live at each of them, and a number.
struct MeasuredVariable {
  VariableId id;
  Term term;
  bool isSigned = false;
  bool isWritten = false; // by a transition of the component
};
std::vector<MeasuredVariable> measuredVariables(const Flow& flow, std::span<const Transition* const> component);
/// Arrays that its guards read, if they are live at each head.
std::vector<VariableId> arraysRead(const Flow& flow, std::span<const Transition* const> component);

/// Measures that the program suggests, the most likely ones first: variables up and down, differences of what guards
/// compare, sums and differences of variables, flags, absolute values.
std::vector<Measure> suggestedMeasures(const Flow& flow, std::span<const Transition* const> component,
                                       const TerminationLimits& limits);

/// The sum of multiples of variables.
Measure linearMeasure(const Flow& flow, std::span<const MeasuredVariable> variables, std::span<const int> coefficients);

} // namespace assay
