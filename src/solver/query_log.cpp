#include "solver/query_log.h"

#include "solver/decorators/log.h"
#include "solver/factory.h"
#include "util/error.h"

#include <filesystem>
#include <fstream>

namespace assay {

std::unique_ptr<Solver> makeLoggedSolver(std::string_view name, TermManager& terms, Env& env) {
  const std::filesystem::path folder = env.options.logQueries;
  if (folder.empty()) return makeSolver(name, terms, env.proofs);
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  const std::string number = std::to_string(++env.statistics.counter("query scripts"));
  auto out = std::make_unique<std::ofstream>(folder / (number + ".smt2"));
  if (!*out) throw InputError("cannot write to " + folder.string());
  return makeLog(makeSolver(name, terms, env.proofs), std::move(out));
}

} // namespace assay
