#include "invariants/polyhedra/ranking_function.h"

#include "invariants/polyhedra/library.h"

#include <algorithm>

namespace assay {

namespace {

constexpr uint64_t kMostWeight = 20'000'000;
constexpr size_t kMostDimensions = 40;

/// The relation of a path. Dimensions are the variables behind it, then before it, then other symbols, which are
/// projected away.
class Relation {
public:
  Relation(const Program& program, std::span<const VariableId> variables) : program_(program), variables_(variables) {}

  std::optional<PPL::C_Polyhedron> of(const LinearPath& path) {
    const size_t number = variables_.size();
    PPL::Constraint_System constraints;
    for (const LinearConstraint& constraint : path.guard.constraints) {
      const PPL::Linear_Expression left = expression(constraint.form);
      constraints.insert(constraint.isEquality ? left == 0 : left >= 0);
    }
    for (size_t i = 0; i < number; ++i) {
      LinearForm value{{{program_[variables_[i]].term, 1}}, 0};
      for (const LinearPath::Assignment& assignment : path.assignments)
        if (assignment.variable == variables_[i]) value = assignment.value;
      constraints.insert(PPL::Variable(i) == expression(value));
    }
    const size_t dimensions = 2 * number + symbols_.size();
    if (dimensions > kMostDimensions) return std::nullopt;
    PPL::C_Polyhedron result(dimensions);
    result.add_constraints(constraints);
    result.remove_higher_space_dimensions(2 * number);
    return result;
  }

private:
  PPL::Linear_Expression expression(const LinearForm& form) {
    PPL::Linear_Expression result(mpz_class(static_cast<long>(form.constant)));
    for (const auto& [symbol, factor] : form.summands)
      result += mpz_class(static_cast<long>(factor)) * PPL::Variable(dimensionOf(symbol));
    return result;
  }
  size_t dimensionOf(Term symbol) {
    for (size_t i = 0; i < variables_.size(); ++i)
      if (program_[variables_[i]].term == symbol) return variables_.size() + i;
    auto found = std::ranges::find(symbols_, symbol);
    if (found == symbols_.end()) found = symbols_.insert(symbols_.end(), symbol);
    return 2 * variables_.size() + static_cast<size_t>(found - symbols_.begin());
  }

  const Program& program_;
  std::span<const VariableId> variables_;
  std::vector<Term> symbols_;
};

} // namespace

// What decreases on all paths decreases on the hull of their relations, and the other way round.
std::optional<std::vector<int64_t>> rankingFunction(const Program& program, std::span<const LinearPath* const> paths,
                                                    std::span<const VariableId> variables) {
  if (paths.empty() || variables.empty()) return std::nullopt;
  const Library library;
  try {
    const WeightLimit limit(kMostWeight);
    PPL::C_Polyhedron hull(2 * variables.size(), PPL::EMPTY);
    for (const LinearPath* path : paths) {
      const auto relation = Relation(program, variables).of(*path);
      if (!relation) return std::nullopt;
      hull.poly_hull_assign(*relation);
    }
    PPL::Generator function = PPL::point();
    if (!PPL::one_affine_ranking_function_MS(hull, function)) return std::nullopt;
    std::vector<int64_t> coefficients;
    for (size_t i = 0; i < variables.size(); ++i) {
      const PPL::Coefficient& coefficient = function.coefficient(PPL::Variable(i));
      if (!coefficient.fits_sint_p()) return std::nullopt;
      coefficients.push_back(coefficient.get_si());
    }
    return coefficients;
  } catch (const TooExpensive&) {
    return std::nullopt;
  }
}

} // namespace assay
