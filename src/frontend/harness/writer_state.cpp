// What functions of the project have done before the one that is called: values of globals, and objects as they are made.
#include "frontend/harness/types.h"
#include "frontend/harness/writer.h"

#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace assay {

namespace {

template <size_t N>
bool hasWord(const clang::FunctionDecl& function, const std::array<std::string_view, N>& wanted) {
  const std::vector<std::string> words = wordsOf(function.getNameAsString());
  return std::ranges::any_of(wanted,
                             [&](std::string_view word) { return std::ranges::find(words, word) != words.end(); });
}

constexpr std::array<std::string_view, 11> kBeginnings = {
    "init", "initialize", "initialise", "new", "create", "make", "alloc", "setup", "start", "reset", "begin"};
constexpr std::array<std::string_view, 14> kLasts = {"free",  "destroy", "delete", "fini",    "finish",
                                                     "close", "cleanup", "clear",  "release", "dispose",
                                                     "unref", "decref",  "done",   "deinit"};

bool allocates(const clang::FunctionDecl& function) {
  std::vector<const clang::Stmt*> todo = {function.getBody()};
  while (!todo.empty()) {
    const clang::Stmt* part = todo.back();
    todo.pop_back();
    if (part == nullptr) continue;
    if (const auto* call = llvm::dyn_cast<clang::CallExpr>(part))
      if (const clang::FunctionDecl* callee = call->getDirectCallee();
          callee != nullptr && callee->getIdentifier() != nullptr)
        if (callee->getName().contains("alloc")) return true;
    todo.insert(todo.end(), part->child_begin(), part->child_end());
  }
  return false;
}

/// What a function names, and what functions of its file name that it names.
std::set<const clang::ValueDecl*> namedBy(const clang::FunctionDecl& root) {
  std::set<const clang::ValueDecl*> named;
  std::set<const clang::FunctionDecl*> seen = {root.getDefinition()};
  std::vector<const clang::Stmt*> todo = {root.getBody()};
  while (!todo.empty()) {
    const clang::Stmt* part = todo.back();
    todo.pop_back();
    if (part == nullptr) continue;
    if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(part)) {
      named.insert(llvm::cast<clang::ValueDecl>(name->getDecl()->getCanonicalDecl()));
      if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(name->getDecl()))
        if (const clang::FunctionDecl* body = function->getDefinition(); body != nullptr && seen.insert(body).second)
          todo.push_back(body->getBody());
    }
    todo.insert(todo.end(), part->child_begin(), part->child_end());
  }
  return named;
}

/// Whether all that a function calls is in its file, or of the system.
bool isSelfContained(const clang::FunctionDecl& root) {
  const clang::SourceManager& sources = root.getASTContext().getSourceManager();
  return std::ranges::none_of(namedBy(root), [&](const clang::ValueDecl* named) {
    const auto* function = llvm::dyn_cast<clang::FunctionDecl>(named);
    return function != nullptr && function->getDefinition() == nullptr && function->getBuiltinID() == 0 &&
           !sources.isInSystemHeader(function->getLocation());
  });
}

bool isPointerTo(clang::QualType type, const clang::RecordDecl& record) {
  return type->isPointerType() && recordOf(type->getPointeeType()) == &record;
}

/// What can be made without further objects of the project.
bool isSimple(clang::QualType type) {
  if (type->isArithmeticType() || type->isEnumeralType() || type->isFunctionPointerType()) return true;
  return type->isPointerType() && (isByte(type->getPointeeType()) || type->isVoidPointerType());
}

bool areSimple(const clang::FunctionDecl& function, unsigned from) {
  for (unsigned i = from; i < function.getNumParams(); ++i)
    if (!isSimple(function.getParamDecl(i)->getType())) return false;
  return true;
}

bool initialises(const clang::FunctionDecl& function, const clang::RecordDecl& record) {
  return function.getNumParams() > 0 && isPointerTo(function.getParamDecl(0)->getType(), record) &&
         !function.getParamDecl(0)->getType()->getPointeeType().isConstQualified() && hasWord(function, kBeginnings);
}

