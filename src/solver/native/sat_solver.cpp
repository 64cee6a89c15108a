#include "solver/native/sat_solver.h"

#include "solver/native/proof_trimmer.h"
#include "util/sha256.h"

#include <algorithm>
#include <cadical.hpp>
#include <cstdio>

namespace assay {

struct SatSolver::Impl : CaDiCaL::Terminator {
  /// What is written to a file, in memory.
  class Recording {
  public:
    Recording() : file_(fopencookie(this, "w", {.read = nullptr, .write = write, .seek = nullptr, .close = nullptr})) {}
    ~Recording() {
      if (file_) (void)std::fclose(file_);
    }
    Recording(const Recording&) = delete;
    Recording& operator=(const Recording&) = delete;

    /// Null: there is none.
    FILE* file() { return file_; }
    /// Nothing: it was too much.
    std::optional<std::string_view> text() const {
      if (!file_ || std::fflush(file_) != 0 || isTooMuch_) return std::nullopt;
      return text_;
    }

  private:
    static ssize_t write(void* recording, const char* bytes, size_t size) {
      constexpr size_t kMost = size_t{256} << 20;
      auto& self = *static_cast<Recording*>(recording);
      self.isTooMuch_ = self.isTooMuch_ || self.text_.size() + size > kMost;
      if (!self.isTooMuch_) self.text_.append(bytes, size);
      return static_cast<ssize_t>(size);
    }

    std::string text_;
    bool isTooMuch_ = false;
    FILE* file_;
  };

  Impl(uint64_t& numSteps, const ProofStore* proofs) : numSteps(numSteps) {
    solver->set("quiet", 1);
    if (proofs) solver->configure("unsat");
    if (proofs && proofs->isOpen())
      if (FILE* file = recording.emplace().file()) solver->trace_proof(file, "a recording");
    // Tries a few simple assignments at the beginning of each call, in time linear in the formula: too much for the
    // many small calls of an incremental use.
    solver->set("lucky", 0);
    solver->connect_terminator(this);
  }
  /// An exception that left solve(), such as one for memory, leaves CaDiCaL in a state in which it aborts the process
  /// rather than being deleted: the process is about to end, so it stays.
  ~Impl() override {
    if (solver->state() & CaDiCaL::VALID)
      solver->disconnect_terminator();
    else
      solver.release(); // NOLINT(bugprone-unused-return-value)
  }
  bool terminate() override {
    ++numSteps;
    return stop && (*stop)();
  }

