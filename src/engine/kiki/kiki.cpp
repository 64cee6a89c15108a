#include "engine/kiki/kiki.h"

#include "engine/kiki/candidates.h"
#include "engine/kiki/memory_cells.h"
#include "engine/kiki/rounds.h"
#include "program/loops.h"
#include "transform/compact_edges.h"
#include "transform/inline_calls.h"
#include "transform/large_blocks.h"
#include "transform/slice.h"
#include "util/error.h"

#include <algorithm>
#include <cassert>
#include <fstream>
#include <optional>
#include <sstream>

namespace assay {

namespace {

struct Variant {
  std::string_view name;
  std::optional<TemplateDomain> domain;
};

constexpr Variant kVariants[] = {
    {"kiki", {}},
    {"bmc", {}},
    {"k-induction", {}},
    {"havoc", {}},
    {"intervals", TemplateDomain::Intervals},
    {"zones", TemplateDomain::Zones},
    {"octagons", TemplateDomain::Octagons},
    {"congruences", TemplateDomain::Congruences},
    {"equalities", TemplateDomain::Equalities},
    {"disequalities", TemplateDomain::Disequalities},
};

PropertySet checkedProperties(const Program& program) {
  PropertySet properties;
  for (const Location& location : program.locations())
    if (location.kind == LocationKind::Error) properties.insert(location.property);
  return properties;
}

std::vector<OutsideInvariant> readInvariants(const std::string& file) {
  if (file.empty()) return {};
  std::ifstream in(file);
  if (!in) throw InputError("cannot read " + file);
  std::ostringstream text;
  text << in.rdbuf();
  return parseInvariants(text.str());
}

// Calls beyond the depth of recursion are obstacles.
Flow flatten(const Program& program, uint32_t depth, bool isSliced, bool isMarked) {
  InlineOptions inlining;
  inlining.recursionDepth = depth;
  inlining.recursion = Recursion::Unsupported;
  inlining.maxLocations = 200'000;
  InlineResult inlined = inlineCalls(program, inlining);
  compactEdges(inlined.program);
  if (isSliced) sliceProgram(inlined.program, checkedProperties(program));
  cellsToVariables(inlined.program);
  largeBlocks(inlined.program);
  splitIrreducible(inlined.program);
  const LoopMarks marks = isMarked ? markLoops(inlined.program) : LoopMarks();
  const bool isCut = inlined.callsCut > 0 && inlined.callsLeft == 0;
  return Flow(std::move(inlined.program), {.isCut = isCut, .isSliced = isSliced}, marks);
}

} // namespace

std::vector<std::string_view> kikiVariants() {
  std::vector<std::string_view> names;
  for (const Variant& variant : kVariants) names.push_back(variant.name);
  return names;
}

KikiOptions kikiVariant(std::string_view name) {
  const auto variant = std::find_if(std::begin(kVariants), std::end(kVariants),
                                    [&](const Variant& candidate) { return candidate.name == name; });
  assert(variant != std::end(kVariants));
  KikiOptions options;
  options.name = variant->name;
  options.induction = name != "bmc";
  if (name == "k-induction" || name == "havoc") options.domains.clear();
  if (name == "havoc") options.maxRounds = 1;
  if (variant->domain) {
    options.domains = {{*variant->domain}};
    options.maxRounds = 1;
  }
  return options;
}

// Recursion is unwound deeper and deeper. A slice leaves out loops that do not matter even if they never end; if the
// interpreter gets stuck in one of them, they matter after all.
Result Kiki::run(const Program& program, Env& env) {
  const std::vector<OutsideInvariant> outside = readInvariants(env.options.invariants);
  Sharing sharing(program, exchange(), env);
  bool isSliced = true;
  for (uint32_t depth = 1;;) {
    const Flow flow = flatten(program, depth, isSliced, env.options.loopPaths);
    const auto complain = [&](const std::string& message) { env.logger.progress(message); };
    sharing.restart();
    Rounds rounds(program, flow, options_, candidatesFrom(outside, flow, complain), sharing, env);
    Result result = rounds.run();
    const bool isDeeper = flow.isCut(), isWhole = isSliced && rounds.isUnconfirmed();
    if (result.verdict != Verdict::Unknown || !(isDeeper || isWhole) || env.deadline.expired()) return result;
    if (isWhole)
      isSliced = false;
    else
      depth *= 3;
  }
}

} // namespace assay
