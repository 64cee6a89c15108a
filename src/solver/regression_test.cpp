// What the fuzzer has found, made small; on every backend.
#include "solver/factory.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

class Regression : public testing::TestWithParam<std::string_view> {};

/// Z3 gave the value of an array as a function (here: the identity), not as stores.
TEST_P(Regression, ArrayThatIsTheIdentity) {
  TermManager tm(TermManager::Rewriting::Off);
  auto solver = makeSolver(GetParam(), tm);
  Sort sort = tm.arraySort(tm.bvSort(1), tm.bvSort(1));
  Term a = tm.mkVariable("a", sort), b = tm.mkVariable("b", sort), one = tm.mkBv(1, 1);
  Term equal[] = {tm.mkEqual(a, tm.mkStore(b, one, one))};
  ASSERT_TRUE(solver->check(equal).isSat());
  EXPECT_TRUE(solver->value(equal[0]).asBool());
  EXPECT_TRUE(solver->value(tm.mkEqual(tm.mkSelect(a, one), one)).asBool());
}

INSTANTIATE_TEST_SUITE_P(Backends, Regression, testing::ValuesIn(solverNames()),
                         [](const auto& info) { return std::string(info.param); });

} // namespace
} // namespace assay
