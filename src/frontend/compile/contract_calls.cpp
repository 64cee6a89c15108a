#include "frontend/compile/contract_calls.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <algorithm>
#include <map>
#include <set>

namespace assay {

namespace {

struct Called {
  llvm::Function* instead = nullptr;
  llvm::Function* pointer = nullptr;
  std::vector<llvm::Function*> aparts;                                 // of each file that has the contract
  std::vector<std::pair<llvm::Function*, llvm::Constant*>> conditions; // with their texts
};

class Putting {
public:
  Putting(llvm::Module& module, std::string entry) : module_(module), entry_(std::move(entry)) {}

  std::vector<std::string> run() {
    readTables();
    if (hasThreads())
      for (auto& [function, called] : contracts_) called.instead = nullptr; // what a body shares, others see
    for (llvm::Function* function : order_) replaceAddress(*function, contracts_.at(function));
    std::vector<llvm::CallBase*> calls;
    for (llvm::Function& function : module_)
      for (llvm::BasicBlock& block : function)
        for (llvm::Instruction& instruction : block)
          if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
              call != nullptr && contracts_.contains(call->getCalledFunction()) && isChecked(function, *call))
            calls.push_back(call);
    for (llvm::CallBase* call : calls) putCall(*call);
    for (llvm::Function* function : order_)
      for (llvm::Function* apart : contracts_.at(function).aparts) writeApart(*function, *apart);
    beginWithAnyGlobals();
    tell();
    std::ranges::sort(told_);
    const auto rest = std::ranges::unique(told_);
    told_.erase(rest.begin(), rest.end());
    return std::move(told_);
  }

private:
  void readTables() {
    std::vector<llvm::GlobalVariable*> tables;
    for (llvm::GlobalVariable& global : module_.globals())
      if (global.getName().starts_with(kContractTable)) tables.push_back(&global);
    for (llvm::GlobalVariable* table : tables) {
      const auto* rows = llvm::cast<llvm::ConstantArray>(table->getInitializer());
      const auto row = [&](unsigned i) { return llvm::dyn_cast<llvm::Function>(rows->getOperand(i)); };
      Called called{row(1), row(2), {row(3)}, {}};
      for (unsigned i = 4; i < rows->getNumOperands(); i += 2)
        called.conditions.emplace_back(row(i), rows->getOperand(i + 1));
      for (llvm::Function* helper : {called.instead, called.pointer, row(3)})
        if (helper != nullptr) helpers_.insert(helper);
      for (const auto& [condition, text] : called.conditions) helpers_.insert(condition);
      if (!contracts_.contains(row(0))) order_.push_back(row(0));
      // Files that include one header say the same.
      const auto [known, isNew] = contracts_.emplace(row(0), called);
      if (!isNew) known->second.aparts.push_back(row(3));
    }
    for (llvm::GlobalVariable* table : tables) table->eraseFromParent();
    if (llvm::GlobalVariable* annotations = module_.getNamedGlobal("llvm.global.annotations"))
      annotations->eraseFromParent();
  }

  bool hasThreads() const {
    for (const char* name : {"pthread_create", "thrd_create"})
      if (const llvm::Function* function = module_.getFunction(name); function != nullptr && !function->use_empty())
        return true;
    return false;
  }

  /// Who calls it by a pointer calls what calls it by name.
  void replaceAddress(llvm::Function& function, const Called& called) {
    function.replaceUsesWithIf(called.pointer, [&](const llvm::Use& use) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(use.getUser());
      return call == nullptr || !call->isCallee(&use) || call->getFunctionType() != function.getFunctionType();
    });
  }

  /// Helpers may call functions with contracts as conditions do; those that are called by pointers are for the program.
  bool isChecked(const llvm::Function& caller, const llvm::CallBase& call) const {
    if (caller.getName() == entry_ && entry_ == "harness_of_" + call.getCalledFunction()->getName().str()) return false;
    const bool isPointer =
        std::ranges::any_of(contracts_, [&](const auto& contract) { return contract.second.pointer == &caller; });
    return isPointer || !helpers_.contains(&caller);
  }

