#include "solver/z3/spacer.h"

#include "solver/z3/integer_reading.h"
#include "solver/z3/integer_writing.h"

#include <algorithm>
#include <string>

namespace assay {

namespace {

class Spacer {
public:
  Spacer(TermManager& terms, const HornSystem& system, bool hasSymbolicNumbers)
      : system_(system), reading_(z3_, system.signedVariables, hasSymbolicNumbers),
        writing_(z3_, terms, system.signedVariables), engine_(z3_.call<Z3_mk_fixedpoint>()) {}

  HornLemmas run(uint32_t milliseconds) {
    setParameters(milliseconds);
    for (const HornRule& rule : system_.rules) { // all numbers are to be known
      reading_(rule.guard);
      for (size_t i = 0; i < rule.values.size(); ++i)
        reading_.value(rule.values[i], reading_.isSigned(system_.relations[rule.target][i]));
    }
    numbers_ = reading_.numbers();
    for (size_t i = 0; i < system_.relations.size(); ++i) declare(system_.relations[i], "r" + std::to_string(i));
    declare({}, "bad");
    for (const HornRule& rule : system_.rules) add(rule);
    HornLemmas result;
    switch (z3_.call<Z3_fixedpoint_query>(engine_, query())) {
    case Z3_L_FALSE:
      result.answer = HornLemmas::Answer::Safe;
      break;
    case Z3_L_TRUE:
      result.answer = HornLemmas::Answer::Unsafe;
      break;
    case Z3_L_UNDEF:
      break;
    }
    result.byRelation.resize(system_.relations.size());
    if (result.answer != HornLemmas::Answer::Unsafe)
      for (size_t i = 0; i < system_.relations.size(); ++i) result.byRelation[i] = lemmasOf(i);
    return result;
  }

private:
  // Relations stay as they are: lemmas are to speak of them.
  void setParameters(uint32_t milliseconds) {
    constexpr unsigned kResources = 3000; // in a millisecond of usual work
    const Z3Ref<Z3_params> params = z3_.call<Z3_mk_params>();
    const auto symbol = [&](const char* name) { return z3_.call<Z3_mk_string_symbol>(name); };
    const Z3_symbol spacer = symbol("spacer");
    z3_.call<Z3_params_set_symbol>(params, symbol("engine"), spacer);
    for (const char* name : {"xform.slice", "xform.inline_linear", "xform.inline_eager"})
      z3_.call<Z3_params_set_bool>(params, symbol(name), false);
    z3_.call<Z3_params_set_uint>(params, symbol("timeout"), milliseconds * 10);
    z3_.call<Z3_fixedpoint_set_params>(engine_, params);
    z3_.call<Z3_update_param_value>("rlimit", std::to_string(milliseconds * kResources));
  }

  void declare(std::span<const Term> variables, const std::string& name) {
    std::vector<Z3Sort> sorts;
    for (Term variable : variables)
      sorts.push_back(variable.sort().isBool() ? z3_.call<Z3_mk_bool_sort>() : z3_.call<Z3_mk_int_sort>());
    for (size_t i = 0; i < numbers_.symbols.size(); ++i) sorts.push_back(z3_.call<Z3_mk_int_sort>());
    relations_.push_back(z3_.relation(name, sorts));
    z3_.call<Z3_fixedpoint_register_relation>(engine_, relations_.back());
  }

  Z3Ast apply(uint32_t relation, std::vector<Z3Ast> arguments) const {
    arguments.insert(arguments.end(), numbers_.symbols.begin(), numbers_.symbols.end());
    return z3_.callOn<Z3_mk_app>(arguments, relations_[relation]);
  }
  uint32_t bad() const { return static_cast<uint32_t>(relations_.size() - 1); }
  Z3Ast query() const {
    const Z3Ast isBad = apply(bad(), {});
    return numbers_.symbols.empty() ? isBad : z3_.exists(numbers_.symbols, isBad);
  }

  void add(const HornRule& rule) {
    std::vector<Term> roots{rule.guard};
    std::vector<Z3Ast> body{reading_(rule.guard)}, before, after;
    if (rule.source != HornRule::kNone) {
      for (Term variable : system_.relations[rule.source]) {
        before.push_back(reading_(variable));
        roots.push_back(variable);
      }
      body.push_back(apply(rule.source, before));
    } else {
      body.insert(body.end(), numbers_.known.begin(), numbers_.known.end());
    }
    for (size_t i = 0; i < rule.values.size(); ++i) {
      const Term variable = system_.relations[rule.target][i];
      after.push_back(reading_.value(rule.values[i], reading_.isSigned(variable)));
      roots.push_back(rule.values[i]);
    }
    const Z3Ast head = apply(rule.target == HornRule::kNone ? bad() : rule.target, after);
    IntegerReading::Constants constants = reading_.constantsOf(roots);
    constants.all.insert(constants.all.end(), numbers_.symbols.begin(), numbers_.symbols.end());
    body.insert(body.end(), constants.known.begin(), constants.known.end());
    const Z3Ast premise = z3_.callOn<Z3_mk_and>(body);
    const Z3Ast implication = z3_.call<Z3_mk_implies>(premise, head);
    const Z3Ast closed = z3_.forAll(constants.all, implication);
    const Z3_symbol name = z3_.call<Z3_mk_string_symbol>("rule" + std::to_string(numRules_++));
    z3_.call<Z3_fixedpoint_add_rule>(engine_, closed, name);
  }

  /// Of the frame that is inductive, then of the others, the last ones first.
  std::vector<Term> lemmasOf(size_t relation) {
    constexpr int kMostLevels = 12;
    std::vector<Term> result;
    const Z3Decl& decl = relations_[relation];
    const int numLevels = static_cast<int>(z3_.call<Z3_fixedpoint_get_num_levels>(engine_, decl));
    const auto take = [&](int level) {
      const Z3Ast cover = z3_.call<Z3_fixedpoint_get_cover_delta>(engine_, level, decl);
      for (Term lemma : writing_.conjuncts(cover, system_.relations[relation], numbers_.values))
        if (std::ranges::find(result, lemma) == result.end()) result.push_back(lemma);
    };
    take(-1);
    for (int level = numLevels; level-- > std::max(0, numLevels - kMostLevels);) take(level);
    return result;
  }

  const HornSystem& system_;
  const Z3Api z3_; // of all that follows
  IntegerReading reading_;
  IntegerWriting writing_;
  Z3Ref<Z3_fixedpoint> engine_;
  std::vector<Z3Decl> relations_;   // the last one: what must not be
  IntegerReading::Numbers numbers_; // further arguments of all relations
  size_t numRules_ = 0;
};

} // namespace

HornLemmas askSpacer(TermManager& terms, const HornSystem& system, uint32_t milliseconds) {
  HornLemmas result = Spacer(terms, system, true).run(milliseconds / 2);
  if (result.answer == HornLemmas::Answer::Safe) return result;
  HornLemmas exact = Spacer(terms, system, false).run(milliseconds / 2);
  if (exact.answer == HornLemmas::Answer::Safe) return exact;
  for (size_t i = 0; i < exact.byRelation.size(); ++i)
    exact.byRelation[i].insert(exact.byRelation[i].end(), result.byRelation[i].begin(), result.byRelation[i].end());
  return exact;
}

} // namespace assay
