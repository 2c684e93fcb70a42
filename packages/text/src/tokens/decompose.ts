/** Arabic ligatures for whole phrases, which decompose into up to eighteen characters. */
const phraseSign = /[\ufdfa\ufdfb]/u

/**
 * Returns a text in Unicode's compatibility decomposition (NFKD), which unifies characters that differ only in form.
 * Ligatures for whole phrases stay as they are: decomposing them could multiply the length of a text beyond its limit.
 */
export function decompose(text: string): string {
  if (!phraseSign.test(text)) return text.normalize('NFKD')
  return text.replace(/[^\ufdfa\ufdfb]+/gu, (run) => run.normalize('NFKD'))
}
