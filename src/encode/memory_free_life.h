// Life of objects, for the automaton without memory operations (memory_free.h).
#pragma once

#include "encode/memory_free_conditions.h"
#include "encode/memory_free_contents.h"
#include "encode/memory_free_context.h"
#include "encode/memory_free_leaks.h"
#include "encode/memory_free_path.h"

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
