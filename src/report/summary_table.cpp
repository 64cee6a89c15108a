#include "report/summary_table.h"

#include <algorithm>
#include <array>
#include <map>
#include <sstream>

#include <nlohmann/json.hpp>

namespace assay {

namespace {

using Json = ResultModel;
using Row = std::array<std::string, 6>;

struct RowCounts {
  size_t proved = 0, violated = 0, open = 0, known = 0;
};

void count(RowCounts& counts, const Json& row, const std::map<std::string, bool>& isKnown) {
  const std::string status = row["status"];
  if (status == "proved" || status == "ends") ++counts.proved;
  if (status == "open") ++counts.open;
  if (status != "violated" && status != "endless") return;
  const auto finding = isKnown.find(row["id"]);
  ++(finding != isKnown.end() && finding->second ? counts.known : counts.violated);
}

std::string textOf(const std::vector<Row>& rows) {
  std::array<size_t, std::tuple_size_v<Row>> widths{};
  for (const Row& row : rows)
    for (size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  std::ostringstream out;
  for (const Row& row : rows) {
    std::string line;
    for (size_t i = 0; i < row.size(); ++i) {
      const std::string padding(widths[i] - row[i].size(), ' ');
      line += (i == 0 ? "" : "  ") + (i < 2 ? row[i] + padding : padding + row[i]);
    }
    out << line << "\n";
  }
  return out.str();
}

} // namespace

std::string summaryTable(const ResultModel& model) {
  std::map<std::string, bool> isKnown; // by identity
  for (const Json& finding : model["findings"]) isKnown[finding["id"]] = finding.contains("suppressed");
  std::map<std::pair<std::string, std::string>, RowCounts> counts;
  for (const Json& check : model["checks"])
    count(counts[{check.value("function", "-"), check["property"]}], check, isKnown);
  if (model.contains("loops"))
    for (const Json& loop : model["loops"]) count(counts[{"-", "termination"}], loop, isKnown);
  std::vector<Row> rows = {{"function", "property", "proved", "violated", "known", "open"}};
  RowCounts all;
  for (const auto& [key, number] : counts) {
    rows.push_back({key.first, key.second, std::to_string(number.proved), std::to_string(number.violated),
                    std::to_string(number.known), std::to_string(number.open)});
    all.proved += number.proved;
    all.violated += number.violated;
    all.known += number.known;
    all.open += number.open;
  }
  rows.push_back({"all", "", std::to_string(all.proved), std::to_string(all.violated), std::to_string(all.known),
                  std::to_string(all.open)});
  return textOf(rows);
}

} // namespace assay
