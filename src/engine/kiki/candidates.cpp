#include "engine/kiki/candidates.h"

#include "analysis/c_expression.h"
#include "term/traverse.h"

#include <algorithm>
#include <map>

namespace assay {

std::optional<std::vector<Invariant>> inductiveCandidates(const Flow& flow, Solver& solver,
                                                          const InductionPlaces& places,
                                                          std::vector<Invariant> candidates,
                                                          const Allowance& allowance) {
  TermManager& terms = flow.terms();
  struct Terms {
    Term assumed, broken;
  };
  std::vector<Terms> of;
  for (const Invariant& candidate : candidates) {
    std::vector<Term> assumed, broken;
    for (const auto& place : places.before)
      if (place.head == candidate.head)
        assumed.push_back(terms.mkOr(terms.mkNot(place.guard), holds(flow, candidate, *place.state)));
    for (const auto& place : places.after)
      if (place.head == candidate.head)
        broken.push_back(terms.mkAnd(place.guard, terms.mkNot(holds(flow, candidate, *place.state))));
    of.push_back({terms.mkAnd(assumed), terms.mkOr(broken)});
    if (allowance.expired()) return std::nullopt;
  }
  std::vector<size_t> kept(candidates.size());
  for (size_t i = 0; i < kept.size(); ++i) kept[i] = i;
  while (!kept.empty()) {
    std::vector<Term> assumed, broken;
    for (size_t i : kept) {
      assumed.push_back(of[i].assumed);
      broken.push_back(of[i].broken);
    }
    const Term query[] = {terms.mkAnd(assumed), terms.mkOr(broken)};
    const Answer answer = solver.check(query);
    if (answer.isUnsat()) break;
    if (answer.isUnknown() || allowance.expired()) return std::nullopt;
    std::erase_if(kept, [&](size_t i) { return solver.value(of[i].broken).asBool(); });
  }
  std::vector<Invariant> result;
  for (size_t i : kept) result.push_back(std::move(candidates[i]));
  return result;
}

namespace {

constexpr size_t kMaxConstants = 48; // of a variable
constexpr size_t kMaxPairs = 3000;   // of constants of two variables, for each head

using Constants = std::map<VariableId, std::vector<Term>>;

/// The constants that variables are compared with and set to. A variable that is set to anything else is no state of a
/// machine; an ite is looked into.
class ConstantFinder {
public:
  explicit ConstantFinder(const Program& program) : program_(program) {}

  Constants run() {
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
    std::erase_if(found_, [](const auto& entry) { return entry.second.size() > kMaxConstants; });
    return std::move(found_);
  }

private:
  void add(VariableId variable, Term constant) {
    if (!variable.valid() || !isNumeric(program_[variable])) return;
    std::vector<Term>& constants = found_[variable];
    if (std::find(constants.begin(), constants.end(), constant) == constants.end()) constants.push_back(constant);
  }
  void compared(Term root) {
    postOrder(
        root, [&](Term t) { return seen_.insert(t); },
        [&](Term t) {
          if (t.kind() != Kind::Equal) return;
          for (uint32_t side : {0u, 1u})
            if (t[side].isVariable() && t[1 - side].isValue()) add(program_.variableOf(t[side]), t[1 - side]);
        });
  }
  void assigned(VariableId variable, Term root) {
    forEachChoice(root, [&](Term t) {
      if (t.isValue()) add(variable, t);
    });
  }

  const Program& program_;
  TermSet seen_;
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
void addDisequalities(const Flow& flow, uint32_t head, const Constants& constants, std::vector<Invariant>& result) {
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
          if (++pairs > kMaxPairs) return;
          result.push_back({head, terms.mkOr(a.isOther, b.isOther), a.text + " || " + b.text});
        }
    }
}

} // namespace

std::vector<Invariant> disequalities(const Flow& flow) {
  const Constants constants = ConstantFinder(flow.program()).run();
  std::vector<Invariant> result;
  for (uint32_t head = 0; head < flow.heads().size(); ++head) addDisequalities(flow, head, constants, result);
  return result;
}

std::vector<Invariant> candidatesFrom(const std::vector<OutsideInvariant>& outside, const Flow& flow,
                                      const std::function<void(const std::string&)>& complain) {
  const Program& program = flow.program();
  std::vector<Invariant> result;
  for (const OutsideInvariant& invariant : outside) {
    std::string objection = "there is no loop";
    bool isUsed = false;
    for (uint32_t head = 0; head < flow.heads().size(); ++head) {
      if (!invariant.isAt(program, headPosition(flow, head))) continue;
      // The variable that the loop writes, if several have the name: which one is meant is a guess that is checked.
      const auto lookup = [&](std::string_view name) {
        VariableId found;
        for (VariableId v : flow.liveAt(flow.heads()[head])) {
          if (program[v].sourceName != name) continue;
          const std::vector<VariableId>& written = flow.writtenInLoop(head);
          if (!found.valid() || std::binary_search(written.begin(), written.end(), v)) found = v;
        }
        return found;
      };
      try {
        result.push_back({head, parseCondition(invariant.expression, program, lookup), invariant.expression});
        isUsed = true;
      } catch (const BadExpression& bad) {
        objection = bad.what();
      }
    }
    if (!isUsed)
      complain("invariant at " + invariant.file + ":" + std::to_string(invariant.line) + " not used: " + objection);
  }
  return result;
}

} // namespace assay
