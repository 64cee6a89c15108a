// One path through a block, chosen by a model: the literals that decide for it, and the values at its end, without
// choices. Where blocks merge paths, values have ites and guards have disjunctions; on the path that an execution
// takes, they are decided.
#pragma once

#include "encode/block.h"
#include "term/evaluate.h"

#include <utility>
#include <vector>

namespace assay {

struct PathFacts {
  std::vector<Term> literals;                      // that hold on the path; over variables at its beginning, and inputs
  std::vector<std::pair<VariableId, Term>> values; // of what is live at its end
};

/// The path of a guard that holds in the model, and values at its end.
PathFacts pathOf(TermManager& terms, const Assignment& model, Term guard,
                 std::vector<std::pair<VariableId, Term>> values);

} // namespace assay
