import type { JsonValue } from '@carebench/protocol'
import type { CompiledCriterion } from '../../../criteria/criterion.js'
import { Collections } from '../../../evidence/collections/collections.js'
import { identifyingValuesIn } from '../../../evidence/identifying-values.js'
import { People } from '../../../evidence/people/people.js'
import { readWhole } from '../../../evidence/state/evidence-state.js'
import { listSystems, selectState } from '../../../evidence/state/keyed-states.js'
import { pointerTo } from '../../../values/finding.js'
import { isJsonObject, ownMember } from '../../../values/json/is-json-object.js'
import { showJson } from '../../../values/json/show-json.js'
import { describeNearest } from '../../../values/text/nearest-text.js'
import { type AuditCase, type AuditRule, createFinding } from '../finding.js'

/** `dangling-selector`: `about` in an entry of `allow` names a person who has no record in the untouched state. */
export const danglingPeople: AuditRule = (audited) => {
  const written = audited.criteria.map((criterion) => ({ criterion, named: namedIn(criterion) }))
  if (written.every(({ named }) => named.length === 0)) return []
  const people = People.of(new Collections(audited.parts), audited.states.untouched.evidence.final)
  const isMissing = ({ value }: Named): boolean => people.named(value).size === 0
  let known: readonly string[] | undefined
  return written.flatMap(({ criterion, named }) => {
    const missing = named.filter(isMissing)
    if (missing.length === 0) return []
    known ??= listNames(audited).filter((name) => people.named(name).size > 0)
    const sentences = missing.map(({ path, value }) => {
      const nearest = describeNearest(value, known ?? [])
      return (
        `${path} names ${showJson(value)}, and no record in the untouched state is about a person with ` +
        `that name.${nearest === undefined ? '' : ` ${nearest}`}`
      )
    })
    return createFinding('dangling-selector', criterion, {
      message: sentences.join(' '),
      fix:
        'Name the person by a reference such as "Patient/p1" or an identifier such as a member id, or add the person ' +
        'to the data of the environment.',
      evidence: { missing: missing.map(({ path, value }) => ({ path, value })) },
    })
  })
}

interface Named {
  /** The JSON Pointer of the name in the assertion. */
  readonly path: string
  readonly value: string
}

function namedIn({ assertion }: CompiledCriterion): readonly Named[] {
  const allow = ownMember(assertion as JsonValue | undefined, 'allow')
  if (!Array.isArray(allow)) return []
  return allow.flatMap((entry: JsonValue, index) => {
    const about = isJsonObject(entry) ? ownMember(entry, 'about') : undefined
    const at = pointerTo(pointerTo('/allow', index), 'about')
    return (Array.isArray(about) ? about : []).flatMap((value: JsonValue, position) =>
      typeof value === 'string' ? [{ path: pointerTo(at, position), value }] : [],
    )
  })
}

/** Returns the references and identifiers in the records of the untouched state. */
function listNames({ parts, states: { untouched } }: AuditCase): readonly string[] {
  const state = untouched.evidence.final.parts
  const names = listSystems(state).flatMap((system) =>
    parts.flatMap((part) => {
      const whole = readWhole(part.name, selectState(state, system))
      if (whole === undefined) return []
      return Array.from(part.items(whole)).flatMap((item) =>
        identifyingValuesIn(part, item).flatMap(({ detail, value }) =>
          detail === 'reference' || detail === 'id' ? [value] : [],
        ),
      )
    }),
  )
  return [...new Set(names)].sort()
}
