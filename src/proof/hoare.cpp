#include "proof/hoare.h"

#include "encode/block_paths.h"
#include "encode/ring_reduction.h"
#include "term/traverse.h"

#include <algorithm>
#include <iterator>

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
  constexpr size_t kMaxPaths = 64; // of a cut point
  std::vector<Obligation> obligations;
  for (uint32_t cut = 0; cut <= flow.heads().size(); ++cut) {
    const uint32_t head = cut == flow.heads().size() ? Flow::kNone : cut;
    const auto paths = blockPaths(flow, head, kMaxPaths);
    if (!paths) return std::nullopt;
    std::vector<Term> assumed;
    for (const Assertion& assertion : assertions)
      if (assertion.head == head) assumed.push_back(assertion.condition);
    std::vector<BlockPath> decided;
    for (const BlockPath& path : *paths)
      if (flow.headNumber(path.target) != Flow::kNone)
        std::ranges::move(withoutChoices(flow, path, kMaxPaths), std::back_inserter(decided));
    for (const BlockPath& path : decided) {
      const uint32_t target = flow.headNumber(path.target);
      std::vector<Term> onPath = assumed;
      onPath.push_back(path.guard);
      for (const Assertion& assertion : assertions) {
        if (assertion.head != target) continue;
        const Term violation = violationOf(flow, onPath, path.at(flow.program(), assertion.condition));
        if (violation.isFalse()) continue;
        obligations.push_back(
            {violation, (head == Flow::kNone ? "initiation of " : "consecution of ") + assertion.text});
      }
    }
  }
  return obligations;
}

} // namespace assay
