#include "analysis/vocabulary.h"

#include "term/traverse.h"

namespace assay {

namespace {

bool isComparison(Term term) {
  return term.kind() == Kind::BvUlt || term.kind() == Kind::BvSlt ||
         (term.kind() == Kind::Equal && term[0].sort().isBitVec());
}

} // namespace

std::span<const Term> Vocabulary::add(Term root) {
  const size_t numBefore = comparisons_.size();
  postOrder(
      root, [&](Term term) { return seen_.insert(term); },
      [&](Term term) {
        if (term.kind() == Kind::BvConst) constants_.push_back(term);
        if (isComparison(term)) comparisons_.push_back(term);
      });
  return std::span<const Term>(comparisons_).subspan(numBefore);
}

void Vocabulary::addGuards(const Program& program) {
  for (const Edge& edge : program.edges())
    if (edge.source.valid()) add(edge.guard);
}

std::map<uint32_t, std::vector<Term>> Vocabulary::constantsByWidth() const {
  std::map<uint32_t, std::vector<Term>> result;
  for (Term constant : constants_) result[constant.sort().width()].push_back(constant);
  return result;
}

Vocabulary guardsOf(const Program& program) {
  Vocabulary result;
  result.addGuards(program);
  return result;
}

} // namespace assay
