#include "program/condition_text.h"

#include "program/expression_parser.h"
#include "program/term_printer.h"
#include "term/traverse.h"

namespace assay {

std::optional<std::string> printCondition(const Program& program, Term condition) {
  bool isOwn = true;
  forEachSubterm(condition,
                 [&](Term term) { isOwn = isOwn && (!term.isVariable() || program.variableOf(term).valid()); });
  if (!isOwn) return std::nullopt;
  TermPrinter printer(program);
  printer.enterFunction(program.entry());
  printer.begin({condition});
  if (!printer.lets().empty()) return std::nullopt;
  return printer.print(condition);
}

Term parseConditionText(const Program& program, const std::string& text) {
  const text::Lexer lexer(text, "condition");
  text::Cursor cursor(lexer);
  text::ExpressionParser parser(cursor, program);
  parser.learnObjects();
  parser.enterFunction(program.entry());
  const Term condition = parser.parse(program.terms().boolSort());
  if (!cursor.atEnd()) cursor.fail("the condition is over");
  return condition;
}

} // namespace assay
