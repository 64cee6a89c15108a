// Memory: locals and their lives, loads and stores, pointer arithmetic, the checks of valid-deref.
#include "frontend/lower/parts.h"

#include "frontend/module/debug_info.h"
#include "frontend/prepare/prepare.h"
#include "program/input_names.h"

#include <llvm/IR/Dominators.h>
#include <llvm/IR/Operator.h>

namespace assay {

namespace {

bool hasLifetimeMarkers(const llvm::AllocaInst& alloca) {
  for (const llvm::User* user : alloca.users())
    if (auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(user))
      if (intrinsic->getIntrinsicID() == llvm::Intrinsic::lifetime_start) return true;
  return false;
}

std::string nameOf(const llvm::AllocaInst& alloca) {
  const llvm::DILocalVariable* declared = declaredVariable(&alloca);
  return declared == nullptr ? "" : declared->getName().str();
}

TypeClass readsAs(const llvm::Type* type) {
  if (type->isFloatingPointTy()) return TypeClass::Float;
  return type->isPointerTy() ? TypeClass::Pointer : TypeClass::Unknown;
}

/// How far an index may move a pointer; nothing below 2^63 if that is not known.
uint64_t reach(const llvm::Value* index, const llvm::APInt& scale) {
  const llvm::Value* source = index;
  if (llvm::isa<llvm::SExtInst>(index) || llvm::isa<llvm::ZExtInst>(index))
    source = llvm::cast<llvm::CastInst>(index)->getOperand(0);
  const unsigned bits = source->getType()->getIntegerBitWidth() - (llvm::isa<llvm::ZExtInst>(index) ? 0 : 1);
  if (bits > 32 || scale.abs().getActiveBits() > 24) return uint64_t{1} << 63;
  return scale.abs().getZExtValue() << bits;
}

/// Whether the address is only accessed, or the base of others that are.
bool isOnlyAccessed(const llvm::Value& address, int depth = 0) {
  return llvm::all_of(address.uses(), [&](const llvm::Use& use) {
    const llvm::User* user = use.getUser();
    if (llvm::isa<llvm::LoadInst>(user)) return true;
    if (llvm::isa<llvm::StoreInst>(user)) return use.getOperandNo() == llvm::StoreInst::getPointerOperandIndex();
    return llvm::isa<llvm::GetElementPtrInst>(user) && depth < 4 && isOnlyAccessed(*user, depth + 1);
  });
}

/// Whether the address goes back to the variable that its base came from.
bool isStep(const llvm::GEPOperator& gep) {
  auto* base = llvm::dyn_cast<llvm::LoadInst>(gep.getPointerOperand());
  return base != nullptr && llvm::any_of(gep.users(), [&](const llvm::User* user) {
           auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
           return store != nullptr && store->getPointerOperand() == base->getPointerOperand();
         });
}

} // namespace

bool LowerMemory::lowerMemory(const llvm::Instruction& instruction) {
  if (auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
    lowerAlloca(*alloca);
  else if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
    lowerLoad(*load);
  else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
    lowerStore(*store);
  else if (auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction))
    lowerCompareExchange(*exchange);
  else if (auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction))
    lowerReadModifyWrite(*update);
  else
    return llvm::isa<llvm::FenceInst>(instruction);
  return true;
}

// ---- locals

void LowerMemory::lowerAlloca(const llvm::AllocaInst& alloca) {
  if (alloca.isStaticAlloca()) {
    if (!hasLifetimeMarkers(alloca)) beginLife(alloca, alloca);
    return;
  }
  Term count = types_.convert(value(alloca.getArraySize()), module_.layout().getIntPtrType(alloca.getContext()));
  uint64_t element = module_.layout().getTypeAllocSize(alloca.getAllocatedType()).getFixedValue();
  // The product must not wrap: it is computed in twice the width.
  uint32_t width = program_.layout().width;
  Term size = terms_.mkBvMul(terms_.mkBvZeroExtend(count, width), terms_.mkBv(2 * width, element));
  restrictSize(size, Storage::Stack);
  edges_.emit(Allocate{program_.variableOf(parts_.values.addressOf(alloca)), terms_.mkBvExtract(size, width - 1, 0),
                       Storage::Stack, Contents::Any, nameOf(alloca).empty() ? "alloca" : nameOf(alloca)});
}

