#include "engine/shapes/shapes.h"

#include "engine/common/confirm_refutations.h"
#include "engine/shapes/certificate_text.h"
#include "engine/shapes/exploration.h"
#include "engine/shapes/heap_dot.h"
#include "engine/shapes/heap_words.h"
#include "engine/shapes/limits.h"
#include "engine/shapes/state_text.h"
#include "program/check_table.h"
#include "program/loops.h"
#include "solver/query_log.h"
#include "transform/flat_form.h"

#include <chrono>
#include <functional>

namespace assay {

using namespace shapes;

namespace {

/// Memory stays as it is, and so do edges: executions of heaps go along them operation by operation.
FlatForm flatFormFor(const ShapesLimits& limits) {
  return {.recursion = Recursion::Keep,
          .depth = 0,
          .maxLocations = limits.inlinedLocations,
          .refusesCalls = true,
          .compactsAgain = true,
          .cells = false,
          .blocks = FlatBlocks::Reducible};
}

/// All checks and obstacles open, for this reason.
Result open(const Program& program, const std::string& reason) {
  Result result;
  result.reason = reason;
  for (uint32_t i = 0; i < program.locations().size(); ++i)
    if (program.locations()[i].kind == LocationKind::Error)
      result.checks.push_back({LocationId(i), CheckStatus::Open, reason, {}});
  const CheckTable table(program);
  for (uint32_t i = 0; i < table.rows().size(); ++i)
    if (!table.rows()[i].isCheck()) result.obstacles.push_back({RowId(i), CheckStatus::Open, "not excluded"});
  return result;
}

/// A part of what is left of the time.
Deadline::Clock::duration partOf(const Deadline& deadline, int part) {
  if (!deadline.limited()) return std::chrono::hours(1);
  return (deadline.end() - Deadline::Clock::now()) / part;
}

/// Nothing: there is no such pass.
std::optional<Exploration::Pass> passOf(const ShapesOutline& outline) {
  if (outline.pass > static_cast<uint32_t>(Exploration::Pass::Many)) return std::nullopt;
  return static_cast<Exploration::Pass>(outline.pass);
}

void tellHeaps(const Flat& flat, const Invariant& invariant, Logger& logger) {
  if (!logger.isVerbose()) return;
  for (const auto& [head, states] : invariant)
    for (const State& state : states)
      logger.progress(textWithPlace(flat.program, "a heap", flat.program[head].position) + "\n" +
                      toText(flat.program, state));
}

/// For the first few heads, the heap of which there is most to tell.
std::string heapsInWords(const Flat& flat, const Invariant& invariant) {
  constexpr int kToldHeads = 3;
  std::string text;
  int told = 0;
  for (const auto& [head, states] : invariant) {
    std::string best;
    for (const State& state : states)
      if (const std::string words = heapInWords(flat.program, state); words.size() > best.size()) best = words;
    if (best.empty() || ++told > kToldHeads) continue;
    text += "; " + textWithPlace(flat.program, "for example", flat.program[head].position) + ", " + best;
  }
  return text;
}

std::vector<HeapDrawing> drawHeaps(const Flat& flat, const Invariant& invariant) {
  std::vector<HeapDrawing> drawings;
  for (const auto& [head, states] : invariant)
    for (const State& state : states)
      drawings.push_back(
          {flat.program[head].position, heapInDot(flat.program, state, "h" + std::to_string(drawings.size()) + "_")});
  return drawings;
}

std::string count(const Invariant& invariant) {
  size_t number = 0;
  for (const auto& [head, states] : invariant) number += states.size();
  return std::to_string(number) + (number == 1 ? " shape" : " shapes");
}

Result proved(const Program& program, const Flat& flat, const CertificateCheck& check, const std::string& solver,
              const Env& env) {
  const std::string how = "heaps of " + count(check.needed.heaps) + " at heads of loops are all there are";
  Result result = open(program, how);
  result.verdict = Verdict::True;
  for (CheckResult& entry : result.checks) entry.status = CheckStatus::Proved;
  const CheckTable table(program);
  std::set<RowId> reached;
  for (LocationId location : check.limitsReached) reached.insert(table.find(flat.program[location]));
  for (ObstacleResult& obstacle : result.obstacles)
    obstacle = reached.contains(obstacle.row) ? ObstacleResult{obstacle.row, CheckStatus::Open, "reached"}
                                              : ObstacleResult{obstacle.row, CheckStatus::Proved, how};
  result.proofCheck = {ProofCheck::Confirmed, solver};
  result.reason += heapsInWords(flat, check.needed.heaps);
  if (!env.options.heapDrawings.empty()) result.heaps = drawHeaps(flat, check.needed.heaps);
  return result;
}

/// The heaps that an earlier run has left are closed here, too.
std::optional<Result> closedAgain(const Program& program, const Flat& flat, const ShapesOutline& outline,
                                  const std::string& solverName, const ShapesLimits& limits, Env& env) {
  const std::optional<Certificate> kept = parseCertificate(flat, outline.heaps);
  if (!kept) return {};
  tellHeaps(flat, kept->heaps, env.logger);
  const std::unique_ptr<Solver> solver = makeLoggedSolver(solverName, program.terms(), env);
  const CertificateCheck check = CertificateChecker(flat, *kept, *solver, env.deadline, limits).run();
  if (!check.failure.empty()) {
    env.logger.progress("heaps of an earlier run: " + check.failure);
    return {};
  }
  Result result = proved(program, flat, check, solverName, env);
  result.outline = outline;
  return result;
}

/// Searches for a closed set of heaps, which the solver confirms. `known`: how it was found in an earlier run; nothing
/// else is tried.
Result explore(const Program& program, const Flat& flat, const std::string& solver, const ShapesOutline* known,
               const ShapesLimits& limits, Env& env) {
  constexpr FoldOptions kAttempts[] = {{.joinsConstants = true, .foldsTrees = true}, {}, {.joinsConstants = true}};
  std::string reason;
  bool hasTrees = true;
  for (uint32_t attempt = 0; attempt < std::size(kAttempts); ++attempt) {
    if (known && attempt != known->attempt) continue;
    const FoldOptions& options = kAttempts[attempt];
    // Without trees the last try would be the first one again.
    if (!hasTrees && options.joinsConstants) break;
    const Deadline deadline(env.deadline, partOf(env.deadline, limits.attemptPart));
    const std::unique_ptr<Solver> first = makeLoggedSolver("native", program.terms(), env);
    Exploration exploration(flat, options, *first, deadline, limits);
    const bool isClosed = exploration.run(known ? passOf(*known) : std::nullopt);
    if (options.foldsTrees) hasTrees = exploration.hasTrees();
    tellHeaps(flat, exploration.invariant(), env.logger);
    if (!isClosed) {
      env.logger.progress(exploration.reason() + "\n" + toText(flat.program, exploration.failed()));
      reason = exploration.reason();
      continue;
    }
    const std::unique_ptr<Solver> second = makeLoggedSolver(solver, program.terms(), env);
    const Certificate found{exploration.invariant(), {}};
    const CertificateCheck check = CertificateChecker(flat, found, *second, env.deadline, limits).run();
    if (!check.failure.empty()) {
      reason = "the certificate is NOT CONFIRMED: " + check.failure;
      continue;
    }
    Result result = proved(program, flat, check, solver, env);
    result.outline =
        ShapesOutline{attempt, static_cast<uint32_t>(exploration.pass()), printCertificate(flat, check.needed, limits)};
    return result;
  }
  return open(program, reason);
}

/// What `prove` makes of the program's automaton, if there is one.
Result onAutomaton(const Program& program, const ShapesLimits& limits, Env& env,
                   const std::function<Result(const Flat&)>& prove) {
  const Statistics::Timer timer(env.statistics, "shapes");
  if (env.options.certify == SecondSolver::None) return open(program, "proofs by shapes need a second solver");
  std::optional<FlatProgram> flat = flatForm(program, flatFormFor(limits));
  if (!flat) return open(program, "recursion, or calls that are too many to inline");
  if (LoopForest(flat->program, flat->program.entry()).isIrreducible())
    return open(program, "a loop with more than one entry");
  return prove(Flat(std::move(flat->program), leakChecksOf(flat->properties)));
}

} // namespace

Result Shapes::verify(const Program& program, Env& env) {
  const auto limits = limitsOf<ShapesLimits>(env.options);
  return onAutomaton(program, limits, env, [&](const Flat& flat) {
    return explore(program, flat, confirmingSolver({}, env), nullptr, limits, env);
  });
}

// Heaps of another program say nothing about this one.
std::optional<Result> Shapes::recall(const ShapesOutline& outline, Standing standing, const Program& program,
                                     Env& env) {
  if (!standing.isOfSame) return std::nullopt;
  const std::string solver = confirmingSolver(standing, env);
  const auto limits = limitsOf<ShapesLimits>(env.options);
  return onAutomaton(program, limits, env, [&](const Flat& flat) {
    std::optional<Result> result = closedAgain(program, flat, outline, solver, limits, env);
    return result ? *std::move(result) : explore(program, flat, solver, &outline, limits, env);
  });
}

} // namespace assay
