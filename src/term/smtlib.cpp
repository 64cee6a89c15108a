#include "term/smtlib.h"

#include "term/float_value.h"
#include "term/smtlib_syntax.h"
#include "term/term_manager.h"

#include <algorithm>
#include <array>

namespace assay {

/// Copies terms without the operators that SMT-LIB does not have as we mean them.
class SmtlibPrinter::Expansion : public Translation {
public:
  using Translation::Translation;

  /// What defines the fresh variables.
  const std::vector<Term>& definitions() const { return definitions_; }

protected:
  Term translateVariable(Term variable) override {
    Term known = target_.findVariable(variable.symbol());
    bool taken = known && fresh_.contains(known);
    return taken ? target_.mkFreshVariable(variable.symbol(), (*this)(variable.sort()))
                 : Translation::translateVariable(variable);
  }

  Term translateApplication(Term t, std::span<const Term> args) override {
    switch (t.kind()) {
    case Kind::BvUmulo:
      return unsignedOverflow(args[0], args[1]);
    case Kind::BvSmulo:
      return signedOverflow(args[0], args[1]);
    case Kind::FpMin:
    case Kind::FpMax:
      return extremum(t.kind(), args[0], args[1]);
    case Kind::FpToBits:
      return bitsOf(args[0], args[1]);
    case Kind::FpToSbv:
    case Kind::FpToUbv:
      return integerOf(t, args[0]);
    default:
      return Translation::translateApplication(t, args);
    }
  }

private:
  Term unsignedOverflow(Term a, Term b) {
    uint32_t width = a.sort().width();
    Term product = target_.mkBvMul(target_.mkBvZeroExtend(a, width), target_.mkBvZeroExtend(b, width));
    return target_.mkBvToBool(target_.mkBvExtract(product, 2 * width - 1, width));
  }

  Term signedOverflow(Term a, Term b) {
    uint32_t width = a.sort().width();
    Term product = target_.mkBvMul(target_.mkBvSignExtend(a, width), target_.mkBvSignExtend(b, width));
    return target_.mkDistinct(product, target_.mkBvSignExtend(target_.mkBvExtract(product, width - 1, 0), width));
  }

  Term extremum(Kind kind, Term a, Term b) {
    Term zeros = target_.mkAnd(target_.mkFpIsZero(a), target_.mkFpIsZero(b));
    return target_.mkIte(zeros, b, target_.mk(kind, {a, b}));
  }

  Term bitsOf(Term x, Term nan) {
    FloatFormat format(x.sort());
    Term bits = target_.mkFreshVariable("ieee_bits", nan.sort());
    fresh_.insert(bits);
    Term isNan = target_.mkEqual(bits, target_.mkBvOr(nan, target_.mkBv(format.nan())));
    Term encodes = target_.mkEqual(target_.mkFpFromBits(bits, x.sort()), x);
    definitions_.push_back(target_.mkIte(target_.mkFpIsNan(x), isNan, encodes));
    return bits;
  }

  /// 2^k as a float, exactly.
  Term powerOfTwo(Sort sort, uint32_t k) {
    BitVector power = BitVector::one(k + 2).shl(k);
    return target_.mkFp(sort, FloatValue::fromUnsigned(FloatFormat(sort), RoundingMode::TowardZero, power).bits());
  }

  /// In formats so small that 2^fractionBits is out of range, an integer may be too; a wider exponent helps.
  Term withRoomForIntegers(Term x) {
    FloatFormat format(x.sort());
    if (format.maxExponent() > format.fractionBits()) return x;
    uint32_t exponentBits = format.exponentBits;
    while (FloatFormat(exponentBits, format.significandBits).maxExponent() <= format.fractionBits()) ++exponentBits;
    return target_.mkFpToFp(RoundingMode::NearestEven, x, target_.fpSort(exponentBits, format.significandBits));
  }

  Term integerOf(Term t, Term original) {
    bool isSigned = t.kind() == Kind::FpToSbv;
    uint32_t width = t.index(1), bound = isSigned ? width - 1 : width; // fits if below 2^bound
    Term x = target_.mkFpRoundToIntegral(t.roundingMode(), withRoomForIntegers(original));
    Term fits = target_.mkNot(target_.mkOr(target_.mkFpIsNan(x), target_.mkFpIsInf(x)));
    if (!isSigned) fits = target_.mkAnd(fits, target_.mkFpLe(target_.mkZero(x.sort()), x));
    if (bound <= FloatFormat(x.sort()).maxExponent()) {
      Term limit = powerOfTwo(x.sort(), bound);
      fits = target_.mkAnd(fits, target_.mkFpLt(x, limit));
      if (isSigned) fits = target_.mkAnd(fits, target_.mkFpLe(target_.mkFpNeg(limit), x));
    }
    BitVector otherwise = isSigned ? BitVector::minSigned(width) : BitVector::ones(width);
    Term converted = target_.mk(t.kind(), {x}, {t.index(0), width});
    return target_.mkIte(fits, converted, target_.mkBv(otherwise));
  }

