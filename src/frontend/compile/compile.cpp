#include "frontend/compile/compile.h"

#include "frontend/compile/bitcode.h"
#include "frontend/compile/commands.h"
#include "frontend/compile/comparison_effects.h"
#include "frontend/compile/compile_c.h"
#include "frontend/compile/compiler_flags.h"
#include "frontend/compile/contract_calls.h"
#include "frontend/compile/expand_formats.h"
#include "frontend/compile/specialise_comparisons.h"
#include "frontend/compile/stubs.h"
#include "frontend/config/config.h"
#include "frontend/library/model_library.h"
#include "util/error.h"

#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/CrashRecoveryContext.h>
#include <llvm/Support/ErrorHandling.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Support/thread.h>

#include <csignal>
#include <cstdlib>
#include <exception>
#include <pthread.h>
#include <semaphore>
#include <unistd.h>

namespace assay {

namespace {

constexpr unsigned kStackBytes = 512u << 20; // clang's parser and code generator recurse on nested source

/// Collects LLVM's own errors (the linker's, a code generator's), which it would print.
class MessageCollector : public llvm::DiagnosticHandler {
public:
  explicit MessageCollector(std::string& errors) : errors_(errors) {}

  bool handleDiagnostics(const llvm::DiagnosticInfo& info) override {
    if (info.getSeverity() != llvm::DS_Error) return true;
    llvm::raw_string_ostream stream(errors_);
    llvm::DiagnosticPrinterRawOStream printer(stream);
    if (!errors_.empty()) stream << '\n';
    info.print(printer);
    return true;
  }

private:
  std::string& errors_;
};

/// While it lives, the context's errors are collected.
class MessageCollection {
public:
  explicit MessageCollection(llvm::LLVMContext& context) : context_(context) {
    context_.setDiagnosticHandler(std::make_unique<MessageCollector>(errors_));
  }
  ~MessageCollection() { context_.setDiagnosticHandler(nullptr); }
  MessageCollection(const MessageCollection&) = delete;
  MessageCollection& operator=(const MessageCollection&) = delete;
  const std::string& errors() const { return errors_; }

private:
  llvm::LLVMContext& context_;
  std::string errors_;
};

/// LLVM has met a state that it cannot go on from. The compilation ends, the process does not.
void onFatalError(void* message, const char* reason, bool /*wantCrashDump*/) {
  *static_cast<std::string*>(message) = reason;
  if (auto* recovery = llvm::CrashRecoveryContext::GetCurrent()) recovery->HandleExit(EXIT_FAILURE);
  llvm::errs() << "internal error: LLVM: " << reason << '\n';
  std::_Exit(70);
}

/// While it lives, this thread's signal handlers have a stack of their own, so that even an overflow of the thread's
/// stack can be handled.
class SignalStack {
public:
  SignalStack() : memory_(kBytes) {
    stack_t stack = {};
    stack.ss_sp = memory_.data();
    stack.ss_size = kBytes;
    sigaltstack(&stack, &previous_);
    struct sigaction action = {}; // the handler is LLVM's, which does not ask for the other stack
    sigaction(SIGSEGV, nullptr, &action);
    action.sa_flags |= SA_ONSTACK;
    sigaction(SIGSEGV, &action, nullptr);
  }
  ~SignalStack() { sigaltstack(&previous_, nullptr); }
  SignalStack(const SignalStack&) = delete;
  SignalStack& operator=(const SignalStack&) = delete;

private:
  static constexpr size_t kBytes = 256 << 10;
  std::vector<char> memory_;
  stack_t previous_ = {};
};

/// The end of a thread in which clang has crashed. What clang has left in lists of its own (timers, for example) refers
/// to this stack, so that it stays as it is until the process ends.
[[noreturn]] void waitForever() {
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, nullptr); // signals are for the others
  for (;;) pause();
}

/// Runs `work` on a thread with a deep stack; a crash inside clang or LLVM becomes an exception.
template <class Work>
void runGuarded(const std::string& what, Work work) {
  std::string fatal;
  const llvm::ScopedFatalErrorHandler handler(onFatalError, &fatal);
  std::exception_ptr thrown;
  auto guarded = [&] {
    [[maybe_unused]] volatile char distance[64 << 10]; // what is called after a crash does not reach the frames below
    distance[0] = 0;
    try {
      work();
    } catch (...) {
      thrown = std::current_exception();
    }
  };
  llvm::CrashRecoveryContext::Enable();
  bool finished = false;
  std::binary_semaphore ended(0);
  llvm::thread thread(std::optional<unsigned>(kStackBytes), [&] {
    const SignalStack signalStack;
    llvm::CrashRecoveryContext recovery;
    finished = recovery.RunSafely(guarded);
    const bool crashed = !finished;
    ended.release();
    if (crashed) waitForever();
  });
  ended.acquire();
  if (finished) {
    thread.join();
  } else {
    thread.detach();
  }
  llvm::CrashRecoveryContext::Disable();
  if (thrown) std::rethrow_exception(thrown);
  if (!finished) {
    throw ClangCrash(what + ": clang fails on this input" +
                     (fatal.empty() ? " (a crash, or nesting too deep)" : ": " + fatal));
  }
}

std::unique_ptr<llvm::Module> linkFiles(const std::vector<std::string>& files, const FrontendOptions& options,
                                        llvm::LLVMContext& context, const std::string& errors,
                                        const std::vector<Appendix>& appendices, std::vector<std::string>& told) {
  const CompileCommands commands(options.compileCommands);
  std::unique_ptr<llvm::Module> program;
  for (const std::string& path : files) {
    InputFile file = readInputFile(path);
    for (const Appendix& appendix : appendices)
      if (appendix.file == path) file.appended += appendix.text;
    const bool isC = file.kind == FileKind::C || file.kind == FileKind::PreprocessedC;
    std::unique_ptr<llvm::Module> module = isC ? compileC(file, options, cc1Flags(commands.flagsFor(path)), context)
                                               : readModule(file, options.dataModel, context);
    if (!errors.empty()) throw InputError(path + ": " + errors);
    if (!program) {
      program = std::move(module);
    } else if (llvm::Linker::linkModules(*program, std::move(module))) {
      throw InputError(path + ": cannot be linked with the files before it: " + errors);
    }
  }
  if (program->getNamedMetadata(kHasContracts) != nullptr) told = putContracts(*program, options.entry);
  if (!options.config.empty())
    for (std::string& line : putStubs(*program, readConfig(options.config), options.entry))
      told.push_back(std::move(line));
  excludeEffects(*program);
  expandFormats(*program);
  specialiseComparisons(*program);
  linkModels(*program, options.dataModel);
  return program;
}

} // namespace

std::string inspectFile(const InputFile& file, const FrontendOptions& options,
                        const std::function<void(clang::ASTContext&)>& visit) {
  const CompileCommands commands(options.compileCommands);
  std::string messages;
  std::exception_ptr thrown; // clang does not let exceptions pass
  const auto guarded = [&](clang::ASTContext& context) {
    try {
      visit(context);
    } catch (...) {
      thrown = std::current_exception();
    }
  };
  runGuarded(file.path, [&] { messages = parseC(file, options, cc1Flags(commands.flagsFor(file.path)), guarded); });
  if (thrown) std::rethrow_exception(thrown);
  return messages;
}

std::unique_ptr<llvm::Module> compileFiles(const std::vector<std::string>& files, const FrontendOptions& options,
                                           llvm::LLVMContext& context, const std::vector<Appendix>& appendices,
                                           std::vector<std::string>* told) {
  if (files.empty()) throw InputError("no input file");
  const MessageCollection messages(context);
  std::unique_ptr<llvm::Module> module;
  std::vector<std::string> lines;
  runGuarded(files.front(), [&] { module = linkFiles(files, options, context, messages.errors(), appendices, lines); });
  if (told != nullptr) *told = std::move(lines);
  return module;
}

} // namespace assay
