/** The number of the first thing that a page lists, counted from 1, as its address says it: `?from=101`. */
export function firstListed(query: URLSearchParams): number {
  const from = query.get('from') ?? ''
  return /^[1-9]\d{0,8}$/.test(from) ? Number(from) : 1
}
