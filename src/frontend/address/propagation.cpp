#include "frontend/address/propagation.h"

#include "frontend/library/model_library.h"
#include "frontend/module/debug_info.h"
#include "program/callers_block.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/InstIterator.h>

namespace assay {

namespace {

/// What malloc promises: max_align_t.
uint32_t heapAlignment(uint32_t width) { return width == 64 ? 4 : 3; }

/// Library functions that hand on their first argument.
bool returnsFirst(llvm::StringRef name) {
  name.consume_front("__assay_"); // as models call them
  return name == "memcpy" || name == "memmove" || name == "memset" || name == "__memcpy_chk" ||
         name == "__memmove_chk" || name == "__memset_chk";
}

bool isCopy(llvm::StringRef name) { return returnsFirst(name) && !name.contains("memset"); }

bool isAllocation(llvm::StringRef name) {
  return name == "malloc" || name == "calloc" || name == "alloca" || name == "__builtin_alloca" ||
         name == kMakesCallersBlock;
}

/// What functions with models promise that give blocks at multiples of an argument, or of a page: the power of two.
uint32_t promisedAlignment(const llvm::CallInst& call, llvm::StringRef name, uint32_t width) {
  if (name == "valloc" || name == "pvalloc") return 12;
  const unsigned place = name == "posix_memalign" ? 1 : 0;
  auto* alignment = place < call.arg_size() ? llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(place)) : nullptr;
  const bool isKnown = alignment != nullptr && alignment->getValue().isPowerOf2();
  return std::max(heapAlignment(width), isKnown ? alignment->getValue().logBase2() : 0);
}

bool isAlignedAllocation(const llvm::Function& function) {
  const llvm::StringRef name = function.getName();
  return function.hasFnAttribute(kModelAttribute) &&
         (name == "aligned_alloc" || name == "memalign" || name == "valloc" || name == "pvalloc" ||
          name == "posix_memalign");
}

/// Whether only posix_memalign and the function itself write the pointer variable.
bool isHandedToAllocation(const llvm::AllocaInst& alloca) {
  if (!alloca.getAllocatedType()->isPointerTy()) return false;
  return llvm::all_of(alloca.uses(), [&](const llvm::Use& use) {
    const llvm::User* user = use.getUser();
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(user)) return load->getType()->isPointerTy();
    if (auto* store = llvm::dyn_cast<llvm::StoreInst>(user))
      return store->getPointerOperand() == &alloca && store->getValueOperand()->getType()->isPointerTy();
    auto* call = llvm::dyn_cast<llvm::CallInst>(user);
    if (call == nullptr) return false;
    auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(call);
    if (intrinsic != nullptr) return intrinsic->isLifetimeStartOrEnd();
    const llvm::Function* callee = call->getCalledFunction();
    return callee != nullptr && isAlignedAllocation(*callee) && use.getOperandNo() == 0;
  });
}

/// Whether the types on the way to the place say that a pointer is there.
bool isPointerMember(const llvm::Value* pointer) {
  auto* gep = llvm::dyn_cast<llvm::GEPOperator>(pointer);
  return gep != nullptr && gep->getResultElementType()->isPointerTy();
}

/// Addresses in an initialiser. Integers count as moved.
void joinAddresses(const llvm::Constant& constant, const AddressFacts& facts, AddressInfo& all) {
  if (llvm::isa<llvm::ConstantData>(constant)) return;
  if (constant.getType()->isPointerTy() || constant.getType()->isIntegerTy()) {
    AddressInfo info = facts.of(&constant);
    info.isMoved = constant.getType()->isIntegerTy();
    info.isAddress = true;
    all.join(info);
    return;
  }
  for (const llvm::Use& operand : constant.operands())
    joinAddresses(*llvm::cast<llvm::Constant>(operand.get()), facts, all);
}

} // namespace

bool isCopiedOn(const llvm::LoadInst& load, const Promotion& promotion) {
  return llvm::all_of(load.users(), [&](const llvm::User* user) {
    auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
    return store != nullptr && store->getValueOperand() == &load && !promotion.cellAt(store->getPointerOperand());
  });
}

