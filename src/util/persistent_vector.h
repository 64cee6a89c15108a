// A vector whose copies share what they have in common: a tree with chunks of elements as leaves, all behind shared
// pointers. A copy costs one pointer. The first write after a copy costs a chunk and the nodes above it, the next ones
// cost nothing. A comparison of two copies costs what differs. Elements that were never written need no chunk.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <memory>
#include <utility>

namespace assay {

template <class T, size_t kChunk = 32>
class PersistentVector {
public:
  size_t size() const { return size_; }
  /// As T() makes it where nothing was written, beyond the end too.
  const T& get(size_t i) const {
    if (i >= size_) return neverWritten();
    const void* node = root_.get();
    for (unsigned level = height_; node && level > 0; --level)
      node = static_cast<const Inner*>(node)->children[childOf(i, level)].get();
    return node ? (*static_cast<const Chunk*>(node))[i % kChunk] : neverWritten();
  }
  /// The element, to be written; the vector grows if it has none. The reference is good until the vector is copied.
  T& edit(size_t i) {
    if (i >= size_) resize(i + 1);
    std::shared_ptr<void>* node = &root_;
    for (unsigned level = height_; level > 0; --level) node = &own<Inner>(*node).children[childOf(i, level)];
    return own<Chunk>(*node)[i % kChunk];
  }
  void set(size_t i, T value) { edit(i) = std::move(value); }
  void push(T value) { edit(size_) = std::move(value); }
  /// New elements are as T() makes them (those that were there before the vector was shortened may come back).
  void resize(size_t size) {
    while (size > kChunk << (kBits * height_)) {
      if (root_) {
        auto above = std::make_shared<Inner>();
        above->children[0] = std::move(root_);
        root_ = std::move(above);
      }
      ++height_;
    }
    size_ = size;
  }

  /// Calls visit(i) for every index at which the two differ, in ascending order. It may write that element.
  template <class Visit>
  static void forEachDifference(const PersistentVector& a, const PersistentVector& b, Visit visit) {
    if (a.height_ < b.height_)
      differences(a.raised(b.height_).get(), b.root_.get(), b.height_, 0, visit);
    else
      differences(a.root_.get(), b.raised(a.height_).get(), a.height_, 0, visit);
  }
  /// Calls visit(i, element) for every index of a chunk that was written, in ascending order.
  template <class Visit>
  void forEach(Visit visit) const {
    forEachBelow(root_.get(), height_, 0, visit);
  }

private:
  static constexpr unsigned kBits = 3; // of a node's children
  using Chunk = std::array<T, kChunk>;
  struct Inner {
    std::array<std::shared_ptr<void>, size_t{1} << kBits> children; // chunks on level 1, else of this kind
  };

  static size_t childOf(size_t i, unsigned level) {
    return i / kChunk >> (kBits * (level - 1)) & ((size_t{1} << kBits) - 1);
  }
  /// How many elements a child of a node on this level has.
  static size_t stride(unsigned level) { return kChunk << (kBits * (level - 1)); }
  static const T& neverWritten() {
    static const T value{};
    return value;
  }
  template <class Node>
  static Node& own(std::shared_ptr<void>& node) {
    if (!node) {
      node = std::make_shared<Node>();
    } else if (node.use_count() != 1) {
      node = std::make_shared<Node>(*static_cast<const Node*>(node.get()));
    }
    return *static_cast<Node*>(node.get());
  }

  /// The root of a tree of that height with the same elements.
  std::shared_ptr<void> raised(unsigned height) const {
    PersistentVector copy = *this;
    if (height > height_) copy.resize(kChunk << (kBits * height));
    return copy.root_;
  }
  template <class Visit>
  static void differences(const void* a, const void* b, unsigned level, size_t first, Visit& visit) {
    if (a == b) return;
    if (level == 0) {
      const auto element = [](const void* chunk, size_t i) -> const T& {
        return chunk ? (*static_cast<const Chunk*>(chunk))[i] : neverWritten();
      };
      for (size_t i = 0; i < kChunk; ++i)
        if (!(element(a, i) == element(b, i))) visit(first + i);
      return;
    }
    for (size_t c = 0; c < size_t{1} << kBits; ++c) {
      const auto child = [c](const void* node) {
        return node ? static_cast<const Inner*>(node)->children[c].get() : nullptr;
      };
      differences(child(a), child(b), level - 1, first + c * stride(level), visit);
    }
  }
  template <class Visit>
  static void forEachBelow(const void* node, unsigned level, size_t first, Visit& visit) {
    if (!node) return;
    if (level == 0) {
      for (size_t i = 0; i < kChunk; ++i) visit(first + i, (*static_cast<const Chunk*>(node))[i]);
      return;
    }
    for (size_t c = 0; c < size_t{1} << kBits; ++c)
      forEachBelow(static_cast<const Inner*>(node)->children[c].get(), level - 1, first + c * stride(level), visit);
  }

  std::shared_ptr<void> root_;
  unsigned height_ = 0; // levels of inner nodes
  size_t size_ = 0;
};

} // namespace assay
