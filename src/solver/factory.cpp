#include "solver/factory.h"

#include "solver/bitwuzla_solver.h"
#include "solver/native_solver.h"
#include "solver/z3_solver.h"

#include <stdexcept>
#include <string>

namespace assay {

namespace {

struct Row {
  std::string_view name;
  std::unique_ptr<Solver> (*make)(TermManager&);
};

template <class Backend>
std::unique_ptr<Solver> make(TermManager& terms) {
  return std::make_unique<Backend>(terms);
}

constexpr Row kRows[] = {
    {"auto", make<NativeSolver>},
    {"native", make<NativeSolver>},
    {"z3", make<Z3Solver>},
#ifdef ASSAY_BITWUZLA
    {"bitwuzla", make<BitwuzlaSolver>},
#endif
};

} // namespace

std::vector<std::string_view> solverNames() {
  std::vector<std::string_view> names;
  for (const Row& row : kRows) names.push_back(row.name);
  return names;
}

std::unique_ptr<Solver> makeSolver(std::string_view name, TermManager& terms) {
  for (const Row& row : kRows)
    if (row.name == name) return row.make(terms);
  throw std::invalid_argument("there is no solver '" + std::string(name) + "'");
}

} // namespace assay
