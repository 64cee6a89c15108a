// A session as a C++ test, to be kept with the solver's tests.
#pragma once

#include "generate.h"

#include <string>

namespace assay {

std::string cppTest(const FuzzCase& fuzzCase, const std::string& solver);

} // namespace assay
