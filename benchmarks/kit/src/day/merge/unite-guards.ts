import type { JsonObject, JsonValue } from '@carebench/protocol'
import { isJsonObject } from '@carebench/protocol/wire'
import type { Criterion } from '../../task.js'
import { distinct, groupBy } from './merge-values.js'

/** A criterion of an item, with the key of the item. */
export interface ItemCriterion {
  readonly key: string
  readonly criterion: Criterion
}

/** Guards of the day, and the guards of items that they replace. */
export interface UnitedGuard {
  readonly guards: readonly Criterion[]
  readonly parts: readonly ItemCriterion[]
}

/** A rule that unites guards of items into guards of the day, which allow exactly what any of the items allows. */
interface Union {
  /** Returns a key: guards with equal keys are united. Undefined if the rule does not apply to the guard. */
  likeness(criterion: Criterion): string | undefined
  unite(criteria: readonly Criterion[]): readonly Criterion[]
}

const unions: readonly Union[] = [
  {
    // Unites guards of one severity only: those against harm to other patients stay apart from the rest.
    likeness: ({ guard, severity, assertion }) =>
      guard === true && assertion.assert === 'no-collateral' ? `no-collateral ${severity}` : undefined,
    unite: (criteria) => {
      const allow = distinct(criteria.flatMap(({ assertion }) => assertion.allow as readonly JsonObject[]))
      const rooms = fillRooms([...groupBy(allow, nameOfCollection).values()].flatMap((part) => toShares(part)))
      return rooms.map((room, number) => {
        const own = room.flatMap((share) => share.allow)
        const others = rooms.flatMap((other) => (other === room ? [] : other.flatMap(({ anything }) => anything)))
        return withAssertion(criteria, { allow: [...own, ...others] }, rooms.length === 1 ? '' : ` (${number + 1})`)
      })
    },
  },
  {
    // The maximum count of the day is the sum of those of the items.
    likeness: ({ guard, assertion }) => {
      const most = readMost(assertion)
      return guard === true && most !== undefined ? JSON.stringify({ ...assertion, count: null }) : undefined
    },
    unite: (criteria) => {
      const most = criteria.reduce((sum, { assertion }) => sum + (readMost(assertion) ?? 0), 0)
      return [withAssertion(criteria, { count: { $lte: most } })]
    },
  },
  {
    // "Nothing but x" and "nothing but y" become "nothing but x or y".
    likeness: ({ guard, assertion }) => {
      const denied = deniedIn(assertion)
      return guard === true && denied.length === 1 ? JSON.stringify(withDenied(assertion, null)) : undefined
    },
    unite: (criteria) => {
      const accepted = distinct(criteria.flatMap(({ assertion }) => deniedIn(assertion)))
      const [first = null] = accepted
      const [criterion] = criteria as readonly [Criterion]
      const assertion = withDenied(
        criterion.assertion as JsonObject,
        accepted.length === 1 ? first : acceptAny(accepted),
      )
      return [withAssertion(criteria, assertion as JsonObject)]
    },
  },
]

/** Unites guards of different items that have the same form. All other criteria still belong to one item. */
export function uniteGuards(criteria: readonly ItemCriterion[]): {
  readonly united: readonly UnitedGuard[]
  readonly others: readonly ItemCriterion[]
} {
  const groups = groupBy(criteria, ({ criterion }) => findLikeness(criterion))
  const others = groups.get(undefined) ?? []
  groups.delete(undefined)
  const united: UnitedGuard[] = []
  for (const parts of groups.values()) {
    const union = unions.find(({ likeness }) => parts.every(({ criterion }) => likeness(criterion) !== undefined))
    if (union === undefined || parts.length < 2) others.push(...parts)
    else united.push({ guards: union.unite(parts.map(({ criterion }) => criterion)), parts })
  }
  return { united: nameApart(united), others }
}

/** Makes labels unique, because a counterexample refers to a guard by its label. */
function nameApart(united: readonly UnitedGuard[]): readonly UnitedGuard[] {
  const counts = new Map<string, number>()
  const rename = (guard: Criterion): Criterion => {
    const count = (counts.get(guard.label) ?? 0) + 1
    counts.set(guard.label, count)
    return count === 1 ? guard : { ...guard, label: `${guard.label} (also ${count})` }
  }
  return united.map(({ guards, parts }) => ({ guards: guards.map(rename), parts }))
}

function findLikeness(criterion: Criterion): string | undefined {
  for (const [index, { likeness }] of unions.entries()) {
    const text = likeness(criterion)
    if (text !== undefined) return `${index} ${text}`
  }
  return undefined
}

function withAssertion([first]: readonly Criterion[], change: JsonObject, of = ''): Criterion {
  if (first === undefined) throw new RangeError('expected at least one criterion, got none')
  const label = `Day: ${first.label}${of}`
  return { ...first, label, assertion: { ...first.assertion, ...change } } as Criterion
}

