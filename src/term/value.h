// Values of terms: what an assignment gives to variables and evaluation yields.
#pragma once

#include "term/bit_vector.h"
#include "term/sort.h"

#include <cassert>
#include <cstdint>
#include <memory>
#include <string>

namespace assay {

class ArrayValue;

/// A Boolean, a bit-vector, a float (its IEEE bits, NaN canonical) or an array; or nothing, the null value. Which float
/// format and which index sort it has is known from the term that it is the value of.
class Value {
public:
  Value() = default;
  static Value boolean(bool value) { return Value(SortKind::Bool, BitVector::fromBool(value)); }
  static Value bitVector(BitVector value) { return Value(SortKind::BitVec, std::move(value)); }
  static Value floating(BitVector bits) { return Value(SortKind::Float, std::move(bits)); }
  static Value array(ArrayValue array);
  /// False, zero, +0.0 or the array of zeros.
  static Value zero(Sort sort);

  bool isNull() const { return !present_; }
  SortKind kind() const { return kind_; }
  bool asBool() const {
    assert(present_ && kind_ == SortKind::Bool);
    return bits_.toUint64() != 0;
  }
  /// The bits of a bit-vector or a float.
  const BitVector& bits() const {
    assert(present_ && kind_ != SortKind::Array);
    return bits_;
  }
  const ArrayValue& asArray() const {
    assert(present_ && kind_ == SortKind::Array);
    return *array_;
  }

  /// Compares values of one sort. Arrays are equal if they hold the same everywhere.
  bool operator==(const Value& other) const;
  /// `true`, `#b0101`, `[1 -> 2, else 0]`; for messages.
  std::string toString() const;

private:
  Value(SortKind kind, BitVector bits) : present_(true), kind_(kind), bits_(std::move(bits)) {}

  bool present_ = false;
  SortKind kind_ = SortKind::Bool;
  BitVector bits_;
  std::shared_ptr<const ArrayValue> array_;
};

} // namespace assay
