// Limits: numbers that say how much work a part of the tool does before it gives up or goes on with something else. A limit
// decides whether there is an answer and when, never which one; a number that an answer rests on is no limit.
//
// The limits of a room stand in one table, its limits.def, with a row for each:
//
//   LIMIT(type, name, value, "what it bounds", "why it has this value: a measurement, or what it follows from")
//
// An empty reason says that nobody has measured it. A structure with a member for each row is made from the table:
//
//   struct KikiLimits {
//     static constexpr std::string_view kGroup = "kiki";
//   #define LIMIT LIMIT_AS_MEMBER
//   #include "engine/kiki/limits.def"
//     template <class Visitor>
//     void visit(Visitor&& visitor) {
//   #define LIMIT LIMIT_AS_VISIT
//   #include "engine/kiki/limits.def"
//     }
//   };
//
// Types are unsigned numbers and milliseconds. limitsOf() gives the structure to whoever has options; its parts take it by
// reference. `assay --limits` prints all tables, `--limit kiki.attempts=9` changes a row for an experiment, and
// bench/limits.py measures what a row is worth.
#pragma once

#include "util/options.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#define LIMIT_AS_MEMBER(type, name, value, bounds, reason) type name{value};
#define LIMIT_AS_VISIT(type, name, value, bounds, reason) visitor(std::string_view(#name), this->name, bounds, reason);

namespace assay {

/// A limit as people see it.
struct LimitRow {
  std::string name;  // "kiki.attempts"
  std::string value; // "6", "300 ms"
  std::string bounds;
  std::string reason; // empty: not measured
};

/// A setting "GROUP.NAME=VALUE" in its parts.
struct LimitSetting {
  std::string_view group, name, value;

  /// Nothing: it is none.
  static std::optional<LimitSetting> of(std::string_view text);
};

template <std::unsigned_integral Number>
std::string limitText(Number value) {
  return std::to_string(value);
}
inline std::string limitText(std::chrono::milliseconds value) { return std::to_string(value.count()) + " ms"; }

/// Whether the text is a value of this type: at least 1, for nothing divides by a limit of zero or waits for it.
template <std::unsigned_integral Number>
bool readLimit(std::string_view text, Number& value) {
  Number read = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), read);
  if (error != std::errc() || stop != text.data() + text.size() || read == 0) return false;
  value = read;
  return true;
}
inline bool readLimit(std::string_view text, std::chrono::milliseconds& value) {
  if (text.ends_with("ms")) text.remove_suffix(2);
  uint32_t read = 0;
  if (!readLimit(text, read)) return false;
  value = std::chrono::milliseconds(read);
  return true;
}

/// As poll() takes it.
inline int pollTime(std::chrono::milliseconds value) {
  return static_cast<int>(std::min<int64_t>(value.count(), std::numeric_limits<int>::max()));
}

enum class LimitFate : uint8_t { Set, NoSuchName, BadValue };

/// The one of this name gets the value.
template <class Limits>
LimitFate setLimit(Limits& limits, std::string_view name, std::string_view value) {
  LimitFate fate = LimitFate::NoSuchName;
  limits.visit([&](std::string_view row, auto& member, std::string_view, std::string_view) {
    if (row == name) fate = readLimit(value, member) ? LimitFate::Set : LimitFate::BadValue;
  });
  return fate;
}

/// Those of this group, as the table and the user's settings say.
template <class Limits>
Limits limitsOf(const Options& options) {
  Limits limits;
  for (const std::string& text : options.limits)
    if (const auto setting = LimitSetting::of(text); setting && setting->group == Limits::kGroup)
      setLimit(limits, setting->name, setting->value);
  return limits;
}

/// All of a group, for people.
template <class Limits>
std::vector<LimitRow> limitRows(const Options& options) {
  std::vector<LimitRow> rows;
  Limits limits = limitsOf<Limits>(options);
  limits.visit([&](std::string_view name, const auto& member, std::string_view bounds, std::string_view reason) {
    rows.push_back({std::string(Limits::kGroup) + "." + std::string(name), limitText(member), std::string(bounds),
                    std::string(reason)});
  });
  return rows;
}

} // namespace assay
