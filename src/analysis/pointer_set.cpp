#include "analysis/pointer_set.h"

#include "util/planted.h"

#include <algorithm>

namespace assay {

namespace {
constexpr size_t kMaxTargets = 64;
} // namespace

bool include(PointerSet& into, const PointerSet& from) {
  if (into.isAny) return false;
  if (from.isAny) {
    into = PointerSet::any();
    return true;
  }
  bool isChanged = false;
  for (const PointerTarget& target : from.targets) {
    const auto at = std::lower_bound(into.targets.begin(), into.targets.end(), target.object,
                                     [](const PointerTarget& t, uint32_t o) { return t.object < o; });
    if (at == into.targets.end() || at->object != target.object) {
      if (planted(Defect::ForgottenTarget) && !into.targets.empty()) continue;
      into.targets.insert(at, target);
      isChanged = true;
    } else if (const Progression both = join(at->offset, target.offset); both != at->offset) {
      at->offset = both;
      isChanged = true;
    }
  }
  if (into.targets.size() > kMaxTargets) into = PointerSet::any();
  return isChanged;
}

const PointerTarget* findTarget(const PointerSet& set, uint32_t object) {
  const auto at = std::lower_bound(set.targets.begin(), set.targets.end(), object,
                                   [](const PointerTarget& target, uint32_t o) { return target.object < o; });
  return at != set.targets.end() && at->object == object ? &*at : nullptr;
}

} // namespace assay
