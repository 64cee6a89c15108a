#include "witness/replay_folder.h"

#include "util/atomic_file.h"
#include "util/error.h"
#include "witness/native_replay.h"
#include "witness/replay_source.h"
#include "witness/turn_source.h"
#include "witness/turn_weaver.h"

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <functional>

namespace assay {

namespace fs = std::filesystem;

namespace {

constexpr const char* kDescriptionFile = "replay.yml";
constexpr const char* kScriptFile = "run.sh";

void emitList(YAML::Emitter& out, const char* key, const std::vector<std::string>& values) {
  out << YAML::Key << key << YAML::Value << YAML::BeginSeq;
  for (const std::string& value : values) out << YAML::DoubleQuoted << value;
  out << YAML::EndSeq;
}

std::string descriptionText(const ReplayDescription& description) {
  const ReplayBuild& build = description.build;
  const ReplayPrediction& prediction = description.prediction;
  YAML::Emitter out;
  auto text = [&](const char* key, const std::string& value) {
    out << YAML::Key << key << YAML::Value << YAML::DoubleQuoted << value;
  };
  out << YAML::BeginMap;
  text("format", "assay-replay");
  out << YAML::Key << "version" << YAML::Value << 5;
  text("property", std::string(propertyName(prediction.property)));
  text("message", prediction.message);
  text("file", prediction.file);
  out << YAML::Key << "line" << YAML::Value << prediction.line;
  emitList(out, "depends_on", prediction.doubts);
  out << YAML::Key << "needs_x86" << YAML::Value << prediction.needsX86;
  out << YAML::Key << "converts_to_integer" << YAML::Value << prediction.convertsToInteger;
  out << YAML::Key << "rival_lines" << YAML::Value << YAML::Flow << prediction.rivalLines;
  emitList(out, "sources", build.sources);
  text("standard", build.standard);
  emitList(out, "include_dirs", build.includeDirs);
  emitList(out, "quote_dirs", build.quoteDirs);
  emitList(out, "defines", build.defines);
  out << YAML::Key << "data_model" << YAML::Value << build.dataModel;
  emitList(out, "wraps", build.wraps);
  out << YAML::Key << "threads" << YAML::Value << build.hasThreads;
  out << YAML::Key << "stops_at_race" << YAML::Value << build.stopsAtRace;
  out << YAML::Key << "flags" << YAML::Value << YAML::BeginSeq;
  for (const std::vector<std::string>& flags : build.flags) out << YAML::Flow << flags;
  out << YAML::EndSeq;
  out << YAML::EndMap;
  return std::string(out.c_str(), out.size()) + "\n";
}

/// A word that a shell takes as it is.
std::string shellWord(const std::string& word) {
  if (!word.empty() &&
      word.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=./,:+") ==
          std::string::npos)
    return word;
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

std::string commandText(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + shellWord(word);
  return text;
}

std::string scriptText(const ReplayDescription& description) {
  const ReplayPrediction& prediction = description.prediction;
  std::string text =
      "#!/bin/sh\n# Compiles the program with its inputs and runs it, without limits; 'assay replay' has some.\n";
  text += "# Expected: " + std::string(propertyName(prediction.property));
  if (prediction.line != 0) text += ", line " + std::to_string(prediction.line);
  text += "\nset -eu\ncd \"$(dirname \"$0\")\"\n";
  const Toolchain tools = toolchainOf(description);
  if (!tools.failure.empty()) return text + "echo " + shellWord("cannot be run: " + tools.failure) + " >&2\nexit 2\n";
  for (const auto& command : compileCommands(description, tools, "program")) text += commandText(command) + "\n";
  for (const std::string& entry : tools.environment) {
    const size_t equals = entry.find('=');
    text += "export " + entry.substr(0, equals) + "=" + shellWord(entry.substr(equals + 1)) + "\n";
  }
  text += commandText(tools.runner) + (tools.runner.empty() ? "" : " ");
  return text + "./program < " + kReplayStdinFile + "\n";
}

/// Our own folder, or a new or empty one.
void prepareFolder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw InputError(folder.string() + ": " + error.message());
  if (!fs::exists(folder / kDescriptionFile) && !fs::is_empty(folder, error))
    throw UsageError(folder.string() + ": the folder holds something else");
  fs::remove(folder / kDescriptionFile, error); // it is written last: it says that the rest is there
}

/// Whether functions are `inline` as C99 has it: without optimisation their bodies are in no file.
bool needsBodies(const std::string& text) {
  return text.find("inline ") != std::string::npos && text.find("extern inline ") == std::string::npos;
}

ReplayDescription parse(const YAML::Node& node) {
  ReplayDescription result;
  if (node["format"].as<std::string>() != "assay-replay" || node["version"].as<int>() != 5)
    throw YAML::Exception(node.Mark(), "not a replay of this version");
  const std::optional<Property> property = propertyByName(node["property"].as<std::string>());
  if (!property) throw YAML::Exception(node.Mark(), "an unknown property");
  using Texts = std::vector<std::string>;
  result.prediction = {*property,
                       node["message"].as<std::string>(),
                       node["file"].as<std::string>(),
                       node["line"].as<uint32_t>(),
                       node["depends_on"].as<Texts>(),
                       node["needs_x86"].as<bool>(),
                       node["converts_to_integer"].as<bool>(),
                       node["rival_lines"].as<std::vector<uint32_t>>()};
  result.build.sources = node["sources"].as<Texts>();
  result.build.standard = node["standard"].as<std::string>();
  result.build.includeDirs = node["include_dirs"].as<Texts>();
  result.build.quoteDirs = node["quote_dirs"].as<Texts>();
  result.build.defines = node["defines"].as<Texts>();
  result.build.dataModel = node["data_model"].as<uint32_t>();
  result.build.wraps = node["wraps"].as<Texts>();
  result.build.hasThreads = node["threads"].as<bool>();
  result.build.stopsAtRace = node["stops_at_race"].as<bool>();
  result.build.flags = node["flags"].as<std::vector<Texts>>();
  return result;
}

/// The compiler with the flags of a source, or with those of none (SIZE_MAX).
std::vector<std::string> wordsFor(const ReplayDescription& description, const Toolchain& tools, size_t source) {
  const ReplayBuild& build = description.build;
  std::vector<std::string> words = tools.compiler;
  words.push_back("-std=" + build.standard);
  if (infoOf(description.prediction.property).symptom == Symptom::ErrorCall)
    words.emplace_back("-finstrument-functions");
  for (const std::string& folder : build.includeDirs) words.push_back("-I" + folder);
  for (const std::string& folder : build.quoteDirs) words.insert(words.end(), {"-iquote", folder});
  for (const std::string& macro : build.defines) words.push_back("-D" + macro);
  if (source < build.flags.size()) words.insert(words.end(), build.flags[source].begin(), build.flags[source].end());
  return words;
}

/// The commands that make objects of the sources whose threads take turns, and of the files that make them do so;
/// `parts` are the objects then.
std::vector<std::vector<std::string>> weavingCommands(const ReplayDescription& description, const Toolchain& tools,
                                                      const std::string& program, std::vector<std::string>& parts) {
  const std::string weaver = program + "-weave";
  std::vector<std::vector<std::string>> commands = {{tools.compiler.front(), "-w", kReplayWeaverFile, "-o", weaver}};
  for (size_t i = 0; i < parts.size(); ++i) {
    const std::string name = program + "-" + std::to_string(i), plain = name + ".ll", woven = name + "-woven.ll";
    std::vector<std::string> words = wordsFor(description, tools, i);
    words.insert(words.end(), {"-S", "-emit-llvm", "-Xclang", "-disable-llvm-passes", parts[i], "-o", plain});
    commands.push_back(std::move(words));
    commands.push_back({weaver.find('/') == std::string::npos ? "./" + weaver : weaver, plain, woven});
    words = wordsFor(description, tools, SIZE_MAX);
    parts[i] = name + ".o";
    words.insert(words.end(), {"-c", woven, "-o", parts[i]});
    commands.push_back(std::move(words));
  }
  for (const char* file : {kReplayTurnsFile, kReplayInputsFile}) {
    std::vector<std::string> words = tools.compiler;
    parts.push_back(program + "-" + file + ".o");
    if (tools.tracksMemory && file == std::string_view(kReplayInputsFile)) words.emplace_back("-DASSAY_TRACKS_MEMORY");
    words.insert(words.end(), {"-fno-sanitize=all", "-c", file, "-o", parts.back()});
    commands.push_back(std::move(words));
  }
  return commands;
}

/// The script, and last the description: it says that the rest is there.
void writeDescription(const fs::path& folder, const ReplayDescription& description) {
  writeAtOnce(folder / kScriptFile, scriptText(description));
  fs::permissions(folder / kScriptFile, fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec,
                  fs::perm_options::add);
  writeAtOnce(folder / kDescriptionFile, descriptionText(description));
}

} // namespace

Toolchain toolchainOf(const ReplayDescription& description, bool onX86) {
  const ReplayPrediction& prediction = description.prediction;
  const ReplayBuild& build = description.build;
  Toolchain tools =
      toolchainFor(build.dataModel, build.stopsAtRace ? Instrumentation::None : instrumentationFor(prediction.property),
                   {onX86 || prediction.needsX86, prediction.convertsToInteger, build.hasThreads});
  if (build.stopsAtRace) tools.environment.push_back(std::string(kReplayStops) + "=1");
  return tools;
}

std::vector<std::vector<std::string>> compileCommands(const ReplayDescription& description, const Toolchain& tools,
                                                      const std::string& program) {
  const ReplayBuild& build = description.build;
  const bool areAlike =
      !build.hasThreads && std::ranges::adjacent_find(build.flags, std::not_equal_to()) == build.flags.end();
  std::vector<std::vector<std::string>> commands;
  std::vector<std::string> parts = build.sources;
  if (build.hasThreads) commands = weavingCommands(description, tools, program, parts);
  for (size_t i = 0; i < build.sources.size() && !areAlike && !build.hasThreads; ++i) {
    std::vector<std::string> words = wordsFor(description, tools, i);
    parts[i] = program + "-" + std::to_string(i) + ".o";
    words.insert(words.end(), {"-c", build.sources[i], "-o", parts[i]});
    commands.push_back(std::move(words));
  }
  std::vector<std::string> words = wordsFor(description, tools, areAlike ? 0 : SIZE_MAX);
  for (const std::string& function : build.wraps) words.push_back("-Wl,--wrap=" + function);
  words.emplace_back("-Wl,--wrap=main");
  if (description.prediction.isLeak()) words.emplace_back("-Wl,--wrap=abort");
  if (tools.tracksMemory)
    words.insert(words.end(), {"-DASSAY_TRACKS_MEMORY", "-Wl,--wrap=malloc", "-Wl,--wrap=calloc", "-Wl,--wrap=realloc",
                               "-Wl,--wrap=free"});
  words.insert(words.end(), parts.begin(), parts.end());
  if (!build.hasThreads) words.emplace_back(kReplayInputsFile);
  words.insert(words.end(), {"-o", program, "-lm", "-lpthread"});
  commands.push_back(std::move(words));
  return commands;
}

std::vector<std::string> preprocessCommand(const ReplayDescription& description, const Toolchain& tools, size_t source,
                                           const std::string& file) {
  std::vector<std::string> words = wordsFor(description, tools, source);
  words.insert(words.end(), {"-E", description.build.sources[source], "-o", file});
  return words;
}

void replaceSources(const fs::path& folder, ReplayDescription description, std::vector<std::string> files) {
  ReplayBuild& build = description.build;
  for (const std::string& source : build.sources) fs::remove(folder / source);
  build.sources = std::move(files);
  build.includeDirs.clear();
  build.quoteDirs.clear();
  build.defines.clear();
  // What is left for those who compile the text.
  for (std::vector<std::string>& flags : build.flags)
    std::erase_if(flags, [](const std::string& flag) {
      return !flag.starts_with("-f") && !flag.starts_with("-std=") && flag != "-ansi" && flag != "-pthread";
    });
  writeDescription(folder, description);
}

void writeReplay(const fs::path& folder, const ReplayPlan& plan, ReplayBuild build,
                 const std::vector<ReplaySource>& sources) {
  prepareFolder(folder);
  build.wraps = wrappedFunctions(plan);
  build.hasThreads = plan.hasThreads;
  // There is no ThreadSanitizer for other widths. The headers of a preprocessed file have been those of its data model:
  // its mutexes have other sizes than the library's of 64 bits.
  const bool isRace = infoOf(plan.prediction.property).symptom == Symptom::Race;
  build.stopsAtRace = isRace && build.dataModel == 32 && std::ranges::any_of(sources, &ReplaySource::isPreprocessed);
  const uint32_t width = isRace && !build.stopsAtRace ? 64 : build.dataModel;
  for (const ReplaySource& source : sources) {
    build.sources.push_back("program-" + std::to_string(build.sources.size()) + ".c");
    build.flags.push_back(source.flags);
    if (plan.hasThreads && sources.size() == 1 && needsBodies(source.text))
      build.flags.back().push_back("-fgnu89-inline");
    build.quoteDirs.push_back(fs::absolute(source.path).parent_path().string());
    writeAtOnce(folder / build.sources.back(), programSource(source, plan, width));
  }
  for (std::string& include : build.includeDirs) include = fs::absolute(include).string();
  writeAtOnce(folder / kReplayInputsFile, inputsSource(plan));
  writeAtOnce(folder / kReplayStdinFile, plan.input);
  if (plan.hasThreads) {
    writeAtOnce(folder / kReplayTurnsFile, turnsSource(plan));
    writeAtOnce(folder / kReplayWeaverFile, weaverSource());
  }
  writeDescription(folder, {std::move(build), plan.prediction});
}

ReplayDescription readReplay(const fs::path& folder) {
  const fs::path file = folder / kDescriptionFile;
  if (!fs::exists(file)) throw InputError(folder.string() + ": no replay: there is no " + kDescriptionFile);
  try {
    return parse(YAML::LoadFile(file.string()));
  } catch (const YAML::Exception& error) {
    throw InputError(file.string() + ": " + error.what());
  }
}

} // namespace assay