  void putCall(llvm::CallBase& call) {
    const auto& [function, called] = *contracts_.find(call.getCalledFunction());
    const llvm::DebugLoc place = call.getDebugLoc();
    llvm::LLVMContext& context = module_.getContext();
    llvm::Type* pointer = llvm::PointerType::getUnqual(context);
    llvm::Type* number = llvm::Type::getInt32Ty(context);
    const llvm::FunctionCallee fail =
        module_.getOrInsertFunction("__assert_fail", llvm::Type::getVoidTy(context), pointer, pointer, number, pointer);
    for (const auto& [condition, text] : called.conditions) {
      if (condition->arg_size() != call.arg_size()) continue;
      llvm::IRBuilder<> builder(&call);
      builder.SetCurrentDebugLocation(place);
      const std::vector<llvm::Value*> arguments(call.arg_begin(), call.arg_end());
      llvm::CallInst* holds = builder.CreateCall(condition, arguments);
      holds->setAttributes(attributesLike(call, *holds));
      llvm::Value* fails = builder.CreateICmpEQ(holds, llvm::ConstantInt::get(holds->getType(), 0));
      llvm::Instruction* end = llvm::SplitBlockAndInsertIfThen(fails, &call, /*Unreachable=*/true);
      builder.SetInsertPoint(end);
      builder.SetCurrentDebugLocation(place);
      llvm::Constant* none = llvm::ConstantPointerNull::get(llvm::cast<llvm::PointerType>(pointer));
      builder.CreateCall(fail, {text, none, llvm::ConstantInt::get(number, 0), none});
    }
    if (called.instead == nullptr) return;
    call.setCalledFunction(called.instead);
  }

  /// What an execution may rest on.
  void tell() {
    const llvm::Function* begin = module_.getFunction(entry_);
    if (begin == nullptr) return;
    const Reached reached = reachedFrom(*begin);
    for (const llvm::Function* function : order_) {
      const llvm::Function* instead = contracts_.at(const_cast<llvm::Function*>(function)).instead;
      if (instead == nullptr || !reached.values.contains(instead)) continue;
      const std::string name = function->getName().str();
      told_.push_back("calls of '" + name + "' do what its contract says" +
                      (function->isDeclaration() ? "; it has no body here" : ", which --entry " + name + " proves"));
      told_.emplace_back("what the library keeps (errno, files) is not changed by calls that a contract answers");
    }
  }

  /// Of the parameters alone: aggregates that are passed by reference.
  static llvm::AttributeList attributesLike(const llvm::CallBase& call, const llvm::CallInst& made) {
    llvm::AttributeList attributes;
    for (unsigned i = 0; i < made.arg_size(); ++i)
      attributes = attributes.addParamAttributes(
          made.getContext(), i, llvm::AttrBuilder(made.getContext(), call.getAttributes().getParamAttrs(i)));
    return attributes;
  }

  struct Reached {
    std::set<const llvm::Value*> values; // functions, globals and constants
    bool isOpen = false;                 // and what pointers to functions lead to
  };
  static Reached reachedFrom(const llvm::Function& root) {
    Reached reached{{&root}, root.isDeclaration()};
    std::vector<const llvm::Value*> todo = {&root};
    const auto add = [&](const llvm::Value* value) {
      if (llvm::isa<llvm::Constant>(value) && reached.values.insert(value).second) todo.push_back(value);
    };
    const auto addAll = [&](const llvm::User& user) {
      for (const llvm::Use& operand : user.operands()) add(operand.get());
    };
    while (!todo.empty()) {
      const llvm::Value* value = todo.back();
      todo.pop_back();
      if (const auto* function = llvm::dyn_cast<llvm::Function>(value)) {
        for (const llvm::BasicBlock& block : *function)
          for (const llvm::Instruction& instruction : block) {
            const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
            reached.isOpen |= call != nullptr && call->isIndirectCall();
            addAll(instruction);
          }
      } else {
        addAll(*llvm::cast<llvm::Constant>(value)); // of a global, its initialiser
      }
    }
    return reached;
  }

