#include "frontend/module/source_positions.h"

namespace assay {

namespace {

// clang takes off what an absolute path has in common with the current folder; from that folder, the rest need not lead
// anywhere.
std::string fileName(const llvm::DIScope& scope, const std::filesystem::path& currentFolder) {
  const std::filesystem::path name = scope.getFilename().str(), folder = scope.getDirectory().str();
  return folder == currentFolder ? name.string() : (folder / name).string();
}

} // namespace

SourcePosition SourcePositions::of(const llvm::DebugLoc& location) {
  if (!location) return {};
  const llvm::DILocation* place = location.get();
  while (const llvm::DILocation* outer = place->getInlinedAt()) place = outer;
  return of(llvm::cast<llvm::DIScope>(place->getScope()), place->getLine(), place->getColumn());
}

SourcePosition SourcePositions::of(const llvm::DIScope* scope, unsigned line, unsigned column) {
  if (scope == nullptr || line == 0) return {};
  return {program_.files.add(fileName(*scope, currentFolder_)), line, column};
}

} // namespace assay
