#include "frontend/lower_module.h"

#include "frontend/debug_info.h"
#include "frontend/float_observation.h"
#include "frontend/leak_checks.h"
#include "frontend/lower_entry.h"
#include "frontend/lower_function.h"
#include "util/error.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Instructions.h>

#include <bit>

namespace assay {

namespace {

/// What decides how a program's pointers divide their bits.
struct ObjectNeeds {
  uint64_t staticObjects = 0;
  uint64_t largestStatic = 1;
  bool variableSizes = false; // an allocation whose size is not a constant
};

/// What a constant argument may ask for, as a size: nothing, where malloc gives no such block anyway.
uint64_t sizeToCount(const llvm::APInt& size) {
  constexpr uint64_t kMost = 1u << 28;
  return size.ugt(INT32_MAX) ? 0 : std::min(size.getZExtValue(), kMost);
}

ObjectNeeds objectNeeds(const llvm::Module& module) {
  ObjectNeeds needs;
  const llvm::DataLayout& layout = module.getDataLayout();
  auto see = [&](uint64_t size) { needs.largestStatic = std::max(needs.largestStatic, size); };
  for (const llvm::GlobalVariable& global : module.globals()) {
    needs.staticObjects++;
    if (global.getValueType()->isSized()) see(layout.getTypeAllocSize(global.getValueType()).getFixedValue());
  }
  for (const llvm::Function& function : module) {
    needs.staticObjects += function.hasAddressTaken();
    for (const llvm::BasicBlock& block : function)
      for (const llvm::Instruction& instruction : block) {
        if (auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
          auto size = alloca->getAllocationSize(layout);
          if (size) see(size->getFixedValue());
          needs.variableSizes |= !size;
        } else if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction)) {
          const llvm::Function* callee = call->getCalledFunction();
          if (callee == nullptr || !callee->getReturnType()->isPointerTy() || !callee->isDeclaration()) continue;
          for (const llvm::Value* argument : call->args())
            if (auto* constant = llvm::dyn_cast<llvm::ConstantInt>(argument))
              see(sizeToCount(constant->getValue()));
            else
              needs.variableSizes |= argument->getType()->isIntegerTy();
        }
      }
  }
  return needs;
}

/// 64-bit pointers have room for everything. In 32 bits, objects are many and small unless the program says otherwise. What
/// has no number then, or is too large, is unsupported where it is used.
PointerLayout choosePointerLayout(const llvm::Module& module, const FrontendOptions& options) {
  PointerLayout layout{options.dataModel, 40};
  if (options.objectBits != 0) {
    if (options.objectBits + 4 > options.dataModel) throw UsageError("--object-bits leaves no room for offsets");
    layout.offsetBits = options.dataModel - options.objectBits;
    return layout;
  }
  if (options.dataModel == 64) return layout;
  constexpr uint32_t kMostOffsetBits = 30;
  ObjectNeeds needs = objectNeeds(module);
  auto bitsFor = [](uint64_t n) { return static_cast<uint32_t>(std::bit_width(n)); };
  uint32_t objectBits = std::max(needs.variableSizes ? 8u : 14u, bitsFor(needs.staticObjects + 64) + 1);
  objectBits = std::min(objectBits, 24u);
  layout.offsetBits = std::min(std::max(32 - objectBits, bitsFor(needs.largestStatic) + 1), kMostOffsetBits);
  return layout;
}

bool isLiteral(const llvm::GlobalVariable& global) {
  return global.hasPrivateLinkage() && global.isConstant() && global.getName().starts_with(".str");
}

} // namespace

LowerModule::LowerModule(llvm::Module& module, const FrontendOptions& options, TermManager& terms)
    : module_(module), options_(options), terms_(terms), types_(terms, module.getDataLayout()), promotion_(module),
      padding_(module), addressFlow_(module, promotion_, padding_),
      observesFloatBits_(assay::observesFloatBits(module)), program_(terms, choosePointerLayout(module, options)),
      errorFunctions_(options.specification.errorFunctions.begin(), options.specification.errorFunctions.end()) {}

void LowerModule::lowerAll() {
  takeStartAndEnd();
  for (const llvm::Function& function : module_)
    if (function.hasAddressTaken() && !function.isIntrinsic()) {
      addressTaken_.push_back(&function);
      object(&function); // functions have the first numbers, string literals the next ones
    }
  for (const llvm::GlobalVariable& global : module_.globals())
    if (isLiteral(global) && promotion_.cells(&global) == nullptr && !global.use_empty()) {
      object(&global);
      literals_++;
    }
  for (const llvm::GlobalVariable& global : module_.globals())
    if (const Promotion::Cells* cells = promotion_.cells(&global)) addPromotedGlobal(global, *cells);
  lowerEntry(*this, module_);
  lowerPending();
  checkEndlessLoops(*this);
  openExternObjects();
  if (pointsToUnknownSize_) blockEntry("an object of unknown size, which is defined elsewhere, is in an initialiser");
}