void LowerMemory::beginLife(const llvm::AllocaInst& alloca, const llvm::Instruction& where) {
  if (const Promotion::Cells* cells = module_.promotion().cells(&alloca)) {
    for (const auto& [offset, cell] : *cells) {
      VariableId variable = parts_.values.cell(&alloca, offset);
      bool parameter = llvm::is_contained(program_[id_].parameters, variable);
      if (parameter || writtenBeforeRead(alloca, where, offset)) continue;
      parts_.values.beforeWrite(variable, where);
      edges_.emit(Input{variable, InputKind::Uninitialised, program_[variable].sourceName});
    }
    return;
  }
  uint64_t size = alloca.getAllocationSize(module_.layout())->getFixedValue();
  if (size > program_.layout().maxObjectSize()) throw Unsupported("a local that is too large");
  edges_.emit(Allocate{program_.variableOf(parts_.values.addressOf(alloca)), pointerConstant(size), Storage::Stack,
                       Contents::Any, nameOf(alloca)});
}

void LowerMemory::endLife(const llvm::AllocaInst& alloca, const llvm::Instruction& where) {
  const Promotion::Cells* cells = module_.promotion().cells(&alloca);
  if (const ConstantLocals::Local* constant = module_.constantLocals().find(&alloca))
    edges_.emit(Assign{constant->address, pointerConstant(0)});
  if (cells == nullptr) {
    edges_.emit(Free{parts_.values.addressOf(alloca), Storage::Stack});
    return;
  }
  // A variable that has ended its life keeps no block of the heap from being lost.
  if (!module_.checks(Property::ValidMemtrack)) return;
  const SourcePosition end = edges_.position();
  for (const auto& [offset, cell] : *cells) {
    if (cell.bits < program_.layout().width) continue;
    VariableId variable = parts_.values.cell(&alloca, offset);
    parts_.values.beforeWrite(variable, where);
    edges_.setPosition({end.file, end.line, 0}); // no assignment of the user's has a line alone (isEndOfLife)
    edges_.emit(Assign{variable, terms_.mkBv(cell.bits, 0)});
    edges_.setPosition(end);
  }
}

/// Whether execution from an instruction on surely writes the cell before it reads it: then it needs no input.
bool LowerMemory::writtenBeforeRead(const llvm::AllocaInst& alloca, const llvm::Instruction& from,
                                    uint64_t offset) const {
  constexpr int kLookAhead = 256;
  const llvm::Instruction* current = from.getNextNode();
  for (int i = 0; i < kLookAhead && current != nullptr; i++) {
    const llvm::Value* pointer = llvm::getLoadStorePointerOperand(current);
    auto place = pointer == nullptr ? std::nullopt : module_.promotion().cellAt(pointer);
    if (place && place->object == &alloca && place->offset == offset) return llvm::isa<llvm::StoreInst>(current);
    if (current->isTerminator()) {
      auto* branch = llvm::dyn_cast<llvm::BranchInst>(current);
      if (branch == nullptr || branch->isConditional()) return false;
      current = &branch->getSuccessor(0)->front();
    } else {
      current = current->getNextNode();
    }
  }
  return false;
}

/// Leaving the scope of variable-length arrays. What they are is what was allocated after the matching stacksave and
/// before any inner one; the stacksave has set their addresses to null.
std::vector<const llvm::AllocaInst*> LowerMemory::ownedBy(const llvm::Instruction& save) {
  if (!dominators_) dominators_ = std::make_unique<llvm::DominatorTree>(const_cast<llvm::Function&>(function_));
  std::vector<const llvm::AllocaInst*> arrays;
  std::vector<const llvm::Instruction*> inner;
  for (const llvm::BasicBlock& block : function_)
    for (const llvm::Instruction& instruction : block) {
      if (&instruction == &save || !dominators_->dominates(&save, &instruction)) continue;
      if (auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
        arrays.push_back(alloca);
      else if (auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction))
        if (call->getIntrinsicID() == llvm::Intrinsic::stacksave) inner.push_back(call);
    }
  llvm::erase_if(arrays, [&](const llvm::AllocaInst* array) {
    return array->isStaticAlloca() ||
           llvm::any_of(inner, [&](const llvm::Instruction* other) { return dominators_->dominates(other, array); });
  });
  return arrays;
}

