#include "report/junit_report.h"

#include <array>
#include <cstdio>
#include <map>
#include <sstream>

#include <nlohmann/json.hpp>
#include <pugixml.hpp>

namespace assay {

namespace {

using Json = ResultModel;

/// XML has no way to write most control characters, and what is not UTF-8 stops its readers.
std::string writable(const std::string& text) {
  const std::string valid = Json::parse(Json(text).dump(-1, ' ', false, Json::error_handler_t::replace));
  std::string result;
  for (const char c : valid) {
    constexpr unsigned char kFirstPlain = 0x20;
    const bool isControl = static_cast<unsigned char>(c) < kFirstPlain && c != '\n' && c != '\t';
    result += isControl ? "\xef\xbf\xbd" : std::string(1, c);
  }
  return result;
}

void set(pugi::xml_node node, const char* name, const std::string& value) {
  node.append_attribute(name).set_value(writable(value).c_str());
}

std::string traceText(const Json& finding) {
  std::string text = placeOf(finding) + ": " + finding["message"].get<std::string>() + "\n";
  for (const Json& input : finding["inputs"])
    text += "input " + input["name"].get<std::string>() + " = " + input["value"].get<std::string>() + " (" +
            input["type"].get<std::string>() + ")\n";
  for (const Json& step : finding["trace"]["steps"]) {
    const std::string thread =
        step.contains("thread") ? "thread " + std::to_string(step["thread"].get<uint32_t>()) + " " : "";
    text += placeOf(step) + ": " + thread + "in " + step["function"].get<std::string>();
    if (step.contains("iterations_left_out"))
      text += ": " + std::to_string(step["iterations_left_out"].get<uint64_t>()) + " more iterations";
    const char* separator = ": ";
    if (step.contains("changes"))
      for (const Json& change : step["changes"]) {
        text += separator + change["name"].get<std::string>() + " = " + change["value"].get<std::string>();
        separator = ", ";
      }
    text += "\n";
  }
  return text;
}

std::string timeText(double seconds) {
  std::array<char, 32> time{};
  (void)std::snprintf(time.data(), time.size(), "%.3f", seconds);
  return time.data();
}

void declare(pugi::xml_document& document) {
  pugi::xml_node declaration = document.append_child(pugi::node_declaration);
  declaration.append_attribute("version") = "1.0";
  declaration.append_attribute("encoding") = "UTF-8";
}

std::string textOf(const pugi::xml_document& document) {
  std::ostringstream out;
  document.save(out, "  ");
  return out.str();
}

struct Counts {
  unsigned tests = 0, failures = 0, errors = 0, skipped = 0;
  double seconds = 0;
};

void setCounts(pugi::xml_node node, const Counts& counts, bool isSuite) {
  node.append_attribute("tests") = counts.tests;
  node.append_attribute("failures") = counts.failures;
  node.append_attribute("errors") = counts.errors;
  if (isSuite) node.append_attribute("skipped") = counts.skipped;
  set(node, "time", timeText(counts.seconds));
}

class Suite {
public:
  explicit Suite(const ResultModel& model);
  std::string text();

private:
  void addCheck(const Json& check);
  void addLoop(const Json& loop);
  void addObstacle(const Json& obstacle);
  void addWhole();
  pugi::xml_node addCase(const Json& row, const std::string& name);
  void fail(pugi::xml_node test, const Json& row);
  void leaveOpen(pugi::xml_node test, const Json& row, bool isSkipped);

