#include "cli/verification.h"

#include "engine/engines.h"
#include "program/check_table.h"
#include "program/text_writer.h"
#include "strategy/cached_proofs.h"
#include "strategy/certify.h"
#include "strategy/fact_board.h"
#include "strategy/result_text.h"
#include "transform/slice.h"
#include "util/build_identity.h"
#include "util/error.h"
#include "util/process.h"
#include "util/sha256.h"
#include "util/words.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <new>
#include <tuple>
#include <utility>

namespace assay {

namespace {

/// What is known when there was no memory for more.
Result outOfMemory(const Program& program) {
  Result result;
  result.reason = "out of memory";
  for (uint32_t i = 0; i < program.locations().size(); ++i)
    if (program.locations()[i].kind == LocationKind::Error)
      result.checks.push_back({LocationId(i), CheckStatus::Open, result.reason, {}});
  return result;
}

Result runAlone(Engine& engine, const Program& program, Env& env) {
  try {
    const MemoryLimit memory(env.options.memory);
    return engine.run(program, env);
  } catch (const std::bad_alloc&) {
    return outOfMemory(program);
  }
}

std::string folderOf(const Options& options) {
  if (!options.cache.empty()) return options.cache;
  const char* named = std::getenv("ASSAY_CACHE");
  return named ? named : "";
}

/// What decides who looks for an answer, and how.
void writeChoices(WordWriter& out, const Options& options) {
  out.string(options.engine).string(choiceName(options.certify)).string(choiceName(options.search));
  out.string(choiceName(options.prune)).string(choiceName(options.pointers)).string(choiceName(options.boundSearch));
  out.string(options.invariants);
  out.number(options.loopPaths ? 1 : 0).number(options.stopAtFirst ? 1 : 0).number(options.seed.value_or(0));
}

std::string contentOf(const Program& program, Question question) {
  Program sliced = program.clone();
  if (question == Question::Errors) sliceProgram(sliced, checkedProperties(program));
  return printProgram(sliced);
}

std::string contentKeyOf(const Program& program, Question question, const Options& options) {
  WordWriter out;
  out.word("content").string(ASSAY_VERSION).string(buildIdentity()).number(static_cast<uint64_t>(question));
  writeChoices(out, options);
  out.string(sha256(contentOf(program, question)));
  return out.take();
}

/// The question, whatever the program is by now.
std::string nameKeyOf(uint32_t round, const Options& options) {
  namespace fs = std::filesystem;
  WordWriter out;
  constexpr uint64_t kForm = 4; // of what is remembered; whoever reads another one would forget it, too
  out.word("name").number(kForm).number(round);
  writeChoices(out, options);
  for (const auto* names : {&options.files, &options.properties, &options.defines}) {
    out.number(names->size());
    for (const std::string& name : *names) {
      std::error_code error;
      const fs::path whole = names == &options.files ? fs::weakly_canonical(name, error) : fs::path(name);
      out.string(error ? name : whole.string());
    }
  }
  out.string(options.entry)
      .string(options.targets.empty() ? "" : options.targets.front())
      .string(choiceName(options.dataModel))
      .string(options.standard);
  return out.take();
}

/// Whether it rests on a few questions to a solver, which may be hard.
bool isByFormulas(const ProofOutline& outline) {
  using Way = ProofOutline::Way;
  return outline.way == Way::Paths ? outline.k > 0 : outline.way != Way::Shapes;
}

std::string printNative(const Counterexample& violation, const NativeVerdict& native) {
  WordWriter out;
  out.number(violation.error.index()).number(native.status).string(native.what).string(native.caveat);
  return out.word("end").take();
}

std::string printVacuity(const Program& program, const Vacuity& vacuity) {
  WordWriter out;
  out.string(sha256(printProgram(program))).number(vacuity.isTotal ? 1 : 0);
  out.number(vacuity.blockedAt.file).number(vacuity.blockedAt.line).number(vacuity.blockedAt.column);
  out.number(vacuity.checks.size());
  for (const LocationId check : vacuity.checks) out.number(check.index());
  return out.word("end").take();
}

} // namespace

Verification::Verification(Env& env, const Program* wrapping)
    : env_(env), wrapping_(wrapping), question_(wrapping ? Question::Termination : Question::Errors) {
  if (const std::string folder = folderOf(env.options); !folder.empty()) cache_.emplace(folder, env.logger);
}

/// Those who answer the question, or the one that the user wants.
std::vector<Contender> Verification::contendersFor(const Program& program) const {
  const std::string& name = env_.options.engine;
  if (name == "auto" && !wrapping_) {
    const Schedule& schedule = scheduleFor(featuresOf(program));
    env_.logger.progress("strategy: " + std::string(schedule.kind) + ": " + formatShares(schedule));
    return contendersOf(schedule);
  }
  if (wrapping_) {
    std::vector<Contender> all = terminationContenders(*wrapping_);
    if (name == "auto") return all;
    std::erase_if(all, [&](const Contender& contender) { return contender.name != name; });
    if (all.empty()) throw UsageError("engine '" + name + "' does not tell whether executions end");
    return all;
  }
  if (isTerminationEngine(name)) throw UsageError("engine '" + name + "' is for --property termination");
  return {{name, [name] { return makeEngine(name); }}};
}

/// `only`: of the contenders, if there is one of that name.
PortfolioResult Verification::run(const Program& program, const std::string& only, const ProofOutline* outline,
                                  Env& env) {
  const std::string& name = env.options.engine;
  std::vector<Contender> contenders = contendersFor(program);
  if (const auto chosen = std::ranges::find(contenders, only, &Contender::name); chosen != contenders.end())
    contenders = {*chosen};
  env.logger.progress(name == "auto" ? "running all engines" : "running engine " + name);
  if (name == "auto") return runPortfolio(program, contenders, env, question_, outline);
  FactBoard facts(program, outline);
  const std::unique_ptr<Engine> engine = contenders.front().make();
  engine->join(facts);
  PortfolioResult whole{runAlone(*engine, program, env), name, {}, {}, facts.safeDepth()};
  env.logger.clearStatus();
  EngineReport report;
  report.engine = name;
  report.isAnomalous = !certify(whole.result, program, env);
  report.outcome = whole.result.reason;
  whole.reports.push_back(std::move(report));
  return whole;
}

PortfolioResult Verification::verify(const Program& program) {
  begin_ = Deadline::Clock::now();
  remembered_.reset();
  left_.reset();
  if (!cache_) return run(program, {}, nullptr, env_);
  remembered_ = recall(program);
  if (numRounds_ == 0) std::tie(first_, firstContentKey_, firstNameKey_) = std::tie(remembered_, contentKey_, nameKey_);
  ++numRounds_;
  if (remembered_)
    if (std::optional<PortfolioResult> whole = tryRemembered(program, *remembered_, false)) return std::move(*whole);
  const ProofOutline* outline = remembered_ && remembered_->outline ? &*remembered_->outline : nullptr;
  return run(program, {}, outline, env_);
}

/// Of this program, else of what has the same name.
std::optional<Remembered> Verification::recall(const Program& program) {
  contentKey_ = contentKeyOf(program, question_, env_.options);
  nameKey_ = nameKeyOf(numRounds_, env_.options);
  for (const std::string* key : {&contentKey_, &nameKey_}) {
    const std::optional<std::string> text = cache_->find(*key);
    std::optional<Remembered> remembered = text ? parseRemembered(*text) : std::nullopt;
    if (!remembered) continue;
    remembered->isSame = key == &contentKey_;
    return remembered;
  }
  return std::nullopt;
}

/// Nothing: it is no answer.
std::optional<PortfolioResult> Verification::tryRemembered(const Program& program, const Remembered& remembered,
                                                           bool isRehearsal) {
  if (remembered.verdict == Verdict::False) {
    std::optional<Result> violated = recallViolation(program, remembered, question_, env_);
    if (!violated) return std::nullopt;
    const double seconds = std::chrono::duration<double>(Deadline::Clock::now() - begin_).count();
    EngineReport report;
    report.engine = kFromCache;
    report.seconds = seconds;
    report.outcome = "false: evidence of an earlier run (" + remembered.engine + "), checked again";
    return PortfolioResult{std::move(*violated), std::string(kFromCache), {std::move(report)}, {}, {}};
  }
  // Engines that need each other are not tried alone.
  const bool isAlone = env_.options.engine == "auto" && (remembered.outline || remembered.engine != "kiki");
  if (!remembered.isSame || remembered.verdict != Verdict::True || !isAlone) return std::nullopt;
  const std::vector<Contender> contenders = contendersFor(program);
  if (std::ranges::find(contenders, remembered.engine, &Contender::name) == contenders.end()) return std::nullopt;
  const Deadline deadline(env_.deadline, isRehearsal ? remembered.timeToRehearse() : remembered.patience());
  CachedProofs proofs(*cache_, isRehearsal);
  const bool isByProofs = remembered.outline && isByFormulas(*remembered.outline);
  Env inner{env_.options, deadline, env_.statistics, env_.logger, isByProofs ? &proofs : nullptr};
  std::optional<ProofOutline> outline = remembered.outline;
  if (outline) outline->isOfSame = true;
  PortfolioResult whole = run(program, remembered.engine, outline ? &*outline : nullptr, inner);
  if (whole.result.verdict == Verdict::Unknown) return std::nullopt;
  return whole;
}

void Verification::store(const Remembered& remembered) {
  cache_->store(contentKey_, printRemembered(remembered));
  // Heaps are of use for the same program only, and large.
  Remembered ofName = remembered;
  if (ofName.outline && ofName.outline->way == ProofOutline::Way::Shapes) ofName.outline->lemmas.clear();
  cache_->store(nameKey_, printRemembered(ofName));
}

void Verification::remember(const PortfolioResult& whole) {
  if (!cache_) return;
  // What was enough once is enough again.
  const bool isKnown = remembered_ && remembered_->isSame && remembered_->verdict == whole.result.verdict;
  if (isKnown && (whole.engine == kFromCache || whole.engine == remembered_->engine)) return;
  std::optional<Remembered> next = toRemember(
      whole.result, whole.engine == kFromCache ? remembered_->engine : whole.engine, Deadline::Clock::now() - begin_);
  if (!next) return;
  if (numRounds_ == 1) first_ = next;
  store(*next);
  left_ = std::move(next);
}

/// Whether errors were excluded on all paths, some of which were left. That executions end is found out by leaving none.
bool Verification::isByLearning(const ProofOutline& outline) const {
  return question_ == Question::Errors && outline.way == ProofOutline::Way::Paths &&
         outline.walk == ProofOutline::Walk::Learning;
}

bool Verification::isWorthRehearsing() const {
  constexpr uint64_t kSoon = 50; // milliseconds
  return left_ && left_->verdict == Verdict::True && left_->outline && left_->milliseconds >= kSoon &&
         (isByFormulas(*left_->outline) || isByLearning(*left_->outline)) && env_.options.engine == "auto";
}

void Verification::rehearse(const Program& program) {
  if (!cache_) return;
  const std::optional<Remembered> remembered = recall(program);
  if (!remembered || !remembered->isSame || !remembered->outline) return;
  env_.logger.progress("checking the proof as a later run will do");
  if (isByLearning(*remembered->outline) && rehearsePaths(program, *remembered)) return;
  if (!isByFormulas(*remembered->outline) || tryRemembered(program, *remembered, true)) return;
  Remembered slow = *remembered;
  slow.outline->needsSecond = true;
  store(slow);
}

/// Learning finds a proof where there are too many paths, and choosing among them finds errors. Where there are not, later runs do
/// without, if that takes no longer.
bool Verification::rehearsePaths(const Program& program, const Remembered& remembered) {
  Remembered next = remembered;
  next.outline->walk = ProofOutline::Walk::Covering;
  std::optional<PortfolioResult> whole = tryRemembered(program, next, true);
  if (!whole || !whole->result.outline) return false;
  next.outline = std::move(whole->result.outline);
  store(next);
  return true;
}

void Verification::remember(const Counterexample& violation, const NativeVerdict& native) {
  if (!cache_ || !first_ || first_->verdict != Verdict::False || native.status != NativeVerdict::Confirmed) return;
  storeFirst(printNative(violation, native));
}

void Verification::storeFirst(std::string note) {
  first_->note = std::move(note);
  std::tie(contentKey_, nameKey_) = std::tie(firstContentKey_, firstNameKey_);
  store(*first_);
}

// It says nothing about the verdict, which rests on the interpreter.
std::optional<NativeVerdict> Verification::recallNative(const Counterexample& violation) const {
  if (!first_ || !first_->isSame || first_->note.empty()) return std::nullopt;
  WordReader in(first_->note);
  const uint64_t error = in.number();
  NativeVerdict native;
  native.status = static_cast<NativeVerdict::Status>(in.number(NativeVerdict::NotRun));
  native.what = in.string() + " (in an earlier run)";
  native.caveat = in.string();
  in.require(in.word() == "end" && in.atEnd());
  const bool isIt = std::ranges::any_of(first_->violations, [&](const Counterexample& known) {
    return known.error == violation.error && known.inputs == violation.inputs && known.bytes == violation.bytes;
  });
  if (in.failed() || error != violation.error.index() || !isIt) return std::nullopt;
  return native;
}

void Verification::remember(const Program& program, const Vacuity& vacuity) {
  if (!cache_ || !first_ || !first_->isSame || first_->verdict != Verdict::True || !vacuity.isDecided) return;
  storeFirst(printVacuity(program, vacuity));
}

// What was sliced away has a say in it: it is of the same program only if all of that is the same.
std::optional<Vacuity> Verification::recallVacuity(const Program& program) const {
  if (!first_ || !first_->isSame || first_->verdict != Verdict::True || first_->note.empty()) return std::nullopt;
  WordReader in(first_->note);
  if (in.string() != sha256(printProgram(program))) return std::nullopt;
  Vacuity vacuity;
  vacuity.isTotal = in.number(1) != 0;
  const auto number = [&](uint64_t most) { return static_cast<uint32_t>(in.number(most)); };
  vacuity.blockedAt.file = number(UINT32_MAX);
  vacuity.blockedAt.line = number(UINT32_MAX);
  vacuity.blockedAt.column = number(UINT32_MAX);
  for (uint64_t left = in.number(program.locations().size()); left > 0 && !in.failed(); --left)
    vacuity.checks.emplace_back(number(program.locations().size() - 1));
  in.require(in.word() == "end" && in.atEnd());
  if (in.failed()) return std::nullopt;
  return vacuity;
}

} // namespace assay
