// frontend/lower/: from a prepared LLVM module to a Program. There is a part for each kind of instruction.
//
// From a prepared LLVM module to a Program: what the translations of all functions share.
#pragma once

#include "frontend/address/flow.h"
#include "frontend/frontend.h"
#include "frontend/lower/end.h"
#include "frontend/lower/globals.h"
#include "frontend/lower/library_calls.h"
#include "frontend/module/constant_locals.h"
#include "frontend/module/sharing.h"
#include "frontend/module/unsupported_code.h"

#include <llvm/IR/Module.h>

#include <deque>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>

namespace assay {

/// What is known of threads.
struct ModuleThreads {
  const bool arePresent; // the module may start some
  Sharing sharing;
  std::set<FunctionId> spawned; // they begin with these
};

class LowerModule {
public:
  /// `hasThreads`: the module may start threads, and accesses to what they share are steps.
  LowerModule(llvm::Module& module, const FrontendOptions& options, TermManager& terms, bool hasThreads);

  Program run();

  // What function lowerings use.
  Program& program() { return program_; }
  TermManager& terms() { return terms_; }
  const LowerTypes& types() const { return types_; }
  DebugTypes& debugTypes() { return debugTypes_; }
  const llvm::DataLayout& layout() const { return module_.getDataLayout(); }
  const FrontendOptions& options() const { return options_; }
  const Promotion& promotion() const { return promotion_; }
  const Padding& padding() const { return padding_; }
  const AddressFlow& addressFlow() const { return addressFlow_; }
  bool checks(Property property) const { return options_.specification.properties.contains(property); }
  ModuleThreads& threads() { return threads_; }
  bool isErrorFunction(llvm::StringRef name) const { return errorFunctions_.count(name.str()) != 0; }

  /// The Program's function for one of the module; it is translated later if it has a body.
  FunctionId function(const llvm::Function* function);
  SourcePositions& positions() { return positions_; }
  LibraryCalls& libraryCalls() { return libraryCalls_; }
  StartAndEnd& startAndEnd() { return startAndEnd_; }
  const StaticObjects& objects() const { return objects_; }
  LowerConstants& constants() { return constants_; }
  const LowerGlobals& globals() const { return globals_; }
  const ConstantLocals& constantLocals() const { return constantLocals_; }
  bool observesFloatBits() const { return observesFloatBits_; }
  /// Whether the program may leave rounding to nearest; then this global says how it rounds, in the values of fenv.h.
  bool setsRounding() const;
  VariableId roundingMode();

private:
  void lowerAll();
  void lowerPending();

  llvm::Module& module_;
  const FrontendOptions& options_;
  TermManager& terms_;
  LowerTypes types_;
  DebugTypes debugTypes_;
  Promotion promotion_;
  ModuleThreads threads_;
  Padding padding_;
  AddressFlow addressFlow_;
  bool observesFloatBits_;
  Program program_;
  ConstantLocals constantLocals_;
  SourcePositions positions_;
  LibraryCalls libraryCalls_;
  StartAndEnd startAndEnd_;
  StaticObjects objects_;
  LowerConstants constants_;
  LowerGlobals globals_;
  std::unordered_set<std::string> errorFunctions_;
  std::unordered_map<const llvm::Function*, FunctionId> functions_;
  std::deque<const llvm::Function*> pending_;
  VariableId roundingMode_;
};

} // namespace assay
