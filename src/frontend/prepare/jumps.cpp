// setjmp and longjmp. A jump is an exceptional return. The model of longjmp (models/jumps.c) notes where it goes, by
// the token that an execution of setjmp has left in the buffer, and returns. Behind each call that may jump, the caller
// asks whether a jump is on its way. If it goes to the last execution of one of the caller's own calls of setjmp,
// execution goes on behind that, else the caller returns as well:
//
//        %r = call f()
//        jump on its way?  ── no ──▶  what stands behind the call
//               │ yes
//        to my first setjmp?  ── yes ──▶  landing  ──▶  behind setjmp, with the jump's value
//               │ no                                         ▲
//              ...                          execution of setjmp, which returns 0
//               │ no
//             return
//
// So frames that are left end as they do at any return, and what knows calls and returns needs to know nothing of
// jumps. Where there is no frame to return to, the function that called setjmp has returned: C has no meaning for the
// jump. The models of library functions that call back are not left by a jump, which is an obstacle: C does not say
// what state that leaves.
//
// An execution of setjmp that is not the last one of its call is no destination, though C allows it while its function
// has not returned: so what "has been changed since setjmp" means can be told from the function's text
// (jump_locals.cpp).
#include "frontend/prepare/jumps.h"

#include "frontend/library/model_library.h"
#include "frontend/prepare/prepare.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Local.h>

#include <string>
#include <unordered_map>
#include <vector>

namespace assay {

namespace {

// Variables of the models.
constexpr const char* kLastToken = "__assay_jump_last";
constexpr const char* kTarget = "__assay_jump_target";
constexpr const char* kValue = "__assay_jump_value";

constexpr const char* kMarks[] = {"setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp"};
constexpr const char* kJumps[] = {"longjmp", "_longjmp", "siglongjmp", "__longjmp_chk"};

using Functions = llvm::SmallPtrSet<const llvm::Function*, 16>;

template <size_t Count>
Functions modelsNamed(const llvm::Module& module, const char* const (&names)[Count]) {
  Functions result;
  for (const char* name : names)
    if (const llvm::Function* function = module.getFunction(name);
        function && function->hasFnAttribute(kModelAttribute))
      result.insert(function);
  return result;
}

/// Null for a call through a pointer.
const llvm::Function* calleeOf(const llvm::CallInst& call) {
  return llvm::dyn_cast<llvm::Function>(call.getCalledOperand()->stripPointerCastsAndAliases());
}

bool isModel(const llvm::Function& function) { return function.hasFnAttribute(kModelAttribute); }

/// Execution begins or ends with these, and nobody asks whether they have jumped.
Functions rootsOf(const llvm::Module& module, llvm::StringRef entry) {
  Functions roots;
  if (const llvm::Function* function = module.getFunction(entry)) roots.insert(function);
  for (const char* list : {"llvm.global_ctors", "llvm.global_dtors"})
    if (const llvm::GlobalVariable* variable = module.getGlobalVariable(list))
      for (const llvm::Use& use : variable->getInitializer()->operands())
        if (auto* function = llvm::dyn_cast<llvm::Function>(
                llvm::cast<llvm::Constant>(use)->getAggregateElement(1u)->stripPointerCastsAndAliases()))
          roots.insert(function);
  return roots;
}

/// Which calls may end by a jump.
class MayJump {
public:
  MayJump(const llvm::Module& module, const Functions& jumps) : functions_(jumps) {
    for (bool changed = true; changed;) {
      throughPointers_ =
          llvm::any_of(functions_, [](const llvm::Function* function) { return function->hasAddressTaken(); });
      changed = false;
      for (const llvm::Function& function : module) {
        if (isModel(function) || functions_.contains(&function) || !hasJump(function)) continue;
        functions_.insert(&function);
        changed = true;
      }
    }
  }

  bool operator()(const llvm::CallInst& call) const {
    if (call.isInlineAsm()) return false;
    const llvm::Function* callee = calleeOf(call);
    return callee == nullptr ? throughPointers_ : functions_.contains(callee);
  }

private:
  bool hasJump(const llvm::Function& function) const {
    return llvm::any_of(llvm::instructions(function), [&](const llvm::Instruction& instruction) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      return call != nullptr && (*this)(*call);
    });
  }

  Functions functions_;
  bool throughPointers_ = false; // a call through any pointer may be one of these functions
};

/// The calls of setjmp and the jumps of one function.
class FunctionJumps {
public:
  FunctionJumps(llvm::Function& function, std::vector<llvm::CallInst*> marks, std::vector<llvm::CallInst*> jumps,
                bool isRoot)
      : function_(function), module_(*function.getParent()), context_(function.getContext()), marks_(std::move(marks)),
        jumps_(std::move(jumps)), isRoot_(isRoot) {}