// What is wrong beside any instruction, in an initialiser say, is wrong with the whole.
Program LowerModule::run() {
  try {
    lowerAll();
  } catch (const UnsupportedCode& problem) {
    throw InputError(problem.what());
  }
  program_.setTypes(debugTypes_.take());
  program_.compact();
  if (std::string broken = program_.validate(); !broken.empty()) throw std::logic_error("front end: " + broken);
  return std::move(program_);
}

void LowerModule::lowerPending() {
  while (!pending_.empty() || !pendingObjects_.empty()) {
    if (!pendingObjects_.empty()) {
      const llvm::GlobalVariable* global = pendingObjects_.front();
      pendingObjects_.pop_front();
      fillObject(*global, objects_.at(global));
      continue;
    }
    const llvm::Function* function = pending_.front();
    pending_.pop_front();
    lowerFunction(*this, *function, functions_.at(function));
  }
}

// ---- positions

SourcePosition LowerModule::position(const llvm::DebugLoc& location) {
  if (!location) return {};
  // The place of the call for what clang inlined; user's code otherwise.
  const llvm::DILocation* place = location.get();
  while (const llvm::DILocation* outer = place->getInlinedAt()) place = outer;
  return position(llvm::cast<llvm::DIScope>(place->getScope()), place->getLine(), place->getColumn());
}

SourcePosition LowerModule::position(const llvm::DIScope* scope, unsigned line, unsigned column) {
  if (scope == nullptr || line == 0) return {};
  return {program_.addFile(fileName(*scope)), line, column};
}

// clang takes off what an absolute path has in common with the current folder; from that folder, the rest need not lead
// anywhere.
std::string LowerModule::fileName(const llvm::DIScope& scope) const {
  const std::filesystem::path name = scope.getFilename().str(), folder = scope.getDirectory().str();
  return folder == currentFolder_ ? name.string() : (folder / name).string();
}

// ---- objects

void LowerModule::addPromotedGlobal(const llvm::GlobalVariable& global, const Promotion::Cells& cells) {
  if (cells.empty()) return; // nobody looks at it
  llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> expressions;
  global.getDebugInfo(expressions);
  const llvm::DIGlobalVariable* declared = expressions.empty() ? nullptr : expressions[0]->getVariable();
  std::vector<uint8_t> bytes(layout().getTypeAllocSize(global.getValueType()).getFixedValue());
  writeBytes(global.getInitializer(), 0, bytes);
  for (auto [offset, bits] : cells) {
    Member member = memberAt(declared == nullptr ? nullptr : declared->getType(), offset);
    std::string sourceName = declared == nullptr ? "" : declared->getName().str() + member.path;
    Sort sort = bits == 1 ? terms_.boolSort() : terms_.bvSort(bits);
    VariableId id = program_.addVariable({}, global.getName().str() + member.path, sort);
    Variable& variable = program_[id];
    variable.sourceName = sourceName;
    variable.type = declared == nullptr ? "" : typeText(member.type);
    variable.typeClass = typeClass(member.type);
    variable.cType = debugTypes_.of(member.type);
    if (declared != nullptr) variable.position = position(declared->getFile(), declared->getLine(), 0);
    BitVector value = BitVector::zero((bits + 7) / 8 * 8);
    for (uint32_t i = (bits + 7) / 8; i-- > 0;) value = value.shl(8).or_(BitVector(value.width(), bytes[offset + i]));
    value = value.extract(bits - 1, 0);
    variable.initial = sort.isBool() ? terms_.mkBool(!value.isZero()) : terms_.mkBv(value);
    globalCells_[{&global, offset}] = id;
  }
}

