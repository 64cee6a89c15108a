#include "witness/native_replay.h"

#include "program/input_names.h"
#include "witness/child_process.h"
#include "witness/race_report.h"
#include "witness/replay_folder.h"
#include "witness/replay_source.h"
#include "witness/temporary_folder.h"
#include "witness/turn_source.h"

#include <algorithm>
#include <cctype>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <span>
#include <sstream>
#include <sys/resource.h>

namespace assay {

namespace fs = std::filesystem;

namespace {

constexpr const char* kNoSanitizer = "ThreadSanitizer does not work here";

bool isRace(const ReplayDescription& description) {
  return infoOf(description.prediction.property).symptom == Symptom::Race;
}

/// The beginning of a file; a program may have written much.
std::string beginningOf(const fs::path& file) {
  constexpr size_t kMany = 1 << 20;
  std::ifstream in(file, std::ios::binary);
  std::string text(kMany, '\0');
  in.read(text.data(), kMany);
  text.resize(static_cast<size_t>(std::max<std::streamsize>(in.gcount(), 0)));
  return text;
}

/// The first line with one of these in it; empty if there is none.
std::string lineWith(const std::string& text, std::initializer_list<const char*> parts) {
  std::istringstream lines(text);
  std::string line;
  while (std::getline(lines, line))
    for (const char* part : parts)
      if (line.find(part) != std::string::npos) return line;
  return {};
}

/// What the compiled program did.
struct Run {
  ChildResult child;
  std::string told;   // by the file with the inputs
  std::string errors; // what it wrote
};

std::string signalName(int number) {
  const char* name = strsignal(number);
  return name ? name : "signal " + std::to_string(number);
}

/// For people.
std::string describe(const Run& run, const ReplayLimits& limits) {
  const std::string seconds = std::to_string(limits.cpuSeconds) + " s";
  if (!run.told.empty()) {
    std::string text = run.told.substr(0, run.told.find('\n'));
    if (text.starts_with(kReplayAssumption)) return "an assumption of the program does not hold";
    if (text.starts_with(kReplayError)) return "the error function was called";
    if (text.starts_with(kReplayStandstill))
      return "it stands still: " + text.substr(std::strlen(kReplayStandstill) + 1);
    if (text.starts_with(kReplayRace)) return "two threads stand before " + text.substr(std::strlen(kReplayRace) + 1);
    if (text.starts_with(kReplayApart)) return text.substr(std::strlen(kReplayApart) + 1);
    return text;
  }
  for (const char* part : {"ERROR: AddressSanitizer: ", "ERROR: LeakSanitizer: ", "runtime error: "}) {
    const std::string line = lineWith(run.errors, {part});
    if (const size_t at = line.find(part); at != std::string::npos) {
      std::string text = line.substr(std::strncmp(part, "ERROR", 5) == 0 ? at + 7 : 0);
      for (const char* address : {" on address", " on unknown address", " 0x", " (pc"})
        text.resize(std::min(text.size(), text.find(address)));
      return text;
    }
  }
  switch (run.child.kind) {
  case ChildResult::Exited:
    return "it ended with status " + std::to_string(run.child.status);
  case ChildResult::Signalled:
    if (run.child.status == SIGXCPU || run.child.status == SIGKILL) return "it did not end within " + seconds;
    if (run.child.status == SIGXFSZ) return "it wrote more than is allowed and was stopped";
    return "it ended with a signal (" + signalName(run.child.status) + ")";
  case ChildResult::OutOfTime:
    return "it did not end within " + std::to_string(limits.wall.count() / 1000) + " s";
  case ChildResult::OutOfMemory:
    return "it took more memory than is allowed and was stopped";
  case ChildResult::OutOfSpace:
    return "it wrote more than is allowed and was stopped";
  default:
    return "it could not be started";
  }
}

/// Whether a sanitizer's report is about freeing.
bool isAboutFree(const std::string& report) {
  for (const char* kind : {"double-free", "attempting free", "bad-free", "alloc-dealloc-mismatch"})
    if (report.find(kind) != std::string::npos) return true;
  return false;
}

std::string_view nameOf(std::string_view path) { return path.substr(path.rfind('/') + 1); }

/// FILE:LINE, and perhaps more behind it, is where the violation was predicted.
bool isPlace(std::string_view place, const ReplayPrediction& prediction) {
  const std::string wanted = std::string(nameOf(prediction.file)) + ":" + std::to_string(prediction.line);
  const std::string_view name = nameOf(place);
  return name.starts_with(wanted) && (name.size() == wanted.size() || std::isdigit(name[wanted.size()]) == 0);
}

/// Addresses in the program, of the first list of frames that stands there.
std::vector<std::string> framesIn(const std::string& text) {
  std::vector<std::string> result;
  std::istringstream lines(text);
  std::string line;
  while (std::getline(lines, line)) {
    const size_t mark = line.find("    #"), at = line.find(" 0x");
    if (mark == 0 && at != std::string::npos)
      result.push_back(line.substr(at + 1, line.find(' ', at + 1) - at - 1));
    else if (!result.empty())
      break;
  }
  return result;
}

bool isOverflowAt(const Run& run, const ReplayPrediction& prediction) {
  const std::string line = lineWith(run.errors, {": runtime error: "});
  if (line.empty()) return false;
  const bool isDivision = line.find("division by zero") != std::string::npos;
  if (isDivision != (infoOf(prediction.property).symptom == Symptom::Division)) return false;
  // FILE:LINE:COLUMN: runtime error: ...
  return prediction.line == 0 || isPlace(line.substr(0, line.find(": runtime error: ")), prediction);
}

bool isIndexAt(const Run& run, const ReplayPrediction& prediction) {
  const std::string line = lineWith(run.errors, {": runtime error: index "});
  return !line.empty() && line.find(" out of bounds") != std::string::npos &&
         (prediction.line == 0 || isPlace(line.substr(0, line.find(": runtime error: ")), prediction));
}

/// Whether it was stopped; a recursion that never ends runs out of stack.
bool doesNotEnd(const Run& run, const ReplayPrediction& prediction) {
  if (!run.told.empty()) return false;
  switch (run.child.kind) {
  case ChildResult::OutOfTime:
  case ChildResult::OutOfMemory:
  case ChildResult::OutOfSpace:
    return true;
  case ChildResult::Signalled:
    return run.child.status == SIGXCPU || run.child.status == SIGKILL || run.child.status == SIGXFSZ ||
           (run.child.status == SIGSEGV && prediction.message.starts_with("recursion"));
  default:
    return false;
  }
}

bool failsAsPredicted(const Run& run, const ReplayPrediction& prediction) {
  const std::string memory = lineWith(run.errors, {"ERROR: AddressSanitizer: "});
  const bool isMisuse = memory.find("stack-overflow") != std::string::npos ||
                        memory.find("allocation-size-too-big") != std::string::npos ||
                        memory.find("out-of-memory") != std::string::npos ||
                        memory.find(" FPE ") != std::string::npos || memory.find(" ABRT ") != std::string::npos;
  switch (infoOf(prediction.property).symptom) {
  case Symptom::None:
    return false;
  case Symptom::ErrorCall:
    return run.told.starts_with(kReplayError);
  case Symptom::Assertion:
    return run.told.starts_with(kReplayAssertion);
  case Symptom::Overflow:
    return isOverflowAt(run, prediction);
  case Symptom::Division:
    return isOverflowAt(run, prediction) || (run.child.kind == ChildResult::Signalled && run.child.status == SIGFPE);
  case Symptom::Index:
    return isIndexAt(run, prediction);
  case Symptom::BadAccess:
    if (memory.empty())
      return run.child.kind == ChildResult::Signalled && (run.child.status == SIGSEGV || run.child.status == SIGBUS);
    return !isMisuse && !isAboutFree(memory);
  case Symptom::BadFree:
    return isAboutFree(memory);
  case Symptom::Leak:
    return run.told.starts_with(kReplayLeak) ||
           !lineWith(run.errors, {"ERROR: LeakSanitizer: detected memory leaks"}).empty();
  case Symptom::NoEnd:
    return doesNotEnd(run, prediction);
  case Symptom::Standstill:
    return run.told.starts_with(kReplayStandstill);
  case Symptom::Race: // judgeRace
    return false;
  }
  return false;
}

/// The place where the program failed, if it is another one than was predicted. Empty: it is not, or that cannot be
/// told.
std::string otherPlace(const Run& run, const fs::path& program, const ReplayPrediction& prediction,
                       const Toolchain& tools, const Deadline& deadline) {
  const Symptom symptom = infoOf(prediction.property).symptom;
  const bool hasPlace = symptom == Symptom::ErrorCall || symptom == Symptom::Assertion ||
                        symptom == Symptom::BadAccess || symptom == Symptom::BadFree;
  if (!hasPlace || prediction.line == 0 || !tools.isClang()) return {};
  const std::vector<std::string> frames = framesIn(run.told.empty() ? run.errors : run.told);
  std::string first;
  for (const std::string& place : placesOf(program, frames, deadline)) {
    if (isPlace(place, prediction)) return {};
    if (first.empty() && place.find("??") == std::string::npos && !place.ends_with(":0")) first = place;
  }
  return std::string(nameOf(first));
}

/// Whether an access is so far from its object that no red zone of the sanitizer is there.
bool isFarOut(const std::string& message) {
  constexpr int64_t kRedZone = 16;
  const size_t object = message.find("out of bounds of "), offset = message.rfind(" at offset ");
  if (object == std::string::npos || offset == std::string::npos) return false;
  const size_t size = message.rfind(" (", offset);
  if (size == std::string::npos) return false;
  const int64_t at = std::strtoll(message.c_str() + offset + std::strlen(" at offset "), nullptr, 10);
  return at < -kRedZone || at >= std::strtoll(message.c_str() + size + 2, nullptr, 10) + kRedZone;
}

/// No sanitizer knows which locals are constant.
bool isConstantWrite(const std::string& message) { return message.ends_with(kConstantWrite); }

/// Whether the program ran to its end, and the sanitizer saw nothing of a violation that it need not see.
bool isUnseen(const Run& run, const ReplayPrediction& prediction) {
  return infoOf(prediction.property).symptom == Symptom::BadAccess &&
         (isFarOut(prediction.message) || isConstantWrite(prediction.message)) &&
         (run.told.empty() || run.told.starts_with(kReplayInputs)) &&
         lineWith(run.errors, {"ERROR: AddressSanitizer: "}).empty() && run.child.kind != ChildResult::NotStarted;
}

/// Empty if it went well.
std::string compile(const fs::path& folder, const std::vector<std::string>& words, const fs::path& messages,
                    const ReplayLimits& limits, const Deadline& deadline) {
  ChildCommand command;
  command.words = words;
  command.environment = {"TMPDIR=" + messages.parent_path().string()}; // goes away with the rest
  command.folder = folder;
  command.output = messages;
  command.limits.wall = limits.compilation;
  command.limits.memoryMegabytes = 0;
  const ChildResult result = runChild(command, deadline);
  if (result.succeeded()) return {};
  if (result.kind == ChildResult::Interrupted) return "interrupted";
  if (result.kind == ChildResult::OutOfTime) return "compilation takes too long";
  const std::string error = lineWith(beginningOf(messages), {"error", "undefined reference"});
  return "compilation failed" + (error.empty() ? std::string() : ": " + error);
}

Run execute(const fs::path& folder, const fs::path& program, const Toolchain& tools, const ReplayLimits& limits,
            const Deadline& deadline) {
  const fs::path place = program.parent_path(), told = place / "outcome", errors = place / "errors.txt";
  ChildCommand command;
  command.words = tools.runner;
  command.words.push_back(program.string());
  command.environment = tools.environment;
  command.environment.push_back("ASSAY_OUTCOME=" + told.string());
  command.folder = place;
  command.input = fs::absolute(folder) / kReplayStdinFile;
  command.errors = errors;
  command.isConfined = true;
  command.limits.cpuSeconds = limits.cpuSeconds;
  command.limits.warnsOfTime = tools.runner.empty(); // an emulator that gets the signal hangs
  command.limits.wall = limits.wall;
  command.limits.fileMegabytes = limits.fileMegabytes;
  command.limits.folderMegabytes = limits.fileMegabytes + (fs::file_size(program) >> 20) + 1;
  command.limits.memoryMegabytes = tools.reservesAddresses ? 0 : limits.memoryMegabytes;
  command.limits.residentMegabytes = limits.memoryMegabytes;
  Run run;
  run.child = runChild(command, deadline);
  run.told = beginningOf(told);
  run.errors = beginningOf(errors);
  return run;
}

/// "FILE:LINE" of an access: the innermost place in the program's own files. Empty: it is not known.
std::string placeOfAccess(std::span<const std::string> places) {
  for (const std::string& place : places) {
    const std::string_view name = nameOf(place);
    if (!name.starts_with("??") && !name.starts_with(kReplayTurnsFile) && !name.starts_with(kReplayInputsFile))
      return std::string(name.substr(0, name.find(' ')));
  }
  return {};
}

bool isRivalLine(const std::string& place, const ReplayPrediction& prediction) {
  const size_t colon = place.rfind(':');
  const uint32_t line = colon == std::string::npos ? 0 : std::strtoul(place.c_str() + colon + 1, nullptr, 10);
  return std::ranges::find(prediction.rivalLines, line) != prediction.rivalLines.end();
}

/// A race counts if the sanitizer saw the two accesses that were predicted. Of several accesses of a thread to the same
/// bytes it may remember another one; then the report says which pair it saw, and that is no confirmation.
void judgeRace(NativeVerdict& verdict, const Run& run, const fs::path& program, const ReplayPrediction& prediction,
               const Deadline& deadline) {
  std::string others;
  const std::vector<RaceReport> races = raceReports(run.errors, program.filename().string());
  std::vector<std::string> addresses;
  for (const RaceReport& race : races)
    for (const auto& frames : race.frames) addresses.insert(addresses.end(), frames.begin(), frames.end());
  const std::vector<std::string> places = placesOf(program, addresses, deadline);
  std::span<const std::string> rest(places);
  for (const RaceReport& race : races) {
    if (rest.empty()) break; // the tool is not installed
    const std::string a = placeOfAccess(rest.first(race.frames[0].size()));
    rest = rest.subspan(race.frames[0].size());
    const std::string b = placeOfAccess(rest.first(race.frames[1].size()));
    rest = rest.subspan(race.frames[1].size());
    verdict.what = "ThreadSanitizer: data race of " + a + " and " + b;
    verdict.status = NativeVerdict::Confirmed;
    if ((isPlace(a, prediction) && isRivalLine(b, prediction)) ||
        (isPlace(b, prediction) && isRivalLine(a, prediction)))
      return;
    if (others.empty()) others = verdict.what;
  }
  verdict.status = NativeVerdict::NotConfirmed;
  if (others.empty())
    verdict.what += "; ThreadSanitizer saw no data race";
  else
    verdict.what = others + ", which are others than predicted";
}

/// A race counts if the two threads that stood side by side stood before the two accesses that were predicted.
void judgeStands(NativeVerdict& verdict, const Run& run, const fs::path& program, const ReplayPrediction& prediction,
                 const Deadline& deadline) {
  verdict.status = NativeVerdict::NotConfirmed;
  if (run.told.starts_with(kReplayHidden)) {
    verdict.status = NativeVerdict::Undecided;
    verdict.what = std::string(kNoSanitizer) + ", and without it one of the two accesses is not seen";
  }
  if (!run.told.starts_with(kReplayRace)) return;
  const std::vector<std::string> places = placesOf(program, framesIn(run.told), deadline);
  if (places.size() != 2) {
    verdict.status = NativeVerdict::Undecided; // the tool is not installed
    verdict.what += ", and it cannot be told where";
    return;
  }
  const std::string a = placeOfAccess(std::span(places).first(1)), b = placeOfAccess(std::span(places).last(1));
  verdict.what += ": " + a + " and " + b;
  if (isPlace(a, prediction) && isRivalLine(b, prediction))
    verdict.status = NativeVerdict::Confirmed;
  else
    verdict.what += ", which are others than predicted";
}

/// A program that fails at another place fails in another way than predicted.
void judge(NativeVerdict& verdict, const Run& run, const fs::path& program, const ReplayDescription& description,
           const Toolchain& tools, const Deadline& deadline) {
  const ReplayPrediction& prediction = description.prediction;
  if (isRace(description)) {
    const auto judgeIt = description.build.stopsAtRace ? judgeStands : judgeRace;
    judgeIt(verdict, run, program, prediction, deadline);
    return;
  }
  verdict.status = NativeVerdict::NotConfirmed;
  if (!failsAsPredicted(run, prediction)) {
    if (!isUnseen(run, prediction)) return;
    verdict.status = NativeVerdict::Undecided;
    verdict.what += isConstantWrite(prediction.message)
                        ? "; the sanitizer does not see that an object is constant"
                        : "; the sanitizer does not see an access so far outside of its object";
    return;
  }
  const std::string other = otherPlace(run, program, prediction, tools, deadline);
  if (other.empty())
    verdict.status = NativeVerdict::Confirmed;
  else
    verdict.what += ", but at another place: " + other;
}

} // namespace

void preprocessReplay(const fs::path& folder, const ReplayLimits& limits, const Deadline& deadline) {
  const ReplayDescription description = readReplay(folder);
  const Toolchain tools = toolchainOf(description);
  const TemporaryFolder place("assay-replay");
  if (!tools.failure.empty() || !place.failure().empty()) return;
  std::vector<std::string> files;
  for (size_t i = 0; i < description.build.sources.size(); ++i) {
    files.push_back("program-" + std::to_string(i) + ".i");
    const auto words = preprocessCommand(description, tools, i, fs::absolute(folder / files.back()).string());
    if (!compile(folder, words, place.path() / "messages.txt", limits, deadline).empty()) return;
  }
  replaceSources(folder, description, std::move(files));
}

namespace {

/// Why a run says nothing, and another one may.
enum class Detour : uint8_t {
  None,
  OtherMachine, // it came to an operation that this machine does not do as the program's machine does
  NoSanitizer,  // ThreadSanitizer does not work here
};

/// Whether ThreadSanitizer could not begin, or ended the program for want of memory.
bool isRefused(const Run& run) {
  if (run.child.kind == ChildResult::NotStarted || run.child.kind == ChildResult::Interrupted) return false;
  if (!lineWith(run.errors, {"WARNING: ThreadSanitizer: data race"}).empty()) return false;
  return lineWith(run.errors, {kReplayBegins}).empty() ||
         !lineWith(run.errors,
                   {"FATAL: ThreadSanitizer", "ThreadSanitizer: CHECK failed", "ERROR: ThreadSanitizer failed to"})
              .empty();
}

/// Where the address space is limited and stays so, ThreadSanitizer gives up at once.
bool areAddressesLimited() {
  rlimit limit{};
  return getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_max != RLIM_INFINITY;
}

/// Compiles and runs the replay in one way.
NativeVerdict runWith(const Toolchain& tools, const fs::path& folder, const ReplayDescription& description,
                      const ReplayLimits& limits, const Deadline& deadline, Detour& detour) {
  NativeVerdict verdict;
  const TemporaryFolder place("assay-replay");
  verdict.what = !tools.failure.empty() ? tools.failure : place.failure();
  if (!verdict.what.empty()) return verdict;
  const fs::path program = place.path() / "program";
  for (const std::vector<std::string>& words : compileCommands(description, tools, program.string())) {
    verdict.what = compile(folder, words, place.path() / "messages.txt", limits, deadline);
    if (!verdict.what.empty()) return verdict;
  }

  const Run run = execute(folder, program, tools, limits, deadline);
  verdict.what = describe(run, limits);
  if (tools.watchesConversions &&
      std::ranges::any_of(kMisfitMarks, [&](const char* mark) { return run.errors.find(mark) != std::string::npos; }))
    detour = Detour::OtherMachine;
  else if (isRace(description) && !description.build.stopsAtRace && isRefused(run))
    detour = Detour::NoSanitizer;
  if (run.child.kind == ChildResult::Interrupted) verdict.what = "interrupted";
  if (run.errors.find("LeakSanitizer has encountered a fatal error") != std::string::npos)
    verdict.what = "the leak checker does not work here (it is not allowed to trace)";
  else if (detour == Detour::NoSanitizer)
    verdict.what = kNoSanitizer;
  else if (run.child.kind != ChildResult::NotStarted && run.child.kind != ChildResult::Interrupted &&
           detour == Detour::None)
    judge(verdict, run, program, description, tools, deadline);
  verdict.caveat = tools.caveat;
  if (verdict.status == NativeVerdict::NotConfirmed && run.errors.find(kLeftSchedule) != std::string::npos) {
    verdict.status = NativeVerdict::Undecided;
    verdict.what += "; its threads did not follow the schedule";
  }
  if (verdict.status == NativeVerdict::NotConfirmed) verdict.doubts = description.prediction.doubts;
  return verdict;
}

/// The threads stop before the accesses of the race. What was to be compiled for another width, for the sanitizer's
/// sake, is compiled for that.
NativeVerdict runWithoutSanitizer(const fs::path& folder, ReplayDescription description, const ReplayLimits& limits,
                                  const Deadline& deadline) {
  const std::string caveat = toolchainOf(description).caveat;
  description.build.dataModel = 64;
  description.build.stopsAtRace = true;
  Detour detour = Detour::None;
  NativeVerdict verdict = runWith(toolchainOf(description), folder, description, limits, deadline, detour);
  verdict.caveat = caveat;
  return verdict;
}

} // namespace

NativeVerdict runReplay(const fs::path& folder, const ReplayLimits& limits, const Deadline& deadline) {
  const ReplayDescription description = readReplay(folder);
  Detour detour = Detour::None;
  if (isRace(description) && !description.build.stopsAtRace && areAddressesLimited())
    return runWithoutSanitizer(folder, description, limits, deadline);
  NativeVerdict verdict = runWith(toolchainOf(description), folder, description, limits, deadline, detour);
  if (detour == Detour::NoSanitizer) return runWithoutSanitizer(folder, description, limits, deadline);
  if (detour == Detour::None) {
    if (!isRace(description) || description.build.stopsAtRace || verdict.status != NativeVerdict::NotConfirmed)
      return verdict;
    // The sanitizer remembers few accesses of each thread, and may have forgotten one of these.
    const NativeVerdict other = runWithoutSanitizer(folder, description, limits, deadline);
    return other.status == NativeVerdict::Confirmed ? other : verdict;
  }
  return runWith(toolchainOf(description, true), folder, description, limits, deadline, detour);
}

NativeVerdict runReplay(const ReplayPlan& plan, const ReplayBuild& build, const std::vector<ReplaySource>& sources,
                        const ReplayLimits& limits, const Deadline& deadline) {
  const TemporaryFolder folder("assay-replay");
  NativeVerdict verdict;
  verdict.what = folder.failure();
  if (!verdict.what.empty()) return verdict;
  writeReplay(folder.path(), plan, build, sources);
  return runReplay(folder.path(), limits, deadline);
}

} // namespace assay
