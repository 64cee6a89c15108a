// A persistent vector, cheap to copy and cheap to write while nobody else shares the part that is written: a tree with
// chunks of elements as leaves, all behind shared pointers. A copy costs one pointer; the first write after a copy costs
// a chunk and the nodes above it, the writes after that nothing. Elements that were never written need no chunk.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <memory>

namespace assay::symex {

template <class T, size_t kChunk = 32>
class CowVector {
public:
  size_t size() const { return size_; }
  const T& operator[](size_t i) const {
    assert(i < size_);
    const void* node = root_.get();
    for (unsigned level = height_; node && level > 0; --level)
      node = static_cast<const Inner*>(node)->children[childOf(i, level)].get();
    return node ? (*static_cast<const Chunk*>(node))[i % kChunk] : neverWritten();
  }
  /// For writing. The reference is good until the vector is copied or grows.
  T& at(size_t i) {
    assert(i < size_);
    std::shared_ptr<void>* node = &root_;
    for (unsigned level = height_; level > 0; --level) node = &own<Inner>(*node).children[childOf(i, level)];
    return own<Chunk>(*node)[i % kChunk];
  }
  void push(T value) {
    resize(size_ + 1);
    at(size_ - 1) = std::move(value);
  }
  /// New elements are as T makes them (those that were there before the vector was shortened may come back).
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

private:
  static constexpr unsigned kBits = 3; // of a node's children
  using Chunk = std::array<T, kChunk>;
  struct Inner {
    std::array<std::shared_ptr<void>, size_t{1} << kBits> children; // chunks on level 1, else of this kind
  };

  static size_t childOf(size_t i, unsigned level) {
    return i / kChunk >> (kBits * (level - 1)) & ((size_t{1} << kBits) - 1);
  }
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

  std::shared_ptr<void> root_;
  unsigned height_ = 0; // levels of inner nodes
  size_t size_ = 0;
};

} // namespace assay::symex