  std::optional<Recording> recording; // of what it learns and deletes
  std::unique_ptr<CaDiCaL::Solver> solver = std::make_unique<CaDiCaL::Solver>();
  uint64_t& numSteps;
  const std::function<bool()>* stop = nullptr;
};

SatSolver::SatSolver(ProofStore* proofs) : proofs_(proofs), impl_(std::make_unique<Impl>(numSteps_, proofs)) {}
SatSolver::~SatSolver() = default;

void SatSolver::reset() {
  impl_ = std::make_unique<Impl>(numSteps_, proofs_);
  inner_.assign(1, 0);
  numInner_ = 0;
  free_.clear();
  numClauses_ = 0;
  formula_.clear();
  refuted_.reset();
}

int SatSolver::makeInner(int literal) {
  int& variable = inner_[std::abs(literal)];
  if (variable == 0) variable = ++numInner_;
  return inner(literal);
}

void SatSolver::addClause(std::span<const int> literals) {
  clause_.clear();
  for (int literal : literals) clause_.push_back(makeInner(literal));
  for (int literal : clause_) impl_->solver->add(literal);
  impl_->solver->add(0);
  if (proofs_) formula_.add(clause_);
  ++numClauses_;
}

SatSolver::Result SatSolver::solve(std::span<const int> assumptions, uint64_t conflicts,
                                   const std::function<bool()>& stop) {
  free_.clear();
  refuted_.reset();
  for (int literal : assumptions)
    if (inner(literal) == 0) free_.push_back(literal);
  std::ranges::sort(free_);
  if (std::ranges::any_of(free_, [&](int literal) { return isFree(-literal); })) {
    std::erase_if(free_, [&](int literal) { return !isFree(-literal); });
    return Result::Unsat;
  }
  std::vector<int> known;
  for (int literal : assumptions)
    if (inner(literal) != 0) known.push_back(inner(literal));
  impl_->stop = &stop;
  const Result result = proofs_ ? searchOrLookUp(known, conflicts, stop) : search(known, conflicts);
  impl_->stop = nullptr;
  if (result == Result::Unsat) free_.clear();
  return result;
}

SatSolver::Result SatSolver::search(std::span<const int> assumptions, uint64_t conflicts) {
  CaDiCaL::Solver& solver = *impl_->solver;
  for (int literal : assumptions) solver.assume(literal);
  if (conflicts) solver.limit("conflicts", static_cast<int>(std::min<uint64_t>(conflicts, INT32_MAX)));
  const int result = solver.solve();
  return result == 10 ? Result::Sat : result == 20 ? Result::Unsat : Result::Unknown;
}

// A solver that makes proofs searches in the same way as one that looks them up, so that both come to the same
// questions.
SatSolver::Result SatSolver::searchOrLookUp(std::span<const int> assumptions, uint64_t conflicts,
                                            const std::function<bool()>& stop) {
  constexpr uint64_t kEasy = 300; // conflicts
  if (conflicts != 0 && conflicts <= kEasy) return search(assumptions, conflicts);
  Result result = search(assumptions, kEasy);
  if (result != Result::Unknown || stop()) return result;
  const std::string key = keyOf(assumptions);
  if ((refuted_ = lookUp(key, assumptions))) {
    ++numProofs_;
    return Result::Unsat;
  }
  result = search(assumptions, conflicts);
  if (result == Result::Unsat && proofs_->isOpen()) leaveProof(key, assumptions, stop);
  return result;
}

std::string SatSolver::keyOf(std::span<const int> assumptions) const {
  const auto bytes = [](std::span<const int> words) {
    return std::string(reinterpret_cast<const char*>(words.data()), words.size_bytes());
  };
  std::string all;
  const int end = 0;
  for (size_t i = 0; i < formula_.size(); ++i) all += bytes(formula_[i]) + bytes(std::span(&end, 1));
  return "refutation " + sha256(all + bytes(std::span(&end, 1)) + bytes(assumptions));
}

std::optional<std::vector<int>> SatSolver::lookUp(const std::string& key, std::span<const int> assumptions) const {
  const std::optional<std::string> text = proofs_->find(key);
  const std::optional<ClausalProof> proof = text ? parseProof(*text) : std::nullopt;
  if (!proof || !isProof(*proof, formula_, numInner_)) return std::nullopt;
  const std::span<const int> shown = proof->lemmas[proof->lemmas.size() - 1];
  for (int literal : shown)
    if (std::ranges::find(assumptions, -literal) == assumptions.end()) return std::nullopt;
  return std::vector<int>(shown.begin(), shown.end());
}

void SatSolver::leaveProof(const std::string& key, std::span<const int> assumptions,
                           const std::function<bool()>& stop) const {
  std::vector<int> shown;
  for (int literal : assumptions)
    if (impl_->solver->failed(literal)) shown.push_back(-literal);
  impl_->solver->flush_proof_trace();
  const std::optional<std::string_view> steps = impl_->recording->text();
  if (!steps) return;
  if (const std::optional<ClausalProof> proof = trimProof(formula_, numInner_, *steps, shown, stop))
    proofs_->store(key, printProof(*proof));
}

bool SatSolver::isFree(int literal) const { return std::ranges::binary_search(free_, literal); }

bool SatSolver::value(int literal) const {
  if (int known = inner(literal)) return known <= impl_->solver->vars() ? impl_->solver->val(known) > 0 : literal < 0;
  return literal > 0 ? isFree(literal) : !isFree(-literal);
}

bool SatSolver::failed(int assumption) const {
  if (!free_.empty()) return isFree(assumption);
  const int known = inner(assumption);
  if (refuted_) return known && std::ranges::find(*refuted_, -known) != refuted_->end();
  return known && impl_->solver->failed(known);
}

} // namespace assay
