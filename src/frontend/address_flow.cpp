#include "frontend/address_flow.h"

#include "frontend/debug_info.h"

#include <llvm/Analysis/CFG.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include <algorithm>

namespace assay {

namespace {

uint32_t logOf(llvm::Align align) { return llvm::Log2(align); }

/// What malloc promises: max_align_t.
uint32_t heapAlignment(uint32_t width) { return width == 64 ? 4 : 3; }

bool holdsPointer(const llvm::DIType* type) {
  type = underlyingType(type);
  if (type == nullptr) return false;
  if (type->getTag() == llvm::dwarf::DW_TAG_pointer_type) return true;
  auto* composite = llvm::dyn_cast<llvm::DICompositeType>(type);
  if (composite == nullptr) return false;
  if (composite->getTag() == llvm::dwarf::DW_TAG_array_type) return holdsPointer(composite->getBaseType());
  for (const llvm::DINode* element : composite->getElements())
    if (auto* member = llvm::dyn_cast<llvm::DIDerivedType>(element))
      if (holdsPointer(member->getBaseType())) return true;
  return false;
}

/// An array of bytes or the like, or a struct of parts, that is as large as a pointer: made to look at one's bytes.
bool isPartition(const llvm::DIType* type, uint64_t width) {
  auto* composite = llvm::dyn_cast_or_null<llvm::DICompositeType>(underlyingType(type));
  return composite != nullptr && composite->getSizeInBits() == width && !holdsPointer(composite);
}

/// Nothing if no member holds pointers, or all are pointers. The others are alternatives to pointers, or they are there
/// to show a pointer's bytes.
uint8_t unionKind(const llvm::DICompositeType& type, uint64_t width) {
  bool some = false, others = false, parts = false;
  for (const llvm::DINode* element : type.getElements())
    if (auto* member = llvm::dyn_cast<llvm::DIDerivedType>(element)) {
      const llvm::DIType* shape = underlyingType(member->getBaseType());
      some |= holdsPointer(shape);
      others |= shape == nullptr || shape->getTag() != llvm::dwarf::DW_TAG_pointer_type;
      parts |= isPartition(shape, width);
    }
  return !some || !others ? 0 : parts ? AddressFlow::Parts : AddressFlow::Variant;
}

bool isUnion(const llvm::Type* type) {
  auto* structure = llvm::dyn_cast<llvm::StructType>(type);
  return structure != nullptr && structure->hasName() && structure->getName().starts_with("union.");
}

/// The object at the end of a chain of address computations.
const llvm::Value* rootOf(const llvm::Value* pointer) {
  while (auto* gep = llvm::dyn_cast<llvm::GEPOperator>(pointer)) pointer = gep->getPointerOperand();
  return pointer;
}

/// The type of the variable that a pointer leads into, or null where that is not known.
const llvm::Type* variableType(const llvm::Value* pointer) {
  const llvm::Value* root = rootOf(pointer);
  if (auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(root)) return alloca->getAllocatedType();
  auto* global = llvm::dyn_cast<llvm::GlobalVariable>(root);
  return global == nullptr ? nullptr : global->getValueType();
}

bool hasUnion(const llvm::Type* type) { return isUnion(type) || llvm::any_of(type->subtypes(), hasUnion); }

/// Library functions that hand on their first argument.
bool returnsFirst(llvm::StringRef name) {
  name.consume_front("__assay_"); // as models call them
  return name == "memcpy" || name == "memmove" || name == "memset" || name == "__memcpy_chk" ||
         name == "__memmove_chk" || name == "__memset_chk";
}

bool isCopy(llvm::StringRef name) { return returnsFirst(name) && !name.contains("memset"); }

bool isAllocation(llvm::StringRef name) {
  return name == "malloc" || name == "calloc" || name == "alloca" || name == "__builtin_alloca";
}

/// A constant that touches low bits only.
bool isLowMask(const llvm::APInt& mask, uint32_t width) { return mask.getActiveBits() < width / 2; }

} // namespace

AddressFlow::AddressFlow(const llvm::Module& module, const Promotion& promotion, const Padding& padding)
    : module_(module), layout_(module.getDataLayout()), promotion_(promotion), padding_(padding),
      width_(module.getDataLayout().getPointerSizeInBits()) {
  seed();
  do {
    isChanged_ = false;
    for (const llvm::Function& function : module)
      for (const llvm::Instruction& instruction : llvm::instructions(function)) visit(instruction);
  } while (isChanged_);
  for (const llvm::Function& function : module)
    for (const llvm::Instruction& instruction : llvm::instructions(function))
      if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) seenPadding_ |= seenBy(*load);
}

