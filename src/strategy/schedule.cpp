#include "strategy/schedule.h"

#include "program/call_graph.h"
#include "program/loops.h"
#include "term/traverse.h"

#include <algorithm>
#include <array>
#include <sstream>

namespace assay {

namespace {

struct Row {
  bool fits;
  Schedule schedule;
};

/// The last row fits every program.
std::array<Row, 9> rowsFor(const Features& f, const StrategyLimits& limits) {
  const Share symex{"symex", 1}, kiki{"kiki", 1}, races{"races", 1}, schedules{"schedules", 1},
      shapes{"shapes", 1, limits.shapesBegin}, arrays{"arrays", 1, limits.arraysBegin}, far{"far", 1, limits.farBegin},
      modular{"modular", 1, limits.modularBegin}, ic3ia{"ic3ia", 1, limits.ic3iaBegin},
      someIc3ia{"ic3ia", 0.5, limits.ic3iaBegin}, someBself{"bself", 0.5, limits.bselfBegin};
  return {{
      {f.hasThreads, {"threads", {races, schedules, symex, modular}}},
      {!f.hasLoops && !f.hasRecursion, {"no loops", {symex, kiki}}},
      {f.hasFloats, {"floats in loops", {symex, kiki}}},
      {f.hasRecursion, {"recursion", {symex, kiki}}},
      {f.allocates || f.asksMemory, {"memory", {symex, kiki, shapes, arrays}}},
      {f.usesPointers, {"arrays", {symex, kiki, arrays, far}}},
      {f.isNonlinear, {"products in loops", {symex, kiki, someIc3ia, far}}},
      // Loop folding decides what it decides in a few seconds of its own, and on small programs: there a small share is
      // enough, once the others have had their time for what is easy. On larger ones it would only take time from IC3.
      {f.numEdges <= limits.smallProgram, {"numbers in loops, small", {symex, kiki, ic3ia, someBself, far}}},
      {true, {"numbers in loops", {symex, kiki, ic3ia}}},
  }};
}

bool isConstant(Term term) { return term.isValue(); }

void look(Term term, TermSet& seen, Features& features) {
  postOrder(
      term, [&](Term t) { return seen.insert(t); },
      [&](Term t) {
        switch (t.kind()) {
        case Kind::BvMul:
        case Kind::BvUmulo:
        case Kind::BvSmulo:
          features.isNonlinear |= !isConstant(t[0]) && !isConstant(t[1]);
          break;
        case Kind::BvUdiv:
        case Kind::BvUrem:
        case Kind::BvSdiv:
        case Kind::BvSrem:
          features.isNonlinear |= !isConstant(t[1]);
          break;
        default:
          features.hasFloats |= t.sort().isFloat();
        }
      });
}

void look(const Operation& operation, Features& features) {
  operation.visit([&](const Allocate& allocate) { features.allocates |= allocate.storage == Storage::Heap; },
                  [&](const OneOf<Query, Free> auto&) { features.asksMemory = true; },
                  [&](const OneOf<Load, Store> auto& access) { features.usesPointers |= !isConstant(access.pointer); },
                  [&](const OneOf<Copy, Fill> auto&) { features.usesPointers = true; }, [](const OfVariables auto&) {},
                  [&](const OfThreads auto&) { features.hasThreads = true; });
}

} // namespace

Features featuresOf(const Program& program) {
  Features features;
  const CallGraph calls(program);
  TermSet seen;
  for (uint32_t i = 0; i < program.functions().size(); ++i) {
    const FunctionId function(i);
    if (!program[function].hasBody() || !calls.isReachable(function)) continue;
    features.hasRecursion |= calls.isRecursive(function);
    const LoopForest forest(program, function);
    features.hasLoops |= !forest.loops().empty() || forest.isIrreducible();
    for (LocationId location : program[function].locations) {
      features.numEdges += program[location].out.size();
      for (EdgeId edge : program[location].out) {
        look(program[edge].guard, seen, features);
        for (const Operation& operation : program[edge].operations) {
          look(operation, features);
          for (Term term : operation.terms()) look(term, seen, features);
        }
      }
    }
  }
  return features;
}

Schedule scheduleFor(const Features& features, const StrategyLimits& limits) {
  const auto rows = rowsFor(features, limits);
  return std::ranges::find(rows, true, &Row::fits)->schedule;
}

std::string formatShares(const Schedule& schedule) {
  std::ostringstream out;
  std::string_view separator;
  for (const Share& share : schedule.shares) {
    out << separator << share.engine << " " << share.share;
    if (share.begin.count() > 0) out << " from " << static_cast<double>(share.begin.count()) / 1000 << " s";
    separator = ", ";
  }
  return out.str();
}

} // namespace assay
