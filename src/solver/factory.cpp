#include "solver/factory.h"

#include "solver/bitwuzla_solver.h"
#include "solver/native/native_solver.h"
#include "solver/z3/z3_solver.h"

#include <stdexcept>
#include <string>

namespace assay {

namespace {

struct Row {
  std::string_view name;
  std::unique_ptr<Solver> (*make)(TermManager&, ProofStore*);
};

template <class Backend>
std::unique_ptr<Solver> make(TermManager& terms, ProofStore*) {
  return std::make_unique<Backend>(terms);
}

std::unique_ptr<Solver> makeNative(TermManager& terms, ProofStore* proofs) {
  return std::make_unique<NativeSolver>(terms, proofs);
}

constexpr Row kRows[] = {
    {"auto", makeNative},
    {"native", makeNative},
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

std::unique_ptr<Solver> makeSolver(std::string_view name, TermManager& terms, ProofStore* proofs) {
  for (const Row& row : kRows)
    if (row.name == name) return row.make(terms, proofs);
  throw std::invalid_argument("there is no solver '" + std::string(name) + "'");
}

} // namespace assay