void AddressPropagation::run() {
  seed();
  do {
    isChanged_ = false;
    for (const llvm::Function& function : module_) {
      // What it stores is known at its calls.
      if (isAlignedAllocation(function) && !function.hasAddressTaken()) continue;
      for (const llvm::Instruction& instruction : llvm::instructions(function)) visit(instruction);
    }
  } while (isChanged_);
}

void AddressPropagation::seed() {
  for (const llvm::Function& function : module_) {
    if (function.hasAddressTaken() && !function.isIntrinsic()) addressTaken_.push_back(&function);
    for (const llvm::Instruction& instruction : llvm::instructions(function))
      if (auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
        declare(*alloca);
        if (!facts_.promotion.cells(alloca) && isHandedToAllocation(*alloca)) handed_.insert(alloca);
      }
    if (function.getName() != "main" || function.arg_empty()) continue;
    AddressInfo arguments; // texts of any alignment
    arguments.logAlign = 0;
    for (const llvm::Argument& argument : function.args()) include(&argument, arguments);
    storeAnywhere(0, arguments);
  }
  for (const llvm::GlobalVariable& global : module_.globals())
    if (global.hasInitializer()) seedGlobal(global);
}

void AddressPropagation::seedGlobal(const llvm::GlobalVariable& global) {
  AddressInfo all;
  joinAddresses(*global.getInitializer(), facts_, all);
  if (all == AddressInfo()) return;
  if (const Promotion::Cells* cells = facts_.promotion.cells(&global)) {
    for (const auto& [offset, cell] : *cells) isChanged_ |= facts_.memory.includeCell({&global, offset}, all);
    return;
  }
  storeAnywhere(0, all);
  if (!all.isMoved) return; // pointers only
  storeAnywhere(facts_.width, all);
}

/// What a pointer leads to may have no type in LLVM's code but that of the variable: a union, a struct as a whole.
void AddressPropagation::declare(const llvm::AllocaInst& alloca) {
  const llvm::DILocalVariable* declared = declaredVariable(&alloca);
  if (declared == nullptr || facts_.promotion.cells(&alloca) == nullptr) return;
  auto* pointer = llvm::dyn_cast_or_null<llvm::DIDerivedType>(underlyingType(declared->getType()));
  if (pointer == nullptr || pointer->getTag() != llvm::dwarf::DW_TAG_pointer_type) return;
  auto* composite = llvm::dyn_cast_or_null<llvm::DICompositeType>(underlyingType(pointer->getBaseType()));
  if (composite == nullptr) return;
  AddressInfo info;
  if (composite->getTag() == llvm::dwarf::DW_TAG_union_type) {
    info.holds = facts_.types.ofUnion(*composite);
    info.lead = facts_.types.leadOfUnion(*composite);
  }
  info.padded = facts_.padding.setOf(composite);
  isChanged_ |= facts_.memory.includeCell({&alloca, uint64_t{0}}, info);
}

// ---- instructions

