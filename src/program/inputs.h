// Where a concrete execution takes its inputs from.
#pragma once

#include "program/operation.h"
#include "term/bit_vector.h"
#include "util/random.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace assay {

class InputSource {
public:
  virtual ~InputSource();
  /// The next input's value, of `width` bits (1 for Bool). Nothing: the source has run out.
  virtual std::optional<BitVector> next(const Input& input, uint32_t width, SourcePosition position) = 0;
  /// A byte of an object allocated with Contents::Any. Allocations count from 0, all of them, in the order of
  /// execution. Asked at any time before the byte is read and possibly again: a function of its arguments.
  virtual uint8_t initialByte(uint64_t allocation, uint64_t offset);
  /// The same for many bytes; to be overridden together with initialByte where speed matters.
  virtual void initialBytes(uint64_t allocation, uint64_t offset, std::span<uint8_t> bytes);
};

/// Values from a list, cut or zero-extended to the width that is asked for.
class ListInputs : public InputSource {
public:
  /// Feeds: which kinds take from the list; the others are zero.
  enum class Feeds : uint8_t { Nondet, All };
  explicit ListInputs(std::vector<BitVector> values, Feeds feeds = Feeds::Nondet)
      : values_(std::move(values)), feeds_(feeds) {}

  std::optional<BitVector> next(const Input& input, uint32_t width, SourcePosition position) override;
  void initialBytes(uint64_t allocation, uint64_t offset, std::span<uint8_t> bytes) override;

private:
  std::vector<BitVector> values_;
  Feeds feeds_;
  size_t position_ = 0;
};

/// Random values, half of them small or special (0, 1, -1, the extremes, powers of two). The same seed gives the same
/// execution.
class SeedInputs : public InputSource {
public:
  explicit SeedInputs(uint64_t seed) : seed_(seed), random_(seed) {}

  std::optional<BitVector> next(const Input& input, uint32_t width, SourcePosition position) override;
  uint8_t initialByte(uint64_t allocation, uint64_t offset) override;

private:
  uint64_t seed_;
  SplitMix64 random_;
};

/// Hands out what another source gives and keeps a record of it.
class RecordingInputs : public InputSource {
public:
  struct Entry {
    InputKind kind;
    std::string name;
    SourcePosition position;
    BitVector value;
  };

  explicit RecordingInputs(InputSource& source) : source_(source) {}

  std::optional<BitVector> next(const Input& input, uint32_t width, SourcePosition position) override;
  uint8_t initialByte(uint64_t allocation, uint64_t offset) override { return source_.initialByte(allocation, offset); }
  void initialBytes(uint64_t allocation, uint64_t offset, std::span<uint8_t> bytes) override {
    source_.initialBytes(allocation, offset, bytes);
  }

  const std::vector<Entry>& entries() const { return entries_; }
  /// The values alone: of every kind, or of those that a user's list feeds.
  std::vector<BitVector> values(ListInputs::Feeds feeds = ListInputs::Feeds::All) const;

private:
  InputSource& source_;
  std::vector<Entry> entries_;
};

} // namespace assay
