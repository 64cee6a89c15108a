#include "frontend/frontend.h"

#include "frontend/compile.h"
#include "frontend/lower_module.h"
#include "frontend/prepare.h"

namespace assay {

Program loadProgram(const std::vector<std::string>& files, const FrontendOptions& options, TermManager& terms) {
  auto context = std::make_unique<llvm::LLVMContext>();
  std::unique_ptr<llvm::Module> module;
  try {
    module = compileFiles(files, options, *context);
  } catch (const ClangCrash&) {
    static_cast<void>(context.release()); // lost
    throw;
  }
  prepareModule(*module, options.specification.properties.contains(Property::ValidDeref));
  return LowerModule(*module, options, terms).run();
}

} // namespace assay
