import type { JsonObject, JsonValue } from '@carebench/protocol'
import { isJsonObject } from '@carebench/protocol/wire'
import type { Instance } from '../family.js'
import type { Counter, Criterion } from '../task.js'

/** Characters of the allowances that one guard has room for. */
const maxCharacters = 20_000

/** The allowances of a guard for one collection. */
interface Group {
  readonly name: string
  readonly entries: readonly Allowance[]
  /** Allows everything in the collection. */
  readonly anything: JsonObject
}

type Allowance = JsonObject & { readonly where: JsonObject }

/**
 * Splits the guards of a long list, since one assertion has no room for all that they allow: by collections, what the
 * rows have in common from what each of them says, and the rows in parts. All guards together allow what the one
 * allowed.
 *
 * Which of them a counterexample breaks depends on what it changes, so that it keeps what else it breaks.
 */
export function splitGuards(instance: Instance): Instance {
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
  const all = groups.flatMap((group) => {
    const beside = groups.filter((one) => one !== group).map(({ anything }) => anything)
    return partsOf(group).map(([part, entries]) => ({
      ...criterion,
      label: `${criterion.label}, ${group.name}${part}`,
      assertion: { ...criterion.assertion, allow: [...entries, ...beside] },
    }))
  })
  return all
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
  return [...groups].map(([name, own]) => {
    const { collection = null, system }: JsonObject = own[0] ?? {}
    return { name, entries: own, anything: { collection, ...(system !== undefined && { system }), about: 'anyone' } }
  })
}

/** The allowances of a collection in parts that a guard has room for, each with what its label says of it. */
function partsOf({ entries, anything }: Group): readonly (readonly [string, readonly JsonObject[]])[] {
  const wheres = entries.map(({ where }) => where)
  const common = Object.entries(wheres[0] ?? {}).filter(([path, value]) =>
    wheres.every((where) => JSON.stringify(where[path]) === JSON.stringify(value)),
  )
  if (isSmall([...entries]) || common.length === 0) return [['', entries]]
  const paths = new Set(common.map(([path]) => path))
  const rows = entries.map((entry) => ({ ...entry, where: withoutPaths(entry.where, paths) }))
  const about = [...new Set(entries.flatMap((entry) => (Array.isArray(entry.about) ? entry.about : [])))]
  const form = { ...anything, where: Object.fromEntries(common), about }
  const count = Math.ceil(JSON.stringify(rows).length / maxCharacters)
  const size = Math.ceil(rows.length / count)
  const chunks = Array.from({ length: count }, (_, index) => rows.slice(index * size, (index + 1) * size))
  const parts = chunks.map((chunk, index): readonly [string, readonly JsonObject[]] => {
    const others = rows
      .filter((row) => !chunk.includes(row))
      .map((row) => ({ ...anything, where: keyOf(row, rows), about }))
    return [count === 1 ? '' : `, part ${index + 1}`, [...chunk, ...uniteKeys(others)]]
  })
  return [...parts, [', in their form', [form]]]
}

/** The first text that no other row has. */
function keyOf({ where }: Allowance, rows: readonly Allowance[]): JsonObject {
  const isOwn = (path: string) =>
    typeof where[path] === 'string' && rows.filter((row) => row.where[path] === where[path]).length === 1
  const path = Object.keys(where).find(isOwn)
  if (path === undefined) throw new RangeError(`expected a text that no other row has, got ${JSON.stringify(where)}`)
  return { [path]: where[path] ?? null }
}

/** One allowance for all that are told apart by the text at the same path. */
function uniteKeys(keyed: readonly Allowance[]): readonly JsonObject[] {
  const paths = new Set(keyed.flatMap(({ where }) => Object.keys(where)))
  return [...paths].map((path) => ({
    ...keyed[0],
    where: { [path]: { $oneOf: keyed.flatMap(({ where }) => where[path] ?? []) } },
  }))
}

function withoutPaths(where: JsonObject, paths: ReadonlySet<string>): JsonObject {
  return Object.fromEntries(Object.entries(where).filter(([path]) => !paths.has(path)))
}
