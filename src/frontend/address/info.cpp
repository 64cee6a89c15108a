#include "frontend/address/info.h"

#include <algorithm>

namespace assay {

bool AddressInfo::join(const AddressInfo& other) {
  const AddressInfo before = *this;
  isAddress |= other.isAddress;
  isMoved |= other.isMoved;
  isMixed |= other.isMixed;
  holds |= other.holds;
  lead = std::min(lead, other.lead);
  padded |= other.padded;
  logAlign = std::min(logAlign, other.logAlign);
  if (!other.isOne || (other.object != nullptr && object != nullptr && object != other.object))
    forgetObject();
  else if (isOne && object == nullptr)
    object = other.object;
  return !(*this == before);
}

void AddressInfo::forgetObject() {
  isOne = false;
  object = nullptr;
}

} // namespace assay
