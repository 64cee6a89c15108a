#include "invariants/polyhedra/forward_analysis.h"

#include "invariants/domains/forward_analysis.h"
#include "invariants/polyhedra/hull_facts.h"

#include <algorithm>

namespace assay {

namespace {

/// A function of dimensions, as PPL wants to have it.
class DimensionMap {
public:
  static constexpr PPL::dimension_type kGone = PPL::dimension_type(-1);
  explicit DimensionMap(std::vector<PPL::dimension_type> to) : to_(std::move(to)) {}
  // NOLINTBEGIN(readability-identifier-naming): names that PPL asks for
  bool has_empty_codomain() const { return to_.empty(); }
  PPL::dimension_type max_in_codomain() const {
    PPL::dimension_type most = 0;
    for (const auto dimension : to_)
      if (dimension != kGone) most = std::max(most, dimension);
    return most;
  }
  // NOLINTEND(readability-identifier-naming)
  bool maps(PPL::dimension_type from, PPL::dimension_type& to) const {
    if (from >= to_.size() || to_[from] == kGone) return false;
    to = to_[from];
    return true;
  }

private:
  std::vector<PPL::dimension_type> to_;
};

/// A path, as far as it concerns the pack: dimensions are the pack's variables, then symbols.
struct Step {
  size_t numSymbols = 0;
  PPL::Constraint_System guard;
  std::vector<PPL::Linear_Expression> nonzero;
  struct Assignment {
    size_t dimension;
    std::optional<PPL::Linear_Expression> value; // nothing: any
    bool isTaken;                                // it is not computed, but comes from outside
  };
  std::vector<Assignment> assignments;
};

/// Says what of a path concerns a pack.
class StepMaker {
public:
  StepMaker(const Flow& flow, const Pack& pack) : flow_(flow), program_(flow.program()), pack_(pack) {}

  Step make(const LinearPath& path) {
    Step step;
    constraints_ = path.guard.constraints;
    values_.assign(pack_.size(), std::nullopt);
    for (const auto& [variable, value] : path.assignments)
      if (const auto at = std::ranges::find(pack_, variable); at != pack_.end())
        values_[static_cast<size_t>(at - pack_.begin())] = value;
    const std::vector<bool> isChanged = changed(path);
    while (dropFree()) {
    }
    keepConnected();
    for (const LinearConstraint& constraint : constraints_) {
      const PPL::Linear_Expression left = expression(constraint.form);
      step.guard.insert(constraint.isEquality ? left == 0 : left >= 0);
    }
    for (const LinearForm& form : path.guard.nonzero)
      if (isOfPack(form)) step.nonzero.push_back(expression(form));
    for (size_t i = 0; i < pack_.size(); ++i) {
      if (!isChanged[i]) continue;
      step.assignments.push_back({i, std::nullopt, !values_[i] || !isOfPack(*values_[i])});
      if (values_[i]) step.assignments.back().value = expression(*values_[i]);
    }
    step.numSymbols = symbols_.size();
    return step;
  }

private:
  static constexpr size_t kMostSymbols = 6;

  /// By the path, or because they are dead behind it.
  std::vector<bool> changed(const LinearPath& path) const {
    std::vector<bool> result(pack_.size());
    for (size_t i = 0; i < pack_.size(); ++i)
      result[i] = values_[i].has_value() ||
                  (path.target != Flow::kNone && !flow_.isLive(pack_[i].index(), flow_.heads()[path.target]));
    return result;
  }

  std::optional<size_t> dimensionOf(Term symbol) const {
    for (size_t i = 0; i < pack_.size(); ++i)
      if (program_[pack_[i]].term == symbol) return i;
    const auto found = std::ranges::find(symbols_, symbol);
    if (found == symbols_.end()) return std::nullopt;
    return pack_.size() + static_cast<size_t>(found - symbols_.begin());
  }
  bool isOfPack(const LinearForm& form) const {
    return std::ranges::all_of(form.summands, [&](const auto& summand) {
      const auto dimension = dimensionOf(summand.first);
      return dimension && *dimension < pack_.size();
    });
  }

