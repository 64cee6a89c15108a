#include "frontend/lower/leak_checks.h"
#include "frontend/lower/parts.h"

#include <llvm/Analysis/ValueTracking.h>

#include <algorithm>
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

Term LowerPart::exceptWhere(Term condition, Term value, const std::string& message) {
  if (condition.isFalse()) return value;
  if (isSketch()) return terms_.mkIte(condition, input(InputKind::Unspecified, value.sort(), message), value);
  leaveUnsupported(condition, message);
  return value;
}

Term LowerPart::ask(QueryKind kind, Arguments arguments) {
  const bool isSize = answerOf(kind) == QueryAnswer::Size;
  VariableId answer = temporary(isSize ? program_.pointerSort() : terms_.boolSort(), isSize ? "size" : "ok");
  edges_.emit(Query{answer, kind, std::move(arguments)});
  return termOf(answer);
}

LocationId LowerPart::failIf(Term condition, Property property, const std::string& message, Behind behind) {
  if (condition.isFalse() || !edges_.open()) return {};
  const SourcePosition position = edges_.position();
  const LocationId error = edges_.error(property, message);
  edges_.leaveIf(condition, error);
  if (!module_.options().goesOn || behind == Behind::Nothing) return error;
  if (behind == Behind::Next && !edges_.open()) edges_.start(program_.addLocation(id_));
  const LocationId next = behind == Behind::Next
                              ? edges_.here()
                              : edges_.terminal(LocationKind::Abort, message + ", which ends the program");
  program_.addEdge(error, next, terms_.mkTrue(), {}, position);
  return error;
}

void LowerPart::goOnBehind(std::initializer_list<LocationId> errors, VariableId read) {
  const bool isError = std::ranges::any_of(errors, [](LocationId error) { return error.valid(); });
  if (!module_.options().goesOn || !isError) return;
  if (!edges_.open()) edges_.start(program_.addLocation(id_));
  const LocationId next = edges_.here();
  for (LocationId error : errors) {
    if (!error.valid()) continue;
    Term guard = terms_.mkTrue();
    for (EdgeId edge : program_[error].out) guard = terms_.mkAnd(guard, terms_.mkNot(program_[edge].guard));
    std::vector<Operation> operations;
    if (read.valid()) operations.push_back({Input{read, InputKind::Unspecified, "an invalid read"}, edges_.position()});
    program_.addEdge(error, next, guard, std::move(operations), edges_.position());
  }
}

void LowerPart::endAtNull(LocationId error, Term pointer) {
  constexpr uint64_t kPage = 4096; // nothing is ever mapped there
  if (!module_.options().goesOn || !error.valid()) return;
  const Term isNull = terms_.mkBvUlt(pointer, pointerConstant(kPage));
  if (isNull.isFalse()) return;
  program_.addEdge(error, edges_.terminal(LocationKind::Abort, "an access through a null pointer"), isNull, {},
                   edges_.position());
}

void LowerPart::stop(LocationKind kind, const std::string& message) {
  if (!edges_.open()) return;
  if (kind == LocationKind::Abort || kind == LocationKind::Blocked) letOthersGoOn();
  // An aborted program has ended too: what it has not freed, or lost, counts.
  if (kind == LocationKind::Abort &&
      (module_.checks(Property::ValidMemtrack) || module_.checks(Property::ValidMemcleanup)))
    edges_.start(checkLeaksAtEnd(module_, id_, edges_.here(), edges_.position()));
  edges_.jump(edges_.terminal(kind, message));
}

void LowerPart::letOthersGoOn() {
  if (module_.threads().arePresent) edges_.emitFirst(Step{});
}

void LowerPart::endIf(Term condition, LocationKind kind, const std::string& message) {
  if (!edges_.open() || condition.isFalse()) return;
  if (condition.isTrue()) return stop(kind, message);
  const LocationId from = edges_.here();
  edges_.start(from, condition);
  stop(kind, message);
  edges_.start(from, terms_.mkNot(condition));
}

Term LowerPart::input(InputKind kind, Sort sort, std::string name) {
  VariableId variable = temporary(sort);
  edges_.emit(Input{variable, kind, std::move(name)});
  return termOf(variable);
}

} // namespace assay
