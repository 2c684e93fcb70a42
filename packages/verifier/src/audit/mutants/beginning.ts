import { finish, type Steps } from '@carebench/protocol/wire'
import { Collections } from '../../evidence/collections/collections.js'
import type { EvidencePart } from '../../evidence/evidence-part.js'
import { People } from '../../evidence/people/people.js'
import type { EvidenceStateSource } from '../../evidence/state/evidence-source.js'
import { EvidenceState, readWhole } from '../../evidence/state/evidence-state.js'
import { listSystems, selectState } from '../../evidence/state/keyed-states.js'
import { type IdentifiedPeople, identifyPeople } from './identified-people.js'
import { collectOtherPeople, type OtherPeople } from './other-people.js'
import { candidatesIn, type StrangerCandidate } from './strangers.js'

/** The values that identify people in a part of a state. */
export interface PeopleOfPart extends IdentifiedPeople {
  readonly part: string
  /** The key of the system that has the part; undefined for the first of its type. */
  readonly system: string | undefined
}

/**
 * The initial state and the people in it, who are collected once, on first use, for all solutions that start from it.
 */
export class Beginning {
  readonly parts: readonly EvidencePart[]
  readonly state: EvidenceStateSource
  #identified: readonly PeopleOfPart[] | undefined
  #people: OtherPeople | undefined
  #candidates: readonly StrangerCandidate[] | undefined

  constructor(parts: readonly EvidencePart[], state: EvidenceStateSource) {
    this.parts = parts
    this.state = state
  }

  /** The people by the values that identify them. */
  get people(): OtherPeople {
    this.#people ??= collectOtherPeople(this.identified.map(({ values }) => values))
    return this.#people
  }

  /** The people who could be named in the wrong place. */
  get candidates(): readonly StrangerCandidate[] {
    this.#candidates ??= candidatesIn(
      this.identified.flatMap(({ born }) => born),
      People.of(new Collections(this.parts), new EvidenceState(this.state, { at: '', kept: true })),
    )
    return this.#candidates
  }

  /** The people of each part, in the order of the systems and of their parts. */
  get identified(): readonly PeopleOfPart[] {
    return finish(this.identify())
  }

  /** Does the same as {@link Beginning.identified} in steps: the state may have thousands of people. */
  *identify(): Steps<readonly PeopleOfPart[]> {
    if (this.#identified !== undefined) return this.#identified
    const identified: PeopleOfPart[] = []
    for (const system of listSystems(this.state)) {
      for (const part of this.parts) {
        const whole = readWhole(part.name, selectState(this.state, system))
        if (whole === undefined) continue
        for (const people of yield* identifyPeople(part, whole)) identified.push({ ...people, part: part.name, system })
      }
    }
    this.#identified = identified
    return identified
  }
}
