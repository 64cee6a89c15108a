#include "transform/memory/free/start.h"

#include "term/bit_vector.h"

namespace assay {

namespace {

Term initialElement(TermManager& terms, const StaticObject& object, uint64_t offset, uint32_t unit) {
  BitVector value = BitVector::zero(8 * unit);
  for (uint32_t i = 0; i < unit && offset + i < object.bytes.size(); ++i)
    value = value.or_(BitVector(8 * unit, object.bytes[offset + i]).shl(8 * i));
  return terms.mkBv(value);
}

/// Not too many stores an operation: terms are to be read.
void storeInitialBytes(const MemoryContext& context, uint32_t array, std::vector<Operation>& operations) {
  constexpr unsigned kStores = 32;
  const MemoryVariable& cell = context.variables.contents[array];
  const ContentsArray& contents = context.table.arrays()[array];
  Term value = cell.term;
  unsigned stores = 0;
  const auto flush = [&] {
    if (stores > 0) operations.push_back({Assign{cell.variable, value}, {}});
    value = cell.term;
    stores = 0;
  };
  for (uint32_t object : contents.objects) {
    if (context.table[object].site) continue;
    const StaticObject& initial = context.program.objects[object];
    for (uint64_t offset = 0; offset < initial.bytes.size(); offset += contents.unit) {
      const Term element = initialElement(context.terms, initial, offset, contents.unit);
      if (element.value().isZero()) continue;
      const Term index = context.memory.elementIndex(contents, context.program.objectAddress(object, offset));
      value = context.terms.mkStore(value, index, element);
      if (++stores == kStores) flush();
    }
  }
  flush();
}

void storeStatics(const MemoryContext& context, std::vector<Operation>& operations) {
  const MemoryVariable& limit = context.variables.limit;
  const MemoryVariable& state = context.variables.state;
  for (uint32_t object = 1; object <= context.program.objects.size(); ++object) {
    const StaticObject& initial = context.program.objects[object];
    const Term number = context.memory.object(object);
    if (limit.valid() && initial.size > 0) {
      const Term sized = context.terms.mkStore(limit.term, number, context.memory.size(initial.size));
      operations.push_back({Assign{limit.variable, sized}, {}});
    }
    if (state.valid() && initial.constant) {
      const Term marked = context.terms.mkStore(
          state.term, number, context.terms.mkBv(MemoryVariables::kStateBits, MemoryVariables::kConstant));
      operations.push_back({Assign{state.variable, marked}, {}});
    }
  }
}

} // namespace

std::vector<Operation> initialMemory(const MemoryContext& context) {
  std::vector<Operation> operations;
  const std::vector<MemoryVariable>& contents = context.variables.contents;
  for (uint32_t i = 0; i < contents.size(); ++i)
    if (contents[i].valid() && context.table.arrays()[i].beginsWithAnything)
      operations.push_back({Input{contents[i].variable, InputKind::Uninitialised, "memory"}, {}});
  for (uint32_t i = 0; i < contents.size(); ++i)
    if (contents[i].valid()) storeInitialBytes(context, i, operations);
  if (context.hasManyStatics) storeStatics(context, operations);
  return operations;
}

} // namespace assay
