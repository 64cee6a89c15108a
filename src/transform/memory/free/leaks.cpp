// Whether every block can be reached, for the automaton without memory operations: the interpreter's search (Memory::
// allTracked) as a part of the automaton, with a list of objects to look at.
//
//   found = 0;  list = objects that are no blocks and may hold addresses of blocks
//   for each variable: visit(variable)
//   while the list is not empty: take o; for at = 0, step, ... inside o: visit(contents at address of o + at)
//   answer = found == live
//
//   visit(value): if value's object is a live block that is not marked: mark it, put it on the list, found = found + 1
//
// The search is left out where no block is live. Which variables and objects may hold addresses of blocks is known from
// the points-to analysis; contents are looked at in steps of the smallest element of their arrays, or byte by byte if
// some access is known to be unaligned.
//
// Variables of callers cannot be looked at: where functions are called, the answer is an obstacle unless no block is
// live.
#include "transform/memory/free/leaks.h"

#include "program/callers_block.h"

#include <algorithm>

namespace assay {

namespace {
bool isHeapSite(const MemoryObjectTable& table, uint32_t object) {
  return table[object].site && table[object].site->storage == Storage::Heap;
}

bool isCallers(const MemoryObjectTable& table, uint32_t object) {
  return table[object].site && isCallersBlock(*table[object].site);
}
} // namespace

LeakSearchWriter::LeakSearchWriter(const MemoryContext& context, const ObjectConditions& conditions,
                                   MemoryPathWriter& writer)
    : context_(context), conditions_(conditions), writer_(writer), terms_(context.terms), memory_(context.memory),
      table_(context.table), variables_(context.variables) {}

bool LeakSearchWriter::mayMeanBlock(const PointerSet& set) const {
  return set.isAny || std::any_of(set.targets.begin(), set.targets.end(), [&](const PointerTarget& target) {
           return isRealTarget(target) && isHeapSite(table_, target.object);
         });
}

bool LeakSearchWriter::mayHoldBlock(uint32_t object) const {
  const ObjectShape& accesses = context_.pointsTo.accesses(object);
  if (table_[object].array == MemoryObjectTable::kNone || table_[object].isConstant) return false;
  const uint32_t pointerBytes = context_.program.layout().width / 8;
  if (table_[object].size && *table_[object].size < pointerBytes) return false;
  if (!accesses.isUniform || accesses.isCopied) return true;
  return std::any_of(accesses.cells.begin(), accesses.cells.end(), [&](const auto& entry) {
    return entry.second.size > pointerBytes || (entry.second.size == pointerBytes && mayMeanBlock(entry.second.value));
  });
}

/// What the search needs to know is found once.
void LeakSearchWriter::prepare() {
  if (search_) return;
  search_ = Search{};
  Search& search = *search_;
  const Sort number = terms_.bvSort(context_.program.layout().objectBits());
  for (uint32_t object = 1; object <= table_.numObjects(); ++object) {
    search.hasCallers = search.hasCallers || isCallers(table_, object);
    if (!mayHoldBlock(object)) continue;
    search.holders.push_back(object);
    const uint32_t array = table_[object].array;
    if (std::find(search.arrays.begin(), search.arrays.end(), array) == search.arrays.end())
      search.arrays.push_back(array);
  }
  for (uint32_t v = 0; v < context_.program.variables().size(); ++v) {
    const Variable& variable = context_.program.variables()[v];
    if (variable.function.valid() && variable.function != context_.program.entry()) continue;
    if (!variable.sort().isBitVec() || variable.sort().width() < context_.program.layout().width) continue;
    const bool isWide = variable.sort() != context_.program.pointerSort();
    if (isWide || mayMeanBlock(context_.pointsTo.of(VariableId(v)))) search.roots.push_back(VariableId(v));
  }
  search.mark = writer_.addVariable("mark", terms_.arraySort(number, terms_.boolSort()));
  search.list = writer_.addVariable("list", terms_.arraySort(number, number));
  search.head = writer_.addVariable("head", number);
  search.tail = writer_.addVariable("tail", number);
  search.found = writer_.addVariable("found", context_.program.pointerSort());
  search.object = writer_.addVariable("searched", number);
  search.at = writer_.addVariable("at", context_.program.pointerSort());
  search.value = writer_.addVariable("looked", context_.program.pointerSort());
  search.isNew = writer_.addVariable("isNew", terms_.boolSort());
}

void LeakSearchWriter::noteHolder(MemoryPath& path, uint32_t object, Term number) const {
  if (!context_.asksForLeaks || !mayHoldBlock(object)) return;
  writer_.assignElement(path, variables_.holder, number,
                        terms_.mkBv(MemoryVariables::kHolderBits, table_[object].array + 1));
}

void LeakSearchWriter::visit(MemoryPath& path, Term value, Term condition) {
  const Search& search = *search_;
  const Term number = memory_.numberOf(value);
  const Term isLive =
      terms_.mkAnd(conditions_.isNumbered(number), conditions_.hasState(number, MemoryVariables::kLiveHeap));
  const Term isMarked = terms_.mkSelect(term(search.mark), number);
  const Term isBlock = terms_.mkAnd(isLive, condition);
  const Term isNew = terms_.mkAnd(isBlock, terms_.mkNot(isMarked));
  const Term nextTail = terms_.mkBvAdd(term(search.tail), memory_.object(1));
  Term more = terms_.mkBvAdd(term(search.found), memory_.word(1));
  if (search.hasCallers) {
    const Term isCallers = conditions_.hasState(number, MemoryVariables::kCallers);
    more = terms_.mkIte(isCallers, term(search.found), more);
  }
  // What stands behind the tail does not matter.
  const VariableId isFound = search.isNew;
  writer_.assign(path, isFound, isNew);
  writer_.assign(path, search.list, terms_.mkStore(term(search.list), term(search.tail), number));
  writer_.assign(path, search.mark, terms_.mkStore(term(search.mark), number, terms_.mkOr(isMarked, isBlock)));
  writer_.assign(path, search.tail, terms_.mkIte(term(isFound), nextTail, term(search.tail)));
  writer_.assign(path, search.found, terms_.mkIte(term(isFound), more, term(search.found)));
}

/// A struct may travel as one wide value. Other integers that are wider than a pointer are one if their upper bits are
/// 0.
void LeakSearchWriter::visitVariable(MemoryPath& path, Term variable) {
  const uint32_t width = context_.program.layout().width, all = variable.sort().width();
  const bool isInteger = all > width && all <= 64;
  const Term isPointer = isInteger
                             ? terms_.mkEqual(terms_.mkBvExtract(variable, all - 1, width), terms_.mkBv(all - width, 0))
                             : terms_.mkTrue();
  for (uint32_t bit = 0; bit + width <= all && !(isInteger && bit > 0); bit += 8)
    visit(path, terms_.mkBvExtract(variable, bit + width - 1, bit), isPointer);
}

/// How many bytes of the object may be read.
Term LeakSearchWriter::limitOfNumber(Term number) const {
  Term limit = terms_.mkSelect(variables_.limit.term, number);
  if (context_.hasManyStatics) return limit;
  for (uint32_t object : search_->holders)
    if (!table_[object].site)
      limit = terms_.mkIte(terms_.mkEqual(number, memory_.object(object)), memory_.size(*table_[object].size), limit);
  return limit;
}

Term LeakSearchWriter::contentsOfNumber(Term number, Term pointer, uint32_t bytes, uint32_t step) const {
  const Term holder = terms_.mkSelect(variables_.holder.term, number);
  Term value;
  for (uint32_t array : search_->arrays) {
    // The one object of an array is known by its number, which the index takes for granted.
    const ContentsArray& contents = table_.arrays()[array];
    const Term one = memory_.read(contents, variables_.contents[array].term, pointer, bytes, step);
    const Term isIt = terms_.mkEqual(holder, terms_.mkBv(MemoryVariables::kHolderBits, array + 1));
    value = value.isNull() ? one : terms_.mkIte(isIt, one, value);
  }
  return value;
}

/// The list begins with what is no block: static objects, those of the stack and of libraries; and with the caller's.
void LeakSearchWriter::listHolders(MemoryPath& path) {
  const Search& search = *search_;
  const Sort lists = term(search.list).sort(), marks = term(search.mark).sort();
  writer_.assign(path, search.mark, terms_.mkZero(marks));
  writer_.assign(path, search.list, terms_.mkZero(lists));
  writer_.assign(path, search.head, memory_.object(0));
  writer_.assign(path, search.found, memory_.word(0));
  uint64_t count = 0;
  bool hasRepeated = false;
  for (uint32_t object : search.holders) {
    if (isHeapSite(table_, object) && !isCallers(table_, object)) continue;
    if (!table_[object].number) {
      hasRepeated = true;
      continue;
    }
    const Term number = memory_.object(*table_[object].number);
    writer_.assign(path, search.list, terms_.mkStore(term(search.list), memory_.object(count++), number));
  }
  writer_.assign(path, search.tail, memory_.object(count));
  for (VariableId root : search.roots) visitVariable(path, context_.program[root].term);
  if (hasRepeated) listRepeated(path);
}

/// A loop over all numbers, for objects of the stack and of the caller that are made many times.
void LeakSearchWriter::listRepeated(MemoryPath& path) {
  const Search& search = *search_;
  writer_.assign(path, search.object, memory_.object(table_.firstNumber()));
  const LocationId head = writer_.addLocation();
  writer_.emit(path, head);
  const Term isNumber = terms_.mkBvUlt(term(search.object), variables_.next.term);
  MemoryPath inside = MemoryPathWriter::branch(path, head, isNumber);
  const Term holds = terms_.mkDistinct(terms_.mkSelect(variables_.holder.term, term(search.object)),
                                       terms_.mkBv(MemoryVariables::kHolderBits, 0));
  Term isRoot = conditions_.hasState(term(search.object), MemoryVariables::kStack);
  if (search.hasCallers)
    isRoot = terms_.mkOr(isRoot, conditions_.hasState(term(search.object), MemoryVariables::kCallers));
  const Term isHolder = terms_.mkAnd(isRoot, holds);
  const Term nextTail = terms_.mkBvAdd(term(search.tail), memory_.object(1));
  writer_.assign(inside, search.list, terms_.mkStore(term(search.list), term(search.tail), term(search.object)));
  writer_.assign(inside, search.tail, terms_.mkIte(isHolder, nextTail, term(search.tail)));
  writer_.assign(inside, search.object, terms_.mkBvAdd(term(search.object), memory_.object(1)));
  writer_.emit(inside, head);
  path.guard = terms_.mkNot(isNumber);
}

void LeakSearchWriter::search(MemoryPath& path) {
  const Search& search = *search_;
  listHolders(path);
  if (search.arrays.empty()) return;
  uint32_t step = context_.program.layout().width / 8;
  const uint32_t bytes = step;
  for (uint32_t array : search.arrays)
    step = std::min(step, table_.arrays()[array].isPacked ? 1 : table_.arrays()[array].unit);
  const LocationId outer = writer_.addLocation(), inner = writer_.addLocation();
  writer_.emit(path, outer);
  const Term isEmpty = terms_.mkEqual(term(search.head), term(search.tail));
  MemoryPath taking = MemoryPathWriter::branch(path, outer, terms_.mkNot(isEmpty));
  writer_.assign(taking, search.object, terms_.mkSelect(term(search.list), term(search.head)));
  writer_.assign(taking, search.head, terms_.mkBvAdd(term(search.head), memory_.object(1)));
  writer_.assign(taking, search.at, memory_.word(0));
  writer_.emit(taking, inner);

  const Term limit = terms_.mkBvZeroResize(limitOfNumber(term(search.object)), context_.program.layout().width);
  const Term end = terms_.mkBvAdd(term(search.at), memory_.word(bytes));
  const Term isInside = terms_.mkBvUle(end, limit);
  MemoryPath looking = MemoryPathWriter::branch(path, inner, isInside);
  const Term address = terms_.mkBvAdd(memory_.addressOf(term(search.object)), term(search.at));
  const VariableId value = search.value;
  writer_.assign(looking, value, contentsOfNumber(term(search.object), address, bytes, step));
  // Between aligned places only what points into its object counts.
  const Term isAligned = terms_.mkEqual(terms_.mkBvAnd(term(search.at), memory_.word(bytes - 1)), memory_.word(0));
  const Term itsLimit = terms_.mkSelect(variables_.limit.term, memory_.numberOf(term(value)));
  const Term pointsInto = terms_.mkBvUle(memory_.offsetOf(term(value)), itsLimit);
  visit(looking, term(value), step == bytes ? terms_.mkTrue() : terms_.mkOr(isAligned, pointsInto));
  writer_.assign(looking, search.at, terms_.mkBvAdd(term(search.at), memory_.word(step)));
  writer_.emit(looking, inner);
  MemoryPath back = MemoryPathWriter::branch(path, inner, terms_.mkNot(isInside));
  writer_.emit(back, outer);
  path.guard = isEmpty;
}

void LeakSearchWriter::allTracked(MemoryPath& path, VariableId answer) {
  if (!table_.hasHeap()) {
    writer_.assign(path, answer, terms_.mkTrue());
    return;
  }
  const Term isNone = terms_.mkEqual(variables_.live.term, memory_.word(0));
  if (context_.hasCalls) {
    writer_.meetObstacle(path, isNone, "whether blocks that are not freed can be reached");
    writer_.assign(path, answer, terms_.mkTrue());
    return;
  }
  prepare();
  if (!path.operations.empty()) writer_.emit(path, writer_.addLocation());
  const LocationId behind = writer_.addLocation();
  MemoryPath easy = MemoryPathWriter::branch(path, path.at, terms_.mkAnd(path.guard, isNone));
  writer_.assign(easy, answer, terms_.mkTrue());
  writer_.emit(easy, behind);
  path.guard = terms_.mkAnd(path.guard, terms_.mkNot(isNone));
  search(path);
  writer_.assign(path, answer, terms_.mkEqual(term(search_->found), variables_.live.term));
  writer_.emit(path, behind);
}

/// Variables that the search looks at have values from the start.
void LeakSearchWriter::begin(std::vector<Operation>& operations) const {
  if (!search_) return;
  for (VariableId root : search_->roots) {
    if (!context_.program[root].function.valid()) continue;
    Operation& made = operations.emplace_back();
    made.action = Assign{root, terms_.mkZero(context_.program[root].sort())};
  }
  for (uint32_t object : search_->holders) {
    if (table_[object].site || !variables_.holder.valid()) continue;
    Operation& made = operations.emplace_back();
    const Term number = memory_.object(object),
               array = terms_.mkBv(MemoryVariables::kHolderBits, table_[object].array + 1);
    made.action = Assign{variables_.holder.variable, terms_.mkStore(variables_.holder.term, number, array)};
  }
}

} // namespace assay
