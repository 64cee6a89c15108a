#include "cli/project_plan.h"

#include "cli/config_options.h"
#include "cli/load.h"
#include "cli/project_includes.h"
#include "frontend/compile/compiler_flags.h"
#include "report/suppressions.h"
#include "util/error.h"
#include "util/file_text.h"
#include "util/sha256.h"
#include "util/suggestion.h"

#include <algorithm>
#include <array>
#include <deque>
#include <set>

namespace assay {

namespace fs = std::filesystem;

namespace {

/// A file of the project, or a harness.
struct Unit {
  CompileCommands::Entry entry;
  FileContents contents;
  std::map<std::string, const Definition*> definitions = {}; // by name
};

class Planner {
public:
  Planner(const Project& project, Env& env)
      : project_(project), env_(env), options_(env.options), config_(configOf(env.options)), includes_(project.folder) {
    if (!options_.harnesses.empty() && !fs::is_directory(options_.harnesses))
      throw InputError(options_.harnesses + ": there is no such folder");
  }

  ProjectPlan plan();

private:
  const Unit& read(CompileCommands::Entry entry);
  FileContents contentsFor(const CompileCommands::Entry& entry) const;
  std::string nameOf(const Definition& definition, const Unit& unit);
  void planFunction(const Unit& unit, const Definition& function, ProjectPlan& plan);
  bool isWanted(const std::string& function, const std::string& file) const;
  fs::path harnessOf(const Definition& function) const;
  void planHarness(const Unit& unit, const fs::path& harness, FunctionTask& task);
  /// The unit that defines what a name means in this unit; null: there is none, or that is not known.
  const Unit* definer(const Unit& user, const std::string& name, const std::vector<const Unit*>& program) const;
  /// The units that the entry needs, itself first, and the definitions that it reaches.
  struct Closure {
    std::vector<const Unit*> units;
    std::set<const Definition*> reached;
  };
  Closure closureOf(const Unit& unit, const std::string& entry) const;
  static void take(const Closure& closure, FunctionTask& task);
  void readCalls(ProjectPlan& plan) const;
  void checkConfig() const;

