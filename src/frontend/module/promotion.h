// Which objects need no memory. A local or global that is only loaded and stored, always directly and always in the
// same cells (an offset and a size), becomes one variable a cell: its address is never a value, so nothing else can
// reach it. This takes the place of LLVM's promotion to registers and keeps what that loses: the user's own variables,
// assigned where the source assigns them. Structs are split into their members the same way. In a program with threads, globals
// stay in memory, which all threads share, but for those of which each thread has its own.
#pragma once

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Module.h>

#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>

namespace assay {

class Promotion {
public:
  struct Cell {
    uint32_t bits;
    bool isPointer; // whatever is loaded from it or stored there
  };
  /// By byte offset.
  using Cells = std::map<uint64_t, Cell>;

  explicit Promotion(const llvm::Module& module, bool hasThreads = false);

  /// Null if the object (an alloca or a global variable) stays in memory.
  const Cells* cells(const llvm::Value* object) const;

  struct CellAddress {
    const llvm::Value* object;
    uint64_t offset;
  };
  /// The promoted object and offset that a pointer names, if it does.
  std::optional<CellAddress> cellAt(const llvm::Value* pointer) const;

private:
  std::optional<Cells> analyse(const llvm::Value* object, uint64_t size) const;

  const llvm::DataLayout& layout_;
  std::unordered_map<const llvm::Value*, Cells> cells_;
};

/// The pointer's base after constant offsets, and their sum. Looks through constant-offset GEPs only.
struct BaseAndOffset {
  const llvm::Value* base;
  int64_t offset;
};
BaseAndOffset stripConstantOffsets(const llvm::Value* pointer, const llvm::DataLayout& layout);

} // namespace assay
