/** Words with opposites that turn a statement into a false one. Each pair works in both directions. */
const pairs: readonly (readonly [string, string])[] = [
  ['approved', 'denied'],
  ['authorized', 'refused'],
  ['accepted', 'rejected'],
  ['confirmed', 'cancelled'],
  ['critical', 'normal'],
  ['abnormal', 'normal'],
  ['positive', 'negative'],
  ['high', 'low'],
  ['active', 'inactive'],
  ['covered', 'excluded'],
  ['eligible', 'ineligible'],
  ['required', 'optional'],
  ['paid', 'unpaid'],
  ['final', 'preliminary'],
  ['primary', 'secondary'],
  ['first', 'second'],
  ['before', 'after'],
  ['left', 'right'],
  ['yes', 'no'],
]

const opposites = new Map<string, string>()
for (const [a, b] of pairs) {
  if (!opposites.has(a)) opposites.set(a, b)
  if (!opposites.has(b)) opposites.set(b, a)
}

const negated = /\b(is|are|was|were|has|have|had|will|can|must|should|may|does|did|do)\s+not\b/i
// Not the month of May.
const affirmed = /\b(is|are|was|were|has|have|had|will|can|must|should|may(?! \d))\b/i

/**
 * Returns a text that says the opposite: words such as "approved" and "normal" are replaced by their opposites;
 * otherwise the first verb is negated, or its negation removed. If the text has no such word or verb, a sentence that
 * takes it back is added.
 */
export function findOpposite(text: string): string {
  const swapped = text.replace(/\p{L}+/gu, (word) => {
    const opposite = opposites.get(word.toLowerCase())
    return opposite === undefined ? word : matchCase(word, opposite)
  })
  if (swapped !== text) return swapped
  if (negated.test(text)) return text.replace(negated, '$1')
  if (affirmed.test(text)) return text.replace(affirmed, '$1 not')
  return `${text} None of this is true.`
}

function matchCase(model: string, word: string): string {
  if (model === model.toUpperCase()) return word.toUpperCase()
  const first = model.charAt(0)
  return first === first.toUpperCase() ? word.charAt(0).toUpperCase() + word.slice(1) : word
}
