import type { JsonValue } from '@carebench/protocol'
import type { CompiledCriterion } from '../../../criteria/criterion.js'
import { Collections } from '../../../evidence/collections/collections.js'
import { readWhole } from '../../../evidence/state/evidence-state.js'
import { nameIn, selectState } from '../../../evidence/state/keyed-states.js'
import { pointerTo } from '../../../values/finding.js'
import { ownMember } from '../../../values/json/is-json-object.js'
import { showJson } from '../../../values/json/show-json.js'
import { createFinding, forEachCriterion } from '../finding.js'
import { findUnknownSystems } from './unknown-system.js'

/** `dangling-selector`: an entry of `allow` names a collection that no system of the environment has. */
export const danglingCollections = forEachCriterion((criterion, _, { parts, states }) => {
  const named = namedIn(criterion)
  // Reported as `unknown-system`.
  if (named.length === 0 || findUnknownSystems(criterion, states).length > 0) return undefined
  const collections = new Collections(parts)
  const observed = [states.untouched, ...states.solutions].map(({ evidence }) => evidence.final.parts)
  const missing = named.filter(({ collection, system }) => {
    const part = collections.use(collection, (found) => found.part)
    return part !== undefined && observed.every((state) => readWhole(part, selectState(state, system)) === undefined)
  })
  if (missing.length === 0) return undefined
  return createFinding('dangling-selector', criterion, {
    message: missing
      .map(
        ({ path, collection, system }) =>
          `${path} is for ${showJson(nameIn(collection, system))}, and the environment has no system with such ` +
          'records.',
      )
      .join(' '),
    fix:
      'Correct the collection or the `system` of the entry, add the system to the environment, or leave the entry ' +
      'out.',
    evidence: { missing: missing.map(({ path, collection }) => ({ path, value: collection })) },
  })
})

interface Named {
  /** The JSON Pointer of the entry in the assertion. */
  readonly path: string
  readonly collection: string
  readonly system: string | undefined
}

function namedIn({ assertion, compiled }: CompiledCriterion): readonly Named[] {
  const allow = compiled.ok ? ownMember(assertion as JsonValue | undefined, 'allow') : undefined
  if (!Array.isArray(allow)) return []
  return allow.flatMap((entry: JsonValue, index) => {
    const [collection, system] = [ownMember(entry, 'collection'), ownMember(entry, 'system')]
    if (typeof collection !== 'string') return []
    const path = pointerTo('/allow', index)
    return [{ path, collection, system: typeof system === 'string' ? system : undefined }]
  })
}
