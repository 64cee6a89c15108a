#include "engine/kiki/far.h"

#include "encode/flatten.h"
#include "engine/common/replay.h"
#include "engine/kiki/kiki.h"
#include "util/shared_limits.h"

#include <algorithm>
#include <utility>

namespace assay {

namespace {

/// A jump's count in bits. Where an iteration takes inputs, executions with few of them come first.
constexpr uint32_t kCountBits[] = {10, 20, 32, 40};
constexpr uint32_t kManyBits = 32;

/// The program's error that the flat automaton comes to on these inputs: in fewer steps than the program itself, on which
/// a violation is replayed before it is told. Invalid: it is not known.
LocationId errorOfFlat(const Counterexample& counterexample, const Program& program, const Flow& flow, Env& env) {
  CounterexampleInputs inputs(counterexample);
  const Outcome outcome = Interpreter(flow.program(), {.interrupt = &env.deadline.flag()}).run(inputs);
  if (outcome.kind != Outcome::Error) return {};
  const CheckTable table(program);
  const RowId row = table.find(flow.program()[outcome.location]);
  if (!row.valid() || table.rows()[row.index()].locations.size() != 1) return {};
  return table.rows()[row.index()].locations.front();
}

} // namespace

std::optional<Result> Far::violation(const Jumps& jumps, const Counterexample& jumping, const Program& program,
                                     const Flow& flow, CutVerdict& verdict, Env& env) {
  auto unfolded = jumps.unfolded(jumping, env.deadline);
  if (!unfolded) {
    reason_ = "a violation takes too many inputs to be told";
    return std::nullopt;
  }
  const std::string how = "an execution with a jump over " + std::to_string(unfolded->longest) + " iterations";
  env.logger.progress(how);
  if (const LocationId error = errorOfFlat(unfolded->counterexample, program, flow, env); error.valid()) {
    unfolded->counterexample.error = error;
    return verdict.violated(std::move(unfolded->counterexample), how);
  }
  const Replay replayed = replay(program, unfolded->counterexample, env);
  if (replayed.outcome.kind != Outcome::Error) {
    reason_ = "a violation with a jump over " + std::to_string(unfolded->longest) +
              " iterations was not confirmed: " + replayed.what;
    env.logger.progress(reason_);
    return std::nullopt;
  }
  unfolded->counterexample.error = replayed.outcome.location;
  return verdict.violated(std::move(unfolded->counterexample), how);
}

Result Far::verify(const Program& program, Env& env) {
  const auto limits = limitsOf<KikiLimits>(env.options);
  const FlatForm form{.maxLocations = limitsOf<SharedLimits>(env.options).inlinedLocations, .slicesCells = true};
  const Flow flow = flatten(program, form);
  CutVerdict verdict(program, flow, env);
  reason_ = "no loop can be jumped over";
  Work::Duration work = limits.jumpWork;
  uint32_t earlierBits = 0;
  for (const uint32_t bits : kCountBits) {
    const Jumps jumps(flow, bits, limits);
    if (jumps.number() == 0 || env.deadline.expired()) break;
    if (bits < kManyBits && !jumps.takesInputs()) continue;
    if (earlierBits >= std::max(jumps.widest(), kManyBits)) break; // longer jumps lead nowhere else
    earlierBits = bits;
    reason_ = "no violation behind jumps over less than 2^" + std::to_string(bits) + " iterations was found";
    KikiOptions options = kikiVariant("bmc");
    options.limit = work;
    work *= 2;
    const Result found = Kiki(options).run(jumps.program(), env);
    for (const CheckResult& check : found.checks)
      if (check.status == CheckStatus::Violated && check.counterexample)
        if (auto result = violation(jumps, *check.counterexample, program, flow, verdict, env))
          return std::move(*result);
  }
  return verdict.open(reason_);
}

} // namespace assay
