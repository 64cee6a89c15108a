#include "report/sarif_report.h"

#include "report/ranks.h"
#include "report/source_texts.h"
#include "util/sha256.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include <nlohmann/json.hpp>

namespace assay {

namespace {

using Json = ResultModel;

constexpr const char* kRoot = "SRCROOT";
constexpr const char* kHome = "https://cwe.mitre.org/data/definitions/";

struct Rule {
  const char* property;
  const char* name;
  const char* summary;
  const char* text;
};

#define PROPERTY(property, name, otherName, formula, traits, detail, symptom, instrumentation, weaknesses, rule,       \
                 summary, text)                                                                                        \
  Rule{name, rule, summary, text},
/// What a rank is in SARIF: 100 is the most important there, and code scanning shows 7 and more as high.
struct Weight {
  const char* level;
  double rank;
  const char* severity;
};
constexpr std::array<Weight, kRanks> kWeights = {
    {{"error", 90, "8.0"}, {"error", 100, "9.0"}, {"error", 90, "8.0"}, {"warning", 50, "5.0"}, {"note", 10, "2.0"}}};

constexpr std::array kRules = {
#include "program/properties.def"
};

size_t ruleIndex(const std::string& property) {
  return static_cast<size_t>(std::ranges::find(kRules, property, &Rule::property) - kRules.begin());
}

/// What a URI cannot hold as it is, as hexadecimal digits.
std::string escaped(const std::string& path) {
  constexpr std::string_view kPlain = "/-._~", kDigits = "0123456789ABCDEF";
  std::string result;
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    const bool isPlain = (byte < 128 && std::isalnum(byte) != 0) || kPlain.find(c) != std::string_view::npos;
    if (isPlain)
      result += c;
    else
      (result += '%').append({kDigits[byte / 16], kDigits[byte % 16]});
  }
  return result;
}

class Sarif {
public:
  Sarif(const ResultModel& model, int status) : model_(model), status_(status) {}
  Json document();

private:
  Json artifact(const std::string& file) const;
  Json location(const Json& place);
  Json remark(const Json& place, const std::string& text);
  Json result(const Json& finding);
  Json threadFlows(const Json& finding);
  Json step(const Json& step);
  Json notification(const Json& place, const std::string& text, const char* level);
  Json invocation();
  Json driver() const;
  Json taxonomy() const;

  const ResultModel& model_;
  const int status_;
  SourceTexts sources_;
  std::set<std::string> files_; // that something is said about
  std::set<unsigned> weaknesses_;
};

Json message(const std::string& text) { return {{"text", text}}; }

/// An array of one element: compilers do not agree on what one more pair of braces means.
Json only(Json element) { return Json::array({std::move(element)}); }

Json Sarif::artifact(const std::string& file) const {
  if (file.starts_with('/')) return {{"uri", "file://" + escaped(file)}};
  return {{"uri", escaped(file)}, {"uriBaseId", kRoot}};
}

/// Of anything that has a file and a line.
Json Sarif::location(const Json& place) {
  const std::string file = place["file"];
  const size_t line = place["line"];
  files_.insert(file);
  Json region = {{"startLine", line}};
  if (const auto column = place.find("column"); column != place.end())
    region["startColumn"] = sources_.characterColumn(file, line, column->get<size_t>());
  if (const std::string_view text = sources_.line(file, line); !text.empty())
    region["snippet"] = message(std::string(text));
  Json result = {{"physicalLocation", {{"artifactLocation", artifact(file)}, {"region", std::move(region)}}}};
  if (const auto function = place.find("function"); function != place.end())
    result["logicalLocations"] = only({{"name", *function}, {"kind", "function"}});
  return result;
}

Json Sarif::remark(const Json& place, const std::string& text) {
  Json result = location(place);
  result["message"] = message(text);
  return result;
}

/// Of one side of a data race.
std::string accessText(const Json& access, const std::string& object) {
  return "thread " + std::to_string(access["thread"].get<uint32_t>()) + " is about to " +
         access["access"].get<std::string>() + " " + (object.empty() ? "this memory" : object);
}

/// What becomes of threads, and what a thread reads that others may write.
std::string threadText(const Json& step) {
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : "; ") + part; };
  if (const auto reads = step.find("reads"); reads != step.end())
    for (const Json& read : *reads) add(read["name"].get<std::string>() + " is " + read["value"].get<std::string>());
  if (const auto made = step.find("creates"); made != step.end())
    add("creates thread " + std::to_string((*made)["thread"].get<uint32_t>()) +
        (made->contains("function") ? ", which runs " + (*made)["function"].get<std::string>() : ""));
  if (const auto wait = step.find("waits"); wait != step.end()) add((*wait)["text"]);
  if (step.contains("ends_thread")) add("the thread ends");
  return text;
}

