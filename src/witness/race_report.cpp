#include "witness/race_report.h"

#include "util/file_text.h"
#include "witness/child_process.h"

#include <algorithm>
#include <sstream>

namespace assay {

namespace {

constexpr size_t kManyReports = 500;

/// The address in "    #0 <null> <null> (program+0x4f0fa8) (BuildId: ...)"; empty if the frame is in another file.
std::string addressIn(const std::string& line, const std::string& program) {
  const std::string mark = "(" + program + "+";
  const size_t begin = line.find(mark);
  if (begin == std::string::npos) return {};
  const size_t address = begin + mark.size();
  return line.substr(address, line.find(')', address) - address);
}

} // namespace

/// A report has a list of frames for each access, and others behind them.
std::vector<RaceReport> raceReports(const std::string& text, const std::string& program) {
  std::vector<RaceReport> result;
  std::istringstream lines(text);
  std::string line;
  int access = -1; // which of the two; 2: the report goes on with other things
  while (std::getline(lines, line)) {
    if (line.find("WARNING: ThreadSanitizer: data race") != std::string::npos) {
      result.emplace_back();
      access = -1;
    } else if (line.find("WARNING: ThreadSanitizer") != std::string::npos || line.starts_with("=====")) {
      access = 2;
    } else if (!result.empty() && line.starts_with("  ") && !line.starts_with("   ")) {
      access = access < 2 && line.find(" of size ") != std::string::npos ? access + 1 : 2;
    } else if (access >= 0 && access < 2 && line.starts_with("    #")) {
      const std::string address = addressIn(line, program);
      if (!address.empty()) result.back().frames[access].push_back(address);
    }
  }
  std::vector<RaceReport> distinct;
  for (RaceReport& race : result)
    if (distinct.size() < kManyReports && std::ranges::find(distinct, race) == distinct.end())
      distinct.push_back(std::move(race));
  return distinct;
}

std::vector<std::string> placesOf(const std::filesystem::path& program, const std::vector<std::string>& addresses,
                                  const Deadline& deadline) {
  constexpr const char* kTool = "llvm-addr2line-19";
  if (addresses.empty() || !isInPath(kTool)) return {};
  ChildCommand command;
  command.words = {kTool, "-e", program.string()};
  command.words.insert(command.words.end(), addresses.begin(), addresses.end());
  command.folder = program.parent_path();
  command.output = program.parent_path() / "places.txt";
  command.limits.memoryMegabytes = 0;
  if (!runChild(command, deadline).succeeded()) return {};
  std::istringstream lines(textOfFile(command.output).value_or(""));
  std::vector<std::string> places;
  for (std::string place; std::getline(lines, place);) places.push_back(place);
  if (places.size() != addresses.size()) places.clear();
  return places;
}

} // namespace assay