  const ResultModel& model_;
  std::map<std::string, const Json*> findings_; // by identity
  pugi::xml_document document_;
  pugi::xml_node root_, suite_;
  Counts counts_;
};

Suite::Suite(const ResultModel& model) : model_(model) {
  for (const Json& finding : model["findings"]) findings_[finding["id"]] = &finding;
  declare(document_);
  root_ = document_.append_child("testsuites");
  suite_ = root_.append_child("testsuite");
}

pugi::xml_node Suite::addCase(const Json& row, const std::string& name) {
  ++counts_.tests;
  pugi::xml_node test = suite_.append_child("testcase");
  const std::string place = placeOf(row);
  set(test, "name", name + (place.empty() ? "" : " at " + place));
  set(test, "classname", row.contains("function") ? row["function"].get<std::string>() : "program");
  test.append_attribute("time") = "0";
  if (row.contains("file")) {
    set(test, "file", row["file"]);
    test.append_attribute("line") = row["line"].get<unsigned>();
  }
  return test;
}

void Suite::fail(pugi::xml_node test, const Json& row) {
  const auto finding = findings_.find(row["id"]);
  if (finding != findings_.end() && finding->second->contains("suppressed")) {
    const Json& known = (*finding->second)["suppressed"];
    leaveOpen(test,
              {{"how", "known (" + known["where"].get<std::string>() + "): " + known["reason"].get<std::string>()}},
              true);
    return;
  }
  ++counts_.failures;
  pugi::xml_node failure = test.append_child("failure");
  const Json& told = finding != findings_.end() ? *finding->second : row;
  set(failure, "message", told.value("message", row.value("how", "")));
  set(failure, "type", row.value("property", "termination"));
  if (finding != findings_.end()) failure.text().set(writable(traceText(*finding->second)).c_str());
}

void Suite::leaveOpen(pugi::xml_node test, const Json& row, bool isSkipped) {
  ++(isSkipped ? counts_.skipped : counts_.errors);
  pugi::xml_node open = test.append_child(isSkipped ? "skipped" : "error");
  set(open, "message", row["how"]);
  if (!isSkipped) open.append_attribute("type") = "open";
}

void Suite::addCheck(const Json& check) {
  pugi::xml_node test =
      addCase(check, check["property"].get<std::string>() + ": " + check["message"].get<std::string>());
  if (check["status"] == "violated") fail(test, check);
  if (check["status"] == "open") leaveOpen(test, check, model_["verdict"] == "false");
}

void Suite::addLoop(const Json& loop) {
  pugi::xml_node test = addCase(loop, "termination: " + loop["kind"].get<std::string>());
  if (loop["status"] == "endless") fail(test, loop);
  if (loop["status"] == "open") leaveOpen(test, loop, model_["verdict"] == "false");
}

/// Where the model ends and an execution may get there, nothing is known.
void Suite::addObstacle(const Json& obstacle) {
  if (obstacle["status"] != "open") return;
  pugi::xml_node test =
      addCase(obstacle, obstacle["kind"].get<std::string>() + ": " + obstacle["message"].get<std::string>());
  leaveOpen(test, obstacle, model_["verdict"] == "false");
}

/// If the program has no checks, or its verdict is not the one that its checks give, the whole program is a test as
/// well.
void Suite::addWhole() {
  pugi::xml_node test = addCase(Json::object(), "verdict");
  const bool isUnknown = model_["verdict"] == "unknown" || model_["verdict"] == "true within limits";
  if (isUnknown) leaveOpen(test, {{"how", model_["reason"]}}, false);
}

std::string Suite::text() {
  for (const Json& check : model_["checks"]) addCheck(check);
  if (model_.contains("loops"))
    for (const Json& loop : model_["loops"]) addLoop(loop);
  for (const Json& obstacle : model_["obstacles"]) addObstacle(obstacle);
  addWhole();
  for (const Json& engine : model_["engines"])
    counts_.seconds = std::max(counts_.seconds, engine["seconds"].get<double>());
  std::string name;
  for (const Json& file : model_["files"]) name += (name.empty() ? "" : " ") + file.get<std::string>();
  for (const bool isSuite : {false, true}) {
    const pugi::xml_node node = isSuite ? suite_ : root_;
    set(node, "name", isSuite ? name : "Assay");
    setCounts(node, counts_, isSuite);
  }
  return textOf(document_);
}

/// A function that is violated fails; one that is open is an error; one that was not looked at is skipped.
void addFunction(pugi::xml_node suite, const FunctionReport& function, Counts& counts) {
  ++counts.tests;
  counts.seconds += function.seconds;
  pugi::xml_node test = suite.append_child("testcase");
  set(test, "name", function.function);
  set(test, "classname", function.file);
  set(test, "time", timeText(function.seconds));
  set(test, "file", function.file);
  test.append_attribute("line") = function.line;
  if (function.state == FunctionState::Proved) return;
  const bool isViolated = function.state == FunctionState::Violated;
  const bool isSkipped = function.state == FunctionState::NoHarness || function.state == FunctionState::NotChecked;
  ++(isViolated ? counts.failures : isSkipped ? counts.skipped : counts.errors);
  pugi::xml_node outcome = test.append_child(isViolated ? "failure" : isSkipped ? "skipped" : "error");
  set(outcome, "message", stateText(function));
  if (!isSkipped) set(outcome, "type", std::string(stateName(function.state)));
  if (!isViolated) return;
  std::string text;
  for (const Json& finding : (*function.result)["findings"])
    if (!finding.contains("suppressed")) text += traceText(finding);
  outcome.text().set(writable(text).c_str());
}

void addBrokenFile(pugi::xml_node suite, const ProjectReport::BrokenFile& file, Counts& counts) {
  ++counts.tests;
  ++counts.errors;
  pugi::xml_node test = suite.append_child("testcase");
  set(test, "name", "compiles");
  set(test, "classname", file.file);
  set(test, "time", timeText(0));
  pugi::xml_node error = test.append_child("error");
  set(error, "message", file.message);
  error.append_attribute("type") = "does not compile";
}

} // namespace

std::string junitReport(const ResultModel& model) { return Suite(model).text(); }

std::string projectJunitReport(const ProjectReport& report) {
  pugi::xml_document document;
  declare(document);
  pugi::xml_node root = document.append_child("testsuites");
  std::map<std::string, std::pair<pugi::xml_node, Counts>> suites; // by file
  const auto suiteOf = [&](const std::string& file) -> std::pair<pugi::xml_node, Counts>& {
    auto& suite = suites[file];
    if (!suite.first) suite.first = root.append_child("testsuite");
    return suite;
  };
  for (const FunctionReport& function : report.functions) {
    auto& [node, counts] = suiteOf(function.file);
    addFunction(node, function, counts);
  }
  for (const ProjectReport::BrokenFile& file : report.broken) {
    auto& [node, counts] = suiteOf(file.file);
    addBrokenFile(node, file, counts);
  }
  Counts all;
  for (auto& [file, suite] : suites) {
    const Counts& counts = suite.second;
    set(suite.first, "name", file);
    setCounts(suite.first, counts, true);
    all.tests += counts.tests;
    all.failures += counts.failures;
    all.errors += counts.errors;
    all.skipped += counts.skipped;
    all.seconds += counts.seconds;
  }
  set(root, "name", "Assay");
  setCounts(root, all, false);
  return textOf(document);
}

} // namespace assay
