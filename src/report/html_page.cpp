#include "report/html_page.h"

#include "report/source_texts.h"

#include <set>
#include <sstream>
#include <string_view>

#include <nlohmann/json.hpp>

// page_assets.S
extern "C" {
// NOLINTBEGIN(readability-identifier-naming): symbols of the assembler
extern const char assay_page_style[], assay_page_style_end[];
extern const char assay_page_script[], assay_page_script_end[];
// NOLINTEND(readability-identifier-naming)
}

namespace assay {

namespace {

using Json = ResultModel;

/// Nothing in the data ends the element that holds it.
std::string forScript(const Json& data) {
  const std::string text = data.dump(-1, ' ', true, Json::error_handler_t::replace);
  std::string result;
  for (const char c : text) result += c == '<' ? "\\u003c" : std::string(1, c);
  return result;
}

/// Every file that has a place in the document.
void collectFiles(const Json& root, std::set<std::string>& files) {
  std::vector<const Json*> todo = {&root};
  while (!todo.empty()) {
    const Json& part = *todo.back();
    todo.pop_back();
    if (!part.is_structured()) continue;
    if (part.is_object() && part.contains("file") && part["file"].is_string()) files.insert(part["file"]);
    for (const Json& child : part) todo.push_back(&child);
  }
}

Json sourcesOf(const ResultModel& model) {
  std::set<std::string> files;
  for (const Json& file : model["files"]) files.insert(file.get<std::string>());
  collectFiles(model, files);
  SourceTexts texts;
  Json sources = Json::object();
  if (model.contains("harness")) { // it is on no disk
    const Json& harness = model["harness"];
    std::istringstream text(harness["text"].get<std::string>());
    Json lines = Json::array();
    for (std::string line; std::getline(text, line);) lines.push_back(line);
    sources[harness["file"].get<std::string>()] = std::move(lines);
  }
  for (const std::string& file : files) {
    if (!texts.text(file) || texts.text(file)->find('\0') != std::string::npos) continue;
    Json lines = Json::array();
    for (size_t number = 1; number <= texts.numLines(file); ++number) lines.push_back(texts.line(file, number));
    sources[file] = std::move(lines);
  }
  return sources;
}

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) result += c == '<' ? "&lt;" : c == '&' ? "&amp;" : std::string(1, c);
  return result;
}

} // namespace

std::string htmlPage(const ResultModel& model) {
  const std::string_view style(assay_page_style, assay_page_style_end - assay_page_style);
  const std::string_view script(assay_page_script, assay_page_script_end - assay_page_script);
  std::string title = "Assay: " + model["verdict"].get<std::string>();
  for (const Json& file : model["files"]) title += " " + file.get<std::string>();
  const Json data = {{"result", model}, {"sources", sourcesOf(model)}};
  // Nothing is fetched, and the browser sees to that.
  std::string text = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                     "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                     "style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n"
                     "<meta name=\"viewport\" content=\"width=device-width\">\n<title>";
  text.append(escaped(title)).append("</title>\n<style>\n").append(style).append("</style>\n</head>\n<body>\n");
  text +=
      "<noscript>This page needs JavaScript; it loads nothing from elsewhere.</noscript>\n<main id=\"page\"></main>\n";
  text.append("<script type=\"application/json\" id=\"data\">").append(forScript(data)).append("</script>\n<script>\n");
  return text.append(script).append("</script>\n</body>\n</html>\n");
}

} // namespace assay
