// For tests of witnesses: a source file, the automaton of its program, and an execution that fails.
#pragma once

#include "engine/common/replay.h"
#include "program/text_parser.h"
#include "util/testing/test_env.h"
#include "witness/witness_task.h"

#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <unistd.h>

namespace assay {

class WitnessFixture {
protected:
  static constexpr const char* kSource =
      "int main() {\n  int x = __VERIFIER_nondet_int();\n  if (x == -7) reach_error();\n  while (x) x--;\n}\n";

  WitnessFixture() {
    std::ofstream(file_) << kSource;
    const std::string text = "file \"" + file_.string() + "\";\n" + R"(entry main;
function main() { var x: bv32 signed "int" as "x" @2:7;
  a: -> b @2:11 { x = input nondet "__VERIFIER_nondet_int" @2:11; }
  b: if x == 4294967289:32 -> bad @3:7; if !(x == 4294967289:32) -> exit @4:10;
  bad: error(unreach-call) "reached" @3:16; }
)";
    program_.emplace(parseProgram(text, "test", terms_));
    task_ = {"1.2", {file_.string()}, "CHECK( init(main()), LTL(G ! call(reach_error())) )", 32};
  }
  ~WitnessFixture() { std::filesystem::remove(file_); }

  /// The execution on -7.
  Replay violation() {
    TestEnv test;
    Counterexample counterexample;
    counterexample.inputs = {BitVector::fromSigned(32, -7)};
    for (uint32_t i = 0; i < program_->locations().size(); ++i)
      if (program_->locations()[i].kind == LocationKind::Error) counterexample.error = LocationId(i);
    return replay(*program_, counterexample, test.env);
  }

  const std::filesystem::path file_ =
      std::filesystem::temp_directory_path() / ("assay-witness-" + std::to_string(getpid()) + ".c");
  TermManager terms_;
  std::optional<Program> program_;
  WitnessTask task_;
};

} // namespace assay
