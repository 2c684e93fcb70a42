import { spanishMonths } from '../tokens/calendar-names.js'
import { WrittenText } from '../written/written-text.js'
import { createAtoms, type SpokenAtom } from './spoken-atoms.js'
import { readSpokenDate } from './spoken-date.js'
import { numberWords } from './spoken-number.js'

/** Number of characters before and after a number in words that are read with it. */
const around = { before: 100, after: 200 }

/** Maximum number of characters that are read at once. */
const maxLength = 2000

const spoken = new RegExp(`\\b(?:${[...numberWords, ...spanishMonths.keys()].join('|')})\\b`, 'gi')

/**
 * Yields the parts of a text that have numbers or dates in words, with digits in their place: `MRN one zero zero two`
 * is `mrn 1002`. Dates follow as `1970-01-02`, in all readings.
 */
export function* inDigits(text: string): Iterable<string> {
  let [start, end] = [0, 0]
  for (const { index, 0: word } of text.matchAll(spoken)) {
    const from = Math.max(0, index - around.before)
    if (end > 0 && (from > end || end - start > maxLength)) {
      yield writeInDigits(text.slice(start, end))
      start = from
    } else if (end === 0) start = from
    end = index + word.length + around.after
  }
  if (end > 0) yield writeInDigits(text.slice(start, end))
}

function writeInDigits(part: string): string {
  const { tokens } = new WrittenText(part)
  const atoms = createAtoms(tokens)
  const [first, last] = [0, -1].map((way) => joinAtoms(atoms, way))
  const dates = tokens.flatMap((_, at) =>
    (readSpokenDate(tokens, at)?.readings ?? []).flatMap(({ year, month = 0, day = 0 }) =>
      year === undefined ? [] : `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`,
    ),
  )
  return [...new Set([first, last]), ...dates].join('\n')
}

/** Joins digits that follow each other; a mark between them, such as a comma, separates them. */
function joinAtoms(atoms: readonly SpokenAtom[], way: number): string {
  let text = ''
  for (const { ways, before } of atoms) {
    const written = ways.at(way) ?? ''
    const isJoined = before === 'none' || (before === 'space' && /^\d+$/.test(written) && /\d$/.test(text))
    text += isJoined ? written : ` ${written}`
  }
  return text
}
