#include "engine/symex/interpolant_table.h"

#include "solver/model.h"
#include "term/traverse.h"

#include <algorithm>

namespace assay::symex {

InterpolantTable::InterpolantTable(const Program& program, const Cells& cells, SolverChain& solver,
                                   const SymexLimits& limits, Env& env)
    : program_(program), terms_(program.terms()), cells_(cells), solver_(solver), limits_(limits),
      interpolants_(env.statistics.counter("interpolants")), refuted_(env.statistics.counter("interpolants refuted")) {}

/// Values of cells in one execution of a state: that of its model.
class InterpolantTable::Viewer : private VariableSource {
public:
  Viewer(const Cells& cells, const StateImage& image) : cells_(cells), image_(image), model_(*this) {}

  const Value& evaluate(Term term) { return model_.evaluate(term); }
  /// What was evaluated has the same value in all executions of the state.
  bool isExact() const { return isExact_; }

private:
  Value variableValue(Term variable) override {
    const std::optional<SymValue> value = cells_.value(image_, variable);
    if (!value) {
      isExact_ = false;
      return Value::zero(variable.sort());
    }
    if (!value->isConcrete()) {
      isExact_ = false;
      return image_.model->evaluate(value->term);
    }
    if (variable.sort().isBool()) return Value::boolean(value->word != 0);
    return Value::bitVector(BitVector(variable.sort().width(), value->word));
  }

  const Cells& cells_;
  const StateImage& image_;
  Model model_;
  bool isExact_ = true;
};

std::optional<Fingerprint> InterpolantTable::keyOf(const State& state) const {
  Fingerprint key;
  key.add(state.location->id.index());
  for (const Frame* frame = state.frame.get(); frame; frame = frame->caller.get()) {
    key.add(reinterpret_cast<uintptr_t>(frame->call));
    for (uint32_t number : frame->stackObjects) {
      if (state.memory.object(number).alive) key.add(number);
    }
    key.add(UINT64_MAX);
  }
  key.add(state.memory.numObjects());
  for (size_t number = program_.objects.size() + 1; number < state.memory.numObjects(); ++number) {
    const Object& object = state.memory.object(number);
    key.add(static_cast<uint64_t>(object.origin) << 8 | (object.alive ? 1 : 0));
    if (!object.alive) continue;
    if (!object.size.isConcrete()) return std::nullopt;
    key.add(object.size.word);
  }
  return key;
}

void InterpolantTable::add(const TreeNode& node, std::vector<Term> conjuncts) {
  if (size_ >= limits_.interpolants) return;
  ++size_;
  ++interpolants_;
  std::vector<Term> variables;
  Fingerprint values;
  for (const auto& [variable, word] : node.needs.constants()) variables.push_back(variable);
  std::sort(variables.begin(), variables.end(), precedes);
  const auto constants = node.needs.constants();
  for (Term variable : variables) {
    const auto at =
        std::find_if(constants.begin(), constants.end(), [&](const auto& c) { return c.first == variable; });
    values.add(at->second);
  }
  std::vector<Group>& groups = groups_[node.key];
  auto group = std::find_if(groups.begin(), groups.end(), [&](const Group& g) { return g.variables == variables; });
  if (group == groups.end()) group = groups.insert(groups.end(), Group{std::move(variables), {}});
  group->entries[values].push_back(std::make_shared<const Interpolant>(
      Interpolant{std::move(conjuncts), node.location, node.certificate, node.below}));
}

std::shared_ptr<const Interpolant> InterpolantTable::find(const StateImage& image, const Fingerprint& key) {
  const auto found = groups_.find(key);
  if (found == groups_.end()) return nullptr;
  Viewer viewer(cells_, image);
  unsigned queries = 0, looked = 0;
  std::vector<Group>& groups = found->second;
  for (size_t i = groups.size(); i-- > 0 && looked < limits_.interpolantGroups;
       ++looked) { // what served last comes last
    ++work_;
    Group& group = groups[i];
    Fingerprint values;
    for (Term variable : group.variables) values.add(viewer.evaluate(variable).bits().toUint64());
    const auto entries = group.entries.find(values);
    if (entries == group.entries.end()) continue;
    std::vector<std::shared_ptr<const Interpolant>>& list = entries->second;
    for (auto entry = list.rbegin(); entry != list.rend(); ++entry) { // the newest first
      const std::vector<Term>& conjuncts = (*entry)->conjuncts;
      ++work_;
      if (!std::all_of(conjuncts.begin(), conjuncts.end(), [&](Term t) { return viewer.evaluate(t).asBool(); })) {
        ++refuted_;
        continue;
      }
      if (queries++ == limits_.interpolantQueries) return nullptr;
      if (!implies(image, **entry, viewer)) continue;
      std::shared_ptr<const Interpolant> cover = *entry;
      std::rotate(groups.begin() + static_cast<ptrdiff_t>(i), groups.begin() + static_cast<ptrdiff_t>(i) + 1,
                  groups.end());
      return cover;
    }
  }
  return nullptr;
}

/// The model satisfies it.
bool InterpolantTable::implies(const StateImage& image, const Interpolant& interpolant, const Viewer& viewer) {
  if (viewer.isExact()) return true;
  std::vector<Term> open;
  for (Term conjunct : interpolant.conjuncts) {
    const Term here = cells_.inState(image, conjunct);
    if (!here || here.isFalse()) return false;
    if (!here.isTrue()) open.push_back(here);
  }
  if (open.empty()) return true;
  ModelRef model;
  return solver_.check(image.path, image.model, terms_.mkNot(terms_.mkAnd(open)), model).isUnsat();
}

std::vector<std::vector<Term>> InterpolantTable::at(LocationId location) const {
  std::vector<std::vector<Term>> result;
  for (const auto& [key, groups] : groups_)
    for (const Group& group : groups)
      for (const auto& [values, list] : group.entries)
        for (const auto& entry : list)
          if (entry->location == location) result.push_back(entry->conjuncts);
  return result;
}

} // namespace assay::symex
