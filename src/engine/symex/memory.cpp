#include "engine/symex/memory.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>

namespace assay::symex {

namespace {

/// Objects up to this size get all their bytes at once.
constexpr uint64_t kSmallObject = uint64_t{1} << 16;

bool isConcreteSize(const Object& object) { return object.size.isConcrete(); }

} // namespace

SymMemory::SymMemory(const Program& program) {
  objects_.push(Object());
  for (const StaticObject& initial : program.objects()) {
    Object object;
    object.size = SymValue::concrete(initial.size);
    object.name = &initial.name;
    object.origin = ObjectOrigin::Static;
    object.alive = true;
    object.constant = initial.constant;
    objects_.push(std::move(object));
  }
}

uint64_t SymMemory::allocate(SymValue size, Storage storage, Contents contents, const std::string& name,
                             const PointerLayout& layout) {
  const uint64_t number = objects_.size();
  if (number >= layout.wildObject()) return 0;
  Object object;
  object.size = size;
  object.name = &name;
  object.allocation = allocations_++;
  object.origin = storage == Storage::Heap ? ObjectOrigin::Heap : ObjectOrigin::Stack;
  object.alive = true;
  object.initial = contents;
  objects_.push(std::move(object));
  if (storage == Storage::Heap) ++liveHeapObjects_;
  return number;
}

void SymMemory::kill(uint64_t number) {
  Object& object = writable(number);
  assert(object.alive);
  object.alive = false;
  object.contents = nullptr;
  if (object.origin == ObjectOrigin::Heap) --liveHeapObjects_;
}

size_t ObjectContents::addTo(Fingerprint& print, TermFingerprints& terms) const {
  if (isArray()) {
    print.add(terms.of(array_));
    return 1;
  }
  const auto wordAt = [&](size_t at) {
    uint64_t word = 0;
    std::memcpy(&word, bytes_.data() + at, std::min<size_t>(8, bytes_.size() - at));
    return word;
  };
  if (states_.empty()) {
    size_t work = 1;
    if (!print_) {
      print_.emplace().add(bytes_.size());
      for (size_t at = 0; at < bytes_.size(); at += 8) print_->add(wordAt(at));
      work += bytes_.size() / 4;
    }
    print.add(*print_);
    return work;
  }
  print.add(bytes_.size());
  for (size_t at = 0; at < bytes_.size(); ++at) {
    print.add(states_[at]);
    if (states_[at] == Concrete) print.add(bytes_[at]);
    if (states_[at] != Symbolic) continue;
    print.add(terms.of(cells_[at].value));
    print.add(cells_[at].index);
  }
  return 2 * bytes_.size();
}

ObjectContents& ObjectAccess::own() {
  Object& object = memory_.writable(number_);
  if (!object.contents) {
    object.contents = std::make_shared<ObjectContents>();
    if (object.origin == ObjectOrigin::Static) {
      object.contents->bytes_ = program_.object(static_cast<uint32_t>(number_)).bytes;
      object.contents->bytes_.resize(std::min(object.size.word, kMaxBytes));
    }
  } else if (object.contents.use_count() != 1) {
    object.contents = std::make_shared<ObjectContents>(*object.contents);
  }
  object.contents->print_.reset();
  return *object.contents;
}

void ObjectAccess::markStates(ObjectContents& contents) {
  contents.states_.resize(contents.bytes_.size(), ObjectContents::Concrete);
  contents.cells_.resize(contents.bytes_.size());
}

bool ObjectAccess::materialise(ObjectContents& contents, uint64_t end) {
  if (end <= contents.bytes_.size()) return true;
  if (end > kMaxBytes) return false;
  const Object& object = this->object();
  if (isConcreteSize(object) && object.size.word <= kSmallObject) {
    end = object.size.word;
  } else if (end > contents.bytes_.size()) {
    const uint64_t limit = isConcreteSize(object) ? object.size.word : kMaxBytes;
    end = std::min({std::max(end, 2 * contents.bytes_.size()), limit, kMaxBytes});
  }
  const bool isAny = object.initial == Contents::Any && object.origin != ObjectOrigin::Static;
  if (isAny || !contents.states_.empty()) {
    markStates(contents);
    contents.states_.resize(end, isAny ? ObjectContents::Initial : ObjectContents::Concrete);
    contents.cells_.resize(end);
  }
  contents.bytes_.resize(end);
  return true;
}

Term ObjectAccess::byteTerm(ObjectContents& contents, uint64_t offset) {
  if (contents.states_.empty() || contents.states_[offset] == ObjectContents::Concrete)
    return terms_.mkBv(8, contents.bytes_[offset]);
  const ObjectContents::Cell& cell = contents.cells_[offset];
  return terms_.mkBvExtract(cell.value, 8 * cell.index + 7, 8 * cell.index);
}

SymValue ObjectAccess::loadConcrete(ObjectContents& contents, uint64_t offset, Sort sort) {
  const uint32_t n = bytesOf(sort);
  const bool isConcrete =
      contents.states_.empty() || std::all_of(contents.states_.begin() + static_cast<ptrdiff_t>(offset),
                                              contents.states_.begin() + static_cast<ptrdiff_t>(offset + n),
                                              [](uint8_t s) { return s == ObjectContents::Concrete; });
  const uint32_t width = sort.isBool() ? 1 : sort.width();
  if (isConcrete && n <= 8) {
    uint64_t word = 0;
    std::memcpy(&word, contents.bytes_.data() + offset, n);
    return SymValue::concrete(word & (~uint64_t{0} >> (64 - width)));
  }
  Term value;
  for (uint32_t i = 0; i < n;) {
    // As many bytes as are consecutive parts of one term.
    Term part;
    uint32_t next = i + 1;
    if (contents.states_.empty() || contents.states_[offset + i] == ObjectContents::Concrete) {
      part = terms_.mkBv(8, contents.bytes_[offset + i]);
    } else {
      assert(contents.states_[offset + i] == ObjectContents::Symbolic);
      const ObjectContents::Cell& cell = contents.cells_[offset + i];
      while (next < n && contents.states_[offset + next] == ObjectContents::Symbolic &&
             contents.cells_[offset + next].value == cell.value &&
             contents.cells_[offset + next].index == cell.index + (next - i)) {
        ++next;
      }
      part = terms_.mkBvExtract(cell.value, 8 * (cell.index + next - i) - 1, 8 * cell.index);
    }
    value = value ? terms_.mkBvConcat(part, value) : part;
    i = next;
  }
  if (sort.isBool()) return SymValue::of(terms_.mkBvToBool(terms_.mkBvExtract(value, 0, 0)));
  return SymValue::of(terms_.mkBvZeroResize(value, width));
}

void ObjectAccess::storeConcrete(ObjectContents& contents, uint64_t offset, SymValue value, Sort sort) {
  const uint32_t n = bytesOf(sort);
  if (value.isConcrete()) {
    std::memcpy(contents.bytes_.data() + offset, &value.word, n);
    if (!contents.states_.empty()) std::memset(contents.states_.data() + offset, ObjectContents::Concrete, n);
    return;
  }
  Term term = value.term;
  if (term.isValue()) { // a wide constant
    std::memcpy(contents.bytes_.data() + offset, term.value().words().data(), n);
    if (!contents.states_.empty()) std::memset(contents.states_.data() + offset, ObjectContents::Concrete, n);
    return;
  }
  term = sort.isBool() ? terms_.mkBoolToBv(term, 8) : terms_.mkBvZeroResize(term, 8 * n);
  markStates(contents);
  for (uint32_t i = 0; i < n; ++i) {
    contents.states_[offset + i] = ObjectContents::Symbolic;
    contents.cells_.at(offset + i) = {term, i};
  }
}

std::optional<SymValue> ObjectAccess::load(SymValue offset, Sort sort) {
  const uint32_t n = bytesOf(sort);
  if (offset.isConcrete()) {
    const uint64_t at = offset.word;
    const std::shared_ptr<ObjectContents>& shared = object().contents;
    const auto isInitial = [](uint8_t s) { return s == ObjectContents::Initial; };
    const auto needsVariables = [&](const ObjectContents& c) {
      return !c.states_.empty() && std::any_of(c.states_.begin() + static_cast<ptrdiff_t>(at),
                                               c.states_.begin() + static_cast<ptrdiff_t>(at + n), isInitial);
    };
    if (shared && !shared->isArray() && at + n <= shared->bytes_.size() && !needsVariables(*shared))
      return loadConcrete(*shared, at, sort);
    ObjectContents& contents = own();
    if (contents.isArray()) return loadArray(contents, offset, sort);
    if (!materialise(contents, at + n)) return std::nullopt;
    if (needsVariables(contents)) {
      for (uint64_t i = at; i < at + n; ++i) {
        if (!isInitial(contents.states_[i])) continue;
        const uint64_t allocation = object().allocation;
        const Term variable =
            terms_.mkVariable("byte!" + std::to_string(allocation) + "!" + std::to_string(i), terms_.bvSort(8));
        arbitrary_.push_back({variable, allocation, i, 0});
        contents.states_[i] = ObjectContents::Symbolic;
        contents.cells_.at(i) = {variable, 0};
      }
    }
    return loadConcrete(contents, at, sort);
  }
  return loadArray(own(), offset, sort);
}

bool ObjectAccess::store(SymValue offset, SymValue value, Sort sort) {
  ObjectContents& contents = own();
  if (!offset.isConcrete() || contents.isArray()) return storeArray(contents, offset, value, sort);
  if (!materialise(contents, offset.word + bytesOf(sort))) return false;
  storeConcrete(contents, offset.word, value, sort);
  return true;
}

std::optional<SymValue> ObjectAccess::loadByte(SymValue offset) { return load(offset, terms_.bvSort(8)); }

bool ObjectAccess::storeByte(SymValue offset, SymValue byte) { return store(offset, byte, terms_.bvSort(8)); }

bool ObjectAccess::fill(uint64_t offset, uint8_t byte, uint64_t count) {
  ObjectContents& contents = own();
  if (contents.isArray()) return false;
  if (!materialise(contents, offset + count)) return false;
  std::memset(contents.bytes_.data() + offset, byte, count);
  if (!contents.states_.empty()) std::memset(contents.states_.data() + offset, ObjectContents::Concrete, count);
  return true;
}

} // namespace assay::symex
