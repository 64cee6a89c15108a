#include "report/html_page.h"

#include "report/source_texts.h"

#include <set>
#include <string_view>

#include <nlohmann/json.hpp>

// page_assets.S
extern "C" {
// NOLINTBEGIN(readability-identifier-naming): symbols of the assembler
extern const char assay_page_style[], assay_page_style_end[];
extern const char assay_page_elements[], assay_page_elements_end[];
extern const char assay_page_script[], assay_page_script_end[];
extern const char assay_project_script[], assay_project_script_end[];
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

/// The lines of files that can be read.
Json linesOf(const std::set<std::string>& files) {
  SourceTexts texts;
  Json sources = Json::object();
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

std::string_view between(const char* begin, const char* end) { return {begin, static_cast<size_t>(end - begin)}; }

/// With what the scripts share.
std::string scriptText(std::string_view script) {
  return std::string(between(assay_page_elements, assay_page_elements_end)).append(script);
}
std::string resultScript() { return scriptText(between(assay_page_script, assay_page_script_end)); }
std::string projectScript() { return scriptText(between(assay_project_script, assay_project_script_end)); }

/// The page forbids the browser to fetch anything.
std::string pageText(const std::string& title, const Json& data, std::string_view script) {
  std::string text = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                     "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                     "style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n"
                     "<meta name=\"viewport\" content=\"width=device-width\">\n<title>";
  text.append(escaped(title))
      .append("</title>\n<style>\n")
      .append(between(assay_page_style, assay_page_style_end))
      .append("</style>\n</head>\n<body>\n");
  text +=
      "<noscript>This page needs JavaScript; it loads nothing from elsewhere.</noscript>\n<main id=\"page\"></main>\n";
  text.append("<script type=\"application/json\" id=\"data\">").append(forScript(data)).append("</script>\n<script>\n");
  return text.append(script).append("</script>\n</body>\n</html>\n");
}

} // namespace

std::string htmlPage(const ResultModel& model) {
  std::string title = "Assay: " + model["verdict"].get<std::string>();
  std::set<std::string> files;
  for (const Json& file : model["files"]) {
    title += " " + file.get<std::string>();
    files.insert(file.get<std::string>());
  }
  collectFiles(model, files);
  const Json data = {{"result", model}, {"sources", linesOf(files)}};
  return pageText(title, data, resultScript());
}

std::string projectPage(const ProjectReport& report) {
  const ResultModel model = projectModel(report);
  std::set<std::string> files;
  collectFiles(model, files);
  const Json data = {{"project", model}, {"sources", linesOf(files)}, {"script", resultScript()}};
  return pageText("Assay: " + report.project, data, projectScript());
}

} // namespace assay
