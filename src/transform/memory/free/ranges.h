// Copies and fills of many bytes, for the automaton without memory operations (memory_free.h): few elements are written
// out, others become loops.
#pragma once

#include "analysis/integer_shape.h"
#include "transform/memory/free/contents.h"
#include "transform/memory/free/context.h"
#include "transform/memory/free/path.h"

#include <cstdint>
#include <functional>

namespace assay {

class MemoryRanges {
public:
  MemoryRanges(const MemoryContext& context, MemoryContents& contents, MemoryPathWriter& writer);

  void copy(MemoryPath& path, const Copy& copy, const Operation& operation);
  void fill(MemoryPath& path, const Fill& fill, const Operation& operation);

private:
  MemoryAccess moved(const MemoryAccess& access, Term by, uint32_t alignment) const;
  bool isWrittenOut(const MemoryAccess& access, Term bytes) const;
  bool fillsWholeArray(const MemoryAccess& access, Term bytes) const;
  uint32_t stepOf(Term bytes, uint32_t alignment);
  /// A loop over the bytes, in steps: `body` gets how many bytes came before.
  void loop(MemoryPath& path, Term bytes, uint32_t step, const std::function<void(MemoryPath&, Term)>& body);

  const MemoryContext& context_;
  MemoryContents& contents_;
  MemoryPathWriter& writer_;
  TermManager& terms_;
  const MemoryTerms& memory_;
  const MemoryObjectTable& table_;
  IntegerShapes integers_;
};

} // namespace assay
