/** Signs for whole phrases, which decompose into up to eighteen characters. */
const phraseSign = /[\ufdfa\ufdfb]/u

/**
 * Returns a text in Unicode's compatibility decomposition, which makes characters alike that differ only in form. Signs
 * for whole phrases stay as they are: they would multiply the length of the text, which bounds the work on it.
 */
export function decompose(text: string): string {
  if (!phraseSign.test(text)) return text.normalize('NFKD')
  return text.replace(/[^\ufdfa\ufdfb]+/gu, (run) => run.normalize('NFKD'))
}
