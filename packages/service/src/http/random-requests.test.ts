import {
  createSeededRandom,
  type ErrorCode,
  errorStatus,
  type JsonValue,
  type Operation,
  type Random,
  randomInteger,
  validatorFor,
} from '@carebench/protocol'
import { expect, it } from 'vitest'
import { scale } from '../contract/scale.js'
import { createRequest, type ServiceResponse } from '../request.js'
import { hostileValue, mutate, pick } from '../testing/mutation.js'
import { rows, sampleRequest, tokenFor } from '../testing/sample-request.js'
import { createTwoOrganizations, type Tenant, type TwoOrganizations } from '../testing/two-organizations.js'

/** Codes that every operation can answer with, beside those of its row. */
const commonCodes: readonly ErrorCode[] = [
  'INVALID_REQUEST',
  'UNAUTHORIZED',
  'RESOURCE_NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
]

const requestsPerWorld = 500

/** Without the one that moves the clock: it would soon end every run of a world. */
const timelessRows = rows.filter(([, { testing }]) => !testing)

interface Sent {
  readonly method: string
  readonly target: string
  readonly headers: Record<string, string>
  readonly body: Uint8Array
}

const encoder = new TextEncoder()

/** A request for the row: mostly valid, or nearly so, or garbage. */
function makeRequest(random: Random, row: Operation, tenant: Tenant, stranger: Tenant): Sent {
  const chance = () => randomInteger(random, 0, 99)
  const things = chance() < 8 ? stranger : tenant
  const sample = sampleRequest(row, things)
  const method = row.method === 'ALL' ? pick(random, ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD']) : sample.method
  const token =
    chance() < 90 ? tokenFor(row, tenant) : pick(random, ['x', stranger.organizationKey, tenant.runToken, ''])
  const { body } = sample
  const mutated = body !== undefined && chance() < 60 ? mutateBody(random, row, body) : body
  const bytes = mutated === undefined ? new Uint8Array() : encoder.encode(JSON.stringify(mutated) ?? '')
  if (chance() < 5) bytes.fill(randomInteger(random, 0, 255), randomInteger(random, 0, bytes.length))
  const path = chance() < 10 ? mutatePath(random, sample.path) : sample.path
  const query = chance() < 20 ? mutateQuery(random, sample.query) : sample.query
  return {
    method: chance() < 3 ? pick(random, ['HEAD', 'OPTIONS', 'PUT', 'get', '']) : method,
    target: path + query,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': chance() < 95 ? 'application/json' : pick(random, ['', 'text/plain', 'application/fhir+json']),
      ...(chance() < 10
        ? { 'task-run-id': pick(random, ['', things.ids.task_run_id ?? '', '__proto__', 'a, b']) }
        : {}),
      ...(chance() < 10 ? { 'x-request-id': pick(random, ['mine', '', 'x'.repeat(65), '\u0000', '__proto__']) } : {}),
    },
    body: bytes,
  }
}

/** Adds optional members with values of their type, and then changes something somewhere. */
function mutateBody(random: Random, row: Operation, body: JsonValue): JsonValue {
  if (row.kind !== 'json' || row.body === null || typeof body !== 'object' || body === null) return body
  const { properties = {} } = row.body as { properties?: Record<string, unknown> }
  const members: Record<string, JsonValue> = { ...(body as Record<string, JsonValue>) }
  for (const [name, schema] of Object.entries(properties)) {
    if (randomInteger(random, 0, 2) === 0 && !(name in members)) members[name] = plausible(random, schema)
  }
  return randomInteger(random, 0, 2) === 0 ? members : mutate(random, members)
}

/** A value that a schema may well take. */
function plausible(random: Random, schema: unknown): JsonValue {
  const { type, anyOf, enum: allowed } = schema as { type?: string; anyOf?: unknown[]; enum?: JsonValue[] }
  if (anyOf !== undefined) return plausible(random, pick(random, anyOf))
  if (allowed !== undefined) return pick(random, allowed)
  if (type === 'integer' || type === 'number') return pick(random, [0, 1, 60, 64])
  if (type === 'string') return pick(random, ['safety', 'x', 'a@b', ''])
  if (type === 'boolean') return randomInteger(random, 0, 1) === 0
  if (type === 'array') return pick<JsonValue>(random, [[], ['x'], ['x', 'x'], [{}]])
  if (type === 'null') return null
  return pick<JsonValue>(random, [{}, { steps: [] }, { pass_threshold: 0.5 }, { seed: 1, axis_weights: { safety: 2 } }])
}

