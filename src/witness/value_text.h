// Values as a C programmer writes them.
#pragma once

#include "program/program.h"

#include <functional>
#include <string>

namespace assay {

/// The name of the memory object with this number; empty if there is none.
using ObjectNames = std::function<std::string(uint64_t object)>;

/// Integers in decimal, floats in the shortest decimal form that means them, pointers as `&object + offset`.
std::string valueText(const BitVector& value, TypeClass typeClass, const PointerLayout& layout,
                      const ObjectNames& objectName);

} // namespace assay