void LowerMemory::saveStack(const llvm::CallInst& save) {
  for (const llvm::Instruction& instruction : *save.getParent())
    if (auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
        alloca != nullptr && alloca->isStaticAlloca() && save.comesBefore(alloca))
      throw Unsupported("alloca in the scope of a variable-length array"); // it dies with that
  for (const llvm::AllocaInst* array : ownedBy(save))
    edges_.emit(Assign{program_.variableOf(parts_.values.addressOf(*array)), pointerConstant(0)});
}

void LowerMemory::restoreStack(const llvm::CallInst& restore) {
  auto* load = llvm::dyn_cast<llvm::LoadInst>(restore.getArgOperand(0));
  if (load == nullptr) return;
  for (const llvm::User* user : load->getPointerOperand()->users()) {
    auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
    auto* save = store == nullptr ? nullptr : llvm::dyn_cast<llvm::IntrinsicInst>(store->getValueOperand());
    if (save == nullptr || save->getIntrinsicID() != llvm::Intrinsic::stacksave) continue;
    for (const llvm::AllocaInst* array : ownedBy(*save))
      edges_.emit(Free{parts_.values.addressOf(*array), Storage::Stack});
  }
}

// ---- loads and stores

template <class Access>
LowerMemory::Turn LowerMemory::turnOf(const Access& access) {
  return access.hasMetadata(kUnseenAccess) ? Turn::GoesOn : turnOf(access.getOrdering());
}

void LowerMemory::lowerLoad(const llvm::LoadInst& load) {
  llvm::Type* type = load.getType();
  if (load.isVolatile() && module_.options().volatileInputs) {
    parts_.values.set(load, input(InputKind::Volatile, types_.sort(type), "a volatile object"));
    return;
  }
  if (auto place = module_.promotion().cellAt(load.getPointerOperand())) {
    VariableId variable = parts_.values.cell(place->object, place->offset);
    Term seen = parts_.addresses.openedData(termOf(variable), type, load.getPointerOperand());
    if (seen != termOf(variable)) {
      VariableId copy = temporary(seen.sort());
      edges_.emit(Assign{copy, seen});
      parts_.values.define(load, termOf(copy));
    } else {
      parts_.values.defineRead(load, variable);
    }
    return;
  }
  Term loaded = readMemory(value(load.getPointerOperand()), type, load.getPointerOperand(), turnOf(load));
  if (parts_.values.has(load))
    parts_.values.define(load, loaded);
  else
    parts_.values.set(load, loaded);
}

void LowerMemory::lowerStore(const llvm::StoreInst& store) {
  // Schedules are looked at by what is announced: nobody else may see these.
  if (store.hasMetadata(kUnseenAccess) && module_.threads().arePresent &&
      module_.threads().sharing.isShared(store.getPointerOperand(), true))
    throw Unsupported("longjmp to a function with a local that other threads may touch");
  Term stored = value(store.getValueOperand());
  if (auto place = module_.promotion().cellAt(store.getPointerOperand())) {
    VariableId variable = parts_.values.cell(place->object, place->offset);
    if (stored == termOf(variable)) return;
    parts_.values.beforeWrite(variable, store);
    edges_.emit(Assign{variable, stored});
    return;
  }
  writeMemory(value(store.getPointerOperand()), stored, store.getValueOperand()->getType(), store.getPointerOperand(),
              turnOf(store));
  if (module_.addressFlow().seenPadding() != 0) parts_.padding.openPaddingAround(store.getPointerOperand());
}

LowerMemory::Turn LowerMemory::turnOf(llvm::AtomicOrdering order) {
  if (order == llvm::AtomicOrdering::NotAtomic) return Turn::Plain;
  parts_.threads.noteOrder(order);
  return Turn::Atomic;
}

void LowerMemory::announce(AccessKind kind, Term pointer, llvm::Type* type, const llvm::Value* pointerValue,
                           Turn turn) {
  if (turn == Turn::GoesOn) return;
  const Term size = pointerConstant(types_.storeSize(type));
  parts_.threads.announce({kind, pointer, size, turn == Turn::Atomic}, pointerValue);
}

