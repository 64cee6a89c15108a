#include "transform/memory/free/context.h"

#include "program/leak_search.h"

#include <algorithm>

namespace assay {

namespace {

constexpr size_t kFewStatic = 16; // so few that a pointer is compared with each

/// Of functions with a body.
bool hasCalls(const Program& program) {
  return std::any_of(program.edges().begin(), program.edges().end(), [&](const Edge& edge) {
    return edge.source.valid() &&
           std::any_of(edge.operations.begin(), edge.operations.end(), [&](const Operation& operation) {
             const Call* call = operation.as<Call>();
             return call && program[call->callee].hasBody();
           });
  });
}

} // namespace

MemoryContext makeMemoryContext(const Program& program, Program& made, const PointsTo& pointsTo,
                                const MemoryObjectTable& table, const CheckedAccesses& checked,
                                const std::set<std::string>* needed) {
  const bool isAboutLeaks = asksForLeaks(program);
  return {.program = program,
          .pointsTo = pointsTo,
          .table = table,
          .checked = checked,
          .terms = program.terms(),
          .memory = MemoryTerms(program.terms(), program.layout()),
          .variables = MemoryVariables(program, made, table, needed, isAboutLeaks),
          .hasCalls = hasCalls(program),
          .asksForLeaks = isAboutLeaks,
          .hasManyStatics = program.objects.size() > kFewStatic};
}

MemoryAccess accessTo(const MemoryContext& context, Term pointer) {
  PointerSet set = context.pointsTo.of(pointer);
  std::vector<uint32_t> arrays = context.table.arraysOf(context.table.objectsOf(set));
  const uint32_t alignment = context.table.alignment(set);
  return {pointer, std::move(set), std::move(arrays), alignment};
}

} // namespace assay
