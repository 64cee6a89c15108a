// The value of an array: finitely many entries and a default for all other indices, one value or a function of the
// index (for contents that nobody wants to list: the interpreter's initial memory). Persistent: store() shares all but
// a logarithmic path with the array it changes, so a chain of a million stores costs no more than it should.
#pragma once

#include "term/value.h"

#include <functional>
#include <memory>

namespace assay {

class ArrayValue {
public:
  using Default = std::function<Value(const BitVector& index)>;
  ArrayValue(uint32_t indexWidth, Value defaultValue)
      : indexWidth_(indexWidth), default_(std::make_shared<const Value>(std::move(defaultValue))) {}

  ArrayValue(uint32_t indexWidth, Default defaultOf)
      : indexWidth_(indexWidth), defaultOf_(std::make_shared<const Default>(std::move(defaultOf))) {}

  uint32_t indexWidth() const { return indexWidth_; }
  bool hasOneDefault() const { return default_ != nullptr; }
  /// Only if it is one value.
  const Value& defaultValue() const {
    assert(default_);
    return *default_;
  }
  Value select(const BitVector& index) const;
  ArrayValue store(const BitVector& index, Value value) const;
  /// Stored entries (some may hold the default), by increasing index.
  void forEach(const std::function<void(const BitVector& index, const Value& value)>& visit) const;
  size_t numEntries() const;

  /// Equal at every index. Arrays whose default is a function are equal to those only that have the same one.
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
  std::shared_ptr<const Value> default_;     // null: a function
  std::shared_ptr<const Default> defaultOf_; // null: one value
  NodeRef root_;
};

} // namespace assay
