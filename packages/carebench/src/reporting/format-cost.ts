/** Formats US dollars with two decimals; amounts under 1 with two significant digits. */
export function formatCost(usd: number): string {
  return `$${usd === 0 || usd >= 1 ? usd.toFixed(2) : usd.toPrecision(2)}`
}
