// `assay replay DIR`: compiles and runs what --harness wrote, in a process with limits, and says whether the program
// fails as predicted.
#include "cli/commands.h"
#include "util/error.h"
#include "witness/native_replay.h"
#include "witness/replay_folder.h"

#include <ostream>

namespace assay {

int replayCommand(Env& env, std::ostream& out) {
  if (env.options.files.size() != 1) throw UsageError("'assay replay' takes one folder");
  const std::string& folder = env.options.files.front();
  const ReplayPrediction prediction = readReplay(folder).prediction;
  if (prediction.line != 0) out << prediction.file << ":" << prediction.line << ": ";
  out << "note: expected: " << prediction.message << " [" << propertyName(prediction.property) << "]\n" << std::flush;
  const NativeVerdict verdict = runReplay(folder, ReplayLimits(), env.deadline);
  for (const std::string& doubt : verdict.doubts) out << "note: the failure depends on " << doubt << "\n";
  if (!verdict.caveat.empty()) out << "note: " << verdict.caveat << "\n";
  out << "replay: " << verdict.statusName() << " (" << verdict.what << ")\n";
  return verdict.status == NativeVerdict::Confirmed ? 0 : verdict.status == NativeVerdict::NotConfirmed ? 1 : kUnknown;
}

} // namespace assay
