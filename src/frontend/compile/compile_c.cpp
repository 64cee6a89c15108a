// The compiler's settings, and why:
//   target                   i686 or x86_64 by the data model; never the host's, so that results do not depend on the
//                            machine.
//   -O1 without passes       clang generates lifetime markers and bodies of C99 inline functions only when it optimises;
//                            no LLVM pass runs, and the program does not see __OPTIMIZE__.
//   -fno-builtin             a call of a library function stays a call of that name, for the models to answer.
//   -fmath-errno             as glibc does it; clang's __builtin_sqrt and its kin are calls then, too.
//   -fno-elide-constructors  a local that is returned is an object of its own, not the caller's.
//   sanitizers               clang itself knows where C's signed operations are; their handler calls mark the
//                            violations.
//   warnings                 all off, those that are errors by default included: that is how old C gets through.
//   headers                  the target's own libc headers from the cross-compilation packages, else the host's.
#include "frontend/compile/compile_c.h"

#include "frontend/compile/blocks.h"
#include "frontend/compile/contract_calls.h"
#include "frontend/compile/contract_macros.h"
#include "frontend/compile/implicit.h"
#include "frontend/compile/loop_contracts.h"
#include "frontend/compile/objects.h"
#include "frontend/compile/order.h"
#include "frontend/compile/overflow.h"
#include "frontend/library/library_names.h"
#include "util/error.h"

#include <clang/AST/ASTConsumer.h>
#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclGroup.h>
#include <clang/Basic/DiagnosticOptions.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Basic/TargetInfo.h>
#include <clang/Basic/TargetOptions.h>
#include <clang/CodeGen/CodeGenAction.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/CompilerInvocation.h>
#include <clang/Frontend/MultiplexConsumer.h>
#include <clang/Frontend/TextDiagnosticPrinter.h>
#include <clang/Lex/PreprocessorOptions.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/raw_ostream.h>

