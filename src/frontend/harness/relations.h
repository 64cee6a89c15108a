// What belongs together among the parameters of a function or the fields of a struct: a pointer and the number of
// elements that it leads to, the beginning of a text and its end, an array and how much of it is used. C does not say
// it; names and neighbours suggest it. What is concluded here is told to the user as an assumption.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

/// A parameter or a field, as far as it matters here.
struct Slot {
  enum Kind : uint8_t { Other, Integer, Pointer, Array };
  Kind kind = Other;
  std::string name;
  std::string target = {}; // of a pointer: the type that it leads to, without qualifiers
  std::string count = {};  // of an array: how many elements it has, in C
};

struct Relation {
  std::optional<size_t> length; // of a pointer: the slot that says how many elements it leads to
  bool isIndex = false;         // of a pointer with a length: that is one less, the number of the last element
  std::optional<size_t> end;    // of a pointer: the slot that points behind the last element
  bool isCursor = false;        // of a pointer with an end: it leads to the pointer to the first element
  std::optional<size_t> within; // of an integer: the slot that it does not exceed
  std::string below;            // of an integer: it is less than this, in C
  std::string most;             // of an integer: it is at most this, in C
};

/// The parts of a name, in small letters: bufferSize, buffer_size and BUFFER_SIZE are the same two.
std::vector<std::string> wordsOf(std::string_view name);

/// The relation of each slot. Fields of a struct may also say how much of an array is used, which parameters do not.
std::vector<Relation> relate(std::span<const Slot> slots, bool areFields);

} // namespace assay
