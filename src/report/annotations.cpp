#include "report/annotations.h"

#include <map>

#include <nlohmann/json.hpp>

namespace assay {

namespace {

using Json = ResultModel;

/// The workflow takes a line apart at these; a property's value ends at two more.
std::string escaped(const std::string& text, bool isProperty) {
  std::string result;
  for (const char c : text) {
    if (c == '%')
      result += "%25";
    else if (c == '\r')
      result += "%0D";
    else if (c == '\n')
      result += "%0A";
    else if (isProperty && c == ':')
      result += "%3A";
    else if (isProperty && c == ',')
      result += "%2C";
    else
      result += c;
  }
  return result;
}

std::string annotation(const char* level, const Json& place, const std::string& title, const std::string& text) {
  std::string line = "::" + std::string(level) + " ";
  if (place.contains("file")) {
    line += "file=" + escaped(place["file"], true) + ",line=" + std::to_string(place["line"].get<uint64_t>());
    if (place.contains("column")) line += ",col=" + std::to_string(place["column"].get<uint64_t>());
    line += ",";
  }
  return line + "title=" + escaped(title, true) + "::" + escaped(text, false) + "\n";
}

std::string inputsOf(const Json& finding) {
  constexpr size_t kMany = 20;
  std::string text;
  size_t number = 0;
  for (const Json& input : finding["inputs"]) {
    if (input["source"] == "schedule") continue; // that is no value
    if (++number > kMany) return text + ", ...";
    text += (number == 1 ? "" : ", ") + input["name"].get<std::string>() + " = " + input["value"].get<std::string>();
  }
  return text;
}

/// One line a reason and place, however many checks share it.
std::string openOnes(const ResultModel& model) {
  std::map<std::string, const Json*> reasons;
  for (const char* rows : {"checks", "obstacles", "loops"})
    if (model.contains(rows))
      for (const Json& row : model[rows])
        if (row["status"] == "open") reasons.try_emplace(row["how"], &row);
  std::string text;
  for (const auto& [reason, row] : reasons) text += annotation("warning", *row, "Assay: not decided", reason);
  return text.empty() ? annotation("warning", Json::object(), "Assay: not decided", model["reason"]) : text;
}

} // namespace

std::string githubAnnotations(const ResultModel& model) {
  std::string text;
  for (const Json& finding : model["findings"]) {
    if (finding.contains("suppressed")) continue;
    const std::string inputs = inputsOf(finding);
    text += annotation("error", finding, "Assay: " + finding["property"].get<std::string>(),
                       finding["message"].get<std::string>() + (inputs.empty() ? "" : "\ninputs: " + inputs));
  }
  const bool isOpen = model["verdict"] == "unknown" || model["verdict"] == "true within limits";
  if (isOpen) text += openOnes(model);
  return text;
}

} // namespace assay
