import { isJsonObject, type JsonValue } from '@carebench/protocol'

/** Replaces secrets in texts. */
export type Redact = (text: string) => string

/** Shorter values are not replaced: they would be found in words and numbers. */
const minSecretLength = 8

/**
 * Replaces each of the given secrets by `[secret]`, plain and as JSON strings, URLs, hex and base64 spell them; in
 * base64 also where it stands within something longer, as in `Authorization: Basic`. Secrets of fewer than eight
 * characters are kept.
 */
export function createRedact(secrets: readonly string[]): Redact {
  const spellings = new Set(secrets.filter((secret) => secret.length >= minSecretLength).flatMap(spell))
  // A secret may contain another one.
  const ordered = [...spellings]
    .filter((spelling) => spelling.length >= minSecretLength)
    .sort((a, b) => b.length - a.length)
  return (text) => ordered.reduce((clean, spelling) => clean.replaceAll(spelling, '[secret]'), text)
}

/**
 * Replaces secrets in the texts of a JSON document, which stays JSON: a secret of digits may stand there as a number.
 *
 * @param indent - spaces, if something is replaced; default: none
 */
export function redactJson(json: string, redact: Redact, indent?: number): string {
  return redact(json) === json ? json : JSON.stringify(redactTexts(JSON.parse(json), redact), null, indent)
}

function redactTexts(value: JsonValue, redact: Redact): JsonValue {
  if (typeof value === 'string') return redact(value)
  if (Array.isArray(value)) return value.map((item) => redactTexts(item, redact))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [redact(name), redactTexts(member, redact)]))
}

function spell(secret: string): readonly string[] {
  const bytes = Buffer.from(secret)
  const encoded = [0, 1, 2].flatMap((offset) => {
    const all = Buffer.concat([Buffer.alloc(offset), bytes])
    // Characters at the ends hold bits of neighbours too.
    const from = Math.ceil((offset * 8) / 6)
    const to = Math.floor((all.length * 8) / 6)
    return [all.toString('base64').slice(from, to), all.toString('base64url').slice(from, to)]
  })
  const hex = bytes.toString('hex')
  return [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret), hex, hex.toUpperCase(), ...encoded]
}
