#include "program/property.h"

#include <array>

namespace assay {

namespace {

constexpr std::array<std::string_view, kNumProperties> kNames = {
    "unreach-call",   "assert",           "no-overflow", "division-by-zero", "valid-deref", "valid-free",
    "valid-memtrack", "valid-memcleanup", "termination", "no-data-race",     "bounds",
};

} // namespace

std::string_view propertyName(Property property) { return kNames[static_cast<unsigned>(property)]; }

std::optional<Property> propertyByName(std::string_view name) {
  for (unsigned i = 0; i < kNumProperties; ++i) {
    if (kNames[i] == name) return static_cast<Property>(i);
  }
  return std::nullopt;
}

} // namespace assay
