#include "engine/symex/object_bytes.h"

#include <algorithm>
#include <cassert>
#include <cstring>

namespace assay::symex {

namespace {

/// The symbols of a page, to be written.
ObjectContents::Symbols& ownSymbols(ObjectContents::Page& page) {
  if (!page.symbols) {
    page.symbols = std::make_shared<ObjectContents::Symbols>();
  } else if (page.symbols.use_count() != 1) {
    page.symbols = std::make_shared<ObjectContents::Symbols>(*page.symbols);
  }
  return *page.symbols;
}

} // namespace

ObjectContents::Page ObjectBytes::initialPage(uint64_t offset) const {
  Page page;
  if (object().origin != ObjectOrigin::Static) return page;
  const std::vector<uint8_t>& bytes = program_.objects[number_].bytes;
  const uint64_t begin = offset / ObjectContents::kPage * ObjectContents::kPage;
  if (begin < bytes.size())
    std::memcpy(page.bytes.data(), bytes.data() + begin, std::min(ObjectContents::kPage, bytes.size() - begin));
  return page;
}

ObjectContents::Page& ObjectBytes::ownPage(ObjectContents& contents, uint64_t offset) {
  const uint64_t number = offset / ObjectContents::kPage;
  std::shared_ptr<Page>& page = contents.pages.edit(number);
  if (!page) {
    page = std::make_shared<Page>(initialPage(offset));
    if (beginsArbitrary()) ownSymbols(*page).states.fill(ObjectContents::Initial);
  } else if (page.use_count() != 1) {
    page = std::make_shared<Page>(*page);
  }
  return *page;
}

ObjectContents::ByteState ObjectBytes::stateAt(const ObjectContents& contents, uint64_t offset) const {
  const Page* page = contents.page(offset);
  if (!page) return beginsArbitrary() ? ObjectContents::Initial : ObjectContents::Concrete;
  if (!page->symbols) return ObjectContents::Concrete;
  return static_cast<ByteState>(page->symbols->states[offset % ObjectContents::kPage]);
}

bool ObjectBytes::hasInitial(const ObjectContents& contents, uint64_t offset, uint32_t count) const {
  if (const Page* page = contents.page(offset);
      page && offset % ObjectContents::kPage + count <= ObjectContents::kPage) {
    if (!page->symbols) return false;
    const uint8_t* const states = page->symbols->states.data() + offset % ObjectContents::kPage;
    return std::find(states, states + count, ObjectContents::Initial) != states + count;
  }
  for (uint64_t at = offset; at < offset + count; ++at) {
    if (stateAt(contents, at) == ObjectContents::Initial) return true;
  }
  return false;
}

std::optional<SymValue> ObjectBytes::known(uint64_t offset, Sort sort) const {
  const std::shared_ptr<ObjectContents>& contents = object().contents;
  if (!contents && beginsArbitrary()) return std::nullopt;
  if (!contents) return load(ObjectContents(), offset, sort);
  if (contents->isArray() || hasInitial(*contents, offset, bytesOf(sort))) return std::nullopt;
  return load(*contents, offset, sort);
}

std::optional<uint64_t> ObjectBytes::loadWord(const ObjectContents& contents, uint64_t offset, uint32_t count) const {
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

uint8_t ObjectBytes::initialByte(uint64_t offset) const {
  if (object().origin != ObjectOrigin::Static) return 0;
  const std::vector<uint8_t>& bytes = program_.objects[number_].bytes;
  return offset < bytes.size() ? bytes[offset] : 0;
}

/// The term whose bytes, all of them, stand there; none if it is not so, or not on one page.
Term ObjectBytes::wholeTerm(const ObjectContents& contents, uint64_t offset, uint32_t count) const {
  const uint64_t in = offset % ObjectContents::kPage;
  const Page* page = contents.page(offset);
  if (!page || !page->symbols || in + count > ObjectContents::kPage) return Term();
  const Term term = page->symbols->cells[in].value;
  for (uint32_t i = 0; i < count; ++i) {
    const ObjectContents::Cell& cell = page->symbols->cells[in + i];
    if (page->symbols->states[in + i] != ObjectContents::Symbolic || cell.value != term || cell.index != i)
      return Term();
  }
  return term.sort().width() == 8 * count ? term : Term();
}

/// No byte is arbitrary and without a name.
SymValue ObjectBytes::load(const ObjectContents& contents, uint64_t offset, Sort sort) const {
  const uint32_t n = bytesOf(sort), width = sort.isBool() ? 1 : sort.width();
  if (n <= 8) {
    if (const std::optional<uint64_t> word = loadWord(contents, offset, n))
      return SymValue::concrete(*word & (~uint64_t{0} >> (64 - width)));
  }
  if (const Term whole = wholeTerm(contents, offset, n); whole && width == 8 * n) return SymValue::of(whole);
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

void ObjectBytes::storeConcrete(ObjectContents& contents, uint64_t offset, const uint8_t* bytes, uint64_t count) {
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

void ObjectBytes::store(ObjectContents& contents, uint64_t offset, SymValue value, Sort sort) {
  const uint32_t n = bytesOf(sort);
  if (value.isConcrete() || value.term.isValue()) { // a word, or a wide constant
    const uint64_t* words = value.isConcrete() ? &value.word : value.term.value().words().data();
    storeConcrete(contents, offset, reinterpret_cast<const uint8_t*>(words), n);
    return;
  }
  const Term term = sort.isBool() ? terms_.mkBoolToBv(value.term, 8) : terms_.mkBvZeroResize(value.term, 8 * n);
  for (uint32_t i = 0; i < n;) {
    ObjectContents::Symbols& symbols = ownSymbols(ownPage(contents, offset + i));
    for (uint64_t in = (offset + i) % ObjectContents::kPage; i < n && in < ObjectContents::kPage; ++i, ++in) {
      symbols.states[in] = ObjectContents::Symbolic;
      symbols.cells[in] = {term, i};
    }
  }
}

void ObjectBytes::setSymbolic(ObjectContents& contents, uint64_t offset, ObjectContents::Cell cell) {
  ObjectContents::Symbols& symbols = ownSymbols(ownPage(contents, offset));
  symbols.states[offset % ObjectContents::kPage] = ObjectContents::Symbolic;
  symbols.cells[offset % ObjectContents::kPage] = cell;
}

} // namespace assay::symex
