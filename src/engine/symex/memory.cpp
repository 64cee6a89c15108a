#include "engine/symex/memory.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>

namespace assay::symex {

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

size_t ObjectContents::addTo(Fingerprint& print, TermFingerprints& terms, size_t maxTerms) const {
  if (isArray()) {
    print.add(terms.of(array_));
    return 1;
  }
  if (print_) {
    print.add(*print_);
    return 1;
  }
  Fingerprint mine;
  bool isConcrete = true;
  size_t number = 0;
  for (; number < pages_.size() && terms.work() <= maxTerms; ++number) {
    const Page* page = pages_.get(number).get();
    if (!page) continue;
    mine.add(number);
    for (size_t at = 0; at < kPage; ++at) {
      const uint8_t state = page->symbols ? page->symbols->states[at] : static_cast<uint8_t>(Concrete);
      if (state == Concrete && at % 8 == 0 && !page->symbols) {
        uint64_t word = 0;
        std::memcpy(&word, page->bytes.data() + at, sizeof word);
        mine.add(word);
        at += 7;
      } else if (state == Symbolic) {
        const Cell& cell = page->symbols->cells[at];
        mine.add(terms.of(cell.value));
        mine.add(cell.index);
      } else {
        mine.add(uint64_t{state} << 8 | page->bytes[at]);
      }
    }
    isConcrete &= !page->symbols;
  }
  if (isConcrete && number == pages_.size()) print_ = mine;
  print.add(mine);
  return number * (isConcrete ? 10 : 80);
}

ObjectContents::Page ObjectAccess::initialPage(uint64_t offset) const {
  Page page;
  if (object().origin != ObjectOrigin::Static) return page;
  const std::vector<uint8_t>& bytes = program_.object(static_cast<uint32_t>(number_)).bytes;
  const uint64_t begin = offset / ObjectContents::kPage * ObjectContents::kPage;
  if (begin < bytes.size())
    std::memcpy(page.bytes.data(), bytes.data() + begin, std::min(ObjectContents::kPage, bytes.size() - begin));
  return page;
}

ObjectContents& ObjectAccess::own() {
  Object& object = memory_.writable(number_);
  if (!object.contents) {
    object.contents = std::make_shared<ObjectContents>();
  } else if (object.contents.use_count() != 1) {
    object.contents = std::make_shared<ObjectContents>(*object.contents);
  }
  object.contents->print_.reset();
  return *object.contents;
}

ObjectContents::Page& ObjectAccess::ownPage(ObjectContents& contents, uint64_t offset) {
  const uint64_t number = offset / ObjectContents::kPage;
  std::shared_ptr<Page>& page = contents.pages_.edit(number);
  if (!page) {
    page = std::make_shared<Page>(initialPage(offset));
    if (beginsArbitrary()) ownSymbols(*page).states.fill(ObjectContents::Initial);
  } else if (page.use_count() != 1) {
    page = std::make_shared<Page>(*page);
  }
  return *page;
}

ObjectContents::Symbols& ObjectAccess::ownSymbols(Page& page) {
  if (!page.symbols) {
    page.symbols = std::make_shared<ObjectContents::Symbols>();
  } else if (page.symbols.use_count() != 1) {
    page.symbols = std::make_shared<ObjectContents::Symbols>(*page.symbols);
  }
  return *page.symbols;
}

ObjectContents::ByteState ObjectAccess::stateAt(const ObjectContents& contents, uint64_t offset) const {
  const Page* page = contents.page(offset);
  if (!page) return beginsArbitrary() ? ObjectContents::Initial : ObjectContents::Concrete;
  if (!page->symbols) return ObjectContents::Concrete;
  return static_cast<ByteState>(page->symbols->states[offset % ObjectContents::kPage]);
}

bool ObjectAccess::hasInitialBytes(const ObjectContents& contents, uint64_t offset, uint32_t count) const {
  for (uint64_t at = offset; at < offset + count; ++at) {
    if (stateAt(contents, at) == ObjectContents::Initial) return true;
  }
  return false;
}

void ObjectAccess::nameInitialBytes(ObjectContents& contents, uint64_t offset, uint32_t count) {
  for (uint64_t at = offset; at < offset + count; ++at) {
    if (stateAt(contents, at) != ObjectContents::Initial) continue;
    const uint64_t allocation = object().allocation;
    const Term variable =
        terms_.mkVariable("byte!" + std::to_string(allocation) + "!" + std::to_string(at), terms_.bvSort(8));
    arbitrary_.push_back({variable, allocation, at, 0});
    ObjectContents::Symbols& symbols = ownSymbols(ownPage(contents, at));
    symbols.states[at % ObjectContents::kPage] = ObjectContents::Symbolic;
    symbols.cells[at % ObjectContents::kPage] = {variable, 0};
  }
}

std::optional<uint64_t> ObjectAccess::loadWord(const ObjectContents& contents, uint64_t offset, uint32_t count) const {
  assert(count <= 8);
  const uint64_t in = offset % ObjectContents::kPage;
  uint64_t word = 0;
  if (const Page* page = contents.page(offset); page && !page->symbols && in + count <= ObjectContents::kPage) {
    std::memcpy(&word, page->bytes.data() + in, count);
    return word;
  }
  for (uint32_t i = 0; i < count; ++i) {
    const uint64_t at = offset + i;
    if (stateAt(contents, at) != ObjectContents::Concrete) return std::nullopt;
    const Page* page = contents.page(at);
    const uint8_t byte = page ? page->bytes[at % ObjectContents::kPage] : initialByte(at);
    word |= uint64_t{byte} << (8 * i);
  }
  return word;
}

uint8_t ObjectAccess::initialByte(uint64_t offset) const {
  if (object().origin != ObjectOrigin::Static) return 0;
  const std::vector<uint8_t>& bytes = program_.object(static_cast<uint32_t>(number_)).bytes;
  return offset < bytes.size() ? bytes[offset] : 0;
}

/// No byte is arbitrary and without a name.
SymValue ObjectAccess::loadBytes(const ObjectContents& contents, uint64_t offset, Sort sort) const {
  const uint32_t n = bytesOf(sort), width = sort.isBool() ? 1 : sort.width();
  if (n <= 8) {
    if (const std::optional<uint64_t> word = loadWord(contents, offset, n))
      return SymValue::concrete(*word & (~uint64_t{0} >> (64 - width)));
  }
  const auto cellAt = [&](uint64_t at) -> const ObjectContents::Cell* {
    if (stateAt(contents, at) != ObjectContents::Symbolic) return nullptr;
    return &contents.page(at)->symbols->cells[at % ObjectContents::kPage];
  };
  Term value;
  for (uint32_t i = 0; i < n;) {
    // As many bytes as are consecutive parts of one term.
    Term part;
    uint32_t next = i + 1;
    if (const ObjectContents::Cell* cell = cellAt(offset + i)) {
      for (; next < n; ++next) {
        const ObjectContents::Cell* other = cellAt(offset + next);
        if (!other || other->value != cell->value || other->index != cell->index + (next - i)) break;
      }
      part = terms_.mkBvExtract(cell->value, 8 * (cell->index + next - i) - 1, 8 * cell->index);
    } else {
      part = terms_.mkBv(8, *loadWord(contents, offset + i, 1));
    }
    value = value ? terms_.mkBvConcat(part, value) : part;
    i = next;
  }
  if (sort.isBool()) return SymValue::of(terms_.mkBvToBool(terms_.mkBvExtract(value, 0, 0)));
  return SymValue::of(terms_.mkBvZeroResize(value, width));
}

void ObjectAccess::storeConcrete(ObjectContents& contents, uint64_t offset, const uint8_t* bytes, uint64_t count) {
  while (count > 0) {
    const uint64_t in = offset % ObjectContents::kPage, part = std::min(count, ObjectContents::kPage - in);
    Page& page = ownPage(contents, offset);
    std::memcpy(page.bytes.data() + in, bytes, part);
    if (page.symbols) {
      std::array<uint8_t, ObjectContents::kPage>& states = ownSymbols(page).states;
      std::memset(states.data() + in, ObjectContents::Concrete, part);
      if (std::all_of(states.begin(), states.end(), [](uint8_t s) { return s == ObjectContents::Concrete; }))
        page.symbols = nullptr;
    }
    offset += part;
    bytes += part;
    count -= part;
  }
}

void ObjectAccess::storeBytes(ObjectContents& contents, uint64_t offset, SymValue value, Sort sort) {
  const uint32_t n = bytesOf(sort);
  if (value.isConcrete() || value.term.isValue()) { // a word, or a wide constant
    const uint64_t* words = value.isConcrete() ? &value.word : value.term.value().words().data();
    storeConcrete(contents, offset, reinterpret_cast<const uint8_t*>(words), n);
    return;
  }
  const Term term = sort.isBool() ? terms_.mkBoolToBv(value.term, 8) : terms_.mkBvZeroResize(value.term, 8 * n);
  for (uint32_t i = 0; i < n; ++i) {
    ObjectContents::Symbols& symbols = ownSymbols(ownPage(contents, offset + i));
    symbols.states[(offset + i) % ObjectContents::kPage] = ObjectContents::Symbolic;
    symbols.cells[(offset + i) % ObjectContents::kPage] = {term, i};
  }
}

std::optional<SymValue> ObjectAccess::load(SymValue offset, Sort sort) {
  const uint32_t n = bytesOf(sort);
  if (!offset.isConcrete()) return loadArray(own(), offset, sort);
  const uint64_t at = offset.word;
  if (at + n > kMaxBytes) return std::nullopt;
  const std::shared_ptr<ObjectContents>& shared = object().contents;
  if (shared && !shared->isArray() && !hasInitialBytes(*shared, at, n)) return loadBytes(*shared, at, sort);
  ObjectContents& contents = own();
  if (contents.isArray()) return loadArray(contents, offset, sort);
  nameInitialBytes(contents, at, n);
  return loadBytes(contents, at, sort);
}

bool ObjectAccess::store(SymValue offset, SymValue value, Sort sort) {
  ObjectContents& contents = own();
  if (!offset.isConcrete() || contents.isArray()) return storeArray(contents, offset, value, sort);
  if (offset.word + bytesOf(sort) > kMaxBytes) return false;
  storeBytes(contents, offset.word, value, sort);
  return true;
}

std::optional<SymValue> ObjectAccess::loadByte(SymValue offset) { return load(offset, terms_.bvSort(8)); }

bool ObjectAccess::storeByte(SymValue offset, SymValue byte) { return store(offset, byte, terms_.bvSort(8)); }

bool ObjectAccess::fill(uint64_t offset, uint8_t byte, uint64_t count) {
  ObjectContents& contents = own();
  if (contents.isArray() || offset + count > kMaxBytes) return false;
  std::array<uint8_t, ObjectContents::kPage> bytes;
  bytes.fill(byte);
  for (uint64_t end = offset + count; offset < end;) {
    const uint64_t part = std::min<uint64_t>(end - offset, ObjectContents::kPage);
    storeConcrete(contents, offset, bytes.data(), part);
    offset += part;
  }
  return true;
}

} // namespace assay::symex