bool AddressFlow::join(Info& into, const Info& from) {
  const Info before = into;
  into.isAddress |= from.isAddress;
  into.isMoved |= from.isMoved;
  into.isMixed |= from.isMixed;
  into.holds |= from.holds;
  into.padded |= from.padded;
  into.logAlign = std::min(into.logAlign, from.logAlign);
  if (!from.isOne || (from.object != nullptr && into.object != nullptr && into.object != from.object)) {
    into.isOne = false;
    into.object = nullptr;
  } else if (into.isOne && into.object == nullptr) {
    into.object = from.object;
  }
  return !(into == before);
}

void AddressFlow::seed() {
  findUnions();
  for (const llvm::Function& function : module_) {
    if (function.hasAddressTaken() && !function.isIntrinsic()) addressTaken_.push_back(&function);
    for (const llvm::Instruction& instruction : llvm::instructions(function))
      if (auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) declare(*alloca);
    if (function.getName() != "main" || function.arg_empty()) continue;
    Info arguments; // texts of any alignment
    arguments.logAlign = 0;
    for (const llvm::Argument& argument : function.args()) include(&argument, arguments);
    include(anywhere_, 0u, arguments);
    include(everywhere_, 0u, arguments);
  }
  for (const llvm::GlobalVariable& global : module_.globals())
    if (global.hasInitializer()) seedGlobal(global);
}

void AddressFlow::seedGlobal(const llvm::GlobalVariable& global) {
  Info all;
  seedConstant(*global.getInitializer(), all);
  if (all == Info()) return;
  if (const Promotion::Cells* cells = promotion_.cells(&global)) {
    for (const auto& [offset, bits] : *cells) include(cells_, {&global, offset}, all);
    return;
  }
  include(anywhere_, 0u, all);
  include(everywhere_, 0u, all);
  if (!all.isMoved) return; // pointers only
  include(anywhere_, width_, all);
  include(everywhere_, width_, all);
}

void AddressFlow::findUnions() {
  llvm::DebugInfoFinder finder;
  finder.processModule(module_);
  for (const llvm::DIType* type : finder.types()) {
    auto* composite = llvm::dyn_cast<llvm::DICompositeType>(type);
    if (composite == nullptr || composite->getTag() != llvm::dwarf::DW_TAG_union_type) continue;
    const std::string name = composite->getName().empty() ? "anon" : composite->getName().str();
    uint8_t& kind = unions_[name];
    kind = std::max(kind, unionKind(*composite, width_));
  }
}

/// What a pointer leads to may have no type in LLVM's code but that of the variable: a union, a struct as a whole.
void AddressFlow::declare(const llvm::AllocaInst& alloca) {
  const llvm::DILocalVariable* declared = declaredVariable(&alloca);
  if (declared == nullptr || promotion_.cells(&alloca) == nullptr) return;
  auto* pointer = llvm::dyn_cast_or_null<llvm::DIDerivedType>(underlyingType(declared->getType()));
  if (pointer == nullptr || pointer->getTag() != llvm::dwarf::DW_TAG_pointer_type) return;
  auto* composite = llvm::dyn_cast_or_null<llvm::DICompositeType>(underlyingType(pointer->getBaseType()));
  if (composite == nullptr) return;
  Info info;
  if (composite->getTag() == llvm::dwarf::DW_TAG_union_type) info.holds = unionKind(*composite, width_);
  info.padded = padding_.setOf(composite);
  include(cells_, {&alloca, uint64_t{0}}, info);
}

/// What memory of the type holds.
uint8_t AddressFlow::holdsPointers(const llvm::Type* type) const {
  if (type->isPointerTy()) return Pointers | Here;
  if (type->isArrayTy()) return holdsPointers(type->getArrayElementType());
  if (isUnion(type)) {
    llvm::StringRef name = llvm::cast<llvm::StructType>(type)->getName().drop_front(strlen("union."));
    auto found = unions_.find(name.split('.').first.str());
    return found == unions_.end() ? 0 : found->second;
  }
  for (const llvm::Type* part : type->subtypes())
    if (holdsPointers(part) != 0) return Pointers;
  return 0;
}