Term LowerMemory::readMemory(Term pointer, llvm::Type* type, const llvm::Value* pointerValue, Turn turn) {
  const bool isWhole = !type->isAggregateType() && !type->isVectorTy();
  if (isWhole) announce(AccessKind::Read, pointer, type, pointerValue, turn);
  const LocationId error = checkAccess(pointer, pointerConstant(types_.storeSize(type)), false, pointerValue);
  if (isWhole) {
    VariableId variable = temporary(type);
    edges_.emit(Load{variable, pointer});
    goOnBehind({error}, variable);
    return parts_.addresses.openedData(termOf(variable), type, pointerValue);
  }
  Term result;
  for (const LowerTypes::Leaf& leaf : types_.leaves(type)) {
    VariableId variable = temporary(leaf.type);
    const Term place = terms_.mkBvAdd(pointer, pointerConstant(leaf.byteOffset));
    announce(AccessKind::Read, place, leaf.type, pointerValue, turn);
    if (module_.threads().arePresent) // another one may have freed the object between two parts
      checkAccess(place, pointerConstant(types_.storeSize(leaf.type)), false, nullptr);
    edges_.emit(Load{variable, place});
    Term bits = parts_.addresses.openedData(types_.toBits(termOf(variable)), leaf.type, pointerValue);
    result = result.isNull() ? bits : terms_.mkBvConcat(bits, result);
  }
  return result.isNull() ? terms_.mkZero(types_.sort(type)) : result;
}

void LowerMemory::writeMemory(Term pointer, Term value, llvm::Type* type, const llvm::Value* pointerValue, Turn turn) {
  const bool isWhole = !type->isAggregateType() && !type->isVectorTy();
  if (isWhole) announce(AccessKind::Write, pointer, type, pointerValue, turn);
  const LocationId error = checkAccess(pointer, pointerConstant(types_.storeSize(type)), true, pointerValue);
  const LocationId constant = checkConstant(pointer, pointerConstant(types_.storeSize(type)), pointerValue);
  if (isWhole) {
    edges_.emit(Store{pointer, value, readsAs(type)});
    goOnBehind({error, constant});
    return;
  }
  for (const LowerTypes::Leaf& leaf : types_.leaves(type)) {
    Term part = parts_.instructions.elementAt(leaf.type, value, leaf.bitOffset);
    const Term place = terms_.mkBvAdd(pointer, pointerConstant(leaf.byteOffset));
    announce(AccessKind::Write, place, leaf.type, pointerValue, turn);
    if (module_.threads().arePresent) checkAccess(place, pointerConstant(types_.storeSize(leaf.type)), true, nullptr);
    edges_.emit(Store{place, part, readsAs(leaf.type)});
  }
  goOnBehind({error, constant});
}

LocationId LowerMemory::checkAccess(Term pointer, Term size, bool write, const llvm::Value* pointerValue) {
  if (!module_.checks(Property::ValidDeref)) return {};
  if (pointerValue != nullptr && size.isValue() && staticallyValid(pointerValue, size.value().toUint64(), write))
    return {};
  Term valid = ask(write ? QueryKind::Writable : QueryKind::Readable, {pointer, size});
  const LocationId error = failIf(terms_.mkNot(valid), Property::ValidDeref,
                                  write ? "invalid write to memory" : "invalid read of memory", Behind::Nothing);
  endAtNull(error, pointer);
  return error;
}

// ---- constant locals

/// An access that names a constant local initialises it: clang allows no other write by name.
LocationId LowerMemory::checkConstant(Term pointer, Term size, const llvm::Value* pointerValue) {
  if (module_.constantLocals().all().empty() || isSketch()) return {};
  if (pointerValue != nullptr && namedLocal(pointerValue) != nullptr) return {};
  Term isWritten = terms_.mkAnd(terms_.mkDistinct(size, terms_.mkZero(size.sort())),
                                module_.constantLocals().isLedTo(program_, pointer));
  if (module_.checks(Property::ValidDeref))
    return failIf(isWritten, Property::ValidDeref, std::string("invalid write to memory: ") + kConstantWrite,
                  Behind::Nothing);
  leaveUnsupported(isWritten, "a constant local is written");
  return {};
}

