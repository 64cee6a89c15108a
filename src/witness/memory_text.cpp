#include "witness/memory_text.h"

#include "program/callers_block.h"
#include "program/threads.h"

#include <algorithm>
#include <span>

namespace assay {

namespace {

/// No more bytes than this are looked at for one line of a trace.
constexpr uint64_t kMostBytes = 4096;

BitVector valueOf(std::span<const uint8_t> bytes) {
  std::vector<uint64_t> words((bytes.size() + 7) / 8);
  for (size_t i = 0; i < bytes.size(); ++i) words[i / 8] |= uint64_t{bytes[i]} << (i % 8 * 8);
  return BitVector::fromWords(static_cast<uint32_t>(bytes.size() * 8), words);
}

/// clang calls the variable `x` that is static in the function `f` `f.x`, and a second one `f.x.1`.
std::string userName(const Program& program, const std::string& name) {
  const size_t dot = name.find('.');
  if (dot == std::string::npos || !program.findFunction(name.substr(0, dot)).valid()) return name;
  return name.substr(dot + 1, name.find('.', dot + 1) - dot - 1);
}

/// A structure that ends in an array without length, or with one element, may take up all of its block.
bool hasFlexibleEnd(const CTypes& types, const CType& type) {
  if (type.kind != CType::Struct || type.members.empty() || !type.members.back().type.valid()) return false;
  const CType& last = types[type.members.back().type];
  return last.kind == CType::Array && last.count <= 1;
}

} // namespace

MemoryText::MemoryText(const Program& program, Interpreter& interpreter)
    : program_(program), types_(*program.types), interpreter_(interpreter), namesThreads_(hasThreads(program)),
      values_(*program.types, program.layout(), [this](uint64_t number) { return addressName(number); }) {
  for (uint64_t number = 1; number <= program.objects.size(); ++number) {
    const StaticObject& given = program.objects[number];
    Object object;
    object.type = given.cType;
    object.isNamed = given.position.known();
    object.nameIsAddress = given.kind == ObjectKind::String;
    object.name = object.nameIsAddress ? stringText(given.bytes) : userName(program, given.name);
    objects_.emplace(number, std::move(object));
  }
}

const MemoryText::Object* MemoryText::find(uint64_t number) const {
  const auto found = objects_.find(number);
  return found == objects_.end() ? nullptr : &found->second;
}

std::string MemoryText::addressName(uint64_t number) const {
  const Object* object = find(number);
  if (object == nullptr) return {};
  return object->nameIsAddress ? object->name : "&" + object->name;
}

bool MemoryText::isUsers(uint64_t pointer) const {
  const Object* object = find(program_.layout().object(pointer));
  return object != nullptr && object->isNamed && !object->isLibrarys;
}

Home MemoryText::homeOf(uint64_t pointer) const {
  const uint64_t number = program_.layout().object(pointer);
  const Object* object = find(number);
  Home home;
  if (object == nullptr) return home;
  home.object = object->name;
  home.kind = number <= program_.objects.size() ? Home::Static : object->ordinal == 0 ? Home::Heap : Home::Stack;
  if (home.kind != Home::Stack) return home;
  for (uint32_t i = 0; i < stacks_.size(); ++i) {
    const uint32_t thread = i == 0 ? thread_ : i <= thread_ ? i - 1 : i; // the one that runs comes first
    const Stack& stack = stacks_[thread];
    const auto entry = std::ranges::find(stack.rbegin(), stack.rend(), number, &Stack::value_type::second);
    if (entry == stack.rend()) continue;
    home.frame = static_cast<uint32_t>(entry->first);
    home.thread = thread;
    break;
  }
  return home;
}

// ---- what happens

void MemoryText::allocated(const Allocate& allocate, const std::string& name, uint64_t pointer, size_t frame) {
  const uint64_t number = program_.layout().object(pointer);
  Object object;
  // The translation names what has no name in C with words.
  object.isNamed = !name.empty() && name.find(' ') == std::string::npos;
  object.isLibrarys = allocate.storage == Storage::Library;
  object.isPassed = isCallersBlock(allocate);
  object.beginsUnwritten = allocate.storage == Storage::Heap && allocate.contents == Contents::Any && !object.isPassed;
  object.base = object.isNamed ? name : "temporary";
  object.name = object.base;
  if (allocate.storage != Storage::Stack) {
    object.name += "#" + std::to_string(++numBlocks_[object.base]);
  } else {
    std::set<uint32_t>& used = ordinals_[object.base];
    uint32_t ordinal = 1;
    if (!used.empty()) ordinal = *used.begin() > 1 ? 1 : *used.rbegin() + 1;
    used.insert(ordinal);
    object.ordinal = ordinal;
    if (ordinal > 1) object.name += "#" + std::to_string(ordinal);
    stacks_[thread_].emplace_back(frame, number);
    const CTypeId address = program_[allocate.variable].cType;
    if (address.valid() && types_[address].kind == CType::Pointer) object.type = types_[address].target;
  }
  objects_[number] = std::move(object);
}

void MemoryText::freed(uint64_t pointer) {
  const auto found = objects_.find(program_.layout().object(pointer));
  if (found == objects_.end() || !found->second.isAlive) return;
  Object& object = found->second; // the name stays: there may be pointers to it
  object.isAlive = false;
  if (object.ordinal != 0) ordinals_[object.base].erase(object.ordinal);
}

void MemoryText::marked(uint64_t pointer, uint64_t size) {
  const auto found = objects_.find(program_.layout().object(pointer));
  const int64_t offset = program_.layout().offset(pointer);
  if (found == objects_.end() || !found->second.beginsUnwritten || offset < 0) return;
  std::vector<bool>& isWritten = found->second.isWritten;
  const uint64_t begin = static_cast<uint64_t>(offset), end = begin + size;
  if (end < begin || end > kMostBytes) {
    found->second.beginsUnwritten = false; // it is too large to be followed
    return;
  }
  if (isWritten.size() < end) isWritten.resize(end);
  std::fill(isWritten.begin() + static_cast<ptrdiff_t>(begin), isWritten.begin() + static_cast<ptrdiff_t>(end), true);
}

void MemoryText::left(size_t frame) {
  Stack& stack = stacks_[thread_];
  for (; !stack.empty() && stack.back().first >= frame; stack.pop_back())
    freed(program_.layout().address(stack.back().second));
}

void MemoryText::switched(uint32_t thread) {
  if (thread >= stacks_.size()) stacks_.resize(thread + 1);
  thread_ = thread;
}

void MemoryText::rename(uint64_t pointer, std::string name, Naming naming) {
  const auto found = objects_.find(program_.layout().object(pointer));
  if (found == objects_.end()) return;
  found->second.name = std::move(name);
  found->second.isNamed = true;
  found->second.nameIsAddress = naming == Naming::Address;
}

void MemoryText::seen(const BitVector& value, CTypeId type) {
  if (!type.valid() || types_[type].kind != CType::Pointer || value.width() != program_.layout().width) return;
  const CTypeId target = types_[type].target;
  const uint64_t pointer = value.toUint64(), number = program_.layout().object(pointer);
  if (!target.valid() || number <= program_.objects.size() || program_.layout().offset(pointer) != 0) return;
  const auto found = objects_.find(number);
  if (found == objects_.end()) return;
  Object& object = found->second;
  // Whoever takes memory for what it is may look at its bytes first.
  const bool isOpen = !object.type.valid() || (object.isRow && types_[object.type].isCharacter);
  const CType& pointee = types_[target];
  if (!isOpen || pointee.size == 0 || object.nameIsAddress) return;
  object.type = target;
  const uint64_t size = interpreter_.objectSize(pointer);
  object.isRow = size > pointee.size && !(hasFlexibleEnd(types_, pointee) && size % pointee.size != 0);
}

// ---- what there is

std::string MemoryText::stringAt(uint64_t pointer) {
  const int64_t offset = program_.layout().offset(pointer);
  const uint64_t size = interpreter_.objectSize(pointer);
  if (offset < 0 || static_cast<uint64_t>(offset) >= size) return {};
  std::vector<uint8_t> bytes(std::min(size - static_cast<uint64_t>(offset), kMostBytes));
  return interpreter_.read(pointer, bytes) ? stringText(bytes) : std::string();
}

std::string MemoryText::passedAt(uint64_t pointer) {
  const Object* object = find(program_.layout().object(pointer));
  const int64_t offset = program_.layout().offset(pointer);
  if (object == nullptr || !object->isPassed || !object->isAlive || offset < 0) return {};
  const uint64_t size = interpreter_.objectSize(pointer);
  if (static_cast<uint64_t>(offset) >= size) return "no byte";
  return written(pointer, size - static_cast<uint64_t>(offset), std::nullopt).value;
}

Written MemoryText::unwritten(uint64_t pointer, uint64_t size, TypeClass reads) {
  const Object* object = find(program_.layout().object(pointer));
  const int64_t offset = program_.layout().offset(pointer);
  if (object == nullptr || !object->beginsUnwritten || !object->isAlive || offset < 0) return {};
  for (uint64_t at = static_cast<uint64_t>(offset), left = size; left > 0; ++at, --left)
    if (at < object->isWritten.size() && object->isWritten[at]) return {};
  return written(pointer, size, reads);
}

std::string MemoryText::listAt(uint64_t pointer, CTypeId type) {
  constexpr size_t kMostNodes = 8;
  if (!type.valid() || types_[type].kind != CType::Pointer || !types_[type].target.valid()) return {};
  const CTypeId node = types_[type].target;
  if (types_[node].kind != CType::Struct || types_[node].size == 0 || types_[node].size > kMostBytes) return {};
  const CMember *link = nullptr, *content = nullptr;
  for (const CMember& member : types_[node].members) {
    if (!member.type.valid() || member.isBitField) continue;
    const CType& kind = types_[member.type];
    const bool isLink = kind.kind == CType::Pointer && kind.target == node;
    if (isLink && link) return {};
    if (isLink) link = &member;
    if (kind.kind == CType::Scalar && !content) content = &member;
  }
  if (!link || !content) return {};
  std::string text;
  std::set<uint64_t> seen;
  std::vector<uint8_t> bytes(types_[node].size);
  uint64_t at = pointer;
  while (at != 0 && seen.size() < kMostNodes && !seen.contains(at)) {
    if (!interpreter_.read(at, bytes)) return {};
    seen.insert(at);
    const std::span<const uint8_t> all(bytes);
    text += values_.contents(content->type, 0, all.subspan(content->bitOffset / 8, content->bitSize / 8)) + " -> ";
    at = 0;
    for (uint64_t i = link->bitSize / 8; i > 0; --i) at = at << 8 | bytes[link->bitOffset / 8 + i - 1];
  }
  if (seen.size() < 2) return {};
  return text + (at == 0 ? "NULL" : at == pointer ? "the first one again" : "...");
}

Written MemoryText::written(uint64_t pointer, uint64_t size, std::optional<TypeClass> reads) {
  std::vector<uint8_t> bytes(std::min(size, kMostBytes));
  if (size == 0 || !interpreter_.read(pointer, bytes)) return {};
  const Object* object = find(program_.layout().object(pointer));
  if (object != nullptr && object->type.valid()) {
    const auto offset = static_cast<uint64_t>(program_.layout().offset(pointer));
    const CPlace place = object->isRow ? findElement(types_, object->type, offset, size, reads)
                                       : findPlace(types_, object->type, offset, size, reads);
    std::optional<Written> text =
        place.type.valid() ? typed(*object, place, bytes) : several(*object, "", object->type, offset, bytes);
    if (text) return *text;
  }
  Written text = untyped(pointer, bytes, reads);
  if (bytes.size() < size) text.name = std::to_string(size) + text.name.substr(text.name.find(' '));
  return text;
}

std::optional<Written> MemoryText::typed(const Object& object, const CPlace& place, std::span<const uint8_t> bytes) {
  const CType& type = types_[place.type];
  const std::string name = object.name + place.path;
  if (type.kind == CType::Array && (place.offset != 0 || place.size != type.size))
    return type.target.valid() ? several(object, place.path, type.target, place.offset, bytes) : std::nullopt;
  if (type.kind == CType::Scalar || type.kind == CType::Pointer) {
    if (!isWhole(types_, place)) return std::nullopt;
    const BitVector value = valueOf(bytes);
    seen(value, place.type);
    const bool isThread = namesThreads_ && (type.name == "pthread_t" || type.name == "thrd_t") && !value.isZero();
    if (isThread) return Written{name, "thread " + std::to_string(threadOf(value.toUint64() - 1)), type.name};
    return Written{name, values_.value(value, type), type.name};
  }
  if (type.kind == CType::Opaque) return std::nullopt;
  std::string value = values_.contents(place.type, place.offset, bytes);
  if (value == "{...}") return std::nullopt; // less than a member
  return Written{name, std::move(value), type.name};
}

/// Elements of an array, or of a block: `a[2 .. 5]`, or the whole block by its name.
std::optional<Written> MemoryText::several(const Object& object, const std::string& path, CTypeId element,
                                           uint64_t offset, std::span<const uint8_t> bytes) const {
  const uint64_t stride = types_[element].size;
  if (stride == 0 || offset % stride != 0 || bytes.size() % stride != 0) return std::nullopt;
  const uint64_t first = offset / stride, count = bytes.size() / stride;
  if (count == 1) {
    const std::string index = "[" + std::to_string(first) + "]";
    return Written{object.name + path + index, values_.contents(element, 0, bytes), types_[element].name};
  }
  const std::string range = "[" + std::to_string(first) + " .. " + std::to_string(first + count - 1) + "]";
  return Written{object.name + path + range, values_.elements(element, bytes),
                 types_[element].name + "[" + std::to_string(count) + "]"};
}

/// Memory without a type: what is the address of an object is shown as such.
Written MemoryText::untyped(uint64_t pointer, std::span<const uint8_t> bytes, std::optional<TypeClass> reads) const {
  const std::string address = values_.pointer(pointer);
  if (!reads) {
    const bool isOne = bytes.size() == 1;
    return {std::to_string(bytes.size()) + (isOne ? " byte at " : " bytes at ") + address, ValueText::raw(bytes), ""};
  }
  const BitVector value = valueOf(bytes);
  const PointerLayout& layout = program_.layout();
  const bool isAddress = *reads == TypeClass::Unknown && value.width() == layout.width &&
                         (value.toUint64() & layout.guardBit()) != 0 &&
                         find(layout.object(value.toUint64())) != nullptr;
  const bool isWholeName = address.starts_with('&') && address.find_first_of(" #") == std::string::npos;
  return {isWholeName ? address.substr(1) : "*(" + address + ")",
          values_.value(value, isAddress ? TypeClass::Pointer : *reads), ""};
}

} // namespace assay
