#include "term/rewriter.h"

#include "term/semantics.h"
#include "term/term_manager.h"

#include <algorithm>

namespace assay {

namespace {

Term toTerm(TermManager& tm, Sort sort, const Value& value) {
  switch (value.kind()) {
  case SortKind::Bool:
    return tm.mkBool(value.asBool());
  case SortKind::BitVec:
    return tm.mkBv(value.bits());
  case SortKind::Float:
    return tm.mkFp(sort, value.bits());
  case SortKind::Array:
    break;
  }
  return {};
}

/// op(c1, ..., cn) -> c
Term foldConstants(TermManager& tm, const Application& a) {
  std::array<Value, 3> values;
  for (size_t i = 0; i < a.args.size(); ++i) {
    if (!a[i].isValue()) return {};
    values[i] = valueOfConstant(a[i]);
  }
  Value result = applyOperator(a, std::span(values).first(a.args.size()));
  return toTerm(tm, a.sort, result);
}

} // namespace

Rewriter::Rewriter(TermManager& tm) : tm_(tm) {
  for (size_t kind = 0; kind < static_cast<size_t>(Kind::Count_); ++kind)
    rules_.push_back({static_cast<Kind>(kind), "fold-constants", foldConstants});
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
