#include "encode/threads/thread_checks.h"

#include <algorithm>

namespace assay {

namespace {

bool isAboutValues(Property property) {
  switch (property) {
  case Property::NoDataRace:
  case Property::NoDeadlock:
  case Property::ValidFree:
  case Property::ValidMemtrack:
  case Property::ValidMemcleanup:
  case Property::Termination:
    return false;
  default:
    return true;
  }
}

} // namespace

bool checksValues(const Program& program) {
  return std::ranges::any_of(program.locations(), [](const Location& location) {
    return location.kind == LocationKind::Error && isAboutValues(location.property);
  });
}

std::set<RowId> rowsOf(const Program& program, const CheckTable& table, const ThreadSystem& system,
                       const std::vector<uint32_t>& moves) {
  std::set<RowId> rows;
  for (uint32_t number : moves) {
    const LocationId at = system.moves[number].location;
    const Location& location = program[at];
    RowId row = table.find(location);
    if (!row.valid())
      for (EdgeId edge : location.out)
        if (const RowId ofCall = table.find(program, program[edge]); ofCall.valid()) row = ofCall;
    rows.insert(row);
  }
  return rows;
}

} // namespace assay
