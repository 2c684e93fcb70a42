import type { JsonObject } from '@carebench/protocol'
import type { CriterionRun, Verification } from '@carebench/verifier'
import type { Wanted, Workload } from './workload.js'

/** The result of one criterion: how many checks passed, and the result of each check. */
interface Judged {
  readonly passed: number
  readonly results: readonly {
    readonly path: string
    readonly expected: unknown
    readonly actual: unknown
    readonly passed: boolean
  }[]
}

function judge(record: JsonObject | undefined, { fields }: Wanted): Judged {
  let passed = 0
  const results = fields.map(({ path, read, expected }) => {
    const actual = record === undefined ? null : read(record)
    const matches = actual === expected
    if (matches) passed++
    return { path, expected, actual, passed: matches }
  })
  return { passed, results }
}

/** Judges all criteria, with a pass over all records for each. */
export function scan({ records, keyOf, wanted }: Workload): readonly Judged[] {
  return wanted.map((one) => {
    let found: JsonObject | undefined
    for (const record of records) if (keyOf(record) === one.key) found ??= record
    return judge(found, one)
  })
}

/** Judges all criteria with a Map of the wanted keys and a single pass over the records. */
export function join({ records, keyOf, wanted }: Workload): readonly Judged[] {
  const found = new Map<unknown, JsonObject | undefined>(wanted.map((one) => [one.key, undefined]))
  for (const record of records) {
    const key = keyOf(record)
    if (found.has(key) && found.get(key) === undefined) found.set(key, record)
  }
  return wanted.map((one) => judge(found.get(one.key), one))
}

/** Indexes all records by their key. */
export function keepIndex({ records, keyOf }: Workload): ReadonlyMap<unknown, JsonObject> {
  return new Map(records.map((record) => [keyOf(record), record]))
}

/** Judges all criteria with an index that was made before. */
export function lookUp({ wanted }: Workload, index: ReadonlyMap<unknown, JsonObject>): readonly Judged[] {
  return wanted.map((one) => judge(index.get(one.key), one))
}

/** A record with its place among all records, from 0. */
interface Placed {
  readonly record: JsonObject
  readonly place: number
}

/**
 * Returns what carebench returns, to the letter, but written by hand for this workload alone: a run with explanation
 * and evidence for each criterion, and the task's score. It assumes that every record is found, that texts need no
 * escaping and no shortening, that there is one axis, and that all weights are equal.
 */
function explain(workload: Workload, found: readonly Placed[]): Verification {
  let sum = 0
  const runs = workload.wanted.map((one, index): CriterionRun => {
    const { record, place } = found[index] as Placed
    const { passed, results } = judge(record, one)
    const score = passed / results.length
    sum += score
    const { matched, which } = workload.identify(record, place)
    const shown = workload.repeatsResults
      ? { field_results: results, assertion_results: results, matched, selected: 1 }
      : { field_results: results, matched, selected: 1 }
    return {
      criterion_id: null,
      label: one.key,
      outcome: 'failed',
      passed: false,
      score,
      details: `${passed} of ${results.length} checks passed on ${which}. ${sentences(results)}`,
      evidence: shown as unknown as JsonObject,
      axis: '__default__',
      weight: 1,
      guard: false,
      severity: null,
      harm: null,
    }
  })
  const score = sum / runs.length
  const axes = { __default__: { score, weight: runs.length } }
  return { score, raw_score: score, capped_by: [], verdict: 'partial', axes, criterion_runs: runs }
}

function sentences(results: Judged['results']): string {
  let text = ''
  let failed = 0
  for (const { path, expected, actual, passed } of results) {
    if (passed || ++failed > 3) continue
    text += `${failed === 1 ? '' : ' '}Expected "${path}" to be ${shown(expected)}, found ${shown(actual)}.`
  }
  return failed <= 3 ? text : `${text} ${failed - 3} more field${failed === 4 ? '' : 's'} failed.`
}

function shown(value: unknown): string {
  return typeof value === 'string' ? `"${value}"` : String(value)
}

/** Does the same as {@link scan}, with explanations. */
export function scanAndExplain(workload: Workload): Verification {
  const { records, keyOf, type, wanted } = workload
  const found = wanted.map(({ key }) => {
    let one: Placed | undefined
    for (let place = 0; place < records.length; place++) {
      const record = records[place] as JsonObject
      if (type !== undefined && record.resourceType !== type) continue
      if (keyOf(record) === key) one ??= { record, place }
    }
    return one as Placed
  })
  if (type !== undefined) for (const one of found) demandLone(one, records, type)
  return explain(workload, found)
}

/** Does the same as {@link join}, with explanations. */
export function joinAndExplain(workload: Workload): Verification {
  const { records, keyOf, type, wanted } = workload
  const found = new Map<unknown, Placed | undefined>(wanted.map((one) => [one.key, undefined]))
  for (let place = 0; place < records.length; place++) {
    const record = records[place] as JsonObject
    if (type !== undefined && record.resourceType !== type) continue
    const key = keyOf(record)
    if (found.has(key) && found.get(key) === undefined) found.set(key, { record, place })
  }
  const all = wanted.map((one) => found.get(one.key) as Placed)
  if (type !== undefined) demandAllLone(all, records, type)
  return explain(workload, all)
}

/**
 * Throws if another resource has the same type and id. Only the later of two would count, so carebench must look for
 * one in every workload; this one has none.
 */
function demandLone({ record, place }: Placed, records: readonly JsonObject[], type: string): void {
  const { id } = record
  for (let other = 0; other < records.length; other++) {
    const one = records[other] as JsonObject
    if (one.id === id && one.resourceType === type && other !== place)
      throw new Error(`Two resources have the id ${id}.`)
  }
}

/** Does the same as {@link demandLone} for several resources in one pass. */
function demandAllLone(found: readonly Placed[], records: readonly JsonObject[], type: string): void {
  const ids = new Set(found.map(({ record }) => record.id))
  let count = 0
  for (const record of records) if (ids.has(record.id) && record.resourceType === type) count++
  if (count > ids.size) throw new Error('Two resources have the same id.')
}

/** Indexes all records with their places by their key. */
export function keepPlaces({ records, keyOf }: Workload): ReadonlyMap<unknown, Placed> {
  return new Map(records.map((record, place) => [keyOf(record), { record, place }]))
}

/** Does the same as {@link lookUp}, with explanations. */
export function lookUpAndExplain(workload: Workload, index: ReadonlyMap<unknown, Placed>): Verification {
  return explain(
    workload,
    workload.wanted.map((one) => index.get(one.key) as Placed),
  )
}
