#include "report/coverage_page.h"

#include <cstdio>
#include <fstream>
#include <map>

namespace assay {

namespace {

constexpr const char* kStyle = R"(
:root { --bad: #ffe3e0; --bad-ink: #a4001d; --half: #fff3cf; --half-ink: #7a5600; --good: #e9f7ec; --line: #e3e3e8;
        --dim: #6c6c78; --ink: #1c1c22; --paper: #ffffff; }
@media (prefers-color-scheme: dark) {
  :root { --bad: #47191d; --bad-ink: #ff9d9d; --half: #433511; --half-ink: #ffd873; --good: #17301e; --line: #33333b;
          --dim: #9a9aa6; --ink: #e6e6ea; --paper: #1a1a1f; } }
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 78rem; padding: 0 1.5rem; color: var(--ink);
       background: var(--paper); }
h1 { font-size: 1.5rem; margin: 0 0 .3rem; } h2 { font-size: 1.1rem; margin: 2.2rem 0 .5rem; }
p { margin: .2rem 0; color: var(--dim); }
table { border-collapse: collapse; } .files td, .files th { padding: .25rem 1.4rem .25rem 0; text-align: left; }
.files th { color: var(--dim); font-weight: normal; border-bottom: 1px solid var(--line); }
.bar { display: inline-block; width: 7rem; height: .55rem; background: var(--line); border-radius: 3px; overflow: hidden;
       margin-right: .6rem; vertical-align: middle; } .bar i { display: block; height: 100%; background: #3a9d5a; }
.source { font: 13px/1.45 ui-monospace, Menlo, Consolas, monospace; width: 100%; }
.source td { padding: 0 .7rem; vertical-align: top; white-space: pre-wrap; overflow-wrap: anywhere; tab-size: 4; }
.source .n, .source .c { color: var(--dim); text-align: right; user-select: none; white-space: nowrap; width: 1%; }
.source .c { border-right: 1px solid var(--line); }
tr.hit .c { background: var(--good); } tr.miss td { background: var(--bad); } tr.half .c { background: var(--half); }
.b { display: block; font-size: 12px; } .b.half { color: var(--half-ink); } .b.miss { color: var(--bad-ink); }
a { color: inherit; } .key span { padding: 0 .5rem; margin-right: .8rem; }
)";

std::string escape(std::string_view text) {
  std::string result;
  for (char c : text) {
    switch (c) {
    case '&':
      result += "&amp;";
      break;
    case '<':
      result += "&lt;";
      break;
    case '>':
      result += "&gt;";
      break;
    case '"':
      result += "&quot;";
      break;
    default:
      result += c;
    }
  }
  return result;
}

std::string cell(const MeasuredFile::Count& count) {
  if (count.total == 0) return "<td>–</td>";
  char text[160];
  const double percent = 100.0 * static_cast<double>(count.covered) / static_cast<double>(count.total);
  (void)std::snprintf(
      text, sizeof text, "<td><span class=\"bar\"><i style=\"width:%.0f%%\"></i></span>%.1f%% (%llu of %llu)</td>",
      percent, percent, static_cast<unsigned long long>(count.covered), static_cast<unsigned long long>(count.total));
  return text;
}

/// What a condition never was; empty if it was both.
std::string missing(const MeasuredBranch& branch) {
  if (branch.taken != 0 && branch.notTaken != 0) return "";
  if (branch.taken == 0 && branch.notTaken == 0) return "never evaluated";
  return branch.taken == 0 ? "never true" : "never false";
}

std::string sourceOf(const MeasuredBranch& branch, const std::string& line) {
  if (branch.endLine != branch.line || branch.column == 0 || branch.endColumn > line.size() + 1) return "";
  return line.substr(branch.column - 1, branch.endColumn - branch.column);
}

std::string annotatedSource(const MeasuredFile& file) {
  std::multimap<uint32_t, const MeasuredBranch*> branches; // by line
  for (const MeasuredBranch& branch : file.branchCounts) branches.emplace(branch.line, &branch);
  std::ifstream in(file.name);
  std::string text = "<table class=\"source\">\n", line;
  for (uint32_t number = 1; std::getline(in, line); ++number) {
    const bool hasCode = number <= file.lineCounts.size() && file.lineCounts[number - 1].has_value();
    const uint64_t count = hasCode ? *file.lineCounts[number - 1] : 0;
    std::string notes;
    const auto [begin, end] = branches.equal_range(number);
    for (auto it = begin; it != end && count != 0; ++it) {
      const std::string what = missing(*it->second);
      if (what.empty()) continue;
      const std::string condition = sourceOf(*it->second, line);
      if (!condition.empty() && condition.find_first_not_of("0123456789") == std::string::npos) continue; // while (1)
      notes += "<span class=\"b half\">" +
               escape(condition.empty() ? "column " + std::to_string(it->second->column) : condition) + ": " + what +
               "</span>";
    }
    const char* kind = !hasCode ? "" : count == 0 ? "miss" : notes.empty() ? "hit" : "half";
    text += "<tr class=\"" + std::string(kind) + "\"><td class=\"n\">" + std::to_string(number) +
            "</td><td class=\"c\">" + (hasCode ? std::to_string(count) : "") + "</td><td>" + escape(line) + notes +
            "</td></tr>\n";
  }
  return text + "</table>\n";
}

} // namespace

std::string coveragePage(const std::vector<MeasuredFile>& files, const PageFacts& facts) {
  std::string text = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                     "<meta name=\"viewport\" content=\"width=device-width\">\n<title>" +
                     escape(facts.title) + "</title>\n<style>" + kStyle + "</style>\n</head>\n<body>\n<h1>" +
                     escape(facts.title) + "</h1>\n";
  for (const std::string& note : facts.notes) text += "<p>" + escape(note) + "</p>\n";
  text += "<h2>Files</h2>\n<table "
          "class=\"files\">\n<tr><th>file</th><th>lines</th><th>branches</th><th>functions</th></tr>\n";
  for (size_t i = 0; i < files.size(); ++i) {
    text += "<tr><td><a href=\"#file-" + std::to_string(i + 1) + "\">" + escape(files[i].name) + "</a></td>" +
            cell(files[i].lines) + cell(files[i].branches) + cell(files[i].functions) + "</tr>\n";
  }
  text += "</table>\n<p class=\"key\">Beside each line: how often the tests executed it. "
          "<span style=\"background:var(--bad)\">never</span>"
          "<span style=\"background:var(--half)\">a condition that was never true or never false</span></p>\n";
  for (size_t i = 0; i < files.size(); ++i) {
    text += "<h2 id=\"file-" + std::to_string(i + 1) + "\">" + escape(files[i].name) + "</h2>\n" +
            annotatedSource(files[i]);
  }
  return text + "</body>\n</html>\n";
}

} // namespace assay
