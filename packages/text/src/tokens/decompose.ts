/** Arabic ligatures for whole phrases, which decompose into up to eighteen characters. */
const phraseSign = /[\ufdfa\ufdfb]/u

/** More combining marks in a row than any language writes: normalizing sorts them, which takes quadratic time. */
const manyMarks = /(\p{M}{30})\p{M}+/gu

/**
 * Returns a text in Unicode's compatibility decomposition (NFKD), which unifies characters that differ only in form.
 * Ligatures for whole phrases stay as they are: decomposing them could multiply the length of a text beyond its limit.
 * Of combining marks in a row, 30 are kept.
 */
export function decompose(text: string): string {
  const bounded = text.replace(manyMarks, '$1')
  if (!phraseSign.test(bounded)) return bounded.normalize('NFKD')
  return bounded.replace(/[^\ufdfa\ufdfb]+/gu, (run) => run.normalize('NFKD'))
}
