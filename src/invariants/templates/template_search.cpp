#include "invariants/templates/template_search.h"

#include "invariants/templates/narrow_rows.h"

namespace assay {

std::optional<std::vector<Assertion>> TemplateSearch::run(const Allowance& allowance) {
  const std::unique_ptr<BoundSearch> search = makeBoundSearch(kind_, bounds_, solver_, limits_, allowance);
  for (;;) {
    ++numRounds_;
    const Found found = round(*search, allowance);
    if (found == Found::GaveUp) return std::nullopt;
    if (found == Found::Inductive) return bounds_.invariants();
  }
}

TemplateSearch::Found TemplateSearch::round(BoundSearch& search, const Allowance& allowance) {
  std::vector<Term> query = bounds_.assumptions(), violations;
  for (const TemplateBounds::Site& site : bounds_.after()) violations.push_back(bounds_.violation(site));
  query.push_back(solver_.terms().mkOr(violations));
  const Answer answer = solver_.check(query);
  if (answer.isUnsat()) return Found::Inductive;
  if (answer.isUnknown() || allowance.expired()) return Found::GaveUp;

  std::vector<BoundSearch::Raise> raises;
  for (const TemplateBounds::Site& site : bounds_.after()) {
    if (!solver_.value(site.guard).asBool()) continue;
    const bool isNew = !bounds_.isReached(site);
    bounds_.reach(site);
    for (size_t r = bounds_.groupOf(site).firstRow; r < bounds_.groupOf(site).endRow; ++r) {
      std::optional<BitVector>& bound = bounds_.bound(r);
      if (!isNew && !bound) continue;
      const BitVector value = solver_.value(bounds_.value(r, site)).bits();
      if (isNew)
        bound = value;
      else if (!value.sle(*bound))
        raises.push_back({r, &site, value});
    }
  }
  return search.raise(raises) ? Found::Raised : Found::GaveUp;
}

namespace {

// The rows of templates are few, and what is asked about them is about the formula of the step: its solver is asked.
std::optional<std::vector<Assertion>> searchTemplate(const Search& search, TemplateDomain domain) {
  const BoundSearchKind kind = domain == TemplateDomain::Ratios ? BoundSearchKind::Narrow
                               : search.env.options.boundSearch == BoundIteration::Strategy
                                   ? BoundSearchKind::Strategy
                                   : BoundSearchKind::Bisection;
  const auto limits = limitsOf<InvariantLimits>(search.env.options);
  Template shape = makeTemplate(search.flow, domain, limits);
  if (domain == TemplateDomain::Ratios) dropWideRows(search.flow, shape, limits, search.allowance);
  search.env.statistics.counter("kiki template rows") += shape.rows.size();
  TemplateSearch rows(search.flow, search.solver, search.places, std::move(shape), kind, limits);
  auto found = rows.run(search.allowance);
  search.env.statistics.counter("kiki template rounds") += rows.numRounds();
  return found;
}

} // namespace

std::optional<std::vector<Assertion>> searchIntervals(const Search& search) {
  return searchTemplate(search, TemplateDomain::Intervals);
}
std::optional<std::vector<Assertion>> searchZones(const Search& search) {
  return searchTemplate(search, TemplateDomain::Zones);
}
std::optional<std::vector<Assertion>> searchOctagons(const Search& search) {
  return searchTemplate(search, TemplateDomain::Octagons);
}
std::optional<std::vector<Assertion>> searchRatios(const Search& search) {
  return searchTemplate(search, TemplateDomain::Ratios);
}

} // namespace assay
