#include "frontend/library/testing/model_test.h"

#include <malloc.h>

extern "C" {
void assayTestInput(void* value, size_t size);
size_t __assay_object_size(const void* p);
int __assay_freeable(const void* p);
int __assay_program_uses(const char* name);
int __assay_runs_once(const char* name);
void __assay_overflow_if(int condition);
[[noreturn]] void __assay_unsupported(const char* message);
[[noreturn]] void __assay_unknown_result(const char* message);
void __VERIFIER_assume(int condition);
void __VERIFIER_nondet_memory(void* p, size_t size);
int __assay_overlap(const void* a, size_t sizeOfA, const void* b, size_t sizeOfB);

// There is one thread, which never waits.
int __assay_has_threads() { return 0; }
void __assay_atomic_begin() {}
void __assay_atomic_end() {}
void __assay_step() {}
int __assay_checks_deadlocks() { return 0; }
int __assay_input_wakes_by_itself() { return 1; }
int __assay_input_wakes_next() { return 0; }
void __assay_deadlock() { throw assay::Unsupported("waits for ever"); }
void __assay_circle() {}
void __assay_await_equal(const int*, int) {}
void __assay_await_distinct(const int*, int) {}
void __assay_await_at_least(const int*, int) {}
int __assay_spawn(void*, ...) { throw assay::Unsupported("a thread"); }
[[noreturn]] void __assay_end_thread() { throw assay::Unsupported("the end of a thread"); }
[[noreturn]] void __assay_exit_with_last_thread(int) { throw assay::Unsupported("the end of the last thread"); }

#define OF_EACH_TYPE(name, parameters, call)                                                                           \
  double __assay_##name parameters(double) { return call; }                                                            \
  float __assay_##name##f parameters(float) { return call; }                                                           \
  long double __assay_##name##l parameters(long double) { return call; }
#define ONE(T) (T x)
#define TWO(T) (T x, T y)
OF_EACH_TYPE(sqrt, ONE, std::sqrt(x))
OF_EACH_TYPE(trunc, ONE, std::trunc(x))
OF_EACH_TYPE(floor, ONE, std::floor(x))
OF_EACH_TYPE(round, ONE, std::round(x))
OF_EACH_TYPE(rint, ONE, std::rint(x))
OF_EACH_TYPE(fabs, ONE, std::fabs(x))
OF_EACH_TYPE(copysign, TWO, std::copysign(x, y))
}

std::function<void(void*, size_t)>& assay::inputSource() {
  static std::function<void(void*, size_t)> source;
  return source;
}

void assayTestInput(void* value, size_t size) {
  std::memset(value, 0, size);
  if (assay::inputSource()) assay::inputSource()(value, size);
}
size_t __assay_object_size(const void* p) { return malloc_usable_size(const_cast<void*>(p)); }
void __assay_unsupported(const char* message) { throw assay::Unsupported(message); }
void __assay_unknown_result(const char* message) { throw assay::Unsupported(message); }
void __VERIFIER_assume(int condition) {
  if (condition == 0) throw assay::AssumptionFailed();
}
void __VERIFIER_nondet_memory(void* p, size_t size) { assayTestInput(p, size); }
int __assay_freeable(const void*) { return 1; }
int __assay_program_uses(const char*) { return 1; }
int __assay_runs_once(const char*) { return 0; }
void __assay_overflow_if(int condition) {
  if (condition != 0) throw assay::SignedOverflow();
}
int __assay_overlap(const void* a, size_t sizeOfA, const void* b, size_t sizeOfB) {
  const auto x = reinterpret_cast<uintptr_t>(a);
  const auto y = reinterpret_cast<uintptr_t>(b);
  return sizeOfA != 0 && sizeOfB != 0 && (x - y < sizeOfB || y - x < sizeOfA) ? 1 : 0;
}
