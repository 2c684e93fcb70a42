import { isJsonObject, type JsonValue } from '@carebench/protocol'

/** Replaces secrets in texts. */
export type Redact = (text: string) => string

/** Minimum length of a secret; shorter values are not replaced, because they would match words and numbers. */
const minSecretLength = 8

/**
 * Returns a function that replaces secrets by `[secret]`: plain, and as encoded in JSON strings, URLs, hex and base64;
 * in base64 also as part of a longer text, as in `Authorization: Basic`. Secrets of fewer than eight characters are
 * kept.
 */
export function createRedact(secrets: readonly string[]): Redact {
  const spellings = new Set(secrets.filter((secret) => secret.length >= minSecretLength).flatMap(spell))
  // Longest first, because a secret may contain another one.
  const ordered = [...spellings]
    .filter((spelling) => spelling.length >= minSecretLength)
    .sort((a, b) => b.length - a.length)
  return (text) => ordered.reduce((clean, spelling) => clean.replaceAll(spelling, '[secret]'), text)
}

/** Minimum length of a secret in a call. Shorter ones resemble ordinary words too much to reject a call. */
const minCallSecretLength = 16

/** Like {@link createRedact}, for calls, which are rejected if they hold a secret of 16 characters or more. */
export function createCallRedact(secrets: readonly string[]): Redact {
  return createRedact(secrets.filter(({ length }) => length >= minCallSecretLength))
}

/**
 * Replaces secrets in a JSON document, which stays valid JSON even if a secret of digits occurs as a number.
 *
 * @param indent - the indentation if something is replaced, in spaces; default: none
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
    // The first and last characters also contain bits of the neighboring bytes.
    const from = Math.ceil((offset * 8) / 6)
    const to = Math.floor((all.length * 8) / 6)
    return [all.toString('base64').slice(from, to), all.toString('base64url').slice(from, to)]
  })
  const hex = bytes.toString('hex')
  return [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret), hex, hex.toUpperCase(), ...encoded]
}
