// main's arguments cannot be unbounded in number and length; where the program looks at them, at most kArguments of at
// most kLength characters are given, and no environment. These are limits: what is proved, is proved within them.
#include "frontend/lower/entry.h"

#include "frontend/library/model_library.h"
#include "frontend/lower/edge_builder.h"
#include "frontend/lower/leak_checks.h"
#include "frontend/module/inline_assembly.h"
#include "util/error.h"
#include "util/suggestion.h"

#include <llvm/IR/Instructions.h>

namespace assay {

namespace {

constexpr unsigned kArguments = 3; // beside the program's name
constexpr unsigned kLength = 15;

/// Whether a parameter is ever looked at: clang stores each into a local.
bool isUsed(const llvm::Argument& argument) {
  for (const llvm::User* user : argument.users()) {
    auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
    auto* alloca = store == nullptr ? nullptr : llvm::dyn_cast<llvm::AllocaInst>(store->getPointerOperand());
    if (alloca == nullptr || !alloca->hasOneUse()) return true;
  }
  return false;
}

class EntryBuilder {
public:
  EntryBuilder(LowerModule& lowering, const llvm::Function& entry)
      : lowering_(lowering), program_(lowering.program()), terms_(lowering.terms()), entry_(entry),
        start_(program_.addFunction("_start")), edges_(program_, start_) {}

  void build() {
    Function& start = program_[start_];
    start.result = terms_.bvSort(32);
    LocationId first = program_.addLocation(start_);
    LocationId exit = program_.addLocation(start_, LocationKind::Exit);
    program_[start_].entry = first;
    program_[start_].exit = exit;
    program_.setEntry(start_);
    FunctionId callee = lowering_.function(&entry_);
    SourcePosition position = program_[callee].position;
    edges_.start(first);
    edges_.setPosition(position);
    refuseAssembly();
    lowering_.startAndEnd().callConstructors(edges_);
    begin_ = edges_.here();
    std::vector<Term> arguments = entry_.getName() == "main" ? mainArguments() : anyArguments();
    VariableId result;
    bool hasStatus = entry_.getReturnType()->isIntegerTy() && !entry_.getReturnType()->isIntegerTy(1);
    if (!entry_.getReturnType()->isVoidTy())
      result = program_.addVariable(start_, "status", lowering_.types().sort(entry_.getReturnType()));
    edges_.emitLast(Call{result, callee, std::move(arguments)});
    if (entry_.getName() == "main") lowering_.startAndEnd().callExitFunctions(edges_, ExitKind::Orderly);
    if (lowering_.threads().arePresent) edges_.emitFirst(Step{}); // others go on until the end
    edges_.start(checkLeaksAtEnd(lowering_, start_, edges_.here(), position));
    edges_.emit(Return{hasStatus ? terms_.mkBvSignResize(program_[result].term, 32) : terms_.mkBv(32, 0)});
    edges_.jump(exit);
  }

private:
  /// Assembly outside of functions may define functions and objects, and add to those that are here.
  void refuseAssembly() {
    if (isEmptyAssembly(entry_.getParent()->getModuleInlineAsm())) return;
    VariableId matters = program_.addVariable(start_, "assembly", terms_.boolSort());
    edges_.emit(Input{matters, InputKind::Unspecified, "what assembly outside of functions does"});
    edges_.leaveIf(program_[matters].term, edges_.terminal(LocationKind::Unsupported, "assembly outside of functions"));
  }

  Term input(const llvm::Argument& argument) {
    const Variable& parameter = program_[program_[lowering_.function(&entry_)].parameters[argument.getArgNo()]];
    std::string name = parameter.sourceName;
    VariableId variable = program_.addVariable(start_, name.empty() ? "arg" : name, parameter.sort());
    program_[variable].isPointer = parameter.isPointer;
    edges_.emit(Input{variable, InputKind::Argument, name});
    return program_[variable].term;
  }

  std::vector<Term> anyArguments() {
    std::vector<Term> result;
    for (const llvm::Argument& argument : entry_.args()) result.push_back(input(argument));
    if (entry_.isVarArg()) result.push_back(pointer(0));
    return result;
  }

