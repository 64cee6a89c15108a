// The small pieces of SMT-LIB text: symbols, constants, and the head of an application.
#pragma once

#include "term/application.h"

#include <string>
#include <string_view>

namespace assay {

/// The symbol as SMT-LIB reads it, between bars where needed. Characters that may not stand between bars become `_`,
/// and the name of a function of the logics gets a `!`; so two symbols may become one, and the caller has to see to
/// that.
std::string smtlibSymbol(std::string_view symbol);

/// `true`, `#b0101` or `#xff`, `(fp #b0 #b... #b...)`, `(_ NaN 8 24)`.
std::string smtlibConstant(Term constant);

std::string smtlibBits(const BitVector& bits);

/// RNE, RNA, RTP, RTN, RTZ.
std::string_view smtlibRoundingMode(RoundingMode rm);

/// What stands before the arguments: `bvadd`, `(_ extract 7 0)`, `fp.add RNE`, `(_ to_fp 8 24) RNE`.
std::string smtlibHead(Term application);

} // namespace assay
