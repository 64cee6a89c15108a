// An obligation of a proof: that something bad happens although what is assumed holds. It is to be unsatisfiable.
#pragma once

#include "term/term.h"

#include <string>

namespace assay {

struct Obligation {
  Term violation;
  std::string what;
};

} // namespace assay
