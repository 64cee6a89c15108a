// The value of an array: finitely many entries and a default for all other indices. Persistent: store() shares all but
// a logarithmic path with the array it changes, so a chain of a million stores costs no more than it should.
#pragma once

#include "term/value.h"

#include <functional>
#include <memory>

namespace assay {

class ArrayValue {
public:
  ArrayValue(uint32_t indexWidth, Value defaultValue)
      : indexWidth_(indexWidth), default_(std::make_shared<const Value>(std::move(defaultValue))) {}

  uint32_t indexWidth() const { return indexWidth_; }
  const Value& defaultValue() const { return *default_; }
  const Value& select(const BitVector& index) const;
  ArrayValue store(const BitVector& index, Value value) const;
  /// Stored entries (some may hold the default), by increasing index.
  void forEach(const std::function<void(const BitVector& index, const Value& value)>& visit) const;
  size_t numEntries() const;

  /// Equal at every index.
  bool operator==(const ArrayValue& other) const;

private:
  // A treap: a search tree by index that is a heap by a hash of the index. Its depth is logarithmic with overwhelming
  // probability, so recursion over it is shallow.
  struct Node;
  using NodeRef = std::shared_ptr<const Node>;
  struct Node {
    BitVector index;
    Value value;
    NodeRef left, right;
    size_t priority() const { return index.hash(); }
  };
  static NodeRef insert(const NodeRef& root, const BitVector& index, const Value& value);
  static void visitInOrder(const NodeRef& root, const std::function<void(const BitVector&, const Value&)>& visit);
  const Value* find(const BitVector& index) const;

  uint32_t indexWidth_;
  std::shared_ptr<const Value> default_;
  NodeRef root_;
};

} // namespace assay
