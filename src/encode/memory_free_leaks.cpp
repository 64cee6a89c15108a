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
// The search is left out where no block is live. Which variables and objects may hold addresses of blocks is known from the
// points-to analysis; contents are looked at in steps of the smallest element of their arrays, or byte by byte if some access
// is known to be unaligned.
//
// Variables of callers cannot be looked at: where functions are called, the answer is an obstacle unless no block is live.
#include "encode/memory_free_rewriter.h"

#include <algorithm>

namespace assay {

namespace {
bool isHeapSite(const MemoryObjectTable& table, uint32_t object) {
  return table[object].site && table[object].site->storage == Storage::Heap;
}
} // namespace

bool MemoryRewriter::mayMeanBlock(const PointerSet& set) const {
  return set.isAny || std::any_of(set.targets.begin(), set.targets.end(), [&](const PointerTarget& target) {
           return isRealTarget(target) && isHeapSite(table_, target.object);
         });
}

bool MemoryRewriter::mayHoldBlock(uint32_t object) const {
  const PointsTo::Contents& contents = pointsTo_.contents(object);
  if (table_[object].array == MemoryObjectTable::kNone || table_[object].isConstant) return false;
  const uint32_t pointerBytes = old_.layout().width / 8;
  if (table_[object].size && *table_[object].size < pointerBytes) return false;
  if (!contents.isUniform || contents.isCopied) return true;
  return std::any_of(contents.cells.begin(), contents.cells.end(), [&](const auto& entry) {
    return entry.second.size > pointerBytes || (entry.second.size == pointerBytes && mayMeanBlock(entry.second.value));
  });
}

/// What the search needs to know is found once.
void MemoryRewriter::prepareSearch() {
  if (search_) return;
  Search& search = search_.emplace();
  const Sort number = terms_.bvSort(old_.layout().objectBits());
  for (uint32_t object = 1; object <= table_.numObjects(); ++object) {
    if (!mayHoldBlock(object)) continue;
    search.holders.push_back(object);
    const uint32_t array = table_[object].array;
    if (std::find(search.arrays.begin(), search.arrays.end(), array) == search.arrays.end())
      search.arrays.push_back(array);
  }
  for (uint32_t v = 0; v < old_.variables().size(); ++v) {
    const Variable& variable = old_.variables()[v];
    if (variable.function.valid() && variable.function != old_.entry()) continue;
    if (!variable.sort().isBitVec() || variable.sort().width() < old_.layout().width) continue;
    const bool isWide = variable.sort() != old_.pointerSort();
    if (isWide || mayMeanBlock(pointsTo_.of(VariableId(v)))) search.roots.push_back(VariableId(v));
  }
  search.mark = local("mark", terms_.arraySort(number, terms_.boolSort()));
  search.list = local("list", terms_.arraySort(number, number));
  search.head = local("head", number);
  search.tail = local("tail", number);
  search.found = local("found", old_.pointerSort());
  search.object = local("searched", number);
  search.at = local("at", old_.pointerSort());
  search.value = local("looked", old_.pointerSort());
  search.isNew = local("isNew", terms_.boolSort());
}

/// Which of the arrays holds the object's contents is noted when it is allocated.
void MemoryRewriter::noteHolder(Path& path, uint32_t object, Term number) {
  if (!asksForLeaks_ || !mayHoldBlock(object)) return;
  assignElement(path, holder_, number, terms_.mkBv(kHolderBits, table_[object].array + 1));
}

void MemoryRewriter::visit(Path& path, Term value, Term condition) {
  const Search& search = *search_;
  const Term number = memory_.numberOf(value);
  const Term isLive = terms_.mkAnd(isNumbered(number), hasState(number, kLiveHeap));
  const Term isMarked = terms_.mkSelect(term(search.mark), number);
  const Term isBlock = terms_.mkAnd(isLive, condition);
  const Term isNew = terms_.mkAnd(isBlock, terms_.mkNot(isMarked));
  const Term nextTail = terms_.mkBvAdd(term(search.tail), memory_.object(1));
  const Term more = terms_.mkBvAdd(term(search.found), memory_.word(1));
  // What stands behind the tail does not matter.
  const VariableId isFound = search.isNew;
  assign(path, isFound, isNew);
  assign(path, search.list, terms_.mkStore(term(search.list), term(search.tail), number));
  assign(path, search.mark, terms_.mkStore(term(search.mark), number, terms_.mkOr(isMarked, isBlock)));
  assign(path, search.tail, terms_.mkIte(term(isFound), nextTail, term(search.tail)));
  assign(path, search.found, terms_.mkIte(term(isFound), more, term(search.found)));
}

/// A struct may travel as one wide value. Other integers that are wider than a pointer are one if their upper bits are 0.
void MemoryRewriter::visitVariable(Path& path, Term variable) {
  const uint32_t width = old_.layout().width, all = variable.sort().width();
  const bool isInteger = all > width && all <= 64;
  const Term isPointer = isInteger
                             ? terms_.mkEqual(terms_.mkBvExtract(variable, all - 1, width), terms_.mkBv(all - width, 0))
                             : terms_.mkTrue();
  for (uint32_t bit = 0; bit + width <= all && !(isInteger && bit > 0); bit += 8)
    visit(path, terms_.mkBvExtract(variable, bit + width - 1, bit), isPointer);
}

/// How many bytes of the object may be read.
Term MemoryRewriter::limitOfNumber(Term number) {
  Term limit = terms_.mkSelect(term(limit_), number);
  if (hasManyStatics_) return limit;
  for (uint32_t object : search_->holders)
    if (!table_[object].site)
      limit = terms_.mkIte(terms_.mkEqual(number, memory_.object(object)), memory_.size(*table_[object].size), limit);
  return limit;
}

Term MemoryRewriter::contentsOfNumber(Term number, Term pointer, uint32_t bytes, uint32_t step) {
  const Term holder = terms_.mkSelect(term(holder_), number);
  Term value;
  for (uint32_t array : search_->arrays) {
    // The one object of an array is known by its number, which the index takes for granted.
    const ContentsArray& contents = table_.arrays()[array];
    const Term one = memory_.read(contents, term(contents_[array]), pointer, bytes, step);
    const Term isIt = terms_.mkEqual(holder, terms_.mkBv(kHolderBits, array + 1));
    value = value.isNull() ? one : terms_.mkIte(isIt, one, value);
  }
  return value;
}

/// The list begins with what is no block: static objects, those of the stack and of libraries.
void MemoryRewriter::beginSearch(Path& path) {
  const Search& search = *search_;
  const Sort lists = new_[search.list].sort(), marks = new_[search.mark].sort();
  assign(path, search.mark, terms_.mkZero(marks));
  assign(path, search.list, terms_.mkZero(lists));
  assign(path, search.head, memory_.object(0));
  assign(path, search.found, memory_.word(0));
  uint64_t count = 0;
  bool hasRepeated = false;
  for (uint32_t object : search.holders) {
    if (isHeapSite(table_, object)) continue;
    if (!table_[object].number) {
      hasRepeated = true;
      continue;
    }
    const Term number = memory_.object(*table_[object].number);
    assign(path, search.list, terms_.mkStore(term(search.list), memory_.object(count++), number));
  }
  assign(path, search.tail, memory_.object(count));
  for (VariableId root : search.roots) {
    visitVariable(path, old_[root].term);
  }
  if (!hasRepeated) return;
  // A loop over all numbers, for objects of the stack that are made many times.
  assign(path, search.object, memory_.object(table_.firstNumber()));
  const LocationId head = new_.addLocation(function_);
  emit(path, head);
  const Term isNumber = terms_.mkBvUlt(term(search.object), term(next_));
  Path inside{head, isNumber, {}, EdgeId(), path.position, path.operationPosition};
  const Term holds =
      terms_.mkDistinct(terms_.mkSelect(term(holder_), term(search.object)), terms_.mkBv(kHolderBits, 0));
  const Term isHolder = terms_.mkAnd(hasState(term(search.object), kStack), holds);
  const Term nextTail = terms_.mkBvAdd(term(search.tail), memory_.object(1));
  assign(inside, search.list, terms_.mkStore(term(search.list), term(search.tail), term(search.object)));
  assign(inside, search.tail, terms_.mkIte(isHolder, nextTail, term(search.tail)));
  assign(inside, search.object, terms_.mkBvAdd(term(search.object), memory_.object(1)));
  emit(inside, head);
  path.guard = terms_.mkNot(isNumber);
}

void MemoryRewriter::search(Path& path) {
  const Search& search = *search_;
  beginSearch(path);
  if (search.arrays.empty()) return;
  uint32_t step = old_.layout().width / 8;
  const uint32_t bytes = step;
  for (uint32_t array : search.arrays)
    step = std::min(step, table_.arrays()[array].isPacked ? 1 : table_.arrays()[array].unit);
  const LocationId outer = new_.addLocation(function_), inner = new_.addLocation(function_);
  emit(path, outer);
  const Term isEmpty = terms_.mkEqual(term(search.head), term(search.tail));
  Path taking{outer, terms_.mkNot(isEmpty), {}, EdgeId(), path.position, path.operationPosition};
  assign(taking, search.object, terms_.mkSelect(term(search.list), term(search.head)));
  assign(taking, search.head, terms_.mkBvAdd(term(search.head), memory_.object(1)));
  assign(taking, search.at, memory_.word(0));
  emit(taking, inner);

  const Term limit = terms_.mkBvZeroResize(limitOfNumber(term(search.object)), old_.layout().width);
  const Term end = terms_.mkBvAdd(term(search.at), memory_.word(bytes));
  const Term isInside = terms_.mkBvUle(end, limit);
  Path looking{inner, isInside, {}, EdgeId(), path.position, path.operationPosition};
  const Term address = terms_.mkBvAdd(memory_.addressOf(term(search.object)), term(search.at));
  const VariableId value = search.value;
  assign(looking, value, contentsOfNumber(term(search.object), address, bytes, step));
  // Between aligned places only what points into its object counts.
  const Term isAligned = terms_.mkEqual(terms_.mkBvAnd(term(search.at), memory_.word(bytes - 1)), memory_.word(0));
  const Term itsLimit = terms_.mkSelect(term(limit_), memory_.numberOf(term(value)));
  const Term pointsInto = terms_.mkBvUle(memory_.offsetOf(term(value)), itsLimit);
  visit(looking, term(value), step == bytes ? terms_.mkTrue() : terms_.mkOr(isAligned, pointsInto));
  assign(looking, search.at, terms_.mkBvAdd(term(search.at), memory_.word(step)));
  emit(looking, inner);
  Path back{inner, terms_.mkNot(isInside), {}, EdgeId(), path.position, path.operationPosition};
  emit(back, outer);
  path.guard = isEmpty;
}

void MemoryRewriter::allTracked(Path& path, const Query& query) {
  if (!table_.hasHeap()) {
    assign(path, query.variable, terms_.mkTrue());
    return;
  }
  const Term isNone = terms_.mkEqual(term(live_), memory_.word(0));
  if (hasCalls_) {
    meetObstacle(path, isNone, "whether blocks that are not freed can be reached");
    assign(path, query.variable, terms_.mkTrue());
    return;
  }
  prepareSearch();
  if (!path.operations.empty()) emit(path, new_.addLocation(function_));
  const LocationId behind = new_.addLocation(function_);
  Path easy{path.at, terms_.mkAnd(path.guard, isNone), {}, EdgeId(), path.position, path.operationPosition};
  assign(easy, query.variable, terms_.mkTrue());
  emit(easy, behind);
  path.guard = terms_.mkAnd(path.guard, terms_.mkNot(isNone));
  search(path);
  assign(path, query.variable, terms_.mkEqual(term(search_->found), term(live_)));
  emit(path, behind);
}

/// Variables that the search looks at have values from the start.
void MemoryRewriter::beginRoots(std::vector<Operation>& operations) {
  if (!search_) return;
  for (VariableId root : search_->roots) {
    if (!old_[root].function.valid()) continue;
    Operation& made = operations.emplace_back();
    made.action = Assign{root, terms_.mkZero(old_[root].sort())};
  }
  for (uint32_t object : search_->holders) {
    if (table_[object].site || !holder_.valid()) continue;
    Operation& made = operations.emplace_back();
    const Term number = memory_.object(object), array = terms_.mkBv(kHolderBits, table_[object].array + 1);
    made.action = Assign{holder_.variable, terms_.mkStore(term(holder_), number, array)};
  }
}

} // namespace assay
