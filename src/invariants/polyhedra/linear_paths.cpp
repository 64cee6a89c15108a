#include "invariants/polyhedra/linear_paths.h"

#include "encode/numeric.h"

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
  Finder(const Flow& flow, LinearTerms& linear) : flow_(flow), program_(flow.program()), linear_(linear) {}

  std::optional<LinearPaths> run() {
    constexpr size_t kMostHeads = 16, kMostPaths = 32, kMostChoices = 16, kMostBlocks = 100;
    if (flow_.heads().size() > kMostHeads) return std::nullopt;
    std::vector<std::pair<uint32_t, Term>> errors; // guards of paths to them
    for (uint32_t i = 0; i <= flow_.heads().size(); ++i) {
      const uint32_t source = i == flow_.heads().size() ? Flow::kNone : i;
      const auto paths = blockPaths(flow_, source, kMostPaths);
      if (!paths) return std::nullopt;
      for (const BlockPath& path : *paths) {
        if (program_[path.target].kind == LocationKind::Error) errors.emplace_back(source, path.guard);
        if (flow_.headNumber(path.target) == Flow::kNone) continue;
        for (BlockPath& decided : withoutChoices(flow_, path, kMostChoices))
          found_.blocks.push_back({source, std::move(decided)});
      }
      if (found_.blocks.size() > kMostBlocks) return std::nullopt;
    }
    for (size_t i = 0; i < found_.blocks.size(); ++i) addBlock(i);
    for (const auto& [source, guard] : errors) {
      LinearPath path;
      path.source = source;
      addCases(path, guard);
    }
    return std::move(found_);
  }

private:
  void addBlock(size_t number) {
    const DecidedBlock& block = found_.blocks[number];
    LinearPath path;
    path.source = block.source;
    path.target = flow_.headNumber(block.path.target);
    path.block = number;
    path.isBack =
        block.source != Flow::kNone && flow_.rank(block.path.target) <= flow_.rank(flow_.heads()[block.source]);
    addAssignments(block.path, path);
    addCases(path, block.path.guard);
  }

  void addCases(const LinearPath& path, Term condition) {
    constexpr size_t kMostCases = 4;
    for (LinearGuard& guard : linear_.cases(condition, kMostCases)) {
      LinearPath& added = found_.paths.emplace_back(path);
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

  const Flow& flow_;
  const Program& program_;
  LinearTerms& linear_;
  LinearPaths found_;
};

} // namespace

std::optional<LinearPaths> linearPaths(const Flow& flow, LinearTerms& linear) { return Finder(flow, linear).run(); }

} // namespace assay
