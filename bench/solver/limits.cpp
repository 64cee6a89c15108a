#include "limits.h"

#include "solver/factory.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <malloc.h>
#include <memory>
#include <pthread.h>
#include <thread>
#include <vector>

namespace assay {

namespace {

using Clock = std::chrono::steady_clock;

/// Hard in one stage of the work each.
struct HardQuery {
  const char* name;
  std::vector<Term> (*make)(TermManager& tm);
};

Term variable(TermManager& tm, const char* name, size_t i, Sort sort) {
  return tm.mkVariable(name + std::to_string(i), sort);
}

/// The factors of a product of two primes: search.
std::vector<Term> factors(TermManager& tm) {
  Term x = tm.mkVariable("x", tm.bvSort(64)), y = tm.mkVariable("y", tm.bvSort(64)), one = tm.mkBv(64, 1);
  Term product = tm.mkBvMul(tm.mkBvZeroExtend(x, 64), tm.mkBvZeroExtend(y, 64));
  Term number = tm.mkBvMul(tm.mkBv(128, 10808818712792617177u), tm.mkBv(128, 10430779633273967791u));
  return {tm.mkEqual(product, number), tm.mkBvUlt(one, x), tm.mkBvUlt(one, y)};
}

/// Circuits of hundreds of millions of gates: blasting.
std::vector<Term> wideProducts(TermManager& tm) {
  Term product = variable(tm, "x", 0, tm.bvSort(2048));
  for (size_t i = 1; i < 100; ++i) product = tm.mkBvMul(product, variable(tm, "x", i, tm.bvSort(2048)));
  return {tm.mkEqual(product, tm.mkBv(2048, 12345))};
}

std::vector<Term> wideQuotients(TermManager& tm) {
  Term quotient = variable(tm, "x", 0, tm.bvSort(1024));
  for (size_t i = 1; i < 100; ++i) quotient = tm.mkBvUdiv(variable(tm, "x", i, tm.bvSort(1024)), quotient);
  return {tm.mkEqual(quotient, tm.mkBv(1024, 12345))};
}

/// Operations on quadruple floats, thousands of terms each: lowering.
std::vector<Term> quadFloats(TermManager& tm) {
  Sort sort = tm.fpSort(15, 113);
  Term sum = variable(tm, "f", 0, sort);
  for (size_t i = 1; i < 400; ++i)
    sum = tm.mkFpFma(RoundingMode::NearestEven, sum, variable(tm, "f", i, sort), variable(tm, "g", i, sort));
  return {tm.mkFpLt(sum, tm.mkFp(sort, BitVector::zero(128)))};
}

/// Remainders of doubles: a thousand steps each.
std::vector<Term> remainders(TermManager& tm) {
  Sort sort = tm.fpSort(11, 53);
  Term rest = variable(tm, "f", 0, sort);
  for (size_t i = 1; i < 20; ++i) rest = tm.mkFpRem(rest, variable(tm, "f", i, sort));
  return {tm.mkFpLt(rest, tm.mkFp(sort, BitVector::zero(64)))};
}

/// Long chains of stores at unknown indices that are said to be equal: lemmas.
std::vector<Term> stores(TermManager& tm) {
  Sort sort = tm.arraySort(tm.bvSort(32), tm.bvSort(32));
  Term a = tm.mkVariable("a", sort), b = a;
  for (size_t i = 0; i < 500; ++i) {
    Term first = variable(tm, "i", i, tm.bvSort(32)), second = variable(tm, "j", 7 * i % 500, tm.bvSort(32));
    a = tm.mkStore(a, first, tm.mkBvAdd(tm.mkSelect(a, second), tm.mkBv(32, 1)));
    b = tm.mkStore(b, second, tm.mkBvAdd(tm.mkSelect(b, first), tm.mkBv(32, 1)));
  }
  return {tm.mkEqual(a, b)};
}

/// A deep term: preprocessing.
std::vector<Term> deepTerm(TermManager& tm) {
  Term x = variable(tm, "x", 0, tm.bvSort(64)), sum = x;
  for (size_t i = 1; i < 1000000; ++i) sum = tm.mkBvXor(tm.mkBvAdd(sum, x), tm.mkBv(64, 2 * i + 1));
  return {tm.mkEqual(x, tm.mkBvAdd(variable(tm, "x", 1, tm.bvSort(64)), tm.mkBv(64, 3))),
          tm.mkEqual(sum, tm.mkBv(64, 12345))};
}

constexpr HardQuery kQueries[] = {
    {"factors of 128 bits", factors},           {"products of 2048 bits", wideProducts},
    {"quotients of 1024 bits", wideQuotients},  {"fused products, quadruple", quadFloats},
    {"remainders, double", remainders},         {"1000 stores, equal arrays", stores},
    {"2 million additions and xors", deepTerm},
};

double milliseconds(Clock::duration d) { return std::chrono::duration<double, std::milli>(d).count(); }

double cpuMilliseconds(clockid_t clock) {
  timespec t{};
  ::clock_gettime(clock, &t);
  return 1e3 * static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_nsec);
}

size_t heapInUse() {
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

/// One query on a solver of its own.
class Trial {
public:
  Trial(const std::string& solver, const HardQuery& query)
      : assertions_(query.make(tm_)), solver_(makeSolver(solver, tm_)) {
    for (Term term : assertions_) solver_->assertTerm(term);
  }

  /// How much later than after `limit` the check ends, by the clock and in processor time of the thread that solves.
  std::string afterDeadline(Clock::duration limit, bool interrupt) {
    clockid_t clock{};
    ::pthread_getcpuclockid(::pthread_self(), &clock);
    Clock::time_point end = Clock::now() + limit;
    if (!interrupt) solver_->setLimits({.deadline = Deadline(limit)});
    double cpuAtEnd = 0;
    std::thread other([&] {
      std::this_thread::sleep_until(end);
      cpuAtEnd = cpuMilliseconds(clock);
      end = Clock::now();
      if (interrupt) solver_->interrupt();
    });
    Answer answer = solver_->check();
    Clock::time_point done = Clock::now();
    double cpuDone = cpuMilliseconds(clock);
    other.join();
    if (!answer.isUnknown()) return answer.toString();
    char text[64];
    std::snprintf(text, sizeof text, "%.0f (%.0f)", std::max(0.0, milliseconds(done - end)),
                  std::max(0.0, cpuDone - cpuAtEnd));
    return text;
  }

  /// The memory in use at the end, in per cent of the budget.
  std::string memory(size_t budget) {
    size_t before = heapInUse();
    solver_->setLimits({.deadline = Deadline(std::chrono::seconds(20)), .memoryBytes = budget});
    Answer answer = solver_->check();
    if (!answer.isUnknown() || answer.reason() != UnknownReason::Memory) return answer.toString();
    return std::to_string(100 * (heapInUse() - before) / budget) + " %";
  }

private:
  TermManager tm_;
  std::vector<Term> assertions_; // before the solver: terms are not in its budget
  std::unique_ptr<Solver> solver_;
};

} // namespace

void printLimits(std::ostream& out, const std::string& solver) {
  constexpr auto kLimit = std::chrono::milliseconds(300);
  constexpr size_t kBudget = size_t{100} << 20;
  out << "| " << solver << ": query | deadline: later by, ms (processor) | interrupt: later by, ms (processor) "
      << "| memory of 100 MB |\n| --- | ---: | ---: | ---: |\n";
  for (const HardQuery& query : kQueries) {
    out << "| " << query.name << " | " << Trial(solver, query).afterDeadline(kLimit, false) << " | "
        << Trial(solver, query).afterDeadline(kLimit, true) << " | " << Trial(solver, query).memory(kBudget) << " |\n"
        << std::flush;
  }
}

} // namespace assay
