#include "term/value.h"

#include "term/array_value.h"

namespace assay {

Value Value::array(ArrayValue array) {
  Value result;
  result.present_ = true;
  result.kind_ = SortKind::Array;
  result.array_ = std::make_shared<const ArrayValue>(std::move(array));
  return result;
}

Value Value::zero(Sort sort) {
  switch (sort.kind()) {
  case SortKind::Bool:
    return boolean(false);
  case SortKind::BitVec:
    return bitVector(BitVector::zero(sort.width()));
  case SortKind::Float:
    return floating(BitVector::zero(sort.width()));
  case SortKind::Array:
    return array(ArrayValue(sort.index().width(), zero(sort.element())));
  }
  return {};
}

bool Value::operator==(const Value& other) const {
  if (present_ != other.present_ || kind_ != other.kind_) return false;
  if (kind_ != SortKind::Array) return bits_ == other.bits_;
  return array_ == other.array_ || *array_ == *other.array_;
}

std::string Value::toString() const {
  if (!present_) return "<none>";
  if (kind_ == SortKind::Bool) return asBool() ? "true" : "false";
  if (kind_ != SortKind::Array) return "#b" + bits_.toBinary();
  std::string text = "[";
  array_->forEach(
      [&](const BitVector& index, const Value& value) { text += index.toString() + " -> " + value.toString() + ", "; });
  return text + "else " + (array_->hasOneDefault() ? array_->defaultValue().toString() : "a function") + "]";
}

const Value* ArrayValue::find(const BitVector& index) const {
  assert(index.width() == indexWidth_);
  const Node* node = root_.get();
  while (node && !(node->index == index)) node = (index.ult(node->index) ? node->left : node->right).get();
  return node ? &node->value : nullptr;
}

Value ArrayValue::select(const BitVector& index) const {
  if (const Value* stored = find(index)) return *stored;
  return default_ ? *default_ : (*defaultOf_)(index);
}

ArrayValue ArrayValue::store(const BitVector& index, Value value) const {
  assert(index.width() == indexWidth_);
  ArrayValue result = *this;
  result.root_ = insert(root_, index, value);
  return result;
}

ArrayValue::NodeRef ArrayValue::insert(const NodeRef& root, const BitVector& index, const Value& value) {
  if (!root) return std::make_shared<const Node>(Node{index, value, nullptr, nullptr});
  if (root->index == index) return std::make_shared<const Node>(Node{index, value, root->left, root->right});
  bool toLeft = index.ult(root->index);
  NodeRef child = insert(toLeft ? root->left : root->right, index, value);
  if (child->priority() <= root->priority()) {
    return std::make_shared<const Node>(
        Node{root->index, root->value, toLeft ? child : root->left, toLeft ? root->right : child});
  }
  // The child wins: rotate it up, the root becomes its child on the other side.
  if (toLeft) {
    auto lower = std::make_shared<const Node>(Node{root->index, root->value, child->right, root->right});
    return std::make_shared<const Node>(Node{child->index, child->value, child->left, lower});
  }
  auto lower = std::make_shared<const Node>(Node{root->index, root->value, root->left, child->left});
  return std::make_shared<const Node>(Node{child->index, child->value, lower, child->right});
}

void ArrayValue::visitInOrder(const NodeRef& root, const std::function<void(const BitVector&, const Value&)>& visit) {
  if (!root) return;
  visitInOrder(root->left, visit);
  visit(root->index, root->value);
  visitInOrder(root->right, visit);
}

void ArrayValue::forEach(const std::function<void(const BitVector&, const Value&)>& visit) const {
  visitInOrder(root_, visit);
}

size_t ArrayValue::numEntries() const {
  size_t count = 0;
  forEach([&](const BitVector&, const Value&) { ++count; });
  return count;
}

// All stored indices are compared one by one; the defaults matter only if some index is stored in neither array.
bool ArrayValue::operator==(const ArrayValue& other) const {
  bool equal = true;
  size_t indices = 0;
  forEach([&](const BitVector& index, const Value& value) {
    ++indices;
    equal = equal && value == other.select(index);
  });
  other.forEach([&](const BitVector& index, const Value& value) {
    if (find(index)) return;
    ++indices;
    equal = equal && value == select(index);
  });
  if (!default_ || !other.default_) return equal && defaultOf_ == other.defaultOf_;
  bool allStored = indexWidth_ < 64 && indices == size_t{1} << indexWidth_;
  return equal && (allStored || *default_ == *other.default_);
}

} // namespace assay
