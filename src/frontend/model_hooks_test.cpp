#include "frontend/model_test.h"

#include <malloc.h>

extern "C" {
void assayTestInput(void* value, size_t size);
size_t __assay_object_size(const void* p);
int __assay_freeable(const void* p);
int __assay_program_uses(const char* name);
int __assay_runs_once(const char* name);
void __assay_overflow_if(int condition);
[[noreturn]] void __assay_unsupported(const char* message);
void __VERIFIER_assume(int condition);
void __VERIFIER_nondet_memory(void* p, size_t size);
double __assay_sqrt(double x);
float __assay_sqrtf(float x);
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
double __assay_sqrt(double x) { return std::sqrt(x); }
float __assay_sqrtf(float x) { return std::sqrt(x); }