/// The same for a variable: a union has no tag beside it.
uint8_t AddressFlow::variableHolds(const llvm::Type* type) const {
  const uint8_t holds = holdsPointers(type);
  return holds == Variant ? uint8_t{Parts} : holds;
}

/// Where an address computation leads. One by bytes or numbers stays in what it came from, as does a part of a union.
AddressFlow::Info AddressFlow::at(const llvm::GEPOperator& gep) const {
  Info info = of(gep.getPointerOperand());
  const llvm::Type* source = gep.getSourceElementType();
  if (source->isPointerTy() || source->isAggregateType())
    info.holds = static_cast<uint8_t>((info.holds & (Variant | Parts)) | holdsPointers(gep.getResultElementType()));
  else if (!gep.hasAllZeroIndices())
    info.holds &= static_cast<uint8_t>(~Here);
  if (source->isStructTy()) info.padded = padding_.setOf(gep.getResultElementType());
  return info;
}

/// Addresses in an initialiser. Integers count as moved.
void AddressFlow::seedConstant(const llvm::Constant& constant, Info& all) const {
  if (llvm::isa<llvm::ConstantData>(constant)) return;
  if (constant.getType()->isPointerTy() || constant.getType()->isIntegerTy()) {
    Info info = of(&constant);
    info.isMoved = constant.getType()->isIntegerTy();
    info.isAddress = true;
    join(all, info);
    return;
  }
  for (const llvm::Use& operand : constant.operands()) seedConstant(*llvm::cast<llvm::Constant>(operand.get()), all);
}

AddressFlow::Info AddressFlow::of(const llvm::Value* value) const {
  Info info;
  if (auto* alias = llvm::dyn_cast<llvm::GlobalAlias>(value)) value = alias->getAliaseeObject();
  if (auto* global = llvm::dyn_cast<llvm::GlobalObject>(value)) {
    auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(global);
    llvm::Align natural = variable != nullptr && variable->getValueType()->isSized()
                              ? layout_.getABITypeAlign(variable->getValueType())
                              : llvm::Align(1);
    info.logAlign = variable == nullptr ? 0 : logOf(variable->getAlign().value_or(natural));
    info.object = global;
    if (variable != nullptr) {
      info.holds = variableHolds(variable->getValueType());
      info.padded = padding_.setOf(variable->getValueType());
    }
    if (auto found = values_.find(value); found != values_.end()) {
      info.holds |= found->second.holds;
      info.padded |= found->second.padded;
    }
    return info;
  }
  if (llvm::isa<llvm::BlockAddress>(value)) {
    info.logAlign = 0;
    info.isOne = false;
    return info;
  }
  if (auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(value)) {
    if (auto* gep = llvm::dyn_cast<llvm::GEPOperator>(expression)) return at(*gep);
    info = of(expression->getOperand(0));
    if (expression->getOpcode() == llvm::Instruction::PtrToInt)
      info.isAddress = expression->getType()->getIntegerBitWidth() >= width_;
    else if (llvm::Instruction::isBinaryOp(expression->getOpcode()))
      info = combined(expression->getOpcode(), expression->getOperand(0), expression->getOperand(1));
    return info;
  }
  if (llvm::isa<llvm::Constant>(value)) return info;
  auto found = values_.find(value);
  return found == values_.end() ? info : found->second;
}

bool AddressFlow::mayReadAddress(const llvm::Value* pointer, llvm::Type* type) const {
  if (auto place = promotion_.cellAt(pointer)) {
    auto found = cells_.find({place->object, place->offset});
    return found != cells_.end() && found->second.isAddress;
  }
  const bool isWhole = layout_.getTypeSizeInBits(type).getFixedValue() >= width_;
  if ((of(pointer).holds & (isWhole ? 0xff : Parts | Here)) != 0) return true;
  if (!isWhole || memberOf(pointer, type).first.first != nullptr) return false;
  if (const llvm::Type* declared = variableType(pointer); declared != nullptr && !hasUnion(declared)) return false;
  auto found = everywhere_.find(width_); // an integer made of an address, through a union
  return found != everywhere_.end() && found->second.isAddress;
}

