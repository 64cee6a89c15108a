#include "frontend/compile/written_callee.h"

#include <llvm/IR/Metadata.h>

namespace assay {

namespace {

constexpr const char* kWrittenCallee = "assay.written";

} // namespace

void noteWrittenCallee(llvm::CallInst& call, llvm::StringRef name) {
  llvm::LLVMContext& context = call.getContext();
  call.setMetadata(kWrittenCallee, llvm::MDNode::get(context, llvm::MDString::get(context, name)));
}

llvm::StringRef writtenCallee(const llvm::CallInst& call, const llvm::Function& callee) {
  const llvm::MDNode* note = call.getMetadata(kWrittenCallee);
  llvm::StringRef name =
      note == nullptr ? callee.getName() : llvm::cast<llvm::MDString>(note->getOperand(0))->getString();
  for (const char* standard : {"__isoc99_", "__isoc23_"})
    if (name.consume_front(standard)) return name;
  if (name.starts_with("__") && name.consume_back("_chk")) return name.drop_front(2); // of _FORTIFY_SOURCE
  return name;
}

} // namespace assay
