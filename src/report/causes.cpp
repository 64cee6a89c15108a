#include "report/causes.h"

#include "report/source_texts.h"

#include <algorithm>
#include <cctype>
#include <map>

#include <nlohmann/json.hpp>

namespace assay {

namespace {

using Json = ResultModel;

/// The names in a line of C.
std::vector<std::string> namesIn(std::string_view line) {
  std::vector<std::string> names(1);
  for (const char c : line) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_')
      names.back() += c;
    else if (!names.back().empty())
      names.emplace_back();
  }
  return names;
}

class Causes {
public:
  explicit Causes(const ProjectReport& report) : report_(report) {}

  std::vector<Cause> run() {
    for (const FunctionReport& function : report_.functions)
      if (function.state == FunctionState::Violated && function.result) add(function);
    std::vector<Cause> result;
    for (auto& [key, cause] : causes_) result.push_back(std::move(cause));
    std::ranges::stable_sort(result, [](const Cause& one, const Cause& other) {
      return one.rank != other.rank ? one.rank < other.rank : one.functions.size() > other.functions.size();
    });
    return result;
  }

private:
  void add(const FunctionReport& function) {
    const HarnessNeeds needs = needsOf(*function.result);
    for (const Json& finding : (*function.result)["findings"]) {
      if (finding.contains("suppressed")) continue;
      const Rank rank = rankOf(finding);
      const std::string text = causeOf(finding, rank, needs);
      Cause& cause = causes_.try_emplace({rank, text}, Cause{rank, text}).first->second;
      if (std::ranges::find(cause.functions, function.function) == cause.functions.end())
        cause.functions.push_back(function.function);
    }
  }

  std::string causeOf(const Json& finding, Rank rank, const HarnessNeeds& needs) {
    const std::string message = finding["message"];
    if (message.find("null") != std::string::npos && finding.contains("file"))
      for (const std::string& name : namesIn(sources_.line(finding["file"], finding["line"])))
        if (const auto global = report_.nullGlobals.find(name); global != report_.nullGlobals.end())
          return "'" + name + "' is null until " + global->second + " sets it";
    if (rank == Rank::Unmade && !isUncalled(finding) && !needs.states.empty() &&
        needs.states.find(',') == std::string::npos)
      return needs.states + " of another kind than functions make it";
    const std::string place = placeOf(finding);
    return (place.empty() ? "" : place + ": ") + message + " [" + finding["property"].get<std::string>() + "]" +
           (isUncalled(finding) ? ", with arguments that no caller is seen to pass" : "");
  }

  const ProjectReport& report_;
  SourceTexts sources_;
  std::map<std::pair<Rank, std::string>, Cause> causes_;
};

std::string functionsText(const Cause& cause) {
  constexpr size_t kMany = 4;
  std::string text;
  for (size_t i = 0; i < std::min(kMany, cause.functions.size()); ++i)
    text += (i == 0 ? "" : ", ") + cause.functions[i];
  if (cause.functions.size() == 1) return text;
  return std::to_string(cause.functions.size()) + " functions: " + text +
         (cause.functions.size() > kMany ? ", ..." : "");
}

} // namespace

std::vector<Cause> causesOf(const ProjectReport& report) { return Causes(report).run(); }

std::string causesText(const ProjectReport& report) {
  std::string text;
  Rank rank = Rank::None;
  for (const Cause& cause : causesOf(report)) {
    if (text.empty() || cause.rank != rank)
      text += cause.rank == Rank::Reached ? "violated, " + std::string(needText(cause.rank)) + ":\n"
                                          : "violated, needs " + std::string(needText(cause.rank)) + ":\n";
    rank = cause.rank;
    text += "  " + cause.text + " (" + functionsText(cause) + ")\n";
  }
  return text;
}

} // namespace assay
