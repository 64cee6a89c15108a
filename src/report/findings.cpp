#include "report/findings.h"

#include "engine/common/replay.h"
#include "report/source_texts.h"
#include "report/statements.h"
#include "util/sha256.h"

#include <algorithm>
#include <filesystem>
#include <initializer_list>
#include <map>

namespace assay {

namespace {

constexpr size_t kIdentityDigits = 16;

/// What is at a place, whatever the number of its line is.
struct Place {
  std::string_view property, message;
  std::string function;
  SourcePosition position;
};

/// The file's path from the root of its repository, or else from the current folder, if it is in one of them.
std::string nameInProject(const std::string& file) {
  std::error_code error;
  const std::filesystem::path whole = std::filesystem::absolute(file, error).lexically_normal();
  if (error) return file;
  std::filesystem::path root = whole.parent_path();
  while (root.has_relative_path() && !std::filesystem::exists(root / ".git", error)) root = root.parent_path();
  if (!root.has_relative_path()) root = std::filesystem::current_path(error);
  const std::string name = whole.lexically_relative(root).generic_string();
  return name.empty() || name.starts_with("..") ? whole.generic_string() : name;
}

/// What stands at places in the files of a program, as text.
class PlaceTexts {
public:
  explicit PlaceTexts(const Program& program) : program_(program) {}

  std::string operator()(const Place& place) {
    std::string text;
    for (std::string_view part : {place.property, std::string_view(place.function), place.message})
      text.append(part) += '\n';
    if (!place.position.known()) return text;
    const File& file = fileOf(place.position.file);
    const FunctionId function = program_.findFunction(place.function);
    const SourcePosition begin = function.valid() ? program_[function].position : SourcePosition();
    const bool isWholeFunction =
        place.position.column == 0 && place.position.file == begin.file && place.position.line == begin.line;
    if (isWholeFunction) return text + file.name; // its name may stand in a line with others
    const auto found = file.statements ? file.statements->at(place.position.line, place.position.column,
                                                             begin.file == place.position.file ? begin.line : 0)
                                       : std::nullopt;
    text += file.name + '\n';
    if (!found) return text + std::to_string(place.position.line) + ':' + std::to_string(place.position.column);
    return text + found->text + '\n' + std::to_string(found->offset) + ' ' + std::to_string(found->ordinal);
  }

private:
  struct File {
    std::string name;
    std::optional<Statements> statements = {}; // if it can be read
  };
  const File& fileOf(uint32_t number) {
    const auto [entry, isNew] = files_.try_emplace(number);
    if (!isNew) return entry->second;
    entry->second.name = nameInProject(program_.files[number]);
    if (const auto& text = sources_.text(program_.files[number])) entry->second.statements.emplace(*text);
    return entry->second;
  }

