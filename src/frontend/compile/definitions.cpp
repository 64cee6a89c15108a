#include "frontend/compile/definitions.h"

#include "frontend/compile/compile.h"
#include "frontend/compile/input.h"
#include "util/error.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>
#include <set>

namespace assay {

namespace {

/// Functions and objects that are named anywhere below, but for those of the function itself.
std::vector<std::string> usesOf(const clang::Stmt* root) {
  std::set<std::string> names;
  std::vector<const clang::Stmt*> todo = {root};
  while (!todo.empty()) {
    const clang::Stmt* statement = todo.back();
    todo.pop_back();
    if (statement == nullptr) continue;
    if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(statement)) {
      const auto* variable = llvm::dyn_cast<clang::VarDecl>(name->getDecl());
      const bool isOutside = llvm::isa<clang::FunctionDecl>(name->getDecl()) ||
                             (variable != nullptr && variable->hasGlobalStorage() && !variable->isStaticLocal());
      if (isOutside) names.insert(name->getDecl()->getNameAsString());
    }
    todo.insert(todo.end(), statement->child_begin(), statement->child_end());
  }
  return {names.begin(), names.end()};
}

/// Whether a pointer is null that is initialised like this.
bool isNull(const clang::Expr* value, clang::ASTContext& context) {
  return value == nullptr ||
         value->isNullPointerConstant(context, clang::Expr::NPC_ValueDependentIsNull) != clang::Expr::NPCK_NotNull;
}

/// Code for the linker is made of it; of an inline function, only where C says so.
bool isShared(const clang::FunctionDecl& function) {
  return function.isExternallyVisible() && (!function.isInlined() || function.isInlineDefinitionExternallyVisible());
}

class Collector {
public:
  Collector(clang::ASTContext& context, FileContents& contents)
      : sources_(context.getSourceManager()), contents_(contents) {}

  void collect(const clang::TranslationUnitDecl& unit) {
    for (const clang::Decl* declaration : unit.decls()) {
      if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration)) {
        if (!function->isThisDeclarationADefinition() || function->getIdentifier() == nullptr) continue;
        Definition& made = add(*function);
        made.isFunction = true;
        made.isShared = isShared(*function);
        made.uses = usesOf(function->getBody());
        if (!made.isSystem) made.passed = passedBy(*function);
      } else if (const auto* object = llvm::dyn_cast<clang::VarDecl>(declaration)) {
        if (object->isThisDeclarationADefinition() == clang::VarDecl::DeclarationOnly) continue;
        Definition& made = add(*object);
        made.isShared = object->isExternallyVisible();
        made.uses = usesOf(object->getInit());
        made.beginsNull = (object->getType()->isPointerType() && isNull(object->getInit(), object->getASTContext())) ||
                          (object->getType()->isStructureType() && object->getInit() == nullptr);
      } else if (const auto* record = llvm::dyn_cast<clang::RecordDecl>(declaration)) {
        if (record->getIdentifier() != nullptr)
          contents_.types.insert((record->isUnion() ? "union " : "struct ") + record->getName().str());
      } else if (const auto* type = llvm::dyn_cast<clang::TypedefNameDecl>(declaration)) {
        contents_.types.insert(type->getNameAsString());
      }
    }
    for (auto it = sources_.fileinfo_begin(); it != sources_.fileinfo_end(); ++it)
      contents_.filesRead.push_back(it->first.getName().str());
    std::ranges::sort(contents_.filesRead);
  }

private:
  Definition& add(const clang::NamedDecl& declaration) {
    const clang::SourceLocation place = sources_.getExpansionLoc(declaration.getLocation());
    const clang::PresumedLoc known = sources_.getPresumedLoc(place, /*UseLineDirectives=*/false);
    Definition made;
    made.name = declaration.getNameAsString();
    if (known.isValid()) {
      made.file = known.getFilename();
      made.line = known.getLine();
    }
    made.isSystem = sources_.isInSystemHeader(place);
    contents_.definitions.push_back(std::move(made));
    return contents_.definitions.back();
  }

  const clang::SourceManager& sources_;
  FileContents& contents_;
};

} // namespace

FileContents contentsOf(const std::string& file, const FrontendOptions& options) {
  FileContents contents;
  try {
    const auto collect = [&](clang::ASTContext& context) {
      Collector(context, contents).collect(*context.getTranslationUnitDecl());
    };
    contents.obstacle = inspectFile(readInputFile(file), options, collect);
  } catch (const InputError& error) {
    contents.obstacle = error.what();
  }
  return contents;
}

} // namespace assay
