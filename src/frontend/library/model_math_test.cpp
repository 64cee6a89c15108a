// math.h and complex.h: the models must allow what the host computes, with the errno that it sets, and say nothing else
// where C says what the result is.
#include "frontend/library/testing/model_test.h"

#include <cerrno>
#include <complex>
#include <vector>

#define FUNCTIONS_OF_ONE(X)                                                                                            \
  X(sin)                                                                                                               \
  X(cos)                                                                                                               \
  X(tan)                                                                                                               \
  X(asin)                                                                                                              \
  X(acos)                                                                                                              \
  X(atan)                                                                                                              \
  X(sinh)                                                                                                              \
  X(cosh)                                                                                                              \
  X(tanh)                                                                                                              \
  X(asinh)                                                                                                             \
  X(acosh)                                                                                                             \
  X(atanh)                                                                                                             \
  X(exp)                                                                                                               \
  X(exp2)                                                                                                              \
  X(exp10)                                                                                                             \
  X(expm1)                                                                                                             \
  X(log)                                                                                                               \
  X(log2)                                                                                                              \
  X(log10)                                                                                                             \
  X(log1p)                                                                                                             \
  X(cbrt)                                                                                                              \
  X(erf)                                                                                                               \
  X(erfc)                                                                                                              \
  X(tgamma)                                                                                                            \
  X(lgamma)                                                                                                            \
  X(sqrt)                                                                                                              \
  X(j0)                                                                                                                \
  X(j1)                                                                                                                \
  X(y0)                                                                                                                \
  X(y1)                                                                                                                \
  X(logb)
#define FUNCTIONS_OF_TWO(X)                                                                                            \
  X(atan2)                                                                                                             \
  X(hypot)                                                                                                             \
  X(pow)                                                                                                               \
  X(fmod)                                                                                                              \
  X(remainder)                                                                                                         \
  X(nextafter)                                                                                                         \
  X(fdim)

extern "C" {
int* model___errno_location();
#define DECLARE(name)                                                                                                  \
  double model_##name(double);                                                                                         \
  float model_##name##f(float);
FUNCTIONS_OF_ONE(DECLARE)
#undef DECLARE
#define DECLARE(name)                                                                                                  \
  double model_##name(double, double);                                                                                 \
  float model_##name##f(float, float);
FUNCTIONS_OF_TWO(DECLARE)
#undef DECLARE
double model_remquo(double, double, int*);
float model_remquof(float, float, int*);
double model_modf(double, double*);
float model_modff(float, float*);
double model_frexp(double, int*);
float model_frexpf(float, int*);
double model_ldexp(double, int);
float model_ldexpf(float, int);
int model_ilogb(double);
int model_ilogbf(float);
long model_lround(double);
long long model_llrint(double);
double _Complex model___divdc3(double, double, double, double);
double _Complex model___muldc3(double, double, double, double);
float _Complex model___divsc3(float, float, float, float);
extern int model_signgam;
}

