/** US dollars, with as many digits as a small amount needs. */
export function formatCost(usd: number): string {
  return `$${usd === 0 || usd >= 1 ? usd.toFixed(2) : usd.toPrecision(2)}`
}
