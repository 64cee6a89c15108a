#include "invariants/polyhedra/packs.h"

#include <algorithm>
#include <map>
#include <set>

namespace assay {

namespace {

class Packer {
public:
  Packer(const Flow& flow, const std::vector<LinearPath>& paths, const InvariantLimits& limits)
      : program_(flow.program()), limits_(limits) {
    std::set<VariableId> live;
    for (LocationId head : flow.heads())
      for (VariableId v : flow.liveAt(head)) live.insert(v);
    for (const LinearPath& path : paths) {
      if (path.source == Flow::kNone) continue;
      for (const LinearConstraint& constraint : path.guard.constraints) occur(variablesOf(constraint.form, live), path);
      for (const LinearForm& form : path.guard.nonzero) occur(variablesOf(form, live), path);
      std::vector<VariableId> changed;
      for (const auto& assignment : path.assignments) {
        std::vector<VariableId> together = variablesOf(assignment.value, live);
        // What is set to any value is no neighbour of anything.
        if (!assignment.value.summands.empty() && together.empty()) continue;
        together.push_back(assignment.variable);
        occur(together, path);
        changed.push_back(assignment.variable);
      }
      if (path.isBack) moveTogether(changed);
    }
  }

  std::vector<Pack> run() const {
    std::vector<Pack> result;
    const auto add = [&](Pack pack) {
      std::ranges::sort(pack);
      for (const Pack& other : result)
        if (std::ranges::includes(other, pack)) return;
      if (!pack.empty() && result.size() < limits_.polyhedraPacks) result.push_back(std::move(pack));
    };
    Pack all(variables_.begin(), variables_.end());
    if (all.size() <= limits_.polyhedraVariables) {
      add(std::move(all));
      return result;
    }
    for (const std::vector<VariableId>* seeds : {&atErrors_, &written_})
      for (VariableId seed : *seeds)
        if (result.size() < limits_.polyhedraPacks && !isCovered(seed, result)) add(grow(seed));
    return result;
  }

private:
  static bool isCovered(VariableId v, const std::vector<Pack>& packs) {
    return std::ranges::any_of(packs, [&](const Pack& pack) { return std::ranges::binary_search(pack, v); });
  }

  std::vector<VariableId> variablesOf(const LinearForm& form, const std::set<VariableId>& live) const {
    std::vector<VariableId> result;
    for (const auto& [symbol, factor] : form.summands) {
      const VariableId v = program_.variableOf(symbol);
      if (v.valid() && live.contains(v) && isNumber(program_[v])) result.push_back(v);
    }
    return result;
  }

  void occur(const std::vector<VariableId>& together, const LinearPath& path) {
    constexpr int kInOneForm = 4;
    for (VariableId a : together) {
      variables_.insert(a);
      if (path.target == Flow::kNone) addOnce(atErrors_, a);
      for (VariableId b : together)
        if (a != b) weight_[{a, b}] += kInOneForm;
    }
  }
  void moveTogether(const std::vector<VariableId>& changed) {
    for (VariableId a : changed) {
      addOnce(written_, a);
      for (VariableId b : changed)
        if (a != b) weight_[{a, b}] += 1;
    }
  }
  static void addOnce(std::vector<VariableId>& list, VariableId v) {
    if (std::ranges::find(list, v) == list.end()) list.push_back(v);
  }

  /// The variable with those that have most to do with it and with each other.
  Pack grow(VariableId seed) const {
    Pack pack{seed};
    while (pack.size() < limits_.polyhedraVariables) {
      VariableId best;
      int most = 0;
      for (VariableId v : variables_) {
        if (std::ranges::find(pack, v) != pack.end()) continue;
        int weight = 0;
        for (VariableId member : pack)
          if (const auto found = weight_.find({member, v}); found != weight_.end()) weight += found->second;
        if (weight > most) {
          most = weight;
          best = v;
        }
      }
      if (most == 0) break;
      pack.push_back(best);
    }
    return pack;
  }

  const Program& program_;
  const InvariantLimits& limits_;
  std::set<VariableId> variables_;
  std::vector<VariableId> atErrors_, written_; // in the order in which they were met
  std::map<std::pair<VariableId, VariableId>, int> weight_;
};

} // namespace

std::vector<Pack> packs(const Flow& flow, const std::vector<LinearPath>& paths, const InvariantLimits& limits) {
  return Packer(flow, paths, limits).run();
}

} // namespace assay
