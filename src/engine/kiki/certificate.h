// A proof by k-induction, checked once more, by another solver: what it rests on are the unwindings' formulas alone.
//
//   initiation    the invariants hold behind the first k + 1 back edges of every execution
//   consecution   if they hold behind k + 1 back edges in a row, they hold behind the next
//   safety        no ending within k back edges; and none behind k + 1 back edges in a row at which the invariants hold
#pragma once

#include "engine/kiki/invariant.h"

#include <span>
#include <string_view>

namespace assay {

struct InductiveProof {
  const Unwinding& base; // from the program's start
  const Unwinding& step; // from any state
  std::span<const Invariant> invariants;
  std::span<const Term> instances; // of those about all elements of arrays, in `step`
  uint32_t k;
};

enum class Certified : uint8_t { Yes, No, NotInTime };

/// `solver`: a name that makeSolver takes.
Certified certify(const Flow& flow, const InductiveProof& proof, std::string_view solver, const Deadline& deadline);

} // namespace assay
