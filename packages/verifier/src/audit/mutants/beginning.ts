import { Collections } from '../../collections/collections.js'
import type { EvidenceStateSource } from '../../evidence/evidence-source.js'
import { EvidenceState, wholeOf } from '../../evidence/evidence-state.js'
import { stateOf, systemsOf } from '../../evidence/keyed-states.js'
import type { EvidencePart } from '../../evidence-part.js'
import { People } from '../../people/people.js'
import { type IdentifiedPeople, identifiedPeopleIn } from './identified-people.js'
import { collectOtherPeople, type OtherPeople } from './other-people.js'
import { candidatesIn, type StrangerCandidate } from './strangers.js'

/** The state before the agent began, and the people in it, who are collected on first use for all solutions that start from it. */
export class Beginning {
  readonly parts: readonly EvidencePart[]
  readonly state: EvidenceStateSource
  #identified: readonly IdentifiedPeople[] | undefined
  #people: OtherPeople | undefined
  #candidates: readonly StrangerCandidate[] | undefined

  constructor(parts: readonly EvidencePart[], state: EvidenceStateSource) {
    this.parts = parts
    this.state = state
  }

  /** The people by the values that identify them. */
  get people(): OtherPeople {
    this.#people ??= collectOtherPeople(this.#identifiedPeople().map(({ values }) => values))
    return this.#people
  }

  /** The people who could be named where they do not belong. */
  get candidates(): readonly StrangerCandidate[] {
    this.#candidates ??= candidatesIn(
      this.#identifiedPeople().flatMap(({ born }) => born),
      People.of(new Collections(this.parts), new EvidenceState(this.state, { at: '', kept: true })),
    )
    return this.#candidates
  }

  /** The people of each part, in the order of the parts. */
  #identifiedPeople(): readonly IdentifiedPeople[] {
    this.#identified ??= systemsOf(this.state).flatMap((system) =>
      this.parts.flatMap((part) => {
        const whole = wholeOf(part.name, stateOf(this.state, system))
        return whole === undefined ? [] : identifiedPeopleIn(part, whole)
      }),
    )
    return this.#identified
  }
}
