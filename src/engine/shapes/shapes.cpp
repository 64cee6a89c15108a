#include "engine/shapes/shapes.h"

#include "engine/common/confirm_refutations.h"
#include "engine/shapes/certificate_text.h"
#include "engine/shapes/exploration.h"
#include "engine/shapes/heap_dot.h"
#include "engine/shapes/heap_words.h"
#include "engine/shapes/state_text.h"
#include "program/check_table.h"
#include "program/loops.h"
#include "solver/query_log.h"
#include "transform/compact_edges.h"
#include "transform/inline_calls.h"
#include "transform/slice.h"

#include <chrono>

namespace assay {

using namespace shapes;

namespace {

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

std::optional<Exploration::Pass> passOf(const ProofOutline& outline) {
  if (outline.depth > static_cast<uint32_t>(Exploration::Pass::Many)) return std::nullopt;
  return static_cast<Exploration::Pass>(outline.depth);
}

void tellHeaps(const Flat& flat, const Invariant& invariant, Logger& logger) {
  if (!logger.isVerbose()) return;
  for (const auto& [head, states] : invariant)
    for (const State& state : states)
      logger.progress(textWithPlace(flat.program, "a heap", flat.program[head].position) + "\n" +
                      toText(flat.program, state));
}

/// Of the first few heads the heap of which there is most to tell.
std::string heapsInWords(const Flat& flat, const Invariant& invariant) {
  constexpr int kMost = 3;
  std::string text;
  int told = 0;
  for (const auto& [head, states] : invariant) {
    std::string best;
    for (const State& state : states)
      if (const std::string words = heapInWords(flat.program, state); words.size() > best.size()) best = words;
    if (best.empty() || ++told > kMost) continue;
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
std::optional<Result> recall(const Program& program, const Flat& flat, const ProofOutline& outline, Env& env) {
  const std::optional<Certificate> kept = parseCertificate(flat, outline.lemmas);
  if (!kept) return {};
  tellHeaps(flat, kept->heaps, env.logger);
  const std::string name = confirmingSolver(&outline, env);
  const std::unique_ptr<Solver> solver = makeLoggedSolver(name, program.terms(), env);
  const CertificateCheck check = CertificateChecker(flat, *kept, *solver, env.deadline).run();
  if (!check.failure.empty()) {
    env.logger.progress("heaps of an earlier run: " + check.failure);
    return {};
  }
  Result result = proved(program, flat, check, name, env);
  result.outline = outline;
  return result;
}

} // namespace

Result Shapes::run(const Program& program, Env& env) {
  const Statistics::Timer timer(env.statistics, "shapes");
  if (env.options.certify == SecondSolver::None) return open(program, "proofs by shapes need a second solver");
  const PropertySet properties = checkedProperties(program);
  InlineResult flat = inlineCalls(program, {.maxLocations = 100'000});
  if (flat.callsLeft > 0) return open(program, "recursion, or calls that are too many to inline");
  compactEdges(flat.program);
  sliceProgram(flat.program, properties);
  compactEdges(flat.program);
  splitIrreducible(flat.program);
  if (LoopForest(flat.program, flat.program.entry()).isIrreducible())
    return open(program, "a loop with more than one entry");
  const Flat automaton(std::move(flat.program), {.memtrack = properties.contains(Property::ValidMemtrack),
                                                 .memcleanup = properties.contains(Property::ValidMemcleanup)});
  std::string reason;
  bool hasTrees = true;
  const ProofOutline* const outline = exchange().outline();
  const bool isKnown = outline && outline->isOfSame && outline->way == ProofOutline::Way::Shapes;
  if (isKnown)
    if (std::optional<Result> result = recall(program, automaton, *outline, env)) return *result;
  const std::string solver = confirmingSolver(isKnown ? outline : nullptr, env);
  constexpr FoldOptions kAttempts[] = {{.joinsConstants = true, .foldsTrees = true}, {}, {.joinsConstants = true}};
  for (uint32_t attempt = 0; attempt < std::size(kAttempts); ++attempt) {
    if (isKnown && attempt != outline->k) continue;
    const FoldOptions& options = kAttempts[attempt];
    // Without trees the last try would be the first one again.
    if (!hasTrees && options.joinsConstants) break;
    const Deadline deadline(env.deadline, partOf(env.deadline, 2));
    const std::unique_ptr<Solver> first = makeLoggedSolver("native", program.terms(), env);
    Exploration exploration(automaton, options, *first, deadline);
    const bool isClosed = exploration.run(isKnown ? passOf(*outline) : std::nullopt);
    if (options.foldsTrees) hasTrees = exploration.hasTrees();
    tellHeaps(automaton, exploration.invariant(), env.logger);
    if (!isClosed) {
      env.logger.progress(exploration.reason() + "\n" + toText(automaton.program, exploration.failed()));
      reason = exploration.reason();
      continue;
    }
    const std::unique_ptr<Solver> second = makeLoggedSolver(solver, program.terms(), env);
    const Certificate found{exploration.invariant(), {}};
    const CertificateCheck check = CertificateChecker(automaton, found, *second, env.deadline).run();
    if (!check.failure.empty()) {
      reason = "the certificate is NOT CONFIRMED: " + check.failure;
      continue;
    }
    Result result = proved(program, automaton, check, solver, env);
    result.outline = ProofOutline{.way = ProofOutline::Way::Shapes,
                                  .depth = static_cast<uint32_t>(exploration.pass()),
                                  .k = attempt,
                                  .lemmas = printCertificate(automaton, check.needed)};
    return result;
  }
  return open(program, reason);
}

} // namespace assay