function mutatePath(random: Random, path: string): string {
  const segments = path.split('/')
  const hostile = [
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
  segments[randomInteger(random, 1, segments.length)] = pick(random, hostile)
  return segments.join('/')
}

function mutateQuery(random: Random, query: string): string {
  const additions = [
    'limit=1',
    'limit=0',
    'limit=1000',
    'limit=x',
    'cursor=x',
    'cursor=',
    '__proto__=1',
    'constructor=1&constructor=2',
    '%=%',
    '&&&',
    'task_id=%00',
    '=',
    'benchmark_id=__proto__',
  ]
  return `${query === '' ? '?' : `${query}&`}${pick(random, additions)}`
}

const send = (world: TwoOrganizations, sent: Sent): Promise<ServiceResponse> =>
  world.under.service.handle(createRequest(sent.method, sent.target, sent.headers, sent.body))

/** What is wrong with the answer; null if nothing is. */
function faultOf(row: Operation, id: string, { status, headers, body }: ServiceResponse): string | null {
  if (headers['x-request-id'] === undefined || !/^[A-Za-z0-9-]{1,64}$/.test(headers['x-request-id']))
    return 'no request id'
  if (headers['cache-control'] !== 'no-store') return 'not no-store'
  const text = typeof body === 'string' ? body : ''
  if (status >= 500) return `${status} ${text}`
  if (row.kind === 'proxy') return null
  if (status === 204) return row.status === 204 && body === null ? null : 'a 204 that is none'
  const json: unknown = JSON.parse(text)
  if (status >= 400) return faultOfError(row, status, json)
  if (status !== row.status) return `${status} is not documented`
  const errors = validatorFor(`${id}.response`)(json)
  return errors === null ? null : `the answer does not fit: ${JSON.stringify(errors)} ${text}`
}

function faultOfError(row: Operation, status: number, json: unknown): string | null {
  const { error } = json as { error?: { code?: ErrorCode; message?: unknown; errors?: unknown; request_id?: unknown } }
  const { code, message, errors = [], request_id } = error ?? {}
  if (code === undefined || errorStatus[code] !== status) return `${status} has the code ${code}`
  if (![...commonCodes, ...row.errors].includes(code)) return `${code} is not documented`
  if (typeof message !== 'string' || typeof request_id !== 'string') return 'the error has another shape'
  if (!Array.isArray(errors)) return 'errors is no list'
  for (const one of errors) {
    if (!/^(\/([^~]|~[01])*)*$/s.test(one.path) || typeof one.message !== 'string')
      return `${JSON.stringify(one)} names no member`
  }
  return null
}

it('any request is answered as the operation documents', { timeout: 60_000 * scale }, async () => {
  const succeeded = new Set<string>()
  for (let seed = 1; seed <= 10 * scale; seed++) {
    const random = createSeededRandom(seed)
    const world = await createTwoOrganizations()
    for (let count = 0; count < requestsPerWorld; count++) {
      const [id, row] = pick(random, timelessRows)
      const sent = makeRequest(random, row, world.own, world.other)
      // A path or method that was changed may belong to another row, which then is not the one to judge by.
      const answer = await send(world, sent)
      const found = faultOf(row, id, answer)
      const isOther = sent.method !== row.method || sent.target.split('?')[0] !== sampleRequest(row, world.own).path
      if (found !== null && (!isOther || /^5\d\d/.test(found))) {
        const text = new TextDecoder().decode(sent.body)
        throw new Error(`Seed ${seed}, request ${count}: ${id} ${sent.method} ${sent.target} ${text}: ${found}`)
      }
      if (row.kind === 'proxy' || answer.status === row.status) succeeded.add(id)
    }
    expect(world.under.logged).toEqual([])
  }
  // Otherwise the requests are so wrong that little is tried.
  expect([...succeeded].sort()).toEqual(timelessRows.map(([id]) => id).sort())
})

it('hostile values in every member of every body are refused or kept', { timeout: 60_000 }, async () => {
  const world = await createTwoOrganizations()
  const random = createSeededRandom(99)
  for (const [id, row] of rows) {
    if (row.kind !== 'json' || row.body === null) continue
    const { properties = {} } = row.body as { properties?: Record<string, unknown> }
    const sample = sampleRequest(row, world.own)
    for (const name of Object.keys(properties)) {
      for (let count = 0; count < 12; count++) {
        const value = hostileValue(random)
        const body = encoder.encode(JSON.stringify({ ...(sample.body as object), [name]: value }))
        const headers = {
          authorization: `Bearer ${tokenFor(row, world.own)}`,
          'content-type': 'application/json',
        }
        const answer = await send(world, { method: sample.method, target: sample.path, headers, body })
        const found = faultOf(row, id, answer)
        expect([id, name, value, found]).toEqual([id, name, value, null])
      }
    }
  }
})
