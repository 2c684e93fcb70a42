import type { JsonValue } from '@carebench/protocol'
import { isSystemKey } from '../../check.js'
import type { CompiledCriterion } from '../../criterion.js'
import { systemsOf } from '../../evidence/keyed-states.js'
import { ownMember } from '../../json/is-json-object.js'
import { showJson } from '../../json/show-json.js'
import type { JudgedStates } from '../judged-states.js'
import { createFinding, forEachCriterion } from './finding.js'

/** `unknown-system`: a `system` in the assertion is the key of no system of the environment. */
export const unknownSystem = forEachCriterion((criterion, _, { states }) => {
  const unknown = unknownSystemsOf(criterion, states)
  if (unknown.length === 0) return undefined
  const known = keysIn(states)
  const list = (keys: readonly string[]): string => keys.map((key) => showJson(key)).join(', ')
  const has = known.length === 0 ? 'no system that has a key' : `the keys ${list(known)}`
  return createFinding('unknown-system', criterion, {
    message: `Its assertion names the system ${list(unknown)}, and the environment has ${has}.`,
    fix: 'Write the key of a simulator of the environment, or leave `system` out to read the first system of its type.',
    evidence: { unknown, known },
  })
})

/** The keys in an assertion that no system of the environment has, each once. */
export function unknownSystemsOf({ assertion, compiled }: CompiledCriterion, states: JudgedStates): readonly string[] {
  if (!compiled.ok) return []
  const known = keysIn(states)
  return [...new Set(keysNamedBy(assertion as JsonValue))].filter((key) => !known.includes(key))
}

/** Members of an assertion that list objects with a `system`. */
const lists = ['allow', 'events', 'records'] as const

function keysNamedBy(assertion: JsonValue): readonly string[] {
  const entries = lists.flatMap((list): readonly JsonValue[] => {
    const listed = ownMember(assertion, list)
    return Array.isArray(listed) ? listed : []
  })
  return [assertion, ...entries].map((one) => ownMember(one, 'system')).filter(isSystemKey)
}

/** The keys of the systems in any state. */
function keysIn({ untouched, spam, solutions }: JudgedStates): readonly string[] {
  const seen = [untouched, ...(spam ? [spam] : []), ...solutions].map(({ evidence }) => evidence.final.parts)
  return systemsOf(...seen).filter((key) => key !== undefined)
}
