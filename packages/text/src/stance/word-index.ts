import type { Word } from './word.js'

/** The words of a text, indexed by first character and, for verbs after an auxiliary, by stem. */
export class WordIndex {
  readonly words: readonly Word[]
  #byStart: ReadonlyMap<string, readonly number[]> | undefined
  #helped: ReadonlyMap<string, readonly Word[]> | undefined

  constructor(words: readonly Word[]) {
    this.words = words
  }

  /** Returns the positions of the words that begin with a character, in order. */
  positions(start: string): readonly number[] {
    this.#byStart ??= groupBy(this.words.keys(), (at) => this.words[at]?.text[0] ?? '')
    return this.#byStart.get(start) ?? []
  }

  /** Returns the words with a stem that are at most three words after an auxiliary: `approve` in "did not approve". */
  withAuxiliary(stem: string): readonly Word[] {
    this.#helped ??= groupBy(this.#findHelped(), ({ text }) => readStem(text))
    return this.#helped.get(stem) ?? []
  }

  *#findHelped(): Iterable<Word> {
    let since = Number.POSITIVE_INFINITY
    for (const word of this.words) {
      if (++since <= maxGapWords) yield word
      if (auxiliaries.test(word.text)) since = 0
    }
  }
}

const maxGapWords = 3
const auxiliaries = /^(?:did|does|do|didnt|doesnt|dont)$/

function groupBy<Item>(items: Iterable<Item>, keyOf: (item: Item) => string): ReadonlyMap<string, readonly Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  return groups
}

/** Returns a verb without its ending, so that `approved`, `approves` and `approve` become equal. */
export function readStem(word: string): string {
  const stem = word.replace(/(?:ied|ies)$/, 'y').replace(/(?<=..)(?:ing|ed|es|s)$/, '')
  return stem.replace(/(?<=..)e$/, '').replace(/([bdgmnprt])\1$/, '$1')
}
