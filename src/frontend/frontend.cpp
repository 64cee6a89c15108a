#include "frontend/frontend.h"

#include "frontend/compile/compile.h"
#include "frontend/compile/contract_calls.h"
#include "frontend/harness/harness.h"
#include "frontend/library/model_library.h"
#include "frontend/lower/module.h"
#include "frontend/prepare/prepare.h"

#include <llvm/Transforms/Utils/Cloning.h>

#include <algorithm>

namespace assay {

namespace {

/// What the harness takes for granted is told at the function's place.
void addAssumptions(Program& program, const Harness& harness) {
  const FunctionId function = program.findFunction(harness.function);
  const SourcePosition position = function.valid() ? program[function].position : SourcePosition();
  for (const std::string& assumption : harness.assumptions) program.assumptions.add(assumption, position);
}

bool spawns(const Program& program) {
  return std::ranges::any_of(program.edges(), [](const Edge& edge) {
    return std::ranges::any_of(edge.operations, [](const Operation& operation) { return operation.as<Spawn>(); });
  });
}

/// A program that could start threads, and has no execution that does, is one without.
Program lower(llvm::Module& module, FrontendOptions& options, TermManager& terms) {
  if (startsThreads(module)) {
    const Specification given = options.specification;
    options.specification = forThreads(given);
    const std::unique_ptr<llvm::Module> copy = llvm::CloneModule(module);
    nameThreadLocals(*copy);
    Program program = LowerModule(*copy, options, terms, true).run();
    if (spawns(program)) return program;
    options.specification = given;
  }
  return LowerModule(module, options, terms, false).run();
}

} // namespace

Program loadProgram(const std::vector<std::string>& files, const FrontendOptions& options, TermManager& terms) {
  return loadProgram(files, options, std::nullopt, terms);
}

Program loadProgram(const std::vector<std::string>& files, const FrontendOptions& options,
                    const std::optional<Harness>& harness, TermManager& terms) {
  FrontendOptions own = options;
  if (harness) own.entry = harness->entry;
  auto context = std::make_unique<llvm::LLVMContext>();
  std::unique_ptr<llvm::Module> module;
  std::vector<std::string> told;
  own.usesContracts = areContractsUsed(own);
  try {
    std::vector<Appendix> appendices;
    if (harness) appendices.push_back({harness->file, appendedText(*harness)});
    module = compileFiles(files, own, *context, appendices, &told);
    if (module->getNamedMetadata(kHasContracts) != nullptr) {
      addContracts(files, own, appendices);
      module = compileFiles(files, own, *context, appendices, &told);
    }
  } catch (const ClangCrash&) {
    static_cast<void>(context.release()); // lost
    throw;
  }
  const PropertySet& properties = options.specification.properties;
  prepareModule(
      *module, own.entry,
      {.accesses = properties.contains(Property::ValidDeref), .uninitialised = properties.contains(Property::Uninit)},
      options.goesOn);
  Program program = lower(*module, own, terms);
  if (harness) addAssumptions(program, *harness);
  for (const std::string& line : told) program.assumptions.add(line, {});
  return program;
}

} // namespace assay
