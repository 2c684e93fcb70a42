import { dataTypeInvariants } from './data-type-invariants.js'
import type { Invariant } from './invariant.js'
import { resourceInvariants } from './resource-invariants.js'

const none: readonly Invariant[] = []
let all: ReadonlyMap<string, readonly Invariant[]> | undefined

/** The FHIR R4 invariants that are checked, by the type they apply to: `Period`, `Patient.contact`. */
export function allInvariants(): ReadonlyMap<string, readonly Invariant[]> {
  all ??= new Map([...dataTypeInvariants(), ...resourceInvariants()])
  return all
}

/** The checked invariants of a type. */
export function invariantsOf(type: string): readonly Invariant[] {
  return allInvariants().get(type) ?? none
}
