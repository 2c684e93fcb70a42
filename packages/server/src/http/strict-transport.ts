/** A header that makes browsers use only HTTPS for a year (RFC 6797). */
export const strictTransport = ['strict-transport-security', 'max-age=31536000'] as const

/**
 * Whether a host is `localhost` or below it, where strict transport would affect every other server on the developer's
 * machine.
 */
export function isLocalName(host: string | undefined): boolean {
  return host === undefined || /^(?:[^:]*\.)?localhost(?::\d*)?$/i.test(host)
}
