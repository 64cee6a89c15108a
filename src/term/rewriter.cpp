#include "term/rewriter.h"

#include "term/rewrite_rules.h"

#include <algorithm>

namespace assay {

Rewriter::Rewriter(TermManager& tm) : tm_(tm) {
  rewrites::addCommonRules(rules_);
  rewrites::addLatticeRules(rules_);
  rewrites::addBoolRules(rules_);
  rewrites::addBvArithmeticRules(rules_);
  rewrites::addBvStructureRules(rules_);
  rewrites::addBvEqualityRules(rules_);
  rewrites::addBvComparisonRules(rules_);
  rewrites::addFpRules(rules_);
  rewrites::addArrayRules(rules_);
  std::ranges::stable_sort(rules_, {}, &Rule::kind);
  for (const Rule& rule : rules_) ++begin_[static_cast<size_t>(rule.kind) + 1];
  for (size_t i = 1; i < begin_.size(); ++i) begin_[i] += begin_[i - 1];
}

Term Rewriter::rewrite(const Application& application) {
  if (nesting_ >= kMaxNesting) return {};
  ++nesting_;
  Term result;
  auto kind = static_cast<size_t>(application.kind);
  for (uint32_t i = begin_[kind]; i < begin_[kind + 1] && result.isNull(); ++i) {
    result = rules_[i].apply(tm_, application);
    if (!result.isNull()) ++rules_[i].hits;
  }
  --nesting_;
  return result;
}

} // namespace assay