namespace assay {

namespace {

/// What the C library's headers of a target are found under, best first.
std::vector<std::string> headerDirectories(uint32_t dataModel) {
  const char* multiarch = dataModel == 32 ? "i386-linux-gnu" : "x86_64-linux-gnu";
  const char* cross = dataModel == 32 ? "/usr/i686-linux-gnu/include" : "/usr/x86_64-linux-gnu/include";
  if (llvm::sys::fs::exists(std::string(cross) + "/stdio.h")) return {cross};
  std::vector<std::string> directories;
  for (const char* arch : {multiarch, "x86_64-linux-gnu", "aarch64-linux-gnu"}) {
    std::string directory = std::string("/usr/include/") + arch;
    if (!llvm::sys::fs::is_directory(directory)) continue;
    directories.push_back(directory);
    break;
  }
  directories.push_back("/usr/include");
  return directories;
}

void addHeaderArguments(const FrontendOptions& options, std::vector<std::string>& arguments) {
  const std::string resources = ASSAY_CLANG_RESOURCE_DIR;
  if (!llvm::sys::fs::exists(resources + "/include/stddef.h")) {
    throw InputError("clang's own headers are missing: no " + resources +
                     "/include/stddef.h (Debian's package libclang-common-19-dev)");
  }
  arguments.insert(arguments.end(), {"-resource-dir", resources, "-internal-isystem", resources + "/include"});
  for (const std::string& directory : headerDirectories(options.dataModel)) {
    arguments.insert(arguments.end(), {"-internal-externc-isystem", directory});
  }
}

void addSanitizerArguments(const PropertySet& properties, std::vector<std::string>& arguments) {
  // Clang folds a division by a constant zero to nothing, but for the check.
  std::string checks = "integer-divide-by-zero";
  if (properties.contains(Property::NoOverflow)) checks += ",signed-integer-overflow,shift-base,shift-exponent";
  if (properties.contains(Property::Bounds)) {
    checks += ",array-bounds";
    arguments.emplace_back(
        "-fstrict-flex-arrays=1"); // an array of one element at a structure's end may be a longer one
  }
  arguments.push_back("-fsanitize=" + checks);
  arguments.push_back("-fsanitize-recover=" + checks);
}

/// Preprocessed text has no use for macros, and may call a variable `linux`. GCC's output names its own types, which
/// clang does not know, unless the headers had been told of another compiler.
void addPreprocessedArguments(const std::string& text, std::vector<std::string>& arguments) {
  arguments.push_back("-undef");
  if (text.find("_Float") == std::string::npos || text.find("typedef float _Float32") != std::string::npos) return;
  for (const char* type :
       {"_Float32=float", "_Float64=double", "_Float32x=double", "_Float64x=long double", "_Float128=__float128"}) {
    arguments.insert(arguments.end(), {"-D", type});
  }
}

std::vector<std::string> cc1Arguments(const InputFile& file, const FrontendOptions& options,
                                      const std::vector<std::string>& extra) {
  std::vector<std::string> arguments = {"-triple",
                                        targetTriple(options.dataModel),
                                        "-target-cpu",
                                        options.dataModel == 32 ? "pentium4" : "x86-64",
                                        "-target-feature",
                                        "+sse2", // Debian's pentium4 has none
                                        "-emit-llvm-only",
                                        "-main-file-name",
                                        llvm::sys::path::filename(file.path).str(),
                                        "-O1",
                                        "-disable-llvm-passes",
                                        "-relaxed-aliasing",
                                        "-fno-builtin",
                                        "-fno-elide-constructors",
                                        "-ffp-contract=off",
                                        "-fmath-errno",
                                        "-mrelocation-model",
                                        "static",
                                        "-mframe-pointer=all",
                                        "-debug-info-kind=constructor",
                                        "-dwarf-version=4",
                                        "-debugger-tuning=gdb",
                                        "-fgnuc-version=4.2.1",
                                        "-Wno-everything",
                                        "-w",
                                        "-ferror-limit",
                                        "20",
                                        "-fbracket-depth",
                                        "1000000",
                                        "-std=" + options.standard};
  addHeaderArguments(options, arguments);
  addSanitizerArguments(options.specification.properties, arguments);
  for (const std::string& directory : options.includeDirs) arguments.insert(arguments.end(), {"-I", directory});
  for (const std::string& word : contractMacros(options.usesContracts)) arguments.push_back(word);
  arguments.insert(arguments.end(), {"-internal-isystem", kHeaderFolder});
  for (const std::string& define : options.defines) arguments.insert(arguments.end(), {"-D", define});
  arguments.insert(arguments.end(), options.flags.begin(), options.flags.end());
  arguments.insert(arguments.end(), extra.begin(), extra.end());
  if (file.kind == FileKind::PreprocessedC) addPreprocessedArguments(file.content, arguments);
  arguments.insert(arguments.end(), {"-x", file.kind == FileKind::PreprocessedC ? "cpp-output" : "c", file.path});
  return arguments;
}

/// Makes `printer` the only output of the compiler's messages.
void silence(clang::CompilerInstance& compiler, clang::TextDiagnosticPrinter& printer) {
  compiler.createDiagnostics(&printer, /*ShouldOwnClient=*/false);
  compiler.setVerboseOutputStream(std::make_unique<llvm::raw_null_ostream>());
}

/// Notes the functions that the system's headers declare, under the names that they have for the linker.
class SystemFunctions : public clang::ASTConsumer {
public:
  SystemFunctions(const clang::SourceManager& sources, std::vector<std::string>& names)
      : sources_(sources), names_(names) {}
  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    for (const clang::Decl* declaration : group) {
      auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
      if (function == nullptr || !sources_.isInSystemHeader(function->getLocation())) continue;
      auto* label = function->getAttr<clang::AsmLabelAttr>();
      names_.push_back(label != nullptr ? label->getLabel().str() : function->getNameAsString());
    }
    return true;
  }

private:
  const clang::SourceManager& sources_;
  std::vector<std::string>& names_;
};

/// Notes whether a function has a contract. What stands behind something else is an error.
class ContractFinder : public clang::ASTConsumer {
public:
  explicit ContractFinder(bool& isFound) : isFound_(isFound) {}
  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    for (const clang::Decl* declaration : group)
      for (const auto* attribute : declaration->specific_attrs<clang::AnnotateAttr>()) {
        if (!attribute->getAnnotation().starts_with("assay ")) continue;
        isFound_ = true;
        if (llvm::isa<clang::FunctionDecl>(declaration)) continue;
        clang::DiagnosticsEngine& diagnostics = declaration->getASTContext().getDiagnostics();
        diagnostics.Report(attribute->getLocation(), diagnostics.getCustomDiagID(clang::DiagnosticsEngine::Error,
                                                                                 "only functions have contracts"));
      }
    return true;
  }

private:
  bool& isFound_;
};

