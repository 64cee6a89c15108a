// What the function does with a parameter and what callers pass for it decide how its argument is made.
#include "frontend/harness/types.h"
#include "frontend/harness/writer.h"

namespace assay {

namespace {

/// Whether an object of the second kind begins with one of the first.
bool beginsWith(const clang::RecordDecl& outer, const clang::RecordDecl& inner) {
  for (const clang::RecordDecl* record = &outer; record != nullptr;) {
    if (record == &inner) return true;
    record = record->field_empty() ? nullptr : recordOf(record->field_begin()->getType());
  }
  return false;
}

std::string callersText(uint32_t number) { return std::to_string(number) + (number == 1 ? " caller" : " callers"); }

} // namespace

const FunctionCalls* HarnessWriter::callsOf(const clang::FunctionDecl& function) const {
  if (callers_ == nullptr) return nullptr;
  const auto found = callers_->functions.find(definitionName(fileOf(function), function.getNameAsString()));
  return found == callers_->functions.end() ? nullptr : &found->second;
}

/// What the function does with a parameter, and what callers pass. `isAlone`: nothing says how many elements there are.
void HarnessWriter::refine(Place& place, const ParameterUse& use, const ParameterCalls* calls, bool isClosed,
                           bool isAlone) {
  const bool isNeverNull = calls != nullptr && calls->calls > 0 && calls->notNull == calls->calls;
  place.isTested = place.mayBeNull =
      (use.isTested && !(isClosed && isNeverNull)) || (calls != nullptr && calls->null > 0);
  if (!place.mayBeNull && isNeverNull) assume(place.name + " is not null: " + callersText(calls->calls));
  if (!isAlone) return;
  retarget(place, use, calls);
  const clang::QualType target = place.type->getPointeeType();
  if (target->isPointerType() && use.isMoved && !use.length) {
    place.isList = true;
    return assume(place.name + " leads to pointers with null behind them, at most " + shownSize(kElements));
  }
  if (!isScalar(target)) return;
  constexpr uint64_t kManyElements = 65536;
  const bool isText = target->isCharType() && !target->isSpecificBuiltinType(clang::BuiltinType::UChar) &&
                      !target->isSpecificBuiltinType(clang::BuiltinType::SChar);
  if (calls != nullptr && calls->elements > 0 && calls->elements < kManyElements && (!isText || use.isWritten)) {
    place.count = std::to_string(calls->elements);
    place.isText = isText && use.isRead;
    place.isOutput = !use.isRead;
    assume(place.name + " leads to " + place.count + " elements" + (place.isText ? ", with a text in them" : "") +
           ": " + callersText(calls->calls));
  } else if (use.isWritten && !use.isRead && use.isMoved) {
    place.count = size(kBuffer);
    place.isOutput = true;
    assume(place.name + " is only written to, and leads to " + shownSize(kBuffer) + " elements");
  }
}

/// What a `void *` leads to, or a pointer to what a larger struct begins with.
void HarnessWriter::retarget(Place& place, const ParameterUse& use, const ParameterCalls* calls) {
  const clang::QualType own = place.type->getPointeeType();
  const clang::RecordDecl* part = recordOf(own);
  const auto fits = [&](clang::QualType target) {
    if (target.isNull() || target->isIncompleteType() || target->isFunctionType() || !canBeSpelled(target))
      return false;
    if (own->isVoidType()) return true;
    const clang::RecordDecl* whole = recordOf(target);
    return part != nullptr && whole != nullptr && whole != part && beginsWith(*whole, *part);
  };
  clang::QualType target = use.target;
  if (own->isVoidType() && target.isNull() && use.isText && !use.isMoved && !use.isWritten) {
    place.type = context_.getPointerType(context_.CharTy);
    return assume(place.name + " leads to characters: the function takes it for that");
  }
  std::string reason = ": the function takes it for one";
  if (!fits(target) && calls != nullptr && !calls->type.empty()) {
    const clang::RecordDecl* record = recordNamed(calls->type, context_);
    target = record == nullptr ? clang::QualType() : context_.getRecordType(record);
    reason = ": " + callersText(calls->calls);
  }
  if (!fits(target)) return;
  place.type = context_.getPointerType(target.getUnqualifiedType());
  assume(place.name + " leads to a '" + spelled(target, context_) + "'" + reason);
}

/// A contract that says less than everything: what it requires is taken for granted, and what it ensures is checked.
void HarnessWriter::callByContract(Lines& out, const Contract& contract) {
  hasContract_ = true;
  std::optional<ContractWriter> writer;
  std::string result = call(out, function_, called_, "", [&](const Places& places) {
    std::map<std::string, std::string> names;
    for (size_t i = 0; i < places.size(); ++i)
      if (!contract.declared->getParamDecl(static_cast<unsigned>(i))->getName().empty())
        names[contract.declared->getParamDecl(static_cast<unsigned>(i))->getName().str()] = places[i].text;
    writer.emplace(contract, std::move(names));
    writer->assumeRequired(out, kMakesCallersBlock);
    writer->keepOld(out);
  });
  for (const ContractClause& clause : contract.required) assume("its contract requires: " + clause.text);
  const clang::QualType type = function_.getReturnType().getUnqualifiedType();
  if (!type->isVoidType()) {
    // A result that is kept is kept all the same.
    out.add(declared(type, kContractResult, context_) + " = " + (type->isPointerType() ? "(" + result + ")" : result) +
            ";");
  } else {
    out.add(result + ";");
  }
  writer->checkEnsured(out);
}

} // namespace assay
