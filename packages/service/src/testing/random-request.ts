import { isJsonObject, type JsonValue, limits, type Operation, type Random, randomInteger } from '@carebench/protocol'
import { createRequest, type ServiceRequest } from '../http/request.js'
import { hostileValue, mutate, pick } from './mutation.js'
import { proxyCalls } from './proxy-calls.js'
import { sampleRequest, tokenFor } from './sample-request.js'
import type { Tenant } from './two-organizations.js'

// For tests of this package only.

/** A request to send. */
export interface Sent {
  readonly method: string
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/** The values from which random requests are made. */
export interface RequestSource {
  readonly own: Tenant
  /** Owns the same resources with other ids. */
  readonly stranger: Tenant
  /** Cursors returned by lists so far. */
  readonly cursors: readonly string[]
}

const encoder = new TextEncoder()
const oversized = new Uint8Array(limits.body + 1).fill(0x20)

export function toRequest({ method, target, headers, body }: Sent): ServiceRequest {
  return createRequest(method, target, headers, body)
}

/** Returns a request for the row: valid, wrong in one place, or wrong in several. */
export function randomRequest(random: Random, row: Operation, source: RequestSource): Sent {
  const { own, stranger, cursors } = source
  const percent = (share: number) => randomInteger(random, 0, 99) < share
  const sample = row.kind === 'proxy' ? sampleCall(random, row.group, row, own) : sampleJson(row, own)
  // Three in ten are valid, four are wrong in one place, the others anywhere.
  const share = pick(random, [0, 0, 0, 100, 100, 100, 100, 15, 15, 15])
  const place = share === 100 ? pick(random, places) : null
  const spoils = (name: (typeof places)[number]) => (share === 100 ? place === name : percent(share))

  const foreign = spoils('ids') ? pick(random, [stranger, { ...own, ids: shuffled(random, own.ids) }]) : null
  const path = foreign === null ? sample.path : withForeignIds(sample.path, own, foreign)
  const body =
    sample.body === undefined ? undefined : spoils('body') ? spoilBody(random, row, sample.body, source) : sample.body
  const token = spoils('token') ? pick(random, tokensBeside(row, own, stranger)) : tokenFor(row, own)
  const query = spoils('query') ? spoilQuery(random, sample.query, cursors) : sample.query
  return {
    method: spoils('method') ? pick(random, ['HEAD', 'OPTIONS', 'PUT', 'get', '', 'DELETE', 'POST']) : sample.method,
    target: (spoils('path') ? spoilPath(random, path) : path) + query,
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      'content-type': spoils('media type')
        ? pick(random, ['', 'text/plain', 'application/fhir+json', 'application/json;charset=utf-16'])
        : sample.mediaType,
      ...(spoils('headers') ? randomHeaders(random, own, stranger) : {}),
    },
    body: makeBytes(random, body, spoils('bytes')),
  }
}

const places = [
  'body',
  'body',
  'body',
  'query',
  'path',
  'ids',
  'token',
  'method',
  'media type',
  'headers',
  'bytes',
] as const

interface Sample {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly body: JsonValue | undefined
  readonly mediaType: string
}

function sampleJson(row: Operation, own: Tenant): Sample {
  return { mediaType: 'application/json', ...sampleRequest(row, own) }
}

/** Returns a valid call of the simulated system of the group. */
function sampleCall(random: Random, group: string, row: Operation, own: Tenant): Sample {
  const { method, path, body, mediaType = 'application/json' } = pick(random, proxyCalls[group] ?? [])
  const [below = '', query] = path.split('?')
  const base = sampleRequest(row, own).path.replace(/\/x$/, '')
  return {
    method,
    path: below === '' ? base : `${base}/${below}`,
    query: query === undefined ? '' : `?${query}`,
    body,
    mediaType,
  }
}

/** Returns a random one of the ids for each name, so that most are used for another kind of resource. */
function shuffled(random: Random, ids: Tenant['ids']): Tenant['ids'] {
  const values = Object.values(ids)
  return Object.fromEntries(Object.keys(ids).map((name) => [name, pick(random, values)]))
}

function withForeignIds(path: string, own: Tenant, other: Pick<Tenant, 'ids'>): string {
  const names = new Map(Object.entries(own.ids).map(([name, id]) => [id, name]))
  return path
    .split('/')
    .map((segment) => other.ids[names.get(segment) ?? ''] ?? segment)
    .join('/')
}

function tokensBeside(row: Operation, own: Tenant, stranger: Tenant): string[] {
  const all = [own, stranger].flatMap(({ organizationKey, solverKey, runToken }) => [
    organizationKey,
    solverKey,
    runToken,
  ])
  return [...all.filter((token) => token !== tokenFor(row, own)), 'x', '', 'vk_\u0000']
}

