#include "engine/kiki/kiki.h"

#include "encode/flatten.h"
#include "engine/common/questions.h"
#include "engine/kiki/contracts.h"
#include "engine/kiki/rounds.h"
#include "invariants/outside/outside.h"
#include "program/call_graph.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <utility>

namespace assay {

namespace {

constexpr std::string_view kVariants[] = {"kiki", "bmc", "k-induction", "havoc"};

KikiOptions forRecursion(KikiOptions options) {
  if (!options.turns.empty()) options.turns.insert(options.turns.begin(), {"equalities"});
  return options;
}

/// In how many places a recursive function calls one, at most: inlining grows with the power of the depth.
uint32_t recursiveCalls(const Program& program) {
  const CallGraph graph(program);
  std::map<FunctionId, uint32_t> counts;
  uint32_t most = 1;
  for (const CallGraph::CallSite& call : graph.calls())
    if (graph.isRecursive(call.caller) && graph.isRecursive(call.callee)) most = std::max(most, ++counts[call.caller]);
  return most;
}

using Automaton = ProofOutline::Automaton;
using ProofAttempt = std::function<std::optional<Result>(Work::Duration limit)>;

/// A proof on an automaton that serves no other purpose. Nothing: none was found in time.
std::optional<Result> proveOn(const Flow& flow, ProofOutline::Automaton automaton, const Program& program,
                              KikiOptions options, Work::Duration limit, Env& env) {
  options.limit = limit;
  if (options.outline && options.outline->automaton != automaton) options.outline = nullptr;
  Exchange nobody;
  Sharing sharing(program, nobody, env);
  if (options.outline)
    if (std::optional<Result> known = Rounds(program, flow, options, {}, sharing, env).recall()) return known;
  Result result = Rounds(program, flow, options, {}, sharing, env).run();
  if (result.verdict != Verdict::True) return std::nullopt;
  if (result.outline) result.outline->automaton = automaton;
  return result;
}

/// The same, where memory is records: in few rounds, so that formulas have few numbers of objects (record_heap.h). Whoever
/// proves it again finds it again.
std::optional<Result> proveOnRecords(const Flow& flow, const Program& program, KikiOptions options,
                                     Work::Duration limit, Env& env) {
  constexpr uint32_t kRounds = 8;
  constexpr Work::Duration kEnough = std::chrono::seconds(1); // for most
  options.outline = nullptr;
  options.maxRounds = std::min(options.maxRounds, kRounds);
  std::optional<Result> proof =
      proveOn(flow, Automaton::WithoutMemory, program, options, std::max(limit, kEnough), env);
  if (proof) proof->outline.reset();
  return proof;
}

} // namespace

std::vector<std::string_view> kikiVariants() {
  std::vector<std::string_view> names(std::begin(kVariants), std::end(kVariants));
  for (const Source& source : sources())
    if (source.isEngine) names.push_back(source.name);
  return names;
}

KikiOptions kikiVariant(std::string_view name) {
  const std::vector<std::string_view> names = kikiVariants();
  const auto variant = std::find(names.begin(), names.end(), name);
  assert(variant != names.end());
  KikiOptions options;
  options.name = *variant;
  options.induction = name != "bmc";
  if (name == "k-induction" || name == "havoc") options.turns.clear();
  if (name == "havoc") options.maxRounds = 1;
  if (std::find(std::begin(kVariants), std::end(kVariants), name) == std::end(kVariants)) {
    options.turns = {{*variant}};
    options.maxRounds = 1;
  }
  return options;
}

// Recursion is unwound deeper and deeper. A slice leaves out loops that do not matter even if they never end; if the
// interpreter gets stuck in one of them, they matter after all.
Result Kiki::run(const Program& program, Env& env) {
  const auto complain = [&](const std::string& message) { env.logger.progress(message); };
  const std::vector<Assertion> outside = assertionsOf(readInvariantLines(env.options.invariants, program), complain);
  Sharing sharing(program, exchange(), env);
  Work::Duration taken{};
  constexpr auto kMoment = std::chrono::milliseconds(300);
  constexpr size_t kLarge = 1000;   // locations
  constexpr uint32_t kDeepest = 81; // of recursion, at first
  constexpr std::chrono::seconds kOutlined{5};
  const uint32_t branching = recursiveCalls(program);
  std::unique_ptr<Flow> looped, memoryFree, records;
  bool isLoopMade = false, isMemoryFreeMade = false, areRecordsMade = false;
  ContractProof contracts(program, options_);
  KikiOptions options = options_;
  options.outline = exchange().outline();
  if (options.outline && options.outline->contracts) {
    if (std::optional<Result> proof = contracts.recall(*options.outline, env)) return *proof;
    options.outline = nullptr;
  }
  const bool isOutlined = options.outline && options_.induction && options_.maxRounds > 1;
  const auto proveWithoutMemory = [&](Work::Duration limit) -> std::optional<Result> {
    if (!std::exchange(areRecordsMade, true)) records = flattenRecords(program);
    if (records)
      if (std::optional<Result> proof = proveOnRecords(*records, program, options, limit, env)) return proof;
    if (!std::exchange(isMemoryFreeMade, true)) memoryFree = flattenMemory(program);
    return memoryFree ? proveOn(*memoryFree, Automaton::WithoutMemory, program, options, limit, env) : std::nullopt;
  };
  const auto proveAsLoop = [&](Work::Duration limit) -> std::optional<Result> {
    if (!std::exchange(isLoopMade, true)) looped = flattenRecursion(program);
    return looped ? proveOn(*looped, Automaton::LoopedRecursion, program, forRecursion(options), limit, env)
                  : std::nullopt;
  };
  if (isOutlined && options.outline->automaton != Automaton::Flat) {
    const auto prove = options.outline->automaton == Automaton::WithoutMemory ? ProofAttempt(proveWithoutMemory)
                                                                              : ProofAttempt(proveAsLoop);
    if (std::optional<Result> proof = prove(kOutlined)) return *proof;
    options.outline = nullptr;
  }
  bool isSliced = true;
  for (uint32_t depth = options.outline ? std::clamp(options.outline->depth, 1u, kDeepest) : 1;;) {
    const Flow flow = flatten(program, {.depth = depth, .slices = isSliced, .marksLoops = env.options.loopPaths});
    sharing.restart();
    const auto askForEnd = [&](Rounds& rounds) {
      rounds.askForEnd([&] { return allEndByMeasures(program, std::chrono::seconds(1), env); });
    };
    if (isOutlined && options.outline) {
      Rounds known(program, flow, options, {}, sharing, env);
      askForEnd(known);
      if (std::optional<Result> result = known.recall()) return *result;
      if (known.needsOthers()) options.maxRounds = 0;
    }
    Rounds rounds(program, flow, options, candidatesFrom(outside, flow, complain), sharing, env);
    if (options_.induction && options_.maxRounds > 1 && !isCut(flow.origin())) {
      rounds.otherwise(proveWithoutMemory);
      askForEnd(rounds);
    }
    Result result = rounds.run();
    if (options.maxRounds == 0) return result;
    if (result.outline && result.outline->automaton == Automaton::Flat) result.outline->depth = depth;
    taken += rounds.work();
    const bool isDeeper = isCut(flow.origin()), isWhole = isSliced && rounds.isUnconfirmed();
    if (result.verdict != Verdict::Unknown || !(isDeeper || isWhole) || env.deadline.expired()) return result;
    if (isWhole) {
      isSliced = false;
      continue;
    }
    // Shallow bugs come first: proofs for any depth take their time.
    const double next = static_cast<double>(flow.program().locations().size()) * std::pow(branching, 2 * depth);
    const bool isLarge = next > kLarge;
    if (options_.induction && options_.maxRounds > 1 && (depth >= 27 || isLarge || taken >= kMoment)) {
      const Work::Duration limit = std::max<Work::Duration>(taken, std::chrono::seconds(1));
      std::optional<Result> proof = proveAsLoop(limit);
      if (looped) taken += limit;
      if (!proof) proof = contracts.find(limit, env);
      if (proof) return *proof;
    }
    depth = isLarge ? depth + 1 : depth * 3;
  }
}

} // namespace assay