void AddressPropagation::visit(const llvm::Instruction& instruction) {
  if (auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
    AddressInfo info;
    info.logAlign = llvm::Log2(alloca->getAlign());
    info.object = alloca;
    info.holds = facts_.types.ofVariable(alloca->getAllocatedType());
    info.lead = facts_.types.lead(alloca->getAllocatedType());
    info.padded = facts_.padding.setOf(alloca->getAllocatedType());
    include(alloca, info);
  } else if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    visitLoad(*load);
  } else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    stored(store->getPointerOperand(), store->getValueOperand());
  } else if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction)) {
    visitCall(*call);
  } else if (auto* returned = llvm::dyn_cast<llvm::ReturnInst>(&instruction)) {
    visitReturn(*returned);
  } else if (auto* binary = llvm::dyn_cast<llvm::BinaryOperator>(&instruction)) {
    include(binary, facts_.combined(binary->getOpcode(), binary->getOperand(0), binary->getOperand(1)));
  } else if (auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
    stored(exchange->getPointerOperand(), exchange->getNewValOperand());
    include(exchange, loaded(exchange->getPointerOperand(), exchange->getNewValOperand()->getType()));
  } else if (auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
    stored(update->getPointerOperand(), update->getValOperand());
    include(update, loaded(update->getPointerOperand(), update->getType()));
  } else if (auto* select = llvm::dyn_cast<llvm::SelectInst>(&instruction)) {
    include(select, facts_.of(select->getTrueValue()));
    include(select, facts_.of(select->getFalseValue()));
  } else if (auto* phi = llvm::dyn_cast<llvm::PHINode>(&instruction)) {
    for (const llvm::Value* value : phi->incoming_values()) include(phi, facts_.of(value));
  } else if (auto* gep = llvm::dyn_cast<llvm::GEPOperator>(&instruction)) {
    include(&instruction, facts_.at(*gep));
    if (gep->getSourceElementType()->isStructTy())
      noteHolds(gep->getPointerOperand(), facts_.types.of(gep->getSourceElementType()),
                facts_.types.lead(gep->getSourceElementType()), facts_.padding.setOf(gep->getSourceElementType()));
  } else if (llvm::isa<llvm::FreezeInst, llvm::BitCastInst, llvm::IntToPtrInst, llvm::ExtractValueInst>(instruction)) {
    include(&instruction, facts_.of(instruction.getOperand(0)));
  } else if (llvm::isa<llvm::PtrToIntInst>(instruction)) {
    AddressInfo info = facts_.of(instruction.getOperand(0));
    info.isAddress = instruction.getType()->getIntegerBitWidth() >= facts_.width;
    include(&instruction, info);
  } else if (llvm::isa<llvm::InsertValueInst>(instruction)) {
    for (const llvm::Value* operand : instruction.operands()) {
      AddressInfo info = facts_.of(operand);
      info.isAddress |= operand->getType()->isPointerTy();
      include(&instruction, info);
    }
  }
}

void AddressPropagation::visitLoad(const llvm::LoadInst& load) {
  include(&load, loaded(load.getPointerOperand(), load.getType()));
  if (const Padding::Set padded = facts_.of(load.getPointerOperand()).padded;
      padded != 0 && isCopiedOn(load, facts_.promotion))
    for (const llvm::User* user : load.users())
      noteHolds(llvm::cast<llvm::StoreInst>(user)->getPointerOperand(), 0, 0, padded);
}

void AddressPropagation::visitReturn(const llvm::ReturnInst& instruction) {
  const llvm::Value* value = instruction.getReturnValue();
  if (value == nullptr) return;
  AddressInfo info = facts_.of(value);
  if (info.object != nullptr && !llvm::isa<llvm::GlobalObject>(info.object)) info.isOne = false;
  if (!info.isOne) info.object = nullptr;
  isChanged_ |= results_[instruction.getFunction()].join(info);
}

// ---- calls

void AddressPropagation::visitCall(const llvm::CallInst& call) {
  auto* callee = llvm::dyn_cast<llvm::Function>(call.getCalledOperand()->stripPointerCasts());
  if (callee == nullptr) {
    for (const llvm::Function* candidate : addressTaken_) pass(call, *candidate);
    return;
  }
  if (isAlignedAllocation(*callee)) {
    visitAlignedAllocation(call, *callee);
    return;
  }
  if (!callee->isDeclaration()) {
    pass(call, *callee);
    return;
  }
  llvm::StringRef name = callee->getName();
  if (isAllocation(name)) {
    AddressInfo block;
    block.logAlign = heapAlignment(facts_.width);
    block.isOne = false;
    include(&call, block);
  }
  if (returnsFirst(name) && call.arg_size() > 0) include(&call, facts_.of(call.getArgOperand(0)));
  if ((isCopy(name) || llvm::isa<llvm::MemTransferInst>(call)) && call.arg_size() > 1)
    visitCopy(call.getArgOperand(0), call.getArgOperand(1));
  if (auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call)) visitIntrinsic(*intrinsic);
}

