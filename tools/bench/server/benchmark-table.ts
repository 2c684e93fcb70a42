import { createHmac, createSecretKey, hash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { type Benchmark, type ErrorCode, errorStatus, operations } from '@carebench/protocol'
import { Ajv, type ErrorObject } from 'ajv'
import type { Seed } from './contender.js'

type Place = Pick<Benchmark, 'id' | 'created_at'>
type Items = readonly Benchmark[]

/** A benchmark from a request; the schema has already accepted it. */
type NewBenchmark = Pick<Benchmark, 'name'> & Partial<Benchmark>

export interface BenchmarkPage {
  readonly data: readonly Benchmark[]
  readonly _meta: { readonly next: string | null; readonly prev: string | null; readonly limit: number }
}

/** An error of the caller, as the service reports it. */
export class RejectionError extends Error {
  readonly status: (typeof errorStatus)[ErrorCode]

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly errors?: readonly ErrorObject[] | null,
  ) {
    super(message)
    this.status = errorStatus[code]
  }
}

/** Returns the body of a rejection. */
export function refusalBody(refusal: RejectionError, requestId: string): unknown {
  const { code, message, errors } = refusal
  const list = errors?.map((error) => ({ path: error.instancePath, message: error.message }))
  return { error: { code, message, ...(list && { errors: list }), request_id: requestId } }
}

/** Returns the request id of the caller if it is valid, or else a new one. */
export function readRequestId(given: string | string[] | undefined): string {
  return typeof given === 'string' && /^[A-Za-z0-9-]{1,64}$/.test(given) ? given : randomUUID()
}

/** Throws a RejectionError unless the content type is `application/json`. */
export function assertJson(contentType: string | undefined): void {
  if (contentType?.split(';', 1)[0]?.trim().toLowerCase() === 'application/json') return
  throw new RejectionError('UNSUPPORTED_MEDIA_TYPE', 'The content-type must be application/json.')
}

const ajv = new Ajv({ allErrors: true, unicodeRegExp: true })
ajv.addKeyword({ keyword: 'foldCase', schemaType: 'boolean' })
const isNewBenchmark = ajv.compile(operations.createBenchmark.body)

/** Throws a RejectionError for a body that does not match the schema in the operations table. */
export function checkNewBenchmark(body: unknown): asserts body is NewBenchmark {
  if (!isNewBenchmark(body))
    throw new RejectionError('INVALID_REQUEST', 'The body does not fit.', isNewBenchmark.errors)
}

const tagLength = 16

/**
 * The benchmarks in memory behind the floor and the frameworks, written by hand: keys by SHA-256, benchmarks in a Map
 * and in order of creation, unique names, cursors signed with HMAC-SHA-256. It returns its objects without copying
 * them.
 */
export class BenchmarkTable {
  readonly #keys: ReadonlyMap<string, { readonly digest: Buffer; readonly organizationId: string }>
  readonly #byId = new Map<string, { readonly organizationId: string; readonly benchmark: Benchmark }>()
  readonly #ordered = new Map<string, Benchmark[]>()
  readonly #names = new Set<string>()
  readonly #secret = createSecretKey(new Uint8Array(32).fill(7))
  #made = 0
  readonly #idStart = `bench_${randomBytes(8).toString('hex')}`

  constructor({ token, organizationId, benchmarks }: Seed) {
    const digest = sha256(token)
    this.#keys = new Map([[digest.toString('latin1'), { digest, organizationId }]])
    for (const benchmark of benchmarks) this.#add(organizationId, benchmark)
  }

  /** Returns the id of the organization whose key an Authorization header has. Throws a RejectionError otherwise. */
  authenticate(authorization: string | undefined): string {
    const token = /^Bearer +([A-Za-z0-9_]+) *$/i.exec(authorization ?? '')?.[1]
    if (token?.startsWith('vk_') === true) {
      const digest = sha256(token)
      const key = this.#keys.get(digest.toString('latin1'))
      if (key !== undefined && timingSafeEqual(key.digest, digest)) return key.organizationId
    }
    throw new RejectionError('UNAUTHORIZED', 'This call takes an organization API key.')
  }

