#include "proof/hoare.h"

#include "encode/cut_relation.h"
#include "encode/ring_reduction.h"
#include "term/traverse.h"

namespace assay {

namespace {

Term identityOf(TermManager& terms, std::span<const Term> assumed, Term condition) {
  if (condition.kind() != Kind::Equal || !condition[0].sort().isBitVec()) return Term();
  const Sort sort = condition[0].sort();
  if (sort.width() > 64 || !hasProducts(std::span(&condition, 1))) return Term();
  std::vector<Term> parts;
  for (Term term : assumed) splitConjunction(term, parts);
  NormalForms forms;
  RingReduction reduction(forms, terms, sort.width());
  for (Term part : parts)
    if (part.kind() == Kind::Equal && part[0].sort() == sort) reduction.addDivisor(terms.mkBvSub(part[0], part[1]));
  return reduction.identity(terms.mkBvSub(condition[0], condition[1]));
}

} // namespace

Term violationOf(const Flow& flow, std::span<const Term> assumed, Term condition) {
  TermManager& terms = flow.terms();
  if (const Term identity = identityOf(terms, assumed, condition); !identity.isNull()) return terms.mkNot(identity);
  const Term all = terms.mkAnd(assumed), violated = terms.mkNot(condition);
  return terms.mkAnd(all, violated);
}

std::optional<std::vector<Obligation>> hoareObligations(const Flow& flow, std::span<const Assertion> assertions) {
  constexpr CutPlan kPlan{.granularity = Granularity::Decided, .mostPaths = 64, .mostChoices = 64};
  const std::optional<CutRelation> relation = CutRelation::of(flow, kPlan);
  if (!relation) return std::nullopt;
  std::vector<Obligation> obligations;
  for (const Transition& transition : relation->transitions()) {
    std::vector<Term> assumed;
    for (const Assertion& assertion : assertions)
      if (assertion.head == transition.source) assumed.push_back(assertion.condition);
    assumed.push_back(transition.path.guard);
    for (const Assertion& assertion : assertions) {
      if (assertion.head != transition.target) continue;
      const Term violation = violationOf(flow, assumed, transition.path.at(flow.program(), assertion.condition));
      if (violation.isFalse()) continue;
      obligations.push_back(
          {violation, (transition.source == Flow::kNone ? "initiation of " : "consecution of ") + assertion.text});
    }
  }
  return obligations;
}

} // namespace assay
