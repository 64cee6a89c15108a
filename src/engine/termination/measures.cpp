#include "engine/termination/measures.h"

#include "analysis/vocabulary.h"
#include "encode/numeric.h"
#include "program/term_printer.h"
#include "term/term_map.h"
#include "term/traverse.h"

#include <algorithm>
#include <bit>
#include <set>

namespace assay {

namespace {

bool isNumber(const Variable& variable) {
  if (variable.sort().isBool()) return true;
  if (!variable.sort().isBitVec() || variable.sort().width() > 64) return false;
  return variable.typeClass != TypeClass::Float;
}

/// The heads that transitions of a component begin and end at: the same.
std::set<uint32_t> headsOf(std::span<const Transition* const> component) {
  std::set<uint32_t> heads;
  for (const Transition* transition : component) heads.insert(transition->source);
  return heads;
}

class Suggestions {
public:
  Suggestions(const Flow& flow, std::span<const Transition* const> component, const TerminationLimits& limits)
      : flow_(flow), program_(flow.program()), terms_(flow.terms()), component_(component), limits_(limits),
        variables_(measuredVariables(flow, component)), printer_(flow.program()) {
    printer_.enterFunction(program_.entry());
    printer_.beginShort(8);
    for (const MeasuredVariable& variable : variables_) isKnown_.insert(variable.term);
    for (const VariableId array : arraysRead(flow, component)) isKnown_.insert(program_[array].term);
  }

  std::vector<Measure> take() {
    const std::vector<Term> atoms = atomsOfGuards();
    for (Term atom : atoms)
      if (atom[0].sort().width() <= 64) addComparison(atom);
    for (const MeasuredVariable& variable : variables_)
      if (variable.isWritten) addVariable(variable);
    for (Term atom : atoms) addCondition(atom);
    addPairs();
    return std::move(measures_);
  }

private:
  void add(Term term, std::string text) { add(Measure{term, std::move(text)}); }
  void add(Measure measure) {
    if (!measure.term.isValue() && seen_.insert(measure.term)) measures_.push_back(std::move(measure));
  }
  /// A signed number with its order, as an unsigned one.
  Term biased(Term term) {
    const uint32_t width = term.sort().width();
    return terms_.mkBvXor(term, terms_.mkBv(BitVector::minSigned(width)));
  }
  void addBothWays(Term term, const std::string& text) {
    add(term, text);
    add(terms_.mkBvNot(term), "-(" + text + ")");
  }
  std::string text(Term term) {
    if (const VariableId id = program_.variableOf(term); id.valid()) return userName(program_[id]);
    if (term.kind() == Kind::Select) return readText(term);
    // The user's names, where the automaton's are longer.
    std::string result = printer_.print(term, true);
    for (Term variable : freeVariables(term)) {
      const VariableId id = program_.variableOf(variable);
      const std::string name = printer_.variable(id);
      if (program_[id].sourceName.empty() || name.find("::") == std::string::npos) continue;
      for (size_t at = 0; (at = result.find(name, at)) != std::string::npos; at += program_[id].sourceName.size())
        result.replace(at, name.size(), program_[id].sourceName);
    }
    return result;
  }

  /// What memory holds where these variables lead.
  std::string readText(Term read) {
    std::string result;
    for (Term variable : freeVariables(read[1])) result += (result.empty() ? "" : ", ") + text(variable);
    return "memory[" + result + "]";
  }

  void addVariable(const MeasuredVariable& variable) {
    const std::string name = text(variable.term);
    if (variable.term.sort().isBool()) {
      addCondition(variable.term);
      return;
    }
    const Term number = variable.isSigned ? biased(variable.term) : variable.term;
    add(terms_.mkBvNot(number), "-" + name);
    add(number, name);
    const Term other = variable.isSigned ? variable.term : biased(variable.term);
    add(other, variable.isSigned ? "(unsigned)" + name : "(int)" + name);
    add(terms_.mkBvNot(other), (variable.isSigned ? "-(unsigned)" : "-(int)") + name);
    if (variable.isSigned) addAbsolute(variable.term, name);
  }
  void addAbsolute(Term term, const std::string& name) {
    const Term zero = terms_.mkZero(term.sort());
    const Term isNegative = terms_.mkBvSlt(term, zero), negated = terms_.mkBvNeg(term);
    add(terms_.mkIte(isNegative, negated, term), "abs(" + name + ")");
    add(terms_.mkIte(isNegative, zero, term), "max(" + name + ", 0)");
    add(terms_.mkIte(isNegative, negated, zero), "max(-" + name + ", 0)");
  }
  void addCondition(Term condition) {
    const std::string name = text(condition);
    add(terms_.mkBoolToBv(condition), name);
    add(terms_.mkBoolToBv(terms_.mkNot(condition)), "!(" + name + ")");
  }

  bool isOverState(Term term) {
    for (Term variable : freeVariables(term))
      if (!isKnown_.contains(variable)) return false;
    return true;
  }

