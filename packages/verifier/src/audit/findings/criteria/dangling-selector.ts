import type { JsonValue } from '@carebench/protocol'
import type { CompiledCriterion } from '../../../criteria/criterion.js'
import { type Leaf, listLeaves } from '../../../evidence/mutation/leaf.js'
import { isJsonObject, ownMember } from '../../../values/json/is-json-object.js'
import { showJson } from '../../../values/json/show-json.js'
import { WorldTexts } from '../../world-texts.js'
import { namedValues } from '../../written-matchers.js'
import { type AuditRule, createFinding } from '../finding.js'

/** Members that name a record or a person. */
const naming =
  /(?:^|[._[\]/])(?:_id|id|\w+_id|identifier|number|\w+_number|member|patient|subject|mrn|reference|account)$/i

/** `dangling-selector`: a criterion selects by a number, an id or a person that occurs nowhere. */
export const danglingSelector: AuditRule = ({ criteria, settings, states, parts }) => {
  const world = new WorldTexts(
    parts,
    states.solutions.map(({ evidence }) => ({
      ...evidence.final.parts,
      ...(evidence.output !== undefined && { output: evidence.output }),
    })),
    states.world,
  )
  const isMissing = ({ value }: Named): boolean =>
    !world.has(value) && !world.has(value.replace(/^[A-Z][A-Za-z]+\//, ''))
  const fix = 'Correct the value, or add the record that it means to the data of the environment.'
  return [
    ...criteria.flatMap((criterion) => {
      const missing = listSelectors(criterion).filter(isMissing)
      if (missing.length === 0) return []
      const message = `It selects by ${shown(missing)}, and no record has that, neither before nor after a solution.`
      return createFinding('dangling-selector', criterion, { message, fix, evidence: toEvidence(missing) })
    }),
    ...settings.flatMap(({ what, value }) => {
      const missing = namedIn(value).filter(isMissing)
      if (missing.length === 0) return []
      const message = `${what} names ${shown(missing)}, and no record has that, neither before nor after a solution.`
      return createFinding('dangling-selector', null, { message, fix, evidence: toEvidence(missing) })
    }),
  ]
}

interface Named {
  readonly path: string
  readonly value: string
}

function shown(missing: readonly Named[]): string {
  return missing.map(({ path, value }) => `${path} ${showJson(value)}`).join(', ')
}

function toEvidence(missing: readonly Named[]) {
  return { missing: missing.map(({ path, value }) => ({ path, value })) }
}

function listSelectors({ assertion, compiled }: CompiledCriterion): readonly Named[] {
  const written = assertion as JsonValue | undefined
  const { keySelection } = compiled
  const byKey = keySelection && [[String(keySelection.key ?? ''), keySelection.value ?? null, true] as const]
  const conditions = (value: JsonValue | undefined, literal: boolean) =>
    isJsonObject(value) ? Object.entries(value).map(([path, matcher]) => [path, matcher, literal] as const) : []
  const entries = ['allow', 'events', 'records'].flatMap((list) => {
    const listed = ownMember(written, list)
    return Array.isArray(listed) ? listed.flatMap((entry) => conditions(ownMember(entry, 'where'), false)) : []
  })
  return [
    ...conditions(ownMember(written, 'search'), true),
    ...(byKey ?? conditions(ownMember(written, 'correlate_by'), false)),
    ...entries,
  ].flatMap(([path, value, literal]) =>
    naming.test(path)
      ? namedValues({ literal, value })
          .map((one) => ({ path, value: String(one) }))
          .filter(isName)
      : [],
  )
}

/** Returns the values in a configuration or a scenario that name records or people defined elsewhere. */
function namedIn(value: JsonValue): readonly Named[] {
  const named = listLeaves(value).flatMap((leaf) =>
    naming.test(leaf.key) && !isOwn(leaf) && typeof leaf.value === 'string'
      ? [{ path: leaf.key, value: leaf.value }]
      : [],
  )
  const distinct = new Map(named.map((one) => [`${one.path} ${one.value}`, one]))
  return [...distinct.values()].filter(isName)
}

/**
 * Whether a configuration itself introduces the name: the `id` of a payer, members of a plan who occur nowhere else,
 * the agent's own number.
 */
function isOwn({ key, steps }: Leaf): boolean {
  return key === 'id' || key === 'from_number' || steps.at(-3) === 'members'
}

/** Whether a value names something: it has a digit, or is a reference. A token `system|value` does not count. */
function isName({ value }: Named): boolean {
  return (/\d/.test(value) || /^[A-Z][A-Za-z]+\/\S+$/.test(value)) && !/[|{}\s]/.test(value)
}
