// Which checks for leaks a program has. They stand where it ends; an abort, and a loop that nothing leaves, are ends at
// which there is no error location, so an engine that follows executions has to know what to look for there.
#pragma once

#include "program/check_table.h"

namespace assay {

/// Whether the property is about blocks that are not freed. It is settled when an execution ends.
constexpr bool isLeak(Property property) { return kLeaks.contains(property); }

struct LeakChecks {
  bool memtrack = false, memcleanup = false;
  constexpr bool any() const { return memtrack || memcleanup; }
};

constexpr LeakChecks leakChecksOf(PropertySet checked) {
  return {.memtrack = checked.contains(Property::ValidMemtrack),
          .memcleanup = checked.contains(Property::ValidMemcleanup)};
}
inline LeakChecks leakChecksOf(const Program& program) { return leakChecksOf(checkedProperties(program)); }

} // namespace assay
