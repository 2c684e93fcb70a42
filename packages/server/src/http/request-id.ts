const acceptable = /^[A-Za-z0-9-]{1,64}$/

/** Returns the caller's request id if it is one of 1 to 64 letters, digits and hyphens, else a new one. */
export function requestIdFrom(header: unknown, next: () => string): string {
  return typeof header === 'string' && acceptable.test(header) ? header : next()
}
