import type { System } from '@carebench/systems'
import { defaultChecks, defaultParts } from '@carebench/systems/verifier'
import { createVerifier, type Verifier } from '@carebench/verifier'

/**
 * Creates a verifier with the built-in kinds of assertion and parts of the evidence in their usual order, followed by
 * those of other systems.
 *
 * @throws {TypeError} if two systems have kinds of assertion, parts or collections of one name
 */
export function createSystemVerifier(systems: readonly System[]): Verifier {
  const parts = new Set([...defaultParts, ...systems.flatMap(({ records }) => records)])
  const checks = new Set([...defaultChecks, ...systems.flatMap((system) => system.checks)])
  return createVerifier({ checks: [...checks], parts: [...parts] })
}
