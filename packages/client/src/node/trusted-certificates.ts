/**
 * Joins certificates into one text; undefined if none are given. Throws a TypeError for a text that is not a
 * certificate.
 */
export function readCertificates(ca: string | readonly string[] | undefined, caller: string): string | undefined {
  const trusted = typeof ca === 'string' ? ca : ca?.join('\n')
  if (trusted === undefined || trusted.includes('-----BEGIN CERTIFICATE-----')) return trusted
  throw new TypeError(
    `ca must contain certificates in PEM (-----BEGIN CERTIFICATE-----), not the name of a file: ${caller}({ ca: ` +
      'readFileSync(file, "utf8") }).',
  )
}