/** Changes one thing in a valid body. */
function spoilBody(random: Random, row: Operation, body: JsonValue, { own, stranger }: RequestSource): JsonValue {
  if (row.kind !== 'json' || row.body === null || !isJsonObject(body)) return mutate(random, body)
  const { properties = {} } = row.body as { properties?: Record<string, unknown> }
  const members: Record<string, JsonValue> = { ...body }
  const optional = Object.keys(properties).filter((name) => !(name in members))
  const add = (value: (schema: unknown) => JsonValue) => {
    const name = pick(random, Object.keys(properties).length === 0 ? ['extra'] : Object.keys(properties))
    members[name] = value(properties[name])
    return members
  }
  switch (randomInteger(random, 0, 7)) {
    case 0:
      return add((schema) => atBound(random, schema))
    case 1:
      return add(() => hostileValue(random))
    case 2:
      delete members[pick(random, ['', ...Object.keys(members), ...Object.keys(members)])]
      return members
    case 3:
      return {
        ...members,
        [pick(random, ['extra', 'Name', 'id', 'created_at', '__proto__x', ''])]: hostileValue(random),
      }
    case 4: {
      const ids = Object.keys(properties).filter((name) => name in own.ids)
      if (ids.length === 0) return mutate(random, members)
      members[pick(random, ids)] = pick(random, [...Object.values(own.ids), ...Object.values(stranger.ids), 'none'])
      return members
    }
    case 5:
      return mutate(random, members)
    default:
      // Optional members with mostly valid values.
      for (const name of optional) {
        if (randomInteger(random, 0, 1) === 0) members[name] = own.ids[name] ?? plausible(random, properties[name])
      }
      return members
  }
}

interface LooseSchema {
  readonly type?: string
  readonly anyOf?: readonly unknown[]
  readonly enum?: readonly JsonValue[]
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly maxItems?: number
}

/** Returns a value at the boundary of a schema, on either side. */
function atBound(random: Random, schema: unknown): JsonValue {
  const {
    type,
    anyOf,
    enum: allowed,
    minLength = 1,
    maxLength = 200,
    minimum = 0,
    maximum = 64,
    maxItems = 50,
  } = (schema ?? {}) as LooseSchema
  if (anyOf !== undefined) return atBound(random, pick(random, anyOf))
  if (allowed !== undefined) {
    const value = pick(random, allowed)
    return typeof value === 'string' ? pick(random, [value, value.toUpperCase(), `${value} `]) : value
  }
  const step = pick(random, [-1, 0, 1])
  const end = randomInteger(random, 0, 1) === 0
  if (type === 'string') return 'x'.repeat(Math.max(0, (end ? maxLength : minLength) + step))
  if (type === 'integer' || type === 'number') return (end ? maximum : minimum) + pick(random, [step, step / 2])
  if (type === 'array') return Array.from({ length: maxItems + step }, (_, index) => `x${index}`)
  return hostileValue(random)
}

/** Returns a value that is mostly valid for a schema. */
function plausible(random: Random, schema: unknown): JsonValue {
  const { type, anyOf, enum: allowed } = (schema ?? {}) as LooseSchema
  if (anyOf !== undefined) return plausible(random, pick(random, anyOf))
  if (allowed !== undefined) return pick(random, allowed)
  if (type === 'integer' || type === 'number') return pick(random, [1, 60, 64])
  if (type === 'string') return pick(random, ['safety', 'x'])
  if (type === 'boolean') return randomInteger(random, 0, 1) === 0
  if (type === 'array') return pick<JsonValue>(random, [[], ['x']])
  if (type === 'null') return null
  return pick<JsonValue>(random, [{}, { steps: [] }, { pass_threshold: 0.5 }, { seed: 1, axis_weights: { safety: 2 } }])
}

const oddSegments = [
  '',
  '.',
  '..',
  '%',
  '%00',
  '%2F',
  '__proto__',
  'constructor',
  '€',
  'x'.repeat(200),
  ' ',
  '1',
  '0',
  '-1',
]

function spoilPath(random: Random, path: string): string {
  const segments = path.split('/')
  segments[randomInteger(random, 1, segments.length)] = pick(random, oddSegments)
  return segments.join('/')
}

function spoilQuery(random: Random, query: string, cursors: readonly string[]): string {
  const additions = [
    'limit=1',
    'limit=100',
    'limit=101',
    'limit=0',
    'limit=-1',
    'limit=x',
    'limit=1&limit=2',
    ...cursors.slice(-6).map((cursor) => `cursor=${cursor}`),
    ...cursors.slice(-2).map((cursor) => `cursor=${cursor.slice(0, -1)}`),
    `cursor=${'x'.repeat(513)}`,
    'cursor=',
    'tag=x&tag=safety',
    `tag=${'x'.repeat(65)}`,
    '__proto__=1',
    'constructor=1&constructor=2',
    '%=%',
    '&&&',
    'task_id=%00',
    'benchmark_id=__proto__',
  ]
  const addition = pick(random, additions)
  if (randomInteger(random, 0, 9) === 0) return ''
  return `${query === '' ? '?' : `${query}&`}${addition}`
}

function randomHeaders(random: Random, own: Tenant, stranger: Tenant): Record<string, string> {
  const taskRuns = ['', own.ids.task_run_id ?? '', stranger.ids.task_run_id ?? '', '__proto__', 'a, b']
  return pick<Record<string, string>>(random, [
    { 'task-run-id': pick(random, taskRuns) },
    { 'x-request-id': pick(random, ['mine', '', 'x'.repeat(65), '\u0000', '__proto__']) },
    { 'content-encoding': pick(random, ['gzip', 'identity', '']) },
    { 'if-match': pick(random, ['W/"1"', 'W/"0"', '*', 'x']), prefer: 'return=minimal' },
    { accept: pick(random, ['text/html', 'application/fhir+xml', '*/*', '']) },
  ])
}

function makeBytes(random: Random, body: JsonValue | undefined, spoil: boolean): Uint8Array {
  if (spoil && randomInteger(random, 0, 19) === 0) return oversized
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body)
  const bytes = encoder.encode(text)
  if (!spoil) return bytes
  if (randomInteger(random, 0, 1) === 0) return bytes.slice(0, randomInteger(random, 0, bytes.length))
  return bytes.fill(randomInteger(random, 0, 255), randomInteger(random, 0, bytes.length))
}