uint32_t LowerModule::object(const llvm::GlobalObject* global) {
  auto found = objects_.find(global);
  if (found != objects_.end()) return found->second;
  if (program_.objects().size() + 1 >= program_.layout().wildObject())
    throw UnsupportedCode("more objects than pointers of " + std::to_string(program_.layout().width) +
                          " bits can tell apart");
  StaticObject object;
  object.name = global->getName().str();
  if (auto* function = llvm::dyn_cast<llvm::Function>(global)) {
    object.kind = ObjectKind::Function;
    object.constant = true;
    if (const llvm::DISubprogram* program = function->getSubprogram())
      object.position = position(program, program->getLine(), 0);
  } else {
    auto* variable = llvm::cast<llvm::GlobalVariable>(global);
    llvm::Type* type = variable->getValueType();
    object.size = type->isSized() ? layout().getTypeAllocSize(type).getFixedValue() : 0;
    if (object.size > program_.layout().maxObjectSize()) throw UnsupportedCode("an object that is too large");
    object.constant = variable->isConstant();
    if (isLiteral(*variable) || object.name.empty()) object.kind = ObjectKind::String;
    llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> expressions;
    variable->getDebugInfo(expressions);
    if (!expressions.empty()) {
      const llvm::DIGlobalVariable* declared = expressions[0]->getVariable();
      object.type = typeText(declared->getType());
      object.cType = debugTypes_.of(declared->getType());
      object.position = position(declared->getFile(), declared->getLine(), 0);
    }
    pendingObjects_.push_back(variable);
  }
  uint32_t number = program_.addObject(std::move(object));
  objects_.emplace(global, number);
  return number;
}

/// An object that is defined elsewhere begins with any contents: those of a fresh one.
void LowerModule::openExternObjects() {
  std::vector<Operation> operations;
  for (uint32_t number : externObjects_) {
    const StaticObject& object = program_.object(number);
    program_.addAssumption("the object '" + object.name + "' is defined elsewhere: it begins with any contents",
                           object.position);
    VariableId fresh = program_.addVariable(program_.entry(), object.name, program_.pointerSort());
    Term size = terms_.mkBv(program_.layout().width, object.size);
    Term source = program_[fresh].term;
    operations.push_back({Allocate{fresh, size, Storage::Stack, Contents::Any, object.name}, object.position});
    operations.push_back({Copy{program_.objectAddress(number), source, size}, object.position});
    operations.push_back({Free{source, Storage::Stack}, object.position});
  }
  openWeakObjects(operations);
  EdgeId first = program_[program_[program_.entry()].entry].out.front();
  std::vector<Operation>& begin = program_[first].operations;
  begin.insert(begin.begin(), operations.begin(), operations.end());
}

/// Nothing is known of the program.
void LowerModule::blockEntry(const std::string& message) {
  LocationId entry = program_[program_.entry()].entry;
  LocationId end = terminal(program_.entry(), LocationKind::Unsupported, message, {});
  for (EdgeId edge : std::vector<EdgeId>(program_[entry].out)) {
    program_[edge].operations.clear();
    program_.redirect(edge, entry, end);
  }
}

/// The address of a symbol that is declared weak and defined nowhere, as far as is known: null, or an object's.
Term LowerModule::weakAddress(const llvm::GlobalObject& global) {
  const uint32_t number = object(&global);
  VariableId address = program_.addVariable({}, "&" + global.getName().str(), program_.pointerSort());
  program_[address].initial = program_.objectAddress(number);
  weakObjects_.emplace_back(address, number);
  return program_[address].term;
}

void LowerModule::openWeakObjects(std::vector<Operation>& operations) {
  for (const auto& [address, number] : weakObjects_) {
    const StaticObject& object = program_.object(number);
    VariableId exists = program_.addVariable(program_.entry(), object.name, terms_.boolSort());
    Term value =
        terms_.mkIte(program_[exists].term, program_.objectAddress(number), terms_.mkBv(program_.layout().width, 0));
    operations.push_back(
        {Input{exists, InputKind::Unspecified, "whether '" + object.name + "' is defined"}, object.position});
    operations.push_back({Assign{address, value}, object.position});
  }
}

void LowerModule::fillObject(const llvm::GlobalVariable& global, uint32_t number) {
  if (global.isDeclaration()) {
    externObjects_.push_back(number);
    return;
  }
  std::vector<uint8_t> bytes(program_.object(number).size);
  writeBytes(global.getInitializer(), 0, bytes);
  while (!bytes.empty() && bytes.back() == 0) bytes.pop_back();
  program_.object(number).bytes = std::move(bytes);
}

