import type { JsonObject, JsonValue } from '@carebench/protocol'
import type { KeySelection } from '../checks/check.js'
import type { CompiledCriterion } from '../criteria/criterion.js'
import { compileMatcher } from '../matchers/compile-matcher.js'
import { entityMatcher } from '../matchers/operators/entity.js'
import { Findings } from '../values/finding.js'
import { isJsonObject, ownMember } from '../values/json/is-json-object.js'
import type { JsonPath } from '../values/paths/json-path.js'

/** A value in an assertion: either expected in a record, or used to select it. */
export interface WrittenMatcher {
  readonly role: 'expected' | 'selection'
  /** Whether `$` keys in it are plain data; otherwise they are read as matchers. */
  readonly literal: boolean
  readonly value: JsonValue
}

/**
 * Returns all values that a criterion's assertion expects or selects by: members of one name are read alike in all
 * kinds.
 */
export function writtenMatchers({
  assertion,
  compiled,
}: Pick<CompiledCriterion, 'assertion' | 'compiled'>): readonly WrittenMatcher[] {
  const written = assertion as JsonValue | undefined
  if (!isJsonObject(written)) return []
  const members = (key: string): readonly JsonValue[] => listElements(ownMember(written, key))
  const memberOf = (key: string): readonly JsonValue[] => present(ownMember(written, key))
  return [
    ...[...members('fields'), ...members('assertions')].flatMap((field) => present(ownMember(field, 'expected'))),
    ...memberOf('expected'),
    ...memberOf('text'),
    ...memberOf('count'),
  ]
    .map((value): WrittenMatcher => ({ role: 'expected', literal: false, value }))
    .concat(members('contains').map((value) => ({ role: 'expected', literal: true, value })))
    .concat(listSelections(written, compiled.keySelection))
}

function listSelections(assertion: JsonObject, byKey: KeySelection | undefined): readonly WrittenMatcher[] {
  const literals = [...listValues(ownMember(assertion, 'search')), ...present(byKey?.value)]
  const matchers = [
    ...(byKey === undefined ? listValues(ownMember(assertion, 'correlate_by')) : []),
    ...['allow', 'events', 'records'].flatMap((key) =>
      listElements(ownMember(assertion, key)).flatMap((entry) => listValues(ownMember(entry, 'where'))),
    ),
  ]
  return [
    ...literals.map((value) => ({ role: 'selection' as const, literal: true, value })),
    ...matchers.map((value) => ({ role: 'selection' as const, literal: false, value })),
  ]
}

function present(value: JsonValue | undefined): readonly JsonValue[] {
  return value === undefined ? [] : [value]
}

function listElements(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : []
}

function listValues(value: JsonValue | undefined): readonly JsonValue[] {
  return isJsonObject(value) ? Object.values(value) : []
}

/** Returns the paths of all `$entity` matchers of a criterion. */
export function listEntityPaths(criterion: CompiledCriterion): readonly JsonPath[] {
  const entityPaths: JsonPath[] = []
  const findings = new Findings()
  for (const { literal, value } of writtenMatchers(criterion)) {
    // Compiling the other matchers, which may have many patterns, would bring nothing.
    if (!literal && holdsName(value, entityMatcher.key)) compileMatcher(value, '', { findings, entityPaths })
  }
  return entityPaths
}

function holdsName(value: JsonValue, name: string): boolean {
  if (typeof value !== 'object' || value === null) return false
  return Object.hasOwn(value, name) || Object.values(value).some((inner: JsonValue) => holdsName(inner, name))
}

/**
 * Returns the values that a matcher accepts, as far as it lists them; those accepted by patterns and ranges are not
 * listed.
 */
export function namedValues({
  literal,
  value,
}: Pick<WrittenMatcher, 'literal' | 'value'>): readonly (string | number)[] {
  const key = literal || !isJsonObject(value) ? undefined : Object.keys(value).find((name) => name.startsWith('$'))
  if (key === undefined) return listScalars(value)
  const operand = ownMember(value, key) ?? null
  switch (key) {
    case '$eq':
    case '$oneOf':
    case '$unordered':
    case '$contains':
    case '$text':
      return listScalars(operand)
    case '$any':
    case '$all':
      return listElements(operand).flatMap((inner) => namedValues({ literal: false, value: inner }))
    case '$some':
    case '$every':
      return namedValues({ literal: false, value: operand })
    case '$members':
      return listValues(operand).flatMap((inner) => namedValues({ literal: false, value: inner }))
    case '$code':
      return present(ownMember(operand, 'code')).flatMap(listScalars)
    case '$approx':
    case '$quantity':
      return present(ownMember(operand, 'value')).flatMap(listScalars)
    default:
      return []
  }
}

function listScalars(value: JsonValue): readonly (string | number)[] {
  const found: (string | number)[] = []
  const pending: JsonValue[] = [value]
  while (pending.length > 0) {
    const next = pending.pop() as JsonValue
    if (typeof next === 'string' || typeof next === 'number') found.push(next)
    else if (typeof next === 'object' && next !== null) pending.push(...Object.values(next))
  }
  return found.reverse()
}

const date = /^\d{4}-\d{2}(-\d{2})?(T.*)?$|^(19|20)\d{6}(\d{4}|\d{6})?$/

const referenceType = /^[A-Z][A-Za-z]+\/(?=\S+$)/

/**
 * Whether a value is unlikely to be written by chance: a number of at least four digits, or a text of at least five
 * characters with at least three digits, or of at least twenty characters, that is not a date or an address.
 */
export function isAnswer(value: string | number): boolean {
  const text = String(value)
  const digits = text.replace(/\D/g, '').length
  if (typeof value === 'number') return digits >= 4
  if (date.test(text) || /^(https?:|urn:)/.test(text)) return false
  const { length } = text.replace(referenceType, '')
  return (length >= 5 && digits >= 3) || length >= 20
}
