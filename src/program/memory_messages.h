// What users read about a concrete memory.
#pragma once

#include "program/object_table.h"
#include "program/operation.h"

#include <string>
#include <vector>

namespace assay {

/// Why an access at this pointer is undefined.
std::string explainAccess(const ObjectTable& objects, uint64_t pointer, uint64_t size, bool isWrite);
/// The same for a free.
std::string explainFree(const ObjectTable& objects, uint64_t pointer, Storage storage);
/// "4 bytes of 'x'", "8 bytes of a block from malloc at offset 16"
std::string describeBytes(const ObjectTable& objects, uint64_t pointer, uint64_t size);
/// A question to memory that was answered no: the last one.
struct FailedQuery {
  bool exists = false;
  QueryKind kind{};
  uint64_t pointer = 0, size = 0;
};
/// What memory said to the check that led to an error location.
std::string explainQuery(const FailedQuery& query, const ObjectTable& objects);
/// The number of the first live heap object that was not reached, 0 for none, and how many such objects there are.
/// `reached` is by number; objects with numbers beyond its end were not reached.
struct Leaks {
  uint64_t first = 0;
  uint64_t number = 0;
};
Leaks findLeaks(const ObjectTable& objects, const std::vector<uint8_t>& reached);
/// "a block of 8 bytes from malloc at a.c:3:7, and 2 more"
std::string describeLeaks(const ObjectTable& objects, const SourceFiles& files, const Leaks& leaks);

} // namespace assay