/// Null: nobody knows.
const GlobalStores* storesOf(const Callers& callers, const clang::VarDecl& global) {
  const DefinitionName name = definitionName(fileOf(global), global.getNameAsString());
  if (const auto own = callers.globals.find(name); own != callers.globals.end()) return &own->second;
  if (!global.isExternallyVisible()) return nullptr;
  const GlobalStores* found = nullptr;
  for (const auto& [other, stores] : callers.globals) {
    if (other.second != name.second) continue;
    if (found != nullptr) return nullptr;
    found = &stores;
  }
  return found;
}

} // namespace

bool HarnessWriter::isKept(const clang::RecordDecl& record) const {
  if (initialises(function_, record)) return false; // it has to begin with anything
  const std::string name = context_.getRecordType(&record).getAsString();
  return writtenTypes_.contains(name) || (callers_ != nullptr && callers_->kept.contains(name));
}

ObjectMakers HarnessWriter::makersOf(const clang::RecordDecl& record) {
  constexpr size_t kMany = 3;
  ObjectMakers makers;
  if (config_.hasMakers(record)) return config_.makersOf(record);
  const auto add = [](std::vector<const clang::FunctionDecl*>& list, const clang::FunctionDecl& function) {
    if (list.size() < kMany) list.push_back(&function);
  };
  for (const clang::Decl* declaration : context_.getTranslationUnitDecl()->decls()) {
    const auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
    if (function == nullptr || !function->isThisDeclarationADefinition() || function->isMain() ||
        function->isVariadic() || function->getCanonicalDecl() == function_.getCanonicalDecl())
      continue;
    if (!isSelfContained(*function)) continue;
    const bool isReturned = isPointerTo(function->getReturnType(), record);
    if (isReturned && areSimple(*function, 0) && (hasWord(*function, kBeginnings) || allocates(*function)))
      add(makers.returning, *function);
    else if (initialises(*function, record) && areSimple(*function, 1))
      add(makers.initialising, *function);
    else if (function->getNumParams() > 0 && isPointerTo(function->getParamDecl(0)->getType(), record) &&
             areSimple(*function, 1) && !hasWord(*function, kLasts) && !isReturned &&
             !function->getParamDecl(0)->getType()->getPointeeType().isConstQualified() &&
             function->isExternallyVisible())
      add(makers.changing, *function);
  }
  return makers;
}

std::string HarnessWriter::makerOf(const clang::RecordDecl& record) {
  if (const auto known = makers_.find(&record); known != makers_.end()) return known->second;
  const ObjectMakers makers = makersOf(record);
  std::string& result = makers_[&record];
  if (makers.returning.empty() && makers.initialising.empty()) return result;
  const std::string name = fresh("made_" + nameOf(record)), object = fresh("object");
  const clang::QualType pointer = context_.getPointerType(context_.getRecordType(&record));
  const std::string head = "static " + declared(pointer, name + "(void)", context_);
  prototypes_ += head + ";\n";
  Lines body;
  body.open(head);
  body.add(declared(pointer, object, context_) + " = 0;");
  /// One of several calls.
  const auto choose = [&](size_t number, const auto& write) {
    body.open("switch (" + input("int") + ")");
    for (size_t i = 0; i < number; ++i) {
      body.open(i + 1 == number ? "default:" : "case " + std::to_string(i) + ":");
      write(i);
      body.add("break;");
      body.close();
    }
    body.close();
  };
  choose(makers.returning.size() + makers.initialising.size(), [&](size_t i) {
    if (i < makers.returning.size()) {
      const clang::FunctionDecl& function = *makers.returning[i];
      body.add(object + " = (void *)(" + call(body, function, function.getNameAsString(), "") + ");");
      return;
    }
    const clang::FunctionDecl& function = *makers.initialising[i - makers.returning.size()];
    body.add(object + " = " + blockOf("sizeof *" + object) + ";");
    body.add(call(body, function, function.getNameAsString(), object) + ";");
  });
  body.add("__VERIFIER_assume(" + object + " != 0);");
  if (!makers.changing.empty()) {
    body.open("if (" + input("bool") + ")");
    choose(makers.changing.size(), [&](size_t i) {
      body.add(call(body, *makers.changing[i], makers.changing[i]->getNameAsString(), object) + ";");
    });
    body.close();
  }
  body.add("return " + object + ";");
  body.close();
  fillerTexts_ += "\n" + body.text();
  return result = name;
}

