// Terms as linear forms over the integers, as if no operation wrapped around. A term that cannot be taken apart is a
// symbol. The result need not be true of machine integers: it is for guesses.
#pragma once

#include "encode/flow.h"
#include "encode/numeric.h"
#include "term/linear_form.h"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace assay {

struct LinearConstraint {
  LinearForm form;         // is not negative,
  bool isEquality = false; // or is zero
};
/// A disjunction: at least one of the constraints holds.
using LinearClause = std::vector<LinearConstraint>;

/// What a conjunction says.
struct LinearGuard {
  std::vector<LinearConstraint> constraints;
  std::vector<LinearForm> nonzero; // forms that are not zero
};

class LinearTerms {
public:
  explicit LinearTerms(const Program& program) : program_(program), isSigned_(signedVariables(program)) {}

  bool isSigned(VariableId variable) const { return isSigned_[variable.index()]; }
  /// The form of a bit-vector of at most 64 bits.
  LinearForm of(Term term);
  /// The value that a variable of this signedness takes.
  LinearForm value(Term term, bool isSigned);
  /// A condition as a disjunction; what is not linear in it is left out, and so is what would make more than `most`
  /// cases.
  std::vector<LinearGuard> cases(Term condition, size_t most);
  /// What is known of a symbol: ranges, quotients and remainders. It may speak of other symbols.
  const std::vector<LinearConstraint>& known(Term symbol) const;

private:
  bool isTakenApart(Term term) const;
  std::optional<LinearForm> combine(Term term);
  LinearForm symbol(Term term);
  void addKnown(Term term);
  void literal(Term term, bool isTrue, LinearGuard& guard);

  const Program& program_;
  const std::vector<bool> isSigned_; // by variable
  TermMap<LinearForm> memo_;
  TermMap<std::vector<LinearConstraint>> known_;
  uint32_t depth_ = 0; // of quotients in quotients
};

} // namespace assay
