// Which build of the tool this is.
#pragma once

#include <string>

namespace assay {

/// The linker's number of the program that runs, as hexadecimal digits; empty if it has none.
std::string buildIdentity();

} // namespace assay
