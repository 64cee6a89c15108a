#include "solver/decorators/log.h"

#include "solver/testing/test_solvers.h"
#include "term/testing/random_term.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <unistd.h>

namespace assay {
namespace {

/// With T for every time.
std::string withoutTimes(std::string text) {
  for (size_t at = 0; (at = text.find(" us\n", at + 1)) != std::string::npos;) {
    size_t digits = text.find_last_not_of("0123456789", at - 1) + 1;
    text.replace(digits, at - digits, "T");
    at = digits + 1;
  }
  return text;
}

TEST(Log, ScriptHasTheSession) {
  TermManager tm;
  Term p = tm.mkVariable("p", tm.boolSort()), q = tm.mkVariable("q", tm.boolSort());
  std::ostringstream out;
  auto solver = makeLog(std::make_unique<BruteForceSolver>(tm), out);
  solver->assertTerm(tm.mkOr(p, q));
  solver->push();
  solver->assertTerm(p);
  Term assumptions[] = {q, tm.mkNot(p)};
  EXPECT_TRUE(solver->check(assumptions).isUnsat());
  solver->pop();
  EXPECT_TRUE(solver->check(assumptions).isSat());
  EXPECT_TRUE(solver->check().isSat());

  std::string text = withoutTimes(out.str());
  EXPECT_EQ(text, "(set-option :global-declarations true)\n"
                  "(set-logic ALL)\n"
                  "; solver: brute\n"
                  "(declare-const p Bool)\n"
                  "(declare-const q Bool)\n"
                  "(assert (or p q))\n"
                  "(push 1)\n"
                  "(assert p)\n"
                  "(define-fun |assumption 0| () Bool q)\n"
                  "(define-fun |assumption 1| () Bool (not p))\n"
                  "(check-sat-assuming (|assumption 0| |assumption 1|))\n"
                  "; unsat in T us\n"
                  "(pop 1)\n"
                  "(check-sat-assuming (|assumption 0| |assumption 1|))\n"
                  "; sat in T us\n"
                  "(check-sat)\n"
                  "; sat in T us\n");
}

/// The answers of a solver's binary to a script, a line each.
std::vector<std::string> runBinary(const std::string& command, const std::string& script) {
  std::filesystem::path file =
      std::filesystem::temp_directory_path() / ("assay_log_" + std::to_string(::getpid()) + ".smt2");
  std::ofstream(file) << script;
  std::vector<std::string> lines;
  FILE* pipe = ::popen((command + " " + file.string() + " 2>&1").c_str(), "r");
  char line[4096];
  while (std::fgets(line, sizeof line, pipe)) lines.push_back(std::string(line, std::strcspn(line, "\n")));
  ::pclose(pipe);
  std::filesystem::remove(file);
  return lines;
}

bool isInstalled(const std::string& binary) {
  return std::system(("command -v " + binary + " > /dev/null 2>&1").c_str()) == 0;
}

/// A session in all theories, with what has to be spelled out for SMT-LIB in inner scopes and in assumptions. What is
/// asserted is true under one random assignment, so the answers are known.
std::vector<std::string> loggedSession(uint64_t seed, std::ostream& out) {
  TermManager tm;
  RandomTermOptions options{.formats = {FloatFormat(3, 4)}, .arrays = true, .excluded = {Kind::FpRem, Kind::FpFma}};
  RandomTerms random(tm, options, seed);
  Assignment planted = random.randomAssignment();
  Evaluator evaluator(planted);
  auto trueFormula = [&] {
    Term formula = random.nextFormula(4);
    return evaluator.evaluateBool(formula) ? formula : tm.mkNot(formula);
  };
  std::deque<Answer> answers;
  for (int i = 0; i < 8; ++i) answers.insert(answers.end(), {Answer::sat(), Answer::unsat(), Answer::sat()});
  auto solver = makeLog(std::make_unique<ScriptedSolver>(tm, answers), out);
  for (int step = 0; step < 8; ++step) {
    if (step % 2 == 0) solver->push();
    Term asserted = trueFormula();
    solver->assertTerm(asserted);
    Term consistent[] = {trueFormula(), trueFormula()}, contradicting[] = {trueFormula(), tm.mkNot(asserted)};
    solver->check(consistent);
    solver->check(contradicting);
    if (step % 3 == 2) solver->pop();
    solver->check();
  }
  std::vector<std::string> expected;
  for (Answer answer : answers) expected.push_back(answer.toString());
  return expected;
}

TEST(Log, BinariesGiveTheSameAnswers) {
  const std::pair<std::string, std::string> kBinaries[] = {{"z3", "z3"}, {"cvc5", "cvc5 --incremental --fp-exp"}};
  bool any = false;
  for (const auto& [binary, command] : kBinaries) {
    if (!isInstalled(binary)) continue;
    any = true;
    for (uint64_t seed = 1; seed <= 3; ++seed) {
      std::ostringstream out;
      std::vector<std::string> answers = loggedSession(seed, out);
      std::vector<std::string> replayed = runBinary(command, out.str());
      ASSERT_EQ(replayed.size(), answers.size()) << binary << ", seed " << seed << "\n" << out.str();
      for (size_t i = 0; i < answers.size(); ++i) {
        if (replayed[i] == "unknown") continue; // Z3 gives up on some floats
        EXPECT_EQ(replayed[i], answers[i]) << binary << ", seed " << seed << ", check " << i << "\n" << out.str();
      }
    }
  }
  if (!any) GTEST_SKIP() << "neither z3 nor cvc5 on the path";
}

} // namespace
} // namespace assay