  /// Drops what says nothing, because it holds for some value of a symbol that occurs nowhere else.
  bool dropFree() {
    TermMap<int> count;
    symbols_.clear();
    const auto look = [&](const LinearForm& form) {
      for (const auto& [symbol, factor] : form.summands)
        if (!dimensionOf(symbol)) ++count[symbol];
    };
    for (const LinearConstraint& constraint : constraints_) look(constraint.form);
    for (const auto& value : values_)
      if (value) look(*value);
    const auto isFree = [&](const LinearForm& form) {
      return std::ranges::any_of(form.summands, [&](const auto& summand) {
        const int* occurrences = count.find(summand.first);
        return occurrences && *occurrences == 1;
      });
    };
    bool isChanged =
        std::erase_if(constraints_, [&](const LinearConstraint& constraint) { return isFree(constraint.form); }) > 0;
    for (auto& value : values_)
      if (value && isFree(*value)) {
        value.reset();
        isChanged = true;
      }
    return isChanged;
  }

  /// Gives symbols that have to do with the pack a dimension, and drops constraints on others.
  void keepConnected() {
    symbols_.clear();
    const auto keep = [&](const LinearForm& form) {
      std::vector<Term> fresh;
      for (const auto& [symbol, factor] : form.summands)
        if (!dimensionOf(symbol)) fresh.push_back(symbol);
      if (symbols_.size() + fresh.size() > kMostSymbols) return false;
      symbols_.insert(symbols_.end(), fresh.begin(), fresh.end());
      return true;
    };
    for (auto& value : values_)
      if (value && !keep(*value)) value.reset();
    std::vector<LinearConstraint> open = std::move(constraints_);
    constraints_.clear();
    for (bool isMore = true; isMore;) {
      isMore = false;
      std::erase_if(open, [&](LinearConstraint& constraint) {
        const auto& summands = constraint.form.summands;
        const bool isConnected = summands.empty() || std::ranges::any_of(summands, [&](const auto& summand) {
                                   return dimensionOf(summand.first).has_value();
                                 });
        if (!isConnected || !keep(constraint.form)) return false;
        constraints_.push_back(std::move(constraint));
        return isMore = true;
      });
    }
  }

  PPL::Linear_Expression expression(const LinearForm& form) const {
    PPL::Linear_Expression result(PPL::Coefficient(static_cast<long>(form.constant)));
    for (const auto& [symbol, factor] : form.summands)
      result += PPL::Coefficient(static_cast<long>(factor)) * PPL::Variable(*dimensionOf(symbol));
    return result;
  }

  const Flow& flow_;
  const Program& program_;
  const Pack& pack_;
  std::vector<LinearConstraint> constraints_;
  std::vector<std::optional<LinearForm>> values_; // by variable of the pack; nothing: any, or as it was
  std::vector<Term> symbols_;
};

class PolyhedraDomain {
public:
  using State = Polyhedron;
  using Node = ForwardNode<State>;

  PolyhedraDomain(const Flow& flow, const LinearTerms& linear, const std::vector<LinearPath>& paths, const Pack& pack)
      : flow_(flow), linear_(linear), paths_(paths), pack_(pack) {
    StepMaker maker(flow, pack);
    for (const LinearPath& path : paths) steps_.push_back(maker.make(path));
    findThresholds();
  }

  Polyhedron bottom() const { return Polyhedron(pack_.size(), PPL::EMPTY); }
  Polyhedron start() const {
    Polyhedron result(pack_.size(), PPL::UNIVERSE);
    for (size_t i = 0; i < pack_.size(); ++i) restrict(result, i, i);
    return result;
  }
  bool isBottom(const Polyhedron& states) const { return states.is_empty(); }
  bool contains(const Polyhedron& states, const Polyhedron& others) const { return states.contains(others); }
  void join(Polyhedron& states, const Polyhedron& others) const { states.poly_hull_assign(others); }
  void meet(Polyhedron& states, const Polyhedron& others) const { states.intersection_assign(others); }
  bool isTooLarge(const Polyhedron& states) const { return states.total_memory_in_bytes() > kMostBytes; }
  Polyhedron after(const Polyhedron& states, size_t path) const { return after(states, steps_[path]); }

