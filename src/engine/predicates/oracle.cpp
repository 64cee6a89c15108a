#include "engine/predicates/oracle.h"

#include "encode/numeric.h"
#include "solver/z3/spacer.h"
#include "term/traverse.h"

#include <algorithm>
#include <utility>

namespace assay {

namespace {

class Rules {
public:
  Rules(const CutRelation& system, bool (*isWanted)(const Flow&, const Ending&))
      : system_(system), flow_(system.flow()), isWanted_(isWanted), isSigned_(signedVariables(flow_.program())) {
    for (size_t v = 0; v < isSigned_.size(); ++v)
      if (isSigned_[v]) horn_.signedVariables.push_back(flow_.program().variables()[v].term);
    for (LocationId head : flow_.heads()) {
      std::vector<Term>& variables = horn_.relations.emplace_back();
      for (VariableId variable : numbersAt(head)) variables.push_back(flow_.program()[variable].term);
    }
    for (uint32_t cut = 0; cut < system_.numCuts(); ++cut) addBlock(cut);
  }
  const HornSystem& horn() const { return horn_; }
  size_t size() const { return size_; }

private:
  std::vector<VariableId> numbersAt(LocationId location) const {
    std::vector<VariableId> result = flow_.liveAt(location);
    std::erase_if(result, [&](VariableId variable) { return !isNumeric(flow_.program()[variable]); });
    return result;
  }

  void addBlock(uint32_t cut) {
    const Block& block = system_.block(cut);
    const uint32_t source = cut == system_.start() ? HornRule::kNone : cut;
    TermSet unsignedInputs; // what is given to unsigned variables
    for (const BlockPath& exit : block.exits) {
      if (exit.guard.isFalse()) continue;
      HornRule rule{source, flow_.headNumber(exit.target), exit.guard};
      for (VariableId variable : numbersAt(exit.target)) {
        const Term value = exit.values.get(variable.index());
        rule.values.push_back(value.isNull() ? flow_.program()[variable].term : value);
        if (!isSigned_[variable.index()]) unsignedInputs.insert(rule.values.back());
      }
      add(std::move(rule));
    }
    for (const Ending& ending : block.endings)
      if (!ending.guard.isFalse() && isWanted_(flow_, ending)) add({source, HornRule::kNone, ending.guard});
    for (Term input : block.inputs)
      if (!unsignedInputs.contains(input)) horn_.signedVariables.push_back(input);
  }

  void add(HornRule rule) {
    size_ += termSize(rule.guard);
    for (Term value : rule.values) size_ += termSize(value);
    horn_.rules.push_back(std::move(rule));
  }

  const CutRelation& system_;
  const Flow& flow_;
  bool (*const isWanted_)(const Flow&, const Ending&);
  const std::vector<bool> isSigned_; // by variable
  HornSystem horn_;
  size_t size_ = 0;
};

} // namespace

std::optional<std::vector<std::vector<Term>>> lemmasOverIntegers(const CutRelation& system,
                                                                 bool (*isWanted)(const Flow&, const Ending&),
                                                                 std::chrono::milliseconds time,
                                                                 const PredicateLimits& limits) {
  const Rules rules(system, isWanted);
  if (rules.size() > limits.oracleTerms) return std::nullopt;
  HornLemmas lemmas = askSpacer(system.flow().terms(), rules.horn(), static_cast<uint32_t>(time.count()));
  for (std::vector<Term>& each : lemmas.byRelation)
    if (each.size() > limits.oracleLemmas) each.resize(limits.oracleLemmas);
  return std::move(lemmas.byRelation);
}

} // namespace assay
