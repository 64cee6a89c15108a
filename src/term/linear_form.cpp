#include "term/linear_form.h"

#include <algorithm>

namespace assay {

bool LinearForm::add(const LinearForm& other, int64_t factor) {
  constexpr int64_t kMostFactor = int64_t{1} << 20;
  if (!isSmall(factor, kMostFactor)) return false;
  for (const auto& [term, times] : other.summands) {
    auto found = std::ranges::find(summands, term, &std::pair<Term, int64_t>::first);
    if (found == summands.end()) found = summands.insert(summands.end(), {term, 0});
    found->second += times * factor;
    if (!isSmall(found->second, kMostFactor)) return false;
    if (found->second == 0) summands.erase(found);
  }
  int64_t product = 0;
  if (__builtin_mul_overflow(other.constant, factor, &product)) return false;
  return !__builtin_add_overflow(constant, product, &constant) && isSmall(constant, kMostConstant);
}

} // namespace assay
