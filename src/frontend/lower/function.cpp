#include "frontend/lower/function.h"

#include "frontend/compile/bitcode.h"
#include "frontend/lower/leak_checks.h"
#include "frontend/lower/parts.h"
#include "frontend/module/debug_info.h"

namespace assay {

void declareFunction(LowerModule& module, const llvm::Function& function, FunctionId id) {
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
    program[variable].isPointer = argument.getType()->isPointerTy();
    if (declared != nullptr) {
      Variable& made = program[variable];
      made.sourceName = name;
      const bool isAddress = argument.hasByValAttr() || argument.hasStructRetAttr();
      made.type = typeText(declared->getType()) + (argument.hasStructRetAttr() ? " *" : "");
      made.typeClass = isAddress ? TypeClass::Pointer : typeClass(declared->getType());
      made.cType = isAddress ? module.debugTypes().pointerTo(declared->getType(), program.layout().width / 8)
                             : module.debugTypes().of(declared->getType());
      made.position = module.positions().of(declared->getScope(), declared->getLine());
    }
    program[id].parameters.push_back(variable);
  }
  if (function.isVarArg()) program[id].parameters.push_back(program.addPointer(id, "variadic"));
}

void lowerFunction(LowerModule& module, const llvm::Function& function, FunctionId id) {
  LowerParts parts(module, function, id);
  Program& program = module.program();
  const size_t firstEdge = program.edges().size();
  parts.values.begin();
  parts.edges.start(program[id].entry);
  parts.edges.setPosition(program[id].position);
  if (module.threads().arePresent && isAtomicRegion(function)) parts.threads.beginRegion();
  parts.edges.jump(parts.blocks.blockLocation(&function.getEntryBlock()));
  for (const llvm::BasicBlock& block : function) parts.blocks.lowerBlock(block);
  // A value of a file that is not C may be a variable of the user.
  if (!module.checks(Property::ValidMemtrack) || function.hasFnAttribute(kIrAttribute)) return;
  std::unordered_set<VariableId> locals = parts.values.locals();
  locals.insert(program[id].parameters.begin(), program[id].parameters.end());
  forgetTemporariesAtEnds(program, id, firstEdge, locals);
}

} // namespace assay
