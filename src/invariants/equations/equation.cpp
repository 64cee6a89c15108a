#include "invariants/equations/equation.h"

#include "encode/assertion.h"

#include <algorithm>
#include <bit>

namespace assay {

using Equation = AffineRelations::Equation;

uint32_t significantBits(const Equation& equation, uint32_t width) {
  uint32_t twos = width;
  for (uint64_t c : equation)
    if (c != 0) twos = std::min(twos, static_cast<uint32_t>(std::countr_zero(c)));
  return width - twos;
}

namespace {

/// A coefficient as it is written, on the left side or with its sign changed on the right one.
struct Summand {
  uint64_t factor;
  bool isLeft;
};

uint64_t maskOf(uint32_t bits) { return bits == 64 ? ~uint64_t{0} : (uint64_t{1} << bits) - 1; }

Summand summandOf(uint64_t coefficient, uint32_t shift, uint32_t bits) {
  const uint64_t mask = maskOf(bits);
  const uint64_t value = (coefficient >> shift) & mask, opposite = (0 - value) & mask;
  return value <= opposite ? Summand{value, true} : Summand{opposite, false};
}

/// All but this one go to the other side.
void standAlone(std::vector<Summand>& summands, const Equation& equation, size_t alone, uint32_t shift, uint32_t bits) {
  const bool isNegative = !summands[alone].isLeft;
  for (size_t i = 0; i < equation.size(); ++i) {
    const uint64_t value = (equation[i] >> shift) & maskOf(bits);
    const uint64_t opposite = (0 - value) & maskOf(bits);
    if (i != alone) summands[i] = {isNegative ? value : opposite, false};
  }
  summands[alone] = {1, true};
}

/// The summands of an equation, by coefficient, on the sides where they stand.
std::vector<Summand> summandsOf(const Products& products, const Equation& equation, uint32_t shift, uint32_t bits,
                                Side ofFirst) {
  std::vector<Summand> result;
  for (uint64_t coefficient : equation) result.push_back(summandOf(coefficient, shift, bits));
  const auto isUsed = [&](size_t i) { return result[i].factor != 0; };
  bool isLinear = true;
  for (size_t i = 1; i < equation.size(); ++i) isLinear = isLinear && (!isUsed(i) || products[i - 1].size() == 1);
  if (ofFirst == Side::Alone && result.size() > 1 && result[1].factor == 1) {
    standAlone(result, equation, 1, shift, bits);
    return result;
  }
  if (isLinear) return result;
  for (size_t alone = equation.size(); --alone > 0;) {
    if (result[alone].factor != 1 || products[alone - 1].size() != 1) continue;
    const Term alike = products[alone - 1][0].term;
    bool isElsewhere = false;
    for (size_t i = 1; i < equation.size(); ++i)
      isElsewhere = isElsewhere || (i != alone && isUsed(i) &&
                                    std::ranges::find(products[i - 1], alike, &Factor::term) != products[i - 1].end());
    if (isElsewhere) continue;
    standAlone(result, equation, alone, shift, bits);
    break;
  }
  return result;
}

} // namespace

Products productsOf(const Program& program, const Monomials& monomials) {
  Products result;
  for (const std::vector<VariableId>& monomial : monomials) {
    std::vector<Factor>& product = result.emplace_back();
    for (VariableId v : monomial) product.push_back({program[v].term, userName(program[v])});
  }
  return result;
}

Term equationTerm(TermManager& terms, const Products& products, const Equation& equation, uint32_t width,
                  Side ofFirst) {
  const uint32_t bits = significantBits(equation, width);
  const std::vector<Summand> summands = summandsOf(products, equation, width - bits, bits, ofFirst);
  Term left = terms.mkBv(bits, 0), right = left;
  for (size_t i = 0; i < equation.size(); ++i) {
    if (summands[i].factor == 0) continue;
    Term value = terms.mkBv(bits, summands[i].factor);
    if (i > 0) {
      Term product;
      for (const Factor& factor : products[i - 1]) {
        const Term low = terms.mkBvExtract(factor.term, bits - 1, 0);
        product = product ? terms.mkBvMul(product, low) : low;
      }
      value = summands[i].factor == 1 ? product : terms.mkBvMul(value, product);
    }
    Term& side = summands[i].isLeft ? left : right;
    side = terms.mkBvAdd(side, value);
  }
  return terms.mkEqual(left, right);
}

std::string equationText(const Products& products, const Equation& equation, uint32_t width, Side ofFirst) {
  const uint32_t bits = significantBits(equation, width);
  const std::vector<Summand> summands = summandsOf(products, equation, width - bits, bits, ofFirst);
  const bool isLong = width > 32;
  const std::string type = isLong ? "unsigned long long" : "unsigned", suffix = isLong ? "ull" : "u";
  std::string sides[2];
  for (size_t i = 1; i <= equation.size(); ++i) { // the constant last
    const size_t at = i % equation.size();
    const auto& [factor, isLeft] = summands[at];
    if (factor == 0) continue;
    // A large factor is a small one that is subtracted.
    const uint64_t opposite = (0 - factor) & maskOf(bits);
    const bool isMinus = opposite < factor && !sides[isLeft ? 0 : 1].empty();
    std::string& side = sides[isLeft ? 0 : 1];
    if (!side.empty()) side += isMinus ? " - " : " + ";
    const uint64_t written = isMinus ? opposite : factor;
    if (at == 0) {
      side += std::to_string(written) + suffix;
    } else {
      if (written != 1) side += std::to_string(written) + suffix + " * ";
      bool isFirst = true;
      for (const Factor& each : products[at - 1]) {
        side += (isFirst ? "(" : " * (") + type + ")" + each.name;
        isFirst = false;
      }
    }
  }
  for (std::string& side : sides) {
    if (side.empty())
      side = "0" + suffix;
    else if (bits < (isLong ? 64u : 32u))
      side = "(" + side + ") % " + std::to_string(uint64_t{1} << bits) + suffix;
  }
  return sides[0] + " == " + sides[1];
}

} // namespace assay