bool AddressFlow::isSameObject(const llvm::Value* a, const llvm::Value* b) const {
  const Info left = of(a), right = of(b);
  return left.isOne && right.isOne && left.object != nullptr && left.object == right.object && isStable(left.object);
}

/// Whether the value means the same object throughout the life of its function: not a local of a loop, which is another
/// object each time. (Locals of a caller reach a function as its arguments.)
bool AddressFlow::isStable(const llvm::Value* object) const {
  if (llvm::isa<llvm::GlobalObject, llvm::Argument>(object)) return true;
  auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(object);
  if (alloca == nullptr || !alloca->isStaticAlloca()) return false;
  auto [known, isNew] = isStable_.try_emplace(object, true);
  if (!isNew) return known->second;
  for (const llvm::User* user : alloca->users())
    if (auto* start = llvm::dyn_cast<llvm::IntrinsicInst>(user);
        start != nullptr && start->getIntrinsicID() == llvm::Intrinsic::lifetime_start) {
      llvm::SmallVector<llvm::BasicBlock*, 4> from;
      for (const llvm::BasicBlock* next : llvm::successors(start->getParent()))
        from.push_back(const_cast<llvm::BasicBlock*>(next));
      if (!from.empty() && llvm::isPotentiallyReachableFromMany(from, start->getParent(), nullptr))
        known->second = false;
    }
  return known->second;
}

// ---- instructions

void AddressFlow::visit(const llvm::Instruction& instruction) {
  if (auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
    Info info;
    info.logAlign = logOf(alloca->getAlign());
    info.object = alloca;
    info.holds = variableHolds(alloca->getAllocatedType());
    info.padded = padding_.setOf(alloca->getAllocatedType());
    include(alloca, info);
  } else if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    include(load, loaded(load->getPointerOperand(), load->getType()));
    if (const Padding::Set padded = of(load->getPointerOperand()).padded; padded != 0 && isCopiedOn(*load))
      for (const llvm::User* user : load->users())
        noteHolds(llvm::cast<llvm::StoreInst>(user)->getPointerOperand(), 0, padded);
  } else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    stored(store->getPointerOperand(), store->getValueOperand());
  } else if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction)) {
    visitCall(*call);
  } else if (auto* returned = llvm::dyn_cast<llvm::ReturnInst>(&instruction)) {
    if (returned->getReturnValue() == nullptr) return;
    Info info = of(returned->getReturnValue());
    info.isOne = info.isOne && (info.object == nullptr || llvm::isa<llvm::GlobalObject>(info.object));
    if (!info.isOne) info.object = nullptr;
    isChanged_ |= join(results_[instruction.getFunction()], info);
  } else if (auto* binary = llvm::dyn_cast<llvm::BinaryOperator>(&instruction)) {
    include(binary, combined(binary->getOpcode(), binary->getOperand(0), binary->getOperand(1)));
  } else if (auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
    stored(exchange->getPointerOperand(), exchange->getNewValOperand());
    include(exchange, loaded(exchange->getPointerOperand(), exchange->getNewValOperand()->getType()));
  } else if (auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
    stored(update->getPointerOperand(), update->getValOperand());
    include(update, loaded(update->getPointerOperand(), update->getType()));
  } else if (auto* select = llvm::dyn_cast<llvm::SelectInst>(&instruction)) {
    include(select, of(select->getTrueValue()));
    include(select, of(select->getFalseValue()));
  } else if (auto* phi = llvm::dyn_cast<llvm::PHINode>(&instruction)) {
    for (const llvm::Value* value : phi->incoming_values()) include(phi, of(value));
  } else if (auto* gep = llvm::dyn_cast<llvm::GEPOperator>(&instruction)) {
    include(&instruction, at(*gep));
    if (gep->getSourceElementType()->isStructTy())
      noteHolds(gep->getPointerOperand(), holdsPointers(gep->getSourceElementType()),
                padding_.setOf(gep->getSourceElementType()));
  } else if (llvm::isa<llvm::FreezeInst, llvm::BitCastInst, llvm::IntToPtrInst, llvm::ExtractValueInst>(instruction)) {
    include(&instruction, of(instruction.getOperand(0)));
  } else if (llvm::isa<llvm::PtrToIntInst>(instruction)) {
    Info info = of(instruction.getOperand(0));
    info.isAddress = instruction.getType()->getIntegerBitWidth() >= width_;
    include(&instruction, info);
  } else if (llvm::isa<llvm::InsertValueInst>(instruction)) {
    for (const llvm::Value* operand : instruction.operands()) {
      Info info = of(operand);
      info.isAddress |= operand->getType()->isPointerTy();
      include(&instruction, info);
    }
  }
}

