#include "invariants/polyhedra/linear_paths.h"

#include "encode/numeric.h"

#include <utility>

namespace assay {

bool isNumber(const Variable& variable) {
  return isNumeric(variable) && variable.sort().isBitVec() && variable.sort().width() > 1;
}

namespace {

/// Adds what is known of the symbols that occur, and of those that this brings in.
void addKnown(const LinearTerms& linear, LinearPath& path) {
  TermSet seen;
  std::vector<LinearConstraint> found;
  const auto look = [&](const LinearForm& form) {
    for (const auto& [symbol, factor] : form.summands)
      if (seen.insert(symbol))
        for (const LinearConstraint& constraint : linear.known(symbol)) found.push_back(constraint);
  };
  for (const LinearConstraint& constraint : path.guard.constraints) look(constraint.form);
  for (const LinearForm& form : path.guard.nonzero) look(form);
  for (const auto& assignment : path.assignments) look(assignment.value);
  for (size_t i = 0; i < found.size(); ++i) look(LinearForm(found[i].form));
  path.guard.constraints.insert(path.guard.constraints.end(), found.begin(), found.end());
}

class Finder {
public:
  Finder(const CutRelation& relation, LinearTerms& linear)
      : relation_(relation), flow_(relation.flow()), program_(flow_.program()), linear_(linear) {}

  std::vector<LinearPath> run() {
    for (size_t i = 0; i < relation_.transitions().size(); ++i) addTransition(i);
    for (uint32_t cut = 0; cut < relation_.numCuts(); ++cut)
      for (const Ending& ending : relation_.block(cut).endings) {
        if (!ending.isError) continue;
        LinearPath path;
        path.source = cut == relation_.start() ? Flow::kNone : cut;
        addCases(path, ending.guard);
      }
    return std::move(found_);
  }

private:
  void addTransition(size_t number) {
    const Transition& transition = relation_.transitions()[number];
    LinearPath path;
    path.source = transition.source;
    path.target = transition.target;
    path.block = number;
    path.isBack = transition.isBack;
    addAssignments(transition.path, path);
    addCases(path, transition.path.guard);
  }

  void addCases(const LinearPath& path, Term condition) {
    constexpr size_t kMostCases = 4;
    for (LinearGuard& guard : linear_.cases(condition, kMostCases)) {
      LinearPath& added = found_.emplace_back(path);
      added.guard = std::move(guard);
      addKnown(linear_, added);
    }
  }

  void addAssignments(const BlockPath& block, LinearPath& path) {
    for (VariableId v : flow_.liveAt(block.target)) {
      const Variable& variable = program_[v];
      const Term value = block.values.get(v.index());
      if (!isNumber(variable) || value.isNull() || value == variable.term) continue;
      path.assignments.push_back({v, linear_.value(value, linear_.isSigned(v))});
    }
  }

  const CutRelation& relation_;
  const Flow& flow_;
  const Program& program_;
  LinearTerms& linear_;
  std::vector<LinearPath> found_;
};

} // namespace

std::optional<LinearPaths> linearPaths(const Flow& flow, LinearTerms& linear) {
  constexpr size_t kMostHeads = 16;
  constexpr CutPlan kPlan{
      .granularity = Granularity::Decided, .mostPaths = 32, .mostChoices = 16, .mostTransitions = 100};
  if (flow.heads().size() > kMostHeads) return std::nullopt;
  std::optional<CutRelation> relation = CutRelation::of(flow, kPlan);
  if (!relation) return std::nullopt;
  std::vector<LinearPath> paths = Finder(*relation, linear).run();
  return LinearPaths{std::move(*relation), std::move(paths)};
}

} // namespace assay
