#include "frontend/harness/harness_config.h"

#include "frontend/harness/types.h"
#include "util/error.h"
#include "util/suggestion.h"

#include <algorithm>
#include <cctype>

namespace assay {

namespace {

bool isIntegral(clang::QualType type) { return type->isIntegerType() && !type->isBooleanType(); }

bool isObjectPointer(clang::QualType type) { return type->isPointerType() && !type->isFunctionPointerType(); }

bool leadsTo(clang::QualType type, const clang::RecordDecl& record) {
  return type->isPointerType() && recordOf(type->getPointeeType()) == &record;
}

bool isSame(const clang::FunctionDecl& one, const clang::FunctionDecl& other) {
  return one.getCanonicalDecl() == other.getCanonicalDecl();
}

} // namespace

HarnessConfig::HarnessConfig(const Config& config, clang::ASTContext& context, const clang::FunctionDecl& function,
                             Assume assume)
    : config_(config), context_(context), function_(function), assume_(std::move(assume)) {
  for (const auto& [name, type] : config.types)
    if (const clang::RecordDecl* record = recordNamed(name, context); record != nullptr) types_[record] = &type;
}

void HarnessConfig::initialise(Lines& out) {
  std::string names;
  for (const ConfigWord& word : config_.initialise) {
    if (word.text == function_.getNameAsString()) break; // it is called itself now
    const clang::FunctionDecl* function = functionNamed(word.text);
    if (function != nullptr && function->getNumParams() > 0)
      throw InputError(config_.place(word.line) + "'" + word.text + "' takes parameters");
    if (function == nullptr) prototypes_ += "extern void " + word.text + "();\n";
    out.add(word.text + "();");
    names += (names.empty() ? "'" : ", '") + word.text + "'";
  }
  assume_("globals have their first values" +
          (names.empty() ? "" : ", changed by " + names + " (" + config_.file + ")") +
          ", and the function is called once");
}

void HarnessConfig::applyLengths(const clang::FunctionDecl& function, ArgumentPlaces& places,
                                 std::vector<Relation>& relations) const {
  if (const FunctionConfig* config = functionOf(function))
    relate(*config, partsOf(function, places), places, relations);
}

void HarnessConfig::applyNulls(const clang::FunctionDecl& function, ArgumentPlaces& places) const {
  if (const FunctionConfig* config = functionOf(function)) setNulls(*config, partsOf(function, places), places);
}

void HarnessConfig::applyConditions(const clang::FunctionDecl& function, Lines& out,
                                    const ArgumentPlaces& places) const {
  const FunctionConfig* config = functionOf(function);
  if (config == nullptr) return;
  bound(*config, partsOf(function, places), out);
  std::map<std::string, std::string> names;
  for (const ArgumentPlace& place : places) names[plainName(place)] = place.text;
  for (const ConfigWord& condition : config->assume) {
    out.addAt(config_.file, condition.line, "__VERIFIER_assume(" + renamed(condition.text, names) + ");");
    assume_(condition.text + " (" + config_.file + ":" + std::to_string(condition.line) + ")");
  }
}

void HarnessConfig::applyToFields(const clang::RecordDecl& record, ArgumentPlaces& fields,
                                  std::vector<Relation>& relations) const {
  const TypeConfig* config = typeOf(record);
  if (config == nullptr) return;
  const Parts parts = partsOf(record, fields);
  relate(*config, parts, fields, relations);
  setNulls(*config, parts, fields);
}

void HarnessConfig::checkFields(const clang::RecordDecl& record, Lines& out, const ArgumentPlaces& fields,
                                const std::string& object) {
  const TypeConfig* config = typeOf(record);
  if (config == nullptr) return;
  bound(*config, partsOf(record, fields), out);
  if (!config->valid || config->valid->text == function_.getNameAsString()) return;
  const std::string& name = config->valid->text;
  const clang::FunctionDecl* function = functionNamed(name);
  if (function != nullptr && (function->getNumParams() != 1 || !function->getParamDecl(0)->getType()->isPointerType()))
    throw InputError(config_.place(config->valid->line) + "'" + name + "' does not take such an object alone");
  if (function == nullptr) prototypes_ += "extern int " + name + "();\n";
  out.add("__VERIFIER_assume(" + name + "((void *)&" + object + ") != 0);");
  assume_("objects of type '" + nameOf(record) + "' are such that '" + name + "' holds (" + config_.file + ")");
}

bool HarnessConfig::hasMakers(const clang::RecordDecl& record) const {
  const TypeConfig* config = typeOf(record);
  return config != nullptr && std::ranges::any_of(config->make, [&](const ConfigWord& make) {
           const clang::FunctionDecl* function = functionNamed(make.text);
           return function != nullptr && !isSame(*function, function_);
         });
}

ObjectMakers HarnessConfig::makersOf(const clang::RecordDecl& record) const {
  const TypeConfig& config = *typeOf(record);
  ObjectMakers makers;
  std::string names;
  for (const ConfigWord& make : config.make) {
    const clang::FunctionDecl* function = functionNamed(make.text);
    if (function == nullptr || isSame(*function, function_)) continue;
    const bool isInitialising = function->getNumParams() > 0 && leadsTo(function->getParamDecl(0)->getType(), record);
    if (!isInitialising && !leadsTo(function->getReturnType(), record))
      throw InputError(config_.place(make.line) + "'" + make.text +
                       "' neither returns a pointer to such an object nor takes one first");
    (isInitialising ? makers.initialising : makers.returning).push_back(function);
    names += (names.empty() ? "'" : " or '") + make.text + "'";
  }
  for (const ConfigWord& change : config.change) {
    const clang::FunctionDecl* function = functionNamed(change.text);
    if (function == nullptr || isSame(*function, function_)) continue;
    if (function->getNumParams() == 0 || !leadsTo(function->getParamDecl(0)->getType(), record))
      throw InputError(config_.place(change.line) + "'" + change.text + "' does not take such an object first");
    makers.changing.push_back(function);
  }
  assume_("objects of type '" + nameOf(record) + "' are made by " + names + " (" + config_.file + ")");
  return makers;
}

HarnessConfig::Parts HarnessConfig::partsOf(const clang::FunctionDecl& function, const ArgumentPlaces& places) {
  return {places, "'" + function.getNameAsString() + "'", "parameter"};
}

HarnessConfig::Parts HarnessConfig::partsOf(const clang::RecordDecl& record, const ArgumentPlaces& fields) {
  return {fields, "'" + nameOf(record) + "'", "field"};
}

const FunctionConfig* HarnessConfig::functionOf(const clang::FunctionDecl& function) const {
  const auto found = config_.functions.find(function.getNameAsString());
  return found == config_.functions.end() ? nullptr : &found->second;
}

const TypeConfig* HarnessConfig::typeOf(const clang::RecordDecl& record) const {
  const auto found = types_.find(&record);
  return found == types_.end() ? nullptr : found->second;
}

size_t HarnessConfig::partNamed(const Parts& parts, const std::string& name, uint32_t line) const {
  std::vector<std::string> names;
  for (const ArgumentPlace& place : parts.places) names.push_back(plainName(place));
  const auto found = std::ranges::find(names, name);
  if (found != names.end()) return static_cast<size_t>(found - names.begin());
  throw InputError(config_.place(line) + parts.whole + " has no " + parts.kind + " '" + name + "'" +
                   suggestionFor(name, names));
}

void HarnessConfig::relate(const PartsConfig& config, const Parts& parts, ArgumentPlaces& places,
                           std::vector<Relation>& relations) const {
  for (const auto& [name, length] : config.lengths) {
    const size_t pointer = partNamed(parts, name, length.line);
    if (!isObjectPointer(places[pointer].type.getCanonicalType()))
      throw InputError(config_.place(length.line) + "'" + name + "' of " + parts.whole + " is no pointer to objects");
    relations[pointer] = {};
    for (Relation& other : relations)
      if (other.end == pointer) other.end.reset();
    if (std::isdigit(static_cast<unsigned char>(length.text[0])) != 0) {
      places[pointer].count = length.text;
      assume_(places[pointer].name + " leads to " + length.text + " elements (" + config_.file + ")");
      continue;
    }
    const size_t integer = partNamed(parts, length.text, length.line);
    if (!isIntegral(places[integer].type.getCanonicalType()))
      throw InputError(config_.place(length.line) + "'" + length.text + "' of " + parts.whole + " is no integer");
    relations[integer] = {};
    relations[pointer].length = integer;
  }
}

void HarnessConfig::setNulls(const PartsConfig& config, const Parts& parts, ArgumentPlaces& places) const {
  const auto set = [&](const ConfigWord& word, bool mayBeNull) {
    ArgumentPlace& place = places[partNamed(parts, word.text, word.line)];
    if (!place.type.getCanonicalType()->isPointerType())
      throw InputError(config_.place(word.line) + "'" + word.text + "' of " + parts.whole + " is no pointer");
    place.mayBeNull = place.isTested = mayBeNull;
    if (!mayBeNull) assume_(place.name + " is not null (" + config_.file + ")");
  };
  for (const ConfigWord& word : config.nonNull) set(word, false);
  for (const ConfigWord& word : config.mayBeNull) set(word, true);
}

void HarnessConfig::bound(const PartsConfig& config, const Parts& parts, Lines& out) const {
  for (const auto& [name, bounds] : config.bounds) {
    const ArgumentPlace& place = parts.places[partNamed(parts, name, bounds.line)];
    if (!isIntegral(place.type.getCanonicalType()))
      throw InputError(config_.place(bounds.line) + "'" + name + "' of " + parts.whole + " is no integer");
    const bool isSigned = place.type->isSignedIntegerOrEnumerationType();
    if (!isSigned && bounds.least.starts_with("-"))
      throw InputError(config_.place(bounds.line) + "'" + name + "' of " + parts.whole + " is never negative");
    const std::string least = isSigned || bounds.least != "0" ? bounds.least + " <= " + place.text + " && " : "";
    out.add("__VERIFIER_assume(" + least + place.text + " <= " + bounds.most + ");");
    assume_(place.name + " is from " + bounds.least + " to " + bounds.most + " (" + config_.file + ")");
  }
}

const clang::FunctionDecl* HarnessConfig::functionNamed(const std::string& name) const {
  for (const clang::NamedDecl* declaration :
       context_.getTranslationUnitDecl()->lookup(clang::DeclarationName(&context_.Idents.get(name))))
    if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration)) {
      const clang::FunctionDecl* definition = function->getDefinition();
      return definition != nullptr ? definition : function;
    }
  return nullptr;
}

} // namespace assay
