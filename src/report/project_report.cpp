#include "report/project_report.h"

#include "report/causes.h"
#include "strategy/vacuity.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <set>
#include <tuple>

#include <nlohmann/json.hpp>

namespace assay {

namespace {

using Json = ResultModel;
using enum FunctionState;

constexpr std::array<std::string_view, kFunctionStates> kStates = {"proved", "proved within limits", "violated",
                                                                   "open",   "no harness",           "not checked"};

/// The first violation of this rank that counts, and how many more there are.
std::string violationsOf(const Json& result, Rank rank) {
  std::string text;
  size_t number = 0;
  for (const Json& finding : result["findings"]) {
    if (finding.contains("suppressed")) continue;
    ++number;
    if (!text.empty() || rankOf(finding) != rank) continue;
    const std::string place = placeOf(finding);
    text = (place.empty() ? "" : place + ": ") + finding["message"].get<std::string>() + " [" +
           finding["property"].get<std::string>() + "]";
  }
  if (number > 1) text += " and " + std::to_string(number - 1) + " more";
  return number == 0 ? result["reason"].get<std::string>() : text;
}

std::string limitsOf(const Json& result) {
  std::string text;
  for (const Json& limit : result["limits"]) text += (text.empty() ? "" : "; ") + limit.get<std::string>();
  return text;
}

/// "3 of 7 checks unreached", of a proof.
std::string unreachedIn(const Json& result) {
  for (const Json& entry : result["warnings"]) {
    const std::string warning = entry;
    if (!warning.starts_with(kUnreached)) continue;
    const std::string number =
        warning.substr(kUnreached.size(), warning.find(": ", kUnreached.size()) - kUnreached.size());
    return number == "any check" ? "all checks unreached" : number + " unreached";
  }
  return {};
}

/// "an execution never ends, in the loop at x.c:3:5", of a proof that does not speak of that.
std::string endlessIn(const Json& result) {
  for (const Json& entry : result["warnings"]) {
    const std::string warning = entry;
    if (warning.starts_with("an execution never ends")) return "warning: " + warning.substr(0, warning.find(" ("));
  }
  return {};
}

/// "2 assumptions about callers", of a proof: writer_callers.cpp says of how many callers.
std::string assumedOfCallers(const Json& result) {
  const auto number = static_cast<size_t>(std::ranges::count_if(result["assumptions"], [](const Json& assumption) {
    const std::string message = assumption["message"];
    return message.ends_with(" caller") || message.ends_with(" callers");
  }));
  if (number == 0) return {};
  return std::to_string(number) + " assumption" + (number == 1 ? "" : "s") + " about callers";
}

void addTo(std::string& text, const std::string& more) {
  if (!more.empty()) text += (text.empty() ? "" : "; ") + more;
}

void readDocument(FunctionReport& report, const Json& result) {
  const std::string verdict = result["verdict"];
  report.what.clear();
  if (verdict == "true") {
    report.state = Proved;
    report.what = endlessIn(result);
    addTo(report.what, unreachedIn(result));
    addTo(report.what, assumedOfCallers(result));
  } else if (verdict == "true but for known violations") {
    report.state = Proved;
    report.what = "but for known violations";
  } else if (verdict == "true within limits") {
    report.state = Limited;
    report.what = limitsOf(result);
    addTo(report.what, endlessIn(result));
    addTo(report.what, unreachedIn(result));
    addTo(report.what, assumedOfCallers(result));
  } else if (verdict == "false") {
    report.state = Violated;
    report.rank = worstRank(result);
    report.what = violationsOf(result, report.rank);
  } else {
    report.state = Open;
    report.what = result["reason"];
  }
}

Json parsed(const std::string& text) { return Json::parse(text, nullptr, false); }

/// A document that lacks something is none.
bool take(FunctionReport& report, const Json& result) {
  if (!result.is_object() || result.value("format", "") != "assay-result") return false;
  try {
    readDocument(report, result);
  } catch (const Json::exception&) {
    return false;
  }
  report.result = std::make_shared<const Json>(result);
  return true;
}

std::string numberOf(size_t number, const std::string& what) {
  return std::to_string(number) + " " + what + (number == 1 ? "" : "s");
}

std::string secondsText(double seconds) {
  std::array<char, 32> text{};
  (void)std::snprintf(text.data(), text.size(), "%.1f s", seconds);
  return text.data();
}

std::string firstLine(const std::string& text) { return text.substr(0, text.find('\n')); }

std::string placeOf(const FunctionReport& report) { return report.file + ":" + std::to_string(report.line); }

std::string fieldName(std::string_view state) {
  std::string name(state);
  std::ranges::replace(name, ' ', '_');
  return name;
}

Json rowOf(const FunctionReport& report) {
  Json row = {{"function", report.function},      {"file", report.file},   {"line", report.line},
              {"state", stateName(report.state)}, {"reason", report.what}, {"seconds", report.seconds},
              {"unchanged", report.isUnchanged},  {"files", report.files}};
  if (!report.harness.empty()) row["harness"] = report.harness;
  if (report.rank != Rank::None) {
    row["rank"] = static_cast<uint32_t>(report.rank);
    row["needs"] = needText(report.rank);
  }
  if (report.result) row["result"] = *report.result;
  return row;
}

} // namespace

std::string_view stateName(FunctionState state) { return kStates.at(static_cast<size_t>(state)); }

bool readResult(FunctionReport& report, const std::string& json) { return take(report, parsed(json)); }

void settleCallers(std::vector<FunctionReport>& functions) {
  using Place = std::tuple<std::string, int64_t, int64_t, std::string>;
  const auto placeIn = [](const Json& finding) {
    return Place{finding.value("file", ""), finding.value("line", 0), finding.value("column", 0), finding["property"]};
  };
  std::set<Place> reached; // from functions that others may call
  for (const FunctionReport& report : functions)
    if (report.state == Violated && !report.isClosed)
      for (const Json& finding : (*report.result)["findings"])
        if (rankOf(finding) != Rank::Unmade) reached.insert(placeIn(finding));
  for (FunctionReport& report : functions) {
    if (report.state != Violated || !report.isClosed || report.rank == Rank::Reached) continue;
    Json result = *report.result;
    for (Json& finding : result["findings"])
      if (!reached.contains(placeIn(finding))) rankAsUncalled(finding);
    report.rank = worstRank(result);
    report.result = std::make_shared<const Json>(std::move(result));
  }
}

void settleContracts(std::vector<FunctionReport>& functions) {
  const auto isProof = [](FunctionState state) { return state == Proved || state == Limited; };
  const auto restsOn = [](const FunctionReport& report) {
    constexpr std::string_view kBegin = "calls of '",
                               kEnd = "' do what its contract says"; // compile/contract_calls.cpp
    std::vector<std::string> names;
    if (!report.result) return names;
    for (const Json& assumption : (*report.result)["assumptions"]) {
      const std::string message = assumption["message"];
      const size_t end = message.find(kEnd);
      if (message.starts_with(kBegin) && end != std::string::npos)
        names.push_back(message.substr(kBegin.size(), end - kBegin.size()));
    }
    return names;
  };
  for (bool hasChanged = true; hasChanged;) {
    hasChanged = false;
    for (FunctionReport& report : functions) {
      if (!isProof(report.state)) continue;
      for (const std::string& name : restsOn(report)) {
        const bool isOwn = name == report.function && !report.harness.empty();
        const bool isOpen = std::ranges::any_of(
            functions, [&](const FunctionReport& other) { return other.function == name && !isProof(other.state); });
        const bool isLimited =
            report.state == Proved && std::ranges::any_of(functions, [&](const FunctionReport& other) {
              return other.function == name && other.state == Limited;
            });
        if (isLimited && !isOwn && !isOpen) {
          report.state = Limited;
          addTo(report.what, "as the contract of '" + name + "' is, on which it rests");
          hasChanged = true;
        }
        if (!isOwn && !isOpen) continue;
        report.state = Open;
        report.what = isOwn ? "its harness calls its contract (--contracts off calls the function)"
                            : "it rests on the contract of '" + name + "', which is not proved";
        hasChanged = true;
        break;
      }
    }
  }
}

HarnessNeeds needsOf(const FunctionReport& report) { return needsOf(*report.result); }

void rankFindings(FunctionReport& report, Rank rank) {
  Json result = *report.result;
  rankFindings(result, rank);
  take(report, result);
}

void rankOrdinary(FunctionReport& report) {
  Json result = *report.result;
  rankOrdinary(result);
  take(report, result);
}

void takeNarrower(FunctionReport& report, const FunctionReport& narrower, Rank rank, bool isWhole) {
  Json result = *report.result;
  takeNarrower(result, *narrower.result, rank, isWhole);
  take(report, result);
}

bool isWorthKeeping(const FunctionReport& report) {
  return report.result && (report.state == Proved || report.state == Limited || report.state == Violated);
}

std::string textToKeep(const FunctionReport& report) {
  const Json kept = {{"seconds", report.seconds}, {"result", *report.result}};
  return kept.dump(-1, ' ', false, Json::error_handler_t::replace);
}

bool readKept(FunctionReport& report, const std::string& text) {
  const Json kept = parsed(text);
  if (!kept.is_object() || !kept.contains("result") || !kept.contains("seconds") || !kept["seconds"].is_number())
    return false;
  if (!take(report, kept["result"])) return false;
  report.seconds = kept["seconds"];
  report.isUnchanged = true;
  return true;
}

size_t ProjectReport::count(FunctionState state) const {
  return static_cast<size_t>(std::ranges::count(functions, state, &FunctionReport::state));
}

bool ProjectReport::counts(const FunctionReport& function) const {
  return function.state == Violated && function.rank <= failOn;
}

std::string ProjectReport::verdict() const {
  if (std::ranges::any_of(functions, [&](const FunctionReport& function) { return counts(function); })) return "false";
  const bool isWhole = broken.empty() && !isInterrupted && !functions.empty();
  return isWhole && count(Proved) == functions.size() ? "true" : "unknown";
}

std::string ProjectReport::reason() const {
  const std::string all = " of " + numberOf(functions.size(), "function");
  const auto number = static_cast<size_t>(
      std::ranges::count_if(functions, [&](const FunctionReport& function) { return counts(function); }));
  if (number > 0) return std::to_string(number) + all + " violated";
  std::string text;
  const auto add = [&](size_t number, const std::string& what) {
    if (number > 0) text += (text.empty() ? "" : ", ") + what;
  };
  add(isInterrupted ? 1 : 0, "interrupted");
  if (const size_t others = count(Violated); others > 0)
    add(others, std::to_string(others) + all + " violated, but of ranks that --fail-on leaves out");
  for (const FunctionState state : {Open, Limited, NoHarness, NotChecked})
    add(count(state), std::to_string(count(state)) + all + " " + std::string(stateName(state)));
  add(broken.size(), numberOf(broken.size(), "file") + (broken.size() == 1 ? " does" : " do") + " not compile");
  return text.empty() ? numberOf(functions.size(), "function") + " proved" : text;
}

int ProjectReport::status() const {
  constexpr int kTrue = 0, kFalse = 1, kUnknown = 2;
  const std::string said = verdict();
  return said == "true" ? kTrue : said == "false" ? kFalse : kUnknown;
}

std::string stateText(const FunctionReport& report) {
  std::string text(stateName(report.state));
  if (report.rank != Rank::None) text += ", rank " + std::to_string(static_cast<uint32_t>(report.rank));
  if (!report.what.empty()) text += ": " + firstLine(report.what);
  return report.isUnchanged ? text + " (unchanged)" : text;
}

std::string projectTable(const ProjectReport& report) {
  using Row = std::array<std::string, 4>;
  std::vector<Row> rows = {{"function", "place", "time", "verdict"}};
  for (const FunctionReport& function : report.functions)
    rows.push_back({function.function, placeOf(function),
                    function.state == NotChecked ? "-" : secondsText(function.seconds), stateText(function)});
  for (const ProjectReport::BrokenFile& file : report.broken)
    rows.push_back({"-", file.file, "-", "does not compile: " + firstLine(file.message)});
  std::array<size_t, 3> widths{};
  for (const Row& row : rows)
    for (size_t i = 0; i < widths.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  std::string text;
  for (const Row& row : rows) {
    const auto gap = [&](size_t i) { return std::string(widths[i] - row[i].size(), ' '); };
    text += row[0] + gap(0) + "  " + row[1] + gap(1) + "  " + gap(2) + row[2] + "  " + row[3] + "\n";
  }
  text += numberOf(report.functions.size(), "function") + ":";
  const char* separator = " ";
  for (size_t i = 0; i < kFunctionStates; ++i) {
    const size_t number = report.count(static_cast<FunctionState>(i));
    if (number > 0) text += separator + std::to_string(number) + " " + std::string(kStates[i]);
    if (number > 0) separator = ", ";
  }
  if (const size_t number = mergedModel(report)["findings"].size(); number > 0)
    text += " (" + numberOf(number, "different finding") + ")";
  const auto numUnchanged =
      static_cast<size_t>(std::ranges::count(report.functions, true, &FunctionReport::isUnchanged));
  if (!report.broken.empty()) text += "; " + numberOf(report.broken.size(), "file") + " not compiled";
  if (numUnchanged > 0) text += "; " + std::to_string(numUnchanged) + " unchanged since the last run";
  return text + "; " + secondsText(report.seconds) + "\n";
}

ResultModel projectModel(const ProjectReport& report) {
  Json totals = Json::object();
  for (size_t i = 0; i < kFunctionStates; ++i)
    totals[fieldName(kStates[i])] = report.count(static_cast<FunctionState>(i));
  Json functions = Json::array(), broken = Json::array();
  for (const FunctionReport& function : report.functions) functions.push_back(rowOf(function));
  for (const ProjectReport::BrokenFile& file : report.broken)
    broken.push_back({{"file", file.file}, {"message", file.message}});
  Json causes = Json::array();
  for (const Cause& cause : causesOf(report))
    causes.push_back({{"rank", static_cast<uint32_t>(cause.rank)},
                      {"needs", needText(cause.rank)},
                      {"cause", cause.text},
                      {"functions", cause.functions}});
  return {{"format", "assay-project"},           {"version", 1},
          {"producer", report.producer},         {"project", report.project},
          {"verdict", report.verdict()},         {"reason", report.reason()},
          {"interrupted", report.isInterrupted}, {"seconds", report.seconds},
          {"totals", std::move(totals)},         {"functions", std::move(functions)},
          {"causes", std::move(causes)},         {"not_compiled", std::move(broken)}};
}

namespace {

/// Of findings that are the same, the one that needs least.
void addFinding(Json& findings, const Json& finding) {
  const auto known = std::ranges::find_if(findings, [&](const Json& other) { return other["id"] == finding["id"]; });
  if (known == findings.end())
    findings.push_back(finding);
  else if (rankOf(finding) < rankOf(*known))
    *known = finding;
}

} // namespace

ResultModel mergedModel(const ProjectReport& report) {
  std::set<std::string> files, seen;
  Json findings = Json::array(), obstacles = Json::array(), warnings = Json::array(), assumptions = Json::array();
  const auto addNew = [&](Json& list, const Json& row, const std::string& name) {
    if (seen.insert(name).second) list.push_back(row);
  };
  for (const FunctionReport& function : report.functions) {
    files.insert(function.files.begin(), function.files.end());
    const bool isOpen = function.state != Proved && function.state != Violated;
    if (isOpen)
      obstacles.push_back({{"kind", "function"},
                           {"message", "function '" + function.function + "'"},
                           {"file", function.file},
                           {"line", function.line},
                           {"status", "open"},
                           {"how", "'" + function.function + "': " + stateText(function)}});
    if (!function.result) continue;
    const Json& result = *function.result;
    for (const Json& finding : result["findings"]) addFinding(findings, finding);
    for (const Json& warning : result["warnings"]) addNew(warnings, warning, "warning " + warning.get<std::string>());
    for (const Json& assumption : result["assumptions"])
      addNew(assumptions, assumption, "assumption " + placeOf(assumption) + assumption["message"].get<std::string>());
  }
  for (const ProjectReport::BrokenFile& file : report.broken)
    obstacles.push_back({{"kind", "file"},
                         {"message", "file"},
                         {"file", file.file},
                         {"line", 1},
                         {"status", "open"},
                         {"how", "does not compile: " + firstLine(file.message)}});
  return {{"producer", report.producer},          {"files", files},
          {"verdict", report.verdict()},          {"reason", report.reason()},
          {"findings", std::move(findings)},      {"checks", Json::array()},
          {"obstacles", std::move(obstacles)},    {"warnings", std::move(warnings)},
          {"assumptions", std::move(assumptions)}};
}

} // namespace assay
