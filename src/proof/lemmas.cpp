#include "proof/lemmas.h"

#include "encode/c_text.h"
#include "encode/head_vocabulary.h"
#include "program/condition_text.h"
#include "term/traverse.h"
#include "util/error.h"

#include <algorithm>
#include <string_view>

namespace assay {

namespace {

/// What stands for any element.
std::vector<Term> boundVariables(const Flow& flow, std::span<const ArrayCell> arrays) {
  if (arrays.empty()) return {};
  std::vector<Term> result{arrayPlace(flow.program())};
  for (const ArrayCell& array : arrays) result.push_back(array.contents);
  return result;
}

bool speaksOf(Term condition, std::span<const Term> variables) {
  bool isAny = false;
  forEachSubterm(condition, [&](Term term) { isAny = isAny || std::ranges::find(variables, term) != variables.end(); });
  return isAny;
}

/// Marks lemmas that blocks keep; no condition begins with this text.
constexpr std::string_view kKept = "[kept] ";

} // namespace

std::optional<std::string> lemmaText(const Flow& flow, const Assertion& lemma, std::span<const ArrayCell> arrays) {
  if (lemma.why == Assertion::Why::Implied) return std::nullopt;
  const bool isKept = lemma.why == Assertion::Why::Blocks;
  const std::vector<Term> bound = isKept ? std::vector<Term>() : boundVariables(flow, arrays);
  std::optional<std::string> text = printCondition(flow.program(), lemma.condition, bound);
  if (text && isKept) text->insert(0, kKept);
  return text;
}

std::vector<Assertion> lemmasFrom(std::span<const OutlinedLemma> lemmas, const Flow& flow,
                                  std::span<const ArrayCell> arrays) {
  const std::vector<Term> bound = boundVariables(flow, arrays);
  std::vector<Assertion> result;
  for (const OutlinedLemma& lemma : lemmas) {
    if (lemma.head >= flow.heads().size()) continue;
    const bool isKept = lemma.condition.starts_with(kKept);
    const std::string text = isKept ? lemma.condition.substr(kKept.size()) : lemma.condition;
    try {
      const Term condition = parseConditionText(flow.program(), text, bound);
      const bool isOfElements = speaksOf(condition, bound);
      if (!isLiveAt(flow, lemma.head, condition, bound) || (isKept && isOfElements)) continue;
      const std::optional<std::string> inC = isOfElements ? std::nullopt : conditionText(flow.program(), condition);
      result.push_back(
          {lemma.head, condition, inC.value_or(""), isKept ? Assertion::Why::Blocks : Assertion::Why::Inductive});
    } catch (const InputError&) {
      continue; // of another program
    }
  }
  return result;
}

std::vector<Assertion> candidatesFrom(std::span<const OutlinedLemma> lemmas, const Flow& flow,
                                      std::span<const ArrayCell> arrays) {
  std::vector<Assertion> result = lemmasFrom(lemmas, flow, arrays);
  std::erase_if(result, [](const Assertion& lemma) { return lemma.why == Assertion::Why::Blocks; });
  return result;
}

} // namespace assay
