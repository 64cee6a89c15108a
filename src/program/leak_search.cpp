#include "program/leak_search.h"

namespace assay {

bool asksForLeaks(const Program& program) {
  for (const Edge& edge : program.edges())
    for (const Operation& operation : edge.operations)
      if (isLeakSearch(operation)) return true;
  return false;
}

} // namespace assay
