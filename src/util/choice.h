// Enumerations whose values have names for users. The names stand in one text, "A|B|C", in the order of the values; a
// function choicesOf(value) beside the enumeration returns it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>

namespace assay {

/// How many parts the text has between separators.
constexpr size_t numParts(std::string_view text, char separator) {
  return static_cast<size_t>(std::ranges::count(text, separator)) + 1;
}

/// What users call the value.
template <class Choice>
constexpr std::string_view choiceName(Choice choice) {
  std::string_view names = choicesOf(choice);
  for (auto left = static_cast<size_t>(choice); left > 0; --left) names.remove_prefix(names.find('|') + 1);
  return names.substr(0, names.find('|'));
}

/// The value of this name; nothing if there is none.
template <class Choice>
constexpr std::optional<Choice> choiceByName(std::string_view name) {
  for (size_t i = 0; i < numParts(choicesOf(Choice()), '|'); ++i)
    if (choiceName(static_cast<Choice>(i)) == name) return static_cast<Choice>(i);
  return std::nullopt;
}

} // namespace assay
