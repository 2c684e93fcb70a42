import { createSeededRandom, formatInstant } from '@carebench/protocol'
import { defaultSystems, type RunningSimulator, type System } from '@carebench/systems'
import type { Verifier } from '@carebench/verifier'
import { Check } from 'typebox/value'

/** Systems whose evidence needs no check, because tests cover it. */
const builtIn: ReadonlySet<unknown> = /* @__PURE__ */ new Set(defaultSystems)

/**
 * Throws a TypeError unless the verifier has a part for all records that the systems leave in the evidence; otherwise
 * changes would go unnoticed.
 */
export function checkSystems(systems: readonly System[], verifier: Pick<Verifier, 'parts'>): void {
  const read = new Set(verifier.parts.map(({ name }) => name))
  for (const system of systems) {
    const { type, records } = system
    const missing = records.find(({ name }) => !read.has(name))
    if (missing !== undefined) {
      throw new TypeError(
        `The verifier must have the part "${missing.name}" of the system ${type}: createVerifier({ checks, parts: ` +
          '[...defaultParts, ...system.records] }).',
      )
    }
    if (!builtIn.has(system)) checkEvidence(system)
  }
}

/**
 * Reads the evidence of a system in its initial state, which throws if a member is not one of its parts. A system that
 * needs a configuration or data is checked when it is first used.
 */
function checkEvidence(system: System): void {
  if (!Check(system.configSchema, {})) return
  let running: RunningSimulator
  try {
    running = system.seed({}, [], { at: formatInstant(0), random: createSeededRandom(0) })
  } catch {
    return
  }
  running.evidence()
}
