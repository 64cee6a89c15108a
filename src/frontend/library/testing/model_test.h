// What tests of the library models against the host share: the models are compiled for the host under names that begin
// with model_, and what the front end provides for them is provided by model_hooks_test.cpp.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <random>
#include <stdexcept>
#include <string>

namespace assay {

/// Thrown where a model says that it does not know.
struct Unsupported : std::runtime_error {
  using std::runtime_error::runtime_error;
};
/// Thrown where a model excludes an execution.
struct AssumptionFailed {};
/// Thrown where a signed operation of a model overflows.
struct SignedOverflow {};

/// Where the models' inputs come from; set by the test that needs other than zeros.
std::function<void(void*, size_t)>& inputSource();

constexpr int kRounds = 4000;

class ModelTest : public testing::Test {
protected:
  ModelTest() { inputSource() = nullptr; }
  ~ModelTest() override { inputSource() = nullptr; }

  size_t below(size_t n) { return random_() % n; }
  std::string word(const std::string& alphabet, size_t longest) {
    std::string result(below(longest + 1), ' ');
    for (char& c : result) c = alphabet[below(alphabet.size())];
    return result;
  }
  template <class T>
  T anyFloat() {
    static constexpr T kSpecial[] = {0,
                                     -T(0),
                                     1,
                                     -1,
                                     T(0.5),
                                     T(1.5),
                                     T(2.5),
                                     std::numeric_limits<T>::infinity(),
                                     -std::numeric_limits<T>::infinity(),
                                     std::numeric_limits<T>::quiet_NaN(),
                                     std::numeric_limits<T>::min(),
                                     std::numeric_limits<T>::max(),
                                     std::numeric_limits<T>::denorm_min(),
                                     3 * std::numeric_limits<T>::denorm_min()};
    if (below(4) == 0) return kSpecial[below(std::size(kSpecial))];
    if (below(3) == 0) return static_cast<T>(static_cast<int>(below(2001)) - 1000) / T(8);
    T value;
    const uint64_t bits = random_();
    std::memcpy(&value, &bits, sizeof value);
    return std::isnan(value) ? std::numeric_limits<T>::quiet_NaN() : value; // not a signalling one
  }

  std::mt19937_64 random_{20};
};

template <class T>
void expectSame(T wanted, T got, T x, T y) {
  if (std::isnan(wanted)) {
    EXPECT_TRUE(std::isnan(got)) << x << ", " << y << " gives " << got;
  } else {
    EXPECT_EQ(std::memcmp(&wanted, &got, sizeof(T)), 0) << x << ", " << y << ": " << wanted << " but " << got;
  }
}

} // namespace assay
