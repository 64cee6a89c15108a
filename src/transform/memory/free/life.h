// Life of objects, for the automaton without memory operations (memory_free.h).
#pragma once

#include "transform/memory/free/conditions.h"
#include "transform/memory/free/contents.h"
#include "transform/memory/free/context.h"
#include "transform/memory/free/leaks.h"
#include "transform/memory/free/path.h"

#include <cstdint>

namespace assay {

class ObjectLife {
public:
  ObjectLife(const MemoryContext& context, const ObjectConditions& conditions, DeadObjects& dead,
             const LeakSearchWriter& leaks, MemoryPathWriter& writer);

  void allocate(MemoryPath& path, const Allocate& allocate);
  void free(MemoryPath& path, const Free& free, const Operation& operation);
  /// The function returns: its stack objects die, if they have not before.
  void leave(MemoryPath& path);

private:
  void renew(MemoryPath& path, uint32_t object);

  const MemoryContext& context_;
  const ObjectConditions& conditions_;
  DeadObjects& dead_;
  const LeakSearchWriter& leaks_;
  MemoryPathWriter& writer_;
  TermManager& terms_;
  const MemoryTerms& memory_;
  const MemoryObjectTable& table_;
  const MemoryVariables& variables_;
};

} // namespace assay
