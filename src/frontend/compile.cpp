#include "frontend/compile.h"

#include "frontend/compile_c.h"
#include "util/error.h"

#include <llvm/Linker/Linker.h>
#include <llvm/Support/MemoryBuffer.h>

namespace assay {

std::unique_ptr<llvm::Module> compileFiles(const std::vector<std::string>& files, const FrontendOptions& options,
                                           llvm::LLVMContext& context) {
  auto buffer = llvm::MemoryBuffer::getFile(files.at(0));
  if (!buffer) throw InputError(files[0] + ": " + buffer.getError().message());
  return compileC(files[0], (*buffer)->getBuffer().str(), options, {}, context);
}

} // namespace assay
