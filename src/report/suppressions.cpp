#include "report/suppressions.h"

#include "util/error.h"

#include <algorithm>
#include <fstream>
#include <sstream>

#include <nlohmann/json.hpp>

namespace assay {

namespace {

constexpr std::string_view kMark = "assay-ignore", kReason = " -- ", kBlanks = " \t\r";

std::string_view trimmed(std::string_view text) {
  const size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

bool isIdentity(std::string_view text) {
  constexpr size_t kDigits = 16;
  return text.size() == kDigits && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

bool isNumber(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

bool isProperty(std::string_view name) { return name == "*" || propertyByName(name).has_value(); }

/// A path that ends with these folders and this file is meant, too.
bool matchesFile(std::string_view pattern, std::string_view file) {
  return matches(pattern, file) || matches("*/" + std::string(pattern), file);
}

/// What stands behind the mark: properties, and a reason behind a colon or the end of the comment. Nothing: no mark.
std::optional<Suppression> readComment(std::string_view line, const std::string& property) {
  const size_t at = line.find(kMark);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view before = trimmed(line.substr(0, at));
  if (!before.ends_with("//") && !before.ends_with("/*")) return std::nullopt;
  std::string_view rest = line.substr(at + kMark.size());
  rest = rest.substr(0, rest.find("*/"));
  const size_t colon = rest.find(':');
  std::istringstream words{std::string(rest.substr(0, colon))};
  bool names = false, isNamed = false;
  for (std::string word; words >> word; names = true) {
    if (word.ends_with(',')) word.pop_back();
    isNamed = isNamed || word == property;
  }
  if (names && !isNamed) return std::nullopt;
  return Suppression{Suppression::InSource,
                     std::string(colon == std::string_view::npos ? "" : trimmed(rest.substr(colon + 1)))};
}

bool isCommentAlone(std::string_view line) {
  const std::string_view text = trimmed(line);
  return text.starts_with("//") || (text.starts_with("/*") && text.ends_with("*/"));
}

} // namespace

bool matches(std::string_view pattern, std::string_view text) {
  size_t p = 0, t = 0, star = std::string_view::npos, resume = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      resume = t;
    } else if (p < pattern.size() && pattern[p] == text[t]) {
      ++p;
      ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++resume;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

Suppressions::Suppressions(const Options& options) {
  for (const std::string& file : options.suppressions) readFile(file);
  if (!options.baseline.empty()) readBaseline(options.baseline);
}

void Suppressions::readFile(const std::string& file) {
  std::ifstream in(file);
  if (!in) throw InputError(file + ": cannot be read");
  size_t number = 0;
  for (std::string whole; std::getline(in, whole);) {
    const std::string where = file + ":" + std::to_string(++number) + ": ";
    std::string_view line = trimmed(whole);
    if (line.empty() || line.starts_with('#')) continue;
    Rule rule;
    if (const size_t at = line.find(kReason); at != std::string_view::npos) {
      rule.reason = trimmed(line.substr(at + kReason.size()));
      line = trimmed(line.substr(0, at));
    }
    const size_t blank = line.find_first_of(kBlanks);
    if (blank == std::string_view::npos) {
      if (!isIdentity(line)) throw InputError(where + "neither 'PROPERTY FILE' nor the id of a finding");
      rule.part = line;
    } else {
      rule.property = line.substr(0, blank);
      rule.file = trimmed(line.substr(blank));
      if (!isProperty(rule.property)) throw InputError(where + "no property: " + rule.property);
      if (const size_t colon = rule.file.rfind(':'); colon != std::string::npos) {
        rule.part = rule.file.substr(colon + 1);
        rule.file.resize(colon);
      }
    }
    rules_.push_back(std::move(rule));
  }
}

void Suppressions::readBaseline(const std::string& file) {
  std::ifstream in(file);
  const nlohmann::json report = nlohmann::json::parse(in, nullptr, false);
  constexpr int kFirstVersion = 4; // that has identities
  const auto take = [&](const nlohmann::json& result) {
    if (!result.is_object() || result.value("format", "") != "assay-result" ||
        result.value("version", 0) < kFirstVersion || !result.contains("findings") || !result["findings"].is_array())
      throw InputError(file + ": no report of --json, or one of an older version");
    for (const nlohmann::json& finding : result["findings"])
      if (finding.is_object() && finding.contains("id") && finding["id"].is_string()) baseline_.insert(finding["id"]);
    // Whoever stops at the first violation has not looked whether the others were there.
    if (result.value("verdict", "") != "false" || result.value("all", false) || !result.contains("checks")) return;
    for (const nlohmann::json& check : result["checks"])
      if (check.is_object() && check.value("status", "") == "open" && check.contains("id") && check["id"].is_string())
        notLookedAt_.insert(check["id"]);
  };
  if (report.is_object() && report.value("format", "") == "assay-project" && report.contains("functions")) {
    for (const nlohmann::json& function : report["functions"])
      if (function.is_object() && function.contains("result")) take(function["result"]);
  } else {
    take(report);
  }
  hasBaseline_ = true;
}

std::optional<Suppression> Suppressions::inSource(const Place& place) {
  if (place.line == 0) return std::nullopt;
  if (auto found = readComment(sources_.line(place.file, place.line), place.property)) return found;
  const std::string_view before = sources_.line(place.file, place.line - 1);
  return isCommentAlone(before) ? readComment(before, place.property) : std::nullopt;
}

std::optional<Suppression> Suppressions::find(const Place& place) {
  if (auto found = inSource(place)) return found;
  for (const Rule& rule : rules_) {
    if (rule.file.empty()) {
      if (rule.part == place.identity) return Suppression{Suppression::InFile, rule.reason};
      continue;
    }
    const bool isPart = rule.part.empty() || (isNumber(rule.part) ? rule.part == std::to_string(place.line)
                                                                  : matches(rule.part, place.function));
    if (isPart && matches(rule.property, place.property) && matchesFile(rule.file, place.file))
      return Suppression{Suppression::InFile, rule.reason};
  }
  if (baseline_.contains(place.identity)) return Suppression{Suppression::Baseline, ""};
  if (notLookedAt_.contains(place.identity))
    return Suppression{Suppression::Baseline, "its run stopped before this was looked at, --all does not"};
  return std::nullopt;
}

std::map<size_t, Suppression> suppressed(const Program& program, const Result& result, Suppressions& suppressions) {
  std::map<size_t, Suppression> found;
  const std::vector<std::string> identities = identitiesOf(program, result.checks);
  for (size_t i = 0; i < result.checks.size(); ++i) {
    if (result.checks[i].status != CheckStatus::Violated) continue;
    const Location& location = program[result.checks[i].error];
    Suppressions::Place place{identities[i], std::string(propertyName(location.property)), "",
                              functionOf(program, location), location.position.line};
    if (location.position.known()) place.file = program.files[location.position.file];
    if (std::optional<Suppression> known = suppressions.find(place)) found.emplace(i, std::move(*known));
  }
  return found;
}

} // namespace assay
