import type { EvidenceSource } from '../evidence/evidence-source.js'
import { wholeOf } from '../evidence/evidence-state.js'
import { stateOf, systemsOf } from '../evidence/keyed-states.js'
import type { EvidencePart } from '../evidence-part.js'
import { isWord } from './mutants/replace-texts.js'
import { attachedTextsOf, textsOf } from './texts.js'

/** The strings, numbers and attached texts in the records of some states, and in their entities, for looking up values. */
export class WorldTexts {
  readonly #exact = new Set<string>()
  readonly #seen = new WeakSet<object>()
  readonly #base: WorldTexts | undefined
  #joined: string | undefined

  /** `base` are texts that count too; records in its states are not read again. */
  constructor(parts: readonly EvidencePart[], states: readonly EvidenceSource[], base?: WorldTexts) {
    this.#base = base
    for (const state of states) {
      for (const data of Object.values(state.entities ?? {})) this.#add(textsOf(data))
      if (state.output !== undefined) this.#add(textsOf(state.output))
      for (const system of systemsOf(state)) {
        for (const part of parts) {
          const whole = wholeOf(part.name, stateOf(state, system))
          if (whole === undefined) continue
          for (const { value, key } of part.items(whole)) {
            // Records that a solution left alone are the same objects.
            if (this.hasRead(value)) continue
            this.#seen.add(value)
            this.#add(textsOf(value))
            this.#add(attachedTextsOf(value))
            if (part.ids !== undefined && key !== undefined) this.#add([key])
          }
        }
      }
    }
  }

  /** Whether a value is one of the texts, or a word in one. */
  has(value: string): boolean {
    if (this.#exact.has(value) || this.#base?.has(value)) return true
    this.#joined ??= [...this.#exact].join('\n')
    const text = this.#joined
    for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + 1)) {
      if (isWord(text, at, value.length)) return true
    }
    return false
  }

  /** Whether a record is in one of the states, as the same object. */
  hasRead(record: object): boolean {
    return this.#seen.has(record) || this.#base?.hasRead(record) === true
  }

  #add(texts: readonly string[]): void {
    for (const text of texts) this.#exact.add(text)
  }
}
