#include "invariants/disequalities/disequalities.h"

#include "analysis/vocabulary.h"
#include "encode/numeric.h"
#include "term/traverse.h"

#include <algorithm>
#include <map>

namespace assay {

namespace {

using Constants = std::map<VariableId, std::vector<Term>>;

/// The constants that variables are compared with and set to. A variable that is set to anything else is no state of a
/// machine; an ite is looked into.
class ConstantFinder {
public:
  explicit ConstantFinder(const Program& program) : program_(program) {}

  Constants run(const InvariantLimits& limits) {
    for (const Edge& edge : program_.edges()) {
      if (!edge.source.valid()) continue;
      compared(edge.guard);
      for (const Operation& operation : edge.operations) {
        for (Term term : operation.terms()) compared(term);
        const VariableId defined = operation.defines();
        if (!defined.valid()) continue;
        if (const Assign* assign = operation.as<Assign>()) assigned(defined, assign->value);
      }
    }
    for (const Variable& variable : program_.variables())
      if (variable.initial && variable.initial.isValue()) add(program_.variableOf(variable.term), variable.initial);
    std::erase_if(found_, [&](const auto& entry) { return entry.second.size() > limits.disequalityConstants; });
    return std::move(found_);
  }

private:
  void add(VariableId variable, Term constant) {
    if (!variable.valid() || !isNumeric(program_[variable])) return;
    std::vector<Term>& constants = found_[variable];
    if (std::find(constants.begin(), constants.end(), constant) == constants.end()) constants.push_back(constant);
  }
  void compared(Term root) {
    for (Term comparison : vocabulary_.add(root))
      for (uint32_t side : {0u, 1u}) {
        const Term variable = comparison[side], other = comparison[1 - side];
        if (comparison.kind() == Kind::Equal && variable.isVariable() && other.isValue())
          add(program_.variableOf(variable), other);
      }
  }
  void assigned(VariableId variable, Term root) {
    forEachChoice(root, [&](Term t) {
      if (t.isValue()) add(variable, t);
    });
  }

  const Program& program_;
  Vocabulary vocabulary_;
  Constants found_;
};

std::string constantText(const Variable& variable, Term constant) {
  if (constant.sort().isBool()) return constant.isTrue() ? "1" : "0";
  const bool isUnsigned = variable.typeClass == TypeClass::Unsigned || variable.typeClass == TypeClass::Bool;
  return literal(isUnsigned ? constant.value().zeroExtend(constant.sort().width() + 1) : constant.value());
}

} // namespace

namespace {

/// That a variable is not some constant, with its text.
struct Literal {
  Term isOther;
  std::string text;
};

/// The disequalities of one head.
void addDisequalities(const Flow& flow, uint32_t head, const Constants& constants, const InvariantLimits& limits,
                      std::vector<Assertion>& result) {
  const Program& program = flow.program();
  TermManager& terms = flow.terms();
  std::vector<std::vector<Literal>> ofVariable;
  for (VariableId v : flow.writtenInLoop(head)) {
    const auto known = constants.find(v);
    if (known == constants.end() || !flow.isLive(v.index(), flow.heads()[head])) continue;
    const std::string name = userName(program[v]);
    std::vector<Literal>& literals = ofVariable.emplace_back();
    std::vector<Term> isOne;
    std::string oneText;
    for (Term constant : known->second) {
      const Term isThis = terms.mkEqual(program[v].term, constant);
      const std::string value = constantText(program[v], constant);
      isOne.push_back(isThis);
      oneText += (oneText.empty() ? "" : " || ") + name + " == " + value;
      literals.push_back({terms.mkNot(isThis), name + " != " + value});
    }
    result.push_back({head, terms.mkOr(isOne), oneText});
    for (const Literal& literal : literals) result.push_back({head, literal.isOther, literal.text});
  }
  // Variables with many constants first: they tell the state of the machine, others are its marks.
  std::stable_sort(ofVariable.begin(), ofVariable.end(),
                   [](const auto& a, const auto& b) { return a.size() > b.size(); });
  size_t pairs = 0;
  for (size_t sum = 1; sum < 2 * ofVariable.size(); ++sum)
    for (size_t i = 0; i < ofVariable.size() && 2 * i < sum; ++i) {
      if (sum - i >= ofVariable.size()) continue;
      for (const Literal& a : ofVariable[i])
        for (const Literal& b : ofVariable[sum - i]) {
          if (++pairs > limits.disequalityPairs) return;
          result.push_back({head, terms.mkOr(a.isOther, b.isOther), a.text + " || " + b.text});
        }
    }
}

} // namespace

std::vector<Assertion> disequalities(const Flow& flow, const InvariantLimits& limits) {
  const Constants constants = ConstantFinder(flow.program()).run(limits);
  std::vector<Assertion> result;
  for (uint32_t head = 0; head < flow.heads().size(); ++head) addDisequalities(flow, head, constants, limits, result);
  return result;
}

std::optional<std::vector<Assertion>> searchDisequalities(const Search& search) {
  return inductive(search, disequalities(search.flow, limitsOf<InvariantLimits>(search.env.options)));
}

} // namespace assay
