#include "engine/modular/assertion_text.h"

#include "encode/assertion.h"
#include "encode/c_text.h"
#include "term/traverse.h"

#include <algorithm>

namespace assay {

namespace {

/// Terms over cells and locals, for which the names that people know are variables of a program of their own.
class Names {
public:
  explicit Names(const Program& program) : program_(program.terms(), program.layout()) {}

  void add(Term variable, const ValueName& name, const std::string& before = {}) {
    if (program_.variableOf(variable).valid()) return;
    Variable named;
    named.term = variable;
    named.sourceName = before + name.name;
    named.typeClass = name.typeClass;
    program_.addVariable(std::move(named));
  }

  std::optional<std::string> text(Term assertion) const {
    if (std::ranges::any_of(freeVariables(assertion), [&](Term v) { return !program_.variableOf(v).valid(); }))
      return std::nullopt;
    if (std::optional<std::string> plain = plainComparison(assertion)) return plain;
    return clauseText(program_, assertion);
  }

private:
  /// Variables of one signedness and constants need no casts.
  std::optional<std::string> plainComparison(Term assertion) const {
    const bool isNegated = assertion.kind() == Kind::Not;
    const Term atom = isNegated ? assertion[0] : assertion;
    const bool isEquation = atom.kind() == Kind::Equal;
    if (!isEquation && atom.kind() != Kind::BvUlt && atom.kind() != Kind::BvSlt) return std::nullopt;
    if (!atom[0].sort().isBitVec()) return std::nullopt;
    for (const TypeClass typeClass : {TypeClass::Signed, TypeClass::Unsigned}) {
      const bool isSigned = typeClass == TypeClass::Signed;
      if (!isEquation && isSigned != (atom.kind() == Kind::BvSlt)) continue;
      auto left = plainSide(atom[0], typeClass), right = plainSide(atom[1], typeClass);
      if (!left || !right) continue;
      if (isEquation && atom[0].isValue()) std::swap(left, right);
      const char* relation = isEquation ? (isNegated ? " != " : " == ") : (isNegated ? " >= " : " < ");
      return *left + relation + *right;
    }
    return std::nullopt;
  }

  std::optional<std::string> plainSide(Term side, TypeClass typeClass) const {
    if (side.isValue()) {
      if (typeClass == TypeClass::Signed) return literal(side.value());
      return side.value().toString() + (side.sort().width() > 32 ? "ull" : "u");
    }
    if (!side.isVariable()) return std::nullopt;
    const Variable& variable = program_[program_.variableOf(side)];
    return variable.typeClass == typeClass ? std::optional(userName(variable)) : std::nullopt;
  }

  Program program_;
};

std::string conjunction(const Names& names, const std::vector<Term>& assertions) {
  std::vector<std::string> parts;
  for (Term assertion : assertions)
    if (std::optional<std::string> text = names.text(assertion)) parts.push_back(std::move(*text));
  std::string all;
  for (const std::string& part : parts) {
    const bool isOr = part.find("||") != std::string::npos;
    all += (all.empty() ? "" : " && ") + (isOr && parts.size() > 1 ? "(" + part + ")" : part);
  }
  return all;
}

} // namespace

std::vector<ThreadAssertion> threadAssertionsInC(const Program& program, const ThreadSystem& system,
                                                 ThreadAssertions& assertions) {
  std::vector<ThreadAssertion> result;
  const auto tell = [&](SourcePosition position, std::string text, SourcePosition other = {}) {
    if (position.known() && !text.empty()) result.push_back({position, std::move(text), other});
  };
  Names ofOne(program);
  for (const auto& [term, name] : system.names) ofOne.add(term, name);
  for (uint32_t node = 0; node < system.nodes.size(); ++node)
    if (assertions.isReached(node)) tell(system.nodes[node].position, conjunction(ofOne, assertions.alive()[node]));
  for (const auto& [pair, facts] : assertions.facts()) {
    const auto& [one, other] = pair;
    if (facts.empty() || !system.nodes[other].position.known()) continue;
    Names ofTwo(program);
    for (const auto& [term, name] : system.names) {
      ofTwo.add(term, name); // cells
      ofTwo.add(assertions.inRole(one, 1, term), name);
      ofTwo.add(assertions.inRole(other, 2, term), name, "other thread:");
    }
    tell(system.nodes[one].position, conjunction(ofTwo, facts), system.nodes[other].position);
  }
  std::ranges::sort(result, {}, [](const ThreadAssertion& a) { return std::tie(a.position, a.other, a.text); });
  result.erase(std::ranges::unique(result).begin(), result.end());
  return result;
}

} // namespace assay
