#include "frontend/module/static_objects.h"

#include "frontend/library/model_library.h"
#include "frontend/module/debug_info.h"
#include "frontend/module/unsupported_code.h"

#include <algorithm>

namespace assay {

namespace {

bool isLiteral(const llvm::GlobalVariable& global) {
  return global.hasPrivateLinkage() && global.isConstant() && global.getName().starts_with(".str");
}

/// Whether threads begin with the function and nothing else is done with its address.
bool isOnlySpawned(const llvm::Function& function) {
  return llvm::all_of(function.users(), [](const llvm::User* user) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(user);
    return call != nullptr && call->getCalledOperand()->getName() == kSpawn;
  });
}

} // namespace

void StaticObjects::addFunctionsAndLiterals(const llvm::Module& module, const Promotion& promotion) {
  for (const llvm::Function& function : module)
    if (function.hasAddressTaken() && !function.isIntrinsic() && !isOnlySpawned(function)) {
      functions_.push_back(&function);
      number(function);
    }
  for (const llvm::GlobalVariable& global : module.globals())
    if (isLiteral(global) && promotion.cells(&global) == nullptr && !global.use_empty()) {
      number(global);
      literals_++;
    }
}

uint32_t StaticObjects::number(const llvm::GlobalObject& global) {
  auto found = numbers_.find(&global);
  if (found != numbers_.end()) return found->second;
  if (program_.objects.size() + 1 >= program_.layout().wildObject())
    throw UnsupportedCode("more objects than pointers of " + std::to_string(program_.layout().width) +
                          " bits can tell apart");
  auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&global);
  StaticObject object;
  if (variable != nullptr) {
    object = describe(*variable);
  } else {
    object.kind = ObjectKind::Function;
    object.constant = true;
    if (const llvm::DISubprogram* declared = llvm::cast<llvm::Function>(global).getSubprogram())
      object.position = positions_.of(declared, declared->getLine());
  }
  object.name = global.getName().str();
  const uint32_t number = program_.objects.add(std::move(object));
  numbers_.emplace(&global, number);
  if (variable != nullptr && variable->isDeclaration()) external_.push_back(number);
  if (variable != nullptr && !variable->isDeclaration()) defined_.push_back(variable);
  return number;
}

StaticObject StaticObjects::describe(const llvm::GlobalVariable& variable) {
  StaticObject object;
  llvm::Type* type = variable.getValueType();
  const llvm::DataLayout& layout = variable.getParent()->getDataLayout();
  object.size = type->isSized() ? layout.getTypeAllocSize(type).getFixedValue() : 0;
  if (object.size > program_.layout().maxObjectSize()) throw UnsupportedCode("an object that is too large");
  object.constant = variable.isConstant();
  if (isLiteral(variable) || variable.getName().empty()) object.kind = ObjectKind::String;
  llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> expressions;
  variable.getDebugInfo(expressions);
  if (!expressions.empty()) {
    const llvm::DIGlobalVariable* declared = expressions[0]->getVariable();
    object.type = typeText(declared->getType());
    object.cType = debugTypes_.of(declared->getType());
    object.position = positions_.of(declared->getFile(), declared->getLine());
  }
  return object;
}

Term StaticObjects::address(const llvm::GlobalObject& global) {
  const uint32_t number = this->number(global);
  if (hasThreads_ && global.isThreadLocal()) {
    VariableId own = program_.addPointer({}, "&" + global.getName().str());
    program_[own].initial = program_.objectAddress(number);
    program_[own].isThreadLocal = true;
    threadLocals_.emplace_back(own, number);
    return program_[own].term;
  }
  if (!global.hasExternalWeakLinkage()) return program_.objectAddress(number);
  VariableId address = program_.addPointer({}, "&" + global.getName().str());
  program_[address].initial = program_.objectAddress(number);
  weak_.emplace_back(address, number);
  return program_[address].term;
}

const llvm::GlobalVariable* StaticObjects::takeDefined() {
  if (defined_.empty()) return nullptr;
  const llvm::GlobalVariable* next = defined_.front();
  defined_.pop_front();
  return next;
}

std::vector<Operation> StaticObjects::openUndefined() {
  TermManager& terms = program_.terms();
  std::vector<Operation> operations;
  for (uint32_t number : external_) {
    const StaticObject& object = program_.objects[number];
    program_.assumptions.add("the object '" + object.name + "' is defined elsewhere: it begins with any contents",
                             object.position);
    VariableId fresh = program_.addPointer(program_.entry(), object.name);
    Term size = terms.mkBv(program_.layout().width, object.size);
    Term source = program_[fresh].term;
    operations.push_back({Allocate{fresh, size, Storage::Stack, Contents::Any, object.name}, object.position});
    operations.push_back({Copy{program_.objectAddress(number), source, size}, object.position});
    operations.push_back({Free{source, Storage::Stack}, object.position});
  }
  for (const auto& [address, number] : weak_) {
    const StaticObject& object = program_.objects[number];
    VariableId exists = program_.addVariable(program_.entry(), object.name, terms.boolSort());
    Term null = terms.mkBv(program_.layout().width, 0);
    Term value = terms.mkIte(program_[exists].term, program_.objectAddress(number), null);
    operations.push_back(
        {Input{exists, InputKind::Unspecified, "whether '" + object.name + "' is defined"}, object.position});
    operations.push_back({Assign{address, value}, object.position});
  }
  return operations;
}

std::vector<Operation> StaticObjects::makeThreadLocals() {
  std::vector<Operation> operations;
  for (const auto& [address, number] : threadLocals_) {
    StaticObject object = program_.objects[number];
    const bool isOpen = std::ranges::find(external_, number) != external_.end();
    const Term size = program_.terms().mkBv(program_.layout().width, object.size);
    const Contents contents = isOpen ? Contents::Any : Contents::Zero;
    const SourcePosition position = object.position;
    operations.push_back({Allocate{address, size, Storage::Stack, contents, object.name}, position});
    if (isOpen || object.bytes.empty()) continue;
    // The first thread may have changed its own.
    object.name += " at the start";
    object.constant = true;
    const uint32_t image = program_.objects.add(std::move(object));
    operations.push_back({Copy{program_[address].term, program_.objectAddress(image), size}, position});
  }
  return operations;
}

} // namespace assay