  read(organizationId: string, id: string): Benchmark {
    const found = this.#byId.get(id)
    if (found?.organizationId !== organizationId)
      throw new RejectionError('RESOURCE_NOT_FOUND', 'There is no such resource.')
    return found.benchmark
  }

  create(organizationId: string, body: NewBenchmark): Benchmark {
    const created_at = new Date().toISOString()
    const benchmark: Benchmark = {
      id: this.#idStart + String(++this.#made).padStart(10, '0'),
      created_at,
      updated_at: created_at,
      name: body.name,
      description: body.description ?? null,
      environment_id: body.environment_id ?? null,
      timeout: body.timeout ?? 600,
      concurrency: body.concurrency ?? 1,
      overrides: body.overrides ?? {},
      visibility: body.visibility ?? 'Private',
      archived: false,
    }
    if (this.#names.has(`${organizationId}/${body.name}`)) throw new RejectionError('CONFLICT', 'The name is taken.')
    this.#add(organizationId, benchmark)
    return benchmark
  }

  list(organizationId: string, limitText: string | null, cursor: string | null): BenchmarkPage {
    const limit = limitText === null ? 20 : Number(limitText)
    if (!Number.isSafeInteger(limit) || limit < 1)
      throw new RejectionError('INVALID_REQUEST', 'limit must be an integer of at least 1.')
    const items = this.#ordered.get(organizationId) ?? []
    const clamped = Math.min(limit, 100)
    const place = cursor === null ? null : this.#readCursor(cursor, organizationId)
    const forward = place === null || place.direction === 'next'
    const at = place === null ? items.length : search(items, place)
    const from = forward ? Math.max(0, at - clamped) : at + (items[at]?.id === place.id ? 1 : 0)
    const to = forward ? at : Math.min(items.length, from + clamped)
    const data = items.slice(from, to).reverse()
    const first = data[0]
    const last = data.at(-1)
    const next = from > 0 && last ? this.#writeCursor('next', last, organizationId) : null
    const prev = to < items.length && first ? this.#writeCursor('prev', first, organizationId) : null
    return { data, _meta: { next, prev, limit: clamped } }
  }

  #add(organizationId: string, benchmark: Benchmark): void {
    this.#byId.set(benchmark.id, { organizationId, benchmark })
    this.#names.add(`${organizationId}/${benchmark.name}`)
    const list = this.#ordered.get(organizationId)
    if (list === undefined) this.#ordered.set(organizationId, [benchmark])
    else list.push(benchmark)
  }

  #writeCursor(direction: string, place: Place, organizationId: string): string {
    const expiry = Date.now() + 86_400_000
    const text = Buffer.from(`${direction}|${expiry}|benchmarks|${organizationId}|${place.created_at}|${place.id}`)
    return Buffer.concat([text, this.#sign(text)]).toString('base64url')
  }

  #readCursor(cursor: string, organizationId: string): Place & { readonly direction: string } {
    const bytes = Buffer.from(cursor, 'base64url')
    const text = bytes.subarray(0, -tagLength)
    const tag = bytes.subarray(-tagLength)
    const isOurs = tag.length === tagLength && timingSafeEqual(this.#sign(text), tag)
    const [direction, expiry, list, owner, created_at, id] = isOurs ? text.toString().split('|') : []
    if (direction === undefined || id === undefined || created_at === undefined || list !== 'benchmarks') {
      throw new RejectionError('INVALID_CURSOR', 'The cursor was not issued by this service.')
    }
    if (owner !== organizationId || Number(expiry) <= Date.now()) {
      throw new RejectionError('INVALID_CURSOR', 'The cursor has expired, or belongs to another list.')
    }
    return { direction, created_at, id }
  }

  #sign(text: Uint8Array): Buffer {
    return createHmac('sha256', this.#secret).update(text).digest().subarray(0, tagLength)
  }
}

/** Returns the index of the first item that is not older than a place, by binary search. */
function search(items: Items, place: Place): number {
  let low = 0
  let high = items.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const item = items[middle]
    if (item !== undefined && isOlder(item, place)) low = middle + 1
    else high = middle
  }
  return low
}

function isOlder(a: Place, b: Place): boolean {
  return a.created_at === b.created_at ? a.id < b.id : a.created_at < b.created_at
}

function sha256(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}
