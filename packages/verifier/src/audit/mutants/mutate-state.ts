import type { EvidencePart } from '../../evidence/evidence-part.js'
import type { EvidenceSource } from '../../evidence/state/evidence-source.js'
import { readWhole } from '../../evidence/state/evidence-state.js'
import { replaceState, selectState } from '../../evidence/state/keyed-states.js'
import type { Mutation } from '../../evidence/state/mutation.js'

/**
 * Returns the state with one record changed. Nothing is modified in place; all other parts and records are the same
 * objects. A part keeps its form: a FHIR list stays a list, a store becomes a fork of it.
 *
 * @throws {TypeError} if the mutation concerns a part that is not in `parts`
 */
export function mutateState(parts: readonly EvidencePart[], state: EvidenceSource, mutation: Mutation): EvidenceSource {
  const { place, change, record } = mutation
  if (place.part === 'output') {
    const { output: _, ...rest } = state
    return change === 'remove' ? rest : { ...rest, output: record }
  }
  const part = parts.find(({ name }) => name === place.part)
  if (part === undefined) {
    const known = [...parts.map(({ name }) => name), 'output'].join(', ')
    throw new TypeError(`Expected a mutation of a part that the verifier has (${known}), got one of "${place.part}".`)
  }
  const whole = readWhole(part.name, selectState(state, place.system)) ?? part.empty
  return replaceState(state, place.system, { [part.name]: part.edit(whole, mutation) })
}
