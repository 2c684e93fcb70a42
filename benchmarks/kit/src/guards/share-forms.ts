import type { JsonObject, JsonValue } from '@carebench/protocol'
import { isJsonObject } from '@carebench/protocol/wire'
import type { Instance } from '../family.js'
import type { Counter, Criterion } from '../task.js'

/** Allowances for one collection of which a guard has room for all that they say, whatever that is. */
const maxAlike = 8

/** Characters of the rows that one guard judges. */
const maxCharacters = 20_000

/**
 * Judges what the many allowances of a long list have in common once, by a guard of its own, since one assertion has no
 * room for it at every row. Both guards together allow what the one allowed.
 *
 * Which of the two a counterexample breaks depends on what it changes. Those about other people break both; the others
 * keep what else they break.
 */
export function shareForms(instance: Instance): Instance {
  const shared = new Map(instance.criteria.map((criterion) => [criterion.label, shareForm(criterion)]))
  const isShared = (label: string) => (shared.get(label)?.length ?? 0) > 1
  const known = (counter: Counter): readonly Counter[] => {
    if (!counter.fails.some(isShared)) return [counter]
    const rest = counter.fails.filter((label) => !isShared(label))
    return rest.length === 0 ? [] : [{ ...counter, fails: rest }]
  }
  return { ...instance, criteria: [...shared.values()].flat(), counters: instance.counters.flatMap(known) }
}

function shareForm(criterion: Criterion): readonly Criterion[] {
  const { allow } = criterion.assertion
  if (criterion.assertion.assert !== 'no-collateral' || !Array.isArray(allow)) return [criterion]
  const entries = allow.filter(isJsonObject)
  const counts = new Map<JsonValue | undefined, number>()
  for (const { collection } of entries) counts.set(collection, (counts.get(collection) ?? 0) + 1)
  const [most] = [...counts].toSorted(([, one], [, other]) => other - one)
  if (most === undefined || most[1] <= maxAlike) return [criterion]
  const [collection] = most
  const alike = entries.filter((entry) => entry.collection === collection)
  const others = entries.filter((entry) => entry.collection !== collection)
  const wheres = alike.map(({ where }) => (isJsonObject(where) ? where : {}))
  const common = Object.entries(wheres[0] ?? {}).filter(([path, value]) =>
    wheres.every((where) => JSON.stringify(where[path]) === JSON.stringify(value)),
  )
  if (common.length === 0) return [criterion]
  const paths = new Set(common.map(([path]) => path))
  const own = alike.map((entry, index) => ({ ...entry, where: withoutPaths(wheres[index] ?? {}, paths) }))
  const about = [...new Set(alike.flatMap((entry) => (Array.isArray(entry.about) ? entry.about : [])))]
  const form = { collection: collection ?? null, where: Object.fromEntries(common), about }
  const allowing = (label: string, entriesOfRows: readonly JsonObject[]): Criterion => ({
    ...criterion,
    label,
    assertion: { ...criterion.assertion, allow: [...others, ...entriesOfRows] },
  })
  const chunks = chunksOf(own)
  const key = chunks.length === 1 ? '' : keyOf(own.map(({ where }) => where))
  const rows = chunks.map((chunk, index) => {
    const rest = chunks.flatMap((other) => (other === chunk ? [] : other.map(({ where }) => where[key] ?? null)))
    const beside =
      rest.length === 0 ? [] : [{ collection: collection ?? null, where: { [key]: { $oneOf: rest } }, about }]
    return allowing(index === 0 ? criterion.label : `${criterion.label}, part ${index + 1}`, [...chunk, ...beside])
  })
  return [...rows, allowing(`${criterion.label}, in its form`, [form])]
}

/** Rows in parts that a guard has room for. */
function chunksOf<Row extends JsonObject>(rows: readonly Row[]): readonly (readonly Row[])[] {
  const count = Math.ceil(JSON.stringify(rows).length / maxCharacters)
  const size = Math.ceil(rows.length / count)
  return Array.from({ length: count }, (_, index) => rows.slice(index * size, (index + 1) * size))
}

/** The path of a text that tells the rows apart. */
function keyOf(wheres: readonly JsonObject[]): string {
  const found = Object.keys(wheres[0] ?? {}).find((path) => {
    const texts = wheres.map((where) => where[path])
    return texts.every((text) => typeof text === 'string') && new Set(texts).size === texts.length
  })
  if (found === undefined) throw new RangeError('expected allowances that a text tells apart, got none')
  return found
}

function withoutPaths(where: JsonObject, paths: ReadonlySet<string>): JsonObject {
  return Object.fromEntries(Object.entries(where).filter(([path]) => !paths.has(path)))
}