void HarnessWriter::fillGlobals(Lines& out) {
  if (callers_ == nullptr || function_.isMain()) return;
  std::set<std::string> seen;
  const std::set<const clang::ValueDecl*> used = namedBy(function_);
  for (const clang::Decl* declaration : context_.getTranslationUnitDecl()->decls()) {
    const auto* global = llvm::dyn_cast<clang::VarDecl>(declaration);
    if (global == nullptr || !used.contains(global->getCanonicalDecl()) || global->getType().isConstQualified() ||
        global->getTLSKind() != clang::VarDecl::TLS_None)
      continue;
    const GlobalStores* stores = storesOf(*callers_, *global);
    if (stores != nullptr && seen.insert(global->getNameAsString()).second) fillGlobal(out, *global, *stores);
  }
}

void HarnessWriter::fillGlobal(Lines& out, const clang::VarDecl& global, const GlobalStores& stores) {
  constexpr size_t kManyNumbers = 16;
  Place place{global.getNameAsString(), global.getType().getUnqualifiedType(), "'" + global.getNameAsString() + "'"};
  const clang::QualType type = place.type.getCanonicalType();
  if (type->isPointerType()) {
    const clang::QualType target = type->getPointeeType();
    if (target->isFunctionType() || target->isVoidType() || target->isPointerType() ||
        stores.notNull + stores.others == 0)
      return;
    if ((target->isIncompleteType() && !isStream(target)) || !canBeSpelled(target)) return;
    // Before main has called others, none of them runs.
    const bool isKnown = stores.isStoredByMain || hasMain_;
    const bool isSet = isMade_ && isKnown;
    if (isKnown) states_.insert(place.name);
    // How many elements were allocated is not known: then as many as any ordinary number asks for.
    constexpr const char* kManyElements = "65536";
    if (isSet && isScalar(target) && !isByte(target)) place.count = kManyElements;
    out.open(isSet ? "" : "if (" + input("bool") + ")");
    makeTarget(out, place);
    out.close();
    if (stores.null > 0 && !isSet) out.add("else if (" + input("bool") + ") " + place.text + " = 0;");
  } else if (type->isStructureType() && stores.beginsNull && stores.others > 0 && canBeSpelled(type) &&
             !isPlain(type)) {
    // A struct with pointers in it that begins with nothing, and that some function sets.
    states_.insert(place.name);
    const bool isSet = isMade_ && (stores.isStoredByMain || hasMain_);
    out.open(isSet ? "" : "if (" + input("bool") + ")");
    fill(out, place);
    out.close();
  } else if (type->isIntegralOrEnumerationType() && stores.numbers.size() + stores.others > 0) {
    const bool isAny = stores.others > 0 || stores.numbers.size() > kManyNumbers;
    if (isAny) states_.insert(place.name);
    if (isAny && isMade_ && stores.numbers.empty()) return;
    std::string condition;
    for (const int64_t number : stores.numbers)
      condition += (condition.empty() ? "" : " || ") + place.text + " == " + std::to_string(number);
    out.open("if (" + input("bool") + ")");
    place.mayBeNull = true;
    fill(out, place);
    if (!isAny || (isMade_ && stores.numbers.size() <= kManyNumbers)) out.add("__VERIFIER_assume(" + condition + ");");
    out.close();
  }
}

} // namespace assay
