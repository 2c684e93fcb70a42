/** Browsers that have seen it once never try plain HTTP again for a year (RFC 6797). */
export const strictTransport = ['strict-transport-security', 'max-age=31536000'] as const

/** Strict transport for `localhost` would concern every other server on the developer's machine. */
export function isLocalName(host: string | undefined): boolean {
  return host === undefined || /^(?:[^:]*\.)?localhost(?::\d*)?$/i.test(host)
}