/// The result is a value of its own, which no longer names the local.
Term LowerMemory::constantLocal(const llvm::Value* pointerValue, Term pointer) {
  if (const ConstantLocals::Local* local = module_.constantLocals().find(namedLocal(pointerValue))) {
    Term known = termOf(local->address);
    Term here = value(local->object);
    Term isOther = terms_.mkAnd(terms_.mkDistinct(known, pointerConstant(0)), terms_.mkDistinct(known, here));
    if (!isSketch()) leaveUnsupported(isOther, "a constant local of a function that has been called again meanwhile");
    edges_.emit(Assign{local->address, here});
  }
  VariableId copy = temporaryPointer();
  edges_.emit(Assign{copy, pointer});
  return termOf(copy);
}

void LowerMemory::forgetConstants() {
  for (const ConstantLocals::Local& local : module_.constantLocals().all())
    if (local.function == &function_) edges_.emit(Assign{local.address, pointerConstant(0)});
}

/// A named object at a constant offset inside it: no check can fail.
bool LowerMemory::staticallyValid(const llvm::Value* pointer, uint64_t size, bool write) const {
  BaseAndOffset stripped = stripConstantOffsets(pointer, module_.layout());
  uint64_t objectSize = 0;
  if (auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(stripped.base)) {
    if (!alloca->isStaticAlloca()) return false;
    objectSize = alloca->getAllocationSize(module_.layout())->getFixedValue();
  } else if (auto* global = llvm::dyn_cast<llvm::GlobalVariable>(stripped.base)) {
    if (global->isDeclaration() || (write && global->isConstant())) return false;
    objectSize = module_.layout().getTypeAllocSize(global->getValueType()).getFixedValue();
  }
  return stripped.offset >= 0 && static_cast<uint64_t>(stripped.offset) + size <= objectSize;
}

void LowerMemory::lowerCompareExchange(const llvm::AtomicCmpXchgInst& instruction) {
  Term pointer = value(instruction.getPointerOperand());
  llvm::Type* type = instruction.getNewValOperand()->getType();
  announce(AccessKind::Write, pointer, type, instruction.getPointerOperand(), turnOf(instruction.getMergedOrdering()));
  Term old = readMemory(pointer, type, instruction.getPointerOperand(), Turn::GoesOn);
  Term same = terms_.mkEqual(old, value(instruction.getCompareOperand()));
  if (instruction.isWeak()) {
    Term fails = input(InputKind::Unspecified, terms_.boolSort(), "whether a weak exchange gives up");
    same = terms_.mkAnd(same, terms_.mkNot(fails));
  }
  writeMemory(pointer, terms_.mkIte(same, value(instruction.getNewValOperand()), old), type,
              instruction.getPointerOperand(), Turn::GoesOn);
  parts_.values.define(instruction, terms_.mkBvConcat(terms_.mkBoolToBv(same), types_.toBits(old)));
}

void LowerMemory::lowerReadModifyWrite(const llvm::AtomicRMWInst& instruction) {
  Term pointer = value(instruction.getPointerOperand());
  llvm::Type* type = instruction.getType();
  announce(AccessKind::Write, pointer, type, instruction.getPointerOperand(), turnOf(instruction.getOrdering()));
  Term old = readMemory(pointer, type, instruction.getPointerOperand(), Turn::GoesOn);
  Term operand = value(instruction.getValOperand());
  auto choose = [&](Term first) { return terms_.mkIte(first, old, operand); };
  Term result;
  using Rmw = llvm::AtomicRMWInst;
  switch (instruction.getOperation()) {
  case Rmw::Xchg:
    result = operand;
    break;
  case Rmw::Add:
    result = terms_.mkBvAdd(old, operand);
    break;
  case Rmw::Sub:
    result = terms_.mkBvSub(old, operand);
    break;
  case Rmw::And:
    result = terms_.mkBvAnd(old, operand);
    break;
  case Rmw::Nand:
    result = terms_.mkBvNot(terms_.mkBvAnd(old, operand));
    break;
  case Rmw::Or:
    result = terms_.mkBvOr(old, operand);
    break;
  case Rmw::Xor:
    result = terms_.mkBvXor(old, operand);
    break;
  case Rmw::Max:
    result = choose(terms_.mkBvSge(old, operand));
    break;
  case Rmw::Min:
    result = choose(terms_.mkBvSle(old, operand));
    break;
  case Rmw::UMax:
    result = choose(terms_.mkBvUge(old, operand));
    break;
  case Rmw::UMin:
    result = choose(terms_.mkBvUle(old, operand));
    break;
  default:
    throw Unsupported("an atomic operation that is not known");
  }
  writeMemory(pointer, result, type, instruction.getPointerOperand(), Turn::GoesOn);
  parts_.values.define(instruction, old);
}