  std::string differenceText(Term a, Term b) {
    const auto isZero = [](Term term) { return term.isValue() && term.value().isZero(); };
    if (isZero(b)) return text(a);
    return (isZero(a) ? "-" : text(a) + " - ") + text(b);
  }

  /// A variable that is declared unsigned, compared with zero.
  bool isUnsigned(Term a, Term b) const {
    const VariableId id = program_.variableOf(a.isVariable() ? a : b);
    const Term other = a.isVariable() ? b : a;
    return id.valid() && program_[id].typeClass == TypeClass::Unsigned && other.isValue() && other.value().isZero();
  }
  static std::string asUnsigned(const std::string& text) {
    const bool isName = text.find_first_of(" +-*/%&|^~(") == std::string::npos;
    return isName ? "(unsigned)" + text : "(unsigned)(" + text + ")";
  }

  /// What guards compare.
  std::vector<Term> atomsOfGuards() {
    Vocabulary guards;
    for (const Transition* transition : component_) guards.add(transition->path.guard);
    std::vector<Term> atoms;
    for (Term comparison : guards.comparisons())
      if (atoms.size() < limits_.comparisons && isOverState(comparison)) atoms.push_back(comparison);
    return atoms;
  }
  void addComparison(Term atom) {
    const Term a = atom[0], b = atom[1];
    const bool isSigned = atom.kind() == Kind::BvSlt;
    const std::string difference = differenceText(b, a), opposite = differenceText(a, b);
    if (atom.kind() == Kind::Equal) {
      add(terms_.mkBvSub(b, a), isUnsigned(b, a) ? difference : asUnsigned(difference));
      add(terms_.mkBvSub(a, b), isUnsigned(b, a) ? opposite : asUnsigned(opposite));
      addDistance(terms_.mkBvSub(b, a), difference);
      addDifference(b, a, true, difference);
      addDifference(b, a, false, difference);
      return;
    }
    addDifference(b, a, isSigned, difference);
    const Term zero = terms_.mkZero(a.sort());
    const Term narrow = terms_.mkBvSub(b, a), opposed = terms_.mkBvSub(a, b);
    add(terms_.mkIte(atom, narrow, zero), "max(" + difference + ", 0)");
    add(terms_.mkIte(atom, zero, opposed), "max(" + opposite + ", 0)");
    if (!a.isVariable() && !a.isValue()) addBothWays(isSigned ? biased(a) : a, text(a));
    if (!b.isVariable() && !b.isValue()) addBothWays(isSigned ? biased(b) : b, text(b));
  }
  /// How many steps it takes until a difference is zero, if each adds the same odd number to it, modulo 2^w.
  void addDistance(Term difference, const std::string& name) {
    Term step;
    for (const Transition* transition : component_) {
      const Term next = transition->path.at(program_, difference);
      const Term change = terms_.mkBvSub(next, difference);
      if (!change.isValue() || (!step.isNull() && change != step)) return;
      step = change;
    }
    if (step.isNull() || !step.value().bit(0)) return;
    BitVector inverse = step.value(); // by Newton's method: each round doubles the bits that are right
    const BitVector two(inverse.width(), 2);
    for (uint32_t bits = 3; bits < inverse.width(); bits *= 2)
      inverse = inverse.mul(two.sub(step.value().mul(inverse)));
    add(terms_.mkBvMul(terms_.mkBv(inverse.neg()), difference),
        "(" + name + ") / " + step.value().neg().toSignedString() + " modulo 2^" + std::to_string(inverse.width()));
  }
  /// a - b of numbers with or without sign, and b - a.
  void addDifference(Term a, Term b, bool isSigned, const std::string& name) {
    for (const int sign : {1, -1})
      add(Measure::sum(terms_, {{sign, a, isSigned}, {-sign, b, isSigned}}, sign > 0 ? name : "-(" + name + ")"));
  }

