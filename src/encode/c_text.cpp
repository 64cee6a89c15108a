#include "encode/c_text.h"

#include "encode/assertion.h"
#include "term/semantics.h"
#include "term/traverse.h"

#include <vector>

namespace assay {

namespace {

/// Terms of the widths that C calculates in, as expressions of C with exactly their values.
class Text {
public:
  explicit Text(const Program& program) : program_(program) {}

  std::optional<std::string> side(Term t, bool isSigned) const {
    if (t.isVariable()) {
      const Variable& variable = program_[program_.variableOf(t)];
      if ((variable.typeClass != TypeClass::Unsigned) == isSigned) return userName(variable);
    }
    if (!isSigned && !isCalculated(t)) return narrowValue(t);
    const auto value = unsignedValue(t);
    if (!value) return std::nullopt;
    return isSigned ? signedType(t) + *value : *value;
  }

private:
  static bool isCalculated(Term t) { return t.sort().width() == 32 || isLong(t); }
  static bool isLong(Term t) { return t.sort().width() == 64; }
  static const char* unsignedType(Term t) { return isLong(t) ? "(unsigned long long)" : "(unsigned)"; }
  static const char* signedType(Term t) { return isLong(t) ? "(long long)" : "(int)"; }

  /// In unsigned arithmetic, which wraps around as that of terms does.
  std::optional<std::string> unsignedValue(Term t) const {
    if (!isCalculated(t)) return std::nullopt;
    if (t.isVariable()) return unsignedType(t) + userName(program_[program_.variableOf(t)]);
    if (t.isValue()) return t.value().toString() + (isLong(t) ? "ull" : "u");
    if (const uint32_t shift = powerOfTwoFactor(t); shift != 0) return applied(t[0][0], " << " + std::to_string(shift));
    switch (t.kind()) {
    case Kind::BvAdd:
      return both(t, " + ");
    case Kind::BvMul:
      return both(t, " * ");
    case Kind::BvNeg:
      return applied(t[0], " * -1");
    case Kind::BvSignExtend:
    case Kind::BvZeroExtend: {
      const auto narrow = unsignedValue(t[0]);
      if (!narrow) return std::nullopt;
      return unsignedType(t) + (t.kind() == Kind::BvSignExtend ? signedType(t[0]) + *narrow : *narrow);
    }
    default:
      return std::nullopt;
    }
  }

  /// Of less than 64 bits: the last ones of a term, or a value.
  std::optional<std::string> narrowValue(Term t) const {
    if (t.sort().width() >= 64) return std::nullopt;
    const char* suffix = t.sort().width() < 32 ? "u" : "ull";
    if (t.isValue()) return t.value().toString() + suffix;
    if (t.kind() != Kind::BvExtract || t.index(1) != 0) return std::nullopt;
    return applied(t[0], " & " + std::to_string((uint64_t{1} << t.sort().width()) - 1) + suffix);
  }

  std::optional<std::string> applied(Term t, const std::string& what) const {
    const auto value = unsignedValue(t);
    return value ? std::optional("(" + *value + what + ")") : std::nullopt;
  }
  std::optional<std::string> both(Term t, const std::string& what) const {
    const auto right = unsignedValue(t[1]);
    return right ? applied(t[0], what + *right) : std::nullopt;
  }

  const Program& program_;
};

} // namespace

std::optional<std::string> comparisonText(const Program& program, Term left, Term right, bool isSigned,
                                          const char* relation) {
  const Text text(program);
  const auto a = text.side(left, isSigned), b = text.side(right, isSigned);
  if (!a || !b) return std::nullopt;
  return *a + " " + relation + " " + *b;
}

std::optional<std::string> literalText(const Program& program, Term literal) {
  const bool isNegated = literal.kind() == Kind::Not;
  const Term atom = isNegated ? literal[0] : literal;
  switch (atom.kind()) {
  case Kind::Equal:
    if (!atom[0].sort().isBitVec()) return std::nullopt;
    return comparisonText(program, atom[0], atom[1], false, isNegated ? "!=" : "==");
  case Kind::BvUlt:
  case Kind::BvSlt:
    return comparisonText(program, atom[0], atom[1], atom.kind() == Kind::BvSlt, isNegated ? ">=" : "<");
  default:
    return std::nullopt;
  }
}

namespace {

/// The parts of a disjunction, or the term itself.
std::vector<Term> disjuncts(const Program& program, Term condition) {
  std::vector<Term> open{condition}, parts;
  while (!open.empty()) {
    const Term term = open.back();
    open.pop_back();
    const bool isNegated = term.kind() == Kind::Not && term[0].kind() == Kind::And;
    if (term.kind() == Kind::Or || isNegated) {
      const Term both = isNegated ? term[0] : term;
      for (const uint32_t i : {1, 0}) open.push_back(isNegated ? program.terms().mkNot(both[i]) : both[i]);
    } else {
      parts.push_back(term);
    }
  }
  return parts;
}

/// All of them or nothing, in brackets if there are several.
std::optional<std::string> joined(const Program& program, const std::vector<Term>& parts, const char* operation,
                                  std::optional<std::string> (*textOf)(const Program&, Term)) {
  std::string all;
  for (Term part : parts) {
    const auto text = textOf(program, part);
    if (!text) return std::nullopt;
    all += (all.empty() ? "" : operation) + (parts.size() > 1 ? "(" + *text + ")" : *text);
  }
  return all;
}

std::optional<std::string> conjunctionText(const Program& program, Term conjunction) {
  std::vector<Term> parts;
  splitConjunction(conjunction, parts);
  return joined(program, parts, " && ", clauseText);
}

} // namespace

std::optional<std::string> clauseText(const Program& program, Term clause) {
  return joined(program, disjuncts(program, clause), " || ", literalText);
}

std::optional<std::string> conditionText(const Program& program, Term condition) {
  return joined(program, disjuncts(program, condition), " || ", conjunctionText);
}

} // namespace assay