Json Sarif::step(const Json& step) {
  Json place = location(step);
  Json made = Json::object(), state = Json::object();
  std::string text;
  if (const auto rounds = step.find("iterations_left_out"); rounds != step.end())
    text = std::to_string(rounds->get<uint64_t>()) + " more iterations";
  if (const auto changes = step.find("changes"); changes != step.end())
    for (const Json& change : *changes) {
      const std::string name = change["name"], value = change["value"];
      text += (text.empty() ? "" : "; ") + name + " = " + value + (change["input"].get<bool>() ? " (input)" : "");
      state[name] = message(value);
    }
  if (const std::string more = threadText(step); !more.empty()) text += (text.empty() ? "" : "; ") + more;
  if (!text.empty()) place["message"] = message(text);
  made["location"] = std::move(place);
  if (!state.empty()) made["state"] = std::move(state);
  made["nestingLevel"] = std::max(0, step["depth"].get<int>() - 1);
  made["importance"] = text.empty() ? "unimportant" : "important";
  return made;
}

/// One for each thread that has a step; the order of execution goes through all of them.
Json Sarif::threadFlows(const Json& finding) {
  std::map<uint32_t, Json> steps; // by thread
  uint32_t last = 0;
  uint64_t order = 0;
  const auto add = [&](uint32_t thread, Json made) {
    made["executionOrder"] = ++order;
    steps.try_emplace(thread, Json::array()).first->second.push_back(std::move(made));
    last = thread;
  };
  for (const Json& entry : finding["trace"]["steps"])
    if (entry.contains("file")) add(entry.value("thread", 0U), step(entry));
  const bool hasThreads = finding["trace"]["steps"].size() > 0 && finding["trace"]["steps"][0].contains("thread");
  const auto race = finding.find("race");
  if (race != finding.end() && (*race)["accesses"][1].contains("file")) { // it stands before its access
    const Json& other = (*race)["accesses"][1];
    Json place = remark(other, accessText(other, (*race)["object"]));
    add(other["thread"], {{"location", std::move(place)}, {"nestingLevel", 0}, {"importance", "essential"}});
    last = (*race)["accesses"][0]["thread"];
  }
  if (finding.contains("file")) {
    Json made = {{"location", remark(finding, finding["message"])}, {"nestingLevel", 0}, {"importance", "essential"}};
    if (const auto own = steps.find(last); own != steps.end())
      made["nestingLevel"] = own->second.back()["nestingLevel"];
    add(last, std::move(made));
  }
  Json flows = Json::array();
  for (auto& [thread, locations] : steps) {
    flows.push_back({{"locations", std::move(locations)}});
    if (hasThreads) {
      flows.back()["id"] = "thread " + std::to_string(thread);
      flows.back()["message"] = message("thread " + std::to_string(thread));
    }
  }
  return flows;
}

Json Sarif::result(const Json& finding) {
  const std::string property = finding["property"], id = finding["id"];
  const unsigned weakness = finding["cwe"];
  weaknesses_.insert(weakness);
  Json result = {{"ruleId", property},
                 {"ruleIndex", ruleIndex(property)},
                 {"kind", "fail"},
                 {"level", "error"},
                 {"message", message(finding["message"])},
                 {"locations", Json::array()},
                 {"partialFingerprints", {{"assayFinding/v2", id}}},
                 {"taxa", only({{"id", std::to_string(weakness)}, {"toolComponent", {{"name", "CWE"}}}})},
                 {"properties", {{"inputs", finding["inputs"]}}}};
  if (const Rank rank = rankOf(finding); rank != Rank::None) {
    const Weight& weight = kWeights.at(static_cast<size_t>(rank));
    result["level"] = weight.level;
    result["rank"] = weight.rank;
    result["properties"]["needs"] = needText(rank);
    result["properties"]["security-severity"] = weight.severity;
  }
  if (finding.contains("file")) result["locations"].push_back(location(finding));
  if (const auto known = finding.find("suppressed"); known != finding.end()) {
    Json suppression = {{"kind", (*known)["where"] == "in source" ? "inSource" : "external"}, {"status", "accepted"}};
    if (!(*known)["reason"].get<std::string>().empty()) suppression["justification"] = (*known)["reason"];
    result["suppressions"] = Json::array({std::move(suppression)});
  }
  if (finding.contains("new")) result["baselineState"] = finding["new"].get<bool>() ? "new" : "unchanged";
  if (const auto freed = finding.find("freed"); freed != finding.end() && freed->contains("file"))
    result["relatedLocations"].push_back(remark(*freed, (*freed)["block"].get<std::string>() + " is freed here"));
  if (const auto leak = finding.find("leak"); leak != finding.end()) {
    const std::string block = (*leak)["block"];
    if (leak->contains("file")) result["relatedLocations"].push_back(remark(*leak, block + " is allocated here"));
    if (leak->contains("lost"))
      result["relatedLocations"].push_back(
          remark((*leak)["lost"], "after this, nothing points to " + block + " any more"));
  }
  if (const auto race = finding.find("race"); race != finding.end())
    for (const Json& access : (*race)["accesses"])
      if (access.contains("file"))
        result["relatedLocations"].push_back(remark(access, accessText(access, (*race)["object"])));
  if (const auto waits = finding.find("deadlock"); waits != finding.end())
    for (const Json& wait : *waits)
      if (wait.contains("file"))
        result["relatedLocations"].push_back(remark(wait, "thread " + std::to_string(wait["thread"].get<uint32_t>()) +
                                                              " " + wait["text"].get<std::string>()));
  if (Json flows = threadFlows(finding); !flows.empty())
    result["codeFlows"] = only({{"threadFlows", std::move(flows)}});
  return result;
}

