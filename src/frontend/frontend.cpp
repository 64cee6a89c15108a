#include "frontend/frontend.h"

#include "frontend/compile.h"
#include "frontend/lower_module.h"
#include "frontend/prepare.h"

namespace assay {

Program loadProgram(const std::vector<std::string>& files, const FrontendOptions& options, TermManager& terms) {
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module = compileFiles(files, options, context);
  prepareModule(*module);
  return LowerModule(*module, options, terms).run();
}

} // namespace assay
