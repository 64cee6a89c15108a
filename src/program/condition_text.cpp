#include "program/condition_text.h"

#include "program/expression_parser.h"
#include "program/term_printer.h"
#include "term/traverse.h"

#include <algorithm>

namespace assay {

std::optional<std::string> printCondition(const Program& program, Term condition, std::span<const Term> bound) {
  constexpr size_t kMostTerms = 2000;
  bool isOwn = true;
  size_t size = 0;
  forEachSubterm(condition, [&](Term term) {
    ++size;
    isOwn = isOwn &&
            (!term.isVariable() || program.variableOf(term).valid() || std::ranges::find(bound, term) != bound.end());
  });
  if (!isOwn || size > kMostTerms) return std::nullopt;
  TermPrinter printer(program);
  printer.enterFunction(program.entry());
  printer.begin({condition});
  std::string text;
  for (size_t i = 0; i < printer.lets().size(); ++i)
    text += "let $" + std::to_string(i + 1) + " = " + printer.definition(i) + "; ";
  return text + printer.print(condition);
}

namespace {

/// Null: of any sort.
Term parseText(const Program& program, const std::string& text, std::span<const Term> bound, Sort sort) {
  const text::Lexer lexer(text, "condition");
  text::Cursor cursor(lexer);
  text::ExpressionParser parser(cursor, program);
  parser.learnObjects();
  parser.enterFunction(program.entry());
  parser.bind(bound);
  parser.parseLets();
  const Term term = parser.parse(sort);
  if (!cursor.atEnd()) cursor.fail("the condition is over");
  return term;
}

} // namespace

Term parseConditionText(const Program& program, const std::string& text, std::span<const Term> bound) {
  return parseText(program, text, bound, program.terms().boolSort());
}

Term parseTermText(const Program& program, const std::string& text) { return parseText(program, text, {}, Sort()); }

} // namespace assay
