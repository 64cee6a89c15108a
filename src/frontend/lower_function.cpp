#include "frontend/lower_function.h"

#include "frontend/compile_bitcode.h"
#include "frontend/debug_info.h"
#include "frontend/library_names.h"

#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DebugProgramInstruction.h>

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

} // namespace

void LowerFunction::declare(LowerModule& module, const llvm::Function& function, FunctionId id) {
  Program& program = module.program();
  LocationId entry = program.addLocation(id);
  LocationId exit = program.addLocation(id, LocationKind::Exit);
  program[id].entry = entry;
  program[id].exit = exit;
  program[entry].position = program[id].position;
  for (const llvm::Argument& argument : function.args()) {
    const llvm::DILocalVariable* declared = declaredArgument(&argument);
    std::string name = declared == nullptr ? "arg" : declared->getName().str();
    VariableId variable = program.addVariable(id, name, module.types().sort(argument.getType()));
    if (declared != nullptr) {
      Variable& made = program[variable];
      made.sourceName = name;
      const bool isAddress = argument.hasByValAttr() || argument.hasStructRetAttr();
      made.type = typeText(declared->getType()) + (argument.hasStructRetAttr() ? " *" : "");
      made.typeClass = isAddress ? TypeClass::Pointer : typeClass(declared->getType());
      made.cType = isAddress ? module.addressType(declared->getType()) : module.debugTypes().of(declared->getType());
      made.position = module.position(declared->getScope(), declared->getLine(), 0);
    }
    program[id].parameters.push_back(variable);
  }
  if (function.isVarArg()) program[id].parameters.push_back(program.addVariable(id, "variadic", program.pointerSort()));
}

LowerFunction::LowerFunction(LowerModule& module, const llvm::Function& function, FunctionId id)
    : module_(module), program_(module.program()), terms_(module.terms()), types_(module.types()), function_(function),
      id_(id), edges_(program_, id), floats_(module.terms()) {}

void LowerFunction::run() {
  for (const llvm::Argument& argument : function_.args())
    values_[&argument] = termOf(program_[id_].parameters[argument.getArgNo()]);
  if (function_.isVarArg()) variadic_ = program_[id_].parameters.back();
  addCells();
  edges_.start(program_[id_].entry);
  edges_.setPosition(program_[id_].position);
  edges_.jump(blockLocation(&function_.getEntryBlock()));
  for (const llvm::BasicBlock& block : function_) lowerBlock(block);
}

void LowerFunction::addCells() {
  for (const llvm::Argument& argument : function_.args())
    if (const llvm::AllocaInst* home = argumentHome(argument, module_.promotion()))
      localCells_[{home, 0}] = program_[id_].parameters[argument.getArgNo()];
  for (const llvm::BasicBlock& block : function_)
    for (const llvm::Instruction& instruction : block) {
      auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
      if (alloca == nullptr) continue;
      if (const Promotion::Cells* cells = module_.promotion().cells(alloca)) {
        for (auto [offset, bits] : *cells)
          if (localCells_.count({alloca, offset}) == 0)
            localCells_[{alloca, offset}] =
                addNamed(*alloca, offset, bits == 1 ? terms_.boolSort() : terms_.bvSort(bits));
      } else {
        VariableId pointer = addNamed(*alloca, UINT64_MAX, program_.pointerSort());
        values_[alloca] = termOf(pointer);
      }
    }
}

/// A variable for a cell of a local, or (offset UINT64_MAX) for the address of one that stays in memory.
VariableId LowerFunction::addNamed(const llvm::AllocaInst& alloca, uint64_t offset, Sort sort) {
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
  variable.cType = isAddress ? module_.addressType(declared->getType()) : module_.debugTypes().of(member.type);
  variable.position = module_.position(declared->getScope(), declared->getLine(), 0);
  return id;
}

LocationId LowerFunction::blockLocation(const llvm::BasicBlock* block) {
  auto found = blocks_.find(block);
  if (found != blocks_.end()) return found->second;
  LocationId id = program_.addLocation(id_);
  for (const llvm::Instruction& instruction : *block)
    if (SourcePosition position = module_.position(instruction.getDebugLoc()); position.known()) {
      program_[id].position = position;
      break;
    }
  blocks_.emplace(block, id);
  return id;
}

/// What the library's variables hold is not known; that they hold anything would be wrong.
void LowerFunction::refuseLibraryVariables(const llvm::Instruction& instruction) {
  for (const llvm::Value* operand : instruction.operands()) {
    auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(operand->stripPointerCasts());
    if (variable != nullptr && variable->isDeclaration() && isLibraryVariable(variable->getName()))
      throw Unsupported("the library's variable '" + variable->getName().str() + "'");
  }
}