  const Project& project_;
  Env& env_;
  const Options& options_;
  const Config config_;
  std::deque<Unit> units_;                                   // those of the project, and harnesses
  std::map<std::string, std::vector<const Unit*>> definers_; // of the project, by what they share
  ProjectIncludes includes_;
  std::vector<std::string> foldersOfHeaders_;     // that were found
  std::map<std::string, std::string> headerName_; // by file
};

FileContents Planner::contentsFor(const CompileCommands::Entry& entry) const {
  FrontendOptions options = frontendOptions(options_, Specification());
  options.compileCommands.clear();
  const std::vector<std::string> flags = cc1Flags(entry.flags);
  options.flags.insert(options.flags.end(), flags.begin(), flags.end());
  if (options.dataModel == 64 && entry.dataModel != 0) options.dataModel = entry.dataModel;
  return contentsOf(shownPath(entry.file), options);
}

/// Without a compile_commands.json nobody says where headers are: those that are missing are looked for.
const Unit& Planner::read(CompileCommands::Entry entry) {
  constexpr size_t kMostFolders = 20;
  if (project_.database.empty())
    for (const std::string& folder : foldersOfHeaders_) entry.flags.push_back("-I" + folder);
  FileContents contents = contentsFor(entry);
  while (project_.database.empty() && !contents.obstacle.empty() && foldersOfHeaders_.size() < kMostFolders) {
    const std::optional<std::string> folder = includes_.folderFor(contents.obstacle, entry.file);
    if (!folder || std::ranges::find(foldersOfHeaders_, *folder) != foldersOfHeaders_.end()) break;
    foldersOfHeaders_.push_back(*folder);
    entry.flags.push_back("-I" + *folder);
    contents = contentsFor(entry);
  }
  Unit& unit = units_.emplace_back(Unit{std::move(entry), std::move(contents)});
  for (const Definition& definition : unit.contents.definitions) {
    const Definition*& known = unit.definitions[definition.name];
    if (!known || known->uses.empty()) known = &definition; // an object may be defined tentatively before
  }
  return unit;
}

const Unit* Planner::definer(const Unit& user, const std::string& name, const std::vector<const Unit*>& program) const {
  if (user.definitions.contains(name)) return &user;
  const auto shares = [&](const Unit* unit) {
    const auto found = unit->definitions.find(name);
    return found != unit->definitions.end() && found->second->isShared;
  };
  if (const auto known = std::ranges::find_if(program, shares); known != program.end()) return *known;
  const auto found = definers_.find(name);
  if (found == definers_.end()) return nullptr;
  if (found->second.size() == 1) return found->second.front();
  const auto isNear = [&](const Unit* unit) {
    return fs::path(unit->entry.file).parent_path() == fs::path(program.front()->entry.file).parent_path();
  };
  if (std::ranges::count_if(found->second, isNear) != 1) return nullptr;
  return *std::ranges::find_if(found->second, isNear);
}

Planner::Closure Planner::closureOf(const Unit& unit, const std::string& entry) const {
  Closure closure{{&unit}, {}};
  std::set<std::string> shared; // names that the program's files define for each other
  const auto add = [&](const Unit& added) {
    for (const Definition& definition : added.contents.definitions)
      if (definition.isShared) shared.insert(definition.name);
  };
  const auto clashes = [&](const Definition& definition) {
    return definition.isShared && shared.contains(definition.name);
  };
  add(unit);
  std::vector<std::pair<const Unit*, std::string>> todo = {{&unit, entry}};
  for (const ConfigWord& word : config_.named()) todo.emplace(todo.begin(), &unit, word.text);
  while (!todo.empty()) {
    const auto [user, name] = std::move(todo.back());
    todo.pop_back();
    const Unit* place = definer(*user, name, closure.units);
    if (!place) continue;
    if (std::ranges::find(closure.units, place) == closure.units.end()) {
      if (std::ranges::any_of(place->contents.definitions, clashes)) continue;
      closure.units.push_back(place);
      add(*place);
    }
    const Definition* definition = place->definitions.at(name);
    if (!closure.reached.insert(definition).second) continue;
    for (const std::string& use : definition->uses) todo.emplace_back(place, use);
  }
  return closure;
}

void Planner::take(const Closure& closure, FunctionTask& task) {
  std::set<std::string> filesRead;
  for (const Unit* unit : closure.units) {
    task.files.push_back(unit->entry);
    filesRead.insert(unit->contents.filesRead.begin(), unit->contents.filesRead.end());
  }
  task.filesRead.assign(filesRead.begin(), filesRead.end());
}

/// What functions pass to each other, and who sets globals that are null at first.
void Planner::readCalls(ProjectPlan& plan) const {
  std::vector<const FileContents*> contents;
  for (const Unit& unit : units_) contents.push_back(&unit.contents);
  plan.callers = callersOf(contents);
  std::set<std::string> begins;
  for (const auto& [name, stores] : plan.callers.globals)
    if (stores.beginsNull) begins.insert(name.second);
  for (const Unit& unit : units_)
    for (const Definition& definition : unit.contents.definitions)
      for (const StoredGlobal& store : definition.passed.stores)
        if (store.value.kind != PassedValue::Null && begins.contains(store.name)) {
          std::string& setter = plan.nullGlobals[store.name];
          if (setter.empty() || definition.name == "main") setter = definition.name;
        }
}

/// What assay.yml names has to be there.
void Planner::checkConfig() const {
  std::set<std::string> functions, types;
  for (const Unit& unit : units_) {
    types.insert(unit.contents.types.begin(), unit.contents.types.end());
    for (const Definition& definition : unit.contents.definitions)
      if (definition.isFunction) functions.insert(definition.name);
  }
  const auto want = [&](const std::string& name, uint32_t line, const std::set<std::string>& known, const char* what) {
    if (!known.contains(name))
      throw InputError(config_.place(line) + "the project has no " + what + " '" + name + "'" +
                       suggestionFor(name, known));
  };
  for (const ConfigWord& word : config_.named()) want(word.text, word.line, functions, "function");
  for (const auto& [name, function] : config_.functions) want(name, config_.lines.at(name), functions, "function");
  for (const auto& [name, type] : config_.types) want(name, config_.lines.at(name), types, "type");
}

bool Planner::isWanted(const std::string& function, const std::string& file) const {
  if (function == "reach_error" || function.starts_with("__VERIFIER_"))
    return false; // what is checked, not what is used
  const auto isLike = [&](const std::string& pattern) {
    return matches(pattern, function) || matches(pattern, file) || matches("*/" + pattern, file);
  };
  if (std::ranges::any_of(options_.except, isLike)) return false;
  if (std::ranges::any_of(config_.skip, [&](const ConfigWord& word) { return isLike(word.text); })) return false;
  return options_.only.empty() || std::ranges::any_of(options_.only, isLike);
}

fs::path Planner::harnessOf(const Definition& function) const {
  if (options_.harnesses.empty()) return {};
  const std::string stem = fs::path(function.file).stem().string();
  for (const std::string& name : {stem + "." + function.name, function.name}) {
    fs::path file = fs::path(options_.harnesses) / (name + ".c");
    if (fs::is_regular_file(file)) return file;
  }
  return {};
}

/// Plans a harness that is written by hand. It is compiled as the function's own file is, and has to call the function.
void Planner::planHarness(const Unit& unit, const fs::path& harness, FunctionTask& task) {
  CompileCommands::Entry entry = unit.entry;
  entry.file = fs::absolute(harness).lexically_normal().string();
  const Unit& own = read(entry);
  task.harness = shownPath(harness);
  task.entry = "main";
  if (!own.contents.obstacle.empty()) {
    task.obstacle = own.contents.obstacle;
    return;
  }
  if (!own.definitions.contains("main")) {
    task.obstacle = task.harness + " has no main";
    return;
  }
  const Closure closure = closureOf(own, "main");
  const bool isCalled = std::ranges::any_of(closure.reached, [&](const Definition* definition) {
    return definition->name == task.function && definition->line == task.line &&
           shownPath(definition->file) == task.file;
  });
  if (!isCalled) task.obstacle = task.harness + " does not call '" + task.function + "' of " + task.file;
  take(closure, task);
}

void Planner::planFunction(const Unit& unit, const Definition& function, ProjectPlan& plan) {
  constexpr std::array kAllocators = {"malloc", "calloc", "realloc", "reallocarray", "strdup", "strndup"};
  FunctionTask task{function.name, shownPath(function.file), function.line, {}, function.name};
  if (!isWanted(task.function, task.file)) return;
  const bool isAllocating = std::ranges::any_of(
      kAllocators, [&](const char* name) { return std::ranges::binary_search(function.uses, std::string(name)); });
  if (isAllocating) ++plan.numAllocating;
  const fs::path harness = harnessOf(function);
  if (!harness.empty())
    planHarness(unit, harness, task);
  else
    take(closureOf(unit, function.name), task);
  // What a header defines is for everybody.
  const auto known = plan.callers.functions.find(definitionName(function.file, function.name));
  task.isClosed =
      known != plan.callers.functions.end() && known->second.isClosed && task.file == shownPath(unit.entry.file);
  if (harness.empty() && task.entry != "main")
    task.callers = callersText(plan.callers, definitionName(function.file, function.name));
  plan.tasks.push_back(std::move(task));
}

/// A header and a copy of it in another folder, as builds make them, are one.
std::string Planner::nameOf(const Definition& definition, const Unit& unit) {
  std::string path = shownPath(definition.file);
  if (path == shownPath(unit.entry.file)) return path;
  std::string& name = headerName_[path];
  if (!name.empty()) return name;
  const std::optional<std::string> text = textOfFile(definition.file);
  return name = text ? fs::path(path).filename().string() + " " + sha256(*text) : path;
}

ProjectPlan Planner::plan() {
  ProjectPlan plan;
  size_t number = 0;
  for (const CompileCommands::Entry& entry : project_.files) {
    if (env_.deadline.expired()) return plan;
    env_.logger.status("reading file " + std::to_string(++number) + " of " + std::to_string(project_.files.size()));
    const Unit& unit = read(entry);
    if (!unit.contents.obstacle.empty()) plan.broken.push_back({shownPath(entry.file), unit.contents.obstacle});
    for (const auto& [name, definition] : unit.definitions)
      if (definition->isShared) definers_[name].push_back(&unit);
  }
  readCalls(plan);
  if (plan.broken.empty()) checkConfig();
  // What a header defines is checked once, in the first file that includes it.
  std::set<std::tuple<std::string, uint32_t, std::string>> seen;
  const size_t numUnits = units_.size(); // harnesses come behind them
  for (size_t i = 0; i < numUnits; ++i)
    for (const Definition& definition : units_[i].contents.definitions)
      if (definition.isFunction && !definition.isSystem &&
          seen.emplace(nameOf(definition, units_[i]), definition.line, definition.name).second)
        planFunction(units_[i], definition, plan);
  std::ranges::stable_sort(plan.tasks, {}, [](const FunctionTask& task) { return std::tie(task.file, task.line); });
  env_.logger.clearStatus();
  plan.includes = foldersOfHeaders_;
  plan.isComplete = true;
  return plan;
}

} // namespace

ProjectPlan planProject(const Project& project, Env& env) { return Planner(project, env).plan(); }

} // namespace assay