  void addPairs() {
    std::vector<MeasuredVariable> paired;
    for (const MeasuredVariable& variable : variables_)
      if (variable.term.sort().isBitVec() && paired.size() < limits_.pairedVariables) paired.push_back(variable);
    for (size_t i = 0; i < paired.size(); ++i)
      for (size_t j = i + 1; j < paired.size(); ++j) {
        if (!paired[i].isWritten && !paired[j].isWritten) continue;
        const std::vector<MeasuredVariable> both{paired[i], paired[j]};
        for (const auto& coefficients : {std::vector{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}) {
          add(linearMeasure(flow_, both, coefficients));
        }
      }
  }

  const Flow& flow_;
  const Program& program_;
  TermManager& terms_;
  std::span<const Transition* const> component_;
  const TerminationLimits& limits_;
  const std::vector<MeasuredVariable> variables_;
  TermPrinter printer_;
  TermSet isKnown_, seen_;
  std::vector<Measure> measures_;
};

} // namespace

std::vector<MeasuredVariable> measuredVariables(const Flow& flow, std::span<const Transition* const> component) {
  const Program& program = flow.program();
  const std::set<uint32_t> heads = headsOf(component);
  std::vector<MeasuredVariable> result;
  for (uint32_t v = 0; v < program.variables().size(); ++v) {
    const Variable& variable = program.variables()[v];
    const auto isLive = [&](uint32_t head) { return flow.isLive(v, flow.heads()[head]); };
    if (!isNumber(variable) || !std::ranges::all_of(heads, isLive)) continue;
    const bool isWritten = std::ranges::any_of(
        component, [&](const Transition* transition) { return transition->path.values.get(v) != variable.term; });
    result.push_back({VariableId(v), variable.term, isNumeric(variable) && isSigned(variable), isWritten});
  }
  // What the user has named, and what changes, first.
  std::ranges::stable_sort(result, [&](const MeasuredVariable& a, const MeasuredVariable& b) {
    if (a.isWritten != b.isWritten) return a.isWritten;
    return !program[a.id].sourceName.empty() && program[b.id].sourceName.empty();
  });
  return result;
}

std::vector<VariableId> arraysRead(const Flow& flow, std::span<const Transition* const> component) {
  const Program& program = flow.program();
  const std::set<uint32_t> heads = headsOf(component);
  std::set<VariableId> result;
  for (const Transition* transition : component)
    for (const Term variable : freeVariables(transition->path.guard)) {
      const VariableId id = program.variableOf(variable);
      const auto isLive = [&](uint32_t head) { return flow.isLive(id.index(), flow.heads()[head]); };
      if (id.valid() && variable.sort().isArray() && std::ranges::all_of(heads, isLive)) result.insert(id);
    }
  return {result.begin(), result.end()};
}

std::vector<Measure> suggestedMeasures(const Flow& flow, std::span<const Transition* const> component,
                                       const TerminationLimits& limits) {
  return Suggestions(flow, component, limits).take();
}

Measure linearMeasure(const Flow& flow, std::span<const MeasuredVariable> variables,
                      std::span<const int> coefficients) {
  std::string text;
  std::vector<Measure::Summand> summands;
  for (size_t i = 0; i < variables.size(); ++i) {
    const int coefficient = coefficients[i];
    if (coefficient == 0) continue;
    summands.push_back({coefficient, variables[i].term, variables[i].isSigned});
    text += coefficient < 0 ? (text.empty() ? "-" : " - ") : (text.empty() ? "" : " + ");
    if (std::abs(coefficient) != 1) text += std::to_string(std::abs(coefficient)) + " * ";
    text += userName(flow.program()[variables[i].id]);
  }
  return Measure::sum(flow.terms(), std::move(summands), std::move(text));
}

Measure Measure::sum(TermManager& terms, std::vector<Summand> summands, std::string text) {
  std::erase_if(summands, [](const Summand& summand) { return summand.number.isValue(); });
  uint32_t width = 1;
  unsigned factors = 1;
  for (const Summand& summand : summands) {
    const Sort sort = summand.number.sort();
    width = std::max(width, sort.isBool() ? 1 : sort.width());
    factors += static_cast<unsigned>(std::abs(summand.factor));
  }
  width += static_cast<uint32_t>(std::bit_width(factors)) + 1; // of a signed number that holds every value
  Term total = terms.mkBv(width, 0);
  for (Summand& summand : summands) {
    summand.wide = summand.number.sort().isBool() ? terms.mkBoolToBv(summand.number, width)
                   : summand.isSigned             ? terms.mkBvSignResize(summand.number, width)
                                                  : terms.mkBvZeroResize(summand.number, width);
    const Term factor = terms.mkBv(BitVector::fromSigned(width, summand.factor));
    total = terms.mkBvAdd(total, terms.mkBvMul(factor, summand.wide));
  }
  return {terms.mkBvXor(total, terms.mkBv(BitVector::minSigned(width))), std::move(text), std::move(summands)};
}

Term Measure::change(const Program& program, const BlockPath& path) const {
  TermManager& terms = program.terms();
  const uint32_t width = term.sort().width() + 1; // of a difference of two such sums
  Term total = terms.mkBv(width, 0);
  for (const Summand& summand : summands) {
    const Term before = terms.mkBvSignResize(summand.wide, width), after = path.at(program, before);
    const Term difference = terms.mkBvSub(after, before);
    const Term factor = terms.mkBv(BitVector::fromSigned(width, summand.factor));
    total = terms.mkBvAdd(total, terms.mkBvMul(factor, difference));
  }
  return total;
}

Term Measure::increases(const Program& program, const BlockPath& path) const {
  TermManager& terms = program.terms();
  if (summands.empty()) return terms.mkBvUlt(term, path.at(program, term));
  const Term changes = change(program, path);
  return terms.mkBvSlt(terms.mkZero(changes.sort()), changes);
}

Term Measure::stays(const Program& program, const BlockPath& path) const {
  TermManager& terms = program.terms();
  if (summands.empty()) return terms.mkEqual(term, path.at(program, term));
  const Term changes = change(program, path);
  return terms.mkEqual(changes, terms.mkZero(changes.sort()));
}

Term Measure::doesNotDecrease(const Program& program, const BlockPath& path) const {
  const Term more = increases(program, path), same = stays(program, path);
  return program.terms().mkOr(more, same);
}

} // namespace assay
