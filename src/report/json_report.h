// report/: what people and programs read: text, and one JSON document from which SARIF, JUnit's XML, annotations and
// the page are made; also what tests have to cover.
//
// What was found out about a program as one JSON document, for other programs. docs/json.md describes it; `version` is
// raised when a field changes its meaning or goes away, not when one is added. Everything else that other programs read
// (SARIF, JUnit's XML, annotations, the page) is made from this document and knows nothing but it.
#pragma once

#include "report/suppressions.h"
#include "witness/native_replay.h"

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace assay {

using ResultModel = nlohmann::ordered_json;

/// C that Assay has made to call a function.
struct MadeFile {
  std::string file; // its name in positions
  std::string text;
};

struct JsonInput {
  std::string producer; // "Assay 0.1.0"
  std::vector<std::string> files;
  uint32_t dataModel = 64;
  std::vector<EngineReport> engines;
  std::vector<std::string> warnings;
  std::optional<SafeDepth> safeDepth;
  std::vector<Finding> findings;
  std::optional<NativeVerdict> native;      // of the first one
  std::map<size_t, Suppression> known = {}; // findings that do not count, by the number of the check
  bool hasBaseline = false;                 // there was an earlier report to compare with
  /// What became of the user's invariants. A finding shows each that is refuted, in their order.
  std::vector<InvariantFate> userInvariants = {};
  std::vector<Finding> refutations = {};
  std::optional<MadeFile> harness = {};
  bool looksForAll = false;                     // the run went on behind violations
  std::map<size_t, NativeVerdict> natives = {}; // of findings, by the number of the check
};

ResultModel resultModel(const Program& program, const Result& result, const JsonInput& input);

std::string jsonText(const ResultModel& model);

/// Where a part of the document is in the source: "file:line:column", as far as it says.
std::string placeOf(const ResultModel& row);

} // namespace assay
