// What a violation in a function of a project needs: a rank, of which 1 is the worst news. `assay project` finds it out by
// further runs that leave arguments out (frontend/harness/writer.h): what is violated there, too, needs less.
#pragma once

#include "report/json_report.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace assay {

enum class Rank : uint32_t { None, Reached, Ordinary, Extreme, Unmade };
inline constexpr size_t kRanks = 5;

/// "ordinary arguments"
std::string_view needText(Rank rank);
/// The rank of a finding; None if it has none.
Rank rankOf(const ResultModel& finding);
/// The best news that is no worse than any finding that counts: the smallest rank. None if there is none.
Rank worstRank(const ResultModel& result);

/// The most that ordinary integers are: products of two stay below 2^31.
inline constexpr uint64_t kMostOrdinary = 10'000;
/// Whether no input of the finding is an integer of 32 bits or more that is larger than that.
bool hasOrdinaryInputs(const ResultModel& finding);

/// What a harness makes that could be left out.
struct HarnessNeeds {
  bool hasNumbers = false; // integers
  bool hasBlocks = false;  // in which integers may be: inputs are bytes of them
  std::string states = {}; // structs and globals that functions see to; empty: none
};
HarnessNeeds needsOf(const ResultModel& result);

/// Findings with this rank, unless they have one.
void rankFindings(ResultModel& result, Rank rank);
/// Findings whose integers are ordinary as it is. Integers in blocks are not known.
void rankOrdinary(ResultModel& result);
/// Of a finding with arguments that no caller is seen to pass.
void rankAsUncalled(ResultModel& finding);
bool isUncalled(const ResultModel& finding);
/// Takes the findings of a run with fewer arguments. `isWhole`: each run looks for all findings; else for one.
void takeNarrower(ResultModel& result, const ResultModel& narrower, Rank rank, bool isWhole);

} // namespace assay
