#include "program/memory.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdlib>

namespace assay {

static_assert(std::endian::native == std::endian::little,
              "values are copied to and from the target's little-endian bytes");

namespace {

std::string bytesText(uint64_t count) { return std::to_string(count) + (count == 1 ? " byte" : " bytes"); }

} // namespace

Memory::Memory(const Program& program, uint64_t maxBytes)
    : program_(program), offsetBits_(program.layout().offsetBits), offsetMask_((uint64_t{1} << offsetBits_) - 1),
      guardBit_(program.layout().guardBit()), pointerBytes_(program.layout().width / 8), maxBytes_(maxBytes) {}

Memory::~Memory() {
  for (Object& object : objects_) std::free(object.bytes);
}

void Memory::reset(InputSource& inputs) {
  for (Object& object : objects_) std::free(object.bytes);
  inputs_ = &inputs;
  objects_.assign(1, Object());
  pages_.clear();
  dead_.clear();
  stackObjects_.clear();
  frameBegin_ = 0;
  allocations_ = bytesTaken_ = liveHeapObjects_ = 0;
  exhausted_ = false;
  reached_.clear();
  for (const StaticObject& initial : program_.objects()) {
    Object object;
    object.limit = object.size = initial.size;
    object.name = &initial.name;
    object.kind = Kind::Static;
    object.alive = true;
    object.constant = initial.constant;
    objects_.push_back(object);
  }
}

bool Memory::take(uint64_t bytes) {
  if (bytes > maxBytes_ - bytesTaken_) {
    exhausted_ = true;
    return false;
  }
  bytesTaken_ += bytes;
  return true;
}

/// What a range of the object holds before anything is written there; `bytes` are zero on entry.
void Memory::initialise(const Object& object, uint64_t offset, std::span<uint8_t> bytes) const {
  if (object.kind == Kind::Static) {
    const uint64_t index = static_cast<uint64_t>(&object - objects_.data()) - 1;
    const std::vector<uint8_t>& initial = program_.objects()[index].bytes;
    if (offset >= initial.size()) return;
    std::memcpy(bytes.data(), initial.data() + offset, std::min<uint64_t>(bytes.size(), initial.size() - offset));
  } else if (object.contents == Contents::Any) {
    inputs_->initialBytes(object.allocation, offset, bytes);
  }
}

bool Memory::materialise(Object& object) {
  if (!take(object.size)) return false;
  object.bytes = static_cast<uint8_t*>(std::calloc(object.size, 1));
  if (!object.bytes) {
    exhausted_ = true;
    return false;
  }
  initialise(object, 0, {object.bytes, object.size});
  return true;
}

uint8_t* Memory::page(Object& object, uint64_t index) {
  Page& page = pages_[static_cast<uint64_t>(&object - objects_.data())][index];
  if (!page) {
    if (!take(kPageSize)) return nullptr;
    page = std::make_unique<uint8_t[]>(kPageSize); // zero
    const uint64_t begin = index * kPageSize;
    initialise(object, begin, {page.get(), std::min(kPageSize, object.size - begin)});
  }
  return page.get();
}

template <class Visit>
bool Memory::forEachPart(Object& object, uint64_t offset, uint64_t size, Visit visit) {
  if (!isPaged(object)) {
    if (!object.bytes && !materialise(object)) return false;
    visit(object.bytes + offset, size);
    return true;
  }
  while (size > 0) {
    const uint64_t inPage = offset % kPageSize;
    const uint64_t count = std::min(size, kPageSize - inPage);
    uint8_t* bytes = page(object, offset / kPageSize);
    if (!bytes) return false;
    visit(bytes + inPage, count);
    offset += count;
    size -= count;
  }
  return true;
}

bool Memory::load(uint64_t pointer, uint8_t* bytes, uint64_t size) {
  Object* object = find(pointer, size);
  if (!object) return false;
  return forEachPart(*object, offset(pointer), size, [&](const uint8_t* part, uint64_t count) {
    std::memcpy(bytes, part, count);
    bytes += count;
  });
}

bool Memory::store(uint64_t pointer, const uint8_t* bytes, uint64_t size) {
  Object* object = find(pointer, size);
  if (!object || object->constant) return false;
  return forEachPart(*object, offset(pointer), size, [&](uint8_t* part, uint64_t count) {
    std::memcpy(part, bytes, count);
    bytes += count;
  });
}

bool Memory::fill(uint64_t target, uint8_t byte, uint64_t size) {
  if (size == 0) return true;
  Object* object = find(target, size);
  if (!object || object->constant) return false;
  return forEachPart(*object, offset(target), size,
                     [&](uint8_t* part, uint64_t count) { std::memset(part, byte, count); });
}

bool Memory::copy(uint64_t target, uint64_t source, uint64_t size) {
  if (size == 0) return true;
  Object* from = find(source, size);
  Object* to = find(target, size);
  if (!from || !to || to->constant) return false;
  if (!isPaged(*from) && !isPaged(*to)) {
    if ((!from->bytes && !materialise(*from)) || (!to->bytes && !materialise(*to))) return false;
    std::memmove(to->bytes + offset(target), from->bytes + offset(source), size);
    return true;
  }
  // In chunks, from the end that a forward or backward overlap leaves intact.
  std::vector<uint8_t> buffer(std::min(size, kPageSize));
  const bool isBackward = from == to && target > source;
  for (uint64_t done = 0; done < size;) {
    const uint64_t count = std::min<uint64_t>(buffer.size(), size - done);
    const uint64_t at = isBackward ? size - done - count : done;
    if (!load(source + at, buffer.data(), count) || !store(target + at, buffer.data(), count)) return false;
    done += count;
  }
  return true;
}

uint64_t Memory::allocate(uint64_t size, Storage storage, Contents contents, const std::string& name) {
  const PointerLayout& layout = program_.layout();
  if (size > layout.maxObjectSize()) return 0;
  uint64_t number = objects_.size();
  if (number < layout.wildObject()) {
    if (!take(sizeof(Object))) return 0;
    objects_.emplace_back();
  } else {
    if (dead_.empty()) return 0;
    number = dead_.front();
    dead_.pop_front();
  }
  Object object;
  object.limit = object.size = size;
  object.name = &name;
  object.allocation = allocations_++;
  object.kind = storage == Storage::Heap ? Kind::Heap : storage == Storage::Stack ? Kind::Stack : Kind::Library;
  object.alive = true;
  object.contents = contents;
  objects_[number] = object;
  if (storage == Storage::Heap) {
    ++liveHeapObjects_;
  } else if (storage == Storage::Stack) {
    stackObjects_.emplace_back(static_cast<uint32_t>(number), object.allocation);
  }
  return layout.address(number);
}

void Memory::dropBytes(Object& object) {
  if (object.bytes) {
    bytesTaken_ -= object.size;
    std::free(object.bytes);
    object.bytes = nullptr;
  } else if (isPaged(object)) {
    const auto it = pages_.find(static_cast<uint64_t>(&object - objects_.data()));
    if (it == pages_.end()) return;
    bytesTaken_ -= it->second.size() * kPageSize;
    pages_.erase(it);
  }
}

void Memory::kill(uint64_t number) {
  Object& object = objects_[number];
  dropBytes(object);
  object.alive = false;
  object.limit = 0;
  if (object.kind == Kind::Heap) --liveHeapObjects_;
  dead_.push_back(static_cast<uint32_t>(number));
}

bool Memory::free(uint64_t pointer, Storage storage) {
  if (storage == Storage::Heap) {
    if (!isFreeable(pointer)) return false;
    if (pointer != 0) kill(number(pointer));
    return true;
  }
  if (pointer == 0) return true;
  const uint64_t n = number(pointer);
  if (n >= objects_.size() || offset(pointer) != 0 ||
      (objects_[n].kind != Kind::Stack && objects_[n].kind != Kind::Library))
    return false;
  if (objects_[n].alive) kill(n);
  // A loop that makes and ends objects must not let the list grow.
  while (stackObjects_.size() > frameBegin_ && !lastStackObjectLives()) stackObjects_.pop_back();
  return true;
}

void Memory::leaveFrame(size_t callersBegin) {
  while (stackObjects_.size() > frameBegin_) {
    if (lastStackObjectLives()) kill(stackObjects_.back().first);
    stackObjects_.pop_back();
  }
  frameBegin_ = callersBegin;
}

bool Memory::isFreeable(uint64_t pointer) const {
  if (pointer == 0) return true;
  const uint64_t n = number(pointer);
  return n < objects_.size() && objects_[n].alive && objects_[n].kind == Kind::Heap && offset(pointer) == 0;
}

uint64_t Memory::objectSize(uint64_t pointer) const {
  const uint64_t n = number(pointer);
  // One past the end still points to the object.
  return n < objects_.size() && objects_[n].alive && offset(pointer) <= objects_[n].size ? objects_[n].size : 0;
}

/// Counts a value as a pointer to the live heap object whose number it has.
void Memory::consider(uint64_t value, bool needsValidOffset, std::vector<uint64_t>& found) {
  const uint64_t n = number(value);
  if (n == 0 || n >= objects_.size() || reached_[n]) return;
  const Object& object = objects_[n];
  if (!object.alive || object.kind != Kind::Heap) return;
  if (needsValidOffset && offset(value) > object.size) return;
  reached_[n] = 1;
  found.push_back(n);
}

/// Pointers stand at aligned places; in packed structures elsewhere too, but there only what points into its object
/// counts, lest halves of two numbers are taken for a pointer.
void Memory::scan(std::span<const uint8_t> bytes, std::vector<uint64_t>& found) {
  for (size_t i = 0; i + pointerBytes_ <= bytes.size(); ++i) {
    uint64_t value = 0;
    std::memcpy(&value, bytes.data() + i, pointerBytes_);
    if (value >> offsetBits_) consider(value, i % pointerBytes_ != 0, found);
  }
}

void Memory::scanObject(uint64_t number, std::vector<uint64_t>& found) {
  Object& object = objects_[number];
  if (object.bytes) {
    scan({object.bytes, object.size}, found);
  } else if (isPaged(object)) {
    const auto it = pages_.find(number);
    if (it == pages_.end()) return;
    for (const auto& [index, page] : it->second) {
      // With the beginning of the next page, for a pointer across the border.
      std::vector<uint8_t> bytes(page.get(), page.get() + kPageSize);
      const auto next = it->second.find(index + 1);
      if (next != it->second.end())
        bytes.insert(bytes.end(), next->second.get(), next->second.get() + pointerBytes_ - 1);
      scan(bytes, found);
    }
  }
  // Never touched: a static object's initial bytes point to static objects at most, others' are no pointers.
}

bool Memory::allTracked(const std::vector<uint64_t>& roots) {
  reached_.assign(objects_.size(), 0);
  std::vector<uint64_t> work;
  for (uint64_t value : roots) consider(value, false, work);
  for (size_t n = 1; n < objects_.size(); ++n) {
    const Object& object = objects_[n];
    if (object.alive && object.kind != Kind::Heap) scanObject(n, work);
  }
  uint64_t count = 0;
  while (!work.empty()) {
    const uint64_t n = work.back();
    work.pop_back();
    ++count;
    scanObject(n, work);
  }
  return count == liveHeapObjects_;
}

std::string Memory::describeLeak() const {
  for (size_t n = 1; n < objects_.size(); ++n) {
    const Object& object = objects_[n];
    if (!object.alive || object.kind != Kind::Heap || (n < reached_.size() && reached_[n])) continue;
    return "a block of " + bytesText(object.size) + " from " + (object.name->empty() ? "an allocation" : *object.name);
  }
  return {};
}

std::string Memory::nameOf(const Object& object) {
  const std::string& name = *object.name;
  if (object.kind == Kind::Heap) return "a block from " + (name.empty() ? "an allocation" : name);
  if (object.kind == Kind::Library) return "what " + name + " made";
  if (name.starts_with(".str")) return "a string literal";
  // clang calls the variable x that is static in the function f "f.x", and a second one "f.x.1".
  const size_t dot = object.kind == Kind::Static ? name.find('.') : std::string::npos;
  if (dot != std::string::npos) return "'" + name.substr(dot + 1, name.find('.', dot + 1) - dot - 1) + "'";
  return name.empty() ? "an object" : "'" + name + "'";
}

std::string Memory::explainAccess(uint64_t pointer, uint64_t size, bool isWrite) const {
  const std::string what = (isWrite ? "write of " : "read of ") + bytesText(size) + " ";
  const uint64_t n = number(pointer);
  const auto at = static_cast<int64_t>(offset(pointer));
  constexpr uint64_t kNearNull = 4096; // members of a structure that is not there
  if (pointer == 0) return what + "through a null pointer";
  if (pointer < kNearNull) return what + "through a null pointer, at offset " + std::to_string(pointer);
  if (n >= objects_.size() || objects_[n].kind == Kind::None) return what + "through a pointer to no object";
  const Object& object = objects_[n];
  const std::string name = nameOf(object);
  if (!object.alive) {
    return what +
           (object.kind == Kind::Stack ? "in the dead stack object " + name : "in " + name + " that is freed already");
  }
  if (isWrite && object.constant && find(pointer, size)) return what + "to the constant object " + name;
  return what + "out of bounds of " + name + " (" + bytesText(object.size) + ") at offset " + std::to_string(at);
}

std::string Memory::explainFree(uint64_t pointer, Storage storage) const {
  const uint64_t n = number(pointer);
  const std::string what = storage == Storage::Heap ? "free of " : "end of life of ";
  if (n == 0 || n >= objects_.size() || objects_[n].kind == Kind::None) return what + "a pointer to no object";
  const Object& object = objects_[n];
  const std::string name = nameOf(object);
  if (object.kind == Kind::Static) return what + "the static object " + name;
  if (storage == Storage::Heap && object.kind == Kind::Stack) return what + "the stack object " + name;
  if (storage == Storage::Heap && object.kind == Kind::Library) return what + name + ", which is the library's";
  if (storage != Storage::Heap && object.kind == Kind::Heap) return what + name;
  if (!object.alive) return what + name + " that is freed already";
  return what + "a pointer that is not the start of " + name + ", but at offset " +
         std::to_string(static_cast<int64_t>(offset(pointer)));
}

} // namespace assay
