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

/** The state before the agent began, and the people in it, who are collected on first use for all solutions that start from it. */
export class Beginning {
  readonly parts: readonly EvidencePart[]
  readonly state: EvidenceStateSource
  #identifying: readonly (readonly IdentifyingValue[])[] | undefined
  #people: OtherPeople | undefined
  #candidates: readonly StrangerCandidate[] | undefined

  constructor(parts: readonly EvidencePart[], state: EvidenceStateSource) {
    this.parts = parts
    this.state = state
  }

  /** The people by the values that identify them. */
  get people(): OtherPeople {
    this.#people ??= collectOtherPeople(this.#values())
    return this.#people
  }

  /** The people who could be named where they do not belong. */
  get candidates(): readonly StrangerCandidate[] {
    this.#candidates ??= candidatesIn(
      this.#values(),
      People.of(new Collections(this.parts), new EvidenceState(this.state, { at: '', kept: true })),
    )
    return this.#candidates
  }

  /** The values that identify people, apart from free text: for each item, in the order of the items. */
  #values(): readonly (readonly IdentifyingValue[])[] {
    this.#identifying ??= systemsOf(this.state).flatMap((system) =>
      this.parts.flatMap((part) => {
        const whole = wholeOf(part.name, stateOf(this.state, system))
        if (whole === undefined) return []
        return Array.from(part.items(whole), (item) => identifyingValuesIn(part, item, isNotText))
      }),
    )
    return this.#identifying
  }
}

function isNotText(detail: PersonalDetail): boolean {
  return detail !== 'text'
}
