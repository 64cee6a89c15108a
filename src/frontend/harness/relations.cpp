#include "frontend/harness/relations.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

namespace assay {

namespace {

using Words = std::vector<std::string>;

bool isOneOf(const std::string& word, std::span<const std::string_view> words) {
  return std::ranges::find(words, word) != words.end();
}

bool endsWithOneOf(const std::string& word, std::span<const std::string_view> endings) {
  return std::ranges::any_of(endings, [&](std::string_view ending) { return word.ends_with(ending); });
}

constexpr std::array<std::string_view, 5> kLengthEndings = {"len", "length", "size", "count", "capacity"};
constexpr std::array<std::string_view, 20> kLengths = {
    "n",     "sz",    "cnt",   "num",   "cap",    "max",    "room",   "limit",  "bytes",  "total",
    "items", "elems", "nmemb", "nelem", "nelems", "nbytes", "nitems", "nchars", "places", "used"};
constexpr std::array<std::string_view, 3> kLengthBeginnings = {"n", "num", "max"};
constexpr std::array<std::string_view, 9> kCapacities = {"cap",   "capacity",  "room", "size", "sz",
                                                         "alloc", "allocated", "max",  "limit"};
constexpr std::array<std::string_view, 10> kUses = {"used", "len", "length", "count",  "cnt",
                                                    "n",    "num", "fill",   "filled", "top"};
constexpr std::array<std::string_view, 14> kIndices = {"first", "next",  "head", "tail", "front",  "rear", "index",
                                                       "idx",   "start", "pos",  "read", "cursor", "last", "write"};
constexpr std::array<std::string_view, 5> kEnds = {"end", "stop", "last", "limit", "bound"};

/// The words of a name, without one at the end that says in which direction it goes: length_in.
Words wordsOfLength(const std::string& name) {
  Words words = wordsOf(name);
  if (words.size() > 1 && (words.back() == "in" || words.back() == "out")) words.pop_back();
  return words;
}

bool isLength(const Slot& slot) {
  if (slot.kind != Slot::Integer) return false;
  const Words words = wordsOfLength(slot.name);
  return isOneOf(words.back(), kLengths) || endsWithOneOf(words.back(), kLengthEndings) ||
         (words.size() > 1 && isOneOf(words.front(), kLengthBeginnings));
}

bool isCapacity(const Slot& slot) { return isOneOf(wordsOf(slot.name).back(), kCapacities); }
bool isUse(const Slot& slot) { return isOneOf(wordsOf(slot.name).back(), kUses); }
bool isIndex(const Slot& slot) { return slot.kind == Slot::Integer && isOneOf(wordsOf(slot.name).back(), kIndices); }

bool isEnd(const Slot& slot) { return slot.kind == Slot::Pointer && endsWithOneOf(wordsOf(slot.name).back(), kEnds); }

class Relating {
public:
  Relating(std::span<const Slot> slots, bool areFields) : slots_(slots), areFields_(areFields), result_(slots.size()) {}

  std::vector<Relation> run() {
    for (size_t i = 0; i < slots_.size(); ++i)
      if (slots_[i].kind == Slot::Pointer && !isTaken(i)) relatePointer(i);
    for (size_t i = 0; i + 1 < slots_.size(); ++i)
      if (isFree(i + 1) && slots_[i + 1].kind == Slot::Pointer && isFree(i) && isLength(slots_[i]))
        result_[i + 1].length = i;
    for (size_t i = 0; i < slots_.size() && areFields_; ++i)
      if (slots_[i].kind == Slot::Array) relateArray(i);
    return std::move(result_);
  }

private:
  /// Whether another slot depends on this one.
  bool isTaken(size_t slot) const {
    return std::ranges::any_of(
        result_, [&](const Relation& relation) { return relation.length == slot || relation.end == slot; });
  }
  bool isFree(size_t slot) const {
    const Relation& own = result_[slot];
    return !isTaken(slot) && !own.length && !own.end && !own.within && own.most.empty() && own.below.empty();
  }

  /// Pointers of one type side by side share the length behind them: a, b, n.
  void relatePointer(size_t first) {
    const size_t next = first + 1;
    if (next < slots_.size() && isEnd(slots_[next]) && relateEnd(first, next)) return;
    size_t behind = next;
    while (behind < slots_.size() && slots_[behind].kind == Slot::Pointer && !isEnd(slots_[behind]) &&
           slots_[behind].target == slots_[first].target)
      ++behind;
    if (behind >= slots_.size() || !isLength(slots_[behind])) return;
    const size_t length = lengthAmong(behind);
    for (size_t i = first; i < behind; ++i)
      if (!isTaken(i)) result_[i].length = length;
  }

  bool relateEnd(size_t first, size_t end) {
    const bool isCursor = slots_[first].target == slots_[end].target + " *";
    if (!isCursor && slots_[first].target != slots_[end].target) return false;
    result_[first].end = end;
    result_[first].isCursor = isCursor;
    return true;
  }

  /// Of the integers behind a pointer field, the capacity; the others do not exceed it.
  size_t lengthAmong(size_t first) {
    if (!areFields_) return first;
    size_t behind = first;
    while (behind < slots_.size() && isLength(slots_[behind])) ++behind;
    size_t chosen = first;
    for (size_t i = first; i < behind; ++i)
      if (isCapacity(slots_[i])) {
        chosen = i;
        break;
      }
    for (size_t i = first; i < behind; ++i)
      if (i != chosen && isUse(slots_[i])) result_[i].within = chosen;
    return chosen;
  }

  void relateArray(size_t array) {
    const auto bound = [&](size_t slot) {
      if (!isFree(slot)) return;
      if (isIndex(slots_[slot]))
        result_[slot].below = slots_[array].count;
      else if (isLength(slots_[slot]) || (slots_[slot].kind == Slot::Integer && isUse(slots_[slot])))
        result_[slot].most = slots_[array].count;
    };
    for (size_t i = array + 1; i < slots_.size() && slots_[i].kind == Slot::Integer; ++i) bound(i);
    if (array > 0 && slots_[array - 1].kind == Slot::Integer && !isIndex(slots_[array - 1])) bound(array - 1);
  }

  std::span<const Slot> slots_;
  bool areFields_;
  std::vector<Relation> result_;
};

} // namespace

Words wordsOf(std::string_view name) {
  Words words = {""};
  for (size_t i = 0; i < name.size(); ++i) {
    const auto c = static_cast<unsigned char>(name[i]);
    const bool begins = i > 0 && std::isupper(c) != 0 && std::isupper(static_cast<unsigned char>(name[i - 1])) == 0;
    if ((begins || c == '_') && !words.back().empty()) words.emplace_back();
    if (std::isalpha(c) != 0) words.back() += static_cast<char>(std::tolower(c));
  }
  if (words.size() > 1 && words.back().empty()) words.pop_back();
  return words;
}

std::vector<Relation> relate(std::span<const Slot> slots, bool areFields) { return Relating(slots, areFields).run(); }

} // namespace assay