  /// Globals that are not constant and that a function uses, or what it calls.
  std::vector<llvm::GlobalVariable*> globalsOf(const llvm::Function& root) const {
    const Reached reached = reachedFrom(root);
    std::vector<llvm::GlobalVariable*> result;
    for (llvm::GlobalVariable& global : module_.globals()) {
      const bool isOurs = global.getName().starts_with("assay_contract_") || global.getName().starts_with("llvm.");
      if (!isOurs && !global.isConstant() && global.getValueType()->isSized() &&
          (reached.isOpen || reached.values.contains(&global)))
        result.push_back(&global);
    }
    return result;
  }

  llvm::Value* sizeOf(const llvm::GlobalVariable& global) const {
    const llvm::DataLayout& layout = module_.getDataLayout();
    return llvm::ConstantInt::get(layout.getIntPtrType(module_.getContext()),
                                  layout.getTypeAllocSize(global.getValueType()));
  }

  void writeApart(const llvm::Function& function, llvm::Function& apart) {
    if (!apart.isDeclaration()) return;
    apart.setLinkage(llvm::Function::InternalLinkage);
    llvm::IRBuilder<> builder(llvm::BasicBlock::Create(module_.getContext(), "entry", &apart));
    llvm::Type* number = builder.getInt32Ty();
    llvm::Value* result = llvm::ConstantInt::get(number, 1);
    for (llvm::GlobalVariable* global : globalsOf(function)) {
      const llvm::FunctionCallee overlap =
          module_.getOrInsertFunction("__assay_overlap", number, builder.getPtrTy(), apart.getArg(1)->getType(),
                                      builder.getPtrTy(), apart.getArg(1)->getType());
      llvm::Value* meets = builder.CreateCall(overlap, {apart.getArg(0), apart.getArg(1), global, sizeOf(*global)});
      llvm::Value* isApart = builder.CreateZExt(builder.CreateICmpEQ(meets, llvm::ConstantInt::get(number, 0)), number);
      result = builder.CreateAnd(result, isApart);
    }
    builder.CreateRet(result);
  }

  /// The harness that proves a function says nothing of globals but what the contract requires.
  void beginWithAnyGlobals() {
    llvm::Function* watch = module_.getFunction(kContractWatch);
    llvm::Function* harness = module_.getFunction(entry_);
    if (watch == nullptr || harness == nullptr || harness->isDeclaration()) return;
    llvm::IRBuilder<> builder(&*harness->getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    if (const llvm::DISubprogram* place = harness->getSubprogram())
      builder.SetCurrentDebugLocation(
          llvm::DILocation::get(module_.getContext(), place->getLine(), 0, const_cast<llvm::DISubprogram*>(place)));
    for (llvm::GlobalVariable* global : globalsOf(*harness)) {
      const llvm::FunctionCallee fill = module_.getOrInsertFunction("__VERIFIER_nondet_memory", builder.getVoidTy(),
                                                                    builder.getPtrTy(), sizeOf(*global)->getType());
      builder.CreateCall(fill, {global, sizeOf(*global)});
      builder.CreateCall(watch, {global, sizeOf(*global)});
    }
    told_.emplace_back("globals and arguments are any that the contract allows");
  }

  llvm::Module& module_;
  const std::string entry_;
  std::map<llvm::Function*, Called> contracts_;
  std::vector<llvm::Function*> order_;
  std::set<const llvm::Function*> helpers_;
  std::vector<std::string> told_;
};

} // namespace

std::vector<std::string> putContracts(llvm::Module& module, const std::string& entry) {
  return Putting(module, entry).run();
}

} // namespace assay
