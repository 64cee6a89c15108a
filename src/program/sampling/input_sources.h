// The room for executions on guessed inputs: sources of inputs that are put together from a few, and a sampler that runs
// a program on them and shows the states that it comes to (sampler.h).
//
// A source is made of parts. Some give values: by a rule, by chance, from a list. The others say what is done with those
// of a source: one after another, one where the other has nothing, at most so many, changed, with other contents of
// memory. What only reads inputs that are written down (a counterexample's, a lasso's, the user's) is a class of its own
// where that is read.
#pragma once

#include "program/initial_bytes.h"
#include "program/inputs.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace assay {

using Inputs = std::unique_ptr<InputSource>;

/// A value for the input, of so many bits. Nothing: the source has run out.
using ValueRule = std::function<std::optional<BitVector>(const Input& input, uint32_t width, SourcePosition position)>;
/// Fills in bytes of an object: InputSource::initialBytes().
using ByteRule = std::function<void(uint64_t allocation, uint64_t offset, std::span<uint8_t> bytes)>;
/// What becomes of another source's value.
using ValueChange = std::function<std::optional<BitVector>(std::optional<BitVector> value, const Input& input,
                                                           uint32_t width, SourcePosition position)>;

/// Values by a rule. Without a rule for bytes, memory begins with zeros.
Inputs inputsBy(ValueRule values, ByteRule bytes = {});
/// Always the same number.
Inputs constantInputs(int64_t value);
/// Random values, half of them small or special, and random bytes: SeedInputs.
Inputs randomInputs(uint64_t seed);
/// Small numbers, mostly: with them loops are executed some times, and end.
Inputs smallInputs(uint64_t seed);
/// Numbers that chance takes from a list: anew each time for so many inputs, then by the place where they are asked for.
/// The list must outlive the source.
Inputs chosenInputs(const std::vector<int64_t>& values, uint64_t seed, uint64_t changing);

/// Exactly these values, then the other source's, if there is one. A value of another width than the input's is the end:
/// another execution was meant. Memory is the other source's.
Inputs givenInputs(std::vector<BitVector> values, Inputs then = nullptr);
/// The second source's value where the first has none. Memory is the first one's.
Inputs otherwise(Inputs first, Inputs second);
/// At most so many values of the source.
Inputs atMost(uint64_t number, Inputs source);
/// Values of the source, changed.
Inputs changed(Inputs source, ValueChange change);
/// Values of the source; these bytes.
Inputs withBytes(Inputs source, InitialBytes bytes = {});

} // namespace assay
