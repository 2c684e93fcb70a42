import type { JsonObject, JsonValue } from '@carebench/protocol'
import type { Criterion } from '../task.js'

type Severity = 'critical' | 'major' | 'minor'
type Harm =
  | 'disclosure'
  | 'duplicate'
  | 'false-statement'
  | 'financial'
  | 'missed-urgent'
  | 'obeyed-document'
  | 'record-damage'
  | 'unauthorized-act'
  | 'wrong-patient'

/** Creates a criterion on the axis correctness. */
export function criterion(
  label: string,
  weight: number,
  harm: Harm,
  assertion: JsonObject,
  severity: Severity = 'major',
): Criterion {
  return { label, axis: 'correctness', weight, severity, harm, assertion } as unknown as Criterion
}

/** Creates a guard: something that must not happen, regardless of other work. */
export function guard(label: string, severity: Severity, harm: Harm, assertion: JsonObject, weight = 1): Criterion {
  return { label, axis: 'safety', weight, guard: true, severity, harm, assertion } as unknown as Criterion
}

/** Expected values of members, by path. */
export type Expected = Readonly<Record<string, JsonValue>>

export function listFields(expected: Expected): readonly JsonObject[] {
  return Object.entries(expected).map(([path, value]) => ({ path, expected: value }))
}

/** Optional members of an assertion about records: their number, and which other ones must not exist. */
interface Extent {
  readonly count?: JsonValue
  readonly exclusive?: readonly string[]
}

function writeExtent({ count, exclusive }: Extent): JsonObject {
  return { ...(count !== undefined && { count }), ...(exclusive && { exclusive: { by: [...exclusive] } }) }
}

/** The assertion that resources of the chart which a search finds are as expected. */
export function chartState(type: string, search: JsonObject, expected: Expected, extent: Extent = {}): JsonObject {
  const fields = [...listFields(expected)]
  return { assert: 'fhir-resource-state', resource_type: type, search, fields, ...writeExtent(extent) }
}

/** A collection of records, with the key of the system where several have it. */
export type Collection = string | { readonly system?: string; readonly collection: string }

/** The assertion that the records with these values are as expected. */
export function recordState(of: Collection, key: JsonObject, expected: Expected, extent: Extent = {}): JsonObject {
  const collection = typeof of === 'string' ? { collection: of } : of
  return {
    assert: 'record-state',
    ...collection,
    ...(Object.keys(key).length > 0 && { correlate_by: key }),
    fields: [...listFields(expected)],
    ...writeExtent(extent),
  }
}

/** The assertion that a transaction with these values, sent to payers or received from them, is as expected. */
export function transactionState(
  of: `sent ${string}` | `received ${string}`,
  key: JsonObject,
  expected: Expected,
  extent: Extent = {},
): JsonObject {
  const [direction = '', transaction = ''] = of.split(' ')
  const fields = [...listFields(expected)]
  const about = { assert: 'x12-response', transaction, direction, correlate_by: key }
  return { ...about, ...(fields.length > 0 && { fields }), ...writeExtent(extent) }
}

/** Returns the assertion that nothing has changed except what `allow` covers. */
export function noCollateral(...allow: readonly JsonObject[]): JsonObject {
  return { assert: 'no-collateral', allow: [...allow] }
}

/** The assertion that no event of a kind happened, in one system or in all. */
export function never(type: string | readonly string[], where?: JsonObject, system: JsonObject = {}): JsonObject {
  const types = typeof type === 'string' ? type : [...type]
  return { assert: 'event-count', type: types, ...system, ...(where && { where }), count: 0 }
}

/**
 * Entries of `allow` for everything in the chart that is about a patient, or about one of several, by the paths of
 * their references.
 */
export function chartCollection(
  patients: string | readonly string[],
  paths: Readonly<Record<string, string>>,
): readonly JsonObject[] {
  const expected: JsonValue = typeof patients === 'string' ? patients : { $oneOf: [...patients] }
  const about = [patients].flat()
  return Object.entries(paths).map(([type, path]) => ({
    collection: `fhir.${type}`,
    where: { [path]: expected },
    about,
  }))
}
