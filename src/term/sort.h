// Sorts of terms: Bool, bit-vectors, IEEE floats, arrays from bit-vectors. Hash-consed by TermManager: equal sorts are
// equal pointers.
#pragma once

#include <cstdint>
#include <string>

namespace assay {

enum class SortKind : uint8_t { Bool, BitVec, Float, Array };

class Sort {
public:
  Sort() = default;

  bool isNull() const { return node_ == nullptr; }
  SortKind kind() const { return node_->kind; }
  bool isBool() const { return kind() == SortKind::Bool; }
  bool isBitVec() const { return kind() == SortKind::BitVec; }
  bool isFloat() const { return kind() == SortKind::Float; }
  bool isArray() const { return kind() == SortKind::Array; }

  /// Bits of a bit-vector; of a float, the width of its IEEE interchange encoding (exponent + significand bits).
  uint32_t width() const { return node_->a + node_->b; }
  /// As in SMT-LIB: the significand counts the hidden bit. Half (5,11), single (8,24), double (11,53), x87 (15,64),
  /// quad (15,113).
  uint32_t exponentBits() const { return node_->a; }
  uint32_t significandBits() const { return node_->b; }
  Sort index() const { return Sort(node_->index); }
  Sort element() const { return Sort(node_->element); }

  uint32_t id() const { return node_->id; }
  bool operator==(const Sort&) const = default;
  /// SMT-LIB: `Bool`, `(_ BitVec 8)`, `(_ FloatingPoint 8 24)`, `(Array ...)`.
  std::string toString() const;

private:
  friend class TermManager;
  struct Node {
    SortKind kind;
    uint32_t id;
    uint32_t a = 0, b = 0;
    const Node* index = nullptr;
    const Node* element = nullptr;
  };
  explicit Sort(const Node* node) : node_(node) {}
  const Node* node_ = nullptr;
};

} // namespace assay
