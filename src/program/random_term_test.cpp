// Random terms through the text form and through the interpreter's compiler, against the term layer's evaluation.
#include "program/interpreter.h"
#include "program/text_parser.h"
#include "program/text_writer.h"
#include "term/substitute.h"
#include "term/testing/random_term.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

RandomTermOptions options(unsigned flavour) {
  RandomTermOptions result;
  if (flavour % 3 == 0) result.widths = {1, 8, 32, 64};
  if (flavour % 3 == 1) result.widths = {1, 3, 16, 33, 64, 65, 128};
  if (flavour % 3 == 2) result.widths = {8, 16, 32, 64, 79};
  result.maxWidth = 130;
  if (flavour % 3 == 2) result.formats = {{8, 24}, {11, 53}, {5, 11}, {15, 64}};
  return result;
}

/// A program that reads every variable as an input and assigns the terms, one variable each, some of them twice.
Program programOf(TermManager& terms, const RandomTerms& random, const std::vector<Term>& roots) {
  Program program(terms);
  const FunctionId f = program.addFunction("main");
  std::vector<Operation> inputs, work;
  for (Term term : random.variables()) {
    if (term.sort().isFloat()) continue;
    Variable variable;
    variable.term = term;
    variable.function = f;
    inputs.push_back({Input{program.addVariable(std::move(variable)), InputKind::Nondet, {}}, {}});
  }
  for (size_t i = 0; i < roots.size(); ++i) {
    Variable variable;
    variable.term = terms.mkVariable("result" + std::to_string(i), roots[i].sort());
    variable.initial = terms.mkZero(roots[i].sort());
    work.push_back({Assign{program.addVariable(std::move(variable)), roots[i]}, {}});
  }
  const LocationId a = program.addLocation(f), b = program.addLocation(f),
                   exit = program.addLocation(f, LocationKind::Exit);
  program[f].entry = a;
  program.setEntry(f);
  program.addEdge(a, b, terms.mkTrue(), std::move(inputs));
  program.addEdge(b, exit, terms.mkTrue(), std::move(work));
  return program;
}

/// Terms of the pool that stand in a program: no float or array variables below, value sorts at the top.
std::vector<Term> rootsOf(TermManager& terms, RandomTerms& random, unsigned count) {
  Substitution substitution(terms);
  for (Term variable : random.variables()) {
    if (!variable.sort().isFloat()) continue;
    const Term bits = terms.mkVariable(std::string(variable.symbol()) + ".bits", terms.bvSort(variable.sort().width()));
    substitution.add(variable, terms.mkFpFromBits(bits, variable.sort()));
  }
  for (unsigned i = 0; i < count; ++i) random.next();
  std::vector<Term> roots;
  for (Term term : random.pool()) {
    Term root = substitution(term);
    if (root.sort().isFloat()) root = terms.mkFpToBits(root);
    if (root.size() > 0 && !root.sort().isArray()) roots.push_back(root);
  }
  return roots;
}

class RandomTermsInPrograms : public ::testing::TestWithParam<unsigned> {
protected:
  static void addFloatBits(TermManager& terms, Program& program, const RandomTerms& random) {
    const FunctionId f = program.entry();
    for (Term variable : random.variables()) {
      if (!variable.sort().isFloat()) continue;
      Variable bits;
      bits.term = terms.mkVariable(std::string(variable.symbol()) + ".bits", terms.bvSort(variable.sort().width()));
      bits.function = f;
      const VariableId id = program.addVariable(std::move(bits));
      program[EdgeId(0)].operations.push_back({Input{id, InputKind::Nondet, {}}, {}});
    }
  }
};

TEST_P(RandomTermsInPrograms, PrintParsePrintIsTheIdentity) {
  TermManager terms;
  RandomTerms random(terms, options(GetParam()), GetParam());
  Program program = programOf(terms, random, rootsOf(terms, random, 400));
  addFloatBits(terms, program, random);
  ASSERT_EQ(validate(program), "");
  const std::string first = printProgram(program);
  TermManager others;
  others.mkVariable("something", others.bvSort(3)); // ids differ
  EXPECT_EQ(first, printProgram(parseProgram(first, "first", others)));
  EXPECT_EQ(first, printProgram(parseProgram(first, "again", terms)));
}

TEST_P(RandomTermsInPrograms, InterpreterAgreesWithEvaluation) {
  TermManager terms(GetParam() % 2 == 0 ? TermManager::Rewriting::On : TermManager::Rewriting::Off);
  RandomTerms random(terms, options(GetParam()), GetParam());
  Program program = programOf(terms, random, rootsOf(terms, random, 400));
  addFloatBits(terms, program, random);
  ASSERT_EQ(validate(program), "");
  Interpreter interpreter(program);
  for (unsigned round = 0; round < 20; ++round) {
    std::vector<BitVector> values;
    Assignment assignment;
    for (const Operation& operation : program[EdgeId(0)].operations) {
      const Term variable = program[operation.defines()].term;
      values.push_back(random.randomBits(variable.sort().isBool() ? 1 : variable.sort().width()));
      if (variable.sort().isBool()) {
        assignment.setBool(variable, !values.back().isZero());
      } else {
        assignment.setBv(variable, values.back());
      }
    }
    ListInputs inputs(values);
    ASSERT_EQ(interpreter.run(inputs).kind, Outcome::Exit);
    Evaluator evaluator(assignment);
    for (const Operation& operation : program[EdgeId(1)].operations) {
      const Assign& assign = *operation.as<Assign>();
      const Value& value = evaluator.evaluate(assign.value);
      const BitVector expected = value.kind() == SortKind::Bool ? BitVector::fromBool(value.asBool()) : value.bits();
      ASSERT_EQ(interpreter.value(assign.variable), expected) << assign.value.toString();
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomTermsInPrograms, ::testing::Range(0u, 30u));

} // namespace
} // namespace assay