  /// Bounds of variables, and of sums and differences of two, on entry and after one round stop the widening; and what
  /// the bounds of variables alone say of these.
  void observe(uint32_t head, const Polyhedron& states) {
    const auto add = [&](const Polyhedron& seen) {
      for (const PPL::Linear_Expression& form : octagonalForms(pack_.size()))
        if (const auto bound = boundOf(seen, form)) thresholds_[head].insert(*bound);
    };
    add(states);
    add(boxOf(states));
  }
  void widen(uint32_t head, Polyhedron& states, const Polyhedron& before) const {
    states.limited_BHRZ03_extrapolation_assign(before, thresholds_[head]);
  }

  HeadFacts facts(uint32_t head, const std::vector<const Node*>& parts) const {
    HeadFacts result;
    if (parts.empty()) return result;
    Polyhedron hull = bottom();
    for (const Node* part : parts) hull.poly_hull_assign(part->states);
    const HullFacts facts(flow_, pack_);
    facts.add(hull, result);
    if (parts.size() > 1)
      for (const auto& [yes, no] : partitions(head, parts)) facts.addClauses(yes, no, hull, result.clauses);
    return result;
  }

private:
  static constexpr size_t kMostBytes = 400'000; // of a polyhedron

  /// To what the variable's type can hold, where that is not far away.
  void restrict(Polyhedron& states, size_t variable, size_t dimension) const {
    const uint32_t width = flow_.program()[pack_[variable]].sort().width();
    const bool isSigned = linear_.isSigned(pack_[variable]);
    const PPL::Variable x(dimension);
    if (!isSigned) states.add_constraint(x >= 0);
    if (width > 16) return;
    const long most = (1l << (isSigned ? width - 1 : width)) - 1;
    states.add_constraint(x <= most);
    if (isSigned) states.add_constraint(x >= -most - 1);
  }

  Polyhedron after(Polyhedron states, const Step& step) const {
    constexpr uint64_t kWeight = 10000; // of what PPL does not count
    PPL::Weightwatch_Traits::weight += kWeight;
    PPL::maybe_abandon();
    const size_t numVariables = pack_.size();
    states.add_space_dimensions_and_embed(step.numSymbols);
    states.add_constraints(step.guard);
    for (const PPL::Linear_Expression& form : step.nonzero) exclude(states, form);
    if (states.is_empty()) return Polyhedron(numVariables, PPL::EMPTY);
    std::vector<PPL::dimension_type> to(numVariables + step.numSymbols + step.assignments.size(), DimensionMap::kGone);
    for (size_t i = 0; i < numVariables; ++i) to[i] = i;
    PPL::dimension_type next = states.space_dimension();
    states.add_space_dimensions_and_embed(step.assignments.size());
    for (const auto& [variable, value, isTaken] : step.assignments) {
      if (value) states.add_constraint(PPL::Variable(next) == *value);
      if (isTaken) restrict(states, variable, next);
      to[variable] = DimensionMap::kGone;
      to[next++] = variable;
    }
    states.map_space_dimensions(DimensionMap(std::move(to)));
    states.drop_some_non_integer_points(PPL::POLYNOMIAL_COMPLEXITY);
    return states;
  }

  /// That the form is not zero tells something if it has one sign only.
  static void exclude(Polyhedron& states, const PPL::Linear_Expression& form) {
    if (states.relation_with(form >= 0).implies(PPL::Poly_Con_Relation::is_included()))
      states.add_constraint(form >= 1);
    else if (states.relation_with(form <= 0).implies(PPL::Poly_Con_Relation::is_included()))
      states.add_constraint(form <= -1);
  }

  // Constraints that hold behind every path to the head, and what is the opposite of an error, stop the widening.
  void findThresholds() {
    thresholds_.resize(flow_.heads().size());
    for (size_t i = 0; i < steps_.size(); ++i) {
      const Step& step = steps_[i];
      const LinearPath& path = paths_[i];
      if (path.target != Flow::kNone) {
        const Polyhedron reached = after(start(), step);
        for (const PPL::Constraint& constraint : reached.minimized_constraints())
          thresholds_[path.target].insert(constraint);
      } else if (path.source != Flow::kNone) {
        for (const PPL::Constraint& constraint : step.guard) {
          if (constraint.space_dimension() > pack_.size() || constraint.is_equality()) continue;
          const PPL::Linear_Expression form(constraint.expression());
          thresholds_[path.source].insert(form <= -1);
          thresholds_[path.source].insert(form <= 0);
        }
      }
    }
  }

