#include "frontend/harness/writer.h"

#include "frontend/harness/types.h"
#include "util/error.h"

#include <clang/AST/Expr.h>

#include <algorithm>
#include <array>

namespace assay {

namespace {

constexpr const char* kOrdinary = "ASSAY_ORDINARY";
constexpr const char* kMade = "ASSAY_MADE";

constexpr std::array<HarnessSize, 4> kSizes = {{{kString, 8, "the most characters of a string, bytes of a buffer"},
                                                {kElements, 4, "the most elements of an array"},
                                                {kDepth, 2, "the most objects behind one of the same kind"},
                                                {kBuffer, 1024, "elements of an array that is only written to"}}};

const HarnessSize& sizeInfo(const std::string& macro) {
  return *std::ranges::find_if(kSizes, [&](const HarnessSize& size) { return size.macro == macro; });
}

std::string valueOf(const std::string& macro, const std::vector<std::string>& defines) {
  std::string value = std::to_string(sizeInfo(macro).value);
  for (const std::string& define : defines)
    if (define.starts_with(macro + "=")) value = define.substr(macro.size() + 1);
  return value;
}

/// A size for people: its value and its name.
std::string shown(const std::string& macro, const std::vector<std::string>& defines) {
  return valueOf(macro, defines) + " (" + macro + ")";
}

/// Whether the file has a function, a variable, a constant or a type of this name.
bool isDeclared(const std::string& name, const clang::ASTContext& context) {
  for (const clang::NamedDecl* declaration :
       context.getTranslationUnitDecl()->lookup(clang::DeclarationName(&context.Idents.get(name))))
    if (!llvm::isa<clang::TagDecl>(declaration)) return true;
  return false;
}

std::string quoted(const std::string& name) { return "'" + name + "'"; }

/// An array of constant size, whichever way its elements are written.
const clang::ConstantArrayType* constantArray(clang::QualType type) {
  return llvm::dyn_cast_or_null<clang::ConstantArrayType>(type->getAsArrayTypeUnsafe());
}

std::string countOf(const clang::ConstantArrayType& array) { return std::to_string(array.getSize().getZExtValue()); }

bool isInteger(clang::QualType type) {
  return type->isIntegerType() && !type->isBooleanType() && !type->isEnumeralType() && !isByte(type);
}

bool isDefined(const std::string& macro, const std::vector<std::string>& defines) {
  return std::ranges::any_of(
      defines, [&](const std::string& define) { return define == macro || define.starts_with(macro + "="); });
}

/// Large enough for a sum or a product to leave its type.
bool isWide(clang::QualType type, const clang::ASTContext& context) {
  return isInteger(type) && context.getTypeSize(type) >= 32;
}

} // namespace

HarnessWriter::HarnessWriter(clang::ASTContext& context, const clang::FunctionDecl& function, std::string called,
                             const std::vector<std::string>& defines, const Callers* callers, const Config& config)
    : context_(context), function_(function), called_(std::move(called)), defines_(defines), callers_(callers),
      config_(config, context, function, [this](const std::string& text) { assume(text); }),
      isOrdinary_(isDefined(kOrdinary, defines)), isMade_(isDefined(kMade, defines)) {
  for (const clang::Decl* declaration : context.getTranslationUnitDecl()->decls())
    if (const auto* other = llvm::dyn_cast<clang::FunctionDecl>(declaration);
        other != nullptr && other->isThisDeclarationADefinition()) {
      writtenTypes_.merge(passedBy(*other).writtenTypes);
      hasMain_ |= other->isMain();
    }
  if (callers != nullptr)
    hasMain_ |= std::ranges::any_of(callers->functions, [](const auto& entry) { return entry.first.second == "main"; });
}

std::span<const HarnessSize> harnessSizes() { return kSizes; }

std::string HarnessWriter::write(const std::string& entry, bool isMain) {
  hasLimits_ = !isMain;
  nameLocalRecords();
  const bool isInitialised = config_.initialises();
  if (!isInitialised)
    assume(std::string("globals have their first values") +
           (callers_ == nullptr ? "" : ", or such as functions of the project store in them") +
           ", and the function is called once");
  Lines body;
  body.open(isMain ? "int main(void)" : "void " + entry + "(void)");
  if (isInitialised)
    config_.initialise(body);
  else
    fillGlobals(body);
  const Contract contract = contractOf(function_);
  if (contract.empty() || isMain)
    body.add(call(body, function_, called_, "") + ";");
  else
    callByContract(body, contract);
  if (isMain) body.add("return 0;");
  body.close();
  return placed(helpers() + "\n" + body.text(), isMain ? "" : nameOfHarness(function_.getNameAsString()));
}

std::string HarnessWriter::call(Lines& out, const clang::FunctionDecl& function, const std::string& called,
                                const std::string& first, const BeforeCall& before) {
  Parameters made = parameters(out, function);
  if (!first.empty()) {
    made.places.front().text = first;
    made.places.front().isThere = true;
    made.relations.front() = {};
  }
  const clang::QualType result = function.getReturnType();
  const std::string kept = result->isPointerType() ? fresh("result") : "";
  if (!kept.empty()) out.add("static " + declared(result, kept, context_) + "; /* what it leads to is not lost */");
  std::string arguments;
  std::vector<std::string> names;
  bool isAsDeclared = true;
  for (const Place& place : made.places) {
    const clang::QualType type = function.getParamDecl(names.size())->getType();
    const bool isNested = place.type->isPointerType() && place.type->getPointeeType()->isPointerType();
    const bool isOther = place.type->isPointerType() && !type->isFunctionPointerType() &&
                         !context_.hasSameUnqualifiedType(place.type->getPointeeType(), type->getPointeeType());
    isAsDeclared &= !isOther || type->isVoidPointerType();
    arguments += (arguments.empty() ? "" : ", ") + std::string(isNested || isOther ? "(void *)" : "") + place.text;
    names.push_back(place.text);
  }
  const Places places = made.places;
  fillParameters(out, function, std::move(made));
  config_.applyConditions(function, out, places);
  if (before) before(places);
  if (isAsDeclared)
    for (const std::string& condition : assertedAtBegin(function, names)) {
      out.add("__VERIFIER_assume(" + condition + ");");
      assume("what '" + function.getNameAsString() + "' asserts at its beginning: " + condition);
    }
  return (kept.empty() ? "" : kept + " = ") + called + "(" + arguments + ")";
}

/// A struct that is declared in the list of parameters has no name elsewhere. It gets one, by which it is declared once
/// more, and the function is called as one that takes such structs.
void HarnessWriter::nameLocalRecords() {
  for (const clang::ParmVarDecl* parameter : function_.parameters()) {
    clang::QualType type = parameter->getType();
    while (type->isPointerType() || type->isArrayType())
      type = type->isPointerType() ? type->getPointeeType() : type->getAsArrayTypeUnsafe()->getElementType();
    const clang::RecordDecl* record = recordOf(type);
    if (record == nullptr || !record->isCompleteDefinition() || names_.contains(nameOf(*record))) continue;
    if (!nameOf(*record).empty() && !llvm::isa<clang::FunctionDecl>(record->getDeclContext())) continue;
    const std::string name = fresh(parameter->getName().empty() ? "parameter" : parameter->getName().str() + "_type");
    const_cast<clang::RecordDecl*>(record)->setDeclName(
        &context_.Idents.get(name)); // the tree is of this harness alone
    llvm::raw_string_ostream out(records_);
    record->print(out, clang::PrintingPolicy(context_.getLangOpts()));
    out << ";\n";
  }
  if (!records_.empty())
    called_ = "((" + spelled(context_.getPointerType(function_.getType()), context_) + ")" + called_ + ")";
}

HarnessWriter::Parameters HarnessWriter::parameters(Lines& out, const clang::FunctionDecl& function) {
  Places places;
  for (const clang::ParmVarDecl* parameter : function.parameters()) {
    const clang::QualType type = parameter->getType().getUnqualifiedType();
    const std::string shown =
        parameter->getName().empty() ? "argument" + std::to_string(places.size() + 1) : parameter->getName().str();
    if (!canBeSpelled(type) || type.getCanonicalType()->isVariablyModifiedType())
      throw InputError("no harness can be made for '" + function_.getNameAsString() + "': the type of its parameter " +
                       quoted(shown) + " cannot be written elsewhere");
    Place place{fresh(shown), type, quoted(shown)};
    if (const clang::ConstantArrayType* array = constantArray(parameter->getOriginalType()))
      place.count = countOf(*array);
    // A pointer to const objects is made as one to objects that can be written.
    const bool isObject = type->isPointerType() && !type->isFunctionPointerType();
    if (isObject) place.type = context_.getPointerType(type->getPointeeType().getUnqualifiedType());
    places.push_back(place);
  }
  const std::vector<ParameterUse> uses = usesOfParameters(function);
  std::vector<Relation> relations = relationsOf(places, false);
  relateByUse(function, places, uses, relations);
  const FunctionCalls* calls = callsOf(function);
  const auto callsWith = [&](size_t i) {
    return calls != nullptr && i < calls->parameters.size() ? &calls->parameters[i] : nullptr;
  };
  for (size_t i = 0; i < places.size(); ++i) {
    // A name says less than what is done: the only struct there is, room for a text, a string beside a block.
    const bool isStruct = places[i].type->isPointerType() && recordOf(places[i].type->getPointeeType()) != nullptr;
    const bool isOne =
        !uses[i].isPassedOn && ((isStruct && !uses[i].isMoved) || (uses[i].isWritten && !uses[i].isRead));
    const ParameterCalls* known = callsWith(i);
    const bool isString = known != nullptr && known->calls > 0 && known->literals == known->calls;
    if (relations[i].length && !uses[i].length && (isOne || (isString && *relations[i].length != i + 1)))
      relations[i].length.reset();
  }
  config_.applyLengths(function, places, relations);
  for (size_t i = 0; i < places.size(); ++i)
    if (uses[i].index && !isRelated(relations, i) && !isRelated(relations, *uses[i].index) &&
        isArrayOfUnknownLength(places[i], callsWith(i))) {
      relations[i].length = uses[i].index;
      relations[i].isIndex = true;
    }
  for (size_t i = 0; i < places.size(); ++i) {
    Place& place = places[i];
    if (place.type->isPointerType() && !place.type->isFunctionPointerType() && !function.isMain())
      refine(place, uses[i], callsWith(i), calls != nullptr && calls->isClosed,
             place.count.empty() && !isRelated(relations, i));
    // A few calls of what others may call as well say little.
    constexpr uint32_t kManyCalls = 3;
    if (const ParameterCalls* known = callsWith(i); known != nullptr && known->calls > 0 && known->others == 0)
      if (isInteger(place.type.getCanonicalType()) && (calls->isClosed || known->calls >= kManyCalls))
        place.numbers = known->numbers;
    if (const ParameterCalls* known = callsWith(i); known != nullptr && known->calls > 0 && !isRelated(relations, i))
      if (calls->isClosed || known->calls >= kManyCalls) place.objects = globalsPassed(place, *known, context_);
    if (!place.objects.empty()) states_.insert(place.name);
    out.add((isScalar(place.type) ? "" : "static ") + declared(place.type, place.text, context_) + ";");
  }
  for (Place& place : places)
    if (isNeverNull(function, *function.getParamDecl(static_cast<unsigned>(&place - places.data())))) {
      place.mayBeNull = place.isTested = false;
      assume(place.name + " is not null: an attribute says so");
    }
  config_.applyNulls(function, places);
  return {std::move(places), std::move(relations)};
}

std::vector<Relation> HarnessWriter::relationsOf(const Places& places, bool areFields) {
  std::vector<Slot> slots;
  for (const Place& place : places) {
    Slot slot{Slot::Other, place.name.substr(1, place.name.find('\'', 1) - 1)};
    const clang::QualType type = place.type.getCanonicalType();
    if (isInteger(type)) slot.kind = Slot::Integer;
    if (type->isPointerType() && !type->isFunctionPointerType() && place.count.empty()) {
      slot.kind = Slot::Pointer;
      slot.target = spelled(type->getPointeeType(), context_);
    }
    if (type->isArrayType()) {
      slot.kind = Slot::Array;
      const clang::ConstantArrayType* array = constantArray(type);
      slot.count = array != nullptr ? countOf(*array) : size(kElements);
    }
    slots.push_back(std::move(slot));
  }
  return relate(slots, areFields);
}

void HarnessWriter::fillParameters(Lines& out, const clang::FunctionDecl& function, Parameters parameters) {
  Places& places = parameters.places;
  const bool hasArgv = places.size() > 1 && places[0].name == "'argc'" && places[1].name == "'argv'";
  if (function.isMain() || hasArgv) return fillMainArguments(out, places);
  if (function.isVariadic()) {
    assume("no arguments follow those that are declared");
    Place& last = places.back();
    last.isFormat = last.type->isPointerType() && isByte(last.type->getPointeeType());
    if (!last.isFormat) { // it will look for some
      states_.insert(quoted("..."));
      if (isMade_) out.add("__VERIFIER_assume(0); /* no arguments follow */");
    }
  }
  fillAll(out, places, parameters.relations);
}

void HarnessWriter::fillMainArguments(Lines& out, const Places& places) {
  if (places.empty()) return;
  const std::string count = places[0].text;
  fill(out, places[0]);
  out.add("__VERIFIER_assume(1 <= " + count + ");");
  out.add(within(count + " <= " + size(kElements), limit(kElements, "", "arguments of main")));
  assume("at most " + shown(kElements, defines_) + " arguments of main, its name among them");
  if (places.size() < 2) return;
  Place vector = places[1];
  out.add(vector.text + " = harness_array(" + count + " + 1, sizeof *" + vector.text + ");");
  vector.count = count;
  fillTarget(out, vector);
  out.add(vector.text + "[" + count + "] = 0;");
  if (places.size() < 3) return;
  out.add(places[2].text + " = " + blockOf("sizeof *" + places[2].text) + ";");
  out.add("*" + places[2].text + " = 0;");
  assume("the environment is empty");
}

void HarnessWriter::fillAll(Lines& out, const Places& places, const std::vector<Relation>& relations) {
  std::vector<bool> isDone(places.size());
  /// What an integer that is a length may be at most: bytes are cheaper than others.
  const auto mostOf = [&](size_t slot) -> std::string {
    bool isLength = false, isBytes = true;
    for (size_t i = 0; i < places.size(); ++i)
      if (relations[i].length == slot) {
        isLength = true;
        const clang::QualType target = places[i].type->getPointeeType();
        isBytes &= isByte(target) || target->isVoidType();
      }
    return !isLength ? "" : isBytes ? kString : kElements;
  };
  const auto fillInteger = [&](size_t slot) {
    if (isDone[slot]) return;
    isDone[slot] = true;
    const std::string most = mostOf(slot);
    fill(out, places[slot]);
    if (most.empty()) return;
    if (places[slot].type->isSignedIntegerType()) out.add("__VERIFIER_assume(0 <= " + places[slot].text + ");");
    out.add(within(places[slot].text + " <= " + size(most), limitOfBlocks(most)));
    assume(places[slot].name + " is at most " + shown(most, defines_));
  };
  for (size_t i = 0; i < places.size(); ++i) {
    const Place& place = places[i];
    const Relation& relation = relations[i];
    if (isDone[i] || place.isThere) continue;
    if (relation.length) {
      fillInteger(*relation.length);
      Place pointer = place;
      pointer.count = relation.isIndex ? "((__SIZE_TYPE__)" + places[*relation.length].text + " + 1)"
                                       : places[*relation.length].text;
      assume(place.name + " leads to exactly " + places[*relation.length].name + (relation.isIndex ? " + 1" : "") +
             " elements");
      fillPointer(out, pointer);
    } else if (relation.end) {
      fillEnd(out, place, places[*relation.end], relation.isCursor);
      isDone[*relation.end] = true;
    } else if (relation.within) {
      fillInteger(*relation.within);
      fillBounded(out, place, "<= " + places[*relation.within].text);
      assume(place.name + " is at most " + places[*relation.within].name);
    } else if (!relation.most.empty() || !relation.below.empty()) {
      const bool isIndex = !relation.below.empty();
      fillBounded(out, place, isIndex ? "< " + relation.below : "<= " + relation.most);
      assume(place.name + " is " + (isIndex ? "less than " + relation.below : "at most " + relation.most));
    } else if (!mostOf(i).empty()) {
      fillInteger(i);
    } else {
      fill(out, place);
    }
    isDone[i] = true;
  }
}

void HarnessWriter::fillBounded(Lines& out, const Place& place, const std::string& bound) {
  fill(out, place);
  const std::string sign = place.type->isSignedIntegerType() ? "0 <= " + place.text + " && " : "";
  if (!bound.empty()) out.add("__VERIFIER_assume(" + sign + place.text + " " + bound + ");");
}

void HarnessWriter::fillEnd(Lines& out, const Place& begin, const Place& end, bool isCursor) {
  const clang::QualType element = end.type->getPointeeType();
  const bool isBytes = isByte(element) || element->isVoidType();
  const std::string most = size(isBytes ? kString : kElements);
  const std::string length = fresh("length");
  out.open("");
  out.add("__SIZE_TYPE__ " + length + " = " + input("ulong") + ";");
  out.add(within(length + " <= " + most, limitOfBlocks(most)));
  Place first = begin;
  if (isCursor) {
    out.add(begin.text + " = " + blockOf("sizeof *" + begin.text) + ";");
    first.text = "(*" + begin.text + ")";
    first.type = begin.type->getPointeeType();
  }
  out.add(first.text + " = harness_array(" + length + ", sizeof *" + first.text + ");");
  first.count = length;
  fillTarget(out, first);
  out.add(end.text + " = (void *)(" + first.text + " + " + length + ");");
  out.close();
  assume(end.name + " points behind the last element of what " + begin.name + " leads to, at most " +
         shown(most, defines_) + " elements");
}

void HarnessWriter::fill(Lines& out, const Place& place) {
  const clang::QualType type = place.type.getCanonicalType();
  if (type->isPointerType()) return fillPointer(out, place);
  if (type->isEnumeralType()) return fillEnum(out, place);
  const std::string kind = inputName(type);
  if (type->isBooleanType() || (!place.isAny && !kind.empty())) {
    out.add(place.text + " = " + input(kind) + ";");
    return keepOrdinary(out, place);
  }
  if (!place.isAny) out.add("__VERIFIER_nondet_memory((void *)&" + place.text + ", sizeof " + place.text + ");");
  if (takesAnything(type)) return;
  if (isInteger(type)) return keepOrdinary(out, place);
  Place any = place;
  any.isAny = true;
  if (const clang::ConstantArrayType* array = constantArray(type))
    fillArray(out, any, array->getElementType(), countOf(*array));
  else if (type->isArrayType()) // a flexible one: sizes of blocks count with it
    fillArray(out, any, type->getAsArrayTypeUnsafe()->getElementType(), size(kElements));
  else if (recordOf(type) != nullptr)
    fillRecord(out, any);
  else
    throw InputError("no harness can be made for '" + function_.getNameAsString() + "': " + place.name +
                     " has the type '" + spelled(place.type, context_) + "'");
}

/// Leaves out numbers that no caller would think of, where that is wanted.
void HarnessWriter::keepOrdinary(Lines& out, const Place& place) {
  if (!place.numbers.empty()) {
    states_.insert(place.name);
    std::string condition;
    for (const int64_t number : place.numbers)
      condition += (condition.empty() ? "" : " || ") + place.text + " == " + std::to_string(number);
    if (isMade_) out.add("__VERIFIER_assume(" + condition + ");");
  }
  if (!isWide(place.type.getCanonicalType(), context_)) return;
  hasNumbers_ = true;
  if (!isOrdinary_) return;
  const std::string below =
      place.type->isSignedIntegerType() ? std::string("-") + kOrdinary + " <= " + place.text + " && " : "";
  out.add("__VERIFIER_assume(" + below + place.text + " <= " + kOrdinary + ");");
}

void HarnessWriter::fillEnum(Lines& out, const Place& place) {
  const clang::EnumDecl* type = place.type->castAs<clang::EnumType>()->getDecl()->getDefinition();
  out.add(place.text + " = " + input("int") + ";");
  if (type == nullptr) return;
  std::string condition;
  for (const clang::EnumConstantDecl* constant : type->enumerators())
    condition += (condition.empty() ? "" : " || ") + place.text + " == " + constant->getNameAsString();
  if (condition.empty()) return;
  out.add("__VERIFIER_assume(" + condition + ");");
  assume(place.name + " is one of the constants of its enumeration");
}

void HarnessWriter::fillPointer(Lines& out, const Place& place) {
  const clang::QualType target = place.type->getPointeeType();
  const clang::RecordDecl* record = recordOf(target);
  const bool isOpaque = target->isIncompleteType() && !target->isVoidType() && !isStream(target);
  if (isOpaque && !place.mayBeNull)
    throw InputError("no harness can be made for '" + function_.getNameAsString() + "': " + place.name + " leads to '" +
                     spelled(target, context_) + "', of which the file does not say what is in it");
  const bool isCallback = target->isFunctionType() && place.mayBeNull && !place.isTested;
  if (isCallback) states_.insert(place.name);
  if (!place.mayBeNull || (isCallback && isMade_)) return makeTarget(out, place);
  out.add(place.text + " = 0;");
  if (isOpaque || (record != nullptr && !canBeSpelled(target) && !isPlain(target)))
    return assume(place.name + " is null: the file does not say what it leads to");
  const bool isCounted = !place.depth.empty() && record != nullptr && isRecursive(*record);
  std::string condition = isCounted ? place.depth + " > 0 && " + input("bool") : input("bool");
  const bool isPaired = !place.count.empty() && !place.isTested;
  if (isPaired) condition = place.count + " != 0 || " + condition;
  if (isCounted)
    assume(place.name + " is null or leads to an object of its own, at most " + shown(kDepth, defines_) + " in a row");
  else
    assume(place.name + " is null" + (isPaired ? ", where it has no elements," : "") +
           " or leads to an object of its own");
  out.open("if (" + condition + ")");
  makeTarget(out, place);
  out.close();
  if (isCounted && hasLimits_) {
    out.open("else if (" + place.depth + " == 0)");
    out.add("__assay_limit(" + input("bool") + ", \"" + limit(kDepth, "", "objects of a kind behind each other") +
            "\");");
    out.close();
  }
}

/// Gives the pointer something to lead to.
void HarnessWriter::makeTarget(Lines& out, const Place& place) {
  const clang::QualType target = place.type->getPointeeType();
  const std::string& text = place.text;
  const auto set = [&](const std::string& value) { out.add(text + " = " + value + ";"); };
  if (isMade_ && !place.objects.empty()) {
    std::string value = "(void *)" + place.objects.back();
    for (size_t i = 0; i + 1 < place.objects.size(); ++i)
      value = input("bool") + " ? (void *)" + place.objects[i] + " : " + value;
    return set(value);
  }
  if (target->isFunctionType()) return set(callback(place));
  if (isStream(target)) {
    assume(place.name + " is the standard input or output");
    return set(input("bool") + " ? stdin : stdout");
  }
  if (const clang::RecordDecl* record = recordOf(target); record != nullptr && record->getName() == "__va_list_tag")
    throw InputError("no harness can be made for '" + function_.getNameAsString() + "': " + place.name +
                     " is a va_list, which only a variadic function has");
  const clang::RecordDecl* state = recordOf(target);
  const bool isByConfig = state != nullptr && place.count.empty() && config_.hasMakers(*state);
  const bool isState = state != nullptr && !isByConfig && isKept(*state);
  if (isState) states_.insert(quoted(spelled(context_.getRecordType(state), context_)));
  const std::string maker = isByConfig || (isState && isMade_ && place.count.empty()) ? makerOf(*state) : "";
  if (!maker.empty()) return set(maker + "()");
  if (isState && isMade_ && !isPlain(target)) out.add("__VERIFIER_assume(0); /* no function is seen to make one */");
  if (place.isList) {
    const std::string number = fresh("number");
    out.open("");
    out.add("__SIZE_TYPE__ " + number + " = " + input("ulong") + ";");
    out.add(within(number + " <= " + size(kElements), limitOfBlocks(kElements)));
    out.add(text + " = harness_array(" + number + " + 1, sizeof *" + text + ");");
    Place list = place;
    list.count = number;
    fillTarget(out, list);
    out.add(text + "[" + number + "] = 0;");
    return out.close();
  }
  if (!place.count.empty()) {
    set("harness_array(" + place.count + ", sizeof *" + text + ")");
    if (place.isOutput) return;
    if (!place.isText) return fillTarget(out, place);
    const std::string end = fresh("end");
    out.open("");
    out.add("__SIZE_TYPE__ " + end + " = " + input("ulong") + ";");
    out.add("__VERIFIER_assume(" + end + " < " + place.count + ");");
    out.add(text + "[" + end + "] = 0;");
    return out.close();
  }
  if (isByte(target)) {
    hasString_ = true;
    hasFormat_ |= place.isFormat;
    size(kString);
    assume(place.name + " is a string of at most " + shown(kString, defines_) + " characters" +
           (place.isFormat ? ", without %" : ""));
    return set(place.isFormat ? "(void *)harness_format()" : "(void *)harness_string()");
  }
  if (target->isVoidType()) {
    assume(place.name + " leads to " + shown(kString, defines_) + " bytes");
    return set(blockOf(size(kString)));
  }
  std::string bytes = "sizeof *" + text;
  const clang::RecordDecl* record = recordOf(target);
  if (record != nullptr && record->hasFlexibleArrayMember()) {
    const clang::FieldDecl* last = nullptr;
    for (const clang::FieldDecl* field : record->fields()) last = field;
    bytes += " + " + size(kElements) + " * sizeof " + text + "->" + last->getNameAsString() + "[0]";
    assume("the last field of what " + place.name + " leads to has " + shown(kElements, defines_) + " elements");
  }
  if (!place.mayBeNull) assume(place.name + " leads to one object of its own");
  set(blockOf(bytes));
  fillTarget(out, place);
}

/// Makes good what the pointer leads to: any bytes, so far.
void HarnessWriter::fillTarget(Lines& out, const Place& place) {
  const clang::QualType target = place.type->getPointeeType();
  if (target->isVoidType() || takesAnything(target)) return;
  if (const clang::RecordDecl* record = recordOf(target); record != nullptr && canBeSpelled(target)) {
    const std::string filler = fillerOf(*record);
    const std::string depth =
        !isRecursive(*record) ? "" : ", " + (place.depth.empty() ? size(kDepth) : place.depth + " - 1");
    if (place.count.empty()) return out.add(filler + "((void *)" + place.text + depth + ");");
    const std::string index = fresh("i");
    out.open("");
    out.add("__SIZE_TYPE__ " + index + ";");
    out.add("for (" + index + " = 0; " + index + " < " + place.count + "; " + index + "++) " + filler + "((void *)&" +
            place.text + "[" + index + "]" + depth + ");");
    return out.close();
  }
  Place object = place;
  const bool isBlock = target.isConstQualified();
  if (isBlock) {
    object.text = fresh("made");
    out.open("");
    out.add(declared(context_.getPointerType(target.getUnqualifiedType()), object.text, context_) + " = (void *)" +
            place.text + ";");
  }
  if (place.count.empty()) {
    Place one{"(*" + object.text + ")", target.getUnqualifiedType(), "what " + place.name + " leads to"};
    one.depth = place.depth;
    if (one.type->isPointerType()) states_.insert("what " + place.name + " leads to");
    if (place.leadsToOutput && one.type->isPointerType() && isScalar(one.type->getPointeeType())) {
      one.count = size(kBuffer);
      one.isOutput = true;
    }
    one.mayBeNull = !isMade_; // callers do not pass the address of a null pointer for nothing
    one.isAny = true;
    if (place.isCache && isMade_ && one.type->isPointerType())
      out.add(one.text + " = 0;");
    else
      fill(out, one);
  } else {
    object.isAny = true;
    object.mayBeNull &= !place.isTested && !place.isList;
    fillArray(out, object, target.getUnqualifiedType(), place.count);
  }
  if (isBlock) out.close();
}

void HarnessWriter::fillArray(Lines& out, const Place& array, clang::QualType element, const std::string& count) {
  if (takesAnything(element)) return;
  const std::string index = fresh("i");
  out.open("");
  out.add("__SIZE_TYPE__ " + index + ";");
  out.open("for (" + index + " = 0; " + index + " < " + count + "; " + index + "++)");
  Place one = array;
  one.text += "[" + index + "]";
  one.type = element;
  one.name = "each element of " + array.name;
  one.count.clear();
  one.isAny = true;
  one.isTested = one.isText = one.isList = one.isOutput = false;
  fill(out, one);
  out.close();
  out.close();
}

bool HarnessWriter::takesAnything(clang::QualType type) {
  if (!isPlain(type)) return false;
  while (type->isArrayType()) type = type->getAsArrayTypeUnsafe()->getElementType();
  const clang::RecordDecl* record = recordOf(type);
  if (record == nullptr) {
    hasNumbers_ |= isWide(type, context_);
    return !isOrdinary_ || !isWide(type, context_);
  }
  if (config_.knows(*record) || countOfLast(*record) != nullptr) return false;
  const Places fields = fieldsOf({"object", type, "'object'"}, context_);
  for (const Place& field : fields)
    if (!takesAnything(field.type)) return false;
  return record->isUnion() || std::ranges::all_of(relationsOf(fields, true), [](const Relation& relation) {
           return relation.most.empty() && relation.below.empty();
         });
}

void HarnessWriter::fillRecord(Lines& out, const Place& place) {
  const clang::RecordDecl* record = recordOf(place.type);
  Places fields = fieldsOf(place, context_);
  if (!record->isUnion()) {
    std::vector<Relation> relations = relationsOf(fields, true);
    if (const clang::FieldDecl* count = countOfLast(*record))
      for (size_t i = 0; i < fields.size(); ++i)
        if (plainName(fields[i]) == count->getName()) {
          relations[i] = {};
          relations[i].most = size(kElements);
        }
    config_.applyToFields(*record, fields, relations);
    fillAll(out, fields, relations);
    return config_.checkFields(*record, out, fields, place.text);
  }
  out.open("switch (" + input("int") + ")");
  for (size_t i = 0; i < fields.size(); ++i) {
    out.open((i + 1 == fields.size() ? "default:" : "case " + std::to_string(i) + ":"));
    fill(out, fields[i]);
    out.add("break;");
    out.close();
  }
  out.close();
  assume("any field of a union may be the one that holds its value");
}

/// A function of the type that the pointer leads to, which returns any value.
std::string HarnessWriter::callback(const Place& place) {
  const auto* type = place.type->getPointeeType()->castAs<clang::FunctionType>();
  const std::string plain = place.name.substr(1, place.name.find('\'', 1) - 1);
  const std::string name = fresh("any_" + plain);
  std::string parameters;
  if (const auto* prototype = llvm::dyn_cast<clang::FunctionProtoType>(type)) {
    for (const clang::QualType parameter : prototype->param_types())
      parameters += (parameters.empty() ? "" : ", ") + declared(parameter, fresh("a"), context_);
    if (parameters.empty()) parameters = "void";
    if (prototype->isVariadic()) parameters += ", ...";
  }
  const std::string head = declared(type->getReturnType(), name + "(" + parameters + ")", context_);
  prototypes_ += "static " + head + ";\n";
  Lines body;
  body.open("static " + head);
  if (!type->getReturnType()->isVoidType()) {
    const std::string result = fresh("result");
    body.add(declared(type->getReturnType(), result, context_) + ";"); // of each thread its own
    Place value{result, type->getReturnType().getUnqualifiedType(), "the result of " + place.name};
    value.mayBeNull = true;
    fill(body, value);
    body.add("return " + result + ";");
  }
  body.close();
  fillerTexts_ += "\n" + body.text();
  assume(place.name + " leads to a function that returns any value and writes nothing");
  return name;
}

std::string HarnessWriter::fillerOf(const clang::RecordDecl& record) {
  if (const auto known = fillers_.find(&record); known != fillers_.end()) return known->second;
  const std::string name = fresh("fill_" + nameOf(record));
  fillers_.emplace(&record, name);
  const bool isDeep = isRecursive(record);
  const std::string object = fresh("object"), depth = isDeep ? fresh("depth") : "";
  const clang::QualType type = context_.getRecordType(&record);
  const std::string head = "static void " + name + "(" + declared(context_.getPointerType(type), object, context_) +
                           (isDeep ? ", int " + depth : "") + ")";
  prototypes_ += head + ";\n";
  Lines body;
  body.open(head);
  Place place{"(*" + object + ")", type, quoted(object)};
  place.depth = depth;
  place.isAny = true;
  fillRecord(body, place);
  body.close();
  fillerTexts_ += "\n" + body.text();
  return name;
}

std::string HarnessWriter::input(const std::string& name) {
  static const std::map<std::string, std::string> kTypes = {
      {"bool", "_Bool"},          {"schar", "signed char"},
      {"uchar", "unsigned char"}, {"ushort", "unsigned short"},
      {"uint", "unsigned int"},   {"ulong", "unsigned long"},
      {"longlong", "long long"},  {"ulonglong", "unsigned long long"}};
  const auto type = kTypes.find(name);
  inputs_["__VERIFIER_nondet_" + name] = type == kTypes.end() ? name : type->second;
  return "__VERIFIER_nondet_" + name + "()";
}

std::string HarnessWriter::size(const std::string& macro) {
  sizes_.insert(macro);
  return macro;
}

std::string HarnessWriter::shownSize(const std::string& macro) const { return shown(macro, defines_); }

std::string HarnessWriter::fresh(const std::string& name) {
  std::string result = name;
  for (unsigned number = 2; names_.contains(result) || isDeclared(result, context_); ++number)
    result = name + std::to_string(number);
  names_.insert(result);
  return result;
}

void HarnessWriter::assume(const std::string& text) {
  if (std::ranges::find(assumptions_, text) == assumptions_.end()) assumptions_.push_back(text);
}

std::string HarnessWriter::within(const std::string& condition, const std::string& limit) const {
  return hasLimits_ ? "__assay_limit_of_size(" + condition + ", \"" + limit + "\");"
                    : "__VERIFIER_assume(" + condition + ");";
}

std::string HarnessWriter::limit(const std::string& macro, const std::string& before, const std::string& behind) const {
  return before + "at most " + valueOf(macro, defines_) + " " + behind;
}

/// Of blocks whose length is another argument.
std::string HarnessWriter::limitOfBlocks(const std::string& macro) const {
  return limit(macro, "arrays of ", macro == kString ? "bytes" : "elements");
}

/// What stands before the function itself.
std::string HarnessWriter::helpers() const {
  Lines out;
  for (const std::string& macro : sizes_) {
    const HarnessSize& info = sizeInfo(macro);
    out.add("#ifndef " + macro);
    out.add("#define " + macro + " " + std::to_string(info.value) + " /* " + info.meaning + " */");
    out.add("#endif");
  }
  std::map<std::string, std::string> inputs = inputs_;
  if (hasString_) inputs["__VERIFIER_nondet_ulong"] = "unsigned long";
  for (const auto& [name, type] : inputs)
    if (!isDeclared(name, context_)) out.add("extern " + type + " " + name + "(void);");
  if (!isDeclared("__VERIFIER_nondet_memory", context_))
    out.add("extern void __VERIFIER_nondet_memory(void *, __SIZE_TYPE__);");
  if (!isDeclared("__VERIFIER_assume", context_)) out.add("extern void __VERIFIER_assume(int);");
  if (hasNumbers_) out.add(std::string("/* ") + kOrdinary + " is the most that integers are, if it is defined. */");
  std::string states;
  for (const std::string& state : states_) states += (states.empty() ? "" : ", ") + state;
  if (!states.empty())
    out.add(std::string("/* With ") + kMade + ", only functions of the project make " + states + " */");
  if (hasContract_) out.add("extern void __assert_fail(const char *, const char *, unsigned int, const char *);");
  if (hasLimits_) out.add("extern void __assay_limit(int, const char *), __assay_limit_of_size(int, const char *);");
  out.add("");
  out.add("/* A block that holds any bytes. The function may free it, and need not. */");
  if (!isDeclared(kMakesCallersBlock, context_)) out.add(std::string("extern void *") + blockOf("__SIZE_TYPE__") + ";");
  out.open("static __inline__ void *harness_array(__SIZE_TYPE__ count, __SIZE_TYPE__ size)");
  out.add("__SIZE_TYPE__ bytes;");
  out.add("__VERIFIER_assume(!__builtin_mul_overflow(count, size, &bytes));");
  out.add("return " + blockOf("bytes") + ";");
  out.close();
  if (hasString_) {
    out.add("\n/* Any string. */");
    out.open("static char *harness_string(void)");
    out.add("__SIZE_TYPE__ length = __VERIFIER_nondet_ulong();");
    out.add("char *text;");
    out.add(within(std::string("length <= ") + kString, limit(kString, "strings of ", "characters")));
    out.add("__VERIFIER_assume(length + 1 != 0);");
    out.add("text = " + blockOf("length + 1") + ";");
    out.add("text[length] = 0;");
    out.add("return text;");
    out.close();
  }
  if (hasFormat_) {
    out.add("\n/* Any string that asks for no arguments. */");
    out.open("static char *harness_format(void)");
    out.add("char *text = harness_string(), *at;");
    out.add("for (at = text; *at; at++) __VERIFIER_assume(*at != '%');");
    out.add("return text;");
    out.close();
  }
  const std::string prototypes = prototypes_ + config_.prototypes();
  return records_ + out.text() + (prototypes.empty() ? "" : "\n" + prototypes) + fillerTexts_;
}

} // namespace assay
