// What can be spoken of at the head of a loop: variables that are live there. The words themselves, constants and
// comparisons, analysis/vocabulary.h finds in terms.
#pragma once

#include "encode/flow.h"

#include <cstdint>
#include <span>
#include <vector>

namespace assay {

/// Whether all variables of a term that are not bound in it are live at the head.
bool isLiveAt(const Flow& flow, uint32_t head, Term term, std::span<const Term> bound = {});

/// Integers (numeric.h) that are live at the head, each list in the order of the program's variables.
struct HeadNumbers {
  std::vector<VariableId> written; // by the head's loop
  std::vector<VariableId> others;
};
/// Those of so many bits at least.
HeadNumbers numbersAt(const Flow& flow, uint32_t head, uint32_t leastWidth = 1);

} // namespace assay
