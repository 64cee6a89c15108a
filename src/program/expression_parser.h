// Expressions and sorts of the text form: precedence climbing, with every sort checked before a term is made, because a
// wrong sort is a mistake of the user here, and for a TermManager it is a defect of its caller.
#pragma once

#include "program/program.h"
#include "program/text_cursor.h"
#include "program/text_syntax.h"

#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace assay::text {

class ExpressionParser {
public:
  ExpressionParser(Cursor& cursor, const Program& program)
      : cursor_(cursor), program_(program), terms_(program.terms()) {}

  /// Names of objects, for `&name`; after the program has all of them.
  void learnObjects();
  /// Local names are looked up before global ones.
  void enterFunction(FunctionId function);
  /// Variables that are none of the program's: `::name`.
  void bind(std::span<const Term> variables) { bound_.assign(variables.begin(), variables.end()); }
  /// `let $name = expression;`, any number of them, instead of those before.
  void parseLets();

  Sort parseSort();
  /// `expected` gives a constant its width; an expression of another sort is an error. Null: any sort.
  Term parse(Sort expected = {});
  /// `name` or `::name`, declared before.
  VariableId parseVariable();
  /// What a name declared in a function stands for: "function::name", or the name itself after `::`.
  std::string parseSymbol(FunctionId function);

private:
  /// A term, or a number whose width only the context knows.
  struct Operand {
    Term term;
    Token token;
    bool isNegative = false; // of a number
  };

  Operand parseBinary(unsigned minLevel);
  Operand parseUnary();
  Operand parsePrimary();
  Operand parseNumber(bool isNegative);
  Term parseObject();
  Term parseFunction(const FunctionSyntax& syntax, std::optional<RoundingMode> mode);
  Term parsePostfix(Term term);
  const FunctionSyntax* functionAt(std::optional<RoundingMode>& mode) const;

  Operand combine(const Token& op, Operand left, Operand right);
  Term sized(const Operand& operand, Sort sort);
  Term needTerm(const Operand& operand) { return sized(operand, Sort()); }
  void unify(Operand& a, Operand& b);
  BitVector number(const Token& token, bool isNegative, uint32_t width) const;
  Term floatNumber(const Token& token, bool isNegative, Sort sort);
  void require(bool condition, const Token& at, const std::string& message) const {
    if (!condition) cursor_.fail(at, message);
  }
  Term parseGlobal();
  void checkFunction(const FunctionSyntax& syntax, std::vector<Operand>& arguments);

  Cursor& cursor_;
  const Program& program_;
  TermManager& terms_;
  FunctionId function_;
  std::unordered_map<std::string, Term> lets_;
  std::vector<Term> bound_;
  std::unordered_map<std::string, uint32_t> objectNumber_; // 0: the name is not unique
  unsigned depth_ = 0;
};

} // namespace assay::text
