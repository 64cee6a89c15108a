#include "cpp_text.h"

#include "term/sort_check.h"
#include "term/traverse.h"

#include <algorithm>
#include <sstream>

namespace assay {

namespace {

constexpr const char* kEnumerators[] = {
    "Variable",  "True",       "False",         "BvConst",      "FpConst",      "ConstArray", "Not",
    "And",       "Or",         "Equal",         "Ite",          "BvNot",        "BvNeg",      "BvAnd",
    "BvOr",      "BvXor",      "BvAdd",         "BvMul",        "BvUdiv",       "BvUrem",     "BvSdiv",
    "BvSrem",    "BvShl",      "BvLshr",        "BvAshr",       "BvUlt",        "BvSlt",      "BvUmulo",
    "BvSmulo",   "BvConcat",   "BvExtract",     "BvZeroExtend", "BvSignExtend", "FpAbs",      "FpNeg",
    "FpAdd",     "FpMul",      "FpDiv",         "FpFma",        "FpSqrt",       "FpRem",      "FpRoundToIntegral",
    "FpMin",     "FpMax",      "FpLe",          "FpLt",         "FpEq",         "FpIsNan",    "FpIsInf",
    "FpIsZero",  "FpIsNormal", "FpIsSubnormal", "FpIsNegative", "FpFromBits",   "FpToBits",   "FpToFp",
    "FpFromSbv", "FpFromUbv",  "FpToSbv",       "FpToUbv",      "Select",       "Store"};
static_assert(std::size(kEnumerators) == static_cast<size_t>(Kind::Count_));

std::string cppSort(Sort sort) {
  switch (sort.kind()) {
  case SortKind::Bool:
    return "tm.boolSort()";
  case SortKind::BitVec:
    return "tm.bvSort(" + std::to_string(sort.width()) + ")";
  case SortKind::Float:
    return "tm.fpSort(" + std::to_string(sort.exponentBits()) + ", " + std::to_string(sort.significandBits()) + ")";
  case SortKind::Array:
    break;
  }
  return "tm.arraySort(" + cppSort(sort.index()) + ", " + cppSort(sort.element()) + ")";
}

std::string cppBits(const BitVector& bits) {
  std::string width = std::to_string(bits.width());
  if (bits.width() <= 64) return "BitVector(" + width + ", 0x" + bits.toString(16) + ")";
  return "BitVector::fromString(" + width + ", \"" + bits.toString(16) + "\", 16)";
}

class CppWriter {
public:
  std::string test(const FuzzCase& fuzzCase, const std::string& solver) {
    bool rewriting = fuzzCase.rewriting == TermManager::Rewriting::On;
    out_ << "TEST(Regression, Seed" << fuzzCase.seed << ") { // " << fuzzCase.profile << "\n"
         << "  TermManager tm(TermManager::Rewriting::" << (rewriting ? "On" : "Off") << ");\n"
         << "  auto solver = makeSolver(\"" << solver << "\", tm);\n";
    if (fuzzCase.cached) out_ << "  solver = makeCache(std::move(solver));\n";
    for (const SessionCommand& command : fuzzCase.session.commands) write(command);
    out_ << "}\n";
    return out_.str();
  }

private:
  void write(const SessionCommand& command) {
    for (Term root : command.terms) define(root);
    switch (command.kind) {
    case SessionCommand::Kind::Assert:
      out_ << "  solver->assertTerm(" << name(command.terms[0]) << ");\n";
      break;
    case SessionCommand::Kind::Push:
      out_ << "  solver->push();\n";
      break;
    case SessionCommand::Kind::Pop:
      out_ << "  solver->pop();\n";
      break;
    case SessionCommand::Kind::Check:
      out_ << "  EXPECT_TRUE(solver->check(" << list(command.terms, "std::vector<Term>") << ").isSat()); // or unsat\n";
      break;
    }
  }

  void define(Term root) {
    auto enter = [&](Term t) { return !numbers_.contains(t); };
    postOrder(root, enter, [&](Term t) {
      numbers_.insert(t, static_cast<uint32_t>(numbers_.size()));
      out_ << "  Term " << name(t) << " = " << expression(t) << ";\n";
    });
  }

  std::string name(Term t) const { return "t" + std::to_string(numbers_.at(t)); }

  std::string list(std::span<const Term> terms, const std::string& before) const {
    std::string text;
    for (Term t : terms) text += (text.empty() ? "" : ", ") + name(t);
    return before + "{" + text + "}";
  }

  std::string expression(Term t) const {
    switch (t.kind()) {
    case Kind::Variable:
      return "tm.mkVariable(\"" + std::string(t.symbol()) + "\", " + cppSort(t.sort()) + ")";
    case Kind::True:
      return "tm.mkTrue()";
    case Kind::False:
      return "tm.mkFalse()";
    case Kind::BvConst:
      return "tm.mkBv(" + cppBits(t.value()) + ")";
    case Kind::FpConst:
      return "tm.mkFp(" + cppSort(t.sort()) + ", " + cppBits(t.value()) + ")";
    case Kind::ConstArray:
      return "tm.mkConstArray(" + cppSort(t.sort()) + ", " + name(t[0]) + ")";
    default:
      break;
    }
    std::string text =
        std::string("tm.mk(Kind::") + kEnumerators[static_cast<size_t>(t.kind())] + ", " + list(t.children(), "");
    uint32_t count = arityOf(t.kind()).indices;
    for (uint32_t i = 0; i < count; ++i) text += (i == 0 ? ", {" : ", ") + std::to_string(t.index(i));
    return text + (count > 0 ? "})" : ")");
  }

  std::ostringstream out_;
  TermMap<uint32_t> numbers_;
};

} // namespace

std::string cppTest(const FuzzCase& fuzzCase, const std::string& solver) { return CppWriter().test(fuzzCase, solver); }

} // namespace assay
