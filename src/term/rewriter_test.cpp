// Each rule where it fires, with the term that comes out, and where something similar must not make it fire. Soundness
// is the business of rewriter_soundness_test.cpp.
#include "term/rewriter.h"

#include "term/smtlib_syntax.h"
#include "term/term_manager.h"

#include <algorithm>
#include <cctype>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace assay {
namespace {

/// Reads what Term::toString writes, over the variables of the fixture below.
class Reader {
public:
  Reader(TermManager& tm, std::string_view text) : tm_(tm) {
    std::string token;
    for (char c : std::string(text) + " ") {
      if (c != '(' && c != ')' && c != ' ') {
        token += c;
        continue;
      }
      if (!token.empty()) tokens_.push_back(token);
      token.clear();
      if (c != ' ') tokens_.push_back(std::string(1, c));
    }
  }

  Term term() {
    std::string token = take();
    if (token != "(") return leaf(token);
    std::string head = take();
    std::vector<uint32_t> indices;
    if (head == "(") { // (_ name i j) or (as const sort), the array sort of the fixture
      bool constArray = take() == "as";
      head = take();
      while (tokens_[at_] != ")") constArray ? skip() : indices.push_back(static_cast<uint32_t>(std::stoul(take())));
      take();
    }
    if (head == "fp" || head == "_") return floatConstant(head);
    int mode = roundingMode(tokens_[at_]);
    if (mode >= 0) {
      indices.insert(indices.begin(), static_cast<uint32_t>(mode));
      take();
    }
    std::vector<Term> children;
    while (tokens_[at_] != ")") children.push_back(term());
    take();
    if (head == "const") return tm_.mkConstArray(tm_.findVariable("a").sort(), children[0]);
    return tm_.mk(kindOf(head, mode >= 0, children), children, indices);
  }

private:
  std::string take() { return tokens_[at_++]; }
  void skip() {
    int depth = 0;
    do {
      std::string token = take();
      depth += token == "(" ? 1 : token == ")" ? -1 : 0;
    } while (depth > 0);
  }
  Term leaf(const std::string& token) {
    if (token == "true" || token == "false") return tm_.mkBool(token == "true");
    auto digits = static_cast<uint32_t>(token.size() - 2);
    if (token.starts_with("#b")) return tm_.mkBv(BitVector::fromString(digits, token.substr(2), 2));
    if (token.starts_with("#x")) return tm_.mkBv(BitVector::fromString(4 * digits, token.substr(2), 16));
    return tm_.findVariable(token);
  }
  Term floatConstant(const std::string& head) {
    std::vector<std::string> parts;
    while (tokens_[at_] != ")") parts.push_back(take());
    take();
    if (head == "fp") {
      std::string bits = parts[0].substr(2) + parts[1].substr(2) + parts[2].substr(2);
      return tm_.mkFp(
          tm_.fpSort(static_cast<uint32_t>(parts[1].size() - 2), static_cast<uint32_t>(parts[2].size() - 1)),
          BitVector::fromString(static_cast<uint32_t>(bits.size()), bits, 2));
    }
    Sort sort = tm_.fpSort(static_cast<uint32_t>(std::stoul(parts[1])), static_cast<uint32_t>(std::stoul(parts[2])));
    BitVector infinity = BitVector::ones(sort.exponentBits()).zeroExtend(sort.width()).shl(sort.significandBits() - 1);
    if (parts[0] == "NaN") return tm_.mkFp(sort, BitVector::ones(sort.width()));
    return parts[0] == "+oo" ? tm_.mkFp(sort, infinity) : tm_.mkFpNeg(tm_.mkFp(sort, infinity));
  }
  static int roundingMode(const std::string& token) {
    for (int i = 0; i < 5; ++i)
      if (smtlibRoundingMode(static_cast<RoundingMode>(i)) == token) return i;
    return -1;
  }
  static Kind kindOf(const std::string& head, bool rounded, const std::vector<Term>& children) {
    if (head == "to_fp" && !rounded) return Kind::FpFromBits;
    if (head == "to_fp" && children[0].sort().isBitVec()) return Kind::FpFromSbv;
    if (head == "to_fp_unsigned") return Kind::FpFromUbv;
    for (uint8_t k = 0; k < static_cast<uint8_t>(Kind::Count_); ++k)
      if (kindName(static_cast<Kind>(k)) == head) return static_cast<Kind>(k);
    ADD_FAILURE() << "no operator " << head;
    return Kind::True;
  }

