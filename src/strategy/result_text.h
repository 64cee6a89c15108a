// Results and facts as text, for the channel between an engine's process and the strategy. A result that was written is
// read back as it was; a text that was cut off or spoilt on the way is noticed, never misread.
#pragma once

#include "engine/exchange.h"
#include "strategy/remembered.h"

#include <optional>
#include <string>
#include <string_view>

namespace assay {

std::string printResult(const Result& result);

/// Nothing if this is not the text of a result for the program.
std::optional<Result> parseResult(std::string_view text, const Program& program);

std::string printRemembered(const Remembered& remembered);

/// Nothing if this is no such text.
std::optional<Remembered> parseRemembered(std::string_view text);

std::string printFact(const Fact& fact);

/// Nothing if this is not the text of a fact about the program's own files. Rows are only numbers here.
std::optional<Fact> parseFact(std::string_view text, const Program& program);

} // namespace assay
