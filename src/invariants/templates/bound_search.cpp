#include "invariants/templates/bound_search.h"

#include "invariants/templates/narrow_rows.h"

#include <map>

namespace assay {

/// Whether the row can have at least this value behind the site; sets `reached` to its value if so.
Answer BoundSearch::canReach(const Raise& raise, std::span<const Term> conditions, const BitVector& bound,
                             BitVector& reached) {
  TermManager& terms = solver_.terms();
  const Term behind = bounds_.value(raise.row, *raise.site);
  std::vector<Term> query = bounds_.assumptions(raise.row);
  query.insert(query.end(), conditions.begin(), conditions.end());
  query.push_back(raise.site->guard);
  for (const TemplateBounds::Site& site : bounds_.before())
    if (site.group == raise.site->group && bounds_.isReached(site))
      query.push_back(terms.mkOr(terms.mkNot(site.guard), terms.mkBvSle(bounds_.value(raise.row, site), behind)));
  query.push_back(terms.mkBvSle(terms.mkBv(bound), behind));
  const Answer answer = solver_.check(query);
  if (answer.isSat()) reached = solver_.value(behind).bits();
  return answer;
}

bool BoundSearch::raiseRow(const Raise& raise, std::span<const Term> conditions) {
  std::optional<BitVector>& bound = bounds_.bound(raise.row);
  if (!bound || raise.value.sle(*bound)) return true; // another place has raised it as far
  const BitVector& greatest = bounds_.row(raise.row).greatest;
  BitVector low = raise.value, high = greatest, reached = low;
  const Answer top = canReach(raise, conditions, greatest, reached);
  if (top.isUnknown()) return false;
  if (top.isSat()) {
    bound.reset();
    return true;
  }
  // The row reaches `low`, and not `high`. Most rows do not go far: begin with small steps.
  const BitVector one = BitVector::one(low.width());
  BitVector stride = one;
  while (low.add(one).slt(high)) {
    if (allowance_.expired()) return false;
    const BitVector half = low.add(high.sub(low).lshr(1));
    BitVector middle = low.add(stride);
    if (!middle.slt(half)) middle = half;
    const Answer answer = canReach(raise, conditions, middle, reached);
    if (answer.isUnknown()) return false;
    if (answer.isSat()) {
      low = reached;
      stride = stride.shl(3);
      if (stride.isZero() || stride.signBit()) stride = one;
    } else {
      high = middle;
      stride = one;
    }
  }
  bound = low;
  return true;
}

namespace {

class Bisection : public BoundSearch {
public:
  using BoundSearch::BoundSearch;
  bool raise(std::span<const Raise> raises) override {
    for (const Raise& raise : raises)
      if (!raiseOnAllPaths(raise)) return false;
    return true;
  }

protected:
  bool raiseOnAllPaths(const Raise& raise) {
    if (++numRaises_[raise.row] <= limits_.templateRaises) return raiseRow(raise, {});
    bounds_.bound(raise.row).reset();
    return true;
  }

private:
  std::map<size_t, uint32_t> numRaises_; // by row
};

class Narrow final : public BoundSearch {
public:
  using BoundSearch::BoundSearch;
  bool raise(std::span<const Raise> raises) override {
    for (const Raise& raise : raises) {
      std::optional<BitVector>& bound = bounds_.bound(raise.row);
      if (!bound || raise.value.sle(*bound)) continue;
      const BitVector& first = first_.try_emplace(raise.row, *bound).first->second;
      if (raise.value.sub(first).ule(BitVector(first.width(), kNarrowWidth)))
        bound = raise.value;
      else
        bound.reset();
    }
    return !allowance_.expired();
  }

private:
  std::map<size_t, BitVector> first_; // by row, its bound before it was raised
};

class StrategyIteration final : public Bisection {
public:
  using Bisection::Bisection;
  bool raise(std::span<const Raise> raises) override {
    std::vector<std::vector<Term>> strategies;
    for (const Raise& raise : raises) strategies.push_back(choices(raise)); // as long as there is the model
    for (size_t i = 0; i < raises.size(); ++i) {
      const bool isOnPath =
          strategies[i].size() <= limits_.templateChoices && ++numPaths_[raises[i].row] <= limits_.templatePaths;
      if (!(isOnPath ? raiseRow(raises[i], strategies[i]) : raiseOnAllPaths(raises[i]))) return false;
    }
    return true;
  }

private:
  /// What the model decides on the way to the row's value: conditions of ites, children that settle a junction.
  std::vector<Term> choices(const Raise& raise) {
    TermManager& terms = solver_.terms();
    std::vector<Term> result, stack{bounds_.value(raise.row, *raise.site), raise.site->guard};
    TermSet seen;
    const auto choose = [&](Term condition, bool holds) {
      result.push_back(holds ? condition : terms.mkNot(condition));
      stack.push_back(condition);
    };
    while (!stack.empty() && result.size() <= limits_.templateChoices) {
      const Term t = stack.back();
      stack.pop_back();
      if (!seen.insert(t)) continue;
      if (t.kind() == Kind::Ite) {
        const bool isFirst = solver_.value(t[0]).asBool();
        choose(t[0], isFirst);
        stack.push_back(t[isFirst ? 1 : 2]);
        continue;
      }
      if (t.kind() == Kind::And || t.kind() == Kind::Or) {
        const bool settling = t.kind() == Kind::Or;
        if (solver_.value(t).asBool() == settling) {
          choose(t[solver_.value(t[0]).asBool() == settling ? 0 : 1], settling);
          continue;
        }
      }
      for (uint32_t i = 0; i < t.size(); ++i) stack.push_back(t[i]);
    }
    return result;
  }

  std::map<size_t, uint32_t> numPaths_; // by row
};

} // namespace

std::unique_ptr<BoundSearch> makeBoundSearch(BoundSearchKind kind, TemplateBounds& bounds, Solver& solver,
                                             const InvariantLimits& limits, const Allowance& allowance) {
  if (kind == BoundSearchKind::Bisection) return std::make_unique<Bisection>(bounds, solver, limits, allowance);
  if (kind == BoundSearchKind::Narrow) return std::make_unique<Narrow>(bounds, solver, limits, allowance);
  return std::make_unique<StrategyIteration>(bounds, solver, limits, allowance);
}

} // namespace assay