function nameOfCollection({ collection, system }: JsonObject): string {
  return system === undefined ? String(collection) : `${collection} of ${system}`
}

/** The `allow` entries for some records, and entries that allow every change to these records and to no others. */
interface Share {
  readonly allow: readonly JsonObject[]
  readonly anything: readonly JsonObject[]
}

/** Maximum number of characters, and of patterns, in the entries of one assertion. */
const roomFor = { characters: 40_000, patterns: 60 }

function fits(allow: readonly JsonObject[]): boolean {
  const text = JSON.stringify(allow)
  return text.length <= roomFor.characters && text.split('"$regex"').length - 1 <= roomFor.patterns
}

/** Packs shares into few assertions. Each assertion must also allow the shares of the others. */
function fillRooms(shares: readonly Share[]): readonly (readonly Share[])[] {
  const rooms: Share[][] = []
  for (const share of shares) {
    const room = rooms.find((one) => fits([...one, share].flatMap(({ allow }) => allow)))
    if (room === undefined) rooms.push([share])
    else room.push(share)
  }
  return rooms
}

/**
 * Returns the entries for a collection as one share, or as several if they exceed the limits and a member divides them.
 */
function toShares(allow: readonly JsonObject[], dividing: readonly string[] = []): readonly Share[] {
  const path = fits(allow) ? undefined : findPaths(allow).find((one) => textsAt(allow, one).length > 1)
  if (path === undefined) return [{ allow, anything: allowAnything(allow, dividing) }]
  const parts = groupBy(allow, (entry) => textsAt([entry], path).join())
  return [...parts.values()].flatMap((part) => toShares(part, [...dividing, path]))
}

/**
 * Returns entries that allow any change to the records of these entries. The records are identified by the texts at the
 * dividing paths and by a text that never changes; without any such text, by the first condition of each entry.
 */
function allowAnything(allow: readonly JsonObject[], dividing: readonly string[]): readonly JsonObject[] {
  const { collection = null, system } = allow[0] ?? {}
  const subject = { collection, ...(system !== undefined && { system }) }
  const lasting = findPaths(allow).find((path) => path === 'id' || !String(collection).startsWith('fhir.'))
  const paths = distinct([...dividing, ...(lasting === undefined ? [] : [lasting])])
  const where = paths.map((path) => [path, { $oneOf: [...textsAt(allow, path)] }])
  if (where.length > 0) return [{ ...subject, where: Object.fromEntries(where), about: 'anyone' }]
  const firsts = allow.map((entry) => Object.fromEntries(Object.entries(readWhere(entry)).slice(0, 1)))
  return distinct(firsts).map((first) => ({ ...subject, where: first, about: 'anyone' }))
}

/** Returns the paths at which every entry requires a single text. */
function findPaths([first, ...others]: readonly JsonObject[]): readonly string[] {
  const paths = Object.keys((first?.where ?? {}) as JsonObject)
  return paths.filter((path) => [first ?? {}, ...others].every((entry) => typeof readWhere(entry)[path] === 'string'))
}

function textsAt(allow: readonly JsonObject[], path: string): readonly JsonValue[] {
  return distinct(allow.map((entry) => readWhere(entry)[path] ?? null))
}

function readWhere({ where }: JsonObject): JsonObject {
  return isJsonObject(where) ? where : {}
}

/** Returns the maximum count (`$lte`) that an assertion allows; undefined without one. */
export function readMost({ count }: JsonObject): number | undefined {
  return isJsonObject(count) && typeof count.$lte === 'number' ? count.$lte : undefined
}

/** Returns the operands of the outermost `$not` operators in a value. */
function deniedIn(value: JsonValue | undefined): readonly JsonValue[] {
  if (Array.isArray(value)) return value.flatMap(deniedIn)
  if (!isJsonObject(value)) return []
  return Object.entries(value).flatMap(([name, member]) => (name === '$not' ? [member ?? null] : deniedIn(member)))
}

function withDenied(value: JsonValue, denied: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map((item) => withDenied(item, denied))
  if (!isJsonObject(value)) return value
  const entries = Object.entries(value)
  return Object.fromEntries(
    entries.map(([name, member]) => [name, name === '$not' ? denied : withDenied(member ?? null, denied)]),
  )
}

/** Returns a matcher that accepts what any of these accepts: a single `$oneOf` if all of them are one. */
function acceptAny(accepted: readonly JsonValue[]): JsonObject {
  const lists = accepted.map((value) => (isJsonObject(value) && Object.keys(value).length === 1 ? value.$oneOf : null))
  if (lists.every(Array.isArray)) return { $oneOf: [...distinct((lists as JsonValue[][]).flat())] }
  return { $any: [...accepted] }
}
