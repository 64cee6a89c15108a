// A vector whose copies share what they have in common: chunks that are copied when they are written. States of an
// unwinding are copied at every branch and merged at every join; both cost what differs, not what there is.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <memory>
#include <vector>

namespace assay {

template <class T>
class PersistentVector {
public:
  static constexpr size_t kChunk = 32;

  /// A default-constructed T where nothing was written.
  const T& get(size_t i) const {
    static const T nothing{};
    const size_t c = i / kChunk;
    return c < chunks_.size() && chunks_[c] ? (*chunks_[c])[i % kChunk] : nothing;
  }
  void set(size_t i, T value) { edit(i) = std::move(value); }
  /// To be written: shared with no copy, until the next copy is made.
  T& edit(size_t i) {
    const size_t c = i / kChunk;
    if (c >= chunks_.size()) chunks_.resize(c + 1);
    if (!chunks_[c])
      chunks_[c] = std::make_shared<Chunk>();
    else if (chunks_[c].use_count() > 1)
      chunks_[c] = std::make_shared<Chunk>(*chunks_[c]);
    return (*chunks_[c])[i % kChunk];
  }

  /// Calls visit(i) for every index at which the two may differ.
  template <class Visit>
  static void forEachDifference(const PersistentVector& a, const PersistentVector& b, Visit visit) {
    const size_t n = std::max(a.chunks_.size(), b.chunks_.size());
    for (size_t c = 0; c < n; ++c) {
      if (a.chunk(c) == b.chunk(c)) continue;
      for (size_t i = c * kChunk; i < (c + 1) * kChunk; ++i)
        if (!(a.get(i) == b.get(i))) visit(i);
    }
  }
  /// Calls visit(i, value) for every index of a chunk that was written.
  template <class Visit>
  void forEach(Visit visit) const {
    for (size_t c = 0; c < chunks_.size(); ++c)
      if (chunks_[c])
        for (size_t i = 0; i < kChunk; ++i) visit(c * kChunk + i, (*chunks_[c])[i]);
  }

private:
  using Chunk = std::array<T, kChunk>;
  const Chunk* chunk(size_t c) const { return c < chunks_.size() ? chunks_[c].get() : nullptr; }

  std::vector<std::shared_ptr<Chunk>> chunks_;
};

} // namespace assay
