#include "transform/memory/free/ranges.h"

#include "term/bit_vector.h"

#include <algorithm>

namespace assay {

MemoryRanges::MemoryRanges(const MemoryContext& context, MemoryContents& contents, MemoryPathWriter& writer)
    : context_(context), contents_(contents), writer_(writer), terms_(context.terms), memory_(context.memory),
      table_(context.table) {}

void MemoryRanges::copy(MemoryPath& path, const Copy& copy, const Operation& operation) {
  const MemoryAccess target = accessTo(context_, copy.target), source = accessTo(context_, copy.source);
  if (copy.size == memory_.word(0)) return;
  contents_.requireAccess(path, source, copy.size, false, operation);
  contents_.requireAccess(path, target, copy.size, true, operation);
  if (isWrittenOut(target, copy.size) && isWrittenOut(source, copy.size)) {
    contents_.write(path, target, contents_.read(source, static_cast<uint32_t>(copy.size.value().toUint64())));
    return;
  }
  const uint32_t step = stepOf(copy.size, std::min(target.alignment, source.alignment));
  // Where the two may overlap, the end that is read first is the one that is overwritten last.
  const bool mayOverlap = std::find_first_of(target.arrays.begin(), target.arrays.end(), source.arrays.begin(),
                                             source.arrays.end()) != target.arrays.end();
  const Term isBackward = mayOverlap ? terms_.mkBvUlt(copy.source, copy.target) : terms_.mkFalse();
  loop(path, copy.size, step, [&](MemoryPath& body, Term done) {
    const Term fromEnd = terms_.mkBvSub(terms_.mkBvSub(copy.size, memory_.word(step)), done);
    const Term at = terms_.mkIte(isBackward, fromEnd, done);
    const MemoryAccess to = moved(target, at, step), from = moved(source, at, step);
    contents_.write(body, to, contents_.read(from, step));
  });
}

void MemoryRanges::fill(MemoryPath& path, const Fill& fill, const Operation& operation) {
  const MemoryAccess target = accessTo(context_, fill.target);
  if (fill.size == memory_.word(0)) return;
  contents_.requireAccess(path, target, fill.size, true, operation);
  const auto repeated = [&](uint32_t bytes) {
    Term value = fill.byte;
    for (uint32_t i = 1; i < bytes; ++i) value = terms_.mkBvConcat(fill.byte, value);
    return value;
  };
  if (fillsWholeArray(target, fill.size)) {
    const MemoryVariable& array = context_.variables.contents[target.arrays[0]];
    const uint32_t unit = table_.arrays()[target.arrays[0]].unit;
    writer_.assign(path, array, terms_.mkConstArray(array.term.sort(), repeated(unit)));
  } else if (isWrittenOut(target, fill.size)) {
    contents_.write(path, target, repeated(static_cast<uint32_t>(fill.size.value().toUint64())));
  } else {
    const uint32_t step = stepOf(fill.size, target.alignment);
    loop(path, fill.size, step,
         [&](MemoryPath& body, Term done) { contents_.write(body, moved(target, done, step), repeated(step)); });
  }
}

MemoryAccess MemoryRanges::moved(const MemoryAccess& access, Term by, uint32_t alignment) const {
  return {terms_.mkBvAdd(access.pointer, by), access.set, access.arrays, alignment};
}

bool MemoryRanges::isWrittenOut(const MemoryAccess& access, Term bytes) const {
  if (bytes.kind() != Kind::BvConst) return false;
  uint32_t unit = kMaxUnit;
  for (uint32_t array : access.arrays) unit = std::min(unit, table_.arrays()[array].unit);
  return bytes.value().toUint64() <= uint64_t{unit} * MemoryObjectTable::kMaxElements;
}

/// All of the one object that the array is for: then its other elements do not matter.
bool MemoryRanges::fillsWholeArray(const MemoryAccess& access, Term bytes) const {
  if (access.arrays.size() != 1 || bytes.kind() != Kind::BvConst) return false;
  const ContentsArray& array = table_.arrays()[access.arrays[0]];
  return array.soleNumber && table_[array.objects[0]].size == bytes.value().toUint64();
}

/// How many bytes a loop moves at once.
uint32_t MemoryRanges::stepOf(Term bytes, uint32_t alignment) {
  const Progression values = integers_(bytes).values;
  const uint32_t ofSize = std::min(alignmentOf(static_cast<uint64_t>(values.base)), alignmentOf(values.stride));
  return std::min(alignment, ofSize);
}

void MemoryRanges::loop(MemoryPath& path, Term bytes, uint32_t step,
                        const std::function<void(MemoryPath&, Term)>& body) {
  const VariableId variable = writer_.addVariable("done", context_.program.pointerSort());
  const Term done = writer_.term(variable);
  writer_.assign(path, variable, memory_.word(0));
  const LocationId head = writer_.addLocation();
  writer_.emit(path, head);
  const Term goesOn = terms_.mkBvUlt(done, bytes);
  MemoryPath inside = MemoryPathWriter::branch(path, head, goesOn);
  body(inside, done);
  writer_.assign(inside, variable, terms_.mkBvAdd(done, memory_.word(step)));
  writer_.emit(inside, head);
  path.guard = terms_.mkNot(goesOn);
}

} // namespace assay