/// Lets error functions return that are declared not to and are defined nowhere: where it matters whether executions
/// end, it is not known what they do.
class ReturningErrors : public clang::ASTConsumer {
public:
  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    for (clang::Decl* declaration : group) {
      auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
      if (function == nullptr || function->isThisDeclarationADefinition() || !isErrorName(*function)) continue;
      function->dropAttrs<clang::NoReturnAttr, clang::C11NoReturnAttr>();
      const auto* type = function->getType()->castAs<clang::FunctionType>();
      function->setType(clang::QualType(
          function->getASTContext().adjustFunctionType(type, type->getExtInfo().withNoReturn(false)), 0));
    }
    return true;
  }

private:
  static bool isErrorName(const clang::FunctionDecl& function) {
    return function.getIdentifier() != nullptr &&
           (function.getName() == "__VERIFIER_error" || function.getName() == "reach_error");
  }
};

/// Generates code from the AST after order and blocks have been made explicit, and overflows where they are checked.
class EmitWithBlocks : public clang::EmitLLVMOnlyAction {
public:
  EmitWithBlocks(llvm::LLVMContext& context, bool doErrorsReturn)
      : clang::EmitLLVMOnlyAction(&context), doErrorsReturn_(doErrorsReturn) {}

  std::unique_ptr<llvm::Module> takeMarkedModule() {
    std::unique_ptr<llvm::Module> module = takeModule();
    for (const std::string& name : systemFunctions_)
      if (llvm::Function* function = module->getFunction(name); function != nullptr && function->isDeclaration())
        function->addFnAttr(kSystemAttribute);
    if (module != nullptr && hasContracts_) module->getOrInsertNamedMetadata(kHasContracts);
    return module;
  }

protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler,
                                                        llvm::StringRef file) override {
    std::vector<std::unique_ptr<clang::ASTConsumer>> consumers;
    consumers.push_back(std::make_unique<SystemFunctions>(compiler.getSourceManager(), systemFunctions_));
    consumers.push_back(makeBlocksExplicit());
    if (compiler.getLangOpts().Sanitize.has(clang::SanitizerKind::SignedIntegerOverflow))
      consumers.push_back(makeOverflowsExplicit());
    consumers.push_back(makeObjectsExplicit());
    consumers.push_back(clang::EmitLLVMOnlyAction::CreateASTConsumer(compiler, file));
    auto emitter = makeOrderExplicit(std::make_unique<clang::MultiplexConsumer>(std::move(consumers)));
    consumers.clear();
    consumers.push_back(std::make_unique<ContractFinder>(hasContracts_));
    consumers.push_back(makeLoopContractsExplicit());
    if (doErrorsReturn_) consumers.push_back(std::make_unique<ReturningErrors>());
    consumers.push_back(std::move(emitter));
    return std::make_unique<clang::MultiplexConsumer>(std::move(consumers));
  }

private:
  std::vector<std::string> systemFunctions_;
  bool hasContracts_ = false;
  const bool doErrorsReturn_;
};

/// Shows the syntax tree, and generates nothing.
class Show : public clang::ASTFrontendAction {
public:
  explicit Show(const std::function<void(clang::ASTContext&)>& visit) : visit_(visit) {}

protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& /*compiler*/,
                                                        llvm::StringRef /*file*/) override {
    class Consumer : public clang::ASTConsumer {
    public:
      explicit Consumer(const std::function<void(clang::ASTContext&)>& visit) : visit_(visit) {}
      void HandleTranslationUnit(clang::ASTContext& context) override {
        if (!context.getDiagnostics().hasErrorOccurred()) visit_(context);
      }

    private:
      const std::function<void(clang::ASTContext&)>& visit_;
    };
    return std::make_unique<Consumer>(visit_);
  }

private:
  const std::function<void(clang::ASTContext&)>& visit_;
};

