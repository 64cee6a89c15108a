#include "solver/native/clausal_proof.h"

#include "solver/native/proof_trimmer.h"
#include "solver/native/sat_solver.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <random>

namespace assay {
namespace {

struct MemoryStore final : ProofStore {
  std::optional<std::string> find(const std::string& key) override {
    const auto found = texts.find(key);
    return found == texts.end() ? std::nullopt : std::optional(found->second);
  }
  void store(const std::string& key, std::string_view text) override { texts[key] = text; }
  bool isOpen() const override { return open; }

  std::map<std::string, std::string> texts;
  bool open = true;
};

bool never() { return false; }

/// x or y, x or -y, -x or y, -x or -y: the lemma x, then nothing.
ClauseList square() {
  ClauseList formula;
  for (const std::vector<int>& clause : std::vector<std::vector<int>>{{1, 2}, {1, -2}, {-1, 2}, {-1, -2}})
    formula.add(clause);
  return formula;
}

ClausalProof proofOfSquare() {
  ClausalProof proof;
  proof.lemmas.add(std::vector<int>{1});
  proof.lemmas.add({});
  proof.hints = {{0, 1}, {4, 2, 3}};
  return proof;
}

TEST(ClausalProof, HoldsStepByStep) {
  EXPECT_TRUE(isProof(proofOfSquare(), square(), 2));
  EXPECT_FALSE(isProof(proofOfSquare(), square(), 0)); // there are no such variables
  EXPECT_FALSE(isProof({}, square(), 2));
}

TEST(ClausalProof, WrongStepsAreNone) {
  const auto isWrong = [](auto change) {
    ClausalProof proof = proofOfSquare();
    change(proof);
    return !isProof(proof, square(), 2);
  };
  EXPECT_TRUE(isWrong([](ClausalProof& proof) { proof.hints[0] = {0}; }));        // no contradiction
  EXPECT_TRUE(isWrong([](ClausalProof& proof) { proof.hints[0] = {}; }));         // none at all
  EXPECT_TRUE(isWrong([](ClausalProof& proof) { proof.hints[0] = {2, 1}; }));     // a clause with two literals left
  EXPECT_TRUE(isWrong([](ClausalProof& proof) { proof.hints[0] = {4}; }));        // itself
  EXPECT_TRUE(isWrong([](ClausalProof& proof) { proof.hints[0] = {5}; }));        // a later one
  EXPECT_TRUE(isWrong([](ClausalProof& proof) { proof.hints[1] = {2, 3}; }));     // nothing to begin with
  EXPECT_TRUE(isWrong([](ClausalProof& proof) { proof.hints[1] = {99, 2, 3}; })); // there is no such clause
  EXPECT_TRUE(isWrong([](ClausalProof& proof) { proof.hints.pop_back(); }));
  EXPECT_TRUE(isWrong([](ClausalProof& proof) {
    proof.lemmas.clear();
    proof.lemmas.add(std::vector<int>{3}); // of a variable that there is not
    proof.lemmas.add({});
  }));
}

TEST(ClausalProof, ComesBackAsItWas) {
  const std::string text = printProof(proofOfSquare());
  EXPECT_EQ(parseProof(text), proofOfSquare());
  for (size_t length = 0; length < text.size(); ++length) EXPECT_FALSE(parseProof(text.substr(0, length)));
  EXPECT_FALSE(parseProof(text + "x"));
}

struct Question {
  ClauseList formula;
  int numVariables = 0;
};

/// Clauses of three literals each, more of them than can be satisfied. Variables have numbers in the order of their
/// first occurrence, as in the solver.
Question randomQuestion(uint32_t seed, int numVariables, double perVariable) {
  std::mt19937 random(seed);
  Question question{{}, numVariables};
  std::map<int, int> numbers;
  for (int i = 0; i < perVariable * numVariables; ++i) {
    std::vector<int> clause;
    while (clause.size() < 3) {
      const int literal = static_cast<int>(random() % numVariables) + 1;
      if (std::ranges::find(clause, literal) == clause.end() && std::ranges::find(clause, -literal) == clause.end())
        clause.push_back(random() % 2 == 0 ? literal : -literal);
    }
    for (int& literal : clause) {
      const int number = numbers.try_emplace(std::abs(literal), static_cast<int>(numbers.size()) + 1).first->second;
      literal = literal > 0 ? number : -number;
    }
    question.formula.add(clause);
  }
  return question;
}

struct Asked {
  SatSolver::Result result;
  uint64_t numProofs;
  std::vector<bool> failed;
};

/// The first half of the clauses hold if the first assumption does, the others if the second does. The third says
/// nothing.
Asked ask(const Question& question, MemoryStore* store) {
  SatSolver solver(store);
  for (int i = 0; i < question.numVariables; ++i) solver.newVariable();
  const std::vector<int> assumptions{solver.newVariable(), solver.newVariable(), solver.newVariable()};
  for (size_t i = 0; i < question.formula.size(); ++i) {
    std::vector<int> clause(question.formula[i].begin(), question.formula[i].end());
    clause.push_back(-assumptions[2 * i < question.formula.size() ? 0 : 1]);
    solver.addClause(clause);
  }
  solver.addClause({assumptions[2], 1});
  const SatSolver::Result result = solver.solve(assumptions, 0, never);
  Asked asked{result, solver.numProofs(), {}};
  if (result != SatSolver::Result::Unsat) return asked;
  for (int assumption : assumptions) asked.failed.push_back(solver.failed(assumption));
  // What comes later is another question.
  solver.addClause({-assumptions[0]});
  EXPECT_EQ(solver.solve(std::span(assumptions).subspan(1), 0, never), SatSolver::Result::Sat);
  EXPECT_EQ(solver.solve(assumptions, 0, never), SatSolver::Result::Unsat);
  EXPECT_TRUE(solver.failed(assumptions[0]));
  return asked;
}

TEST(ClausalProof, OfWhatTheSolverRefutes) {
  for (uint32_t seed = 0; seed < 10; ++seed) {
    const Question question = randomQuestion(seed, 130, 5);
    MemoryStore store;
    const Asked first = ask(question, &store);
    ASSERT_EQ(first.result, SatSolver::Result::Unsat);
    EXPECT_EQ(first.numProofs, 0u);
    ASSERT_EQ(store.texts.size(), 1u);
    store.open = false;
    const Asked second = ask(question, &store);
    EXPECT_EQ(second.result, SatSolver::Result::Unsat);
    EXPECT_EQ(second.numProofs, 1u);
    EXPECT_TRUE(second.failed[0] && second.failed[1] && !second.failed[2]);
    EXPECT_EQ(first.failed, second.failed);
  }
}

TEST(ClausalProof, SpoiltOnesAreNotUsed) {
  const Question question = randomQuestion(3, 130, 5);
  MemoryStore store;
  ASSERT_EQ(ask(question, &store).result, SatSolver::Result::Unsat);
  store.open = false;
  std::string& text = store.texts.begin()->second;
  text.pop_back();
  const Asked asked = ask(question, &store);
  EXPECT_EQ(asked.result, SatSolver::Result::Unsat); // by search
  EXPECT_EQ(asked.numProofs, 0u);
}

// A proof of the whole is none of a part that can be satisfied, however it is changed.
TEST(ClausalProof, NoneOfWhatCanBeSatisfied) {
  const Question question = randomQuestion(5, 130, 5);
  MemoryStore store;
  SatSolver solver(&store);
  for (int i = 0; i < question.numVariables; ++i) solver.newVariable();
  Question part = question;
  part.formula.clear();
  std::vector<bool> values;
  std::mt19937 random(5);
  for (int i = 0; i <= question.numVariables; ++i) values.push_back(random() % 2 == 0);
  for (size_t i = 0; i < question.formula.size(); ++i) {
    solver.addClause(question.formula[i]);
    const bool holds = std::ranges::any_of(question.formula[i],
                                           [&](int literal) { return values[std::abs(literal)] == (literal > 0); });
    part.formula.add(holds ? question.formula[i] : question.formula[0]);
  }
  ASSERT_EQ(solver.solve({}, 0, never), SatSolver::Result::Unsat);
  ASSERT_EQ(store.texts.size(), 1u);
  const std::string& text = store.texts.begin()->second;
  EXPECT_TRUE(isProof(*parseProof(text), question.formula, question.numVariables));
  const auto isEmptyLast = [](const ClausalProof& proof) { return proof.lemmas[proof.lemmas.size() - 1].empty(); };
  for (int i = 0; i < 3000; ++i) {
    std::string changed = text;
    for (uint32_t times = random() % 4; times > 0; --times)
      changed[random() % changed.size()] = static_cast<char>(random());
    const std::optional<ClausalProof> proof = parseProof(changed);
    if (!proof || !isProof(*proof, part.formula, part.numVariables)) continue;
    EXPECT_FALSE(isEmptyLast(*proof));
  }
}

TEST(ProofTrimmer, LeavesOutWhatIsNotNeeded) {
  // Learned: x or y again, x, and what deletes them; then nothing.
  const std::string steps("a\x02\x04\0a\x02\0d\x02\x04\0a\0", 13);
  const std::optional<ClausalProof> proof = trimProof(square(), 2, steps, {}, never);
  ASSERT_TRUE(proof);
  EXPECT_TRUE(isProof(*proof, square(), 2));
  EXPECT_LE(proof->lemmas.size(), 3u);
}

TEST(ProofTrimmer, StepsHaveToFollow) {
  ClauseList formula;
  formula.add(std::vector<int>{1, 2});
  EXPECT_FALSE(trimProof(formula, 2, std::string("a\x02\0", 3), std::vector<int>{1}, never)); // x
  EXPECT_FALSE(trimProof(formula, 2, std::string("a\0", 2), {}, never));
  EXPECT_FALSE(trimProof(formula, 2, "", {}, never));
  EXPECT_FALSE(trimProof(formula, 2, "b", std::vector<int>{1, 2}, never));           // no steps
  EXPECT_FALSE(trimProof(formula, 2, "a\x02", std::vector<int>{1, 2}, never));       // one that does not end
  EXPECT_TRUE(trimProof(formula, 2, "", std::vector<int>{1, 2}, never).has_value()); // a clause itself
}

} // namespace
} // namespace assay
