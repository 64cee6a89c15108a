// Certificates as text, for a later run that proves the same program again. Nothing of it is believed: a certificate
// that is read is checked like one that an exploration has found (certificate.h). Hints for folding are not kept.
#pragma once

#include "engine/shapes/certificate.h"
#include "program/proof_outline.h"

namespace assay::shapes {

using HeapTexts = std::vector<OutlinedHeap>;

/// Empty if the certificate is large, or holds something that has no text. The first text is that of the start.
HeapTexts printCertificate(const Flat& flat, const Certificate& certificate, const ShapesLimits& limits);

/// Nothing if this is no text of a certificate, or one of a program with other heads.
std::optional<Certificate> parseCertificate(const Flat& flat, const HeapTexts& texts);

} // namespace assay::shapes
