#include "witness/native_program.h"

#include "util/file_text.h"
#include "witness/child_process.h"
#include "witness/toolchain.h"

#include <algorithm>
#include <csignal>
#include <fstream>
#include <map>
#include <sstream>

namespace assay {

namespace fs = std::filesystem;

namespace {

constexpr const char* kClang = "clang-19";
constexpr const char* kCopy = "llvm-objcopy-19";
constexpr const char* kMerge = "llvm-profdata-19";
constexpr const char* kCoverage = "llvm-cov-19";

/// The first line that tells of an error, or the first one.
std::string firstError(const std::string& output) {
  std::istringstream lines(output);
  std::string line, first;
  while (std::getline(lines, line)) {
    if (first.empty()) first = line;
    if (line.find("error") != std::string::npos || line.find("undefined reference") != std::string::npos) return line;
  }
  return first;
}

std::vector<NondetFunction> nondetFunctionsOf(const Program& program) {
  std::map<std::string, NondetFunction> functions;
  for (const Edge& edge : program.edges()) {
    for (const Operation& operation : edge.operations) {
      const Input* input = operation.as<Input>();
      if (!input || !isNondetFunction(input->name)) continue;
      const Sort sort = program[input->variable].sort();
      functions.try_emplace(input->name, nondetFunction(input->name, sort.isBool() ? 1 : sort.width()));
    }
  }
  // Some are called only where this program's automaton has no input any more.
  for (const char* name : {"__VERIFIER_nondet_pchar", "__VERIFIER_nondet_pointer"})
    functions.try_emplace(name, nondetFunction(name, 64));
  std::vector<NondetFunction> result;
  for (auto& [name, function] : functions) result.push_back(std::move(function));
  return result;
}

} // namespace

NativeProgram::NativeProgram(const Program& program, NativeOptions options, const Deadline& deadline)
    : options_(std::move(options)), deadline_(deadline) {
  parts_.nondet = nondetFunctionsOf(program);
  parts_.returnZero = options_.returnZero;
  parts_.errorFunctions = options_.errorFunctions;
  if (parts_.errorFunctions.empty()) parts_.errorFunctions = {"reach_error", "__VERIFIER_error"};
  parts_.entryIsMain = options_.entry == "main";
  const FunctionId entry = program.findFunction(options_.entry);
  parts_.entryReturnsInt = entry.valid() && !program[entry].result.isNull();
  for (const char* name : {kClang, kCopy, kMerge, kCoverage}) {
    if (isInPath(name)) continue;
    failure_ = std::string(name) + " is not installed";
    return;
  }
  if (!kHostIsX86 && options_.dataModel == 32) {
    failure_ = "this machine does not run 32-bit x86 programs";
    return;
  }
  if (!kHostIsX86)
    caveat_ = "compiled for this machine, which is not x86: types have the same widths but for long double";
  failure_ = place_.failure();
  if (!failure_.empty()) return;
  if (compileAll() && compileHarness() && !link() && addMissingFunctions() && compileHarness()) {
    failure_.clear();
    link();
  }
}

bool NativeProgram::tool(const std::string& what, std::vector<std::string> words, const fs::path& output) {
  ChildCommand command;
  command.words = std::move(words);
  command.environment = {"TMPDIR=" + folder_.string()}; // goes away with the rest
  command.output = output;
  command.errors = folder_ / "messages.txt";
  command.limits.memoryMegabytes = 0;
  const ChildResult result = runChild(command, deadline_);
  if (result.succeeded()) return true;
  const std::string error = firstError(textOfFile(folder_ / "messages.txt").value_or(""));
  failure_ = what + (result.kind == ChildResult::Interrupted ? ": interrupted"
                     : result.kind == ChildResult::OutOfTime ? ": out of time"
                                                             : " failed" + (error.empty() ? "" : ": " + error));
  return false;
}

/// What makes undefined and open things behave as the front end says.
std::vector<std::string> NativeProgram::commonFlags() const {
  std::vector<std::string> flags = {"-O0", "-w", "-fwrapv", "-fsigned-char", "-ffp-contract=off"};
  if (kHostIsX86) flags.push_back(options_.dataModel == 32 ? "-m32" : "-m64");
  return flags;
}

bool NativeProgram::compileAll() {
  for (size_t i = 0; i < options_.files.size(); ++i) {
    const std::string object = (folder_ / ("part-" + std::to_string(i) + ".o")).string();
    std::vector<std::string> words = {kClang, "-c", options_.files[i], "-o", object, "-std=" + options_.standard};
    for (const std::string& flag : commonFlags()) words.push_back(flag);
    for (const char* flag :
         {"-fprofile-instr-generate", "-fcoverage-mapping", "-ftrivial-auto-var-init=zero", "-fno-strict-aliasing",
          "-fno-builtin", "-fbracket-depth=1000000", "-fno-delete-null-pointer-checks"})
      words.emplace_back(flag);
    // Division by zero ends a program on x86 only.
    if (!kHostIsX86) {
      words.emplace_back("-fsanitize=integer-divide-by-zero");
      words.emplace_back("-fsanitize-trap=integer-divide-by-zero");
    }
    if (!options_.errorFunctions.empty()) words.emplace_back("-finstrument-functions");
    for (const std::string& folder : options_.includeDirs) words.push_back("-I" + folder);
    for (const std::string& macro : options_.defines) words.push_back("-D" + macro);
    if (i < options_.fileFlags.size())
      words.insert(words.end(), options_.fileFlags[i].begin(), options_.fileFlags[i].end());
    if (!tool("compilation", std::move(words))) return false;

    std::vector<std::string> rename = {kCopy, "--globalize-symbol=" + options_.entry,
                                       "--redefine-sym=" + options_.entry + "=" + kEntrySymbol};
    if (!parts_.entryIsMain) rename.emplace_back("--redefine-sym=main=assay_main_of_program");
    for (const std::string& name : options_.errorFunctions) rename.push_back("--globalize-symbol=" + name);
    rename.push_back(object);
    if (!tool("preparation", std::move(rename))) return false;
    objects_.push_back(object);
  }
  return true;
}

bool NativeProgram::compileHarness() {
  const fs::path source = folder_ / "harness.c";
  {
    std::ofstream out(source);
    out << harnessSource(parts_);
  }
  std::vector<std::string> words = {kClang,        "-c", source.string(), "-o", (folder_ / "harness.o").string(),
                                    "-fno-builtin"};
  for (const std::string& flag : commonFlags()) words.push_back(flag);
  return tool("compilation of the harness", std::move(words));
}

bool NativeProgram::link() {
  std::vector<std::string> words = {kClang, "-o", (folder_ / "program").string(), "-fprofile-instr-generate"};
  for (const std::string& flag : commonFlags()) words.push_back(flag);
  words.insert(words.end(), objects_.begin(), objects_.end());
  for (const char* word : {"-lm", "-lpthread"}) words.emplace_back(word);
  words.insert(words.begin() + 1, (folder_ / "harness.o").string());
  return tool("linking", std::move(words));
}

/// Functions without a body that the linker asks for. False: it asks for none.
bool NativeProgram::addMissingFunctions() {
  const std::string output = textOfFile(folder_ / "messages.txt").value_or("");
  constexpr std::string_view kMissing = "undefined reference to `";
  const size_t before = parts_.returnZero.size();
  for (size_t at = output.find(kMissing); at != std::string::npos; at = output.find(kMissing, at)) {
    at += kMissing.size();
    const std::string name = output.substr(at, output.find('\'', at) - at);
    if (std::find(parts_.returnZero.begin(), parts_.returnZero.end(), name) == parts_.returnZero.end())
      parts_.returnZero.push_back(name);
  }
  return parts_.returnZero.size() != before;
}

std::optional<NativeOutcome> NativeProgram::run(const fs::path& test, const Prediction& prediction) {
  const fs::path told = folder_ / "outcome";
  std::error_code ignored;
  fs::remove(told, ignored);
  ChildCommand command;
  command.words = {(folder_ / "program").string()};
  command.folder = folder_;
  command.environment = {"ASSAY_TEST=" + fs::absolute(test).string(), "ASSAY_OUTCOME=" + told.string(),
                         "LLVM_PROFILE_FILE=" + (folder_ / (std::to_string(runs_++) + ".profraw")).string(),
                         // Memory from malloc is zero; nothing is kept back for speed.
                         "GLIBC_TUNABLES=glibc.malloc.perturb=255:glibc.malloc.tcache_count=0"};
  command.limits.cpuSeconds = prediction.kind == Prediction::RunsOn ? 1 : 10;
  command.limits.wall = std::chrono::seconds(30);
  command.limits.fileMegabytes = 64;
  command.limits.processes = 512;
  const ChildResult result = runChild(command, deadline_);
  if (result.kind == ChildResult::Interrupted) return std::nullopt;

  const std::string word = textOfFile(told).value_or("");
  const std::pair<const char*, Prediction::Kind> words[] = {{kToldError, Prediction::ErrorCalled},
                                                            {kToldAssertion, Prediction::AssertionFails},
                                                            {kToldAssumption, Prediction::AssumptionFails},
                                                            {kToldInputs, Prediction::OutOfInputs},
                                                            {kToldTime, Prediction::RunsOn}};
  for (const auto& [text, kind] : words) {
    if (word == text) return NativeOutcome{kind, 0, Prediction{kind, 0}.toString()};
  }
  switch (result.kind) {
  case ChildResult::Exited:
    return NativeOutcome{Prediction::Exits, result.status, Prediction{Prediction::Exits, result.status}.toString()};
  case ChildResult::Signalled:
    if (result.status == SIGABRT || result.status == SIGILL || result.status == SIGTRAP || result.status == SIGFPE)
      return NativeOutcome{Prediction::Aborts, 0, "abort"};
    return NativeOutcome{Prediction::Nothing, 0, "signal " + std::to_string(result.status)};
  case ChildResult::OutOfTime:
    return NativeOutcome{Prediction::RunsOn, 0, "no end"};
  default:
    return NativeOutcome{Prediction::Nothing, 0, "it could not be started"};
  }
}

std::optional<std::string> NativeProgram::coverageReport() {
  const fs::path list = folder_ / "profiles.txt", merged = folder_ / "all.profdata", report = folder_ / "report.json";
  {
    std::ofstream out(list);
    for (unsigned i = 0; i < runs_; ++i) {
      const fs::path profile = folder_ / (std::to_string(i) + ".profraw");
      if (fs::exists(profile) && fs::file_size(profile) != 0) out << profile.string() << "\n";
    }
  }
  if (!tool("merging of the counters",
            {kMerge, "merge", "-sparse", "-failure-mode=all", "-o", merged.string(), "-f", list.string()}))
    return std::nullopt;
  if (!tool("coverage report",
            {kCoverage, "export", "-instr-profile=" + merged.string(), (folder_ / "program").string()}, report))
    return std::nullopt;
  return textOfFile(report).value_or("");
}

bool agrees(const Prediction& prediction, const NativeOutcome& outcome) {
  switch (prediction.kind) {
  case Prediction::Nothing:
    return true;
  case Prediction::Exits:
    return outcome.kind == Prediction::Exits && outcome.status == prediction.status;
  case Prediction::Aborts:
    return outcome.kind == Prediction::Aborts || outcome.kind == Prediction::AssertionFails ||
           outcome.kind == Prediction::ErrorCalled;
  default:
    return outcome.kind == prediction.kind;
  }
}

} // namespace assay
