#include "engine/kiki/kiki.h"

#include "engine/kiki/rounds.h"
#include "program/loops.h"
#include "transform/compact_edges.h"
#include "transform/inline_calls.h"
#include "transform/large_blocks.h"
#include "transform/slice.h"

namespace assay {

namespace {

PropertySet checkedProperties(const Program& program) {
  PropertySet properties;
  for (const Location& location : program.locations())
    if (location.kind == LocationKind::Error) properties.insert(location.property);
  return properties;
}

} // namespace

// Recursion is unwound deeper and deeper; calls beyond the depth are obstacles.
Result Kiki::run(const Program& program, Env& env) {
  Result result;
  for (uint32_t depth = 1;; depth *= 3) {
    InlineOptions inlining;
    inlining.recursionDepth = depth;
    inlining.recursion = Recursion::Unsupported;
    inlining.maxLocations = 200'000;
    InlineResult inlined = inlineCalls(program, inlining);
    compactEdges(inlined.program);
    // What is live where the program aborts matters to memcleanup, and no error location stands there.
    const PropertySet properties = checkedProperties(program);
    if (!properties.contains(Property::ValidMemcleanup)) sliceProgram(inlined.program, properties);
    largeBlocks(inlined.program);
    splitIrreducible(inlined.program);
    const bool isCut = inlined.callsCut > 0 && inlined.callsLeft == 0;
    const Flow flow(std::move(inlined.program));
    result = Rounds(program, flow, options_, isCut, env).run();
    if (result.verdict != Verdict::Unknown || !isCut || env.deadline.expired()) return result;
  }
}

} // namespace assay
