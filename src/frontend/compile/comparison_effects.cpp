#include "frontend/compile/comparison_effects.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <vector>

namespace assay {

namespace {

struct Comparer {
  const char* name;
  unsigned place; // of the function among the arguments
};
constexpr Comparer kComparers[] = {{"qsort", 3}, {"qsort_r", 3}, {"bsearch", 4}};

/// Library functions that look at their arguments and do nothing else, and those that are violations.
constexpr const char* kHarmless[] = {
    "strcmp",
    "strncmp",
    "strcasecmp",
    "strncasecmp",
    "strcoll",
    "strlen",
    "strnlen",
    "memcmp",
    "bcmp",
    "strchr",
    "strrchr",
    "strstr",
    "strspn",
    "strcspn",
    "wcscmp",
    "wcsncmp",
    "wmemcmp",
    "wcslen",
    "abs",
    "labs",
    "llabs",
    "isalnum",
    "isalpha",
    "isdigit",
    "islower",
    "isspace",
    "isupper",
    "toupper",
    "tolower",
    "fabs",
    "fabsf",
    "__ctype_b_loc",
    "reach_error",
    "__assert_fail",
    "__ctype_tolower_loc",
    "difftime",
    "printf",
    "fprintf",
    "puts",
    "putchar",
    "__ctype_toupper_loc",
    "__VERIFIER_error",
};

bool isHarmless(llvm::StringRef name) {
  return name.starts_with("__ubsan_handle_") ||
         std::any_of(std::begin(kHarmless), std::end(kHarmless), [&](const char* known) { return name == known; });
}

/// Finds whether a function, and those that it calls, write nothing but locals of their own.
class EffectSearch {
public:
  bool hasEffects(const llvm::Function& function) {
    if (function.isDeclaration()) return !isHarmless(function.getName());
    if (std::find(seen_.begin(), seen_.end(), &function) != seen_.end()) return false;
    seen_.push_back(&function);
    return std::any_of(llvm::inst_begin(function), llvm::inst_end(function),
                       [&](const llvm::Instruction& instruction) { return isEffect(instruction); });
  }

private:
  static bool isLocal(const llvm::Value* pointer) {
    while (auto* gep = llvm::dyn_cast<llvm::GEPOperator>(pointer)) pointer = gep->getPointerOperand();
    return llvm::isa<llvm::AllocaInst>(pointer);
  }
  bool isEffect(const llvm::Instruction& instruction) {
    if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) return !isLocal(store->getPointerOperand());
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
      return load->isVolatile() && !isLocal(load->getPointerOperand());
    if (auto* memory = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction)) return !isLocal(memory->getRawDest());
    if (llvm::isa<llvm::IntrinsicInst>(instruction)) return false;
    if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction)) {
      const llvm::Function* callee = call->getCalledFunction();
      return callee == nullptr || hasEffects(*callee);
    }
    return instruction.mayWriteToMemory();
  }
  std::vector<const llvm::Function*> seen_;
};

/// The functions that a pointer may mean: one, or all of its kind whose address is a value.
bool mayHaveEffects(const llvm::Value* pointer, const llvm::Module& program) {
  EffectSearch search;
  if (auto* function = llvm::dyn_cast<llvm::Function>(pointer->stripPointerCasts()))
    return search.hasEffects(*function);
  return std::any_of(program.begin(), program.end(), [&](const llvm::Function& function) {
    return function.hasAddressTaken() && !function.isIntrinsic() && function.arg_size() >= 2 &&
           search.hasEffects(function);
  });
}

void exclude(llvm::CallInst& call) {
  llvm::IRBuilder<> builder(&call);
  llvm::FunctionCallee unsupported = call.getModule()->getOrInsertFunction(
      "__assay_unsupported", llvm::FunctionType::get(builder.getVoidTy(), {builder.getPtrTy()}, false));
  builder.CreateCall(unsupported, {builder.CreateGlobalString("a comparison of elements that has effects")});
}

} // namespace

void excludeEffects(llvm::Module& program) {
  for (const Comparer& comparer : kComparers) {
    const llvm::Function* callee = program.getFunction(comparer.name);
    if (callee == nullptr || !callee->isDeclaration()) continue;
    std::vector<llvm::CallInst*> calls;
    for (const llvm::User* user : callee->users())
      if (auto* call = llvm::dyn_cast<llvm::CallInst>(const_cast<llvm::User*>(user));
          call != nullptr && call->getCalledOperand() == callee && call->arg_size() > comparer.place)
        calls.push_back(call);
    for (llvm::CallInst* call : calls)
      if (mayHaveEffects(call->getArgOperand(comparer.place), program)) exclude(*call);
  }
}

} // namespace assay
