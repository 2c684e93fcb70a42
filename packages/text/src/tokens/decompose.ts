/** Signs for whole phrases, which decompose into up to eighteen characters. */
const phraseSign = /[\ufdfa\ufdfb]/u

/**
 * Returns a text in Unicode's compatibility decomposition, in which characters that differ in form only are alike.
 * Signs for whole phrases stay as they are: work on a text is bounded by its length, which they would multiply.
 */
export function decompose(text: string): string {
  if (!phraseSign.test(text)) return text.normalize('NFKD')
  return text.replace(/[^\ufdfa\ufdfb]+/gu, (run) => run.normalize('NFKD'))
}
