#include "encode/head_vocabulary.h"

#include "encode/numeric.h"
#include "term/traverse.h"

#include <algorithm>

namespace assay {

bool isLiveAt(const Flow& flow, uint32_t head, Term term, std::span<const Term> bound) {
  return std::ranges::all_of(freeVariables(term), [&](Term variable) {
    if (std::ranges::find(bound, variable) != bound.end()) return true;
    const VariableId id = flow.program().variableOf(variable);
    return id.valid() && flow.isLive(id.index(), flow.heads()[head]);
  });
}

HeadNumbers numbersAt(const Flow& flow, uint32_t head, uint32_t leastWidth) {
  HeadNumbers result;
  const std::vector<VariableId>& written = flow.writtenInLoop(head);
  for (VariableId v : flow.liveAt(flow.heads()[head])) {
    const Variable& variable = flow.program()[v];
    if (!isNumeric(variable) || !variable.sort().isBitVec() || variable.sort().width() < leastWidth) continue;
    (std::ranges::binary_search(written, v) ? result.written : result.others).push_back(v);
  }
  return result;
}

} // namespace assay
