/** The characters of Windows-1252 beyond Latin-1, which the standard fonts of PDF can show as well. */
const furtherCharacters = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ'

/** Anything but line ends, tabs, form feeds, and visible characters of Windows-1252. */
const unprintable = new RegExp(`[^\\t\\n\\f\\r -~\\u00a0-\\u00ac\\u00ae-\\u00ff${furtherCharacters}]`, 'gu')

/** Returns a text as it arrives by fax: `?` in place of every character that a fax cannot show. */
export function asPrinted(text: string): string {
  // Normalizing a long row of marks would take quadratic time.
  return text
    .replace(/(\p{M}{30})\p{M}+/gu, '$1')
    .normalize('NFC')
    .replace(unprintable, '?')
}
