#include "frontend/lower/module.h"

#include "frontend/library/model_library.h"
#include "frontend/lower/entry.h"
#include "frontend/lower/function.h"
#include "frontend/lower/leak_checks.h"
#include "frontend/module/debug_info.h"
#include "frontend/module/float_observation.h"
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

/// 64-bit pointers have room for everything. In 32 bits, objects are many and small unless the program says otherwise.
/// What has no number then, or is too large, is unsupported where it is used.
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

/// Makes the program's entry lead to an unsupported location: nothing is known of the program.
void blockEntry(Program& program, const std::string& message, SourcePosition position) {
  LocationId entry = program[program.entry()].entry;
  LocationId end = addTerminal(program, program.entry(), LocationKind::Unsupported, message, position);
  for (EdgeId edge : std::vector<EdgeId>(program[entry].out)) {
    program[edge].operations.clear();
    program.redirect(edge, entry, end);
  }
}

/// Operations that happen when the function begins.
void prepend(Program& program, FunctionId function, const std::vector<Operation>& operations) {
  EdgeId first = program[program[function].entry].out.front();
  std::vector<Operation>& begin = program[first].operations;
  begin.insert(begin.begin(), operations.begin(), operations.end());
}

} // namespace

LowerModule::LowerModule(llvm::Module& module, const FrontendOptions& options, TermManager& terms, bool hasThreads)
    : module_(module), options_(options), terms_(terms), types_(terms, module.getDataLayout()),
      promotion_(module, hasThreads), threads_{hasThreads, Sharing(promotion_), {}}, padding_(module),
      addressFlow_(module, promotion_, padding_), observesFloatBits_(assay::observesFloatBits(module)),
      program_(terms, choosePointerLayout(module, options)), constantLocals_(module, program_), positions_(program_),
      libraryCalls_(program_), startAndEnd_(module, *this), objects_(program_, positions_, debugTypes_, hasThreads),
      constants_(program_, types_, objects_), globals_(program_, types_, constants_),
      errorFunctions_(options.specification.errorFunctions.begin(), options.specification.errorFunctions.end()) {
  // The linker may know it by another name.
  for (const llvm::Function& function : module)
    if (const llvm::DISubprogram* program = function.getSubprogram(); program && isErrorFunction(program->getName()))
      errorFunctions_.insert(function.getName().str());
  // Who calls through the address of an error function that is another name of a function calls that.
  for (const llvm::GlobalAlias& alias : module.aliases()) {
    const bool isTaken = llvm::any_of(alias.uses(), [](const llvm::Use& use) {
      auto* call = llvm::dyn_cast<llvm::CallBase>(use.getUser());
      return call == nullptr || !call->isCallee(&use);
    });
    const llvm::GlobalObject* function = alias.getAliaseeObject();
    if (isTaken && function != nullptr && isErrorFunction(alias.getName()))
      errorFunctions_.insert(function->getName().str());
  }
}

void LowerModule::lowerAll() {
  objects_.addFunctionsAndLiterals(module_, promotion_);
  for (const llvm::GlobalVariable& global : module_.globals())
    if (const Promotion::Cells* cells = promotion_.cells(&global))
      globals_.addCells(global, *cells, positions_, debugTypes_);
  lowerEntry(*this, module_);
  lowerPending();
  checkEndlessLoops(*this);
  if (options_.isSketch) libraryCalls_.returnUnknown();
  libraryCalls_.tellAtCalls();
  prepend(program_, program_.entry(), objects_.openUndefined());
  for (FunctionId function : threads_.spawned) prepend(program_, function, objects_.makeThreadLocals());
  if (const auto& [global, message] = globals_.obstacle(); global != nullptr) {
    llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> expressions;
    global->getDebugInfo(expressions);
    const llvm::DIGlobalVariable* declared = expressions.empty() ? nullptr : expressions[0]->getVariable();
    blockEntry(program_, message,
               declared == nullptr ? SourcePosition() : positions_.of(declared->getFile(), declared->getLine()));
  }
}

// An error outside of any instruction, in an initialiser for example, makes the whole program unsupported.
Program LowerModule::run() {
  if (options_.isSketch && !module_.ifuncs().empty())
    throw InputError("resolvers choose functions"); // and may do something else before the program begins
  try {
    lowerAll();
  } catch (const UnsupportedCode& problem) {
    throw InputError(problem.what());
  }
  program_.types = std::make_shared<const CTypes>(debugTypes_.take());
  program_.compact();
  if (std::string broken = options_.goesOn ? "" : validate(program_); !broken.empty())
    throw std::logic_error("front end: " + broken);
  return std::move(program_);
}

void LowerModule::lowerPending() {
  const auto fillObjects = [&] {
    if (!options_.isSketch) globals_.fillObjects(objects_); // there, memory holds anything
  };
  fillObjects();
  while (!pending_.empty()) {
    const llvm::Function* function = pending_.front();
    pending_.pop_front();
    lowerFunction(*this, *function, functions_.at(function));
    fillObjects();
  }
}

FunctionId LowerModule::function(const llvm::Function* function) {
  auto found = functions_.find(function);
  if (found != functions_.end()) return found->second;
  FunctionId id = program_.addFunction(function->getName().str());
  functions_.emplace(function, id);
  Function& made = program_[id];
  made.result = types_.sort(function->getReturnType());
  if (function->hasFnAttribute(kModelAttribute)) {
    llvm::StringRef section = function->getSection();
    made.isUnseen = section == kUnseenSection;
    if (section.consume_front(kRoleSection)) made.role = threadRoleNamed(section);
  }
  if (const llvm::DISubprogram* program = function->getSubprogram())
    made.position = positions_.of(program, program->getLine());
  if (!function->isDeclaration()) {
    declareFunction(*this, *function, id);
    if (function->hasFnAttribute(kModelAttribute)) libraryCalls_.declare(id);
    pending_.push_back(function);
  }
  return id;
}

bool LowerModule::setsRounding() const {
  const auto calls = [&](const char* name) {
    const llvm::Function* set = module_.getFunction(name);
    return set != nullptr && set->isDeclaration() && !set->use_empty();
  };
  return calls("fesetround") || calls("llvm.set.rounding");
}

VariableId LowerModule::roundingMode() {
  if (!roundingMode_.valid()) {
    roundingMode_ = program_.addVariable({}, "rounding_mode", terms_.bvSort(32));
    program_[roundingMode_].initial = terms_.mkBv(32, 0);
    program_[roundingMode_].isThreadLocal = threads_.arePresent;
  }
  return roundingMode_;
}

} // namespace assay
