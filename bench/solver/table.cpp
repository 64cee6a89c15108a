#include "table.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace assay {

namespace {

/// Below this, times are noise.
constexpr double kFloor = 0.002;

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, value < 10 ? "%.2f" : value < 100 ? "%.1f" : "%.0f", value);
  return text;
}

/// Sums of times and of logarithms of ratios over some rows, for one contestant.
struct Sum {
  double seconds = 0, logs = 0;
  uint32_t rows = 0, incomplete = 0, failed = 0;

  void add(const Measurement& mine, const Measurement& first) {
    if (!mine.complete && !mine.timedOut) { // its time says nothing
      ++failed;
      return;
    }
    seconds += mine.seconds;
    logs += std::log(std::max(mine.seconds, kFloor) / std::max(first.seconds, kFloor));
    ++rows;
    incomplete += !mine.complete;
  }
  double ratio() const { return std::exp(logs / std::max(rows, 1u)); }
};

/// Where a contestant did not finish, its time is a lower bound; where the first did not, no ratio is known. What a
/// contestant gave up (unknown, an error) is left out and counted behind an exclamation mark.
std::string cells(const Sum& sum, const Sum& first) {
  std::string mark = sum.incomplete ? "> " : "";
  std::string text = " " + mark + number(sum.seconds);
  text += sum.failed ? " !" + std::to_string(sum.failed) + " |" : " |";
  if (&sum == &first) return text;
  if (sum.rows == 0) return text + " |";
  return text + " " + (first.incomplete ? "? " : mark) + number(sum.ratio()) + " |";
}

void printLine(std::ostream& out, const std::string& title, size_t checks, const std::vector<Sum>& sums) {
  out << "| " << title << " | " << checks << " |";
  for (const Sum& sum : sums) out << cells(sum, sums[0]);
  out << "\n";
}

} // namespace

void printTable(std::ostream& out, const std::vector<Contestant>& contestants, const std::vector<Row>& rows,
                bool details) {
  out << "| family | checks |";
  for (size_t i = 0; i < contestants.size(); ++i) {
    out << " " << contestants[i].name << ", s |";
    if (i > 0) out << " / " << contestants[0].name << " |";
  }
  out << "\n| --- | ---: |";
  for (size_t i = 1; i < 2 * contestants.size(); ++i) out << " ---: |";
  out << "\n";

  std::vector<Sum> all(contestants.size());
  std::vector<double> familyLogs(contestants.size());
  size_t allChecks = 0, families = 0;
  for (size_t begin = 0; begin < rows.size(); ++families) {
    std::vector<Sum> family(contestants.size());
    size_t end = begin, checks = 0;
    for (; end < rows.size() && rows[end].family == rows[begin].family; ++end) {
      std::vector<Sum> one(contestants.size());
      for (size_t c = 0; c < contestants.size(); ++c) {
        const Measurement &mine = rows[end].measurements[c], &first = rows[end].measurements[0];
        for (Sum* sum : {&one[c], &family[c], &all[c]}) sum->add(mine, first);
      }
      checks += rows[end].checks;
      if (details) printLine(out, rows[end].family + ": " + rows[end].instance, rows[end].checks, one);
    }
    if (!details) printLine(out, rows[begin].family, checks, family);
    for (size_t c = 0; c < contestants.size(); ++c) familyLogs[c] += std::log(family[c].ratio());
    allChecks += checks;
    begin = end;
  }
  printLine(out, "all, mean over scripts", allChecks, all);
  out << "\ngeometric mean over families:";
  for (size_t c = 1; c < contestants.size(); ++c)
    out << " " << contestants[c].name << " / " << contestants[0].name << " = "
        << number(std::exp(familyLogs[c] / static_cast<double>(std::max<size_t>(families, 1)))) << ";";
  out << "\n";
}

bool contradict(std::ostream& out, const std::vector<Contestant>& contestants, const Row& row) {
  bool found = false;
  for (size_t check = 0; check < row.checks; ++check) {
    size_t known = SIZE_MAX;
    for (size_t c = 0; c < contestants.size(); ++c) {
      const auto& answers = row.measurements[c].answers;
      if (check >= answers.size() || (answers[check] != "sat" && answers[check] != "unsat")) continue;
      if (known == SIZE_MAX) known = c;
      if (row.measurements[known].answers[check] == answers[check]) continue;
      out << row.instance << ", check " << check << ": " << contestants[known].name << " says "
          << row.measurements[known].answers[check] << ", " << contestants[c].name << " says " << answers[check]
          << "\n";
      found = true;
    }
  }
  return found;
}

} // namespace assay
