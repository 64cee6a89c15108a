#include "program/memory.h"

#include "program/block_reachability.h"
#include "program/callers_block.h"

#include <algorithm>
#include <bit>

namespace assay {

static_assert(std::endian::native == std::endian::little,
              "values are copied to and from the target's little-endian bytes");

void Memory::reset(InputSource& inputs) {
  bytes_.reset(inputs);
  objects_.clear();
  dead_.clear();
  stack_ = {};
  allocations_ = liveHeapObjects_ = 0;
  reached_.clear();
  for (const StaticObject& initial : program_.objects) {
    ConcreteObject object;
    object.limit = object.size = initial.size;
    object.name = &initial.name;
    object.kind = Kind::Static;
    object.alive = true;
    object.constant = initial.constant;
    objects_.add(object);
  }
}

bool Memory::load(uint64_t pointer, uint8_t* bytes, uint64_t size) {
  ConcreteObject* object = objects_.find(pointer, size);
  if (!object) return false;
  return bytes_.forEachPart(*object, objects_.offset(pointer), size, [&](const uint8_t* part, uint64_t count) {
    std::memcpy(bytes, part, count);
    bytes += count;
  });
}

bool Memory::store(uint64_t pointer, const uint8_t* bytes, uint64_t size) {
  ConcreteObject* object = objects_.find(pointer, size);
  if (!object || object->constant) return false;
  return bytes_.forEachPart(*object, objects_.offset(pointer), size, [&](uint8_t* part, uint64_t count) {
    std::memcpy(part, bytes, count);
    bytes += count;
  });
}

bool Memory::fill(uint64_t target, uint8_t byte, uint64_t size) {
  if (size == 0) return true;
  ConcreteObject* object = objects_.find(target, size);
  if (!object || object->constant) return false;
  return bytes_.forEachPart(*object, objects_.offset(target), size,
                            [&](uint8_t* part, uint64_t count) { std::memset(part, byte, count); });
}

bool Memory::copy(uint64_t target, uint64_t source, uint64_t size) {
  if (size == 0) return true;
  ConcreteObject* from = objects_.find(source, size);
  ConcreteObject* to = objects_.find(target, size);
  if (!from || !to || to->constant) return false;
  if (!MemoryBytes::isPaged(*from) && !MemoryBytes::isPaged(*to)) {
    if (!bytes_.flat(*from) || !bytes_.flat(*to)) return false;
    std::memmove(to->bytes + objects_.offset(target), from->bytes + objects_.offset(source), size);
    return true;
  }
  // In chunks, from the end that a forward or backward overlap leaves intact.
  std::vector<uint8_t> buffer(std::min(size, MemoryBytes::kPageSize));
  const bool isBackward = from == to && target > source;
  for (uint64_t done = 0; done < size;) {
    const uint64_t count = std::min<uint64_t>(buffer.size(), size - done);
    const uint64_t at = isBackward ? size - done - count : done;
    if (!load(source + at, buffer.data(), count) || !store(target + at, buffer.data(), count)) return false;
    done += count;
  }
  return true;
}

uint64_t Memory::allocate(uint64_t size, Storage storage, Contents contents, const std::string& name,
                          SourcePosition position) {
  const PointerLayout& layout = program_.layout();
  if (size > layout.maxObjectSize()) return 0;
  uint64_t number = objects_.size();
  if (number < layout.wildObject()) {
    if (!bytes_.take(sizeof(ConcreteObject))) return 0;
    objects_.add({});
  } else {
    if (dead_.empty()) return 0;
    number = dead_.front();
    dead_.pop_front();
  }
  ConcreteObject object;
  object.limit = object.size = size;
  object.name = &name;
  object.allocation = allocations_++;
  object.position = position;
  object.kind = storage == Storage::Heap ? Kind::Heap : storage == Storage::Stack ? Kind::Stack : Kind::Library;
  object.alive = true;
  object.contents = contents;
  objects_[number] = object;
  if (storage == Storage::Heap) {
    liveHeapObjects_ += isCallersBlock(object) ? 0 : 1;
  } else if (storage == Storage::Stack) {
    stack_.objects.emplace_back(static_cast<uint32_t>(number), object.allocation);
  }
  return layout.address(number);
}

void Memory::kill(uint64_t number) {
  ConcreteObject& object = objects_[number];
  bytes_.drop(object);
  object.alive = false;
  object.limit = 0;
  if (object.kind == Kind::Heap && !isCallersBlock(object)) --liveHeapObjects_;
  dead_.push_back(static_cast<uint32_t>(number));
}

bool Memory::free(uint64_t pointer, Storage storage) {
  if (storage == Storage::Heap) {
    if (!isFreeable(pointer)) return false;
    if (pointer != 0) kill(objects_.number(pointer));
    return true;
  }
  if (pointer == 0) return true;
  const uint64_t n = objects_.number(pointer);
  if (n >= objects_.size() || objects_.offset(pointer) != 0 ||
      (objects_[n].kind != Kind::Stack && objects_[n].kind != Kind::Library))
    return false;
  if (objects_[n].alive) kill(n);
  // A loop that makes and ends objects must not let the list grow.
  while (stack_.objects.size() > stack_.frameBegin && !lastStackObjectLives()) stack_.objects.pop_back();
  return true;
}

bool Memory::lastStackObjectLives() const {
  const auto [number, allocation] = stack_.objects.back();
  const ConcreteObject& object = objects_[number];
  return object.alive && object.allocation == allocation && object.kind == Kind::Stack;
}

void Memory::leaveFrame(size_t callersBegin) {
  while (stack_.objects.size() > stack_.frameBegin) {
    if (lastStackObjectLives()) kill(stack_.objects.back().first);
    stack_.objects.pop_back();
  }
  stack_.frameBegin = callersBegin;
}

bool Memory::isFreeable(uint64_t pointer) const {
  if (pointer == 0) return true;
  const uint64_t n = objects_.number(pointer);
  return n < objects_.size() && objects_[n].alive && objects_[n].kind == Kind::Heap && objects_.offset(pointer) == 0;
}

uint64_t Memory::objectSize(uint64_t pointer) const {
  const uint64_t n = objects_.number(pointer);
  // One past the end still points to the object.
  return n < objects_.size() && objects_[n].alive && objects_.offset(pointer) <= objects_[n].size ? objects_[n].size
                                                                                                  : 0;
}

bool Memory::allTracked(const std::vector<uint64_t>& roots) {
  BlockReachability blocks(objects_, bytes_, program_.layout().width / 8);
  const uint64_t count = blocks.search(roots);
  reached_ = blocks.takeReached();
  return count == liveHeapObjects_;
}

std::vector<uint8_t> Memory::reachable(const std::vector<uint64_t>& roots) const {
  BlockReachability blocks(objects_, bytes_, program_.layout().width / 8);
  blocks.search(roots);
  return blocks.takeReached();
}

} // namespace assay
