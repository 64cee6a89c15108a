// Positions in the source, from clang's debug information.
#pragma once

#include "program/program.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DebugLoc.h>

#include <filesystem>

namespace assay {

class SourcePositions {
public:
  explicit SourcePositions(Program& program) : program_(program) {}

  /// The place of the call for what clang inlined: user's code.
  SourcePosition of(const llvm::DebugLoc& location);
  SourcePosition of(const llvm::DIScope* scope, unsigned line, unsigned column = 0);

private:
  Program& program_;
  const std::filesystem::path currentFolder_ = std::filesystem::current_path();
};

} // namespace assay
