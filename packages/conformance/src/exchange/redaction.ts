import { cutShown, type Fault } from '../expectation/pattern.js'

const tokens = /\b(vk_|vop_|vrl_slv_|vrl_run_)[0-9A-Za-z_-]{6,}/g
const secretMembers = /("(?:password|secret|client_secret|access_token)"\s*:\s*")(?:[^"\\]|\\.)*(")/g
const secretFields = /\b(password|client_secret)=[^&\s"]+/g
/** Names of members and headers whose values are secrets of any form. */
const secretNames = /^(?:password|secret|client_secret|access_token|bearer_token|set-cookie|cookie|authorization)$/
const cookies = /^(set-cookie|cookie|authorization)$/

/** Removes secrets from texts: everything that looks like a token, and the keys of this run. */
export interface Redaction {
  text(text: string): string
  /** Removes the secret from a fault: a value is secret if the name of its member says so. */
  fault(fault: Fault): Fault
  headers(headers: Readonly<Record<string, string>>): Record<string, string>
}

/**
 * Recognizes tokens by their prefixes, passwords by the names of their members, and the given keys everywhere.
 *
 * @param secrets - keys of any form; those under 6 characters are ignored, because they would match ordinary words
 */
export function createRedaction(secrets: readonly string[]): Redaction {
  const known = secrets.filter((secret) => secret.length >= 6)
  const text = (value: string): string => {
    let left = value.replaceAll(tokens, '$1[redacted]')
    for (const secret of known) left = left.replaceAll(secret, `${secret.slice(0, prefixLength(secret))}[redacted]`)
    return left.replaceAll(secretMembers, '$1[redacted]$2').replaceAll(secretFields, '$1=[redacted]')
  }
  return {
    text,
    fault({ path, expected, actual }) {
      const isSecret = secretNames.test(path.slice(path.lastIndexOf('/') + 1)) && actual.startsWith('"')
      // A truncated secret would no longer be recognized.
      return { path, expected: cutShown(text(expected)), actual: isSecret ? '[redacted]' : cutShown(text(actual)) }
    },
    headers: (headers) =>
      Object.fromEntries(
        Object.entries(headers).map(([name, value]) => {
          if (!cookies.test(name)) return [name, text(value)]
          const scheme = /^Bearer /i.test(value) ? 'Bearer ' : ''
          const redacted = text(value.slice(scheme.length))
          return [name, redacted === value.slice(scheme.length) ? `${scheme}[redacted]` : scheme + redacted]
        }),
      ),
  }
}

function prefixLength(secret: string): number {
  return /^(vk_|vop_|vrl_slv_|vrl_run_)/.exec(secret)?.[0].length ?? 0
}
