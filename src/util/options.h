// The options of the tool, made from the table in options.def.
#pragma once

#include "util/choice.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

/// The commands that take an option, as a set of bits.
enum CommandBits : uint32_t {
  kCheck = 1,
  kRun = 2,
  kProgram = 4,
  kTest = 8,
  kReplay = 16,
  kHarness = 32,
  kProject = 64
};

#define ENUMERATORS(...) __VA_ARGS__
#define CHOICE(member, type, names, commands, defaultValue, enumerators, choices, help)                                \
  enum class type : uint8_t { ENUMERATORS enumerators };                                                               \
  constexpr std::string_view choicesOf(type) { return choices; }                                                       \
  static_assert(numParts(choices, '|') == numParts(#enumerators, ','));
#include "util/options.def"
#undef ENUMERATORS

struct Options {
  std::vector<std::string> files;

#define FLAG(member, names, commands, help) bool member = false;
#define NUMBER(member, names, commands, defaultValue, smallest, largest, value, help) uint64_t member = defaultValue;
#define OPTIONAL(member, names, commands, smallest, largest, value, help) std::optional<uint64_t> member;
#define CHOICE(member, type, names, commands, defaultValue, enumerators, choices, help)                                \
  type member = type::defaultValue;
#define ENGINE(member, names, commands, defaultValue, help) std::string member = defaultValue;
#define TEXT(member, names, commands, defaultValue, value, help) std::string member = defaultValue;
#define LIST(member, names, commands, value, help) std::vector<std::string> member;
#include "util/options.def"
};

/// How each row of the table looks to a visitor that parses or documents it; `visit` is called once a row, in order.
struct OptionInfo {
  const char* names;
  uint32_t commands;
  const char* value; // the name of its value, or what it may be: "A|B"; empty for flags
  const char* help;
};

template <class Visitor>
void visitOptions(Options& options, Visitor&& visit) {
#define FLAG(member, names, commands, help) visit.flag(OptionInfo{names, commands, "", help}, options.member);
#define NUMBER(member, names, commands, defaultValue, smallest, largest, value, help)                                  \
  visit.number(OptionInfo{names, commands, value, help}, options.member, uint64_t{smallest}, uint64_t{largest});
#define OPTIONAL(member, names, commands, smallest, largest, value, help)                                              \
  visit.number(OptionInfo{names, commands, value, help}, options.member, uint64_t{smallest}, uint64_t{largest});
#define CHOICE(member, type, names, commands, defaultValue, enumerators, choices, help)                                \
  visit.choice(OptionInfo{names, commands, choices, help}, options.member);
#define ENGINE(member, names, commands, defaultValue, help)                                                            \
  visit.engine(OptionInfo{names, commands, defaultValue, help}, options.member);
#define TEXT(member, names, commands, defaultValue, value, help)                                                       \
  visit.text(OptionInfo{names, commands, value, help}, options.member);
#define LIST(member, names, commands, value, help) visit.list(OptionInfo{names, commands, value, help}, options.member);
#include "util/options.def"
}

} // namespace assay
