#include "frontend/compile/bitcode.h"

#include "frontend/compile/compile_c.h"
#include "util/error.h"

#include <llvm/AsmParser/Parser.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/TargetParser/Triple.h>

namespace assay {

namespace {

std::unique_ptr<llvm::Module> parseBitcode(const InputFile& file, llvm::LLVMContext& context) {
  auto module = llvm::parseBitcodeFile(llvm::MemoryBufferRef(file.content, file.path), context);
  if (module) return std::move(*module);
  throw InputError(file.path + ": not readable as LLVM bitcode: " + llvm::toString(module.takeError()));
}

std::unique_ptr<llvm::Module> parseAssembly(const InputFile& file, llvm::LLVMContext& context) {
  llvm::SMDiagnostic diagnostic;
  auto module = llvm::parseAssembly(llvm::MemoryBufferRef(file.content, file.path), diagnostic, context);
  if (module) return module;
  std::string message;
  llvm::raw_string_ostream stream(message);
  diagnostic.print(nullptr, stream, /*ShowColors=*/false);
  throw InputError(message);
}

void checkTarget(llvm::Module& module, const std::string& path, uint32_t dataModel) {
  const llvm::Triple wanted(targetTriple(dataModel));
  const llvm::Triple found(module.getTargetTriple());
  const bool unsaid = module.getTargetTriple().empty() && module.getDataLayoutStr().empty();
  if (unsaid) {
    module.setTargetTriple(wanted.str());
    module.setDataLayout(targetDataLayout(dataModel));
  }
  const bool sameArch = unsaid || module.getTargetTriple().empty() || found.getArch() == wanted.getArch();
  if (sameArch && module.getDataLayout().isLittleEndian() &&
      module.getDataLayout().getPointerSizeInBits() == dataModel) {
    return;
  }
  throw InputError(path + ": made for " + (module.getTargetTriple().empty() ? "an unnamed target" : found.str()) +
                   " with " + std::to_string(module.getDataLayout().getPointerSizeInBits()) +
                   "-bit pointers, but the data model " + std::to_string(dataModel) + " means " + wanted.str());
}

} // namespace

std::unique_ptr<llvm::Module> readModule(const InputFile& file, uint32_t dataModel, llvm::LLVMContext& context) {
  std::unique_ptr<llvm::Module> module =
      file.kind == FileKind::Bitcode ? parseBitcode(file, context) : parseAssembly(file, context);
  std::string message;
  llvm::raw_string_ostream stream(message);
  bool brokenDebugInfo = false;
  if (llvm::verifyModule(*module, &stream, &brokenDebugInfo)) {
    throw InputError(file.path + ": not well-formed LLVM IR: " + message);
  }
  if (brokenDebugInfo) llvm::StripDebugInfo(*module);
  checkTarget(*module, file.path, dataModel);
  for (llvm::Function& function : *module) function.addFnAttr(kIrAttribute);
  return module;
}

} // namespace assay
