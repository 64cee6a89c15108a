// What users read about a concrete memory.
#pragma once

#include "program/object_table.h"

#include <string>
#include <vector>

namespace assay {

/// Why an access at this pointer is undefined.
std::string explainAccess(const ObjectTable& objects, uint64_t pointer, uint64_t size, bool isWrite);
/// The same for a free.
std::string explainFree(const ObjectTable& objects, uint64_t pointer, Storage storage);
/// A live heap object that was not reached (by number; what is beyond was not), or nothing.
std::string describeLeak(const ObjectTable& objects, const std::vector<uint8_t>& reached);

} // namespace assay
