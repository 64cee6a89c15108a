// What tests of the strategy share: a program with an error that happens and one that does not.
#pragma once

#include "program/check_table.h"
#include "program/text_parser.h"
#include "util/testing/test_env.h"

#include <vector>

namespace assay {

struct TwoErrors : TestEnv {
  static constexpr const char* kText = R"(
function main() { var x: bv32;
  a: -> b { x = input nondet "x"; }
  b: if x == 7:32 -> bad; if !(x == 7:32) -> c;
  c: if x == x + 1:32 -> worse; if !(x == x + 1:32) -> exit;
  bad: error(unreach-call) "seven";
  worse: error(unreach-call) "impossible"; }
)";

  /// An obstacle that no execution gets to, and a check.
  static constexpr const char* kObstructed = R"(
function main() { var x: bv32;
  a: -> b { x = input nondet "x"; }
  b: if x == x + 1:32 -> wall; if !(x == x + 1:32) -> c;
  c: if x == x + 2:32 -> bad; if !(x == x + 2:32) -> exit;
  wall: unsupported "magic";
  bad: error(unreach-call) "impossible"; }
)";

  static RowId rowOf(const Program& program, LocationId error) { return CheckTable(program).find(program[error]); }

  TermManager terms;
  Program program = parseProgram(kText, "test", terms);

  std::vector<LocationId> errors() const {
    std::vector<LocationId> result;
    for (uint32_t i = 0; i < program.locations().size(); ++i)
      if (program.locations()[i].kind == LocationKind::Error) result.emplace_back(i);
    return result;
  }
};

} // namespace assay
