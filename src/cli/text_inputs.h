// Inputs as the user writes them: numbers, read as what the program asks for.
#pragma once

#include "program/inputs.h"
#include "program/program.h"

#include <memory>
#include <string>
#include <vector>

namespace assay {

class TextInputs : public InputSource {
public:
  /// Throws UsageError for a text that is no number. The values feed the inputs of kind Nondet; all else is zero, but
  /// that main has its own name as an argument (`hasArguments`: execution begins there).
  TextInputs(const Program& program, std::vector<std::string> values, bool hasArguments = false);

  std::optional<BitVector> next(const Input& input, uint32_t width, SourcePosition position) override;

private:
  const Program& program_;
  std::vector<std::string> values_;
  size_t position_ = 0;
  bool isAtFirstArgument_;
};

/// Which thread goes on is what the user says; all else comes from another source.
class ScheduledInputs : public InputSource {
public:
  /// Throws UsageError for a text that is no number. When the values end, the thread that ran last goes on.
  ScheduledInputs(std::unique_ptr<InputSource> others, const std::vector<std::string>& schedule);

  std::optional<BitVector> next(const Input& input, uint32_t width, SourcePosition position) override;
  uint8_t initialByte(uint64_t allocation, uint64_t offset) override {
    return others_->initialByte(allocation, offset);
  }
  void initialBytes(uint64_t allocation, uint64_t offset, std::span<uint8_t> bytes) override {
    others_->initialBytes(allocation, offset, bytes);
  }

private:
  std::unique_ptr<InputSource> others_;
  std::vector<BitVector> schedule_;
  size_t position_ = 0;
};

/// The words between commas and white space.
std::vector<std::string> splitValues(std::string_view text);

} // namespace assay
