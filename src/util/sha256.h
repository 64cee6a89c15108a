// SHA-256 (FIPS 180-4): how test suites and witnesses name the file that they are about.
#pragma once

#include <string>
#include <string_view>

namespace assay {

/// 64 hexadecimal digits.
std::string sha256(std::string_view data);

} // namespace assay
