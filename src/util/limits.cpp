#include "util/limits.h"

namespace assay {

std::optional<LimitSetting> LimitSetting::of(std::string_view text) {
  const size_t equals = text.find('=');
  if (equals == std::string_view::npos) return std::nullopt;
  const std::string_view path = text.substr(0, equals);
  const size_t dot = path.find('.');
  if (dot == std::string_view::npos) return std::nullopt;
  return LimitSetting{path.substr(0, dot), path.substr(dot + 1), text.substr(equals + 1)};
}

} // namespace assay
