// Maps and sets of terms of one manager, faster than std::unordered_map where a traversal touches millions: open
// addressing with linear probing, at most half full. References to values do not survive an insertion.
#pragma once

#include "term/term.h"

#include <cassert>
#include <cstdint>
#include <utility>
#include <vector>

namespace assay {

template <class Value>
class TermMap {
public:
  size_t size() const { return size_; }
  bool contains(Term key) const { return !entries_.empty() && !slot(key)->first.isNull(); }
  /// The value of a term that is there.
  const Value& at(Term key) const {
    assert(contains(key));
    return slot(key)->second;
  }
  const Value* find(Term key) const { return contains(key) ? &slot(key)->second : nullptr; }
  /// True if the term is new; otherwise nothing changes.
  bool insert(Term key, Value value) {
    if (2 * (size_ + 1) > entries_.size()) grow();
    Entry* entry = slot(key);
    if (!entry->first.isNull()) return false;
    *entry = {key, std::move(value)};
    ++size_;
    return true;
  }
  /// The value of the term, made anew if there is none.
  Value& operator[](Term key) {
    insert(key, Value());
    return slot(key)->second;
  }
  void clear() {
    entries_.clear();
    size_ = 0;
  }

private:
  using Entry = std::pair<Term, Value>;

  const Entry* slot(Term key) const {
    size_t mask = entries_.size() - 1;
    for (size_t i = (key.id() * 0x9e3779b97f4a7c15ull >> 20) & mask;; i = (i + 1) & mask)
      if (entries_[i].first.isNull() || entries_[i].first == key) return &entries_[i];
  }
  Entry* slot(Term key) { return const_cast<Entry*>(std::as_const(*this).slot(key)); }
  void grow() {
    std::vector<Entry> old(entries_.empty() ? 16 : entries_.size() * 2);
    old.swap(entries_);
    for (Entry& entry : old)
      if (!entry.first.isNull()) *slot(entry.first) = std::move(entry);
  }

  std::vector<Entry> entries_;
  size_t size_ = 0;
};

class TermSet {
public:
  bool contains(Term term) const { return map_.contains(term); }
  bool insert(Term term) { return map_.insert(term, {}); }

private:
  struct Nothing {};
  TermMap<Nothing> map_;
};

} // namespace assay
