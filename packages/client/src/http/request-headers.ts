/** Headers by lower-case name. */
export type HeaderRecord = Readonly<Record<string, string>>

/**
 * Validates a token before it could get into another error message: fetch quotes a header that it rejects. Throws a
 * TypeError that reveals nothing about the token.
 */
export function readToken(option: string, token: string): string {
  if (typeof token === 'string' && /^[\x21-\x7e]+$/.test(token)) return token
  throw new TypeError(
    `${option} must be visible ASCII characters without white space. If it was read from a file, trim it; ` +
      'if it comes from the environment, check that the variable is set.',
  )
}

/**
 * Merges the headers of a request, in ascending precedence: defaults, the caller's, fixed ones. The caller cannot set
 * `authorization`. Throws a TypeError that names a header that cannot be sent, without its value.
 */
export function mergeHeaders(
  defaults: HeaderRecord,
  given: HeaderRecord | undefined,
  fixed: HeaderRecord,
): HeaderRecord {
  if (given === undefined) return { ...defaults, ...fixed }
  const merged = new Map(Object.entries(defaults))
  for (const [name, value] of Object.entries(given)) {
    if (!/^[!#$%&'*+.^_`|~0-9a-z-]+$/i.test(name)) {
      throw new TypeError(`The header name ${JSON.stringify(name)} has invalid characters.`)
    }
    if (typeof value !== 'string' || !/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
      throw new TypeError(`The value of the header ${name} has invalid characters.`)
    }
    merged.set(name.toLowerCase(), value)
  }
  for (const [name, value] of Object.entries(fixed)) merged.set(name, value)
  merged.delete('authorization')
  return Object.fromEntries(merged)
}