void AddressPropagation::visitAlignedAllocation(const llvm::CallInst& call, const llvm::Function& callee) {
  AddressInfo block;
  block.logAlign = promisedAlignment(call, callee.getName(), facts_.width);
  block.isOne = false;
  if (callee.getName() != "posix_memalign")
    include(&call, block);
  else if (call.arg_size() > 0)
    stored(call.getArgOperand(0), llvm::PointerType::get(call.getContext(), 0), block);
}

void AddressPropagation::visitIntrinsic(const llvm::IntrinsicInst& call) {
  switch (call.getIntrinsicID()) {
  case llvm::Intrinsic::sadd_with_overflow:
  case llvm::Intrinsic::uadd_with_overflow:
    include(&call, facts_.combined(llvm::Instruction::Add, call.getArgOperand(0), call.getArgOperand(1)));
    break;
  case llvm::Intrinsic::ssub_with_overflow:
  case llvm::Intrinsic::usub_with_overflow:
    include(&call, facts_.combined(llvm::Instruction::Sub, call.getArgOperand(0), call.getArgOperand(1)));
    break;
  case llvm::Intrinsic::expect:
  case llvm::Intrinsic::launder_invariant_group:
  case llvm::Intrinsic::ptr_annotation:
  case llvm::Intrinsic::annotation:
  case llvm::Intrinsic::threadlocal_address:
  case llvm::Intrinsic::ptrmask:
    include(&call, facts_.of(call.getArgOperand(0)));
    break;
  default:
    break;
  }
}

/// Arguments become parameters. Which object an argument means differs from call to call: for the callee it is "that of
/// the argument".
void AddressPropagation::pass(const llvm::CallInst& call, const llvm::Function& callee) {
  for (unsigned i = 0; i < call.arg_size(); i++) {
    const llvm::Value* argument = call.getArgOperand(i);
    AddressInfo info = facts_.of(argument);
    if (i >= callee.arg_size()) {
      if (callee.isVarArg()) {
        const unsigned width = argument->getType()->isIntegerTy() ? argument->getType()->getIntegerBitWidth() : 0;
        storeAnywhere(width, info);
      }
      continue;
    }
    const llvm::Argument* parameter = callee.getArg(i);
    if (facts_.layout.getTypeSizeInBits(argument->getType()) != facts_.layout.getTypeSizeInBits(parameter->getType()))
      continue;
    if (parameter->hasByValAttr()) info.logAlign = llvm::Log2(parameter->getParamAlign().valueOrOne());
    info.isAddress |= argument->getType()->isPointerTy() && !parameter->getType()->isPointerTy();
    info.isOne = true;
    info.object = parameter;
    include(parameter, info);
  }
  if (auto found = results_.find(&callee); found != results_.end()) include(&call, found->second);
}

/// The place that got a copy of pointers' bytes holds pointers.
void AddressPropagation::visitCopy(const llvm::Value* to, const llvm::Value* from) {
  const AddressInfo copied = facts_.of(from);
  noteHolds(to, 0, 0, copied.padded);
  const llvm::Type* type = variableType(to);
  if (type == nullptr)
    noteHolds(to, copied.holds, copied.lead);
  else if (copied.holds != 0) // of a struct with pointers, perhaps to where it has none
    noteHolds(to, facts_.types.of(type) == 0 ? AddressInfo::Parts : AddressInfo::Pointers,
              facts_.types.of(type) == 0 ? 0 : copied.lead);
}

/// There are pointers where the pointer leads; its object or variable knows it from now on.
void AddressPropagation::noteHolds(const llvm::Value* pointer, uint8_t holds, uint64_t lead, Padding::Set padded) {
  if (holds == 0 && padded == 0) return;
  AddressInfo info;
  info.holds = holds;
  if (holds != 0) info.lead = facts_.leadAtRoot(pointer, lead);
  info.padded = padded;
  const llvm::Value* root = rootOf(pointer);
  if (llvm::isa<llvm::AllocaInst, llvm::GlobalVariable>(root)) include(root, info);
  auto* load = llvm::dyn_cast<llvm::LoadInst>(root);
  if (load == nullptr) return;
  if (auto place = facts_.promotion.cellAt(load->getPointerOperand())) {
    isChanged_ |= facts_.memory.includeCell({place->object, place->offset}, info);
  } else if (MemoryPlace member = placeOf(load->getPointerOperand(), load->getType()); member.structure != nullptr) {
    isChanged_ |= facts_.memory.includeMember(member, info);
  }
}

