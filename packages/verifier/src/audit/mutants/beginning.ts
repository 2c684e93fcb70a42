import { Collections } from '../../collections/collections.js'
import type { EvidenceStateSource } from '../../evidence/evidence-source.js'
import { EvidenceState, wholeOf } from '../../evidence/evidence-state.js'
import { stateOf, systemsOf } from '../../evidence/keyed-states.js'
import type { EvidencePart } from '../../evidence-part.js'
import { type IdentifyingValue, identifyingValuesIn } from '../../identifying-values.js'
import type { PersonalDetail } from '../../identity.js'
import { People } from '../../people/people.js'
import { collectOtherPeople, type OtherPeople } from './other-people.js'
import { candidatesIn, type StrangerCandidate } from './strangers.js'

/** An item of a state that says something of people. */
export interface PersonalItem {
  readonly part: string
  /** The key of the system that has it; undefined for the first of its type. */
  readonly system: string | undefined
  readonly list: string
  /** Undefined for items identified only by content and place. */
  readonly key: string | undefined
  /** The values that identify people, apart from free text. */
  readonly values: readonly IdentifyingValue[]
}

/** The state before the agent began, and the people in it, who are collected on first use for all solutions that start from it. */
export class Beginning {
  readonly parts: readonly EvidencePart[]
  readonly state: EvidenceStateSource
  #items: readonly PersonalItem[] | undefined
  #people: OtherPeople | undefined
  #known: People | undefined
  #candidates: readonly StrangerCandidate[] | undefined

  constructor(parts: readonly EvidencePart[], state: EvidenceStateSource) {
    this.parts = parts
    this.state = state
  }

  /** The people by the values that identify them. */
  get people(): OtherPeople {
    this.#people ??= collectOtherPeople(this.items.map(({ values }) => values))
    return this.#people
  }

  /** Tells whom values identify. */
  get known(): People {
    this.#known ??= People.of(new Collections(this.parts), new EvidenceState(this.state, { at: '', kept: true }))
    return this.#known
  }

  /** The people who could be named where they do not belong. */
  get candidates(): readonly StrangerCandidate[] {
    this.#candidates ??= candidatesIn(
      this.items.map(({ values }) => values),
      this.known,
    )
    return this.#candidates
  }

  /** All items, in the order of the parts. */
  get items(): readonly PersonalItem[] {
    this.#items ??= systemsOf(this.state).flatMap((system) =>
      this.parts.flatMap((part) => {
        const whole = wholeOf(part.name, stateOf(this.state, system))
        if (whole === undefined) return []
        return Array.from(part.items(whole), (item) => {
          const values = identifyingValuesIn(part, item, isNotText)
          return { part: part.name, system, list: item.list, key: item.key, values }
        })
      }),
    )
    return this.#items
  }
}

function isNotText(detail: PersonalDetail): boolean {
  return detail !== 'text'
}
