// How much memory there is in use.
#pragma once

#include <cstdint>

namespace assay::symex {

/// MB that the process occupies, those included that it could give back.
uint64_t residentMegabytes();
/// MB that have been allocated and not been freed.
uint64_t allocatedMegabytes();
/// Gives back what it can.
void giveMemoryBack();

} // namespace assay::symex
