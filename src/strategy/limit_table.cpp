#include "strategy/limit_table.h"

#include "engine/arrays/limits.h"
#include "engine/backward/limits.h"
#include "engine/common/limits.h"
#include "engine/kiki/limits.h"
#include "engine/modular/limits.h"
#include "engine/orders/limits.h"
#include "engine/predicates/limits.h"
#include "engine/races/limits.h"
#include "engine/schedules/limits.h"
#include "engine/sequentialise/limits.h"
#include "engine/shapes/limits.h"
#include "engine/symex/limits.h"
#include "engine/termination/limits.h"
#include "invariants/limits.h"
#include "strategy/limits.h"
#include "util/error.h"
#include "util/shared_limits.h"

#include <algorithm>
#include <array>

namespace assay {

namespace {

struct LimitGroup {
  std::string_view name;
  std::vector<LimitRow> (*rows)(const Options& options);
  LimitFate (*set)(std::string_view name, std::string_view value);
};

template <class Limits>
constexpr LimitGroup groupOf() {
  return {Limits::kGroup, &limitRows<Limits>, [](std::string_view name, std::string_view value) {
            Limits limits;
            return setLimit(limits, name, value);
          }};
}

constexpr std::array kGroups = {
    groupOf<SharedLimits>(),  groupOf<StrategyLimits>(),      groupOf<CommonLimits>(),    groupOf<InvariantLimits>(),
    groupOf<KikiLimits>(),    groupOf<SymexLimits>(),         groupOf<PredicateLimits>(), groupOf<BackwardLimits>(),
    groupOf<ShapesLimits>(),  groupOf<TerminationLimits>(),   groupOf<ScheduleLimits>(),  groupOf<RaceLimits>(),
    groupOf<ModularLimits>(), groupOf<SequentialiseLimits>(), groupOf<ArrayLimits>(),     groupOf<OrderLimits>()};

} // namespace

std::string limitTable(const Options& options) {
  std::vector<LimitRow> rows;
  for (const LimitGroup& group : kGroups) std::ranges::move(group.rows(options), std::back_inserter(rows));
  size_t nameWidth = 0, valueWidth = 0;
  for (const LimitRow& row : rows) {
    nameWidth = std::max(nameWidth, row.name.size());
    valueWidth = std::max(valueWidth, row.value.size());
  }
  std::string text;
  for (const LimitRow& row : rows) {
    text += row.name + std::string(nameWidth + 2 - row.name.size() + valueWidth - row.value.size(), ' ') + row.value;
    text += "  " + row.bounds + (row.reason.empty() ? "" : " (" + row.reason + ")") + "\n";
  }
  return text;
}

void checkLimits(const Options& options) {
  for (const std::string& text : options.limits) {
    const auto setting = LimitSetting::of(text);
    if (!setting) throw UsageError("--limit: not GROUP.NAME=VALUE: " + text);
    const auto group = std::ranges::find(kGroups, setting->group, &LimitGroup::name);
    const LimitFate fate = group == kGroups.end() ? LimitFate::NoSuchName : group->set(setting->name, setting->value);
    if (fate == LimitFate::NoSuchName)
      throw UsageError("--limit: there is no limit of this name; 'assay --limits' lists them: " + text);
    if (fate == LimitFate::BadValue)
      throw UsageError("--limit: not a number from 1 on that the limit can hold: " + text);
  }
}

} // namespace assay
