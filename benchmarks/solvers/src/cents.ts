/** Reads an amount in dollars, such as `125.5` or `-8.46`, as whole cents. Throws a TypeError for any other text. */
export function parseCents(text: string): number {
  const [, sign, dollars = '', cents = ''] = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(text.trim()) ?? []
  if (dollars === '') throw new TypeError(`Expected an amount such as 125.50, got ${JSON.stringify(text)}.`)
  const amount = Number(dollars) * 100 + Number(cents.padEnd(2, '0'))
  return sign === '-' && amount !== 0 ? -amount : amount
}

/** Writes whole cents in dollars, with two decimal places: `-8.46`. */
export function formatCents(cents: number): string {
  return ((cents === 0 ? 0 : cents) / 100).toFixed(2)
}

/** Adds up the amounts of items, in whole cents. */
export function addUp<Item>(items: readonly Item[], amountOf: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + amountOf(item), 0)
}
