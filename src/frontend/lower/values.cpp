#include "frontend/lower/parts.h"
#include "frontend/module/debug_info.h"

#include <algorithm>

namespace assay {

namespace {

/// A term of more nodes gets a variable when it is used twice, one of many more in any case: terms stay readable and
/// their printed size stays linear.
constexpr uint32_t kSharedSize = 8;
constexpr uint32_t kLargestTerm = 64;

/// The local that an argument is stored into and nothing else: then both are one variable.
const llvm::AllocaInst* argumentHome(const llvm::Argument& argument, const Promotion& promotion) {
  if (!argument.hasOneUse() || argument.hasByValAttr()) return nullptr;
  auto* store = llvm::dyn_cast<llvm::StoreInst>(*argument.user_begin());
  if (store == nullptr || store->getParent() != &argument.getParent()->getEntryBlock()) return nullptr;
  auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(store->getPointerOperand());
  if (alloca == nullptr || store->getValueOperand() != &argument) return nullptr;
  const Promotion::Cells* cells = promotion.cells(alloca);
  return cells != nullptr && cells->size() == 1 && cells->count(0) != 0 ? alloca : nullptr;
}

/// Whether it is undefined, or an element of it is.
bool isPartlyUndefined(const llvm::Constant* constant) {
  if (llvm::isa<llvm::UndefValue>(constant)) return true;
  if (!llvm::isa<llvm::ConstantAggregate>(constant)) return false;
  return llvm::any_of(constant->operands(), [](const llvm::Use& element) {
    return isPartlyUndefined(llvm::cast<llvm::Constant>(element.get()));
  });
}

} // namespace

void LowerValues::begin() {
  for (const llvm::Argument& argument : function_.args())
    values_[&argument] = termOf(program_[id_].parameters[argument.getArgNo()]);
  addCells();
}

void LowerValues::beginBlock() {
  readers_.clear();
  reads_.clear();
}

void LowerValues::addCells() {
  for (const llvm::Argument& argument : function_.args())
    if (const llvm::AllocaInst* home = argumentHome(argument, module_.promotion())) {
      const VariableId parameter = program_[id_].parameters[argument.getArgNo()];
      program_[parameter].isPointer &= module_.promotion().cells(home)->at(0).isPointer;
      localCells_[{home, 0}] = parameter;
    }
  for (const llvm::BasicBlock& block : function_)
    for (const llvm::Instruction& instruction : block) {
      auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
      if (alloca == nullptr) continue;
      if (const Promotion::Cells* cells = module_.promotion().cells(alloca)) {
        for (const auto& [offset, cell] : *cells) {
          if (localCells_.count({alloca, offset}) != 0) continue;
          const VariableId made =
              addNamed(*alloca, offset, cell.bits == 1 ? terms_.boolSort() : terms_.bvSort(cell.bits));
          program_[made].isPointer = cell.isPointer;
          localCells_[{alloca, offset}] = made;
        }
      } else {
        VariableId pointer = addNamed(*alloca, UINT64_MAX, program_.pointerSort());
        program_[pointer].isPointer = true;
        values_[alloca] = termOf(pointer);
      }
    }
}

/// A variable for a cell of a local, or (offset UINT64_MAX) for the address of one that stays in memory.
VariableId LowerValues::addNamed(const llvm::AllocaInst& alloca, uint64_t offset, Sort sort) {
  const llvm::DILocalVariable* declared = declaredVariable(&alloca);
  if (declared == nullptr) return temporary(sort);
  bool isAddress = offset == UINT64_MAX;
  Member member = memberAt(declared->getType(), isAddress ? 0 : offset);
  std::string name = declared->getName().str();
  VariableId id = program_.addVariable(id_, isAddress ? "&" + name : name + member.path, sort);
  Variable& variable = program_[id];
  variable.sourceName = isAddress ? "&" + name : name + member.path;
  variable.type = isAddress ? typeText(declared->getType()) + " *" : typeText(member.type);
  variable.typeClass = isAddress ? TypeClass::Pointer : typeClass(member.type);
  variable.cType = isAddress ? module_.debugTypes().pointerTo(declared->getType(), program_.layout().width / 8)
                             : module_.debugTypes().of(member.type);
  variable.position = module_.positions().of(declared->getScope(), declared->getLine());
  return id;
}

std::unordered_set<VariableId> LowerValues::locals() const {
  std::unordered_set<VariableId> variables;
  for (const auto& [place, variable] : localCells_) variables.insert(variable);
  return variables;
}

VariableId LowerValues::cell(const llvm::Value* object, uint64_t offset) const {
  return llvm::isa<llvm::GlobalVariable>(object) ? module_.globals().cell({object, offset})
                                                 : localCells_.at({object, offset});
}

/// A constant of which something is undefined: any value each time that it is used.
Term LowerValues::partlyUndefined(const llvm::Constant& constant) {
  llvm::Type* type = constant.getType();
  if (llvm::isa<llvm::UndefValue>(constant))
    return input(InputKind::Unspecified, types_.sort(type), "an undefined value");
  Term result;
  for (unsigned i = 0; const llvm::Constant* element = constant.getAggregateElement(i); i++) {
    if (types_.bits(element->getType()) == 0) continue;
    Term bits = types_.toBits(value(element));
    result = result.isNull() ? bits : terms_.mkBvConcat(bits, result);
  }
  return result;
}

Term LowerValues::value(const llvm::Value* value) {
  if (auto* constant = llvm::dyn_cast<llvm::Constant>(value)) {
    if (isPartlyUndefined(constant) && types_.bits(value->getType()) != 0) return partlyUndefined(*constant);
    if (isSketch() && objectOfUnknownSize(constant) != nullptr)
      return input(InputKind::Unspecified, types_.sort(value->getType()), "an address of something defined elsewhere");
    if (const llvm::GlobalVariable* object = objectOfUnknownSize(constant))
      throw Unsupported("the object '" + object->getName().str() + "' of unknown size, which is defined elsewhere");
    if (const llvm::GlobalIFunc* function = resolvedFunction(constant))
      throw Unsupported("the function '" + function->getName().str() + "', which a resolver chooses");
    if (Term seen = parts_.addresses.addressConstant(*constant)) return seen;
    Term term = module_.constants().value(constant);
    if (term.isNull()) throw Unsupported("a constant expression that is not known");
    return term;
  }
  auto found = values_.find(value);
  if (found == values_.end()) {
    // A phi that a block further down in the text defines, or a value of a block that is not reachable.
    Term term = termOf(temporary(value->getType()));
    values_.emplace(value, term);
    return term;
  }
  return found->second;
}

bool LowerValues::needsVariable(const llvm::Instruction& instruction, Term term) {
  if (term.isValue()) return false;
  for (const llvm::Use& use : instruction.uses()) {
    auto* user = llvm::cast<llvm::Instruction>(use.getUser());
    auto* phi = llvm::dyn_cast<llvm::PHINode>(user);
    const llvm::BasicBlock* where = phi != nullptr ? phi->getIncomingBlock(use) : user->getParent();
    if (where != instruction.getParent()) return true;
  }
  uint32_t size = termSize_[&instruction];
  return size > kLargestTerm || (size > kSharedSize && instruction.hasNUsesOrMore(2));
}

void LowerValues::define(const llvm::Instruction& instruction, Term term) {
  uint32_t size = 1;
  for (const llvm::Value* operand : instruction.operands())
    if (auto* defined = llvm::dyn_cast<llvm::Instruction>(operand))
      if (auto known = termSize_.find(defined); known != termSize_.end()) size += known->second;
  termSize_[&instruction] = size;
  auto forward = values_.find(&instruction); // used before it was defined
  if (forward != values_.end() || needsVariable(instruction, term)) {
    Term variable = forward != values_.end() ? forward->second : termOf(temporary(instruction.getType()));
    edges_.emit(Assign{program_.variableOf(variable), term});
    values_[&instruction] = variable;
    termSize_[&instruction] = 1;
    return;
  }
  values_[&instruction] = term;
  noteReads(instruction);
}

/// The instruction's term reads the cells that its operands' terms read, and `own`.
void LowerValues::noteReads(const llvm::Instruction& instruction, VariableId own) {
  std::vector<VariableId> cells;
  if (own.valid()) cells.push_back(own);
  for (const llvm::Value* operand : instruction.operands())
    if (auto* defined = llvm::dyn_cast<llvm::Instruction>(operand))
      if (auto found = reads_.find(defined); found != reads_.end())
        cells.insert(cells.end(), found->second.begin(), found->second.end());
  std::sort(cells.begin(), cells.end());
  cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
  for (VariableId cell : cells) readers_[cell].push_back(&instruction);
  if (!cells.empty()) reads_[&instruction] = std::move(cells);
}

void LowerValues::materialise(const llvm::Instruction& instruction) {
  Term term = values_.at(&instruction);
  VariableId variable = temporary(instruction.getType());
  edges_.emit(Assign{variable, term});
  values_[&instruction] = termOf(variable);
  termSize_[&instruction] = 1;
  reads_.erase(&instruction);
}

void LowerValues::beforeWrite(VariableId cell, const llvm::Instruction& writer) {
  auto found = readers_.find(cell);
  if (found == readers_.end()) return;
  std::vector<const llvm::Instruction*> readers = std::move(found->second);
  readers_.erase(found);
  for (const llvm::Instruction* reader : readers) {
    if (reads_.count(reader) == 0) continue; // has a variable by now
    bool usedLater = llvm::any_of(reader->users(), [&](const llvm::User* user) {
      auto* instruction = llvm::cast<llvm::Instruction>(user);
      return instruction->getParent() != writer.getParent() || llvm::isa<llvm::PHINode>(instruction) ||
             writer.comesBefore(instruction);
    });
    if (usedLater) materialise(*reader);
  }
}

void LowerValues::beforeCall(const llvm::Instruction& call) {
  std::vector<VariableId> globals;
  for (const auto& [cell, readers] : readers_)
    if (!program_[cell].function.valid()) globals.push_back(cell);
  std::sort(globals.begin(), globals.end());
  for (VariableId cell : globals) beforeWrite(cell, call);
}

void LowerValues::defineRead(const llvm::LoadInst& load, VariableId cell) {
  termSize_[&load] = 1;
  if (needsVariable(load, termOf(cell)) || has(load)) {
    define(load, termOf(cell));
  } else {
    values_[&load] = termOf(cell);
    noteReads(load, cell);
  }
}

} // namespace assay
