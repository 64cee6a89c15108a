#include "report/coverage.h"

#include "util/error.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <span>

namespace assay {

namespace {

using nlohmann::json;

/// A place where the count of what follows changes.
struct Segment {
  uint32_t line;
  uint64_t count;
  bool hasCount, isEntry, isGap;

  bool startsRegion() const { return !isGap && hasCount && isEntry; }
};

std::vector<Segment> segmentsOf(const json& file) {
  std::vector<Segment> result;
  for (const json& s : file.at("segments"))
    result.push_back({s.at(0), s.at(2), s.at(3), s.at(4), s.size() > 5 && s.at(5).get<bool>()});
  return result;
}

/// The count of a line as llvm-cov defines it: the largest of the regions that begin on it and of the one that reaches
/// into it (`before`, null if there is none).
std::optional<uint64_t> lineCount(const Segment* before, std::span<const Segment> onLine) {
  const bool starts = std::any_of(onLine.begin(), onLine.end(), [](const Segment& s) { return s.startsRegion(); });
  const bool isSkipped = !onLine.empty() && !onLine.front().hasCount && onLine.front().isEntry;
  const bool reachesIn = before && before->hasCount;
  const bool hasEntry =
      std::any_of(onLine.begin(), onLine.end(), [](const Segment& s) { return s.isEntry && s.hasCount; });
  if (!hasEntry && (isSkipped || !(reachesIn || starts))) return std::nullopt;
  uint64_t count = before ? before->count : 0;
  for (const Segment& segment : onLine) {
    if (segment.startsRegion()) count = std::max(count, segment.count);
  }
  return count;
}

std::vector<std::optional<uint64_t>> lineCounts(const std::vector<Segment>& segments) {
  std::vector<std::optional<uint64_t>> result;
  if (segments.empty()) return result;
  result.resize(segments.back().line);
  const Segment* before = nullptr;
  size_t next = 0;
  for (uint32_t line = 1; line <= result.size(); ++line) {
    const size_t first = next;
    while (next < segments.size() && segments[next].line == line) ++next;
    const std::span onLine(segments.data() + first, next - first);
    if (before || !onLine.empty()) result[line - 1] = lineCount(before, onLine);
    if (!onLine.empty()) before = &onLine.back();
  }
  return result;
}

MeasuredFile::Count countOf(const json& summary, const char* what) {
  const json& part = summary.at(what);
  return {part.at("covered"), part.at("count")};
}

bool isOfSystem(const std::string& name) { return name.starts_with("/usr/"); }

/// As one would write it in the folder that we are in.
std::string shortName(const std::string& name) {
  std::error_code error;
  const std::string here = std::filesystem::current_path(error).string() + "/";
  return !error && name.starts_with(here) ? name.substr(here.size()) : name;
}

std::string column(const MeasuredFile::Count& count) {
  char text[64];
  if (count.total == 0) return "-";
  (void)std::snprintf(text, sizeof text, "%llu/%llu %5.1f%%", static_cast<unsigned long long>(count.covered),
                      static_cast<unsigned long long>(count.total),
                      100.0 * static_cast<double>(count.covered) / static_cast<double>(count.total));
  return text;
}

} // namespace

std::vector<MeasuredFile> readCoverage(const std::string& text) {
  std::vector<MeasuredFile> result;
  try {
    const json report = json::parse(text);
    for (const json& file : report.at("data").at(0).at("files")) {
      MeasuredFile measured;
      measured.name = file.at("filename");
      if (isOfSystem(measured.name)) continue;
      measured.name = shortName(measured.name);
      const json& summary = file.at("summary");
      measured.lines = countOf(summary, "lines");
      measured.branches = countOf(summary, "branches");
      measured.functions = countOf(summary, "functions");
      measured.lineCounts = lineCounts(segmentsOf(file));
      for (const json& b : file.at("branches"))
        measured.branchCounts.push_back({b.at(0), b.at(1), b.at(2), b.at(3), b.at(4), b.at(5)});
      result.push_back(std::move(measured));
    }
  } catch (const json::exception& error) {
    throw InputError(std::string("the coverage report is not understood: ") + error.what());
  }
  return result;
}

std::string coverageTable(const std::vector<MeasuredFile>& files) {
  size_t width = 4;
  for (const MeasuredFile& file : files) width = std::max(width, file.name.size());
  const auto row = [&](std::string name, std::string lines, const std::string& branches) {
    name.resize(std::max(name.size(), width), ' ');
    lines.resize(std::max<size_t>(lines.size(), 18), ' ');
    return name + "  " + lines + "  " + branches + "\n";
  };
  std::string text = row("file", "lines", "branches");
  MeasuredFile::Count lines, branches;
  for (const MeasuredFile& file : files) {
    text += row(file.name, column(file.lines), column(file.branches));
    lines = {lines.covered + file.lines.covered, lines.total + file.lines.total};
    branches = {branches.covered + file.branches.covered, branches.total + file.branches.total};
  }
  if (files.size() > 1) text += row("all", column(lines), column(branches));
  return text;
}

} // namespace assay
