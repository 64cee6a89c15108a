// Invariants from outside, as text: a line each, where it holds and what:
//
//   # comment
//   file.c:12: i <= n && n <= 100
//
// The line is that of a loop. Nothing here is believed: whoever uses it has to check it first.
#pragma once

#include "program/assertion.h"
#include "program/program.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

/// Is told what cannot be used, and why.
using Complain = std::function<void(const std::string&)>;

/// Files are the same if one's path ends with the other's. Throws InputError (util/error.h) for lines of another form.
std::vector<Assertion> parseInvariants(std::string_view text, const Program& program, const Complain& complain);

} // namespace assay
