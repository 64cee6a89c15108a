// The bytes of one object of a state, in pages that states share until they write to them.
#pragma once

#include "engine/symex/memory.h"

#include <optional>

namespace assay::symex {

inline uint32_t bytesOf(Sort sort) { return sort.isBool() ? 1 : (sort.width() + 7) / 8; }

/// Reads and writes contents of the object that are not an array.
class ObjectBytes {
public:
  ObjectBytes(const Program& program, const SymMemory& memory, uint64_t number)
      : program_(program), terms_(program.terms()), memory_(memory), number_(number) {}

  const Object& object() const { return memory_.object(number_); }
  bool beginsArbitrary() const { return object().initial == Contents::Any && object().origin != ObjectOrigin::Static; }

  ObjectContents::ByteState stateAt(const ObjectContents& contents, uint64_t offset) const;
  /// Whether some byte is the arbitrary one that the object began with.
  bool hasInitial(const ObjectContents& contents, uint64_t offset, uint32_t count) const;

  /// The value of bytes that are known: not part of an array, and none of them arbitrary and without a name.
  std::optional<SymValue> known(uint64_t offset, Sort sort) const;
  /// The value of bytes none of which is arbitrary and without a name.
  SymValue load(const ObjectContents& contents, uint64_t offset, Sort sort) const;
  void store(ObjectContents& contents, uint64_t offset, SymValue value, Sort sort);
  void storeConcrete(ObjectContents& contents, uint64_t offset, const uint8_t* bytes, uint64_t count);
  void setSymbolic(ObjectContents& contents, uint64_t offset, ObjectContents::Cell cell);

private:
  using Page = ObjectContents::Page;
  using ByteState = ObjectContents::ByteState;

  /// What a page that was never touched holds, unless that is arbitrary.
  Page initialPage(uint64_t offset) const;
  uint8_t initialByte(uint64_t offset) const;
  /// A page that may be written.
  Page& ownPage(ObjectContents& contents, uint64_t offset);
  Term wholeTerm(const ObjectContents& contents, uint64_t offset, uint32_t count) const;
  /// Concrete bytes as a word; nothing if one is not.
  std::optional<uint64_t> loadWord(const ObjectContents& contents, uint64_t offset, uint32_t count) const;

  const Program& program_;
  TermManager& terms_;
  const SymMemory& memory_;
  uint64_t number_;
};

} // namespace assay::symex
