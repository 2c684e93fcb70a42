import type { JsonValue } from '@carebench/protocol'
import { foldText } from '@carebench/text'
import { showJson } from '../json/show-json.js'

/** Longer texts are not compared letter by letter. */
const maxComparedLength = 60

/** Maximum number of differing letters. */
const nearest = 2

/**
 * Returns a sentence suggesting the value closest to a misspelled one, and the difference; undefined if none is close.
 */
export function describeNearest(wanted: JsonValue, values: readonly JsonValue[]): string | undefined {
  const sameText = values.find((value) => typeof value !== typeof wanted && String(value) === String(wanted))
  if (sameText !== undefined) return `The nearest is ${showJson(sameText)}, of another type.`
  if (typeof wanted !== 'string') return undefined
  const texts = values.filter((value) => typeof value === 'string')
  const folded = foldText(wanted)
  const alike = texts.find((text) => foldText(text) === folded)
  if (alike !== undefined) return `The nearest is ${showJson(alike)}, which differs in case, spaces or punctuation.`
  const best = nearestName(wanted, texts)
  return best === undefined ? undefined : `The nearest is ${showJson(best)}.`
}

/** Returns the text that differs from a misspelled one in at most two letters, or in `most`; undefined if none does. */
export function nearestName(wanted: string, texts: readonly string[], most: 1 | 2 = nearest): string | undefined {
  let best: string | undefined
  let least = most + 1
  for (const text of texts) {
    const distance = countEdits(wanted, text)
    if (distance >= least) continue
    best = text
    least = distance
  }
  return best
}

/** Names of members up to this length are alike only if they differ in one letter: `code` is not `note`. */
const short = 5

/** Returns the member that the author of an unknown name probably meant; undefined if no name is similar. */
export function nearestMember(wanted: string, names: readonly string[]): string | undefined {
  const folded = foldedName(wanted)
  const alike = names.find((name) => foldedName(name) === folded)
  return alike ?? nearestName(wanted, names, wanted.length > short ? nearest : 1)
}

/** Cached, because every record has the same names. */
const foldedNames = new Map<string, string>()
const keptNames = 1000

function foldedName(name: string): string {
  const known = foldedNames.get(name)
  if (known !== undefined) return known
  if (foldedNames.size >= keptNames) foldedNames.clear()
  const folded = foldText(name)
    .replaceAll(' ', '')
    .replace(/^is(?=.)/, '')
  foldedNames.set(name, folded)
  return folded
}

/**
 * Returns the edit distance in letters, in which two swapped neighbours are one edit; Infinity if the texts are long or
 * hardly alike.
 */
function countEdits(a: string, b: string): number {
  // If every letter could differ, any short text would be close to any other.
  if (a.length > maxComparedLength || b.length > maxComparedLength || a.length <= nearest)
    return Number.POSITIVE_INFINITY
  if (Math.abs(a.length - b.length) > nearest) return Number.POSITIVE_INFINITY
  let earlier: readonly number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const changed = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swapped = isSwapped ? (earlier[j - 2] ?? 0) + 1 : changed
      next.push(Math.min(changed, swapped, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    earlier = row
    row = next
  }
  return row[b.length] ?? Number.POSITIVE_INFINITY
}