Json Sarif::notification(const Json& place, const std::string& text, const char* level) {
  Json made = {{"level", level}, {"message", message(text)}};
  if (place.contains("file")) made["locations"] = only(location(place));
  return made;
}

Json Sarif::invocation() {
  const bool isOpen = model_["verdict"] == "unknown" || model_["verdict"] == "true within limits";
  Json notifications = Json::array();
  if (isOpen) {
    notifications.push_back(notification({}, "not decided: " + model_["reason"].get<std::string>(), "warning"));
    for (const char* rows : {"checks", "obstacles"})
      for (const Json& row : model_[rows])
        if (row["status"] == "open")
          notifications.push_back(notification(
              row, "open: " + row["message"].get<std::string>() + ": " + row["how"].get<std::string>(), "warning"));
  }
  for (const Json& warning : model_["warnings"]) notifications.push_back(notification({}, warning, "warning"));
  for (const Json& assumption : model_["assumptions"])
    notifications.push_back(notification(assumption, "assumed: " + assumption["message"].get<std::string>(), "note"));
  const char* meaning = status_ == 0 ? "true" : status_ == 1 ? "false" : "unknown";
  return {{"executionSuccessful", true},
          {"exitCode", status_},
          {"exitCodeDescription", meaning},
          {"toolExecutionNotifications", std::move(notifications)}};
}

Json Sarif::driver() const {
  const std::string producer = model_["producer"]; // "Assay 0.1.0"
  Json rules = Json::array();
  std::map<std::string, Rank> worst; // code scanning wants to know the severity of a rule
  for (const Json& finding : model_["findings"]) {
    const Rank rank = rankOf(finding);
    Rank& known = worst.try_emplace(finding["property"].get<std::string>(), rank).first->second;
    known = std::min(known, rank);
  }
  for (const Rule& rule : kRules) {
    rules.push_back({{"id", rule.property},
                     {"name", rule.name},
                     {"shortDescription", message(rule.summary)},
                     {"fullDescription", message(rule.text)},
                     {"help", message(rule.text)},
                     {"defaultConfiguration", {{"level", "error"}}},
                     {"properties", {{"tags", only("correctness")}, {"precision", "very-high"}}}});
    if (const auto rank = worst.find(rule.property); rank != worst.end() && rank->second != Rank::None) {
      rules.back()["properties"]["tags"].push_back("security");
      rules.back()["properties"]["security-severity"] = kWeights.at(static_cast<size_t>(rank->second)).severity;
    }
  }
  return {{"name", "Assay"},
          {"semanticVersion", producer.substr(producer.find(' ') + 1)},
          {"supportedTaxonomies", only({{"name", "CWE"}})},
          {"rules", std::move(rules)}};
}

Json Sarif::taxonomy() const {
  Json taxa = Json::array();
  for (const unsigned weakness : weaknesses_)
    taxa.push_back({{"id", std::to_string(weakness)}, {"helpUri", kHome + std::to_string(weakness) + ".html"}});
  return {{"name", "CWE"},
          {"organization", "MITRE"},
          {"shortDescription", message("The Common Weakness Enumeration")},
          {"taxa", std::move(taxa)}};
}

Json Sarif::document() {
  Json results = Json::array(), artifacts = Json::array();
  for (const Json& finding : model_["findings"]) results.push_back(result(finding));
  Json invoked = invocation();
  for (const Json& file : model_["files"]) files_.insert(file.get<std::string>());
  for (const std::string& file : files_) {
    Json entry = {{"location", artifact(file)}, {"sourceLanguage", "c"}};
    if (const std::optional<std::string>& text = sources_.text(file)) {
      entry["length"] = text->size();
      entry["hashes"] = {{"sha-256", sha256(*text)}};
    }
    artifacts.push_back(std::move(entry));
  }
  Json run = {
      {"tool", {{"driver", driver()}}},
      {"invocations", only(std::move(invoked))},
      {"originalUriBaseIds", {{kRoot, {{"description", message("the folder in which Assay was started")}}}}},
      {"artifacts", std::move(artifacts)},
      {"columnKind", "unicodeCodePoints"},
      {"results", std::move(results)},
      {"taxonomies", only(taxonomy())},
      {"properties", {{"verdict", model_["verdict"]}, {"reason", model_["reason"]}}},
  };
  return {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
          {"version", "2.1.0"},
          {"runs", Json::array({std::move(run)})}};
}

} // namespace

std::string sarifReport(const ResultModel& model, int status) { return jsonText(Sarif(model, status).document()); }

} // namespace assay
