/** A number as mantissa × 2^exponent, exactly. */
export interface Binary {
  readonly mantissa: bigint
  readonly exponent: number
}

const view = new DataView(new ArrayBuffer(8))

/** Returns a finite, non-negative double as mantissa × 2^exponent. */
export function toBinary(value: number): Binary {
  view.setFloat64(0, value)
  const bits = view.getBigUint64(0)
  const fraction = bits & 0xfffffffffffffn
  const biased = Number(bits >> 52n) & 0x7ff
  return biased === 0
    ? { mantissa: fraction, exponent: -1074 }
    : { mantissa: fraction | 0x10000000000000n, exponent: biased - 1075 }
}

/** Returns the product, exactly. */
export function multiplyBinary(a: Binary, b: Binary): Binary {
  return {
    mantissa: a.mantissa * b.mantissa,
    exponent: a.exponent + b.exponent,
  }
}

/** Returns the exact sum, so that the order of the terms does not matter. */
export function sumBinary(terms: readonly Binary[]): Binary {
  let exponent = Number.POSITIVE_INFINITY
  for (const term of terms) if (term.mantissa !== 0n && term.exponent < exponent) exponent = term.exponent
  let mantissa = 0n
  for (const term of terms) {
    if (term.mantissa !== 0n) mantissa += term.mantissa << BigInt(term.exponent - exponent)
  }
  return mantissa === 0n ? { mantissa, exponent: 0 } : { mantissa, exponent }
}

/** Returns the nearest number with a 53-bit mantissa, ties to even; the exponent is unbounded. */
export function roundBinary({ mantissa, exponent }: Binary): Binary {
  const excess = mantissa.toString(2).length - 53
  if (excess <= 0) return { mantissa, exponent }
  const shift = BigInt(excess)
  const quotient = mantissa >> shift
  const rest = mantissa - (quotient << shift)
  const half = 1n << (shift - 1n)
  const up = rest > half || (rest === half && (quotient & 1n) === 1n)
  // A carry to 54 bits leaves a power of two, which a double represents exactly.
  return { mantissa: up ? quotient + 1n : quotient, exponent: exponent + excess }
}
