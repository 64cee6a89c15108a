// For tests: what an engine says of a program, against what the interpreter meets on random inputs. What is proved does
// not happen; what is found does (that is replayed anyway).
#pragma once

#include "engine/result.h"
#include "program/inputs.h"
#include "program/interpreter.h"
#include "program/text_writer.h"

#include <gtest/gtest.h>

namespace assay {

/// The limits of runs that judge what an engine says of a random program.
inline InterpreterOptions shortRuns() {
  InterpreterOptions limits;
  limits.maxSteps = 20000;
  limits.maxDepth = 60;
  return limits;
}

inline void expectNothingProvedHappens(const Program& program, const Result& result) {
  for (const CheckResult& check : result.checks)
    EXPECT_EQ(check.how.find("DEFECT"), std::string::npos) << check.how << printProgram(program);

  Interpreter interpreter(program, shortRuns());
  for (uint64_t seed = 0; seed < 60; ++seed) {
    SeedInputs inputs(seed);
    const Outcome outcome = interpreter.run(inputs);
    if (result.verdict == Verdict::True) {
      // Undefined behaviour from where no error can be reached is not looked at.
      ASSERT_TRUE(outcome.kind != Outcome::Error && outcome.kind != Outcome::Unsupported)
          << outcomeName(outcome.kind) << " " << result.reason << printProgram(program);
    }
    if (outcome.kind != Outcome::Error) continue;
    for (const CheckResult& check : result.checks)
      if (check.error == outcome.location) {
        EXPECT_NE(check.status, CheckStatus::Proved) << check.how << printProgram(program);
      }
  }
}

} // namespace assay