  TermManager& tm_;
  std::vector<std::string> tokens_;
  size_t at_ = 0;
};

/// A manager with variables: Booleans p q r, bit-vectors x y z of 4 bits, b c of 1 bit, w of 8 bits, floats f g of half
/// precision and s of single, arrays a e from 4 bits to 4 bits.
class Workbench {
public:
  Workbench() {
    for (const char* name : {"p", "q", "r"}) tm.mkVariable(name, tm.boolSort());
    for (const char* name : {"x", "y", "z"}) tm.mkVariable(name, tm.bvSort(4));
    for (const char* name : {"b", "c"}) tm.mkVariable(name, tm.bvSort(1));
    tm.mkVariable("w", tm.bvSort(8));
    for (const char* name : {"f", "g"}) tm.mkVariable(name, tm.fpSort(5, 11));
    tm.mkVariable("s", tm.fpSort(8, 24));
    for (const char* name : {"a", "e"}) tm.mkVariable(name, tm.arraySort(tm.bvSort(4), tm.bvSort(4)));
  }
  Term read(const std::string& text) { return Reader(tm, text).term(); }
  uint64_t hits(Kind kind, std::string_view rule) {
    for (const auto& r : tm.rewriter()->rules())
      if (r.kind == kind && r.name == rule) return r.hits;
    ADD_FAILURE() << "no rule " << rule << " of " << kindName(kind);
    return 0;
  }
  TermManager tm;
};

struct Row {
  Kind kind;
  std::string rule;
  std::string input, output; // the rule fires and this comes out
  std::string other;         // here it does not fire
};

void check(const Row& row) {
  SCOPED_TRACE(std::string(kindName(row.kind)) + " " + row.rule);
  Workbench fires, other;
  EXPECT_EQ(fires.read(row.input).toString(), row.output);
  EXPECT_GT(fires.hits(row.kind, row.rule), 0u) << row.input;
  other.read(row.other);
  EXPECT_EQ(other.hits(row.kind, row.rule), 0u) << row.other;
}

std::string replaceAll(std::string text, const std::map<char, std::string>& words) {
  std::string result;
  for (char c : text) result += words.contains(c) ? words.at(c) : std::string(1, c);
  return result;
}

/// M the operator, J its dual, N negation, T neutral, B absorbing, U V two variables.
std::vector<Row> latticeRows() {
  struct Algebra {
    Kind kind;
    std::map<char, std::string> words;
  };
  auto algebra = [](Kind kind, const char* meet, const char* join, const char* negation, const char* top,
                    const char* bottom, const char* u, const char* v) {
    return Algebra{kind, {{'M', meet}, {'J', join}, {'N', negation}, {'T', top}, {'B', bottom}, {'U', u}, {'V', v}}};
  };
  std::vector<Row> rows;
  for (const auto& [kind, words] : {algebra(Kind::And, "and", "or", "not", "true", "false", "p", "q"),
                                    algebra(Kind::Or, "or", "and", "not", "false", "true", "p", "q"),
                                    algebra(Kind::BvAnd, "bvand", "bvor", "bvnot", "#xf", "#x0", "x", "y"),
                                    algebra(Kind::BvOr, "bvor", "bvand", "bvnot", "#x0", "#xf", "x", "y")}) {
    for (const Row& row : std::vector<Row>{
             {kind, "meet-neutral", "(M U T)", "U", "(M U V)"},
             {kind, "meet-absorbing", "(M U B)", "B", "(M U T)"},
             {kind, "meet-idempotent", "(M U U)", "U", "(M U V)"},
             {kind, "meet-complement", "(M U (N U))", "B", "(M U (N V))"},
             {kind, "meet-repeated", "(M (M U V) U)", "(M U V)", "(M (J U V) U)"},
             {kind, "meet-contradiction", "(M U (M V (N U)))", "B", "(M U (M V U))"},
             {kind, "meet-absorption", "(M U (J V U))", "U", "(M U (M V U))"},
             {kind, "meet-resolution", "(M U (J (N U) V))", "(M U V)", "(M U (J U V))"},
         })
      rows.push_back({row.kind, row.rule, replaceAll(row.input, words), replaceAll(row.output, words),
                      replaceAll(row.other, words)});
  }
  return rows;
}

std::vector<Row> coreRows() {
  return {
      {Kind::And, "meet-strengthen", "(and p (not (and p q)))", "(and p (not q))", "(and r (not (and p q)))"},
      {Kind::Or, "meet-strengthen", "(or p (not (or p q)))", "(or p (not q))", "(or p (not (and p q)))"},
      {Kind::BvAnd, "meet-constants", "(bvand (bvand x #x5) #xb)", "((_ zero_extend 3) ((_ extract 0 0) x))",
       "(bvand (bvor x #x5) #xb)"},
      {Kind::BvOr, "meet-constants", "(bvor (bvor x #x5) #x8)", "(bvor x #xd)", "(bvor (bvand x #x5) #x8)"},
      {Kind::BvAnd, "and-contiguous-mask", "(bvand x #xc)", "(concat ((_ extract 3 2) x) #b00)", "(bvand x #x6)"},
      {Kind::Not, "not-not", "(not (not p))", "p", "(not (and p q))"},
      {Kind::Equal, "equal-same", "(= f f)", "true", "(= f g)"},
      {Kind::Equal, "equal-bool-constant", "(= p false)", "(not p)", "(= p q)"},
      {Kind::Equal, "equal-complement", "(= x (bvnot x))", "false", "(= x (bvnot y))"},
      {Kind::Equal, "equal-negation", "(= (not p) q)", "(not (= p q))", "(= p q)"},
      {Kind::Equal, "equal-branch", "(= (ite p x y) y)", "(or (not p) (= x y))", "(= (ite p x y) z)"},
      {Kind::Equal, "equal-ites-of-constants", "(= (ite p #x1 #x2) (ite q #x1 #x2))", "(= p q)",
       "(= (ite p #x1 #x2) (ite q #x2 #x3))"},
      {Kind::Ite, "ite-constant", "(ite true x y)", "x", "(ite p x y)"},
      {Kind::Ite, "ite-same", "(ite p x x)", "x", "(ite p x y)"},
      {Kind::Ite, "ite-negated", "(ite (not p) x y)", "(ite p y x)", "(ite p x y)"},
      {Kind::Ite, "ite-equal", "(ite (= x y) x y)", "y", "(ite (= x y) x z)"},
      {Kind::Ite, "ite-nested-same-condition", "(ite p (ite p x y) z)", "(ite p x z)", "(ite p (ite q x y) z)"},
      {Kind::Ite, "ite-bool-then", "(ite p false q)", "(and q (not p))", "(ite p q r)"},
      {Kind::Ite, "ite-bool-else", "(ite p q (not p))", "(or q (not p))", "(ite p q r)"},
      {Kind::Ite, "ite-bool-complement", "(ite p q (not q))", "(= p q)", "(ite p q (not r))"},
      {Kind::Ite, "ite-merge-then", "(ite p (ite q x y) y)", "(ite (and p q) x y)", "(ite p (ite q x y) z)"},
      {Kind::Ite, "ite-merge-else", "(ite p x (ite q x y))", "(ite (or p q) x y)", "(ite p x (ite q y z))"},
      {Kind::FpFma, "order-factors", "(fp.fma RNE g f f)", "(fp.fma RNE f g f)", "(fp.fma RNE f g g)"},
  };
}

std::vector<Row> arithmeticRows() {
  return {
      {Kind::BvNeg, "neg-neg", "(bvneg (bvneg x))", "x", "(bvneg (bvnot x))"},
      {Kind::BvNeg, "neg-bit", "(bvneg b)", "b", "(bvneg x)"},
      {Kind::BvNeg, "neg-not", "(bvneg (bvnot x))", "(bvadd x #x1)", "(bvneg x)"},
      {Kind::BvNeg, "neg-add", "(bvneg (bvadd x #x3))", "(bvadd (bvneg x) #xd)", "(bvneg (bvadd x y))"},
      {Kind::BvNeg, "neg-mul", "(bvneg (bvmul x #x3))", "(bvmul x #xd)", "(bvneg (bvmul x y))"},
      {Kind::BvAdd, "add-zero", "(bvadd x #x0)", "x", "(bvadd x #x1)"},
      {Kind::BvAdd, "add-bits", "(bvadd b c)", "(bvxor b c)", "(bvadd x y)"},
      {Kind::BvAdd, "add-opposite", "(bvadd (bvneg x) x)", "#x0", "(bvadd (bvneg y) x)"},
      {Kind::BvAdd, "add-complement", "(bvadd (bvnot x) x)", "#xf", "(bvadd (bvnot x) y)"},
      {Kind::BvAdd, "add-same", "(bvadd x x)", "(concat ((_ extract 2 0) x) #b0)", "(bvadd x y)"},
      {Kind::BvAdd, "add-not-one", "(bvadd (bvnot x) #x1)", "(bvneg x)", "(bvadd (bvnot x) #x2)"},
      {Kind::BvAdd, "add-constants", "(bvadd (bvadd x #x9) #x9)", "(bvadd x #x2)", "(bvadd (bvadd x y) #x9)"},
      {Kind::BvAdd, "add-pull-constant", "(bvadd y (bvadd x #x9))", "(bvadd (bvadd x y) #x9)", "(bvadd (bvadd x y) z)"},
      {Kind::BvAdd, "add-cancel", "(bvadd (bvadd (bvneg x) y) x)", "y", "(bvadd (bvadd x y) x)"},
      {Kind::BvMul, "mul-constant", "(bvmul x #x0)", "#x0", "(bvmul x #x3)"},
      {Kind::BvMul, "mul-bits", "(bvmul b c)", "(bvand b c)", "(bvmul x y)"},
      {Kind::BvMul, "mul-constants", "(bvmul (bvmul x #x3) #x5)", "(bvneg x)", "(bvmul (bvmul x y) #x5)"},
      {Kind::BvMul, "mul-distribute", "(bvmul (bvadd x #x2) #x3)", "(bvadd (bvmul x #x3) #x6)",
       "(bvmul (bvadd x y) #x3)"},
      {Kind::BvMul, "mul-neg", "(bvmul (bvneg x) y)", "(bvneg (bvmul x y))", "(bvmul (bvnot x) y)"},
      {Kind::BvMul, "mul-power-of-two", "(bvmul x #x4)", "(concat ((_ extract 1 0) x) #b00)", "(bvmul x #x6)"},
      {Kind::BvMul, "mul-negated-power-of-two", "(bvmul x #xe)", "(bvneg (concat ((_ extract 2 0) x) #b0))",
       "(bvmul x #xd)"},
      {Kind::BvMul, "mul-by-truth", "(bvmul y (ite p #x1 #x0))", "(ite p y #x0)", "(bvmul y (ite p #x2 #x0))"},
      {Kind::BvMul, "choices-together", "(bvmul (ite p #x2 x) (ite p #x3 y))", "(ite p #x6 (bvmul x y))",
       "(bvmul (ite p #x2 x) (ite q #x3 y))"},
      {Kind::BvUdiv, "choices-together", "(bvudiv (ite p #x2 x) (ite p #x3 y))", "(ite p #x0 (bvudiv x y))",
       "(bvudiv (ite p #x2 x) (ite q #x3 y))"},
      {Kind::BvUrem, "choices-together", "(bvurem (ite p #x2 x) (ite p #x3 y))", "(ite p #x2 (bvurem x y))",
       "(bvurem (ite p #x2 x) (ite q #x3 y))"},
      {Kind::BvSdiv, "choices-together", "(bvsdiv (ite p #x2 x) (ite p #x3 y))", "(ite p #x0 (bvsdiv x y))",
       "(bvsdiv (ite p #x2 x) (ite q #x3 y))"},
      {Kind::BvSrem, "choices-together", "(bvsrem (ite p #x2 x) (ite p #x3 y))", "(ite p #x2 (bvsrem x y))",
       "(bvsrem (ite p #x2 x) (ite q #x3 y))"},
      {Kind::BvUdiv, "udiv-constant", "(bvudiv x #x0)", "#xf", "(bvudiv x #x3)"},
      {Kind::BvUdiv, "div-of-zero", "(bvudiv #x0 x)", "(ite (= x #x0) #xf #x0)", "(bvudiv #x1 x)"},
      {Kind::BvUdiv, "div-same", "(bvudiv x x)", "(ite (= x #x0) #xf #x1)", "(bvudiv x y)"},
      {Kind::BvUdiv, "udiv-power-of-two", "(bvudiv x #x4)", "((_ zero_extend 2) ((_ extract 3 2) x))",
       "(bvudiv x #x6)"},
      {Kind::BvUdiv, "udiv-ones", "(bvudiv x #xf)", "(ite (= x #xf) #x1 #x0)", "(bvudiv x #xe)"},
      {Kind::BvUdiv, "udiv-constants", "(bvudiv (bvudiv x #x3) #x3)", "(bvudiv x #x9)", "(bvudiv (bvudiv x y) #x3)"},
      {Kind::BvUdiv, "divide-zero-extended", "(bvudiv ((_ zero_extend 4) x) #x03)",
       "((_ zero_extend 4) (bvudiv x #x3))", "(bvudiv ((_ zero_extend 4) x) w)"},
      {Kind::BvUrem, "rem-by-zero", "(bvurem x #x0)", "x", "(bvurem x #x3)"},
      {Kind::BvUrem, "rem-by-one", "(bvurem x #x1)", "#x0", "(bvurem x #xf)"},
      {Kind::BvUrem, "rem-of-zero", "(bvurem #x0 x)", "#x0", "(bvurem #x1 x)"},
      {Kind::BvUrem, "rem-same", "(bvurem x x)", "#x0", "(bvurem x y)"},
      {Kind::BvUrem, "urem-power-of-two", "(bvurem x #x4)", "((_ zero_extend 2) ((_ extract 1 0) x))",
       "(bvurem x #x6)"},
      {Kind::BvUrem, "divide-zero-extended", "(bvurem ((_ zero_extend 4) x) #x13)", "((_ zero_extend 4) x)",
       "(bvurem ((_ zero_extend 4) x) w)"},
      {Kind::BvSdiv, "sdiv-by-zero", "(bvsdiv x #x0)", "(ite (= ((_ extract 3 3) x) #b1) #x1 #xf)", "(bvsdiv x #x3)"},
      {Kind::BvSdiv, "sdiv-by-unit", "(bvsdiv x #xf)", "(bvneg x)", "(bvsdiv x #xe)"},
      {Kind::BvSdiv, "div-of-zero", "(bvsdiv #x0 x)", "(ite (= x #x0) #xf #x0)", "(bvsdiv #x1 x)"},
      {Kind::BvSdiv, "div-same", "(bvsdiv x x)", "(ite (= x #x0) #xf #x1)", "(bvsdiv x y)"},
      {Kind::BvSdiv, "signed-to-unsigned", "(bvsdiv ((_ zero_extend 4) x) ((_ zero_extend 4) y))",
       "(bvudiv ((_ zero_extend 4) x) ((_ zero_extend 4) y))", "(bvsdiv ((_ zero_extend 4) x) w)"},
      {Kind::BvSdiv, "sdiv-power-of-two", "(bvsdiv x #x2)",
       "((_ sign_extend 1) ((_ extract 3 1) (bvadd x ((_ zero_extend 3) ((_ extract 3 3) x)))))", "(bvsdiv x #x8)"},
      {Kind::BvSrem, "rem-by-zero", "(bvsrem x #x0)", "x", "(bvsrem x #x3)"},
      {Kind::BvSrem, "rem-by-one", "(bvsrem x #xf)", "#x0", "(bvsrem x #xe)"},
      {Kind::BvSrem, "rem-of-zero", "(bvsrem #x0 x)", "#x0", "(bvsrem #x1 x)"},
      {Kind::BvSrem, "rem-same", "(bvsrem x x)", "#x0", "(bvsrem x y)"},
      {Kind::BvSrem, "signed-to-unsigned", "(bvsrem ((_ zero_extend 4) x) ((_ zero_extend 4) y))",
       "(bvurem ((_ zero_extend 4) x) ((_ zero_extend 4) y))", "(bvsrem w ((_ zero_extend 4) x))"},
      {Kind::BvSrem, "srem-power-of-two", "(bvsrem x #x2)",
       "(bvadd (bvneg ((_ zero_extend 3) ((_ extract 3 3) x))) "
       "((_ zero_extend 3) ((_ extract 0 0) (bvadd x ((_ zero_extend 3) ((_ extract 3 3) x))))))",
       "(bvsrem x #x8)"},
  };
}

std::vector<Row> structureRows() {
  std::vector<Row> rows{
      {Kind::BvNot, "not-not", "(bvnot (bvnot x))", "x", "(bvnot (bvneg x))"},
      {Kind::BvNot, "not-neg", "(bvnot (bvneg x))", "(bvadd x #xf)", "(bvnot x)"},
      {Kind::BvXor, "xor-constant", "(bvxor x #xf)", "(bvnot x)", "(bvxor x #x7)"},
      {Kind::BvXor, "xor-same", "(bvxor x x)", "#x0", "(bvxor x y)"},
      {Kind::BvXor, "xor-not", "(bvxor x (bvnot y))", "(bvnot (bvxor x y))", "(bvxor x (bvneg y))"},
      {Kind::BvXor, "xor-constants", "(bvxor (bvxor x #x5) #x6)", "(bvxor x #x3)", "(bvxor (bvxor x y) #x6)"},
      {Kind::BvXor, "xor-cancel", "(bvxor (bvxor x y) x)", "y", "(bvxor (bvxor x y) z)"},
      {Kind::BvShl, "shl-constant", "(bvshl x #x1)", "(concat ((_ extract 2 0) x) #b0)", "(bvshl x y)"},
      {Kind::BvLshr, "lshr-constant", "(bvlshr x #x4)", "#x0", "(bvlshr x y)"},
      {Kind::BvAshr, "ashr-constant", "(bvashr x #x9)", "((_ sign_extend 3) ((_ extract 3 3) x))", "(bvashr x y)"},
      {Kind::BvAshr, "ashr-non-negative", "(bvashr ((_ zero_extend 4) x) w)", "(bvlshr ((_ zero_extend 4) x) w)",
       "(bvashr ((_ sign_extend 4) x) w)"},
      {Kind::BvConcat, "concat-zero", "(concat #b0 x)", "((_ zero_extend 1) x)", "(concat x #b0)"},
      {Kind::BvConcat, "concat-zero-extended", "(concat ((_ zero_extend 2) x) y)", "((_ zero_extend 2) (concat x y))",
       "(concat x ((_ zero_extend 2) y))"},
      {Kind::BvConcat, "concat-adjacent", "(concat ((_ extract 2 2) x) ((_ extract 1 0) x))", "((_ extract 2 0) x)",
       "(concat ((_ extract 2 2) x) ((_ extract 1 0) y))"},
      {Kind::BvConcat, "concat-join-left", "(concat (concat y ((_ extract 3 2) x)) ((_ extract 1 0) x))",
       "(concat y x)", "(concat (concat y ((_ extract 3 2) x)) ((_ extract 0 0) x))"},
      {Kind::BvConcat, "concat-join-right", "(concat #b1 (concat #b1 x))", "(concat #b11 x)",
       "(concat #b1 (concat x #b0))"},
      {Kind::BvConcat, "concat-constant-zero-extended", "(concat #b1 ((_ zero_extend 1) x))", "(concat #b10 x)",
       "(concat b ((_ zero_extend 1) x))"},
      {Kind::BvExtract, "extract-all", "((_ extract 3 0) x)", "x", "((_ extract 2 0) x)"},
      {Kind::BvExtract, "extract-extract", "((_ extract 1 1) ((_ extract 3 1) x))", "((_ extract 2 2) x)",
       "((_ extract 1 1) x)"},
      {Kind::BvExtract, "extract-concat", "((_ extract 5 3) (concat x y))",
       "(concat ((_ extract 1 0) x) ((_ extract 3 3) y))", "((_ extract 5 3) w)"},
      {Kind::BvExtract, "extract-extended", "((_ extract 5 4) ((_ sign_extend 4) x))",
       "((_ sign_extend 1) ((_ extract 3 3) x))", "((_ extract 5 4) w)"},
      {Kind::BvExtract, "extract-not", "((_ extract 1 1) (bvnot x))", "(bvnot ((_ extract 1 1) x))",
       "((_ extract 1 1) (bvneg x))"},
      {Kind::BvExtract, "extract-bitwise", "((_ extract 2 1) (bvxor x #x3))", "(bvxor ((_ extract 2 1) x) #b01)",
       "((_ extract 2 1) (bvxor x y))"},
      {Kind::BvExtract, "extract-low-of-arithmetic",
       "((_ extract 3 0) (bvadd ((_ sign_extend 4) x) ((_ sign_extend 4) y)))", "(bvadd x y)",
       "((_ extract 4 1) (bvadd ((_ sign_extend 4) x) ((_ sign_extend 4) y)))"},
      {Kind::BvZeroExtend, "extend-twice", "((_ zero_extend 1) ((_ zero_extend 2) x))", "((_ zero_extend 3) x)",
       "((_ zero_extend 1) ((_ sign_extend 2) x))"},
      {Kind::BvSignExtend, "extend-twice", "((_ sign_extend 1) ((_ sign_extend 2) x))", "((_ sign_extend 3) x)",
       "((_ sign_extend 1) ((_ zero_extend 2) x))"},
      {Kind::BvSignExtend, "sign-extend-zero-extended", "((_ sign_extend 1) ((_ zero_extend 2) x))",
       "((_ zero_extend 3) x)", "((_ sign_extend 1) x)"},
      {Kind::BvShl, "shift-of-constant", "(bvshl #x0 x)", "#x0", "(bvshl #xf x)"},
      {Kind::BvLshr, "shift-of-constant", "(bvlshr #x0 x)", "#x0", "(bvlshr #xf x)"},
      {Kind::BvAshr, "shift-of-constant", "(bvashr #xf x)", "#xf", "(bvashr #x7 x)"},
      {Kind::BvAnd, "bitwise-zero-extended-constant", "(bvand ((_ zero_extend 4) x) #xf5)",
       "((_ zero_extend 4) (bvand x #x5))", "(bvand w #xf5)"},
      {Kind::BvOr, "bitwise-zero-extended-constant", "(bvor ((_ zero_extend 4) x) #x05)",
       "((_ zero_extend 4) (bvor x #x5))", "(bvor ((_ zero_extend 4) x) #x15)"},
      {Kind::BvXor, "bitwise-zero-extended-constant", "(bvxor ((_ zero_extend 4) x) #x05)",
       "((_ zero_extend 4) (bvxor x #x5))", "(bvxor ((_ zero_extend 4) x) #x15)"},
  };
  for (auto [kind, name] : {std::pair{Kind::BvAnd, "bvand"}, {Kind::BvOr, "bvor"}, {Kind::BvXor, "bvxor"}}) {
    std::string op = name;
    rows.push_back({kind, "bitwise-concat", "(" + op + " (concat x y) #x55)",
                    "(concat (" + op + " x #x5) (" + op + " y #x5))", "(" + op + " (concat x y) w)"});
    rows.push_back({kind, "bitwise-zero-extended", "(" + op + " ((_ zero_extend 4) x) ((_ zero_extend 4) y))",
                    "((_ zero_extend 4) (" + op + " x y))",
                    "(" + op + " ((_ zero_extend 4) x) ((_ sign_extend 4) y))"});
  }
  return rows;
}

std::vector<Row> comparisonRows() {
  return {
      {Kind::Equal, "equal-unary", "(= (bvneg x) #x3)", "(= x #xd)", "(= (bvneg x) y)"},
      {Kind::Equal, "equal-unaries", "(= (bvnot x) (bvnot y))", "(= x y)", "(= (bvnot x) (bvneg y))"},
      {Kind::Equal, "equal-add-constant", "(= (bvadd x #x3) #x1)", "(= x #xe)", "(= (bvadd x y) #x1)"},
      {Kind::Equal, "equal-xor-constant", "(= (bvxor x #x3) #x1)", "(= x #x2)", "(= (bvxor x y) #x1)"},
      {Kind::Equal, "equal-mul-constant", "(= (bvmul x #x3) #x1)", "(= x #xb)", "(= (bvmul x #x6) #x1)"},
      {Kind::Equal, "equal-operand", "(= y (bvadd x y))", "(= x #x0)", "(= z (bvadd x y))"},
      {Kind::Equal, "equal-cancel", "(= (bvxor x y) (bvxor x z))", "(= y z)", "(= (bvadd x y) (bvxor x z))"},
      {Kind::Equal, "equal-add-constants", "(= (bvadd x #x3) (bvadd y #x1))", "(= y (bvadd x #x2))",
       "(= (bvadd x #x3) y)"},
      {Kind::Equal, "equal-difference-zero", "(= (bvadd x (bvneg y)) #x0)", "(= x y)", "(= (bvadd x (bvneg y)) #x1)"},
      {Kind::Equal, "equal-masked", "(= (bvand x #x5) #x6)", "false", "(= (bvand x #x5) #x4)"},
      {Kind::Equal, "equal-extended-constant", "(= ((_ sign_extend 4) x) #xf9)", "(= x #x9)",
       "(= ((_ sign_extend 4) x) w)"},
      {Kind::Equal, "equal-extended", "(= ((_ zero_extend 4) x) ((_ zero_extend 4) y))", "(= x y)",
       "(= ((_ zero_extend 4) x) ((_ sign_extend 4) y))"},
      {Kind::Equal, "equal-concat-constant", "(= (concat x y) #x12)", "(and (= x #x1) (= y #x2))",
       "(= (concat x y) w)"},
      {Kind::Equal, "equal-concats", "(= (concat x y) (concat y z))", "(and (= x y) (= y z))",
       "(= (concat x (concat b y)) (concat (concat x c) y))"},
      {Kind::Equal, "equal-zero-bit", "(= b #b0)", "(not (= b #b1))", "(= x #x0)"},
      {Kind::BvUlt, "less-same", "(bvult x x)", "false", "(bvult x y)"},
      {Kind::BvUlt, "ult-never", "(bvult x #x0)", "false", "(bvult x #x1)"},
      {Kind::BvUlt, "ult-bits", "(bvult b c)", "(and (= c #b1) (not (= b #b1)))", "(bvult x y)"},
      {Kind::BvUlt, "ult-is-extreme", "(bvult #xe x)", "(= x #xf)", "(bvult #xd x)"},
      {Kind::BvUlt, "ult-is-not-extreme", "(bvult #x0 x)", "(not (= x #x0))", "(bvult #x1 x)"},
      {Kind::BvUlt, "less-not", "(bvult (bvnot x) (bvnot y))", "(bvult y x)", "(bvult (bvnot x) y)"},
      {Kind::BvUlt, "ult-zero-extended", "(bvult ((_ zero_extend 4) x) ((_ zero_extend 4) y))", "(bvult x y)",
       "(bvult ((_ zero_extend 4) x) w)"},
      {Kind::BvUlt, "ult-zero-extended-constant", "(bvult ((_ zero_extend 4) x) #x13)", "true",
       "(bvult ((_ sign_extend 4) x) #x13)"},
      {Kind::BvSlt, "less-same", "(bvslt x x)", "false", "(bvslt x y)"},
      {Kind::BvSlt, "slt-bits", "(bvslt b c)", "(and (= b #b1) (not (= c #b1)))", "(bvslt x y)"},
      {Kind::BvSlt, "slt-never", "(bvslt x #x8)", "false", "(bvslt x #x7)"},
      {Kind::BvSlt, "slt-opposite-signs", "(bvslt #xf0 ((_ zero_extend 4) x))", "true", "(bvslt #xf0 w)"},
      {Kind::BvSlt, "slt-non-negative", "(bvslt ((_ zero_extend 4) x) #x05)", "(bvult x #x5)", "(bvslt w #x05)"},
      {Kind::BvSlt, "slt-sign-bit", "(bvslt #xf x)", "(not (= ((_ extract 3 3) x) #b1))", "(bvslt #xe x)"},
      {Kind::BvSlt, "slt-is-extreme", "(bvslt #x6 x)", "(= x #x7)", "(bvslt #x5 x)"},
      {Kind::BvSlt, "slt-is-not-extreme", "(bvslt #x8 x)", "(not (= x #x8))", "(bvslt #x9 x)"},
      {Kind::BvSlt, "less-not", "(bvslt (bvnot x) #x3)", "(bvslt #xc x)", "(bvslt (bvnot x) y)"},
      {Kind::BvSlt, "slt-sign-extended", "(bvslt ((_ sign_extend 4) x) ((_ sign_extend 4) y))", "(bvslt x y)",
       "(bvslt ((_ sign_extend 4) x) w)"},
      {Kind::BvSlt, "slt-sign-extended-constant", "(bvslt ((_ sign_extend 4) x) #x83)", "false", "(bvslt w #x83)"},
      {Kind::BvUmulo, "umulo-constant", "(bvumulo x #x3)", "(bvult #x5 x)", "(bvumulo x y)"},
      {Kind::BvUmulo, "mulo-room", "(bvumulo ((_ zero_extend 4) x) ((_ zero_extend 4) y))", "false",
       "(bvumulo ((_ zero_extend 4) x) w)"},
      {Kind::BvSmulo, "smulo-unit", "(bvsmulo x #xf)", "(= x #x8)", "(bvsmulo x #x3)"},
      {Kind::BvSmulo, "smulo-constant", "(bvsmulo x #xd)", "(or (bvslt x #xe) (bvslt #x2 x))", "(bvsmulo x y)"},
      {Kind::BvSmulo, "mulo-room", "(bvsmulo ((_ sign_extend 4) x) ((_ sign_extend 4) y))", "false",
       "(bvsmulo ((_ zero_extend 4) x) ((_ sign_extend 4) y))"},
  };
}

const std::string kNan = "(_ NaN 5 11)", kPlusZero = "(fp #b0 #b00000 #b0000000000)",
                  kMinusZero = "(fp #b1 #b00000 #b0000000000)", kOne = "(fp #b0 #b01111 #b0000000000)",
                  kTwo = "(fp #b0 #b10000 #b0000000000)", kHalf = "(fp #b0 #b01110 #b0000000000)",
                  kThree = "(fp #b0 #b10000 #b1000000000)";

std::vector<Row> floatRows() {
  std::vector<Row> rows{
      {Kind::FpNeg, "fp-neg-neg", "(fp.neg (fp.neg f))", "f", "(fp.neg (fp.abs f))"},
      {Kind::FpAbs, "fp-abs-of-sign", "(fp.abs (fp.neg f))", "(fp.abs f)", "(fp.abs f)"},
      {Kind::FpAdd, "fp-add-zero", "(fp.add RNE f " + kMinusZero + ")", "f", "(fp.add RNE f " + kPlusZero + ")"},
      {Kind::FpMul, "fp-by-unit", "(fp.mul RTP " + kOne + " f)", "f", "(fp.mul RTP f " + kTwo + ")"},
      {Kind::FpDiv, "fp-by-unit", "(fp.div RTP f " + kOne + ")", "f", "(fp.div RTP " + kOne + " f)"},
      {Kind::FpMul, "fp-negated-twice", "(fp.mul RTP (fp.neg f) (fp.neg g))", "(fp.mul RTP f g)",
       "(fp.mul RTP (fp.neg f) g)"},
      {Kind::FpDiv, "fp-negated-twice", "(fp.div RTP (fp.neg f) (fp.neg g))", "(fp.div RTP f g)",
       "(fp.div RTP f (fp.neg g))"},
      {Kind::FpDiv, "fp-div-power-of-two", "(fp.div RTZ f " + kTwo + ")", "(fp.mul RTZ f " + kHalf + ")",
       "(fp.div RTZ f " + kThree + ")"},
      {Kind::FpRoundToIntegral, "fp-integral-already", "(fp.roundToIntegral RNE (fp.roundToIntegral RTZ f))",
       "(fp.roundToIntegral RTZ f)", "(fp.roundToIntegral RNE f)"},
      {Kind::FpEq, "fp-eq-constant", "(fp.eq f " + kMinusZero + ")", "(fp.isZero f)", "(fp.eq f g)"},
      {Kind::FpEq, "fp-eq-negated", "(fp.eq (fp.neg f) (fp.neg g))", "(fp.eq f g)", "(fp.eq (fp.neg f) g)"},
      {Kind::FpIsNan, "fp-nan-of-conversion", "(fp.isNaN ((_ to_fp 5 11) RNE s))", "(fp.isNaN s)",
       "(fp.isNaN (fp.sqrt RNE f))"},
      {Kind::FpIsNegative, "fp-negative-of-sign", "(fp.isNegative (fp.neg f))",
       "(not (or (fp.isNaN f) (fp.isNegative f)))", "(fp.isNegative f)"},
      {Kind::Equal, "fp-equal-nan", "(= f " + kNan + ")", "(fp.isNaN f)", "(= f " + kOne + ")"},
      {Kind::Equal, "fp-equal-negated", "(= (fp.neg f) " + kMinusZero + ")", "(= f " + kPlusZero + ")",
       "(= (fp.abs f) " + kPlusZero + ")"},
      {Kind::FpFromBits, "fp-bits-and-back", "((_ to_fp 5 11) (fp.to_ieee_bv f #x0000))", "f",
       "((_ to_fp 8 8) (fp.to_ieee_bv f #x0000))"},
      {Kind::FpToFp, "fp-convert-same", "((_ to_fp 5 11) RTZ f)", "f", "((_ to_fp 8 24) RTZ f)"},
      {Kind::FpToFp, "fp-convert-through-wider", "((_ to_fp 11 53) RTZ ((_ to_fp 8 24) RNE f))",
       "((_ to_fp 11 53) RTZ f)", "((_ to_fp 11 53) RTZ ((_ to_fp 5 11) RNE s))"},
      {Kind::FpToFp, "fp-convert-integer-through-wider", "((_ to_fp 8 24) RTZ ((_ to_fp 5 11) RNE x))",
       "((_ to_fp 8 24) RTZ x)", "((_ to_fp 8 24) RTZ ((_ to_fp 3 4) RNE w))"},
      {Kind::FpToSbv, "fp-integer-and-back", "((_ fp.to_sbv 8) RTZ ((_ to_fp 5 11) RNE x))", "((_ sign_extend 4) x)",
       "((_ fp.to_sbv 8) RTZ ((_ to_fp 3 4) RNE w))"},
      {Kind::FpToUbv, "fp-integer-and-back", "((_ fp.to_ubv 8) RTZ ((_ to_fp_unsigned 5 11) RNE x))",
       "((_ zero_extend 4) x)", "((_ fp.to_ubv 8) RTZ ((_ to_fp 5 11) RNE x))"},
      {Kind::FpFma, "fp-nan-operand", "(fp.fma RNE f g " + kNan + ")", kNan, "(fp.fma RNE f g " + kOne + ")"},
      {Kind::FpRem, "fp-nan-operand", "(fp.rem f " + kNan + ")", kNan, "(fp.rem f g)"},
      {Kind::FpLt, "fp-compare-same", "(fp.lt f f)", "false", "(fp.lt f g)"},
      {Kind::FpLe, "fp-compare-same", "(fp.leq f f)", "(not (fp.isNaN f))", "(fp.leq f g)"},
      {Kind::FpEq, "fp-compare-same", "(fp.eq f f)", "(not (fp.isNaN f))", "(fp.eq f g)"},
      {Kind::FpLt, "fp-order-negated", "(fp.lt (fp.neg f) " + kPlusZero + ")", "(fp.lt " + kMinusZero + " f)",
       "(fp.lt (fp.neg f) g)"},
      {Kind::FpLe, "fp-order-negated", "(fp.leq (fp.neg f) (fp.neg g))", "(fp.leq g f)", "(fp.leq f (fp.neg g))"},
      {Kind::FpLt, "fp-order-infinity", "(fp.lt (_ +oo 5 11) f)", "false", "(fp.lt f (_ +oo 5 11))"},
      {Kind::FpLe, "fp-order-infinity", "(fp.leq f (_ +oo 5 11))", "(not (fp.isNaN f))", "(fp.leq (_ +oo 5 11) f)"},
  };
  for (auto [kind, name] : {std::pair{Kind::FpAdd, "fp.add"}, {Kind::FpMul, "fp.mul"}, {Kind::FpDiv, "fp.div"}})
    rows.push_back({kind, "fp-nan-operand", "(" + std::string(name) + " RNE f " + kNan + ")", kNan,
                    "(" + std::string(name) + " RNE f g)"});
  for (auto [kind, name] : {std::pair{Kind::FpEq, "fp.eq"}, {Kind::FpLt, "fp.lt"}, {Kind::FpLe, "fp.leq"}})
    rows.push_back({kind, "fp-nan-compared", "(" + std::string(name) + " f " + kNan + ")", "false",
                    "(" + std::string(name) + " f g)"});
  for (auto [kind, name] : {std::pair{Kind::FpMin, "fp.min"}, {Kind::FpMax, "fp.max"}}) {
    std::string op = name;
    rows.push_back({kind, "fp-extremum-same", "(" + op + " f f)", "f", "(" + op + " f g)"});
    rows.push_back({kind, "fp-extremum-nan", "(" + op + " " + kNan + " f)", "f", "(" + op + " f " + kOne + ")"});
  }
  for (Kind kind : {Kind::FpIsNan, Kind::FpIsInf, Kind::FpIsZero, Kind::FpIsNormal, Kind::FpIsSubnormal}) {
    std::string op(kindName(kind));
    rows.push_back({kind, "fp-class-of-sign", "(" + op + " (fp.neg f))", "(" + op + " f)", "(" + op + " f)"});
  }
  return rows;
}

std::vector<Row> arrayRows() {
  return {
      {Kind::Select, "select-store-same", "(select (store a x y) x)", "y", "(select (store a x y) z)"},
      {Kind::Select, "select-store-different", "(select (store a (bvadd x #x1) y) (bvadd x #x2))",
       "(select a (bvadd x #x2))", "(select (store a (bvadd x #x1) y) (bvadd z #x2))"},
      {Kind::Select, "select-const", "(select ((as const (Array (_ BitVec 4) (_ BitVec 4))) x) y)", "x",
       "(select a y)"},
      {Kind::Store, "store-twice", "(store (store a x y) x z)", "(store a x z)", "(store (store a x y) z z)"},
      {Kind::Store, "store-selected", "(store a x (select a x))", "a", "(store a x (select e x))"},
      {Kind::Store, "store-const", "(store ((as const (Array (_ BitVec 4) (_ BitVec 4))) x) y x)",
       "((as const (Array (_ BitVec 4) (_ BitVec 4))) x)",
       "(store ((as const (Array (_ BitVec 4) (_ BitVec 4))) x) y z)"},
  };
}

std::vector<Row> allRows() {
  std::vector<Row> rows;
  for (auto* part : {latticeRows, coreRows, arithmeticRows, structureRows, comparisonRows, floatRows, arrayRows})
    for (Row& row : part()) rows.push_back(std::move(row));
  return rows;
}

TEST(Rewriter, RulesFireWhereTheyShouldAndOnlyThere) {
  for (const Row& row : allRows()) check(row);
}

TEST(Rewriter, ConstantsAreFoldedAndPushedIntoIte) {
  Workbench bench;
  EXPECT_EQ(bench.read("(bvudiv #x7 #x0)").toString(), "#xf");
  EXPECT_EQ(bench.read("(fp.add RNE " + kOne + " " + kTwo + ")").toString(), kThree);
  EXPECT_EQ(bench.read("(bvadd (ite p #x1 #x2) #x3)").toString(), "(ite p #x4 #x5)");
  EXPECT_EQ(bench.read("(= (ite p #x1 #x0) #x1)").toString(), "p");
  EXPECT_EQ(bench.read("(= (ite p #x1 #x0) #x0)").toString(), "(not p)");
  EXPECT_EQ(bench.read("(= (ite p #x1 #x0) #x2)").toString(), "false");
  EXPECT_EQ(bench.read("(bvult (ite p #x3 #x5) #x4)").toString(), "p");
  EXPECT_EQ(bench.read("(bvadd (ite p x #x2) #x3)").toString(), "(bvadd (ite p x #x2) #x3)");
}

TEST(Rewriter, OperandsAreOrdered) {
  Workbench bench;
  for (const char* op : {"bvadd", "bvmul", "bvand", "bvor", "bvxor", "="}) {
    std::string name = op;
    EXPECT_EQ(bench.read("(" + name + " y x)").toString(), "(" + name + " x y)");
    EXPECT_EQ(bench.read("(" + name + " #x3 x)"), bench.read("(" + name + " x #x3)"));
  }
  EXPECT_EQ(bench.read("(bvudiv y x)").toString(), "(bvudiv y x)");
  EXPECT_EQ(bench.read("(fp.min g f)").toString(), "(fp.min g f)");
  EXPECT_EQ(bench.read("(fp.add RNE g f)").toString(), "(fp.add RNE f g)");
}

TEST(Rewriter, NoRuleIsLeftUntested) {
  std::set<std::pair<Kind, std::string>> tested;
  for (const Row& row : allRows()) tested.insert({row.kind, row.rule});
  TermManager tm;
  for (const auto& rule : tm.rewriter()->rules()) {
    bool common = rule.name == "fold-constants" || rule.name == "ite-of-constants" || rule.name == "order-operands";
    EXPECT_TRUE(common || tested.contains({rule.kind, std::string(rule.name)}))
        << kindName(rule.kind) << " " << rule.name;
  }
}

TEST(Rewriter, NothingIsRewrittenWhenOff) {
  TermManager tm(TermManager::Rewriting::Off);
  EXPECT_EQ(tm.rewriter(), nullptr);
  EXPECT_EQ(tm.mkBvAdd(tm.mkBv(4, 1), tm.mkBv(4, 2)).toString(), "(bvadd #x1 #x2)");
}

} // namespace
} // namespace assay