/// Addition, subtraction and low bits keep an address; what other operations make of one is any number.
AddressFlow::Info AddressFlow::combined(unsigned opcode, const llvm::Value* left, const llvm::Value* right) const {
  Info a = of(left), b = of(right);
  if (!left->getType()->isIntegerTy() || (!a.isAddress && !b.isAddress)) return {};
  if (left->getType()->getIntegerBitWidth() != width_) return {};
  auto* mask = llvm::dyn_cast<llvm::ConstantInt>(right);
  switch (opcode) {
  case llvm::Instruction::Add:
  case llvm::Instruction::Xor:
    break;
  case llvm::Instruction::Sub:
    if (b.isAddress) return {}; // a distance
    break;
  case llvm::Instruction::Or:
    if (mask == nullptr || !isLowMask(mask->getValue(), width_)) return {};
    break;
  case llvm::Instruction::And:
    if (mask == nullptr || !isLowMask(~mask->getValue(), width_)) return {};
    break;
  default:
    return {};
  }
  if (opcode == llvm::Instruction::Xor && !(a.isAddress && b.isAddress) &&
      (mask == nullptr || !(isLowMask(mask->getValue(), width_) || mask->isMinusOne())))
    return {};
  if (a.isAddress && b.isAddress)
    join(a, b);
  else if (b.isAddress)
    a = b;
  a.isMoved = true;
  a.isMixed |= opcode == llvm::Instruction::Xor;
  return a;
}

// ---- calls

void AddressFlow::visitCall(const llvm::CallInst& call) {
  auto* callee = llvm::dyn_cast<llvm::Function>(call.getCalledOperand()->stripPointerCasts());
  if (callee == nullptr) {
    for (const llvm::Function* candidate : addressTaken_) pass(call, *candidate);
    return;
  }
  if (!callee->isDeclaration()) {
    pass(call, *callee);
    return;
  }
  llvm::StringRef name = callee->getName();
  if (isAllocation(name)) {
    Info block;
    block.logAlign = heapAlignment(width_);
    block.isOne = false;
    include(&call, block);
  }
  if (returnsFirst(name) && call.arg_size() > 0) include(&call, of(call.getArgOperand(0)));
  if ((isCopy(name) || llvm::isa<llvm::MemTransferInst>(call)) && call.arg_size() > 1)
    visitCopy(call.getArgOperand(0), call.getArgOperand(1));
  auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call);
  if (intrinsic == nullptr) return;
  switch (intrinsic->getIntrinsicID()) {
  case llvm::Intrinsic::sadd_with_overflow:
  case llvm::Intrinsic::uadd_with_overflow:
    include(&call, combined(llvm::Instruction::Add, call.getArgOperand(0), call.getArgOperand(1)));
    break;
  case llvm::Intrinsic::ssub_with_overflow:
  case llvm::Intrinsic::usub_with_overflow:
    include(&call, combined(llvm::Instruction::Sub, call.getArgOperand(0), call.getArgOperand(1)));
    break;
  case llvm::Intrinsic::expect:
  case llvm::Intrinsic::launder_invariant_group:
  case llvm::Intrinsic::ptr_annotation:
  case llvm::Intrinsic::annotation:
  case llvm::Intrinsic::threadlocal_address:
  case llvm::Intrinsic::ptrmask:
    include(&call, of(call.getArgOperand(0)));
    break;
  default:
    break;
  }
}

