import type { JsonObject, JsonValue } from '@carebench/protocol'
import { isJsonObject } from '@carebench/protocol/wire'
import type { Instance } from '../family.js'
import type { Counter, Criterion } from '../task.js'

/** Maximum number of characters of the entries of one guard. */
const maxCharacters = 20_000

/** The entries of a guard for one collection. */
interface Group {
  readonly name: string
  readonly entries: readonly Allowance[]
}

type Allowance = JsonObject & { readonly where: JsonObject }

/**
 * Splits the large guards of level X, because one assertion cannot hold all that they allow: first by collection; then,
 * in a large collection, one part checks the conditions that all rows share, and others check the rest of the rows in
 * chunks. Together, the parts allow exactly what the guard allowed.
 *
 * Which part a counterexample breaks depends on what it changes, so the labels of split guards are removed from
 * `fails`, and counterexamples that break nothing else are dropped.
 */
export function splitGuards(instance: Instance): Instance {
  if (instance.level !== 'X') return instance
  const shared = new Map(instance.criteria.map((criterion) => [criterion.label, splitGuard(criterion)]))
  const isShared = (label: string) => (shared.get(label)?.length ?? 0) > 1
  const known = (counter: Counter): readonly Counter[] => {
    const rest = counter.fails.filter((label) => !isShared(label))
    return rest.length === 0 ? [] : [{ ...counter, fails: rest }]
  }
  return { ...instance, criteria: [...shared.values()].flat(), counters: instance.counters.flatMap(known) }
}

function splitGuard(criterion: Criterion): readonly Criterion[] {
  const { assert, allow } = criterion.assertion
  if (assert !== 'no-collateral' || !Array.isArray(allow) || isSmall(allow)) return [criterion]
  const groups = groupByCollection(allow as readonly JsonObject[])
  return groups.flatMap((group) => {
    const beside = groups.flatMap(({ entries }) => (entries === group.entries ? [] : loosen(entries)))
    return splitGroup(group).map(([part, entries]) => ({
      ...criterion,
      label: `${criterion.label}, ${group.name}${part}`,
      assertion: { ...criterion.assertion, allow: [...entries, ...beside] },
    }))
  })
}

function isSmall(value: JsonValue): boolean {
  return JSON.stringify(value).length <= maxCharacters
}

function groupByCollection(entries: readonly JsonObject[]): readonly Group[] {
  const groups = new Map<string, Allowance[]>()
  for (const entry of entries) {
    const name = entry.system === undefined ? `${entry.collection}` : `${entry.collection} of ${entry.system}`
    const before = groups.get(name)
    const allowance = { ...entry, where: isJsonObject(entry.where) ? entry.where : {} }
    if (before === undefined) groups.set(name, [allowance])
    else before.push(allowance)
  }
  return [...groups].map(([name, own]) => ({ name, entries: own }))
}

/** Splits the entries of a collection into parts within the limit, each with a suffix for its label. */
function splitGroup({ entries }: Group): readonly (readonly [string, readonly JsonObject[]])[] {
  const wheres = entries.map(({ where }) => where)
  const common = Object.entries(wheres[0] ?? {}).filter(([path, value]) =>
    wheres.every((where) => JSON.stringify(where[path]) === JSON.stringify(value)),
  )
  if (isSmall([...entries]) || common.length === 0) return [['', entries]]
  const paths = new Set(common.map(([path]) => path))
  const rows = entries.map((entry) => ({ ...entry, where: leaveOut(entry.where, paths) }))
  const form = loosen(rows).map((entry) => ({
    ...entry,
    where: { ...Object.fromEntries(common), ...(entry.where as JsonObject) },
  }))
  const count = Math.ceil(JSON.stringify(rows).length / maxCharacters)
  const size = Math.ceil(rows.length / count)
  const chunks = Array.from({ length: count }, (_, index) => rows.slice(index * size, (index + 1) * size))
  const parts = chunks.map((chunk, index): readonly [string, readonly JsonObject[]] => {
    const beside = rows.filter((row) => !chunk.includes(row))
    for (const row of beside) refuseSharedKey(row, rows)
    const others = loosen(beside)
    return [count === 1 ? '' : `, part ${index + 1}`, [...chunk, ...others]]
  })
  return [...parts, [', in their form', form]]
}

/** Returns the collection of the entries, and all people whom they are about. */
function readSubject(entries: readonly Allowance[]): JsonObject {
  const { collection = null, system }: JsonObject = entries[0] ?? {}
  const about = [...new Set(entries.flatMap((entry) => (Array.isArray(entry.about) ? entry.about : [])))]
  return { collection, ...(system !== undefined && { system }), about }
}

/**
 * Returns entries that allow any change to the same records, which another guard judges, identified by one condition
 * each.
 */
function loosen(entries: readonly Allowance[]): readonly JsonObject[] {
  const subject = readSubject(entries)
  const keys = entries.map((entry) => findKey(entry, entries))
  const texts = new Map<string, JsonValue[]>()
  const others: JsonObject[] = []
  for (const { path, value } of keys) {
    if (typeof value === 'string') texts.set(path, [...(texts.get(path) ?? []), value])
    else others.push({ ...subject, where: { [path]: value } })
  }
  return [...[...texts].map(([path, values]) => ({ ...subject, where: { [path]: { $oneOf: values } } })), ...others]
}

/** Throws a RangeError unless a text identifies the row; otherwise, parts would allow each other's wrong rows. */
function refuseSharedKey(row: Allowance, rows: readonly Allowance[]): void {
  const { path, value } = findKey(row, rows)
  if (typeof value === 'string' && rows.filter(({ where }) => where[path] === value).length === 1) return
  throw new RangeError(
    `expected a text in "where" that no other row has, such as an id, to split a guard of ${rows.length} rows; got ${JSON.stringify(row.where)}`,
  )
}

/** Returns the first text that no other entry has, else the first text, else the first condition. */
function findKey(
  { where }: Allowance,
  entries: readonly Allowance[],
): { readonly path: string; readonly value: JsonValue } {
  const texts = Object.keys(where).filter((path) => typeof where[path] === 'string')
  const own = texts.find((path) => entries.filter((entry) => entry.where[path] === where[path]).length === 1)
  const [first = ''] = [own, ...texts, ...Object.keys(where)].filter((path) => path !== undefined)
  return { path: first, value: where[first] ?? null }
}

function leaveOut(where: JsonObject, paths: ReadonlySet<string>): JsonObject {
  return Object.fromEntries(Object.entries(where).filter(([path]) => !paths.has(path)))
}
