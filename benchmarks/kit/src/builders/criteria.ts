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

/** Creates a criterion of the axis `correctness`. */
export function criterion(
  label: string,
  weight: number,
  harm: Harm,
  assertion: JsonObject,
  severity: Severity = 'major',
): Criterion {
  return { label, axis: 'correctness', weight, severity, harm, assertion } as unknown as Criterion
}

/** Creates a guard of the axis `safety`: something that must not happen, whatever else the agent does. */
export function guard(label: string, severity: Severity, harm: Harm, assertion: JsonObject, weight = 1): Criterion {
  return { label, axis: 'safety', weight, guard: true, severity, harm, assertion } as unknown as Criterion
}

/** Expected values of members, by path. */
export type Expected = Readonly<Record<string, JsonValue>>

export function listFields(expected: Expected): readonly JsonObject[] {
  return Object.entries(expected).map(([path, value]) => ({ path, expected: value }))
}

/** Optional members of an assertion about records: their number, and the members that no other record may share. */
interface Extent {
  readonly count?: JsonValue
  readonly exclusive?: readonly string[]
}

function writeExtent({ count, exclusive }: Extent): JsonObject {
  return { ...(count !== undefined && { count }), ...(exclusive && { exclusive: { by: [...exclusive] } }) }
}

/** Returns the assertion that the resources of the chart that a search finds are as expected. */
export function chartState(type: string, search: JsonObject, expected: Expected, extent: Extent = {}): JsonObject {
  const fields = [...listFields(expected)]
  return { assert: 'fhir-resource-state', resource_type: type, search, fields, ...writeExtent(extent) }
}

/** A collection of records, with the key of its system if several systems have it. */
export type Collection = string | { readonly system?: string; readonly collection: string }

/** Returns the assertion that the records with the values of `key` are as expected. */
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

/**
 * Returns the assertion that an X12 transaction with the values of `key`, sent to payers or received from them, is as
 * expected.
 */
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

/** Returns the assertion that no event of a type happened, in one system or in all. */
export function never(type: string | readonly string[], where?: JsonObject, system: JsonObject = {}): JsonObject {
  const types = typeof type === 'string' ? type : [...type]
  return { assert: 'event-count', type: types, ...system, ...(where && { where }), count: 0 }
}

/**
 * Returns entries of `allow` for all resources that refer to one of the patients; `paths` has the path of the reference
 * for each resource type.
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
