// The whole tool as a function.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace assay {

/// Returns the exit status. `arguments` is without the program's own name.
int runAssay(std::vector<std::string> arguments, std::ostream& out, std::ostream& err);

} // namespace assay
