import type { AtomKind, AtomValue } from '../atoms/atom.js'
import { NameIndex, readPersonName } from '../atoms/name-index.js'
import { readAtoms } from '../atoms/read-atoms.js'
import { compilePhrase, type Phrase } from '../stance/phrase.js'
import { finishReading } from '../tokens/reading-steps.js'
import { WrittenText } from '../written/written-text.js'
import { foldCode } from './fold-code.js'

/** What a text of a record states, for texts about that record. */
export interface StatedText {
  /** The dates, amounts, codes and so on in the text. */
  readonly values: readonly (readonly [value: AtomValue, kind: AtomKind])[]
  /** The words of the text; undefined if it is long, has one word, or consists of values. */
  readonly phrase: Phrase | undefined
  /** The name that the text is, if it has no figures. */
  readonly name: Extract<AtomValue, { readonly is: 'person' }> | undefined
}

const nobody = /* @__PURE__ */ new NameIndex()
/** Maximum length of a text whose words are a phrase; of longer texts, only the values count. */
const maxPhraseLength = 200
/** Maximum length of a text whose reading is kept, and maximum number of kept readings: some ten megabytes. */
const maxKeptLength = 100
const maxKept = 5000

/** The last readings by text: evidence of one world has the same records again and again. */
const kept = new Map<string, StatedText>()

/** Reads what a text states. */
export function readStatedText(text: string): StatedText {
  const known = kept.get(text)
  if (known !== undefined) return known
  const stated = readAnew(text)
  if (text.length <= maxKeptLength) {
    if (kept.size === maxKept) kept.clear()
    kept.set(text, stated)
  }
  return stated
}

function readAnew(text: string): StatedText {
  const written = new WrittenText(text)
  const { tokens } = written
  const atoms = finishReading(readAtoms(written, nobody, () => false))
  const values: (readonly [AtomValue, AtomKind])[] = []
  for (const { readings, kind, start, end } of atoms) {
    const isCertain = readings.some(({ certain }) => certain)
    for (const { value, certain } of readings) if (certain || !isCertain) values.push([value, kind])
    const isWhole = start === 0 && end === tokens.length
    const code = foldCode(text)
    if (isWhole && /\d{3}/.test(code) && kind === 'count') values.push([{ is: 'code', text: code }, 'identifier'])
  }
  const name = /\d/.test(text) ? undefined : readPersonName(text)
  const isStated = (at: number) => atoms.some(({ start, end }) => at >= start && at < end)
  const hasOthers = tokens.some(({ kind }, at) => kind !== 'mark' && !isStated(at))
  const isPhrase = hasOthers && tokens.length > 1 && text.length <= maxPhraseLength
  return {
    values,
    phrase: isPhrase ? compilePhrase(text) : undefined,
    name: name && { is: 'person', name },
  }
}
