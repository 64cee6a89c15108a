#include "program/property.h"

#include <algorithm>

namespace assay {

std::optional<Property> propertyByName(std::string_view name) {
  const auto* const found = std::ranges::find(kProperties, name, &PropertyInfo::name);
  if (found == kProperties.end()) return std::nullopt;
  return found->property;
}

} // namespace assay
