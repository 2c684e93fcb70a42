import type { JsonObject, JsonValue } from '@carebench/protocol'
import { isJsonObject } from '@carebench/protocol/wire'
import { bodyOf } from '../builders/calls.js'
import type { Instance } from '../family.js'
import { objectsIn, rightCalls } from '../guards/world-values.js'
import type { Criterion } from '../task.js'
import { distinct, groupBy } from './merge-values.js'

/** The criterion of an item that stands for one of an instance. */
export interface ItemCriterion {
  readonly key: string
  readonly criterion: Criterion
}

/** Guards of the day, and the guards of items for which they stand. */
export interface UnitedGuard {
  readonly guards: readonly Criterion[]
  readonly parts: readonly ItemCriterion[]
}

/** What an item must not do, for the whole day: what one item allows, the others allow too, and nothing else. */
interface Union {
  /** Guards with an equal text are united; undefined if it does not hold for this one. */
  likeness(criterion: Criterion): string | undefined
  unite(criteria: readonly Criterion[]): readonly Criterion[]
}

const unions: readonly Union[] = [
  {
    // One for what is done to others, one for all else: each is as narrow as it was.
    likeness: ({ guard, severity, assertion }) =>
      guard === true && assertion.assert === 'no-collateral' ? `no-collateral ${severity}` : undefined,
    unite: (criteria) => {
      const allow = distinct(criteria.flatMap(({ assertion }) => assertion.allow as readonly JsonObject[]))
      const shares = [...groupBy(allow, nameOfCollection).values()].flatMap(sharesOf)
      return shares.map((own) => {
        const others = shares.flatMap((share) => (share === own ? [] : [share.anything]))
        return withAssertion(criteria, { allow: [...own.allow, ...others] }, `, ${own.name}`)
      })
    },
  },
  {
    // "At most so many": together, as many as all of them.
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
    // "Nothing but this": together, nothing but this or that.
    likeness: ({ guard, assertion }) => {
      const denied = deniedIn(assertion)
      return guard === true && denied.length === 1 ? JSON.stringify(withDenied(assertion, null)) : undefined
    },
    unite: (criteria) => {
      const accepted = distinct(criteria.flatMap(({ assertion }) => deniedIn(assertion)))
      const [first = null] = accepted
      const [criterion] = criteria as readonly [Criterion]
      const assertion = withDenied(criterion.assertion as JsonObject, accepted.length === 1 ? first : anyOf(accepted))
      return [withAssertion(criteria, assertion as JsonObject)]
    },
  },
]

/** Unites the guards of items that say the same of the whole day; the others stay those of their items. */
export function uniteGuards(criteria: readonly ItemCriterion[]): {
  readonly united: readonly UnitedGuard[]
  readonly others: readonly ItemCriterion[]
} {
  const groups = groupBy(criteria, ({ criterion }) => likenessOf(criterion))
  const others = groups.get(undefined) ?? []
  groups.delete(undefined)
  const united: UnitedGuard[] = []
  for (const parts of groups.values()) {
    const union = unions.find(({ likeness }) => parts.every(({ criterion }) => likeness(criterion) !== undefined))
    if (union === undefined || parts.length < 2) others.push(...parts)
    else united.push({ guards: union.unite(parts.map(({ criterion }) => criterion)), parts })
  }
  return { united, others }
}

function likenessOf(criterion: Criterion): string | undefined {
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

/** Characters of allowances that one guard has room for, whatever is in them. */
const largeShare = 40_000

/** What is allowed of some records, and the entry that allows everything of them and nothing of others. */
interface Share {
  readonly name: string
  readonly allow: readonly JsonObject[]
  readonly anything: JsonObject
}

/**
 * The allowances for a collection in shares, each of them for a guard of its own, because one assertion has no room for
 * all: by the first member that has to equal a text in every entry, such as the kind of a transaction.
 */
function sharesOf(allow: readonly JsonObject[]): readonly Share[] {
  const [first] = allow
  if (first === undefined) return []
  const { collection = null, system } = first
  const records = { collection, ...(system !== undefined && { system }), about: 'anyone' }
  const name = nameOfCollection(first)
  const textAt = ({ where }: JsonObject, path: string) => (isJsonObject(where) ? where[path] : undefined)
  const path = Object.keys((first.where ?? {}) as JsonObject).find((one) => {
    const texts = allow.map((entry) => textAt(entry, one))
    return texts.every((text) => typeof text === 'string') && new Set(texts).size > 1
  })
  if (path === undefined || JSON.stringify(allow).length < largeShare) return [{ name, allow, anything: records }]
  return [...groupBy(allow, (entry) => textAt(entry, path) ?? null)].map(([text, own]) => ({
    name: `${name} ${text}`,
    allow: own,
    anything: { ...records, where: { [path]: text } },
  }))
}

function readMost({ count }: JsonObject): number | undefined {
  return isJsonObject(count) && typeof count.$lte === 'number' ? count.$lte : undefined
}

/** What the assertion says that values have to be: the operands of the outermost `$not` in it. */
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

/** One list for lists of values. */
function anyOf(accepted: readonly JsonValue[]): JsonObject {
  const lists = accepted.map((value) => (isJsonObject(value) && Object.keys(value).length === 1 ? value.$oneOf : null))
  if (lists.every(Array.isArray)) return { $oneOf: [...distinct((lists as JsonValue[][]).flat())] }
  return { $any: [...accepted] }
}