// ---- memory

AddressInfo AddressPropagation::loaded(const llvm::Value* pointer, llvm::Type* type) const {
  using enum AddressInfo::Holds;
  AddressInfo info;
  if (type->isStructTy()) { // what a function returns in registers
    info = facts_.memory.everywhere(facts_.width);
    if (facts_.types.of(type) != 0) {
      info.join(facts_.memory.everywhere(0));
      info.isAddress = true;
    }
    info.holds = 0;
    info.forgetObject();
    return info;
  }
  if (!type->isPointerTy() && !type->isIntegerTy()) return info;
  if (auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(pointer); alloca != nullptr && handed_.contains(alloca))
    return facts_.memory.cell({alloca, uint64_t{0}});
  if (auto place = facts_.promotion.cellAt(pointer)) {
    info = facts_.memory.cell({place->object, place->offset});
    if (llvm::isa<llvm::GlobalVariable>(place->object) && info.object != nullptr &&
        !llvm::isa<llvm::GlobalObject>(info.object))
      info.forgetObject();
    return info;
  }
  const MemoryPlace place = placeOf(pointer, type);
  if (auto* structure = llvm::dyn_cast_or_null<llvm::StructType>(place.structure);
      structure != nullptr && structure->hasName() && structure->getName() == "struct.__va_list_tag") {
    info.logAlign = 4; // variadic arguments are on the stack
    info.isOne = false;
    return info;
  }
  info = facts_.memory.contents(place);
  // C lets a program read a pointer's bytes as characters; a number of its own size is what casts make of it.
  const unsigned shown = type->isIntegerTy(facts_.width) ? Pointers | Variant | Parts | Here
                         : type->isIntegerTy(8)          ? Pointers | Parts | Here
                                                         : Parts | Here;
  if (type->isIntegerTy() && facts_.of(pointer).shows(shown, bytesOf(type))) {
    info.isAddress = true;
    info.join(facts_.memory.everywhere(0));
  }
  info.forgetObject();
  return info;
}

void AddressPropagation::stored(const llvm::Value* pointer, llvm::Type* type, AddressInfo info) {
  using enum AddressInfo::Holds;
  const bool isPointer = type->isPointerTy();
  if (auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(pointer); alloca != nullptr && handed_.contains(alloca)) {
    isChanged_ |= facts_.memory.includeCell({alloca, uint64_t{0}}, info);
    return;
  }
  if (auto place = facts_.promotion.cellAt(pointer)) {
    info.isAddress |= isPointer;
    isChanged_ |= facts_.memory.includeCell({place->object, place->offset}, info);
    return;
  }
  if (!isPointer && !info.isAddress) return;
  if (type->isStructTy()) { // what a function returns in registers
    for (unsigned width : {0u, facts_.width}) storeAnywhere(width, info);
    return;
  }
  if (!isPointer && !type->isIntegerTy()) return;
  if (!isPointer && facts_.of(pointer).shows(Pointers | Parts, bytesOf(type)))
    return; // what is read there counts anyway
  if (isPointer) {
    const llvm::Type* variable = variableType(pointer);
    if (variable != nullptr && facts_.types.of(variable) == 0)
      noteHolds(pointer, Parts, 0);
    else if (pointer == rootOf(pointer))
      noteHolds(pointer, Here, 0);
    else if ((facts_.of(rootOf(pointer)).holds & Pointers) != 0 && !isPointerMember(pointer))
      noteHolds(pointer, Pointers, 0);
  }
  store(placeOf(pointer, type), info);
}

} // namespace assay
