// How much memory there is in use. The allocator is jemalloc, or that of the C library where a build has sanitizers.
#pragma once

#include <cstddef>
#include <cstdint>

namespace assay {

/// Bytes of the heap that the process uses; 0 if the allocator does not tell. It takes a while.
size_t heapInUse();
/// MB that the process occupies, including those that it could give back.
uint64_t residentMegabytes();
/// Gives memory that is not used back to the system.
void giveMemoryBack();

} // namespace assay