  std::vector<Term> mainArguments() {
    std::vector<Term> result;
    if (entry_.arg_size() == 0) return anyArguments();
    Term count = input(*entry_.arg_begin());
    result.push_back(count);
    bool usual = count.sort().isBitVec() && entry_.arg_size() <= 3;
    for (const llvm::Argument& argument : entry_.args())
      if (argument.getArgNo() > 0) usual &= argument.getType()->isPointerTy();
    if (!usual) {
      edges_.start(begin_);
      return anyArguments();
    }
    uint32_t width = count.sort().width();
    Term tooFew = terms_.mkBvSlt(count, terms_.mkBv(width, 1));
    edges_.leaveIf(tooFew, edges_.terminal(LocationKind::Blocked, "argc is at least 1"));
    // argv is an array of argc + 1 pointers.
    const uint64_t most = (uint64_t{1} << (program_.layout().width - 1)) / (program_.layout().width / 8) - 2;
    if (width < 64 && most < uint64_t{1} << (width - 1))
      edges_.leaveIf(terms_.mkBvUgt(count, terms_.mkBv(width, most)),
                     edges_.terminal(LocationKind::Blocked, "argv fits into memory"));
    if (entry_.arg_size() > 1) result.push_back(isUsed(*entry_.getArg(1)) ? argumentVector(count) : pointer(0));
    if (entry_.arg_size() > 2) result.push_back(environment());
    if (entry_.isVarArg()) result.push_back(pointer(0));
    return result;
  }

  Term pointer(uint64_t value) { return terms_.mkBv(program_.layout().width, value); }

  Term stackObject(uint64_t size, Contents contents, const std::string& name) {
    VariableId variable = program_.addPointer(start_, name);
    edges_.emit(Allocate{variable, pointer(size), Storage::Stack, contents, name});
    return program_[variable].term;
  }

  void store(Term base, uint64_t offset, Term value) {
    edges_.emit(Store{terms_.mkBvAdd(base, pointer(offset)), value});
  }

  Term argumentVector(Term count) {
    std::string message = "at most " + std::to_string(kArguments) + " arguments of main, of at most " +
                          std::to_string(kLength) + " characters";
    program_.assumptions.add(message, edges_.position());
    uint32_t width = count.sort().width();
    if (!lowering_.options().isSketch)
      edges_.leaveIf(terms_.mkBvUgt(count, terms_.mkBv(width, kArguments + 1)),
                     edges_.terminal(LocationKind::Limit, message));
    uint64_t word = program_.layout().width / 8;
    Term vector = stackObject((kArguments + 2) * word, Contents::Zero, "argv");
    for (unsigned i = 0; i <= kArguments; i++) {
      Term text = stackObject(kLength + 1, Contents::Any, "argv[" + std::to_string(i) + "]");
      store(text, kLength, terms_.mkBv(8, 0));
      Term given = terms_.mkBvUgt(count, terms_.mkBv(width, i));
      store(vector, i * word, terms_.mkIte(given, text, pointer(0)));
    }
    return vector;
  }

  Term environment() {
    if (!isUsed(*entry_.getArg(2))) return pointer(0);
    const std::string message = "an empty environment of main";
    program_.assumptions.add(message, edges_.position());
    VariableId isGiven = program_.addVariable(start_, "environment", terms_.boolSort());
    edges_.emit(Input{isGiven, InputKind::Argument, "environment"});
    if (!lowering_.options().isSketch)
      edges_.leaveIf(program_[isGiven].term, edges_.terminal(LocationKind::Limit, message));
    return stackObject(program_.layout().width / 8, Contents::Zero, "environment");
  }

  LowerModule& lowering_;
  Program& program_;
  TermManager& terms_;
  const llvm::Function& entry_;
  FunctionId start_;
  LocationId begin_; // where constructors have run
  EdgeBuilder edges_;
};

/// What the user may have meant.
std::string otherEntries(const llvm::Module& module, const std::string& name) {
  std::vector<std::string> names;
  for (const llvm::Function& function : module)
    if (!function.isDeclaration() && !function.hasFnAttribute(kModelAttribute))
      names.push_back(function.getName().str());
  if (name != "main" || names.empty()) return suggestionFor(name, names);
  return "; --entry " + names.front() + " begins with that function, and makes arguments for it";
}

} // namespace

void lowerEntry(LowerModule& lowering, const llvm::Module& module) {
  const std::string& name = lowering.options().entry;
  const llvm::Function* entry = module.getFunction(name);
  if (entry == nullptr || entry->isDeclaration())
    throw InputError("the program has no function '" + name + "' to begin with" + otherEntries(module, name));
  EntryBuilder(lowering, *entry).build();
}

} // namespace assay
