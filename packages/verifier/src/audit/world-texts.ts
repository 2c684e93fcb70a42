import { finish, type Steps } from '@carebench/protocol/wire'
import type { EvidencePart, PlacedItem } from '../evidence/evidence-part.js'
import type { EvidenceSource } from '../evidence/state/evidence-source.js'
import { readWhole } from '../evidence/state/evidence-state.js'
import { listSystems, selectState } from '../evidence/state/keyed-states.js'
import { isWord } from './mutants/texts/replace-texts.js'
import { listAttachedTexts, listTexts } from './mutants/texts/texts.js'
import { toSharedPart } from './shared-part.js'

/** The texts in the data that states share, read once for all tasks of a version. */
const sharedTexts = new WeakMap<object, WorldTexts>()

/**
 * The strings, numbers and attached texts in the records, entities and outputs of some states, for looking up values.
 */
export class WorldTexts {
  readonly #exact = new Set<string>()
  readonly #seen = new WeakSet<object>()
  readonly #base: WorldTexts | undefined
  /** The cached texts of data that these states share with other states. */
  readonly #shared = new Set<WorldTexts>()
  #joined: string | undefined

  /** `base` has texts that count too; records in its states are not read again. */
  constructor(parts: readonly EvidencePart[], states: readonly EvidenceSource[], base?: WorldTexts) {
    this.#base = base
    finish(this.#readStates(parts, states))
  }

  /** Reads the texts of some states, as the constructor does, in steps. */
  static *inSteps(parts: readonly EvidencePart[], states: readonly EvidenceSource[]): Steps<WorldTexts> {
    const texts = new WorldTexts(parts, [])
    yield* texts.#readStates(parts, states)
    return texts
  }

  *#readStates(parts: readonly EvidencePart[], states: readonly EvidenceSource[]): Steps<void> {
    for (const state of states) {
      for (const data of Object.values(state.entities ?? {})) this.#add(listTexts(data))
      if (state.output !== undefined) this.#add(listTexts(state.output))
      for (const system of listSystems(state)) {
        for (const part of parts) {
          const whole = readWhole(part.name, selectState(state, system))
          if (whole === undefined) continue
          yield* this.#read(part, yield* this.#itemsBeside(part, whole))
        }
      }
    }
  }

  /** Whether a value is one of the texts, or a word in one. */
  has(value: string): boolean {
    if (this.#exact.has(value) || this.#base?.has(value)) return true
    for (const shared of this.#shared) if (shared.has(value)) return true
    this.#joined ??= [...this.#exact].join('\n')
    const text = this.#joined
    for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + 1)) {
      if (isWord(text, at, value.length)) return true
    }
    return false
  }

  /** Whether a record is in one of the states, as the same object. */
  hasRead(record: object): boolean {
    if (this.#seen.has(record) || this.#base?.hasRead(record)) return true
    for (const shared of this.#shared) if (shared.hasRead(record)) return true
    return false
  }

  /** Whether these are the texts of the data that its states share. */
  sharesTexts(texts: WorldTexts): boolean {
    return this.#shared.has(texts)
  }

  /** Returns the items of a part without those shared with other states, because shared texts are read only once. */
  *#itemsBeside(part: EvidencePart, whole: unknown): Steps<Iterable<PlacedItem>> {
    const known = toSharedPart(part, whole)
    if (known === undefined) return part.items(whole)
    const { shared, differing } = known
    let texts = sharedTexts.get(shared)
    if (texts === undefined) {
      texts = new WorldTexts([], [])
      yield* texts.#read(part, part.items(shared))
      sharedTexts.set(shared, texts)
    }
    // A text that a state no longer has does not count, unless another source has it.
    if (differing.before.length > 0 && this.#base?.sharesTexts(texts) !== true) return part.items(whole)
    this.#shared.add(texts)
    return differing.after
  }

  *#read(part: EvidencePart, items: Iterable<PlacedItem>): Steps<void> {
    for (const { value, key } of items) {
      yield
      // Records that a solution left alone are the same objects.
      if (this.hasRead(value)) continue
      this.#seen.add(value)
      this.#add(listTexts(value))
      this.#add(listAttachedTexts(value))
      if (part.ids !== undefined && key !== undefined) this.#add([key])
    }
  }

  #add(texts: readonly string[]): void {
    for (const text of texts) this.#exact.add(text)
  }
}
