#include "program/program.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

class ProgramTest : public ::testing::Test {
protected:
  ProgramTest() : program_(terms_) {
    main_ = program_.addFunction("main");
    program_.setEntry(main_);
    entry_ = program_.addLocation(main_);
    program_[main_].entry = entry_;
    exit_ = program_.addLocation(main_, LocationKind::Exit);
    x_ = program_.addVariable(main_, "x", terms_.bvSort(32));
  }
  Term x() const { return program_[x_].term; }
  Operation assign(VariableId variable, Term value) { return {Assign{variable, value}, {}}; }
  std::string error() const { return validate(program_); }
  void expectError(std::string_view part) const {
    EXPECT_NE(error().find(part), std::string::npos) << "got: " << error();
  }

  TermManager terms_;
  Program program_;
  FunctionId main_;
  LocationId entry_, exit_;
  VariableId x_;
};

TEST_F(ProgramTest, NamesOfVariables) {
  EXPECT_EQ(program_[x_].name(), "main::x");
  const VariableId again = program_.addVariable(main_, "x", terms_.bvSort(32));
  EXPECT_EQ(program_[again].name(), "main::x.1");
  EXPECT_EQ(program_[program_.addVariable(main_, "x", terms_.bvSort(8))].name(), "main::x.2");
  EXPECT_EQ(program_[program_.addVariable(FunctionId(), "x", terms_.bvSort(8))].name(), "x");
  EXPECT_EQ(program_.variableOf(x()), x_);
  EXPECT_FALSE(program_.variableOf(terms_.mkVariable("foreign", terms_.boolSort())).valid());
  // Another program over the same terms may use the same names.
  Program other(terms_);
  const FunctionId f = other.addFunction("main");
  EXPECT_EQ(other[other.addVariable(f, "x", terms_.bvSort(32))].name(), "main::x");
}

TEST_F(ProgramTest, FilesFunctionsAssumptionsAreOnce) {
  EXPECT_EQ(program_.files.add("a.c"), 0u);
  EXPECT_EQ(program_.files.add("b.c"), 1u);
  EXPECT_EQ(program_.files.add("a.c"), 0u);
  EXPECT_EQ(program_.findFunction("main"), main_);
  EXPECT_FALSE(program_.findFunction("mai").valid());
  program_.assumptions.add("f returns", {0, 3, 1});
  program_.assumptions.add("f returns", {0, 9, 1});
  ASSERT_EQ(program_.assumptions.size(), 1u);
  EXPECT_EQ(program_.assumptions[0].position.line, 3u);
  EXPECT_EQ(program_.files.format({1, 3, 5}), "b.c:3:5");
  EXPECT_EQ(program_.files.format({0, 3, 0}), "a.c:3");
  EXPECT_EQ(program_.files.format({}), "");
}

TEST_F(ProgramTest, AddressesOfObjects) {
  const uint32_t number = program_.objects.add({"a", ObjectKind::Global, 16, false, {}, "", {}});
  EXPECT_EQ(number, 1u);
  EXPECT_EQ(program_.objectAddress(number, 4).value().toUint64(), program_.layout().address(1, 4));
}

TEST_F(ProgramTest, CompactDropsWhatIsNotReached) {
  const LocationId a = program_.addLocation(main_), lost = program_.addLocation(main_), b = program_.addLocation(main_);
  program_.addEdge(lost, a, terms_.mkTrue());
  const EdgeId gone = program_.addEdge(entry_, b, terms_.mkFalse());
  program_.addEdge(entry_, a, terms_.mkTrue(), {assign(x_, terms_.mkBv(32, 1))});
  program_.addEdge(a, b, terms_.mkTrue());
  program_.addEdge(b, exit_, terms_.mkTrue());
  program_.removeEdge(gone);
  EXPECT_EQ(program_[b].in.size(), 1u);
  program_.compact();
  EXPECT_EQ(error(), "");
  EXPECT_EQ(program_.locations().size(), 4u);
  EXPECT_EQ(program_.edges().size(), 3u);
  EXPECT_EQ(program_[program_[main_].entry].out.size(), 1u);
  EXPECT_EQ(program_[program_[program_[main_].entry].out[0]].operations.size(), 1u);
  EXPECT_EQ(program_[program_[main_].exit].kind, LocationKind::Exit);
  for (LocationId location : program_[main_].locations) EXPECT_EQ(program_[location].function, main_);
}

TEST_F(ProgramTest, RedirectKeepsBothLists) {
  const LocationId a = program_.addLocation(main_);
  const EdgeId edge = program_.addEdge(entry_, exit_, terms_.mkTrue());
  program_.addEdge(a, exit_, terms_.mkTrue());
  program_.redirect(edge, entry_, a);
  EXPECT_EQ(program_[a].in, std::vector{edge});
  EXPECT_EQ(program_[exit_].in.size(), 1u);
  EXPECT_EQ(error(), "");
}

