#include "invariants/conditions/conditions.h"

#include "analysis/vocabulary.h"
#include "encode/c_text.h"
#include "encode/numeric.h"
#include "term/traverse.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <tuple>

namespace assay {

namespace {

struct Comparison {
  Term left, right;
  bool isSigned;
  std::vector<VariableId> variables; // all of them numbers
};

/// Whether a person would write such a term: large terms are no conditions of the program, but results of its
/// transformation, and have long texts.
bool hasFewTerms(Term term, size_t most) {
  TermSet seen;
  size_t size = 0;
  const auto enter = [&](Term t) { return size <= most && seen.insert(t) && ++size <= most; };
  postOrder(term, enter, [](Term) {});
  return size <= most;
}

class ComparisonFinder {
public:
  ComparisonFinder(const Program& program, const InvariantLimits& limits) : program_(program), limits_(limits) {}

  std::vector<Comparison> run() {
    for (const Edge& edge : program_.edges()) {
      if (!edge.source.valid()) continue;
      compared(edge.guard);
      for (const Operation& operation : edge.operations) {
        for (Term term : operation.terms()) compared(term);
        if (const Assign* assign = operation.as<Assign>()) assigned(program_[assign->variable].term, assign->value);
      }
    }
    return std::move(found_);
  }

private:
  bool isSmall(Term term) const { return hasFewTerms(term, limits_.conditionTerms); }

  // What is compared with a constant is left to intervals and disequalities. If nothing says in which way numbers are
  // compared, it is as unsigned ones if one of them is.
  void add(Term left, Term right, std::optional<bool> isSigned = std::nullopt) {
    if (!left.sort().isBitVec() || left.isValue() || right.isValue() || !isSmall(left) || !isSmall(right)) return;
    std::vector<VariableId> variables;
    bool isUnsigned = false;
    for (Term variable : freeVariables(std::array{left, right})) {
      const VariableId v = program_.variableOf(variable);
      if (!v.valid() || !isNumeric(program_[v])) return;
      variables.push_back(v);
      isUnsigned = isUnsigned || program_[v].typeClass == TypeClass::Unsigned;
    }
    const bool asSigned = isSigned.value_or(!isUnsigned);
    if (known_.insert({left.id(), right.id(), asSigned}).second)
      found_.push_back({left, right, asSigned, std::move(variables)});
  }
  void compared(Term root) {
    for (Term comparison : vocabulary_.add(root)) {
      const bool isEquation = comparison.kind() == Kind::Equal;
      add(comparison[0], comparison[1], isEquation ? std::nullopt : std::optional(comparison.kind() == Kind::BvSlt));
    }
  }
  void assigned(Term variable, Term root) {
    forEachChoice(root, [&](Term t) {
      bool isCounting = false;
      if (isSmall(t)) forEachSubterm(t, [&](Term part) { isCounting = isCounting || part == variable; });
      if (!isCounting) add(variable, t);
    });
  }

  const Program& program_;
  const InvariantLimits& limits_;
  Vocabulary vocabulary_;
  std::set<std::tuple<uint32_t, uint32_t, bool>> known_; // by the terms' ids
  std::vector<Comparison> found_;
};

/// Whether all that is compared is live at the head, and the loop changes some of it.
bool concerns(const Flow& flow, uint32_t head, const Comparison& comparison) {
  const std::vector<VariableId>& written = flow.writtenInLoop(head);
  const auto isLive = [&](VariableId v) { return flow.isLive(v.index(), flow.heads()[head]); };
  const auto isWritten = [&](VariableId v) { return std::binary_search(written.begin(), written.end(), v); };
  return std::ranges::all_of(comparison.variables, isLive) && std::ranges::any_of(comparison.variables, isWritten);
}

} // namespace

std::vector<Assertion> strongest(const Flow& flow, std::vector<Assertion> invariants) {
  TermManager& terms = flow.terms();
  std::vector<TermSet> known(flow.heads().size());
  for (const Assertion& invariant : invariants) known[invariant.head].insert(invariant.condition);
  std::erase_if(invariants, [&](const Assertion& invariant) {
    if (invariant.condition.kind() != Kind::Not) return false;
    const Term negated = invariant.condition[0];
    const auto knows = [&](Term condition) { return known[invariant.head].contains(condition); };
    if (negated.kind() == Kind::BvSlt || negated.kind() == Kind::BvUlt)
      return knows(terms.mkEqual(negated[0], negated[1]));
    if (negated.kind() != Kind::Equal || !negated[0].sort().isBitVec()) return false;
    const Term left = negated[0], right = negated[1];
    return knows(terms.mkBvSlt(left, right)) || knows(terms.mkBvSlt(right, left)) ||
           knows(terms.mkBvUlt(left, right)) || knows(terms.mkBvUlt(right, left));
  });
  return invariants;
}

std::vector<Assertion> conditions(const Flow& flow, const InvariantLimits& limits) {
  TermManager& terms = flow.terms();
  const std::vector<Comparison> comparisons = ComparisonFinder(flow.program(), limits).run();
  std::vector<Assertion> result;
  for (uint32_t head = 0; head < flow.heads().size(); ++head) {
    size_t number = 0;
    for (const Comparison& comparison : comparisons) {
      const auto add = [&](Term condition, const char* relation, const char* opposite) {
        const auto text = [&](const char* how) {
          return comparisonText(flow.program(), comparison.left, comparison.right, comparison.isSigned, how);
        };
        const auto holds = text(relation), fails = text(opposite);
        if (!holds) return;
        result.push_back({head, condition, *holds});
        result.push_back({head, terms.mkNot(condition), *fails});
      };
      if (!concerns(flow, head, comparison) || ++number > limits.conditionsAtHead) continue;
      const auto& [left, right, isSigned, variables] = comparison;
      add(isSigned ? terms.mkBvSlt(left, right) : terms.mkBvUlt(left, right), "<", ">=");
      add(isSigned ? terms.mkBvSlt(right, left) : terms.mkBvUlt(right, left), ">", "<=");
      add(terms.mkEqual(left, right), "==", "!=");
    }
  }
  return result;
}

std::optional<std::vector<Assertion>> searchConditions(const Search& search) {
  std::optional<std::vector<Assertion>> found =
      inductive(search, conditions(search.flow, limitsOf<InvariantLimits>(search.env.options)));
  if (found) found = strongest(search.flow, *std::move(found));
  return found;
}

} // namespace assay