/// One run of clang, which says what it has to say in `messages`. False: it has failed.
bool runAction(const std::string& path, const std::string& text, const std::vector<std::string>& arguments,
               clang::FrontendAction& action, std::string& messages) {
  llvm::raw_string_ostream stream(messages);
  llvm::IntrusiveRefCntPtr<clang::DiagnosticOptions> shown(new clang::DiagnosticOptions);
  shown->ShowPresumedLoc = 1; // what is appended says where it comes from
  clang::TextDiagnosticPrinter printer(stream, shown.get());
  clang::CompilerInstance compiler;
  silence(compiler, printer);

  std::vector<const char*> pointers;
  for (const std::string& argument : arguments) pointers.push_back(argument.c_str());
  if (!clang::CompilerInvocation::CreateFromArgs(compiler.getInvocation(), pointers, compiler.getDiagnostics())) {
    return false;
  }
  silence(compiler, printer);          // the arguments, -w among them, hold for a new engine only
  compiler.getLangOpts().Optimize = 0; // no __OPTIMIZE__
  compiler.getPreprocessorOpts().addRemappedFile(kHeaderFile,
                                                 llvm::MemoryBuffer::getMemBufferCopy("\n", kHeaderFile).release());
  compiler.getPreprocessorOpts().addRemappedFile(path, llvm::MemoryBuffer::getMemBufferCopy(text, path).release());
  return compiler.ExecuteAction(action);
}

/// One run of clang. Returns nothing where it fails, and what it says in `messages`.
std::unique_ptr<llvm::Module> runClang(const std::string& path, const std::string& text,
                                       const std::vector<std::string>& arguments, bool doErrorsReturn,
                                       llvm::LLVMContext& context, std::string& messages) {
  EmitWithBlocks action(context, doErrorsReturn);
  return runAction(path, text, arguments, action, messages) ? action.takeMarkedModule() : nullptr;
}

} // namespace

const char* targetTriple(uint32_t dataModel) { return dataModel == 32 ? "i686-pc-linux-gnu" : "x86_64-pc-linux-gnu"; }

std::string targetDataLayout(uint32_t dataModel) {
  clang::DiagnosticsEngine diagnostics(new clang::DiagnosticIDs, new clang::DiagnosticOptions,
                                       new clang::IgnoringDiagConsumer);
  auto options = std::make_shared<clang::TargetOptions>();
  options->Triple = targetTriple(dataModel);
  const llvm::IntrusiveRefCntPtr<clang::TargetInfo> target(clang::TargetInfo::CreateTargetInfo(diagnostics, options));
  return target->getDataLayoutString();
}

std::unique_ptr<llvm::Module> compileC(const InputFile& file, const FrontendOptions& options,
                                       const std::vector<std::string>& extra, llvm::LLVMContext& context) {
  const std::vector<std::string> arguments = cc1Arguments(file, options, extra);
  std::string text = withoutLineDirectives(file.content) + file.appended;
  std::string messages;
  const auto run = [&](const std::string& declarations) {
    messages.clear();
    const std::string place = declarations.empty() ? "" : declarations + "\n# 1 \"" + file.path + "\"\n";
    const bool doErrorsReturn = options.specification.properties.contains(Property::Termination);
    return runClang(file.path, place + text, arguments, doErrorsReturn, context, messages);
  };
  std::unique_ptr<llvm::Module> module = run("");
  if (!module && messages.find("escape sequence out of range") != std::string::npos) {
    text = withShortEscapes(text);
    module = run("");
  }
  std::string declarations;
  if (!module && !(declarations = lateVoidFunctions(messages)).empty()) module = run(declarations);
  if (module) {
    const std::string missing = missingDeclarations(*module);
    if (missing.empty()) return module;
    // Once more with them; if they contradict the file's own, its meaning stays what it was.
    auto better = run(missing + declarations);
    return better ? std::move(better) : std::move(module);
  }
  if (messages.empty()) messages = file.path + ": clang cannot compile this file";
  if (looksLikeCpp(file.content)) messages = file.path + ": looks like C++; Assay verifies C only\n" + messages;
  while (!messages.empty() && messages.back() == '\n') messages.pop_back();
  throw InputError(messages);
}

std::string parseC(const InputFile& file, const FrontendOptions& options, const std::vector<std::string>& extra,
                   const std::function<void(clang::ASTContext&)>& visit) {
  std::string messages;
  Show action(visit);
  const bool isDone =
      runAction(file.path, withoutLineDirectives(file.content), cc1Arguments(file, options, extra), action, messages);
  if (isDone) return {};
  return messages.empty() ? file.path + ": clang cannot compile this file" : messages;
}

} // namespace assay
