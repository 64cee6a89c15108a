#include "program/sampling/input_sources.h"

#include "util/random.h"

#include <algorithm>
#include <iterator>
#include <unordered_map>

namespace assay {

namespace {

class RuleInputs final : public InputSource {
public:
  RuleInputs(ValueRule values, ByteRule bytes) : values_(std::move(values)), bytes_(std::move(bytes)) {}
  std::optional<BitVector> next(const Input& input, uint32_t width, SourcePosition position) override {
    return values_(input, width, position);
  }
  uint8_t initialByte(uint64_t allocation, uint64_t offset) override {
    uint8_t byte = 0;
    initialBytes(allocation, offset, std::span(&byte, 1));
    return byte;
  }
  void initialBytes(uint64_t allocation, uint64_t offset, std::span<uint8_t> bytes) override {
    if (bytes_)
      bytes_(allocation, offset, bytes);
    else
      std::ranges::fill(bytes, uint8_t{0});
  }

private:
  const ValueRule values_;
  const ByteRule bytes_;
};

/// Memory of one source.
class PartInputs : public InputSource {
public:
  explicit PartInputs(Inputs part) : part_(std::move(part)) {}
  uint8_t initialByte(uint64_t allocation, uint64_t offset) final {
    return part_ ? part_->initialByte(allocation, offset) : 0;
  }
  void initialBytes(uint64_t allocation, uint64_t offset, std::span<uint8_t> bytes) final {
    if (part_)
      part_->initialBytes(allocation, offset, bytes);
    else
      std::ranges::fill(bytes, uint8_t{0});
  }

protected:
  std::optional<BitVector> ofPart(const Input& input, uint32_t width, SourcePosition position) {
    return part_ ? part_->next(input, width, position) : std::nullopt;
  }

private:
  const Inputs part_; // may be null
};

class GivenInputs final : public PartInputs {
public:
  GivenInputs(std::vector<BitVector> values, Inputs then) : PartInputs(std::move(then)), values_(std::move(values)) {}
  std::optional<BitVector> next(const Input& input, uint32_t width, SourcePosition position) override {
    if (position_ == values_.size()) return ofPart(input, width, position);
    if (values_[position_].width() != width) return std::nullopt;
    return values_[position_++];
  }

private:
  const std::vector<BitVector> values_;
  size_t position_ = 0;
};

class EitherInputs final : public PartInputs {
public:
  EitherInputs(Inputs first, Inputs second) : PartInputs(std::move(first)), second_(std::move(second)) {}
  std::optional<BitVector> next(const Input& input, uint32_t width, SourcePosition position) override {
    std::optional<BitVector> value = ofPart(input, width, position);
    return value ? value : second_->next(input, width, position);
  }

private:
  const Inputs second_;
};

class LimitedInputs final : public PartInputs {
public:
  LimitedInputs(uint64_t number, Inputs source) : PartInputs(std::move(source)), left_(number) {}
  std::optional<BitVector> next(const Input& input, uint32_t width, SourcePosition position) override {
    if (left_ == 0) return std::nullopt;
    --left_;
    return ofPart(input, width, position);
  }

private:
  uint64_t left_;
};

class ChangedInputs final : public PartInputs {
public:
  ChangedInputs(Inputs source, ValueChange change) : PartInputs(std::move(source)), change_(std::move(change)) {}
  std::optional<BitVector> next(const Input& input, uint32_t width, SourcePosition position) override {
    return change_(ofPart(input, width, position), input, width, position);
  }

private:
  const ValueChange change_;
};

class WithBytesInputs final : public InputSource {
public:
  WithBytesInputs(Inputs source, InitialBytes bytes) : source_(std::move(source)), bytes_(std::move(bytes)) {}
  std::optional<BitVector> next(const Input& input, uint32_t width, SourcePosition position) override {
    return source_->next(input, width, position);
  }
  uint8_t initialByte(uint64_t allocation, uint64_t offset) override { return byteAt(bytes_, allocation, offset); }
  void initialBytes(uint64_t allocation, uint64_t offset, std::span<uint8_t> bytes) override {
    bytesAt(bytes_, allocation, offset, bytes);
  }

private:
  const Inputs source_;
  const InitialBytes bytes_;
};

} // namespace

Inputs inputsBy(ValueRule values, ByteRule bytes) {
  return std::make_unique<RuleInputs>(std::move(values), std::move(bytes));
}

Inputs constantInputs(int64_t value) {
  return inputsBy(
      [value](const Input&, uint32_t width, SourcePosition) { return BitVector::fromSigned(width, value); });
}

Inputs randomInputs(uint64_t seed) { return std::make_unique<SeedInputs>(seed); }

Inputs smallInputs(uint64_t seed) {
  return inputsBy([random = Xorshift64(seed)](const Input&, uint32_t width, SourcePosition) mutable {
    constexpr uint64_t kRanges[] = {2, 8, 8, 24, 24, 60};
    const uint64_t range = kRanges[random() % std::size(kRanges)];
    return BitVector(64, 1 + random() % range).zeroResize(width);
  });
}

Inputs chosenInputs(const std::vector<int64_t>& values, uint64_t seed, uint64_t changing) {
  // Places are numbered in the order of their first inputs.
  return inputsBy([&values, seed, changing, count = uint64_t{0}, places = std::unordered_map<const Input*, uint64_t>()](
                      const Input& input, uint32_t width, SourcePosition) mutable {
    const uint64_t place = places.try_emplace(&input, places.size()).first->second;
    const uint64_t choice = mixed(seed, count < changing ? count + (uint64_t{1} << 32) : place);
    ++count;
    return BitVector::fromSigned(width, values[choice % values.size()]);
  });
}

Inputs givenInputs(std::vector<BitVector> values, Inputs then) {
  return std::make_unique<GivenInputs>(std::move(values), std::move(then));
}

Inputs otherwise(Inputs first, Inputs second) {
  return std::make_unique<EitherInputs>(std::move(first), std::move(second));
}

Inputs atMost(uint64_t number, Inputs source) { return std::make_unique<LimitedInputs>(number, std::move(source)); }

Inputs changed(Inputs source, ValueChange change) {
  return std::make_unique<ChangedInputs>(std::move(source), std::move(change));
}

Inputs withBytes(Inputs source, InitialBytes bytes) {
  return std::make_unique<WithBytesInputs>(std::move(source), std::move(bytes));
}

} // namespace assay
