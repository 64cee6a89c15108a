#include "encode/lemmas.h"

#include "encode/c_text.h"
#include "program/condition_text.h"
#include "term/traverse.h"
#include "util/error.h"

namespace assay {

namespace {

bool isLiveAt(const Flow& flow, uint32_t head, Term condition) {
  bool isLive = true;
  forEachSubterm(condition, [&](Term term) {
    if (!term.isVariable()) return;
    const VariableId variable = flow.program().variableOf(term);
    isLive = isLive && variable.valid() && flow.isLive(variable.index(), flow.heads()[head]);
  });
  return isLive;
}

} // namespace

std::vector<Assertion> candidatesFrom(std::span<const ProofOutline::Lemma> lemmas, const Flow& flow) {
  std::vector<Assertion> result;
  for (const ProofOutline::Lemma& lemma : lemmas) {
    if (lemma.head >= flow.heads().size()) continue;
    try {
      const Term condition = parseConditionText(flow.program(), lemma.condition);
      if (!isLiveAt(flow, lemma.head, condition)) continue;
      result.push_back({lemma.head, condition, conditionText(flow.program(), condition).value_or(lemma.condition)});
    } catch (const InputError&) {
      continue; // of another program
    }
  }
  return result;
}

} // namespace assay
