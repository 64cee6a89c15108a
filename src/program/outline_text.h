// Outlines of proofs as text, among words of others (util/words.h): the name of the kind, then its fields.
#pragma once

#include "program/proof_outline.h"
#include "util/words.h"

namespace assay {

void writeOutline(WordWriter& out, const ProofOutline& outline);

/// If the text has no outline, the reader has failed afterwards.
ProofOutline readOutline(WordReader& in);

} // namespace assay
