#include "strategy/run_memory.h"

#include "program/check_table.h"
#include "program/text_writer.h"
#include "program/threads.h"
#include "strategy/result_text.h"
#include "transform/slice.h"
#include "util/build_identity.h"
#include "util/sha256.h"
#include "util/words.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <tuple>
#include <utility>

namespace assay {

namespace {

std::string folderOf(const Options& options) {
  if (!options.cache.empty()) return options.cache;
  const char* named = std::getenv("ASSAY_CACHE");
  return named ? named : "";
}

/// Writes the options that decide which engines look for an answer, and how.
void writeChoices(WordWriter& out, const Options& options) {
  out.string(options.engine).string(choiceName(options.certify)).string(choiceName(options.search));
  out.string(choiceName(options.prune)).string(choiceName(options.pointers)).string(choiceName(options.boundSearch));
  out.string(options.invariants);
  out.number(options.loopPaths ? 1 : 0).number(options.stopAtFirst ? 1 : 0).number(options.seed.value_or(0));
  for (const std::string& limit : options.limits) out.string(limit);
}

std::string contentOf(const Program& program, Question question) {
  if (hasThreads(program)) return printProgram(program);
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
  constexpr uint64_t kForm = 5; // of what is remembered; whoever reads another one would forget it, too
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

RunMemory::RunMemory(Question question, Env& env) : env_(env), question_(question) {
  if (const std::string folder = folderOf(env.options); !folder.empty())
    cache_.emplace(folder, env.logger, limitsOf<StrategyLimits>(env.options));
}

std::optional<Remembered> RunMemory::recall(const Program& program) {
  if (!cache_) return std::nullopt;
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

void RunMemory::leave(const Remembered& remembered) {
  if (!cache_) return;
  cache_->store(contentKey_, printRemembered(remembered));
  // Heaps are of use for the same program only, and large.
  Remembered ofName = remembered;
  if (auto* shapes = ofName.outline ? std::get_if<ShapesOutline>(&*ofName.outline) : nullptr) shapes->heaps.clear();
  cache_->store(nameKey_, printRemembered(ofName));
}

void RunMemory::beginRound(const Program& program) {
  ofRound_.reset();
  left_.reset();
  if (!cache_) return;
  ofRound_ = recall(program);
  if (numRounds_ == 0) std::tie(first_, firstContentKey_, firstNameKey_) = std::tie(ofRound_, contentKey_, nameKey_);
  ++numRounds_;
}

void RunMemory::endRound(const PortfolioResult& whole, Deadline::Clock::duration time) {
  if (!cache_) return;
  // Evidence that was enough once is not replaced by the same evidence.
  const bool isKnown = ofRound_ && ofRound_->isSame && ofRound_->verdict == whole.result.verdict;
  if (isKnown && (whole.engine == kFromCache || whole.engine == ofRound_->engine)) return;
  std::optional<Remembered> next =
      toRemember(whole.result, whole.engine == kFromCache ? ofRound_->engine : whole.engine, time);
  if (!next) return;
  if (numRounds_ == 1) first_ = next;
  leave(*next);
  left_ = std::move(next);
}

void RunMemory::leaveNote(std::string note) {
  first_->note = std::move(note);
  std::tie(contentKey_, nameKey_) = std::tie(firstContentKey_, firstNameKey_);
  leave(*first_);
}

void RunMemory::leaveNative(const Counterexample& violation, const NativeVerdict& native) {
  if (!cache_ || !first_ || first_->verdict != Verdict::False || native.status != NativeVerdict::Confirmed) return;
  leaveNote(printNative(violation, native));
}

// What the compiled program did has no influence on the verdict, which rests on the interpreter.
std::optional<NativeVerdict> RunMemory::recallNative(const Counterexample& violation) const {
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

void RunMemory::leaveVacuity(const Program& program, const Vacuity& vacuity) {
  if (!cache_ || !first_ || !first_->isSame || first_->verdict != Verdict::True || !vacuity.isDecided) return;
  leaveNote(printVacuity(program, vacuity));
}

// Vacuity also depends on parts of the program that were sliced away: what was left counts only if these are the same,
// too.
std::optional<Vacuity> RunMemory::recallVacuity(const Program& program) const {
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