  const Program& program_;
  SourceTexts sources_;
  std::map<uint32_t, File> files_;
};

std::vector<std::string> identities(const Program& program, const std::vector<Place>& places) {
  PlaceTexts textOf(program);
  std::map<std::string, std::vector<size_t>> equal; // numbers of places that nothing tells apart: they are not known
  for (size_t i = 0; i < places.size(); ++i) equal[textOf(places[i])].push_back(i);
  std::vector<std::string> result(places.size());
  for (auto& [text, numbers] : equal) {
    for (size_t ordinal = 0; ordinal < numbers.size(); ++ordinal)
      result[numbers[ordinal]] = sha256(text + std::to_string(ordinal)).substr(0, kIdentityDigits);
  }
  return result;
}

/// The program is the one that is executed.
Finding findingOf(const Program& executed, const CheckResult& check, Env& env, Folding folding) {
  const Location& location = executed[check.counterexample->error];
  Replay replayed = replay(executed, *check.counterexample, env);
  Finding finding;
  finding.property = location.property;
  finding.message = replayed.confirmed ? replayed.outcome.message : location.message;
  finding.position = replayed.confirmed ? replayed.outcome.position : location.position;
  finding.function = functionOf(executed, location);
  finding.trace = recordTrace(executed, *check.counterexample, env, folding);
  if (const SourcePosition place = placeOf(finding.trace, finding.position); place != finding.position) {
    finding.position = place;
    finding.function = functionAt(executed, place);
  }
  finding.inputs = std::move(replayed.inputs);
  return finding;
}

Finding findingOf(const Program& program, const LoopResult& loop, Env& env, Folding folding) {
  Finding finding;
  finding.property = Property::Termination;
  finding.message = std::string(loop.isRecursion ? "recursion" : "loop") + " never ends: " + loop.how;
  finding.position = loop.position;
  finding.function = functionAt(program, loop.position);
  if (const Lasso* execution = loop.endlessExecution()) {
    finding.trace = recordLasso(program, *execution, env, folding);
    finding.inputs = finding.trace.inputs;
  }
  return finding;
}

/// A number of the Common Weakness Enumeration, for messages in which the phrase stands.
struct Weakness {
  std::string_view phrase;
  unsigned number;
};

} // namespace

std::string functionOf(const Program& program, const Location& location) {
  const Function& function = program[location.function];
  return function.position.known() ? function.name : functionAt(program, location.position);
}

std::string functionAt(const Program& program, SourcePosition position) {
  const Function* found = nullptr;
  for (const Function& function : program.functions())
    if (function.hasBody() && function.position.known() && function.position.file == position.file &&
        function.position.line <= position.line && (!found || found->position.line <= function.position.line))
      found = &function;
  return found ? found->name : std::string();
}

std::vector<std::string> identitiesOf(const Program& program, std::span<const CheckResult> checks) {
  std::vector<Place> places;
  for (const CheckResult& check : checks) {
    const Location& location = program[check.error];
    places.push_back(
        {propertyName(location.property), location.message, functionOf(program, location), location.position});
  }
  return identities(program, places);
}

std::vector<std::string> identitiesOf(const Program& program, std::span<const LoopResult> loops) {
  std::vector<Place> places;
  for (const LoopResult& loop : loops)
    places.push_back({propertyName(Property::Termination), loop.isRecursion ? "recursion" : "loop",
                      functionAt(program, loop.position), loop.position});
  return identities(program, places);
}

std::vector<Finding> findingsOf(const Program& program, const PortfolioResult& whole, Env& env, Folding folding) {
  const Result& result = whole.result;
  std::vector<Finding> findings;
  if (result.question == Question::Errors) {
    const std::vector<std::string> names = identitiesOf(program, result.checks);
    for (size_t i = 0; i < result.checks.size(); ++i) {
      if (result.checks[i].status != CheckStatus::Violated) continue;
      findings.push_back(findingOf(whole.executedFor(result.checks[i], program), result.checks[i], env, folding));
      if (const auto origin = whole.origins.find(result.checks[i].error); origin != whole.origins.end())
        findings.back().program = origin->second;
      findings.back().identity = names[i];
      findings.back().number = i;
    }
  }
  const std::vector<std::string> names = identitiesOf(program, result.loops);
  for (size_t i = 0; i < result.loops.size(); ++i) {
    if (result.loops[i].status != CheckStatus::Violated) continue;
    findings.push_back(findingOf(program, result.loops[i], env, folding));
    findings.back().identity = names[i];
    findings.back().number = i;
  }
  return findings;
}

Finding refutationOf(const InvariantFate& fate, Env& env, Folding folding) {
  CheckResult check;
  check.error = fate.counterexample->error;
  check.counterexample = fate.counterexample;
  return findingOf(*fate.program, check, env, folding);
}

unsigned weaknessOf(Property property, std::string_view message) {
#define LIST(...) {__VA_ARGS__}
#define PROPERTY(property, name, otherName, formula, traits, detail, symptom, instrumentation, weaknesses, ...)        \
  LIST weaknesses,
  static const std::vector<Weakness> kWeaknesses[] = {
#include "program/properties.def"
  };
#undef LIST
  for (const Weakness& weakness : kWeaknesses[static_cast<unsigned>(property)])
    if (message.find(weakness.phrase) != std::string_view::npos) return weakness.number;
  return 0;
}

} // namespace assay