  /// Parts that a condition of the loop tells apart, each in a hull: states that were reached by paths on which it
  /// holds, or in which it holds on entry, and others.
  std::vector<std::pair<Polyhedron, Polyhedron>> partitions(uint32_t head,
                                                            const std::vector<const Node*>& parts) const {
    constexpr size_t kMost = 4;
    std::vector<std::pair<Polyhedron, Polyhedron>> result;
    std::vector<std::vector<bool>> known;
    const auto behind = [&](const Node& node, const PPL::Constraint& condition) {
      if (!node.isBack) return node.states.relation_with(condition).implies(PPL::Poly_Con_Relation::is_included());
      for (size_t i = 0; i < steps_.size(); ++i) {
        const LinearPath& path = paths_[i];
        if (path.target != head || !path.isBack || (node.block && path.block != *node.block)) continue;
        Polyhedron guard(pack_.size() + steps_[i].numSymbols, PPL::UNIVERSE);
        guard.add_constraints(steps_[i].guard);
        if (!guard.relation_with(condition).implies(PPL::Poly_Con_Relation::is_included())) return false;
      }
      return true;
    };
    for (size_t i = 0; i < steps_.size(); ++i) {
      const Step& step = steps_[i];
      const LinearPath& path = paths_[i];
      if (path.target != head || path.source != head) continue;
      for (const PPL::Constraint& condition : step.guard) {
        if (condition.is_equality() || condition.space_dimension() > pack_.size()) continue;
        const PPL::Constraint opposite = PPL::Linear_Expression(condition.expression()) <= -1;
        std::vector<bool> isYes;
        std::pair<Polyhedron, Polyhedron> hulls(Polyhedron(pack_.size(), PPL::EMPTY),
                                                Polyhedron(pack_.size(), PPL::EMPTY));
        for (const Node* part : parts) {
          if (!behind(*part, condition) && !behind(*part, opposite)) break;
          isYes.push_back(behind(*part, condition));
          (isYes.back() ? hulls.first : hulls.second).poly_hull_assign(part->states);
        }
        if (isYes.size() < parts.size() || hulls.first.is_empty() || hulls.second.is_empty()) continue;
        if (!isYes[0]) isYes.flip();
        if (result.size() >= kMost || std::ranges::find(known, isYes) != known.end()) continue;
        known.push_back(std::move(isYes));
        result.push_back(std::move(hulls));
      }
    }
    return result;
  }

  const Flow& flow_;
  const LinearTerms& linear_;
  const std::vector<LinearPath>& paths_;
  const Pack& pack_;
  std::vector<Step> steps_;                        // by path
  std::vector<PPL::Constraint_System> thresholds_; // by head
};

std::vector<Passage> passagesOf(const std::vector<LinearPath>& paths) {
  std::vector<Passage> result;
  for (const LinearPath& path : paths) result.push_back({path.source, path.target, path.isBack, path.block});
  return result;
}

} // namespace

PackFacts analysePack(const Flow& flow, const LinearTerms& linear, const std::vector<LinearPath>& paths,
                      const Pack& pack, uint64_t mostWeight) {
  constexpr ForwardPrecision kPrecisions[] = {{.mostParts = 6, .delay = 8}, {.mostParts = 1, .delay = 3}};
  const Library library;
  PackFacts result;
  for (const ForwardPrecision& precision : kPrecisions) {
    const WeightLimit limit(mostWeight / std::size(kPrecisions));
    try {
      PolyhedraDomain domain(flow, linear, paths, pack);
      ForwardAnalysis analysis(flow, passagesOf(paths), domain, precision);
      analysis.run();
      std::vector<HeadFacts> found;
      for (uint32_t head = 0; head < flow.heads().size(); ++head)
        found.push_back(domain.facts(head, analysis.parts(head)));
      result.atHeads = std::move(found);
    } catch (const TooExpensive&) {
      PPL::abandon_expensive_computations = nullptr;
    }
    result.weight += limit.weight();
    if (!result.atHeads.empty()) break;
  }
  return result;
}

} // namespace assay
