import type { Redact } from '../results/redact.js'

/** A call as an agent sends it. */
export interface SentCall {
  readonly path: string
  readonly search: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/**
 * Whether a call contains a secret that `redact` would replace: in its address, its body or a header other than
 * `authorization`, plain or with JSON or URL escapes. Secrets that are compressed, encrypted or
 * split over several calls are not found.
 */
export function holdsSecret({ path, search, headers, body }: SentCall, redact: Redact): boolean {
  const { authorization: _, ...others } = headers
  const texts = [path + search, Buffer.from(body).toString('utf8'), ...Object.values(others)]
  return texts.some((text) => readings(text).some((reading) => redact(reading) !== reading))
}

/** Returns a text, and the forms in which its receiver may read it. */
function readings(text: string): readonly string[] {
  const found = [text]
  if (text.includes('%'))
    found.push(text.replaceAll(/%[0-9a-f]{2}/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16))))
  if (text.includes('\\'))
    found.push(
      text
        .replaceAll(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
        .replaceAll('\\/', '/'),
    )
  return found
}
