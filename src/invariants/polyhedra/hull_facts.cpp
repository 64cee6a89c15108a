#include "invariants/polyhedra/hull_facts.h"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <numeric>

namespace assay {

namespace {

constexpr int64_t kLargeFactor = 64; // if one is larger, the others are 1, and they are few

int64_t largestFactor(const LinearForm& form) {
  int64_t largest = 0;
  for (const auto& [term, factor] : form.summands) largest = std::max(largest, std::abs(factor));
  return largest;
}

bool isSimple(const LinearForm& form) {
  constexpr size_t kMostSummands = 3;
  const auto isMultiple = [](const auto& summand) { return std::abs(summand.second) != 1; };
  return form.summands.size() <= kMostSummands && std::ranges::count_if(form.summands, isMultiple) <= 1;
}

bool includes(const Polyhedron& states, const PPL::Constraint& constraint) {
  return states.relation_with(constraint).implies(PPL::Poly_Con_Relation::is_included());
}

} // namespace

std::optional<PPL::Constraint> boundOf(const Polyhedron& hull, const PPL::Linear_Expression& form) {
  PPL::Coefficient numerator, denominator;
  bool isReached = false;
  if (!hull.maximize(form, numerator, denominator, isReached)) return std::nullopt;
  return PPL::Constraint(denominator * form <= numerator);
}

Polyhedron boxOf(const Polyhedron& hull) {
  Polyhedron box(hull.space_dimension(), PPL::UNIVERSE);
  for (size_t i = 0; i < hull.space_dimension(); ++i)
    for (const int sign : {-1, 1})
      if (const auto bound = boundOf(hull, sign * PPL::Variable(i))) box.add_constraint(*bound);
  return box;
}

std::vector<PPL::Linear_Expression> octagonalForms(size_t numDimensions) {
  std::vector<PPL::Linear_Expression> result;
  for (size_t i = 0; i < numDimensions; ++i) {
    for (const int sign : {-1, 1}) result.push_back(sign * PPL::Variable(i));
    for (size_t j = 0; j < i; ++j)
      for (const auto& [a, b] : {std::pair(1, 1), {1, -1}, {-1, 1}, {-1, -1}})
        result.push_back(a * PPL::Variable(i) + b * PPL::Variable(j));
  }
  return result;
}

/// Over the program's variables; nothing: its numbers are too large, or it says nothing.
std::optional<LinearConstraint> HullFacts::convert(const PPL::Constraint& constraint) const {
  constexpr int64_t kMostFactor = 16384, kMostConstant = int64_t{1} << 40;
  LinearConstraint result;
  result.isEquality = constraint.is_equality();
  int64_t divisor = 0;
  for (size_t i = 0; i < std::min<size_t>(pack_.size(), constraint.space_dimension()); ++i) {
    const mpz_class& factor = constraint.coefficient(PPL::Variable(i));
    if (factor == 0) continue;
    if (abs(factor) > kMostFactor) return std::nullopt;
    result.form.summands.emplace_back(flow_.program()[pack_[i]].term, factor.get_si());
    divisor = std::gcd(divisor, factor.get_si());
  }
  mpz_class rest = constraint.inhomogeneous_term();
  if (divisor == 0 || abs(rest) > kMostConstant) return std::nullopt;
  if (!result.isEquality) {
    mpz_fdiv_q_ui(rest.get_mpz_t(), rest.get_mpz_t(), static_cast<unsigned long>(divisor));
    for (auto& [term, factor] : result.form.summands) factor /= divisor;
  }
  if (largestFactor(result.form) > kLargeFactor && !isSimple(result.form)) return std::nullopt;
  result.form.constant = rest.get_si();
  return result;
}

/// Bounds of single variables: they may follow from the rest, but a solver does not see that at once.
Polyhedron HullFacts::addRanges(const Polyhedron& hull, HeadFacts& result) const {
  Polyhedron box(pack_.size(), PPL::UNIVERSE);
  for (size_t i = 0; i < pack_.size(); ++i) {
    std::optional<int64_t> bounds[2];
    for (const int sign : {-1, 1}) {
      const std::optional<PPL::Constraint> bound = boundOf(hull, sign * PPL::Variable(i));
      auto converted = bound ? convert(*bound) : std::nullopt;
      if (!converted) continue;
      bounds[sign > 0] = sign * converted->form.constant;
      result.clauses.push_back({*std::move(converted)});
      box.add_constraint(*bound);
    }
    if (bounds[0] && bounds[1]) result.ranges.insert(flow_.program()[pack_[i]].term, {*bounds[0], *bounds[1]});
  }
  return box;
}

/// Equalities, and inequalities that do not follow from these and the bounds. Where factors are large, also what
/// follows for sums and differences of two variables; and of such constraints, which often differ little, only the
/// steepest.
void HullFacts::addConstraints(const Polyhedron& hull, Polyhedron box, HeadFacts& result) const {
  constexpr size_t kMostSteep = 2;
  std::vector<LinearConstraint> steep;
  bool isLost = false;
  for (const bool isEquality : {true, false})
    for (const PPL::Constraint& constraint : hull.minimized_constraints()) {
      if (constraint.is_equality() != isEquality) continue;
      auto converted = convert(constraint);
      isLost = isLost || !converted;
      if (!converted || includes(box, constraint)) continue;
      if (isEquality) box.add_constraint(constraint);
      if (largestFactor(converted->form) > kLargeFactor)
        steep.push_back(*std::move(converted));
      else
        result.clauses.push_back({*std::move(converted)});
    }
  std::ranges::stable_sort(steep, std::greater(),
                           [](const LinearConstraint& constraint) { return largestFactor(constraint.form); });
  if (isLost || !steep.empty())
    for (const PPL::Linear_Expression& form : octagonalForms(pack_.size())) {
      const std::optional<PPL::Constraint> limit = boundOf(hull, form);
      auto converted = limit ? convert(*limit) : std::nullopt;
      if (converted && !includes(box, *limit)) result.clauses.push_back({*std::move(converted)});
    }
  if (steep.size() > kMostSteep) steep.resize(kMostSteep);
  for (LinearConstraint& constraint : steep) result.clauses.push_back({std::move(constraint)});
}

void HullFacts::addClauses(const Polyhedron& yes, const Polyhedron& no, const Polyhedron& hull,
                           std::vector<LinearClause>& result) const {
  constexpr size_t kMostClauses = 40;
  std::vector<PPL::Constraint> own[2];
  for (size_t i = 0; i < 2; ++i)
    for (const PPL::Constraint& constraint : (i == 0 ? yes : no).minimized_constraints())
      if (!includes(hull, constraint) && convert(constraint)) own[i].push_back(constraint);
  if (own[0].size() * own[1].size() > kMostClauses) return;
  for (const PPL::Constraint& a : own[0])
    for (const PPL::Constraint& b : own[1])
      if (!isTrivial(a, b)) result.push_back({*convert(a), *convert(b)});
}

/// Whether one of the two holds in any state.
bool HullFacts::isTrivial(const PPL::Constraint& a, const PPL::Constraint& b) const {
  if (a.is_equality() || b.is_equality()) return false;
  Polyhedron none(pack_.size(), PPL::UNIVERSE);
  none.add_constraint(PPL::Linear_Expression(a.expression()) <= -1);
  none.add_constraint(PPL::Linear_Expression(b.expression()) <= -1);
  return none.is_empty();
}

} // namespace assay
