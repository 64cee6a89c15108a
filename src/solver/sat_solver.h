// CaDiCaL, the only file that knows it. Literals are non-zero integers as in DIMACS.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>

namespace assay {

class SatSolver {
public:
  enum class Result : uint8_t { Sat, Unsat, Unknown };

  SatSolver();
  ~SatSolver();
  SatSolver(const SatSolver&) = delete;
  SatSolver& operator=(const SatSolver&) = delete;

  int newVariable() { return ++numVariables_; }
  void addClause(std::span<const int> literals);
  void addClause(std::initializer_list<int> literals) { addClause(std::span(literals.begin(), literals.size())); }

  /// `stop` is asked often while it runs; `conflicts` is a limit, 0 for none.
  Result solve(std::span<const int> assumptions, uint64_t conflicts, const std::function<bool()>& stop);

  /// After Sat. Variables that no clause mentions are false.
  bool value(int literal) const;
  /// After Unsat: whether the assumption is part of the reason.
  bool failed(int assumption) const;

  int numVariables() const { return numVariables_; }
  uint64_t numClauses() const { return numClauses_; }

private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
  int numVariables_ = 0;
  uint64_t numClauses_ = 0;
};

} // namespace assay