void LowerFunction::lowerBlock(const llvm::BasicBlock& block) {
  readers_.clear();
  reads_.clear();
  edges_.start(blockLocation(&block));
  for (const llvm::Instruction& instruction : block) {
    noteLabels(instruction);
    if (!edges_.open()) return;
    if (SourcePosition position = module_.position(instruction.getDebugLoc()); position.known())
      edges_.setPosition(position);
    try {
      refuseLibraryVariables(instruction);
      lowerInstruction(instruction);
    } catch (const Unsupported& problem) {
      stop(LocationKind::Unsupported, problem.what());
    }
  }
}

/// A label of the source stands on its location.
void LowerFunction::noteLabels(const llvm::Instruction& instruction) {
  for (const llvm::DbgRecord& record : instruction.getDbgRecordRange())
    if (auto* label = llvm::dyn_cast<llvm::DbgLabelRecord>(&record); label != nullptr && edges_.open())
      program_[edges_.here()].label = label->getLabel()->getName().str();
}

void LowerFunction::lowerInstruction(const llvm::Instruction& instruction) {
  if (instruction.isTerminator()) {
    lowerTerminator(instruction);
  } else if (llvm::isa<llvm::PHINode>(instruction)) {
    if (values_.count(&instruction) == 0) values_[&instruction] = termOf(temporary(types_.sort(instruction.getType())));
  } else if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction)) {
    lowerCall(*call);
  } else if (!lowerMemory(instruction)) {
    // An operation that can fail is one, whether its result is used or not.
    auto* binary = llvm::dyn_cast<llvm::BinaryOperator>(&instruction);
    bool isDivision = binary != nullptr && binary->isIntDivRem();
    if (instruction.use_empty() && !isDivision && !(binary != nullptr && function_.hasFnAttribute(kIrAttribute)))
      return;
    if (isDivision) guardDivision(*binary);
    if (edges_.open()) define(instruction, pureValue(instruction));
  }
}

// ---- values

Term LowerFunction::value(const llvm::Value* value) {
  if (auto* undefined = llvm::dyn_cast<llvm::UndefValue>(value);
      undefined != nullptr && !value->getType()->isAggregateType())
    return input(InputKind::Unspecified, types_.sort(value->getType()), "an undefined value");
  if (auto* constant = llvm::dyn_cast<llvm::Constant>(value)) {
    if (const llvm::GlobalVariable* object = LowerModule::objectOfUnknownSize(constant))
      throw Unsupported("the object '" + object->getName().str() + "' of unknown size, which is defined elsewhere");
    if (Term seen = addressConstant(*constant)) return seen;
    Term term = module_.constant(constant);
    if (term.isNull()) throw Unsupported("a constant expression that is not known");
    return term;
  }
  auto found = values_.find(value);
  if (found == values_.end()) {
    // A phi that a block further down in the text defines, or a value of a block that is not reachable.
    Term term = termOf(temporary(types_.sort(value->getType())));
    values_.emplace(value, term);
    return term;
  }
  return found->second;
}

Term LowerFunction::input(InputKind kind, Sort sort, std::string name) {
  VariableId variable = temporary(sort);
  edges_.emit(Input{variable, kind, std::move(name)});
  return termOf(variable);
}

bool LowerFunction::needsVariable(const llvm::Instruction& instruction, Term term) {
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

void LowerFunction::define(const llvm::Instruction& instruction, Term term) {
  uint32_t size = 1;
  for (const llvm::Value* operand : instruction.operands())
    if (auto* defined = llvm::dyn_cast<llvm::Instruction>(operand))
      if (auto known = termSize_.find(defined); known != termSize_.end()) size += known->second;
  termSize_[&instruction] = size;
  auto forward = values_.find(&instruction); // used before it was defined
  if (forward != values_.end() || needsVariable(instruction, term)) {
    Term variable = forward != values_.end() ? forward->second : termOf(temporary(term.sort()));
    edges_.emit(Assign{program_.variableOf(variable), term});
    values_[&instruction] = variable;
    termSize_[&instruction] = 1;
    return;
  }
  values_[&instruction] = term;
  noteReads(instruction);
}

/// The instruction's term reads the cells that its operands' terms read, and `own`.
void LowerFunction::noteReads(const llvm::Instruction& instruction, VariableId own) {
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

void LowerFunction::materialise(const llvm::Instruction& instruction) {
  Term term = values_.at(&instruction);
  VariableId variable = temporary(term.sort());
  edges_.emit(Assign{variable, term});
  values_[&instruction] = termOf(variable);
  termSize_[&instruction] = 1;
  reads_.erase(&instruction);
}

void LowerFunction::beforeWrite(VariableId cell, const llvm::Instruction& writer) {
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

void LowerFunction::beforeCall(const llvm::Instruction& call) {
  std::vector<VariableId> globals;
  for (const auto& [cell, readers] : readers_)
    if (!program_[cell].function.valid()) globals.push_back(cell);
  std::sort(globals.begin(), globals.end());
  for (VariableId cell : globals) beforeWrite(cell, call);
}

} // namespace assay