/// Arguments become parameters. Which object an argument means differs from call to call: for the callee it is "that of
/// the argument".
void AddressFlow::pass(const llvm::CallInst& call, const llvm::Function& callee) {
  for (unsigned i = 0; i < call.arg_size(); i++) {
    const llvm::Value* argument = call.getArgOperand(i);
    Info info = of(argument);
    if (i >= callee.arg_size()) {
      if (callee.isVarArg()) {
        const unsigned width = argument->getType()->isIntegerTy() ? argument->getType()->getIntegerBitWidth() : 0;
        include(anywhere_, width, info);
        include(everywhere_, width, info);
      }
      continue;
    }
    const llvm::Argument* parameter = callee.getArg(i);
    if (layout_.getTypeSizeInBits(argument->getType()) != layout_.getTypeSizeInBits(parameter->getType())) continue;
    if (parameter->hasByValAttr()) info.logAlign = logOf(parameter->getParamAlign().valueOrOne());
    info.isAddress |= argument->getType()->isPointerTy() && !parameter->getType()->isPointerTy();
    info.isOne = true;
    info.object = parameter;
    include(parameter, info);
  }
  if (auto found = results_.find(&callee); found != results_.end()) include(&call, found->second);
}

/// The place that got a copy of pointers' bytes holds pointers.
void AddressFlow::visitCopy(const llvm::Value* to, const llvm::Value* from) {
  const uint8_t holds = of(from).holds;
  noteHolds(to, 0, of(from).padded);
  const llvm::Type* type = variableType(to);
  if (type == nullptr)
    noteHolds(to, holds);
  else if (holds != 0 && holdsPointers(type) == 0)
    noteHolds(to, Parts);
}

/// There are pointers where the pointer leads; its object or variable knows it from now on.
void AddressFlow::noteHolds(const llvm::Value* pointer, uint8_t holds, Padding::Set padded) {
  if (holds == 0 && padded == 0) return;
  Info info;
  info.holds = holds;
  info.padded = padded;
  const llvm::Value* root = rootOf(pointer);
  if (llvm::isa<llvm::AllocaInst, llvm::GlobalVariable>(root)) include(root, info);
  auto* load = llvm::dyn_cast<llvm::LoadInst>(root);
  if (load == nullptr) return;
  if (auto place = promotion_.cellAt(load->getPointerOperand())) {
    include(cells_, {place->object, place->offset}, info);
  } else if (Member member = memberOf(load->getPointerOperand(), load->getType()); member.first.first != nullptr) {
    include(members_, member, info);
  }
}

/// The bytes go from memory to memory, and nobody else sees them.
bool AddressFlow::isCopiedOn(const llvm::LoadInst& load) const {
  return llvm::all_of(load.users(), [&](const llvm::User* user) {
    auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
    return store != nullptr && store->getValueOperand() == &load && !promotion_.cellAt(store->getPointerOperand());
  });
}

/// A struct is read other than by its members. (As a whole it is an argument or a result. The first member of a struct has
/// the struct's address; as a byte it may be any byte.)
Padding::Set AddressFlow::seenBy(const llvm::LoadInst& load) const {
  const llvm::Value* pointer = load.getPointerOperand();
  const Padding::Set padded = of(pointer).padded;
  auto* gep = llvm::dyn_cast<llvm::GEPOperator>(pointer);
  const bool isStruct = gep != nullptr ? gep->getResultElementType()->isStructTy() : rootOf(pointer) == pointer;
  const bool isAnyByte = load.getType()->isIntegerTy(8) && gep == nullptr && variableType(pointer) == nullptr;
  if (isStruct && !isAnyByte && padding_.beginsWith(padded, load.getType())) return 0;
  if (padded == 0 || load.getType()->isPointerTy() || isCopiedOn(load)) return 0;
  const bool isPassed = llvm::all_of(load.users(), [](const llvm::User* user) {
    return llvm::isa<llvm::CallInst, llvm::ReturnInst, llvm::ExtractValueInst>(user);
  });
  return isPassed && !load.getType()->isIntegerTy(8) ? 0 : padded;
}

// ---- memory

AddressFlow::Member AddressFlow::memberOf(const llvm::Value* pointer, llvm::Type* type) const {
  const unsigned width = type->isIntegerTy() ? type->getIntegerBitWidth() : 0;
  auto* gep = llvm::dyn_cast<llvm::GEPOperator>(pointer);
  if (gep == nullptr || gep->getNumIndices() != 2 || !gep->getSourceElementType()->isStructTy()) return {{}, width};
  auto* member = llvm::dyn_cast<llvm::ConstantInt>(gep->getOperand(2));
  if (member == nullptr || isUnion(gep->getSourceElementType())) return {{}, width};
  return {{gep->getSourceElementType(), static_cast<unsigned>(member->getZExtValue())}, width};
}

