// Certificates as text, for whoever proves the same program again. Nothing of it is believed: what is read is as good
// as what an exploration has found, and is checked as that is (certificate.h). Hints for folding are not kept.
#pragma once

#include "engine/shapes/certificate.h"
#include "program/proof_outline.h"

namespace assay::shapes {

using HeapTexts = std::vector<OutlinedHeap>;

/// Empty if it is large, or holds something that has no text. The first one is of the start.
HeapTexts printCertificate(const Flat& flat, const Certificate& certificate, const ShapesLimits& limits);

/// Nothing if it is no such text, or one of a program with other heads.
std::optional<Certificate> parseCertificate(const Flat& flat, const HeapTexts& texts);

} // namespace assay::shapes