  std::unordered_set<Term> fresh_;
  std::vector<Term> definitions_;
};

SmtlibPrinter::SmtlibPrinter()
    : tm_(std::make_unique<TermManager>(TermManager::Rewriting::Off)), expand_(std::make_unique<Expansion>(*tm_)) {}

SmtlibPrinter::~SmtlibPrinter() = default;

const std::string& SmtlibPrinter::nameOf(Term variable) {
  std::string& name = names_[variable];
  if (!name.empty()) return name;
  std::string symbol(variable.symbol());
  name = smtlibSymbol(symbol);
  for (int i = 0; !used_.insert(name).second; ++i) name = smtlibSymbol(symbol + "!" + std::to_string(i));
  variables_.push_back(variable);
  return name;
}

std::string SmtlibPrinter::term(Term term) {
  for (Term variable : freeVariables(term)) (*expand_)(variable); // before fresh variables take their names
  return print((*expand_)(term));
}

namespace {

/// The subterms to be bound by let: applications with several parents, each after those that it uses.
std::vector<Term> sharedSubterms(Term root, std::vector<Term>& all) {
  TermMap<uint32_t> parents;
  forEachSubterm(root, [&](Term t) {
    all.push_back(t);
    for (Term child : t.children()) ++parents[child];
  });
  std::vector<Term> shared;
  for (Term t : all)
    if (t.size() > 0 && parents[t] > 1) shared.push_back(t);
  return shared;
}

/// Prints one term; where `leafText` gives a text for a subterm, that stands for it.
template <class LeafText>
void printTree(std::string& text, Term root, LeafText leafText) {
  std::vector<std::pair<Term, uint32_t>> stack{{root, 0}}; // with the next child to print
  while (!stack.empty()) {
    auto& [term, next] = stack.back();
    if (next == 0 && leafText(text, term)) {
      stack.pop_back();
    } else if (next == term.size()) {
      text += ")";
      stack.pop_back();
    } else {
      text += next == 0 ? "(" + smtlibHead(term) + " " : " ";
      stack.push_back({term[next++], 0});
    }
  }
}

} // namespace

std::string SmtlibPrinter::print(Term expanded) {
  std::vector<Term> all;
  std::vector<Term> shared = sharedSubterms(expanded, all);
  for (Term t : all) {
    arrays_ = arrays_ || t.sort().isArray();
    floats_ = floats_ || t.sort().isFloat();
    constArrays_ = constArrays_ || t.kind() == Kind::ConstArray;
    if (t.isVariable()) nameOf(t);
  }
  std::string prefix = "_let";
  auto clashes = [&](const std::string& name) { return name.starts_with(prefix) || name.starts_with("|" + prefix); };
  while (std::ranges::any_of(used_, clashes)) prefix += "_";

  TermMap<std::string> bound;
  auto leafText = [&](std::string& text, Term t) {
    if (const std::string* name = bound.find(t)) {
      text += *name;
    } else if (t.size() == 0) {
      text += t.isVariable() ? nameOf(t) : smtlibConstant(t);
    } else {
      return false;
    }
    return true;
  };
  std::string text;
  for (Term t : shared) {
    std::string name = prefix + std::to_string(bound.size());
    text += "(let ((" + name + " ";
    printTree(text, t, leafText);
    text += ")) ";
    bound[t] = name;
  }
  printTree(text, expanded, leafText);
  return text + std::string(shared.size(), ')');
}

std::string SmtlibPrinter::declaration(Term variable) {
  return "(declare-const " + nameOf(variable) + " " + variable.sort().toString() + ")\n";
}

/// Definitions may know more variables than the terms that were printed.
void SmtlibPrinter::findVariablesOfDefinitions() {
  const std::vector<Term>& definitions = expand_->definitions();
  for (; definitionsPrinted_ < definitions.size(); ++definitionsPrinted_) print(definitions[definitionsPrinted_]);
}

std::string SmtlibPrinter::declarations() {
  findVariablesOfDefinitions();
  std::string text;
  for (Term v : variables_) text += declaration(v);
  return text;
}

std::string SmtlibPrinter::definitions() {
  std::string text;
  for (Term definition : expand_->definitions()) text += "(assert " + print(definition) + ")\n";
  return text;
}

std::vector<std::string> SmtlibPrinter::newDeclarations() {
  findVariablesOfDefinitions();
  std::vector<std::string> lines;
  while (declarationsGiven_ < variables_.size()) lines.push_back(declaration(variables_[declarationsGiven_++]));
  return lines;
}

std::vector<std::string> SmtlibPrinter::newDefinitions() {
  const std::vector<Term>& definitions = expand_->definitions();
  std::vector<std::string> lines;
  while (definitionsGiven_ < definitions.size())
    lines.push_back("(assert " + print(definitions[definitionsGiven_++]) + ")\n");
  return lines;
}

std::string SmtlibPrinter::logic() const {
  if (constArrays_) return "ALL"; // the standard's logics have no constant arrays
  return std::string("QF_") + (arrays_ ? "A" : "") + "BV" + (floats_ ? "FP" : "");
}

std::string smtlibScript(std::span<const Term> assertions) {
  SmtlibPrinter printer;
  std::string body;
  for (Term assertion : assertions) body += "(assert " + printer.term(assertion) + ")\n";
  std::string declarations = printer.declarations(), definitions = printer.definitions();
  return "(set-logic " + printer.logic() + ")\n" + declarations + definitions + body + "(check-sat)\n";
}

} // namespace assay
