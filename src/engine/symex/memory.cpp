#include "engine/symex/memory.h"

#include "program/callers_block.h"

#include <cassert>
#include <cstring>

namespace assay::symex {

SymMemory::SymMemory(const Program& program) {
  objects_.push(Object());
  for (const StaticObject& initial : program.objects) {
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
  if (storage == Storage::Heap && !isCallersBlock(storage, name)) ++liveHeapObjects_;
  return number;
}

void SymMemory::kill(uint64_t number) {
  Object& object = writable(number);
  assert(object.alive);
  object.alive = false;
  object.contents = nullptr;
  if (object.origin == ObjectOrigin::Heap && *object.name != kCallersBlock) --liveHeapObjects_;
}

size_t ObjectContents::addTo(Fingerprint& into, TermFingerprints& terms, size_t maxTerms) const {
  if (isArray()) {
    into.add(terms.of(array));
    return 1;
  }
  if (print) {
    into.add(*print);
    return 1;
  }
  Fingerprint mine;
  bool isConcrete = true;
  size_t number = 0;
  for (; number < pages.size() && terms.work() <= maxTerms; ++number) {
    const Page* page = pages.get(number).get();
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
  if (isConcrete && number == pages.size()) print = mine;
  into.add(mine);
  return number * (isConcrete ? 10 : 80);
}

} // namespace assay::symex
