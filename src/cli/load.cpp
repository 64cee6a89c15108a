#include "cli/load.h"

#include "frontend/compile/commands.h"
#include "frontend/harness/harness.h"
#include "program/text_parser.h"
#include "program/threads.h"
#include "transform/flat_form.h"
#include "util/error.h"
#include "util/file_text.h"

#include <algorithm>
#include <fstream>
#include <sstream>

namespace assay {

namespace {

Program parseFile(const std::string& file, TermManager& terms) { return parseProgram(readFile(file), file, terms); }

} // namespace

bool isTextForm(const std::string& file) { return file.ends_with(".assay"); }

FrontendOptions frontendOptions(const Options& options, const Specification& specification) {
  FrontendOptions result;
  result.dataModel = dataModelOf(options);
  result.specification = specification;
  if (!options.entry.empty()) {
    result.entry = options.entry;
  } else if (!result.specification.entry.empty()) {
    result.entry = result.specification.entry;
  }
  result.standard = options.standard;
  result.includeDirs = options.includeDirs;
  result.defines = options.defines;
  const CompilerFlags flags = flagsOf(options);
  result.flags = cc1Flags(flags.taken);
  result.flags.insert(result.flags.end(), flags.unknown.begin(), flags.unknown.end());
  result.compileCommands = options.compileCommands;
  result.callers = options.callers;
  result.config = options.config;
  result.usesContracts = options.contracts == ContractUse::On;
  result.mallocMayFail = options.mallocMayFail;
  result.volatileInputs = options.volatileInputs;
  result.objectBits = static_cast<uint32_t>(options.objectBits);
  return result;
}

CompilerFlags flagsOf(const Options& options) {
  CompilerFlags flags = readCompilerFlags(options.compilerFlags, "");
  if (!flags.refused.empty()) throw UsageError("a flag that Assay does not take: " + flags.refused.front());
  return flags;
}

uint32_t dataModelOf(const Options& options) {
  if (options.dataModel == DataModel::Bits32 || options.dataModel == DataModel::Ilp32) return 32;
  uint32_t model = readCompilerFlags(options.compilerFlags, "").dataModel;
  if (model == 0) model = CompileCommands(options.compileCommands).dataModelOf(options.files);
  return model == 32 ? 32 : 64;
}

Program loadFiles(Env& env, TermManager& terms) {
  return loadFiles(env, terms, parseSpecification(env.options.properties));
}

Program loadFiles(Env& env, TermManager& terms, const Specification& specification, bool makesHarness) {
  const Statistics::Timer timer(env.statistics, "loading");
  const std::vector<std::string>& files = env.options.files;
  if (std::ranges::any_of(files, isTextForm)) {
    if (files.size() > 1) throw UsageError("an automaton in text form stands alone: " + files[0] + ", " + files[1]);
    return parseFile(files[0], terms);
  }
  env.logger.progress("compiling");
  const FrontendOptions options = frontendOptions(env.options, specification);
  return loadProgram(files, options, makesHarness ? harnessFor(files, options) : std::nullopt, terms);
}

namespace {

/// C files in a way of their own.
Program loadAs(Env& env, TermManager& terms, bool FrontendOptions::* way) {
  const Statistics::Timer timer(env.statistics, "loading");
  FrontendOptions options = frontendOptions(env.options, parseSpecification(env.options.properties));
  options.*way = true;
  return loadProgram(env.options.files, options, harnessFor(env.options.files, options), terms);
}

} // namespace

Program loadOpen(Env& env, TermManager& terms) { return loadAs(env, terms, &FrontendOptions::goesOn); }

Program loadSketch(Env& env, TermManager& terms) { return loadAs(env, terms, &FrontendOptions::isSketch); }

ShownProgram loadToShow(Env& env, TermManager& terms) {
  Program program = loadFiles(env, terms);
  if (!env.options.withoutMemory) return {std::move(program), {}};
  if (hasThreads(program)) throw UsageError("--without-memory is for programs without threads");
  constexpr FlatForm kForm{.recursion = Recursion::Keep,
                           .depth = 0,
                           .slices = false,
                           .cells = false,
                           .memory = FlatMemory::Arrays,
                           .notesPremises = false,
                           .blocks = FlatBlocks::Edges};
  const Statistics::Timer timer(env.statistics, "without memory");
  FlatProgram made = *flatForm(program, kForm);
  std::string notes = "memory: " + std::to_string(made.arrays.size()) + " arrays\n";
  for (const MemoryFree::Obstacle& obstacle : made.obstacles)
    notes += "obstacle: " + obstacle.message + " " + made.program.files.format(obstacle.position) + "\n";
  return {std::move(made.program), std::move(notes)};
}

} // namespace assay