  void run(const Functions& always) {
    if (!marks_.empty()) {
      findLives();
      keepPhisInSlots();
      for (llvm::CallInst* mark : marks_) sites_.push_back(makeSite(*mark));
      keepValuesInSlots();
    }
    for (llvm::CallInst* jump : jumps_) askBehind(*jump, always.contains(calleeOf(*jump)));
    for (size_t i = 0; i < sites_.size(); i++) land(sites_[i], *results_[i]);
  }

private:
  llvm::GlobalVariable* variable(const char* name) { return module_.getGlobalVariable(name); }
  llvm::IntegerType* tokenType() { return llvm::Type::getInt64Ty(context_); }
  llvm::Constant* noToken() { return llvm::ConstantInt::get(tokenType(), 0); }

  static const llvm::DILocalScope* scopeOf(const llvm::CallInst& call) {
    return call.getDebugLoc() ? llvm::cast<llvm::DILocalScope>(call.getDebugLoc().getScope()) : nullptr;
  }

  /// Finds out where objects live. Of those that are there at some call of setjmp, lives are marked later, by the
  /// blocks of the source (markLifetimes): clang knows nothing of jumps. What clang says of the others is right, but
  /// for the jumps, which end these lives.
  void findLives() {
    const llvm::DominatorTree dominators(function_);
    std::vector<llvm::Instruction*> wrong;
    for (llvm::Instruction& instruction : function_.getEntryBlock()) {
      auto* object = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
      if (object == nullptr) continue;
      const llvm::DILocalScope* life = blockOf(*object);
      if (life != nullptr) lives_.insert(life);
      const bool isAround = life == nullptr || llvm::any_of(marks_, [&](const llvm::CallInst* mark) {
                              const llvm::DILocalScope* scope = scopeOf(*mark);
                              return scope == nullptr || isWithin(scope, life);
                            });
      llvm::IntrinsicInst *begin = nullptr, *end = nullptr;
      for (llvm::User* user : object->users()) {
        auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(user);
        if (intrinsic == nullptr || !intrinsic->isLifetimeStartOrEnd()) continue;
        (intrinsic->getIntrinsicID() == llvm::Intrinsic::lifetime_end ? end : begin) = intrinsic;
        if (isAround) wrong.push_back(intrinsic);
      }
      if (isAround || begin == nullptr || end == nullptr) continue;
      for (const llvm::CallInst* jump : jumps_)
        if (isWithin(scopeOf(*jump), life) && dominators.dominates(begin, jump)) ends_[jump].push_back(end);
    }
    for (llvm::Instruction* marker : wrong) marker->eraseFromParent();
  }

  void keepPhisInSlots() {
    std::vector<llvm::PHINode*> phis;
    for (llvm::Instruction& instruction : llvm::instructions(function_))
      if (auto* phi = llvm::dyn_cast<llvm::PHINode>(&instruction)) phis.push_back(phi);
    for (llvm::PHINode* phi : phis) llvm::DemotePHIToStack(phi);
  }

  JumpSite makeSite(llvm::CallInst& call) {
    llvm::BasicBlock* execution = call.getParent();
    llvm::BasicBlock* resume = llvm::SplitBlock(execution, call.getNextNode());
    llvm::BasicBlock* landing = llvm::BasicBlock::Create(context_, "landing", &function_, resume);
    llvm::AllocaInst* token = jumpSlot(function_, tokenType(), "token");
    new llvm::StoreInst(noToken(), token, std::next(token->getIterator()));
    llvm::IRBuilder<> behind(execution->getTerminator());
    behind.SetCurrentDebugLocation(call.getDebugLoc());
    behind.CreateStore(behind.CreateLoad(tokenType(), variable(kLastToken)), token);
    llvm::IRBuilder<> builder(landing);
    builder.SetCurrentDebugLocation(call.getDebugLoc());
    builder.CreateBr(resume);
    // The call returns 0, and the landing another value.
    llvm::PHINode* result = llvm::PHINode::Create(call.getType(), 2, "setjmp", resume->begin());
    call.replaceAllUsesWith(result);
    result->addIncoming(&call, execution);
    tokens_.push_back(token);
    results_.push_back(result);
    return {&call, execution, landing, resume};
  }

  /// What is read in another block than it is computed in may come by a jump.
  void keepValuesInSlots() {
    std::vector<llvm::Instruction*> values;
    for (llvm::Instruction& instruction : llvm::instructions(function_)) {
      auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
      if (alloca != nullptr && alloca->isStaticAlloca()) continue;
      const auto isElsewhere = [&](const llvm::User* user) {
        return llvm::cast<llvm::Instruction>(user)->getParent() != instruction.getParent() &&
               !llvm::isa<llvm::PHINode>(user);
      };
      if (llvm::any_of(instruction.users(), isElsewhere)) values.push_back(&instruction);
    }
    for (llvm::Instruction* value : values) llvm::DemoteRegToStack(*value, false, function_.getEntryBlock().begin());
  }

