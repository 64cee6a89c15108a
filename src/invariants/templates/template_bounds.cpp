#include "invariants/templates/template_bounds.h"

namespace assay {

TemplateBounds::TemplateBounds(const Flow& flow, const InductionPlaces& places, Template shape)
    : flow_(flow), terms_(flow.terms()), shape_(std::move(shape)), before_(sitesOf(places.before)),
      after_(sitesOf(places.after)), isReached_(shape_.groups.size()), bounds_(shape_.rows.size()) {}

std::vector<TemplateBounds::Site> TemplateBounds::sitesOf(const std::vector<InductionPlaces::HeadState>& places) const {
  std::vector<Site> sites;
  for (const auto& place : places)
    for (uint32_t g = 0; g < shape_.groups.size(); ++g) {
      const TemplateGroup& group = shape_.groups[g];
      if (group.head != place.head) continue;
      const Term guard = terms_.mkAnd(place.guard, instantiate(flow_.program(), group.path, *place.state));
      if (!guard.isFalse()) sites.push_back({g, guard, place.state, std::vector<Term>(group.endRow - group.firstRow)});
    }
  return sites;
}

Term TemplateBounds::value(size_t row, const Site& site) const {
  Term& value = site.values[row - groupOf(site).firstRow];
  if (!value) value = rowValue(flow_, shape_.rows[row], *site.state);
  return value;
}

Term TemplateBounds::atMost(size_t row, const Site& site) const {
  return terms_.mkBvSle(value(row, site), terms_.mkBv(*bounds_[row]));
}

std::vector<Term> TemplateBounds::assumptions(size_t exceptRow) const {
  std::vector<Term> result;
  for (const Site& site : before_) {
    const Term isElsewhere = terms_.mkNot(site.guard);
    if (!isReached(site)) {
      result.push_back(isElsewhere);
      continue;
    }
    for (size_t r = groupOf(site).firstRow; r < groupOf(site).endRow; ++r)
      if (r != exceptRow && bounds_[r]) result.push_back(terms_.mkOr(isElsewhere, atMost(r, site)));
  }
  return result;
}

Term TemplateBounds::violation(const Site& site) const {
  if (!isReached(site)) return site.guard;
  std::vector<Term> broken;
  for (size_t r = groupOf(site).firstRow; r < groupOf(site).endRow; ++r)
    if (bounds_[r]) broken.push_back(terms_.mkNot(atMost(r, site)));
  return terms_.mkAnd(site.guard, terms_.mkOr(broken));
}

std::vector<Assertion> TemplateBounds::invariants() const {
  std::vector<Assertion> result;
  for (uint32_t g = 0; g < shape_.groups.size(); ++g) {
    const TemplateGroup& group = shape_.groups[g];
    if (!isReached_[g]) result.push_back(noState(flow_, group));
    for (size_t r = group.firstRow; r < group.endRow; ++r)
      if (isReached_[g] && bounds_[r]) result.push_back(rowInvariant(flow_, group, shape_.rows[r], *bounds_[r]));
  }
  return result;
}

} // namespace assay
