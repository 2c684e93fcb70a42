/** Replaces secrets in texts. */
export type Redact = (text: string) => string

/** Replaces each of the given secrets; those of fewer than eight characters are none, and would replace words. */
export function createRedact(secrets: readonly string[]): Redact {
  const real = secrets.filter((secret) => secret.length >= 8).toSorted((a, b) => b.length - a.length)
  return (text) => real.reduce((clean, secret) => clean.replaceAll(secret, '[secret]'), text)
}
