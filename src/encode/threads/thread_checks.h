// Which checks and obstacles moves of threads lead to.
#pragma once

#include "encode/threads/thread_system.h"
#include "program/check_table.h"

#include <set>
#include <vector>

namespace assay {

/// What is asked of memory, of other threads' accesses and of their waits is no matter of the values that moves follow.
bool checksValues(const Program& program);

/// Rows of errors and obstacles that these moves end in. One that is invalid belongs to none.
std::set<RowId> rowsOf(const Program& program, const CheckTable& table, const ThreadSystem& system,
                       const std::vector<uint32_t>& moves);

} // namespace assay
