#include "frontend/leak_checks.h"
#include "frontend/lower_parts.h"

#include <llvm/Analysis/ValueTracking.h>

#include <utility>

namespace assay {

std::string literalText(const llvm::Value* value) {
  llvm::StringRef text;
  return llvm::getConstantStringInfo(value, text) ? text.str() : "";
}

LowerPart::LowerPart(LowerParts& parts)
    : parts_(parts), module_(parts.module), program_(parts.module.program()), terms_(parts.module.terms()),
      types_(parts.module.types()), function_(parts.function), id_(parts.id), edges_(parts.edges),
      floats_(parts.floats) {}

Term LowerPart::value(const llvm::Value* value) { return parts_.values.value(value); }

void LowerPart::leaveUnsupported(Term condition, const std::string& message) {
  if (condition.isFalse()) return;
  edges_.leaveIf(condition, edges_.terminal(LocationKind::Unsupported, message));
}

Term LowerPart::ask(QueryKind kind, Arguments arguments) {
  bool isSize = kind == QueryKind::ObjectSize;
  VariableId answer = temporary(isSize ? program_.pointerSort() : terms_.boolSort(), isSize ? "size" : "ok");
  edges_.emit(Query{answer, kind, std::move(arguments)});
  return termOf(answer);
}

void LowerPart::failIf(Term condition, Property property, const std::string& message) {
  if (condition.isFalse()) return;
  edges_.leaveIf(condition, addError(program_, id_, property, message, edges_.position()));
}

void LowerPart::stop(LocationKind kind, const std::string& message) {
  if (!edges_.open()) return;
  // An aborted program has ended too: what it has not freed, or lost, counts.
  if (kind == LocationKind::Abort &&
      (module_.checks(Property::ValidMemtrack) || module_.checks(Property::ValidMemcleanup)))
    edges_.start(checkLeaksAtEnd(module_, id_, edges_.here(), edges_.position()));
  edges_.jump(edges_.terminal(kind, message));
}

void LowerPart::abortIf(Term condition, const std::string& message) {
  if (!edges_.open() || condition.isFalse()) return;
  const LocationId from = edges_.here();
  edges_.start(from, condition);
  stop(LocationKind::Abort, message);
  edges_.start(from, terms_.mkNot(condition));
}

Term LowerPart::input(InputKind kind, Sort sort, std::string name) {
  VariableId variable = temporary(sort);
  edges_.emit(Input{variable, kind, std::move(name)});
  return termOf(variable);
}

} // namespace assay
