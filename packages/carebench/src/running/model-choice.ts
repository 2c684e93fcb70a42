import { isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol'
import type { ModelSettings } from '../runner/models/providers/model-settings.js'
import type { Price } from '../runner/models/providers/prices.js'
import { UsageError } from '../terminal/exit-reason.js'
import type { ModelChoice, SetOption } from './model-words.js'

/** The settings of one model. */
export interface OwnSettings {
  readonly baseUrl?: string
  readonly contextWindow?: number
  readonly price?: Price
  /** The connection settings of its provider: `region`, `api_version`. */
  readonly connection: Readonly<Record<string, string>>
  readonly settings: ModelSettings
}

interface Kind {
  readonly expected: string
  readonly is: (value: JsonValue) => boolean
}

const text: Kind = { expected: 'a text', is: (value) => typeof value === 'string' && value !== '' }
const object: Kind = { expected: 'an object', is: isJsonObject }
const amount: Kind = { expected: 'a number from 0', is: (value) => typeof value === 'number' && value >= 0 }
const count: Kind = {
  expected: 'a whole number from 1',
  is: (value) => Number.isSafeInteger(value) && Number(value) >= 1,
}
const thinking: Kind = {
  expected: 'true, false or a number of tokens',
  is: (value) => typeof value === 'boolean' || count.is(value),
}

const connections = ['region', 'project', 'location', 'resource', 'api_version']
const kinds: Readonly<Record<string, Kind>> = {
  base_url: text,
  temperature: amount,
  top_p: amount,
  max_output_tokens: count,
  seed: amount,
  reasoning_effort: text,
  thinking,
  context_window: count,
  price: object,
  options: object,
  ...Object.fromEntries(connections.map((name) => [name, text])),
}
const priceMembers = ['input', 'output', 'cache_read', 'cache_write']

/** Returns the name of a chosen model as the user wrote it. */
export function nameOfChoice(choice: ModelChoice): string {
  return typeof choice === 'string' ? choice : choice.model
}

/** Reads the settings of the model with this index. Throws a {@link UsageError} for an invalid setting. */
export function readOwnSettings(choice: ModelChoice, index: number, sets: readonly SetOption[]): OwnSettings {
  const name = nameOfChoice(choice)
  const { model: _, ...given } = typeof choice === 'string' ? { model: choice } : choice
  const members = sets
    .filter(({ model }) => model === null || model === index)
    .reduce((all: JsonObject, { path, value, written }) => {
      const isText = path.length === 1 && kinds[path[0] ?? ''] === text
      return setAt(all, path, isText ? written : value)
    }, given)
  for (const [member, value] of Object.entries(members)) {
    const kind = Object.hasOwn(kinds, member) ? kinds[member] : undefined
    if (kind === undefined) {
      throw new UsageError(`${name} has no setting ${member}; settings are ${Object.keys(kinds).join(', ')}`)
    }
    if (!kind.is(value))
      throw new UsageError(`${member} of ${name} must be ${kind.expected}, got ${JSON.stringify(value)}`)
  }
  const { temperature, top_p, max_output_tokens, seed, reasoning_effort, thinking, options } = members
  const { base_url, context_window, price } = members
  const settings = { temperature, topP: top_p, maxOutputTokens: max_output_tokens, seed, thinking }
  const further = { ...settings, reasoningEffort: reasoning_effort, providerOptions: options }
  return {
    ...(typeof base_url === 'string' && { baseUrl: base_url }),
    ...(typeof context_window === 'number' && { contextWindow: context_window }),
    ...(isJsonObject(price) && { price: readPrice(name, price) }),
    connection: Object.fromEntries(
      connections.flatMap((one) => (typeof members[one] === 'string' ? [[one, members[one]]] : [])),
    ),
    settings: Object.fromEntries(Object.entries(further).filter(([, value]) => value !== undefined)),
  }
}

function readPrice(name: string, price: JsonObject): Price {
  const strange = Object.keys(price).find((member) => !priceMembers.includes(member))
  if (strange !== undefined)
    throw new UsageError(`the price of ${name} has no ${strange}, only ${priceMembers.join(', ')}`)
  const read = (member: string) => {
    const value = price[member]
    if (value === undefined && member.startsWith('cache_')) return undefined
    if (typeof value === 'number' && value >= 0 && value < 1e15) return value
    throw new UsageError(
      `price.${member} of ${name} must be US dollars per million tokens, got ${JSON.stringify(value)}`,
    )
  }
  const [cacheRead, cacheWrite] = [read('cache_read'), read('cache_write')]
  return {
    input: read('input') ?? 0,
    output: read('output') ?? 0,
    ...(cacheRead !== undefined && { cacheRead }),
    ...(cacheWrite !== undefined && { cacheWrite }),
    source: 'set for the run',
    asOf: 'now',
  }
}

function setAt(object: JsonObject, [first = '', ...rest]: readonly string[], value: JsonValue): JsonObject {
  const before = object[first]
  return { ...object, [first]: rest.length === 0 ? value : setAt(isJsonObject(before) ? before : {}, rest, value) }
}