void LowerModule::writeBytes(const llvm::Constant* initializer, uint64_t offset, std::vector<uint8_t>& bytes) {
  if (initializer->isNullValue() || llvm::isa<llvm::UndefValue>(initializer)) return;
  if (auto* data = llvm::dyn_cast<llvm::ConstantDataSequential>(initializer); data != nullptr && data->isString()) {
    std::copy(data->getAsString().begin(), data->getAsString().end(), bytes.begin() + static_cast<long>(offset));
    return;
  }
  llvm::Type* type = initializer->getType();
  if (auto* structure = llvm::dyn_cast<llvm::StructType>(type)) {
    const llvm::StructLayout* shape = layout().getStructLayout(structure);
    for (unsigned i = 0; i < structure->getNumElements(); i++)
      writeBytes(initializer->getAggregateElement(i), offset + shape->getElementOffset(i), bytes);
    return;
  }
  if (type->isArrayTy() || type->isVectorTy()) {
    bool array = type->isArrayTy();
    uint64_t count = array ? type->getArrayNumElements() : llvm::cast<llvm::FixedVectorType>(type)->getNumElements();
    llvm::Type* element = array ? type->getArrayElementType() : type->getScalarType();
    uint64_t stride = layout().getTypeAllocSize(element).getFixedValue();
    for (uint64_t i = 0; i < count; i++)
      writeBytes(initializer->getAggregateElement(static_cast<unsigned>(i)), offset + i * stride, bytes);
    return;
  }
  pointsToUnknownSize_ |= objectOfUnknownSize(initializer) != nullptr;
  Term value = constant(initializer);
  if (value.isNull() || !value.isValue()) throw InputError("an initialiser is not a constant that Assay knows");
  BitVector bits = types_.toBits(value).value();
  uint64_t size = types_.storeSize(type);
  bits = bits.zeroExtend(std::max(bits.width(), static_cast<uint32_t>(size * 8)));
  for (uint64_t i = 0; i < size; i++)
    bytes[offset + i] =
        static_cast<uint8_t>(bits.extract(static_cast<uint32_t>(i * 8 + 7), static_cast<uint32_t>(i * 8)).toUint64());
}

// ---- functions

FunctionId LowerModule::function(const llvm::Function* function) {
  auto found = functions_.find(function);
  if (found != functions_.end()) return found->second;
  FunctionId id = program_.addFunction(function->getName().str());
  functions_.emplace(function, id);
  Function& made = program_[id];
  made.result = types_.sort(function->getReturnType());
  if (const llvm::DISubprogram* program = function->getSubprogram())
    made.position = position(program, program->getLine(), 0);
  if (!function->isDeclaration()) {
    declareFunction(*this, *function, id);
    pending_.push_back(function);
  }
  return id;
}

VariableId LowerModule::exitStatus() {
  if (!exitStatus_.valid()) {
    exitStatus_ = program_.addVariable({}, "exit_status", terms_.bvSort(32));
    program_[exitStatus_].initial = terms_.mkBv(32, 0);
  }
  return exitStatus_;
}

bool LowerModule::setsRounding() const {
  const llvm::Function* set = module_.getFunction("fesetround");
  return set != nullptr && set->isDeclaration() && !set->use_empty();
}

VariableId LowerModule::roundingMode() {
  if (!roundingMode_.valid()) {
    roundingMode_ = program_.addVariable({}, "rounding_mode", terms_.bvSort(32));
    program_[roundingMode_].initial = terms_.mkBv(32, 0);
  }
  return roundingMode_;
}

LocationId LowerModule::terminal(FunctionId function, LocationKind kind, std::string message, SourcePosition position) {
  LocationId id = program_.addLocation(function, kind);
  program_[id].message = std::move(message);
  program_[id].position = position;
  return id;
}

LocationId LowerModule::error(FunctionId function, Property property, std::string message, SourcePosition position) {
  LocationId id = terminal(function, LocationKind::Error, std::move(message), position);
  program_[id].property = property;
  return id;
}

LocationId LowerModule::endChecks(FunctionId function, LocationId from, SourcePosition position) {
  from = trackedCheck(function, from, position);
  return memoryCheck(function, from, position, Property::ValidMemcleanup, QueryKind::AllFreed,
                     "memory is not freed when the program ends");
}

LocationId LowerModule::trackedCheck(FunctionId function, LocationId from, SourcePosition position) {
  return memoryCheck(function, from, position, Property::ValidMemtrack, QueryKind::AllTracked,
                     "memory is lost: nothing points to it any more");
}

LocationId LowerModule::memoryCheck(FunctionId function, LocationId from, SourcePosition position, Property property,
                                    QueryKind query, const char* message) {
  if (!checks(property)) return from;
  VariableId ok = program_.addVariable(function, "ok", terms_.boolSort());
  LocationId asked = program_.addLocation(function);
  LocationId next = program_.addLocation(function);
  program_.addEdge(from, asked, terms_.mkTrue(), {Operation{Query{ok, query, {}}, position}}, position);
  Term holds = program_[ok].term;
  program_.addEdge(asked, error(function, property, message, position), terms_.mkNot(holds), {}, position);
  program_.addEdge(asked, next, holds, {}, position);
  return next;
}

} // namespace assay
