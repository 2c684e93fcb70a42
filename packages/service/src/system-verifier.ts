import type { System } from '@carebench/systems'
import { defaultChecks, defaultParts } from '@carebench/systems/verifier'
import { createVerifier, type Verifier } from '@carebench/verifier'

/**
 * A verifier of all kinds of assertion that reads the records of these systems: the parts of the evidence in their usual
 * order, and after them those that only these systems have.
 */
export function createSystemVerifier(systems: readonly System[]): Verifier {
  const parts = new Set([...defaultParts, ...systems.flatMap(({ records }) => records)])
  return createVerifier({ checks: defaultChecks, parts: [...parts] })
}