  /// Splits the block behind the call. `always`: it is no question whether it jumps.
  void askBehind(llvm::CallInst& call, bool always) {
    llvm::BasicBlock* block = call.getParent();
    llvm::BasicBlock* behind = llvm::SplitBlock(block, call.getNextNode());
    block->getTerminator()->eraseFromParent();
    llvm::IRBuilder<> builder(block);
    builder.SetCurrentDebugLocation(call.getDebugLoc());
    llvm::BasicBlock* next =
        sites_.empty() ? leaving() : llvm::BasicBlock::Create(context_, "jumps", &function_, behind);
    if (always)
      builder.CreateBr(next);
    else
      builder.CreateCondBr(builder.CreateICmpEQ(builder.CreateLoad(tokenType(), variable(kTarget)), noToken()), behind,
                           next);
    for (size_t i = 0; i < sites_.size(); i++) {
      builder.SetInsertPoint(next);
      const bool isLast = i + 1 == sites_.size();
      next = isLast ? leaving() : llvm::BasicBlock::Create(context_, "jumps", &function_, behind);
      llvm::Value* isHere = builder.CreateICmpEQ(builder.CreateLoad(tokenType(), variable(kTarget)),
                                                 builder.CreateLoad(tokenType(), tokens_[i]));
      builder.CreateCondBr(isHere, wayTo(sites_[i], call), next);
    }
    jumpBlocks_.push_back(block);
  }

  /// Where the jump of this call to the site begins.
  llvm::BasicBlock* wayTo(const JumpSite& site, const llvm::CallInst& call) {
    if (hasLeftObjects(call, site)) return left(call.getDebugLoc());
    const auto ends = ends_.find(&call);
    if (ends == ends_.end()) return site.landing;
    llvm::BasicBlock* way = llvm::BasicBlock::Create(context_, "way", &function_);
    for (const llvm::IntrinsicInst* end : ends->second) {
      llvm::Instruction* copy = end->clone();
      copy->insertInto(way, way->end());
      copy->setDebugLoc(call.getDebugLoc());
    }
    llvm::BranchInst::Create(site.landing, way)->setDebugLoc(call.getDebugLoc());
    return way;
  }

  /// Whether an object that is there at the site has ended its life before the call.
  bool hasLeftObjects(const llvm::CallInst& call, const JumpSite& site) const {
    const llvm::DILocalScope *here = scopeOf(call), *there = scopeOf(*site.call);
    if (here == nullptr || there == nullptr) return false;
    return llvm::any_of(lives_, [&](const auto* life) { return isWithin(there, life) && !isWithin(here, life); });
  }

  /// The end of jumps into a block that has been left: what its objects hold is open, and compilers disagree.
  llvm::BasicBlock* left(const llvm::DebugLoc& place) {
    llvm::BasicBlock* block = llvm::BasicBlock::Create(context_, "left", &function_);
    endUnsupported(*block, place, "longjmp into a block that has been left");
    return block;
  }

  void endUnsupported(llvm::BasicBlock& block, const llvm::DebugLoc& place, const char* message) {
    auto* end = new llvm::UnreachableInst(context_, &block);
    end->setDebugLoc(place);
    refuse(block, message);
  }

  /// The block that returns while a jump is on its way.
  llvm::BasicBlock* leaving() {
    if (leaving_ != nullptr) return leaving_;
    leaving_ = llvm::BasicBlock::Create(context_, "leaving", &function_);
    llvm::DebugLoc place;
    if (llvm::DISubprogram* scope = function_.getSubprogram())
      place = llvm::DILocation::get(context_, scope->getLine(), 0, scope);
    if (isRoot_) {
      endUnsupported(*leaving_, place, "longjmp to a function that has returned");
    } else if (isModel(function_)) {
      endUnsupported(*leaving_, place,
                     "longjmp to a function that has returned, or out of a library function that calls back");
    } else {
      llvm::Type* type = function_.getReturnType();
      llvm::Constant* nothing = type->isVoidTy() ? nullptr : llvm::Constant::getNullValue(type);
      llvm::ReturnInst::Create(context_, nothing, leaving_)->setDebugLoc(place);
    }
    return leaving_;
  }

