// A persistent vector, cheap to copy and cheap to write while nobody else shares the part that is written: chunks behind
// shared pointers, the list of chunks behind another. A copy costs one pointer; the first write after a copy costs the
// list and a chunk, the writes after that nothing.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <memory>
#include <vector>

namespace assay::symex {

template <class T, size_t kChunk = 32>
class CowVector {
public:
  size_t size() const { return size_; }
  const T& operator[](size_t i) const {
    assert(i < size_);
    return (*(*chunks_)[i / kChunk])[i % kChunk];
  }
  /// For writing. The reference is good until the vector is copied or grows.
  T& at(size_t i) {
    assert(i < size_);
    return (*own(i / kChunk))[i % kChunk];
  }
  void push(T value) {
    if (size_ % kChunk == 0) {
      ownList();
      chunks_->push_back(std::make_shared<Chunk>());
    }
    (*own(size_ / kChunk))[size_ % kChunk] = std::move(value);
    ++size_;
  }
  /// New elements are as T makes them (those that were there before the vector was shortened may come back). They share
  /// one chunk until they are written.
  void resize(size_t size) {
    const size_t count = (size + kChunk - 1) / kChunk, before = chunks_ ? chunks_->size() : 0;
    if (count != before) {
      ownList();
      chunks_->resize(count, count > before ? std::make_shared<Chunk>() : nullptr);
    }
    size_ = size;
  }

private:
  using Chunk = std::array<T, kChunk>;
  using Chunks = std::vector<std::shared_ptr<Chunk>>;

  void ownList() {
    if (!chunks_) {
      chunks_ = std::make_shared<Chunks>();
    } else if (chunks_.use_count() != 1) {
      chunks_ = std::make_shared<Chunks>(*chunks_);
    }
  }
  std::shared_ptr<Chunk>& own(size_t chunk) {
    ownList();
    std::shared_ptr<Chunk>& owned = (*chunks_)[chunk];
    if (owned.use_count() != 1) owned = std::make_shared<Chunk>(*owned);
    return owned;
  }

  std::shared_ptr<Chunks> chunks_;
  size_t size_ = 0;
};

} // namespace assay::symex
