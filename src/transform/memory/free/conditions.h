// Conditions on objects over the variables of memory, for the automaton without memory operations (memory_free.h).
#pragma once

#include "transform/memory/free/context.h"

namespace assay {

class ObjectConditions {
public:
  explicit ObjectConditions(const MemoryContext& context);

  /// Whether some object has got the number.
  Term isNumbered(Term number) const;
  Term hasState(Term number, MemoryVariables::State state) const;
  Term isAccessible(const MemoryAccess& access, Term bytes, bool isWrite) const;
  Term isFreeable(const MemoryAccess& access) const;
  /// Null or the start of an object that is or was on the stack, or a library's.
  Term isStackStart(const MemoryAccess& access) const;
  /// The size of the object that is pointed into; a pointer one past the end still points to the object.
  Term objectSize(const MemoryAccess& access) const;

private:
  const MemoryContext& context_;
  TermManager& terms_;
  const MemoryTerms& memory_;
  const MemoryObjectTable& table_;
  const MemoryVariables& variables_;
};

} // namespace assay