  void land(const JumpSite& site, llvm::PHINode& result) {
    openChangedLocals(function_, site, jumpBlocks_);
    llvm::IRBuilder<> builder(site.landing->getTerminator());
    builder.SetCurrentDebugLocation(site.call->getDebugLoc());
    builder.CreateStore(noToken(), variable(kTarget));
    llvm::Type* type = llvm::Type::getInt32Ty(context_);
    result.addIncoming(builder.CreateIntCast(builder.CreateLoad(type, variable(kValue)), result.getType(), true),
                       site.landing);
    // What has moved the stack pointer, or goes to labels whose addresses it has, is not followed.
    for (const llvm::Instruction& instruction : llvm::instructions(function_)) {
      auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
      if (alloca != nullptr && !alloca->isStaticAlloca())
        return refuse(*site.landing, "longjmp to a function with arrays of variable length");
      if (llvm::isa<llvm::IndirectBrInst>(instruction))
        return refuse(*site.landing, "longjmp to a function with computed gotos");
    }
  }

  llvm::Function& function_;
  llvm::Module& module_;
  llvm::LLVMContext& context_;
  const std::vector<llvm::CallInst*> marks_;
  const std::vector<llvm::CallInst*> jumps_;
  const bool isRoot_;
  std::vector<JumpSite> sites_;
  std::vector<llvm::AllocaInst*> tokens_;     // of each site, that of its last execution
  std::vector<llvm::PHINode*> results_;       // what setjmp returns there
  std::vector<llvm::BasicBlock*> jumpBlocks_; // they end behind a call that may jump
  llvm::BasicBlock* leaving_ = nullptr;
  llvm::SmallPtrSet<const llvm::DILocalScope*, 8> lives_; // in which objects live
  /// The ends of lives that clang has marked, for each call in them that may jump.
  std::unordered_map<const llvm::CallInst*, std::vector<const llvm::IntrinsicInst*>> ends_;
};

/// The model reads what it has written itself into the buffer, which is no padding there.
void readExactly(const llvm::Module& module) {
  const llvm::GlobalVariable* target = module.getGlobalVariable(kTarget);
  if (target == nullptr) return;
  for (const llvm::User* user : target->users())
    if (auto* store = llvm::dyn_cast<llvm::StoreInst>(user); store && isModel(*store->getFunction()))
      for (const llvm::Instruction& instruction : llvm::instructions(*store->getFunction()))
        if (llvm::isa<llvm::LoadInst>(instruction)) setMark(const_cast<llvm::Instruction&>(instruction), kExact);
}

/// Who has the address of setjmp, which C does not allow, has that of a function without a model.
void hideAddresses(llvm::Module& module, const Functions& marks) {
  for (const llvm::Function* one : marks) {
    auto* mark = const_cast<llvm::Function*>(one);
    if (!mark->hasAddressTaken()) continue;
    const std::string name = mark->getName().str();
    mark->setName("__assay_" + name);
    llvm::Function* other =
        llvm::Function::Create(mark->getFunctionType(), llvm::Function::ExternalLinkage, name, module);
    mark->replaceUsesWithIf(other, [&](const llvm::Use& use) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(use.getUser());
      return call == nullptr || !call->isCallee(&use);
    });
  }
}

} // namespace

llvm::AllocaInst* jumpSlot(llvm::Function& function, llvm::Type* type, const char* name) {
  auto* slot = new llvm::AllocaInst(type, 0, name, function.getEntryBlock().begin());
  setMark(*slot, kJumpSlot);
  return slot;
}

void refuse(llvm::BasicBlock& block, const char* message) {
  llvm::IRBuilder<> builder(block.getTerminator());
  builder.SetCurrentDebugLocation(block.getTerminator()->getDebugLoc());
  llvm::FunctionCallee unsupported = block.getModule()->getOrInsertFunction(
      "__assay_unsupported", llvm::FunctionType::get(builder.getVoidTy(), {builder.getPtrTy()}, false));
  builder.CreateCall(unsupported, {builder.CreateGlobalString(message)});
}

void translateJumps(llvm::Module& module, llvm::StringRef entry) {
  const Functions marks = modelsNamed(module, kMarks);
  const Functions jumps = modelsNamed(module, kJumps);
  if (marks.empty() && jumps.empty()) return;
  readExactly(module);
  hideAddresses(module, marks);
  // Where nobody calls setjmp, the model of longjmp does not return.
  if (llvm::none_of(marks, [](const llvm::Function* mark) { return !mark->use_empty(); })) return;
  const MayJump mayJump(module, jumps);
  const Functions roots = rootsOf(module, entry);
  for (llvm::Function& function : module) {
    if (jumps.contains(&function)) continue;
    std::vector<llvm::CallInst*> marking;
    std::vector<llvm::CallInst*> jumping;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      if (call == nullptr) continue;
      const llvm::Function* callee = calleeOf(*call);
      if (callee != nullptr && marks.contains(callee))
        marking.push_back(call);
      else if (mayJump(*call))
        jumping.push_back(call);
    }
    if (!jumping.empty()) FunctionJumps(function, marking, jumping, roots.contains(&function)).run(jumps);
  }
}

} // namespace assay
