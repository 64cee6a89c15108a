#include "engine/kiki/kiki.h"

#include "encode/flatten.h"
#include "engine/common/questions.h"
#include "engine/kiki/contracts.h"
#include "engine/kiki/limits.h"
#include "engine/kiki/rounds.h"
#include "invariants/outside/outside.h"
#include "program/call_graph.h"
#include "util/shared_limits.h"

#include <algorithm>
#include <cassert>
#include <cmath>
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

/// In how many places a recursive function calls a recursive function, at most: inlining grows with this number to the
/// power of the depth.
uint32_t recursiveCalls(const Program& program) {
  const CallGraph graph(program);
  std::map<FunctionId, uint32_t> counts;
  uint32_t most = 1;
  for (const CallGraph::CallSite& call : graph.calls())
    if (graph.isRecursive(call.caller) && graph.isRecursive(call.callee)) most = std::max(most, ++counts[call.caller]);
  return most;
}

using Form = OutlinedAutomaton::Form;

/// A proof on an automaton that serves no other purpose. Nothing: none was found in time.
std::optional<Result> proveOn(const Flow& flow, Form form, const Program& program, KikiOptions options,
                              Work::Duration limit, Env& env) {
  options.limit = limit;
  Exchange nobody;
  Sharing sharing(program, nobody, env);
  if (const auto* known = std::get_if<InductionOutline>(options.hint))
    if (std::optional<Result> result = Rounds(program, flow, options, {}, sharing, env).recall(*known)) return result;
  Result result = Rounds(program, flow, options, {}, sharing, env).run();
  if (result.verdict != Verdict::True) return std::nullopt;
  if (OutlinedAutomaton* automaton = result.outline ? automatonOf(*result.outline) : nullptr) automaton->form = form;
  return result;
}

/// The same, where memory is records: in few rounds, so that formulas have few numbers of objects (record_heap.h). A
/// later run that proves the program again finds the proof again in the same way.
std::optional<Result> proveOnRecords(const Flow& flow, const Program& program, KikiOptions options,
                                     Work::Duration limit, Env& env) {
  const auto limits = limitsOf<KikiLimits>(env.options);
  options.hint = nullptr;
  options.standing = {};
  options.maxRounds = std::min(options.maxRounds, limits.recordRounds);
  std::optional<Result> proof =
      proveOn(flow, Form::WithoutMemory, program, options, std::max<Work::Duration>(limit, limits.onRecords), env);
  if (proof) proof->outline.reset();
  return proof;
}

/// An automaton that is made when it is first asked for.
class LazyFlow {
public:
  using Maker = std::unique_ptr<Flow> (*)(const Program&);
  LazyFlow(const Program& program, Maker make) : program_(program), make_(make) {}

  /// Null: there is none.
  const Flow* get() {
    if (const Maker make = std::exchange(make_, nullptr)) flow_ = make(program_);
    return flow_.get();
  }

private:
  const Program& program_;
  Maker make_; // null: it was asked for
  std::unique_ptr<Flow> flow_;
};

/// Automata on which proofs are looked for and nothing else.
class ProofAutomata {
public:
  ProofAutomata(const Program& program, Env& env)
      : program_(program), env_(env), records_(program, flattenRecords), memoryFree_(program, flattenMemory),
        looped_(program, flattenRecursion) {}

  std::optional<Result> proveWithoutMemory(const KikiOptions& options, Work::Duration limit) {
    if (const Flow* const records = records_.get())
      if (std::optional<Result> proof = proveOnRecords(*records, program_, options, limit, env_)) return proof;
    const Flow* const memoryFree = memoryFree_.get();
    if (!memoryFree) return std::nullopt;
    return proveOn(*memoryFree, Form::WithoutMemory, program_, options, limit, env_);
  }
  /// Where recursion can be made a loop.
  std::optional<Result> proveAsLoop(const KikiOptions& options, Work::Duration limit) {
    const Flow* const looped = looped_.get();
    if (!looped) return std::nullopt;
    return proveOn(*looped, Form::LoopedRecursion, program_, forRecursion(options), limit, env_);
  }
  bool canBeLoop() { return looped_.get() != nullptr; }

private:
  const Program& program_;
  Env& env_;
  LazyFlow records_, memoryFree_, looped_;
};

std::unique_ptr<Flow> flatFlow(const Program& program, uint32_t depth, bool isSliced, const Env& env) {
  const FlatForm form{.depth = depth,
                      .maxLocations = limitsOf<SharedLimits>(env.options).inlinedLocations,
                      .slices = isSliced,
                      .marksLoops = env.options.loopPaths};
  return std::unique_ptr<Flow>(new Flow(flatten(program, form)));
}

