// C text of a program that puts calls into a file of LLVM's text form, so that threads take turns: `weave IN OUT`.
#pragma once

#include <string>

namespace assay {

std::string weaverSource();

} // namespace assay
