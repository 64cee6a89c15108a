// Values that were never written (property `uninit`). As MemorySanitizer does it (Stepanov and Serebryany, 2015), each bit of a
// value has a shadow that says whether it was never written; copies pass shadows on, and what counts is a use: a branch, an
// address, an argument of a call or a result that depends on such bits. Unlike there, shadows are variables of the program and
// there is none for memory at large: a local has shadows of its own, if nothing but accesses and copies use its address.
// What is stored elsewhere counts as written, and so does what is read elsewhere; so nothing is told of blocks of the heap
// and of locals whose address goes elsewhere, and nothing wrong of anything.
//
// A local that is written before every read, whichever way leads there, gets no shadow. That is nearly all of them: this pass
// leaves most functions as they are.
#include "frontend/compile/expand_formats.h"
#include "frontend/library/model_library.h"
#include "frontend/prepare/prepare.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <map>
#include <optional>
#include <set>
#include <vector>

namespace assay {

namespace {

/// A local, as far as its address is only used to access it.
struct Local {
  std::vector<llvm::Instruction*> accesses; // loads, stores, copies and fills
  std::vector<llvm::Instruction*> begins;   // of its life
  llvm::AllocaInst* shadow = nullptr;
};

class Shadows {
public:
  Shadows(llvm::Function& function, bool goesOn)
      : function_(function), layout_(function.getParent()->getDataLayout()), goesOn_(goesOn), dominators_(function) {}

  void run() {
    std::vector<llvm::AllocaInst*> locals;
    for (llvm::Instruction& instruction : function_.getEntryBlock())
      if (auto* local = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) locals.push_back(local);
    std::map<const llvm::AllocaInst*, Local> candidates;
    for (llvm::AllocaInst* local : locals)
      if (std::optional<Local> found = look(*local)) candidates[local] = std::move(*found);
    const auto choose = [&](const auto& isWanted) {
      const size_t before = order_.size();
      for (llvm::AllocaInst* local : locals)
        if (candidates.contains(local) && isWanted(*local, candidates[local])) {
          order_.push_back(local);
          locals_[local] = std::move(candidates[local]);
          candidates.erase(local);
        }
      return order_.size() > before;
    };
    choose([&](const llvm::AllocaInst& local, const Local& found) { return !isWrittenFirst(local, found); });
    if (locals_.empty()) return;
    // What gets a copy has shadows, too.
    do findReached();
    while (choose([&](const llvm::AllocaInst& local, const Local& found) { return isCopiedTo(local, found); }));
    for (llvm::AllocaInst* local : order_) makeShadow(*local, locals_[local]);
    followValues();
    for (auto& [phi, shadow] : phis_)
      for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i)
        shadow->addIncoming(shadowOf(phi->getIncomingValue(i)), phi->getIncomingBlock(i));
    checkUses();
  }

private:
  static constexpr uint64_t kLargest = 4096;

  std::optional<Local> look(llvm::AllocaInst& alloca) const {
    const std::optional<llvm::TypeSize> size = alloca.getAllocationSize(layout_);
    if (alloca.isArrayAllocation() || !size || size->isScalable() || size->getFixedValue() > kLargest)
      return std::nullopt;
    if (llvm::findDVRDeclares(&alloca).empty()) return std::nullopt; // the compiler's own
    Local local;
    std::vector<llvm::Value*> pointers = {&alloca};
    while (!pointers.empty()) {
      llvm::Value* pointer = pointers.back();
      pointers.pop_back();
      for (const llvm::Use& use : pointer->uses()) {
        auto* user = llvm::cast<llvm::Instruction>(use.getUser());
        if (auto* load = llvm::dyn_cast<llvm::LoadInst>(user); load != nullptr && load->isSimple()) {
          local.accesses.push_back(load);
        } else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
                   store != nullptr && store->isSimple() && store->getValueOperand() != pointer) {
          local.accesses.push_back(store);
        } else if (auto* step = llvm::dyn_cast<llvm::GetElementPtrInst>(user);
                   step != nullptr && step->getPointerOperand() == pointer) {
          pointers.push_back(step);
        } else if (auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(user)) {
          if (intrinsic->getIntrinsicID() == llvm::Intrinsic::lifetime_start)
            local.begins.push_back(intrinsic);
          else if (llvm::isa<llvm::MemIntrinsic>(intrinsic))
            local.accesses.push_back(intrinsic);
          else if (intrinsic->getIntrinsicID() != llvm::Intrinsic::lifetime_end)
            return std::nullopt;
        } else {
          return std::nullopt;
        }
      }
    }
    return local;
  }

