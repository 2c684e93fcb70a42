import type { JsonObject } from '@carebench/protocol'
import type { Wanted, Workload } from './workload.js'

/** What a floor makes of one criterion: how many checks passed, and the result of each. */
interface Judged {
  readonly passed: number
  readonly results: readonly {
    readonly path: string
    readonly expected: unknown
    readonly actual: unknown
    readonly passed: boolean
  }[]
}

const judge = (record: JsonObject | undefined, { fields }: Wanted): Judged => {
  let passed = 0
  const results = fields.map(({ path, read, expected }) => {
    const actual = record === undefined ? null : read(record)
    const matches = actual === expected
    if (matches) passed++
    return { path, expected, actual, passed: matches }
  })
  return { passed, results }
}

const count = (record: JsonObject | undefined, { fields }: Wanted): number => {
  let passed = 0
  if (record !== undefined) for (const { read, expected } of fields) if (read(record) === expected) passed++
  return passed
}

/** One pass over the records a criterion. */
export const scan = ({ records, keyOf, wanted }: Workload): readonly Judged[] =>
  wanted.map((one) => {
    let found: JsonObject | undefined
    for (const record of records) if (keyOf(record) === one.key) found ??= record
    return judge(found, one)
  })

/** A Map of the wanted keys, and one pass over the records for all criteria. */
export const join = ({ records, keyOf, wanted }: Workload): readonly Judged[] => {
  const found = new Map<unknown, JsonObject | undefined>(wanted.map((one) => [one.key, undefined]))
  for (const record of records) {
    const key = keyOf(record)
    if (found.has(key) && found.get(key) === undefined) found.set(key, record)
  }
  return wanted.map((one) => judge(found.get(one.key), one))
}

/** The same without results, which a verifier that explains nothing could do. */
export const joinAndCount = ({ records, keyOf, wanted }: Workload): readonly number[] => {
  const found = new Map<unknown, JsonObject | undefined>(wanted.map((one) => [one.key, undefined]))
  for (const record of records) {
    const key = keyOf(record)
    if (found.has(key) && found.get(key) === undefined) found.set(key, record)
  }
  return wanted.map((one) => count(found.get(one.key), one))
}

/** All records by their key. */
export const keepIndex = ({ records, keyOf }: Workload): ReadonlyMap<unknown, JsonObject> =>
  new Map(records.map((record) => [keyOf(record), record]))

/** Looks each record up in an index that was made before. */
export const lookUp = ({ wanted }: Workload, index: ReadonlyMap<unknown, JsonObject>): readonly Judged[] =>
  wanted.map((one) => judge(index.get(one.key), one))
