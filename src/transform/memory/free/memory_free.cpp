#include "transform/memory/free/memory_free.h"

#include "term/traverse.h"
#include "transform/memory/free/rewriter.h"
#include "transform/memory/free/start.h"

#include <algorithm>

namespace assay {

MemoryFree withoutMemory(const Program& program, const PointsTo& pointsTo, ObjectNumbers numbers) {
  const MemoryObjectTable table(program, pointsTo, numbers);
  const CheckedAccesses checked(program);
  MemoryRewriter all(program, pointsTo, table, checked, nullptr);
  all.run();
  const std::set<std::string> needed = all.readVariables();
  MemoryRewriter rewriter(program, pointsTo, table, checked, &needed);
  rewriter.run();
  return rewriter.take();
}

MemoryRewriter::MemoryRewriter(const Program& program, const PointsTo& pointsTo, const MemoryObjectTable& table,
                               const CheckedAccesses& checked, const std::set<std::string>* needed)
    : result_{program.clone(), {}, {}, {}, table.firstNumber()},
      context_(makeMemoryContext(program, result_.program, pointsTo, table, checked, needed)), old_(program),
      new_(result_.program), writer_(new_, result_.obstacles), conditions_(context_), dead_(program, pointsTo),
      contents_(context_, conditions_, dead_, writer_), ranges_(context_, contents_, writer_),
      leaks_(context_, conditions_, writer_), life_(context_, conditions_, dead_, leaks_, writer_) {}

void MemoryRewriter::run() {
  describe();
  for (uint32_t e = 0; e < old_.edges().size(); ++e)
    if (old_[EdgeId(e)].source.valid() && isToBeRewritten(old_[EdgeId(e)])) rewrite(EdgeId(e));
  begin();
  new_.compact();
}

/// Which variables hold which objects.
void MemoryRewriter::describe() {
  const MemoryObjectTable& table = context_.table;
  for (uint32_t object = 0; object <= table.numObjects(); ++object)
    result_.numbers.push_back(table[object].number.value_or(0));
  for (size_t i = 0; i < table.arrays().size(); ++i) {
    const ContentsArray& array = table.arrays()[i];
    const MemoryVariable& cell = context_.variables.contents[i];
    if (cell.valid())
      result_.arrays.push_back({std::string(cell.term.symbol()), array.unit, array.beginsWithAnything, array.objects});
  }
}

std::set<std::string> MemoryRewriter::readVariables() const {
  std::set<std::string> read;
  const auto look = [&](Term term, VariableId target) {
    for (Term variable : freeVariables(term))
      if (!target.valid() || new_[target].term != variable) read.emplace(variable.symbol());
  };
  for (const Edge& edge : new_.edges()) {
    if (!edge.source.valid()) continue;
    look(edge.guard, VariableId());
    for (const Operation& operation : edge.operations)
      for (Term term : operation.terms()) look(term, operation.defines());
  }
  return read;
}

/// What memory holds at the start, on an edge before all others.
void MemoryRewriter::begin() {
  std::vector<Operation> operations = initialMemory(context_);
  leaks_.begin(operations);
  if (operations.empty()) return;
  const FunctionId entry = old_.entry();
  const LocationId start = new_.addLocation(entry), old = new_[entry].entry;
  new_.addEdge(start, old, context_.terms.mkTrue(), std::move(operations));
  new_[entry].entry = start;
}

bool MemoryRewriter::isToBeRewritten(const Edge& edge) const {
  return std::any_of(edge.operations.begin(), edge.operations.end(), [&](const Operation& operation) {
    return operation.visit(
        [](const OfMemory auto&) { return true; }, [](const OneOf<Assign, Input, Call> auto&) { return false; },
        [&](const Return&) { return context_.variables.stackOf.contains(old_[edge.source].function); },
        NoThreads<bool>());
  });
}

void MemoryRewriter::rewrite(EdgeId id) {
  const Edge& edge = old_[id];
  writer_.enter(old_[edge.source].function);
  dead_.beginEdge(edge.source);
  MemoryPath path{edge.source, edge.guard, {}, id, edge.position, edge.position};
  for (const Operation& operation : edge.operations) {
    path.operationPosition = operation.position.known() ? operation.position : edge.position;
    rewrite(path, operation);
  }
  writer_.emit(path, edge.target);
}

void MemoryRewriter::rewrite(MemoryPath& path, const Operation& operation) {
  operation.visit([&](const Load& action) { contents_.load(path, action, operation); },
                  [&](const Store& action) { contents_.store(path, action, operation); },
                  [&](const Copy& action) { ranges_.copy(path, action, operation); },
                  [&](const Fill& action) { ranges_.fill(path, action, operation); },
                  [&](const Allocate& action) { life_.allocate(path, action); },
                  [&](const Free& action) { life_.free(path, action, operation); },
                  [&](const Query& action) { query(path, action); },
                  [&](const OneOf<Assign, Input, Call> auto&) { path.operations.push_back(operation); },
                  [&](const Return&) {
                    if (context_.variables.stackOf.contains(writer_.function())) life_.leave(path);
                    path.operations.push_back(operation);
                  },
                  NoThreads());
}

void MemoryRewriter::query(MemoryPath& path, const Query& query) {
  TermManager& terms = context_.terms;
  const MemoryTerms& memory = context_.memory;
  switch (query.kind) {
  case QueryKind::Readable:
  case QueryKind::Writable: {
    const MemoryAccess access = accessTo(context_, query.arguments[0]);
    const Term isNothing = terms.mkEqual(query.arguments[1], memory.word(0));
    const Term isInside = conditions_.isAccessible(access, query.arguments[1], query.kind == QueryKind::Writable);
    writer_.assign(path, query.variable, terms.mkOr(isNothing, isInside));
    break;
  }
  case QueryKind::Freeable:
    writer_.assign(path, query.variable, conditions_.isFreeable(accessTo(context_, query.arguments[0])));
    break;
  case QueryKind::ObjectSize:
    writer_.assign(path, query.variable, conditions_.objectSize(accessTo(context_, query.arguments[0])));
    break;
  case QueryKind::AllFreed:
    writer_.assign(path, query.variable,
                   context_.table.hasHeap() ? terms.mkEqual(context_.variables.live.term, memory.word(0))
                                            : terms.mkTrue());
    break;
  case QueryKind::AllTracked:
    leaks_.allTracked(path, query.variable);
    break;
  case QueryKind::UnracedRead:
  case QueryKind::UnracedWrite:
    meetThreads();
  }
}

} // namespace assay
