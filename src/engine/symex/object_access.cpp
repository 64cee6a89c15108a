#include "engine/symex/object_access.h"

#include <algorithm>
#include <array>

namespace assay::symex {

ObjectContents& ObjectAccess::own() {
  Object& object = memory_.writable(number_);
  if (!object.contents) {
    object.contents = std::make_shared<ObjectContents>();
  } else if (object.contents.use_count() != 1) {
    object.contents = std::make_shared<ObjectContents>(*object.contents);
  }
  object.contents->print.reset();
  return *object.contents;
}

void ObjectAccess::nameInitialBytes(ObjectContents& contents, uint64_t offset, uint32_t count) {
  for (uint64_t at = offset; at < offset + count; ++at) {
    if (bytes_.stateAt(contents, at) != ObjectContents::Initial) continue;
    const uint64_t allocation = bytes_.object().allocation;
    const Term variable =
        terms_.mkVariable("byte!" + std::to_string(allocation) + "!" + std::to_string(at), terms_.bvSort(8));
    arbitrary_.push_back({variable, allocation, at, 0});
    bytes_.setSymbolic(contents, at, {variable, 0});
  }
}

std::optional<SymValue> ObjectAccess::load(SymValue offset, Sort sort) {
  const uint32_t n = bytesOf(sort);
  if (!offset.isConcrete()) return loadArray(own(), offset, sort);
  const uint64_t at = offset.word;
  if (at + n > limits_.objectBytes) return std::nullopt;
  const std::shared_ptr<ObjectContents>& shared = bytes_.object().contents;
  if (shared && !shared->isArray() && !bytes_.hasInitial(*shared, at, n)) return bytes_.load(*shared, at, sort);
  ObjectContents& contents = own();
  if (contents.isArray()) return loadArray(contents, offset, sort);
  nameInitialBytes(contents, at, n);
  return bytes_.load(contents, at, sort);
}

bool ObjectAccess::store(SymValue offset, SymValue value, Sort sort) {
  ObjectContents& contents = own();
  if (!offset.isConcrete() || contents.isArray()) return storeArray(contents, offset, value, sort);
  if (offset.word + bytesOf(sort) > limits_.objectBytes) return false;
  bytes_.store(contents, offset.word, value, sort);
  return true;
}

bool ObjectAccess::fill(uint64_t offset, uint8_t byte, uint64_t count) {
  ObjectContents& contents = own();
  if (contents.isArray() || offset + count > limits_.objectBytes) return false;
  std::array<uint8_t, ObjectContents::kPage> bytes;
  bytes.fill(byte);
  for (uint64_t end = offset + count; offset < end;) {
    const uint64_t part = std::min<uint64_t>(end - offset, ObjectContents::kPage);
    bytes_.storeConcrete(contents, offset, bytes.data(), part);
    offset += part;
  }
  return true;
}

} // namespace assay::symex
