// Values as a C programmer writes them.
#pragma once

#include "program/program.h"

#include <functional>
#include <span>
#include <string>

namespace assay {

/// The address of the memory object with this number, "&x" or a string literal; empty if there is no such object.
using AddressNames = std::function<std::string(uint64_t object)>;

class ValueText {
public:
  ValueText(const CTypes& types, const PointerLayout& layout, AddressNames addressName)
      : types_(types), layout_(layout), addressName_(std::move(addressName)) {}

  /// Integers in decimal, floats in the shortest decimal form that means them, pointers as `&object + offset`.
  std::string value(const BitVector& value, TypeClass typeClass) const;
  /// Enumerators by name, characters with what they look like.
  std::string value(const BitVector& value, const CType& type) const;
  std::string pointer(uint64_t pointer) const;

  /// What some bytes of an object hold, those from `offset` on, as an initialiser: {.x = 1, .y = 2}, {1, 2, 3}, "text".
  /// Members that the bytes do not hold as a whole are left out, and so is what would be too long to read.
  std::string contents(CTypeId type, uint64_t offset, std::span<const uint8_t> bytes) const;
  /// The same for bytes that are elements of this type, one after the other.
  std::string elements(CTypeId element, std::span<const uint8_t> bytes) const;
  /// The same for bytes of which nothing is known.
  static std::string raw(std::span<const uint8_t> bytes);

private:
  const CTypes& types_;
  const PointerLayout layout_;
  AddressNames addressName_;
};

/// In double quotes, up to the first zero byte; cut when it is long.
std::string stringText(std::span<const uint8_t> bytes);

} // namespace assay
