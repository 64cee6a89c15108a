// A map that is a sorted vector: for few entries that are copied and walked through more often than they are added. As
// of a vector, references and iterators do not outlive an insertion.
#pragma once

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <vector>

namespace assay {

// NOLINTBEGIN(readability-identifier-naming): names of the standard library
template <class Key, class Value>
class FlatMap {
public:
  using value_type = std::pair<Key, Value>;
  using iterator = typename std::vector<value_type>::iterator;
  using const_iterator = typename std::vector<value_type>::const_iterator;

  iterator begin() { return entries_.begin(); }
  iterator end() { return entries_.end(); }
  const_iterator begin() const { return entries_.begin(); }
  const_iterator end() const { return entries_.end(); }
  size_t size() const { return entries_.size(); }
  bool empty() const { return entries_.empty(); }
  void clear() { entries_.clear(); }

  iterator lower_bound(const Key& key) { return std::lower_bound(begin(), end(), key, isBefore); }
  const_iterator lower_bound(const Key& key) const { return std::lower_bound(begin(), end(), key, isBefore); }
  iterator upper_bound(const Key& key) { return std::upper_bound(begin(), end(), key, isAfter); }
  const_iterator upper_bound(const Key& key) const { return std::upper_bound(begin(), end(), key, isAfter); }

  iterator find(const Key& key) {
    const iterator it = lower_bound(key);
    return it != end() && it->first == key ? it : end();
  }
  const_iterator find(const Key& key) const {
    const const_iterator it = lower_bound(key);
    return it != end() && it->first == key ? it : end();
  }
  bool contains(const Key& key) const { return find(key) != end(); }

  Value& at(const Key& key) { return existing(find(key), *this)->second; }
  const Value& at(const Key& key) const { return existing(find(key), *this)->second; }
  Value& operator[](const Key& key) { return try_emplace(key).first->second; }

  /// Nothing is made of the arguments if there is an entry already.
  template <class... Arguments>
  std::pair<iterator, bool> try_emplace(const Key& key, Arguments&&... arguments) {
    const iterator it = lower_bound(key);
    if (it != end() && it->first == key) return {it, false};
    return {entries_.insert(it, value_type(key, Value(std::forward<Arguments>(arguments)...))), true};
  }

  iterator erase(const_iterator it) { return entries_.erase(it); }
  size_t erase(const Key& key) {
    const iterator it = find(key);
    if (it == end()) return 0;
    entries_.erase(it);
    return 1;
  }
  template <class Predicate>
  size_t eraseIf(Predicate predicate) {
    return std::erase_if(entries_, predicate);
  }

  bool operator==(const FlatMap&) const = default;

private:
  static bool isBefore(const value_type& entry, const Key& key) { return entry.first < key; }
  static bool isAfter(const Key& key, const value_type& entry) { return key < entry.first; }

  template <class Iterator, class Map>
  static Iterator existing(Iterator it, Map& map) {
    if (it == map.end()) throw std::out_of_range("FlatMap::at");
    return it;
  }

  std::vector<value_type> entries_;
};
// NOLINTEND(readability-identifier-naming)

} // namespace assay