  static bool isRead(const llvm::Instruction& access, const llvm::Value& object) {
    if (llvm::isa<llvm::LoadInst>(access)) return true;
    const auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(&access);
    return copy != nullptr && llvm::getUnderlyingObject(copy->getRawSource()) == &object;
  }

  bool isWhole(const llvm::Instruction& access, const llvm::AllocaInst& alloca) const {
    const uint64_t size = alloca.getAllocationSize(layout_)->getFixedValue();
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&access))
      return store->getPointerOperand() == &alloca &&
             layout_.getTypeStoreSize(store->getValueOperand()->getType()) == size;
    const auto* fill = llvm::dyn_cast<llvm::MemIntrinsic>(&access);
    const auto* length = fill == nullptr ? nullptr : llvm::dyn_cast<llvm::ConstantInt>(fill->getLength());
    return length != nullptr && fill->getRawDest() == &alloca && length->getZExtValue() == size;
  }

  /// Whether one write of all of it is before each read, since its life has begun.
  bool isWrittenFirst(const llvm::AllocaInst& alloca, const Local& local) const {
    for (const llvm::Instruction* write : local.accesses) {
      if (!isWhole(*write, alloca)) continue;
      const bool isBefore = llvm::all_of(local.accesses, [&](const llvm::Instruction* access) {
        return !isRead(*access, alloca) || dominators_.dominates(write, access);
      });
      const bool isAfter = llvm::all_of(
          local.begins, [&](const llvm::Instruction* begin) { return dominators_.dominates(begin, write); });
      if (isBefore && isAfter) return true;
    }
    return llvm::none_of(local.accesses, [&](const llvm::Instruction* access) { return isRead(*access, alloca); });
  }

  bool isCopiedTo(const llvm::AllocaInst& alloca, const Local& local) {
    return llvm::any_of(local.accesses, [&](llvm::Instruction* access) {
      if (auto* store = llvm::dyn_cast<llvm::StoreInst>(access)) return reached_.contains(store->getValueOperand());
      auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(access);
      return copy != nullptr && llvm::getUnderlyingObject(copy->getRawDest()) == &alloca &&
             localOf(copy->getRawSource()) != nullptr;
    });
  }

  llvm::AllocaInst* localOf(llvm::Value* pointer) {
    auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(llvm::getUnderlyingObject(pointer));
    return alloca != nullptr && locals_.contains(alloca) ? alloca : nullptr;
  }

  /// Numbers and pointers have shadows, other values have none.
  llvm::IntegerType* shadowType(llvm::Type* type) const {
    const bool isPlain = type->isIntegerTy() || type->isPointerTy() || type->isFloatTy() || type->isDoubleTy();
    return isPlain ? llvm::IntegerType::get(type->getContext(), static_cast<unsigned>(layout_.getTypeSizeInBits(type)))
                   : nullptr;
  }

  /// Values that may depend on a local with shadows.
  void findReached() {
    std::vector<llvm::Instruction*> todo;
    for (llvm::AllocaInst* alloca : order_)
      for (llvm::Instruction* access : locals_[alloca].accesses)
        if (llvm::isa<llvm::LoadInst>(access) && shadowType(access->getType()) != nullptr) todo.push_back(access);
    while (!todo.empty()) {
      llvm::Instruction* value = todo.back();
      todo.pop_back();
      if (!reached_.insert(value).second) continue;
      for (llvm::User* user : value->users()) {
        auto* next = llvm::cast<llvm::Instruction>(user);
        const bool isOverflow = llvm::isa<llvm::WithOverflowInst>(next);
        const bool isPart = llvm::isa<llvm::ExtractValueInst>(next) && llvm::isa<llvm::WithOverflowInst>(value);
        const bool isComputed =
            llvm::isa<llvm::BinaryOperator, llvm::UnaryOperator, llvm::CmpInst, llvm::CastInst, llvm::SelectInst,
                      llvm::PHINode, llvm::GetElementPtrInst, llvm::FreezeInst>(next) &&
            shadowType(next->getType()) != nullptr;
        if (isOverflow || isPart || isComputed) todo.push_back(next);
      }
    }
  }

  void makeShadow(llvm::AllocaInst& alloca, Local& local) {
    const uint64_t size = alloca.getAllocationSize(layout_)->getFixedValue();
    llvm::IRBuilder<> builder(&alloca);
    llvm::Type* type = alloca.getAllocatedType();
    llvm::IntegerType* plain = shadowType(type);
    llvm::Type* kept =
        plain != nullptr ? plain : static_cast<llvm::Type*>(llvm::ArrayType::get(builder.getInt8Ty(), size));
    local.shadow = builder.CreateAlloca(kept, nullptr, alloca.getName() + ".written");
    const auto begin = [&](llvm::IRBuilder<>& at) {
      if (plain != nullptr)
        at.CreateStore(llvm::ConstantInt::getAllOnesValue(plain), local.shadow);
      else
        at.CreateMemSet(local.shadow, at.getInt8(0xff), size, llvm::MaybeAlign(1));
    };
    if (local.begins.empty()) {
      llvm::IRBuilder<> at(&*function_.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
      at.SetCurrentDebugLocation(placeOf(alloca));
      begin(at);
    }
    for (llvm::Instruction* start : local.begins) {
      llvm::IRBuilder<> at(start->getNextNode());
      at.SetCurrentDebugLocation(start->getDebugLoc() ? start->getDebugLoc() : placeOf(alloca));
      begin(at);
    }
  }

  llvm::DebugLoc placeOf(const llvm::AllocaInst& alloca) const {
    for (const llvm::DbgVariableRecord* record : llvm::findDVRDeclares(const_cast<llvm::AllocaInst*>(&alloca)))
      return record->getDebugLoc();
    return {};
  }

  /// The same place in the shadows.
  llvm::Value* shadowPlace(llvm::Value* pointer, llvm::IRBuilder<>& builder) {
    std::vector<llvm::GetElementPtrInst*> steps;
    while (auto* step = llvm::dyn_cast<llvm::GetElementPtrInst>(pointer)) {
      steps.push_back(step);
      pointer = step->getPointerOperand();
    }
    llvm::Value* place = locals_[llvm::cast<llvm::AllocaInst>(pointer)].shadow;
    for (auto it = steps.rbegin(); it != steps.rend(); ++it) {
      llvm::Instruction* copy = (*it)->clone();
      copy->setOperand(0, place);
      builder.Insert(copy);
      place = copy;
    }
    return place;
  }

  llvm::Value* shadowOf(llvm::Value* value) {
    const auto found = shadows_.find(value);
    if (found != shadows_.end()) return found->second;
    return llvm::ConstantInt::get(shadowType(value->getType()), 0);
  }

  void followValues() {
    const llvm::ReversePostOrderTraversal<llvm::Function*> order(&function_);
    std::vector<llvm::Instruction*> instructions;
    for (llvm::BasicBlock* block : order)
      for (llvm::Instruction& instruction : *block) instructions.push_back(&instruction);
    for (llvm::Instruction* instruction : instructions) follow(*instruction);
  }

  void follow(llvm::Instruction& instruction) {
    if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) return followStore(*store);
    if (auto* change = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction)) return followCopy(*change);
    if (!reached_.contains(&instruction)) return;
    if (auto* phi = llvm::dyn_cast<llvm::PHINode>(&instruction)) {
      auto* shadow =
          llvm::PHINode::Create(shadowType(phi->getType()), phi->getNumIncomingValues(), "", phi->getIterator());
      shadow->setDebugLoc(phi->getDebugLoc());
      shadows_[phi] = shadow;
      phis_.emplace_back(phi, shadow);
      return;
    }
    llvm::IRBuilder<> builder(instruction.getNextNode());
    builder.SetCurrentDebugLocation(instruction.getDebugLoc());
    if (llvm::Value* shadow = computed(instruction, builder)) shadows_[&instruction] = shadow;
  }

  void followStore(llvm::StoreInst& store) {
    if (localOf(store.getPointerOperand()) == nullptr) return;
    llvm::IRBuilder<> builder(store.getNextNode());
    builder.SetCurrentDebugLocation(store.getDebugLoc());
    llvm::Type* type = store.getValueOperand()->getType();
    llvm::Value* shadow =
        shadowType(type) != nullptr
            ? shadowOf(store.getValueOperand())
            : llvm::ConstantInt::get(builder.getIntNTy(static_cast<unsigned>(layout_.getTypeStoreSizeInBits(type))), 0);
    builder.CreateAlignedStore(shadow, shadowPlace(store.getPointerOperand(), builder), llvm::MaybeAlign(1));
  }

  void followCopy(llvm::MemIntrinsic& change) {
    if (localOf(change.getRawDest()) == nullptr) return;
    llvm::IRBuilder<> builder(change.getNextNode());
    builder.SetCurrentDebugLocation(change.getDebugLoc());
    llvm::Value* to = shadowPlace(change.getRawDest(), builder);
    auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(&change);
    if (copy != nullptr && localOf(copy->getRawSource()) != nullptr)
      builder.CreateMemMove(to, llvm::MaybeAlign(1), shadowPlace(copy->getRawSource(), builder), llvm::MaybeAlign(1),
                            change.getLength());
    else
      builder.CreateMemSet(to, builder.getInt8(0), change.getLength(), llvm::MaybeAlign(1));
  }

  static llvm::Value* isAny(llvm::Value* shadow, llvm::IRBuilder<>& builder) {
    return builder.CreateICmpNE(shadow, llvm::ConstantInt::get(shadow->getType(), 0));
  }
  /// All bits, if there is one.
  static llvm::Value* spread(llvm::Value* isOne, llvm::IntegerType* type, llvm::IRBuilder<>& builder) {
    return builder.CreateSExt(isOne, type);
  }
  llvm::Value* isAnyOf(llvm::User& user, llvm::IRBuilder<>& builder) {
    llvm::Value* result = builder.getFalse();
    for (llvm::Value* operand : user.operands())
      if (shadows_.contains(operand)) result = builder.CreateOr(result, isAny(shadows_[operand], builder));
    return result;
  }

  llvm::Value* computed(llvm::Instruction& instruction, llvm::IRBuilder<>& builder) {
    llvm::IntegerType* type = shadowType(instruction.getType());
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
      const llvm::AllocaInst* local = localOf(load->getPointerOperand());
      return local == nullptr ? nullptr
                              : builder.CreateAlignedLoad(type, shadowPlace(load->getPointerOperand(), builder),
                                                          llvm::MaybeAlign(1));
    }
    if (llvm::isa<llvm::WithOverflowInst>(instruction)) return isAnyOf(instruction, builder);
    if (auto* part = llvm::dyn_cast<llvm::ExtractValueInst>(&instruction))
      return spread(shadowOfOverflow(part->getAggregateOperand(), builder), type, builder);
    if (auto* cast = llvm::dyn_cast<llvm::CastInst>(&instruction)) return ofCast(*cast, type, builder);
    if (auto* compare = llvm::dyn_cast<llvm::ICmpInst>(&instruction); compare != nullptr && compare->isEquality())
      return ofEquality(*compare, builder);
    if (auto* choice = llvm::dyn_cast<llvm::SelectInst>(&instruction)) return ofSelect(*choice, type, builder);
    if (auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&instruction))
      if (llvm::Value* exact = ofBits(*operation, builder)) return exact;
    if (llvm::isa<llvm::FreezeInst>(instruction)) return shadowOf(instruction.getOperand(0));
    return spread(isAnyOf(instruction, builder), type, builder);
  }

  llvm::Value* shadowOfOverflow(llvm::Value* pair, llvm::IRBuilder<>& builder) {
    const auto found = shadows_.find(pair);
    return found == shadows_.end() ? builder.getFalse() : found->second;
  }

  llvm::Value* ofCast(llvm::CastInst& cast, llvm::IntegerType* type, llvm::IRBuilder<>& builder) {
    if (shadowType(cast.getSrcTy()) == nullptr) return llvm::ConstantInt::get(type, 0);
    llvm::Value* shadow = shadowOf(cast.getOperand(0));
    switch (cast.getOpcode()) {
    case llvm::Instruction::Trunc:
    case llvm::Instruction::ZExt:
    case llvm::Instruction::PtrToInt:
    case llvm::Instruction::IntToPtr:
    case llvm::Instruction::BitCast:
      return builder.CreateZExtOrTrunc(shadow, type);
    case llvm::Instruction::SExt:
      return builder.CreateSExt(shadow, type);
    default: // floats
      return spread(isAny(shadow, builder), type, builder);
    }
  }

  /// Where written bits differ, others do not matter.
  llvm::Value* ofEquality(llvm::ICmpInst& compare, llvm::IRBuilder<>& builder) {
    llvm::Value *left = compare.getOperand(0), *right = compare.getOperand(1);
    llvm::Value* shadow = builder.CreateOr(shadowOf(left), shadowOf(right));
    llvm::Type* type = shadow->getType();
    if (left->getType()->isPointerTy()) return isAny(shadow, builder);
    llvm::Value* written = builder.CreateAnd(builder.CreateXor(left, right), builder.CreateNot(shadow));
    return builder.CreateAnd(isAny(shadow, builder), builder.CreateICmpEQ(written, llvm::ConstantInt::get(type, 0)));
  }

  llvm::Value* ofSelect(llvm::SelectInst& choice, llvm::IntegerType* type, llvm::IRBuilder<>& builder) {
    llvm::Value* chosen =
        builder.CreateSelect(choice.getCondition(), shadowOf(choice.getTrueValue()), shadowOf(choice.getFalseValue()));
    if (!shadows_.contains(choice.getCondition())) return chosen;
    return builder.CreateOr(chosen, spread(shadows_[choice.getCondition()], type, builder));
  }

  /// Operations that move or mask bits; null for others. Members of few bits are accessed by these.
  llvm::Value* ofBits(llvm::BinaryOperator& operation, llvm::IRBuilder<>& builder) {
    llvm::Value *left = operation.getOperand(0), *right = operation.getOperand(1);
    if (!left->getType()->isIntegerTy()) return nullptr;
    llvm::Value *a = shadowOf(left), *b = shadowOf(right);
    switch (operation.getOpcode()) {
    case llvm::Instruction::And:
      return builder.CreateOr(builder.CreateAnd(a, b),
                              builder.CreateOr(builder.CreateAnd(left, b), builder.CreateAnd(a, right)));
    case llvm::Instruction::Or:
      return builder.CreateOr(builder.CreateAnd(a, b),
                              builder.CreateOr(builder.CreateAnd(builder.CreateNot(left), b),
                                               builder.CreateAnd(a, builder.CreateNot(right))));
    case llvm::Instruction::Xor:
      return builder.CreateOr(a, b);
    case llvm::Instruction::Shl:
    case llvm::Instruction::LShr:
    case llvm::Instruction::AShr:
      if (!llvm::isa<llvm::ConstantInt>(right)) return nullptr;
      return builder.CreateBinOp(operation.getOpcode(), a, right);
    default:
      return nullptr;
    }
  }

  // ---- uses

  bool returnsStruct() const {
    const llvm::DITypeRefArray types = function_.getSubprogram()->getType()->getTypeArray();
    const llvm::DIType* type = types.size() == 0 ? nullptr : types[0];
    while (const auto* other = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type)) {
      const bool isName = other->getTag() == llvm::dwarf::DW_TAG_typedef ||
                          other->getTag() == llvm::dwarf::DW_TAG_const_type ||
                          other->getTag() == llvm::dwarf::DW_TAG_volatile_type;
      if (!isName) return false;
      type = other->getBaseType();
    }
    const auto* composite = llvm::dyn_cast_or_null<llvm::DICompositeType>(type);
    return composite != nullptr && composite->getTag() != llvm::dwarf::DW_TAG_enumeration_type;
  }

  void checkUses() {
    std::vector<std::pair<llvm::Instruction*, llvm::Value*>> uses; // where, and what
    std::map<llvm::Instruction*, std::string> kinds;
    for (llvm::BasicBlock& block : function_)
      for (llvm::Instruction& instruction : block) {
        const auto add = [&](llvm::Value* value, const std::string& kind) {
          if (!shadows_.contains(value)) return;
          uses.emplace_back(&instruction, value);
          kinds.emplace(&instruction, kind);
        };
        if (auto* branch = llvm::dyn_cast<llvm::BranchInst>(&instruction)) {
          const bool isSanitizers = branch->hasMetadata(llvm::LLVMContext::MD_nosanitize);
          if (branch->isConditional() && !isSanitizers) add(branch->getCondition(), "a branch");
        } else if (auto* choice = llvm::dyn_cast<llvm::SwitchInst>(&instruction)) {
          add(choice->getCondition(), "a branch");
        } else if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
          if (localOf(load->getPointerOperand()) == nullptr) add(load->getPointerOperand(), "an address");
        } else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
          if (localOf(store->getPointerOperand()) == nullptr) add(store->getPointerOperand(), "an address");
        } else if (auto* result = llvm::dyn_cast<llvm::ReturnInst>(&instruction)) {
          // A struct may be passed and returned as a number, with its padding.
          if (result->getReturnValue() != nullptr && !returnsStruct()) add(result->getReturnValue(), "the result");
        } else if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
                   call != nullptr && !llvm::isa<llvm::IntrinsicInst>(call)) {
          const llvm::Function* callee = call->getCalledFunction();
          if (callee != nullptr && callee->getName().starts_with("__ubsan_handle")) continue;
          const bool isShown = callee != nullptr && callee->getName() == kShown;
          const std::string kind = isShown             ? "what is shown"
                                   : callee == nullptr ? "an argument"
                                                       : "an argument of '" + callee->getName().str() + "'";
          add(call->getCalledOperand(), "a call");
          for (unsigned i = 0; i < call->arg_size(); ++i)
            if (call->paramHasAttr(i, llvm::Attribute::NoUndef)) add(call->getArgOperand(i), kind);
        }
      }
    for (const auto& [where, value] : uses) check(*where, *value, kinds[where]);
  }

  /// "'x', declared in line 5,": the locals that a value comes from.
  std::string sourcesOf(llvm::Value& value) {
    std::set<const llvm::Value*> seen = {&value};
    std::vector<llvm::Value*> todo = {&value};
    std::vector<std::string> names;
    while (!todo.empty()) {
      auto* part = llvm::cast<llvm::Instruction>(todo.back());
      todo.pop_back();
      if (auto* load = llvm::dyn_cast<llvm::LoadInst>(part))
        for (const llvm::DbgVariableRecord* record : llvm::findDVRDeclares(localOf(load->getPointerOperand()))) {
          std::string name = "'" + record->getVariable()->getName().str() + "' (line " +
                             std::to_string(record->getVariable()->getLine()) + ")";
          if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(std::move(name));
        }
      else
        for (llvm::Value* operand : part->operands())
          if (shadows_.contains(operand) && seen.insert(operand).second) todo.push_back(operand);
    }
    std::string text;
    for (const std::string& name : names) text += (text.empty() ? "" : " or ") + name;
    return text;
  }

  void check(llvm::Instruction& where, llvm::Value& value, const std::string& kind) {
    llvm::Module& module = *function_.getParent();
    const std::string message = kind + " depends on " + sourcesOf(value) + ", to which nothing was written";
    llvm::IRBuilder<> builder(&where);
    builder.SetCurrentDebugLocation(where.getDebugLoc());
    llvm::Instruction* end = llvm::SplitBlockAndInsertIfThen(isAny(shadows_[&value], builder), &where, !goesOn_);
    builder.SetInsertPoint(end);
    builder.SetCurrentDebugLocation(where.getDebugLoc());
    llvm::CallInst* marker =
        builder.CreateCall(module.getOrInsertFunction(kCheckMarker, builder.getVoidTy(), builder.getInt32Ty()),
                           {builder.getInt32(static_cast<uint32_t>(CheckMarker::Uninitialised))});
    marker->setMetadata(kCheckMessage,
                        llvm::MDNode::get(module.getContext(), llvm::MDString::get(module.getContext(), message)));
  }

  llvm::Function& function_;
  const llvm::DataLayout& layout_;
  const bool goesOn_;
  llvm::DominatorTree dominators_;
  std::vector<llvm::AllocaInst*> order_;
  std::map<const llvm::Value*, Local> locals_;
  std::set<llvm::Value*> reached_;
  std::map<llvm::Value*, llvm::Value*> shadows_;
  std::vector<std::pair<llvm::PHINode*, llvm::PHINode*>> phis_;
};

} // namespace

void checkUninitialised(llvm::Module& module, bool goesOn) {
  for (llvm::Function& function : module)
    if (!function.isDeclaration() && function.getSubprogram() != nullptr && !function.hasFnAttribute(kModelAttribute))
      Shadows(function, goesOn).run();
}

void forgetShown(llvm::Module& module) {
  llvm::Function* shown = module.getFunction(kShown);
  if (shown == nullptr) return;
  while (!shown->use_empty()) llvm::cast<llvm::Instruction>(*shown->user_begin())->eraseFromParent();
  shown->eraseFromParent();
}

} // namespace assay
