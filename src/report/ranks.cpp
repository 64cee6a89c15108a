#include "report/ranks.h"

#include "program/callers_block.h"

#include <algorithm>
#include <array>

#include <nlohmann/json.hpp>

namespace assay {

namespace {

using Json = ResultModel;

constexpr std::array<std::string_view, kRanks> kNeeds = {"", "reached from main or a harness by hand",
                                                         "ordinary arguments", "extreme numbers",
                                                         "a state that no function is seen to make"};
constexpr std::string_view kUncalled = "arguments that no caller is seen to pass";
// As the harness says it (HarnessWriter::helpers).
constexpr std::string_view kNumbersNote = "/* ASSAY_ORDINARY ",
                           kStatesNote = "/* With ASSAY_MADE, only functions of the project make ";

void setRank(Json& finding, Rank rank) {
  finding["rank"] = static_cast<uint32_t>(rank);
  finding["needs"] = needText(rank);
}

Json* findingWithId(Json& findings, const std::string& id) {
  const auto found = std::ranges::find_if(findings, [&](const Json& finding) { return finding["id"] == id; });
  return found == findings.end() ? nullptr : &*found;
}

} // namespace

std::string_view needText(Rank rank) { return kNeeds.at(static_cast<size_t>(rank)); }

Rank rankOf(const ResultModel& finding) {
  const auto rank = finding.find("rank");
  if (rank == finding.end() || !rank->is_number_integer()) return Rank::None;
  const auto number = rank->get<int64_t>();
  return number < 0 || number >= static_cast<int64_t>(kRanks) ? Rank::None : static_cast<Rank>(number);
}

Rank worstRank(const ResultModel& result) {
  Rank worst = Rank::None;
  for (const Json& finding : result["findings"]) {
    const Rank rank = rankOf(finding);
    if (finding.contains("suppressed") || rank == Rank::None) continue;
    if (worst == Rank::None || rank < worst) worst = rank;
  }
  return worst;
}

bool hasOrdinaryInputs(const ResultModel& finding) {
  constexpr uint32_t kWide = 32, kWidest = 64;
  return !finding.contains("inputs_left_out") && std::ranges::all_of(finding["inputs"], [](const Json& input) {
    const uint32_t width = input["width"];
    if (width < kWide) return true;
    if (width > kWidest) return false;
    const uint64_t value = std::stoull(input["hexadecimal"].get<std::string>(), nullptr, 16);
    const uint64_t opposite = (width == kWidest ? 0 : uint64_t{1} << width) - value;
    return std::min(value, opposite) <= kMostOrdinary;
  });
}

HarnessNeeds needsOf(const ResultModel& result) {
  HarnessNeeds needs;
  const auto harness = result.find("harness");
  if (harness == result.end()) return needs;
  const std::string text = (*harness)["text"];
  needs.hasNumbers = text.find(kNumbersNote) != std::string::npos;
  needs.hasBlocks = text.find("= " + std::string(kMakesCallersBlock) + "(sizeof") != std::string::npos ||
                    text.find("= harness_array(") != std::string::npos ||
                    text.find("__VERIFIER_nondet_memory((void") != std::string::npos;
  if (const size_t at = text.find(kStatesNote); at != std::string::npos) {
    const size_t begin = at + kStatesNote.size();
    needs.states = text.substr(begin, text.find(" */", begin) - begin);
  }
  return needs;
}

void rankFindings(ResultModel& result, Rank rank) {
  for (Json& finding : result["findings"])
    if (rankOf(finding) == Rank::None) setRank(finding, rank);
}

void rankAsUncalled(ResultModel& finding) {
  finding["rank"] = static_cast<uint32_t>(Rank::Unmade);
  finding["needs"] = kUncalled;
}

bool isUncalled(const ResultModel& finding) { return finding.value("needs", "") == kUncalled; }

void rankOrdinary(ResultModel& result) {
  const HarnessNeeds needs = needsOf(result);
  if (needs.hasNumbers && needs.hasBlocks) return;
  for (Json& finding : result["findings"])
    if (rankOf(finding) == Rank::None && hasOrdinaryInputs(finding)) setRank(finding, Rank::Ordinary);
}

void takeNarrower(ResultModel& result, const ResultModel& narrower, Rank rank, bool isWhole) {
  Json found = narrower;
  if (rank == Rank::Extreme) rankOrdinary(found);
  rankFindings(found, rank);
  if (!isWhole) {
    result = std::move(found);
    return;
  }
  for (Json& finding : found["findings"]) {
    Json* known = findingWithId(result["findings"], finding["id"]);
    if (known == nullptr)
      result["findings"].push_back(std::move(finding));
    else if (rankOf(*known) == Rank::None)
      *known = std::move(finding);
  }
}

} // namespace assay