namespace assay {
namespace {

/// The first input of a call is the value that is left open, or there is none; others are choices.
template <class T>
void give(T value, int choice, bool hasOpenValue = true) {
  inputSource() = [value, choice, isFirst = hasOpenValue](void* to, size_t size) mutable {
    if (isFirst && size == sizeof value) {
      std::memcpy(to, &value, sizeof value);
    } else {
      std::memcpy(to, &choice, std::min(size, sizeof choice));
    }
    isFirst = false;
  };
}

template <class T>
bool isSame(T a, T b) {
  return std::isnan(a) ? std::isnan(b) : std::memcmp(&a, &b, sizeof a) == 0;
}

/// What a call gives: its value and its errno.
template <class T>
struct Told {
  T value;
  int error;
};
template <class T, class Call>
Told<T> tell(Call call, int& error) {
  error = 0;
  const T value = call();
  return {value, error};
}

/// Some choice must make the model say what the host says. Zeros may have another sign where `anyZero`.
template <class T, class Real, class Model>
void expectAllowed(const char* name, T x, T y, Real real, Model model, bool anyZero = false) {
  const Told<T> wanted = tell<T>(real, errno);
  std::string got;
  for (int attempt = 0; attempt < 4; ++attempt) {
    give(wanted.value, attempt % 2, attempt < 2);
    try {
      const Told<T> told = tell<T>(model, *model___errno_location());
      const bool same =
          anyZero ? told.value == wanted.value || isSame(wanted.value, told.value) : isSame(wanted.value, told.value);
      if (same && told.error == wanted.error) return;
      got += " " + std::to_string(told.value) + " with errno " + std::to_string(told.error);
    } catch (const AssumptionFailed&) {
      got += " excluded";
    }
  }
  ADD_FAILURE() << name << "(" << x << ", " << y << "): " << wanted.value << " with errno " << wanted.error << ", but"
                << got;
}

class ModelMathTest : public ModelTest {
protected:
  /// Also numbers about the ends of functions' ranges.
  template <class T>
  T argument() {
    static const T ends[] = {T(2),       T(-2),     T(88.5),  T(89.2),  T(-87.2), T(-103.5), T(709.7),
                             T(710.2),   T(-708.2), T(-745),  T(-746),  T(128),   T(-149),   T(-150),
                             T(1023.99), T(1024),   T(-1074), T(170.5), T(171.7), T(-170.5), T(-3),
                             T(-184),    T(38.5),   T(308.3), T(27),    T(9.2),   T(0.75),   T(-0.25),
                             T(1e10),    T(1e30),   T(1e300), T(-1.5),  T(3),     T(1e-30),  T(1e-300)};
    return below(4) == 0 ? ends[below(std::size(ends))] : anyFloat<T>();
  }
};

TEST_F(ModelMathTest, FunctionsOfOneArgument) {
  for (int round = 0; round < kRounds; ++round) {
    const auto x = argument<double>();
    const auto z = argument<float>();
#define COMPARE(name)                                                                                                  \
  expectAllowed<double>(#name, x, 0, [&] { return ::name(x); }, [&] { return model_##name(x); });                      \
  expectAllowed<float>(#name "f", z, 0, [&] { return ::name##f(z); }, [&] { return model_##name##f(z); });
    FUNCTIONS_OF_ONE(COMPARE)
#undef COMPARE
  }
}

TEST_F(ModelMathTest, FunctionsOfTwoArguments) {
  for (int round = 0; round < 3 * kRounds; ++round) {
    const auto x = argument<double>();
    const auto y = argument<double>();
    const auto z = argument<float>();
    const auto w = argument<float>();
    // glibc's sign of a zero remainder is not always IEEE's.
#define COMPARE(name)                                                                                                  \
  {                                                                                                                    \
    const bool anyZero = std::string(#name) == "remainder";                                                            \
    expectAllowed<double>(#name, x, y, [&] { return ::name(x, y); }, [&] { return model_##name(x, y); }, anyZero);     \
    expectAllowed<float>(                                                                                              \
        #name "f", z, w, [&] { return ::name##f(z, w); }, [&] { return model_##name##f(z, w); }, anyZero);             \
  }
    FUNCTIONS_OF_TWO(COMPARE)
#undef COMPARE
  }
}

template <class T>
void expectPartsAreSame(T x, T y, int n) {
  T wholeReal = 0;
  T whole = 0;
  int eReal = 0;
  int e = 0;
  if constexpr (sizeof(T) == 8) {
    expectSame(std::modf(x, &wholeReal), model_modf(x, &whole), x, y);
    expectSame(std::frexp(x, &eReal), model_frexp(x, &e), x, y);
    expectAllowed<T>(
        "ldexp", x, static_cast<T>(n), [&] { return std::ldexp(x, n); }, [&] { return model_ldexp(x, n); });
  } else {
    expectSame(std::modf(x, &wholeReal), model_modff(x, &whole), x, y);
    expectSame(std::frexp(x, &eReal), model_frexpf(x, &e), x, y);
    expectAllowed<T>(
        "ldexp", x, static_cast<T>(n), [&] { return std::ldexp(x, n); }, [&] { return model_ldexpf(x, n); });
  }
  expectSame(wholeReal, whole, x, y);
  if (std::isfinite(x)) {
    EXPECT_EQ(eReal, e) << x;
  }
}

TEST_F(ModelMathTest, PartsOfNumbers) {
  for (int round = 0; round < 3 * kRounds; ++round) {
    const auto x = argument<double>();
    const auto y = argument<double>();
    const auto z = argument<float>();
    const auto w = argument<float>();
    expectPartsAreSame(x, y, below(2) ? static_cast<int>(below(4400)) - 2200 : static_cast<int>(below(60)) - 1074);
    expectPartsAreSame(z, w, static_cast<int>(below(600)) - 300);
    int nReal = 0;
    int n = 0;
    if (std::isfinite(x) && std::isfinite(y) && y != 0) {
      // glibc's sign of a zero is not always IEEE's here; of the quotient, three bits are promised.
      EXPECT_EQ(std::remquo(x, y, &nReal), model_remquo(x, y, &n)) << x << " / " << y;
      EXPECT_EQ((nReal - n) % 8, 0) << x << " / " << y;
    }
    if (std::isfinite(z) && std::isfinite(w) && w != 0) {
      EXPECT_EQ(std::remquo(z, w, &nReal), model_remquof(z, w, &n)) << z << " / " << w;
      EXPECT_EQ((nReal - n) % 8, 0) << z << " / " << w;
    }
    if (!std::isnan(x) && x != 0) { // of which the results are others on other machines
      expectAllowed<double>("ilogb", x, 0, [&] { return std::ilogb(x); }, [&] { return model_ilogb(x); }, true);
    }
    if (std::fabs(x) < 0x1p62) {
      EXPECT_EQ(std::lround(x), model_lround(x)) << x;
      EXPECT_EQ(std::llrint(x), model_llrint(x)) << x;
    }
  }
}

TEST_F(ModelMathTest, SpecialValuesAreExact) {
  inputSource() = [](void*, size_t) { FAIL() << "a value that C fixes was left open"; };
  const double inf = INFINITY;
  const double values[] = {0.0, -0.0, 1, -1, 2, -3, 0.5, -0.5, inf, -inf, NAN};
  for (double x : values) {
    EXPECT_EQ(model_pow(x, 0), 1);
    EXPECT_EQ(model_pow(1, x), 1);
    expectSame(std::hypot(inf, x), model_hypot(inf, x), x, x);
  }
  EXPECT_EQ(model_pow(-1, inf), 1);
  EXPECT_EQ(model_pow(-1, -inf), 1);
  for (double y : {0.0, -0.0, inf, -inf})
    for (double x : values) {
      expectSame(std::atan2(y, x), model_atan2(y, x), y, x);
      expectSame(std::pow(x, y), model_pow(x, y), x, y);
      expectSame(std::pow(y, x), model_pow(y, x), y, x);
    }
  EXPECT_EQ(model_tgamma(-0.0), -inf);
  EXPECT_EQ(model_tgamma(0.0), inf);
  EXPECT_TRUE(std::isnan(model_tgamma(-2)));
  for (double x : {1.0, 2.0}) EXPECT_EQ(model_lgamma(x), 0);
  EXPECT_EQ(model_tanh(-inf), -1);
  EXPECT_EQ(model_erf(inf), 1);
  EXPECT_EQ(model_erfc(-inf), 2);
}

TEST_F(ModelMathTest, SignOfGamma) {
  give(1.0, 0);
  for (double x : {-0.5, -1.5, -2.5, 3.5, -0.0, 0.0, -7.25}) {
    int sign = 0;
    ::lgamma_r(x, &sign);
    give(1.0, 0);
    model_lgamma(x);
    EXPECT_EQ(model_signgam, sign) << x;
  }
}

/// Equal arguments give equal results, with a few calls between them.
TEST_F(ModelMathTest, OpenFunctionsAreFunctions) {
  auto open = [](double value, auto call) {
    give(value, 0);
    return call();
  };
  EXPECT_EQ(open(0.25, [] { return model_sin(12345.5); }), 0.25);
  EXPECT_EQ(open(0.5, [] { return model_sin(12346.5); }), 0.5);
  EXPECT_THROW(open(0.5, [] { return model_sin(12345.5); }), AssumptionFailed);
  EXPECT_EQ(open(0.25, [] { return model_sin(12345.5); }), 0.25);
  EXPECT_EQ(open(7, [] { return model_pow(3, 1.5); }), 7);
  EXPECT_THROW(open(8, [] { return model_pow(3, 1.5); }), AssumptionFailed);
  EXPECT_EQ(open(8, [] { return model_pow(3, 1.75); }), 8);
}

template <class T>
bool isSame(std::complex<T> a, std::complex<T> b) {
  return isSame(a.real(), b.real()) && isSame(a.imag(), b.imag());
}

TEST_F(ModelMathTest, ComplexArithmetic) {
  for (int round = 0; round < kRounds; ++round) {
    double parts[4];
    for (double& part : parts) part = below(3) == 0 ? anyFloat<double>() : static_cast<int>(below(41)) - 20;
    auto [a, b, c, d] = parts;
    double _Complex x;
    double _Complex y;
    __real__ x = a;
    __imag__ x = b;
    __real__ y = c;
    __imag__ y = d;
    auto number = [](double _Complex z) { return std::complex<double>(__real__ z, __imag__ z); };
    auto text = [&] { return testing::PrintToString(std::vector<double>(parts, parts + 4)); };
    EXPECT_TRUE(isSame(number(x * y), number(model___muldc3(a, b, c, d)))) << text();
    const std::complex<double> quotient = number(x / y);
    bool allowed = false;
    for (int choice = 0; choice < 3 && !allowed; ++choice) {
      int openPart = 0; // of numbers far from 1, both parts are open
      inputSource() = [&](void* to, size_t size) {
        const double part = openPart++ == 0 ? quotient.real() : quotient.imag();
        if (size == sizeof part)
          std::memcpy(to, &part, size);
        else
          std::memcpy(to, &choice, sizeof choice);
      };
      const std::complex<double> got = number(model___divdc3(a, b, c, d));
      // Where the host multiplies and adds in one operation, the last bits are its own.
      allowed = isSame(quotient, got) || std::abs(got - quotient) <= 1e-14 * std::abs(quotient);
    }
    EXPECT_TRUE(allowed) << text() << " gives " << quotient;
  }
}

} // namespace
} // namespace assay
