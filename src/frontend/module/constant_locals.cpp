#include "frontend/module/constant_locals.h"

#include <llvm/Analysis/ValueTracking.h>

namespace assay {

const llvm::Value* namedLocal(const llvm::Value* pointer) {
  const llvm::Value* object = llvm::getUnderlyingObject(pointer, /*MaxLookup=*/0);
  return llvm::isa<llvm::AllocaInst, llvm::Argument>(object) ? object : nullptr;
}

ConstantLocals::ConstantLocals(const llvm::Module& module, Program& program) {
  const llvm::Function* marker = module.getFunction(kConstantLocal);
  if (marker == nullptr) return;
  TermManager& terms = program.terms();
  // In the order of the text: uses of a function are in none.
  for (const llvm::Function& function : module)
    for (const llvm::BasicBlock& block : function)
      for (const llvm::Instruction& instruction : block) {
        auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
        if (call == nullptr || call->getCalledFunction() != marker) continue;
        const llvm::Value* object = namedLocal(call->getArgOperand(0));
        if (object == nullptr || find(object) != nullptr) continue;
        const VariableId address = program.addPointer({}, "constant_local");
        program[address].initial = terms.mkBv(program.layout().width, 0);
        locals_.push_back({object, &function, address});
      }
}

const ConstantLocals::Local* ConstantLocals::find(const llvm::Value* object) const {
  for (const Local& local : locals_)
    if (local.object == object) return &local;
  return nullptr;
}

Term ConstantLocals::isLedTo(const Program& program, Term pointer) const {
  TermManager& terms = program.terms();
  const PointerLayout& layout = program.layout();
  const auto number = [&](Term address) { return terms.mkBvExtract(address, layout.width - 1, layout.offsetBits); };
  std::vector<Term> cases;
  for (const Local& local : locals_) {
    const Term address = program[local.address].term;
    const Term isAlive = terms.mkDistinct(address, terms.mkBv(layout.width, 0));
    cases.push_back(terms.mkAnd(isAlive, terms.mkEqual(number(pointer), number(address))));
  }
  return terms.mkOr(cases);
}

} // namespace assay