bool allEndSoon(const Program& program, Env& env) {
  return allEndByMeasures(program, limitsOf<KikiLimits>(env.options).endQuestion, env);
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

/// Where the search begins.
struct Kiki::Start {
  uint32_t depth = 1;              // of recursion
  std::unique_ptr<Flow> flow = {}; // the automaton of that depth, if it was made before
};

Result Kiki::verify(const Program& program, Env& env) { return search(program, options_, {}, env); }

KikiOptions Kiki::hinted(const ProofOutline& outline, Standing standing) const {
  KikiOptions options = options_;
  options.hint = &outline;
  options.standing = standing;
  return options;
}

/// A proof by contracts, or on an automaton that is no unwinding of the program.
std::optional<Result> Kiki::recallElsewhere(const OutlinedAutomaton& automaton, const KikiOptions& options,
                                            const Program& program, Env& env) {
  const auto limits = limitsOf<KikiLimits>(env.options);
  if (automaton.contracts) return ContractProof(program, options_).recall(*options.hint, options.standing, env);
  if (!canProve()) return std::nullopt;
  ProofAutomata automata(program, env);
  return automaton.form == Form::WithoutMemory ? automata.proveWithoutMemory(options, limits.recallElsewhere)
                                               : automata.proveAsLoop(options, limits.recallElsewhere);
}

namespace {

/// Whether the proof is about an unwinding of the program itself.
bool isUnwinding(const OutlinedAutomaton& automaton) { return automaton.form == Form::Flat && !automaton.contracts; }

uint32_t depthOf(const OutlinedAutomaton& automaton, const Env& env) {
  return std::clamp(automaton.recursionDepth, 1u, limitsOf<KikiLimits>(env.options).deepestRecall);
}

} // namespace

std::optional<Result> Kiki::recall(const InductionOutline& outline, Standing standing, const Program& program,
                                   Env& env) {
  const ProofOutline known(outline);
  KikiOptions options = hinted(known, standing);
  if (!isUnwinding(outline.automaton)) return recallElsewhere(outline.automaton, options, program, env);
  Start start{depthOf(outline.automaton, env)};
  if (canProve()) {
    start.flow = flatFlow(program, start.depth, true, env);
    Sharing sharing(program, exchange(), env);
    Rounds rounds(program, *start.flow, options, {}, sharing, env);
    rounds.askForEnd([&] { return allEndSoon(program, env); });
    if (std::optional<Result> result = rounds.recall(outline)) return result;
    if (standing.isOfSame && Rounds::needsOthers(outline)) { // alone, it is no use to go on
      options.maxRounds = 0;
      return Rounds(program, *start.flow, options, {}, sharing, env).run();
    }
  }
  return search(program, options, std::move(start), env);
}

std::optional<Result> Kiki::recall(const ForwardOutline& outline, Standing standing, const Program& program, Env& env) {
  const ProofOutline known(outline);
  const KikiOptions options = hinted(known, standing);
  if (!isUnwinding(outline.automaton)) return recallElsewhere(outline.automaton, options, program, env);
  return search(program, options, {depthOf(outline.automaton, env)}, env);
}

std::optional<Result> Kiki::recall(const ConditionsOutline& outline, Standing standing, const Program& program,
                                   Env& env) {
  const ProofOutline known(outline);
  return search(program, hinted(known, standing), {}, env);
}

// Recursion is unwound deeper and deeper. A slice leaves out loops that do not matter even if they never end; if the
// interpreter gets stuck in one of them, they matter after all.
Result Kiki::search(const Program& program, const KikiOptions& options, Start start, Env& env) {
  const auto complain = [&](const std::string& message) { env.logger.progress(message); };
  const std::vector<Assertion> outside = assertionsOf(readInvariantLines(env.options.invariants, program), complain);
  Sharing sharing(program, exchange(), env);
  Work::Duration taken{};
  const auto limits = limitsOf<KikiLimits>(env.options);
  const uint32_t branching = recursiveCalls(program);
  ProofAutomata automata(program, env);
  KikiOptions elsewhere = options; // what is known is known of unwindings
  elsewhere.hint = nullptr;
  elsewhere.standing = {};
  ContractProof contracts(program, options_);
  bool isSliced = true;
  for (uint32_t depth = start.depth;;) {
    const std::unique_ptr<Flow> flow = start.flow ? std::move(start.flow) : flatFlow(program, depth, isSliced, env);
    sharing.restart();
    Rounds rounds(program, *flow, options, candidatesFrom(outside, *flow, complain), sharing, env);
    if (canProve() && !isCut(flow->origin())) {
      rounds.otherwise([&](Work::Duration limit) { return automata.proveWithoutMemory(elsewhere, limit); });
      rounds.askForEnd([&] { return allEndSoon(program, env); });
    }
    Result result = rounds.run();
    OutlinedAutomaton* const automaton = result.outline ? automatonOf(*result.outline) : nullptr;
    if (automaton && automaton->form == Form::Flat) automaton->recursionDepth = depth;
    taken += rounds.work();
    const bool isDeeper = isCut(flow->origin()), isWhole = isSliced && rounds.isUnconfirmed();
    if (result.verdict != Verdict::Unknown || !(isDeeper || isWhole) || env.deadline.expired()) return result;
    if (isWhole) {
      isSliced = false;
      continue;
    }
    // Shallow bugs come first: proofs for any depth take their time.
    const double next = static_cast<double>(flow->program().locations().size()) * std::pow(branching, 2 * depth);
    const bool isLarge = next > limits.largeUnwinding;
    if (canProve() && (depth >= limits.deepRecursion || isLarge || taken >= limits.beforeAnyDepth)) {
      const Work::Duration limit = std::max<Work::Duration>(taken, limits.anyDepth);
      std::optional<Result> proof = automata.proveAsLoop(elsewhere, limit);
      if (automata.canBeLoop()) taken += limit;
      if (!proof) proof = contracts.find(limit, env);
      if (proof) return *proof;
    }
    depth = isLarge ? depth + 1 : depth * 3;
  }
}

} // namespace assay
