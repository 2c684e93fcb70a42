import { createDataTypeInvariants } from './data-type-invariants.js'
import type { Invariant } from './invariant.js'
import { createResourceInvariants } from './resource-invariants.js'

const none: readonly Invariant[] = []
let all: ReadonlyMap<string, readonly Invariant[]> | undefined

/** Returns the checked invariants of FHIR R4 by their types: `Period`, `Patient.contact`. */
export function listAllInvariants(): ReadonlyMap<string, readonly Invariant[]> {
  all ??= new Map([...createDataTypeInvariants(), ...createResourceInvariants()])
  return all
}

/** Returns the checked invariants of a type. */
export function findInvariants(type: string): readonly Invariant[] {
  return listAllInvariants().get(type) ?? none
}