// ---- addresses

Term LowerMemory::address(const llvm::GEPOperator& gep) {
  if (gep.getType()->isVectorTy()) throw Unsupported("vectors of pointers");
  const PointerLayout& layout = program_.layout();
  llvm::MapVector<llvm::Value*, llvm::APInt> variable;
  llvm::APInt constant(layout.width, 0);
  if (!gep.collectOffset(module_.layout(), layout.width, variable, constant))
    throw Unsupported("an address computation");
  Term base = value(gep.getPointerOperand());
  Term offset = pointerConstant(constant.getZExtValue());
  uint64_t distance = constant.abs().getZExtValue();
  for (const auto& [index, scale] : variable) {
    Term scaled =
        terms_.mkBvMul(terms_.mkBvSignResize(value(index), layout.width), pointerConstant(scale.getZExtValue()));
    offset = terms_.mkBvAdd(offset, scaled);
    distance = std::min(uint64_t{1} << 62, distance + std::min(uint64_t{1} << 60, reach(index, scale)));
  }
  Term result = terms_.mkBvAdd(base, offset);
  // A sum that leaves its object's window must not name another object. Small moves and those of an address that is
  // accessed at once are not looked at: it would take very many of them to get there.
  const uint64_t window = layout.guardBit();
  if (distance <= (layout.width == 64 ? window >> 20 : 64)) return result;
  if (variable.empty() && distance <= window >> 3 && !isStep(gep)) return result;
  if (layout.width == 64 && distance <= window >> 2 && isOnlyAccessed(gep)) return result;
  Term wild =
      terms_.mkBvConcat(terms_.mkOnes(layout.objectBits()), terms_.mkBvExtract(result, layout.offsetBits - 1, 0));
  return terms_.mkIte(terms_.mkEqual(parts_.addresses.objectNumber(result), parts_.addresses.objectNumber(base)),
                      result, wild);
}

// ---- allocation

/// A size may be given in more or fewer bits than a pointer has.
Term LowerMemory::isLarger(Term size, uint64_t limit) {
  const uint32_t width = size.sort().width();
  if (width < 64 && limit >> width != 0) return terms_.mkFalse();
  return terms_.mkBvUgt(size, terms_.mkBv(width, limit));
}

/// Beyond what pointers can count there may be objects on a machine, and the verdict says that they are not looked at;
/// not beyond what a stack or the address space holds, where the program ends.
void LowerMemory::restrictSize(Term size, Storage storage) {
  if (isSketch()) return;
  constexpr uint64_t kStack = 8u << 20;
  const uint64_t limit = program_.layout().maxObjectSize();
  const Term tooLarge = isLarger(size, limit);
  if (tooLarge.isFalse() || (storage == Storage::Heap && program_.layout().width == 64)) return;
  const bool isOnMachines = program_.layout().width == 32 && (storage == Storage::Heap || limit < kStack);
  const std::string message = isOnMachines
                                  ? "objects of at most " + std::to_string(limit) + " bytes"
                                  : "no stack holds an object of more than " + std::to_string(limit) + " bytes";
  program_.assumptions.add(message, edges_.position());
  edges_.leaveIf(tooLarge, edges_.terminal(isOnMachines ? LocationKind::Limit : LocationKind::Blocked, message));
}

Term LowerMemory::allocate(Term size, Storage storage, Contents contents, std::string name) {
  uint32_t width = program_.layout().width;
  restrictSize(size, storage);
  VariableId variable = temporaryPointer();
  edges_.emit(Allocate{variable, terms_.mkBvZeroResize(size, width), storage, contents, std::move(name)});
  return termOf(variable);
}

} // namespace assay
