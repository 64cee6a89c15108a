#include "transform/memory/free/variables.h"

namespace assay {

MemoryVariables::MemoryVariables(const Program& program, Program& made, const MemoryObjectTable& table,
                                 const std::set<std::string>* needed, bool asksForLeaks)
    : old_(program), new_(made), terms_(program.terms()), needed_(needed) {
  const MemoryTerms memory(terms_, program.layout());
  const Sort number = terms_.bvSort(old_.layout().objectBits());
  if (table.hasSequence()) {
    next = make("memory.next", number);
    if (next.valid()) new_[next.variable].initial = memory.object(table.firstNumber());
  }
  limit = make("memory.limit", memory.limitSort());
  state = make("memory.state", terms_.arraySort(number, terms_.bvSort(kStateBits)));
  live = make("memory.live", old_.pointerSort());
  if (asksForLeaks) holder = make("memory.holder", terms_.arraySort(number, terms_.bvSort(kHolderBits)));
  makeContents(table, memory);
  makeLives(table);
  makeStacks();
}

/// Another automaton over the same terms may have the name for another sort.
MemoryVariable MemoryVariables::make(const std::string& name, Sort sort) {
  std::string free = name;
  const auto isTaken = [&] {
    const Term other = terms_.findVariable(free);
    return names_.contains(free) || (other && (other.sort() != sort || old_.variableOf(other).valid()));
  };
  while (isTaken()) free += '_';
  names_.insert(free);
  const Term term = terms_.mkVariable(free, sort);
  if (needed_ && !needed_->contains(free)) return {term, {}};
  Variable variable;
  variable.term = term;
  variable.initial = terms_.mkZero(sort);
  return {term, new_.addVariable(std::move(variable))};
}

std::string MemoryVariables::nameOf(const MemoryObjectTable& table, uint32_t object) const {
  const Allocate* site = table[object].site;
  return site ? site->name : old_.objects[object].name;
}

void MemoryVariables::makeContents(const MemoryObjectTable& table, const MemoryTerms& memory) {
  for (const ContentsArray& array : table.arrays()) {
    const bool isOne = array.objects.size() == 1;
    const std::string name = isOne ? nameOf(table, array.objects[0]) : std::to_string(contents.size());
    contents.push_back(make("memory." + name, memory.contentsSort(array)));
  }
}

void MemoryVariables::makeLives(const MemoryObjectTable& table) {
  const Sort size = terms_.bvSort(old_.layout().offsetBits);
  limitOf.resize(table.numObjects() + 1);
  heapOf.resize(limitOf.size());
  for (uint32_t object = 1; object <= table.numObjects(); ++object) {
    if (!table[object].hasOwnLife) continue;
    const std::string suffix = nameOf(table, object) + "." + std::to_string(*table[object].number);
    limitOf[object] = make("limit." + suffix, size);
    if (table[object].site->storage == Storage::Heap) heapOf[object] = make("live." + suffix, terms_.boolSort());
  }
}

/// The entry's objects matter no more when it returns, unless it is called.
void MemoryVariables::makeStacks() {
  std::set<FunctionId> allocating, called;
  for (const Edge& edge : old_.edges()) {
    if (!edge.source.valid()) continue;
    for (const Operation& operation : edge.operations) {
      const Allocate* allocate = operation.as<Allocate>();
      if (allocate && allocate->storage == Storage::Stack) allocating.insert(old_[edge.source].function);
      if (const Call* call = operation.as<Call>()) called.insert(call->callee);
    }
  }
  const Sort number = terms_.bvSort(old_.layout().objectBits());
  for (FunctionId function : allocating) {
    if (!called.contains(function)) continue;
    if (stackOf.empty()) chain = make("memory.chain", terms_.arraySort(number, number));
    const VariableId last = stackOf[function] = new_.addVariable(function, "stack", number);
    const LocationId start = new_.addLocation(function);
    new_.addEdge(start, new_[function].entry, terms_.mkTrue(), {{Assign{last, terms_.mkZero(number)}, {}}});
    new_[function].entry = start;
  }
}

} // namespace assay
