// solver/floats/: floats for solvers that have none: terms with floats become terms over bit-vectors.
//
// Terms without floats that mean the same. A float becomes the bit-vector of its IEEE encoding, every NaN the canonical
// one, or stays unpacked (symfpu's sign, exponent, normalised significand and flags) while arithmetic goes on; which of
// the two it is depends on how the float comes about, and the other is made from it when it is needed. Arrays of floats
// become arrays of encodings.
//
// A variable becomes a new variable. That it holds no NaN but the canonical one is said by a condition, which comes
// with the first term that mentions it.
#pragma once

#include "solver/poll.h"
#include "term/term_manager.h"
#include "term/term_map.h"
#include "term/value.h"

#include <memory>
#include <utility>
#include <vector>

namespace assay {

class FloatLowering {
public:
  explicit FloatLowering(TermManager& tm, Poll poll = {});
  ~FloatLowering();

  Term operator()(Term term);
  /// The variable that stands for a variable; itself if it has nothing to do with floats; null if it is unknown.
  Term variable(Term variable) const;
  /// Conditions that always have to hold and have come up since the last call.
  std::vector<Term> takeConditions() { return std::exchange(conditions_, {}); }

private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
  std::vector<Term> conditions_;
};

/// The sort with floats as bit-vectors.
Sort loweredSort(TermManager& tm, Sort sort);
/// The value of a lowered term as a value of the original sort.
Value raised(const Value& value, Sort sort);

} // namespace assay
