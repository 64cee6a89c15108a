// How much memory there is in use.
#pragma once

#include <cstdint>

namespace assay::symex {

/// MB that the process occupies, those included that it could give back.
uint64_t residentMegabytes();
/// Gives back what it can of them.
void giveMemoryBack();

} // namespace assay::symex