AddressFlow::Info AddressFlow::loaded(const llvm::Value* pointer, llvm::Type* type) const {
  Info info;
  if (type->isStructTy()) { // what a function returns in registers
    if (auto found = everywhere_.find(width_); found != everywhere_.end()) join(info, found->second);
    auto found = everywhere_.find(0);
    if (holdsPointers(type) != 0 && found != everywhere_.end()) join(info, found->second);
    info.isAddress |= holdsPointers(type) != 0;
    info.holds = 0;
    info.isOne = false;
    info.object = nullptr;
    return info;
  }
  if (!type->isPointerTy() && !type->isIntegerTy()) return info;
  if (auto place = promotion_.cellAt(pointer)) {
    if (auto found = cells_.find({place->object, place->offset}); found != cells_.end()) info = found->second;
    if (llvm::isa<llvm::GlobalVariable>(place->object) && info.object != nullptr &&
        !llvm::isa<llvm::GlobalObject>(info.object)) {
      info.isOne = false;
      info.object = nullptr;
    }
    return info;
  }
  const Member place = memberOf(pointer, type);
  if (auto* structure = llvm::dyn_cast_or_null<llvm::StructType>(place.first.first);
      structure != nullptr && structure->hasName() && structure->getName() == "struct.__va_list_tag") {
    info.logAlign = 4; // variadic arguments are on the stack
    info.isOne = false;
    return info;
  }
  info = contents(place);
  const uint8_t holds = type->isIntegerTy() ? of(pointer).holds : 0;
  // C lets a program read a pointer's bytes as characters; a number of its own size is what casts make of it.
  const unsigned shown = type->isIntegerTy(width_) ? Pointers | Variant | Parts | Here
                         : type->isIntegerTy(8)    ? Pointers | Parts | Here
                                                   : Parts | Here;
  if ((holds & shown) != 0) {
    info.isAddress = true;
    if (auto found = everywhere_.find(0); found != everywhere_.end()) join(info, found->second);
  }
  info.isOne = false;
  info.object = nullptr;
  return info;
}

/// What may be read from a place. Where its pointers lead is known of members; elsewhere it is all that memory knows.
AddressFlow::Info AddressFlow::contents(const Member& place) const {
  Info info;
  const std::map<unsigned, Info>& others = place.first.first == nullptr ? everywhere_ : anywhere_;
  if (auto found = others.find(place.second); found != others.end()) join(info, found->second);
  auto unnamed = anywhere_.find(place.second);
  info.padded = unnamed == anywhere_.end() ? 0 : unnamed->second.padded;
  info.holds = (info.holds & (Variant | Parts | Somewhere)) != 0 ? Somewhere : 0;
  if (auto found = members_.find(place); place.first.first != nullptr && found != members_.end())
    join(info, found->second);
  return info;
}

void AddressFlow::stored(const llvm::Value* pointer, const llvm::Value* value) {
  Info info = of(value);
  const bool isPointer = value->getType()->isPointerTy();
  if (auto place = promotion_.cellAt(pointer)) {
    info.isAddress |= isPointer;
    include(cells_, {place->object, place->offset}, info);
    return;
  }
  if (!isPointer && !info.isAddress) return;
  if (value->getType()->isStructTy()) { // what a function returns in registers
    for (unsigned width : {0u, width_}) {
      include(anywhere_, width, info);
      include(everywhere_, width, info);
    }
    return;
  }
  if (!isPointer && !value->getType()->isIntegerTy()) return;
  if (!isPointer && (of(pointer).holds & (Pointers | Parts)) != 0) return; // what is read there counts anyway
  if (isPointer) {
    const llvm::Type* type = variableType(pointer);
    if (type != nullptr && holdsPointers(type) == 0)
      noteHolds(pointer, Parts);
    else if (pointer == rootOf(pointer))
      noteHolds(pointer, Here);
  }
  const Member place = memberOf(pointer, value->getType());
  include(everywhere_, place.second, info);
  if (place.first.first == nullptr)
    include(anywhere_, place.second, info);
  else
    include(members_, place, info);
}

} // namespace assay