TEST_F(ProgramTest, CloneIsIndependent) {
  program_.addEdge(entry_, exit_, terms_.mkTrue());
  Program copy = program_.clone();
  copy.removeEdge(EdgeId(0));
  EXPECT_EQ(program_[entry_].out.size(), 1u);
  EXPECT_EQ(copy[LocationId(0)].out.size(), 0u);
}

TEST_F(ProgramTest, ValidateFindsBrokenClauses) {
  expectError("is plain and has no outgoing edge");
  const EdgeId edge = program_.addEdge(entry_, exit_, terms_.mkTrue());
  EXPECT_EQ(error(), "");

  const auto withOperation = [&](Operation operation, std::string_view message) {
    program_[edge].operations = {std::move(operation)};
    expectError(message);
    program_[edge].operations.clear();
  };
  withOperation(assign(x_, terms_.mkBv(8, 1)), "assigns a value of another sort");
  withOperation({Assign{VariableId(), x()}, {}}, "without the variable");
  withOperation({Load{x_, terms_.mkBv(32, 1)}, {}}, "not of pointer width");
  withOperation({Query{x_, QueryKind::AllFreed, {}}, {}}, "whose result is of another sort");
  withOperation({Return{x()}, {}}, "returns a value of another sort");
  withOperation({Fill{terms_.mkBv(64, 1), x(), terms_.mkBv(64, 1)}, {}}, "no byte");
  withOperation({Store{Term(), x()}, {}}, "lacks a term");

  const FunctionId other = program_.addFunction("other");
  const VariableId foreign = program_.addVariable(other, "y", terms_.bvSort(32));
  withOperation(assign(x_, program_[foreign].term), "neither global nor its function's");
  withOperation(assign(foreign, x()), "writes a variable of another function");
  withOperation({Call{VariableId(), FunctionId(), {}}, {}}, "calls no function");

  program_[edge].operations = {{Call{VariableId(), other, {}}, {}}, assign(x_, x())};
  expectError("not its last operation");
  program_[edge].operations.clear();

  program_[edge].guard = x();
  expectError("guard that is not Bool");
  program_[edge].guard = terms_.mkTrue();

  program_.addLocation(main_, LocationKind::Error);
  expectError("has no incoming edge");
}

TEST(Property, Names) {
  for (const PropertyInfo& info : kProperties) EXPECT_EQ(propertyByName(info.name), info.property);
  EXPECT_EQ(propertyName(Property::ValidMemcleanup), "valid-memcleanup");
  EXPECT_FALSE(propertyByName("nothing").has_value());
  PropertySet set{Property::Assert};
  set.insert(Property::ValidFree);
  set.erase(Property::Assert);
  EXPECT_EQ(set, PropertySet{Property::ValidFree});
}

TEST(Property, Traits) {
  EXPECT_EQ(kLeaks, (PropertySet{Property::ValidMemtrack, Property::ValidMemcleanup}));
  EXPECT_EQ(PropertySet::with(kUndefinedBehind), (PropertySet{Property::ValidDeref, Property::ValidFree}));
  EXPECT_EQ(PropertySet::with(kFailsForSure),
            (PropertySet{Property::UnreachCall, Property::Assert, Property::NoOverflow, Property::DivisionByZero,
                         Property::Bounds}));
  EXPECT_EQ(PropertySet::with(kByDefaultWithThreads), PropertySet{Property::NoDataRace});
  EXPECT_TRUE(kLeaks.containsAny({Property::Assert, Property::ValidMemtrack}));
  EXPECT_FALSE(kLeaks.containsAny({Property::Assert, Property::ValidFree}));
  for (const PropertyInfo& info : kProperties) {
    EXPECT_EQ(&infoOf(info.property), &info);
    EXPECT_FALSE(info.formula == Formula::Never && info.otherName.empty()) << info.name; // the formula names it so
  }
}

TEST_F(ProgramTest, OperationsTellWhatTheyReadAndWrite) {
  const Operation store{Store{x(), terms_.mkTrue()}, {}};
  EXPECT_FALSE(store.defines().valid());
  EXPECT_EQ(store.terms().size(), 2u);
  const Operation call{Call{x_, main_, {x()}}, {}};
  EXPECT_EQ(call.defines(), x_);
  EXPECT_EQ(call.terms(), std::vector{x()});
  EXPECT_TRUE((Operation{Return{Term()}, {}}).terms().empty());
  EXPECT_EQ((Operation{Input{x_, InputKind::Nondet, ""}, {}}).defines(), x_);
}

} // namespace
} // namespace assay
