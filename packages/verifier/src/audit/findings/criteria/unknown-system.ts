import type { CompiledCriterion } from '../../../criteria/criterion.js'
import { listSystems } from '../../../evidence/state/keyed-states.js'
import { showJson } from '../../../values/json/show-json.js'
import type { JudgedStates } from '../../judged-states.js'
import { createFinding, forEachCriterion } from '../finding.js'

/** `unknown-system`: a `system` in the assertion is not the key of any system of the environment. */
export const unknownSystem = forEachCriterion((criterion, _, { states }) => {
  const unknown = findUnknownSystems(criterion, states)
  if (unknown.length === 0) return undefined
  const known = keysIn(states)
  const list = (keys: readonly string[]): string => keys.map((key) => showJson(key)).join(', ')
  const has = known.length === 0 ? 'no system that has a key' : `the keys ${list(known)}`
  return createFinding('unknown-system', criterion, {
    message: `Its assertion names the system ${list(unknown)}, and the environment has ${has}.`,
    fix: 'Write the key of a system of the environment, or leave `system` out to read the first system of its type.',
    evidence: { unknown, known },
  })
})

/** Returns the keys in an assertion that no system of the environment has, each once. */
export function findUnknownSystems({ compiled }: CompiledCriterion, states: JudgedStates): readonly string[] {
  if (!compiled.ok) return []
  const known = keysIn(states)
  return [...new Set(compiled.systems.map(({ key }) => key))].filter((key) => !known.includes(key))
}

/** Returns the keys of the systems in any state. */
function keysIn({ untouched, spam, solutions }: JudgedStates): readonly string[] {
  const seen = [untouched, ...(spam ? [spam] : []), ...solutions].map(({ evidence }) => evidence.final.parts)
  return listSystems(...seen).filter((key) => key !== undefined)
}
