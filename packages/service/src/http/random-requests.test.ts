import {
  createSeededRandom,
  type ErrorCode,
  errorStatus,
  listSystemOperations,
  validatorFor,
} from '@carebench/protocol'
import { defaultSystems } from '@carebench/systems'
import { expect, inject, it } from 'vitest'
import { createOperationRouter } from '../http/router.js'
import { hostileValue, pick } from '../testing/mutation.js'
import { atProxy, createProxyTargets, needsStart } from '../testing/proxy-calls.js'
import { randomRequest, type Sent, toRequest } from '../testing/random-request.js'
import { rows, sampleRequest, tokenFor } from '../testing/sample-request.js'
import { createTwoOrganizations } from '../testing/two-organizations.js'
import { type ServiceResponse, textOfBody } from './request.js'

const scale = inject('scale')

/** Error codes that every operation can return, in addition to those of its row. */
const commonCodes: readonly ErrorCode[] = [
  'INVALID_REQUEST',
  'UNAUTHORIZED',
  'RESOURCE_NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
]
/** Statuses that simulated systems return themselves. */
const simulatedStatuses: readonly number[] = [200, 201, 204, 400, 404, 405, 406, 409, 410, 412, 413, 415, 422]

/** Statuses of a site's pages and redirects. */
const documentStatuses: readonly number[] = [200, 303, 400, 401, 403, 404, 405, 413, 415, 422]

const requestsPerWorld = 500
const worlds = scale === 1 ? 1 : 2 * scale

/** Without the operation that advances the clock, which would soon end every run. */
const timelessRows = rows.filter(([, { testing }]) => !testing)
const startedRows = timelessRows.filter(([, row]) => needsStart(row))
const route = createOperationRouter(defaultSystems, { testing: true })

/** Returns the fault of the response, whichever row the request was routed to; null if there is none. */
function findFault(sent: Sent, { status, headers, body }: ServiceResponse): string | null {
  if (headers['x-request-id'] === undefined || !/^[A-Za-z0-9-]{1,64}$/.test(headers['x-request-id']))
    return 'no request id'
  const text = textOfBody({ body })
  // The simulated FHIR server answers 501 for unsupported features; the service itself never fails.
  const isNotSupported = status === 501 && (sent.method === 'HEAD' || /"code":"not-supported"/.test(text))
  if (status >= 500 && !isNotSupported) return `${status} ${text}`
  if (headers['cache-control'] !== 'no-store') return 'not no-store'
  const match = route(sent.method, sent.target.split('?')[0] ?? '')
  if (match.kind === 'unknown-path') return faultOfError(['RESOURCE_NOT_FOUND'], status, text)
  if (match.kind === 'wrong-method') {
    if (headers.allow !== match.allow) return `allow is ${headers.allow}`
    return faultOfError(['METHOD_NOT_ALLOWED'], status, text)
  }
  const row = listSystemOperations(defaultSystems).get(match.operation)
  if (row === undefined) return `${match.operation} is no operation`
  const codes = [...commonCodes, ...row.errors]
  if (row.kind === 'proxy') {
    const isRefusal = /"request_id":/.test(text) && status >= 400
    if (isRefusal) return faultOfError(codes, status, text)
    return isNotSupported || simulatedStatuses.includes(status) ? null : `${status} is not documented`
  }
  if (row.kind === 'document') {
    if (!documentStatuses.includes(status)) return `${status} is not documented`
    return status === 303 || /^text\/html/.test(headers['content-type'] ?? '') ? null : 'not the media type of the row'
  }
  if (row.kind === 'raw') {
    if (status >= 400 && /"request_id":/.test(text)) return faultOfError(codes, status, text)
    return row.statuses.includes(status) ? null : `${status} is not documented`
  }
  if (status >= 400) return faultOfError(codes, status, text)
  if (status !== row.status) return `${status} is not documented`
  if (status === 204) return body === null ? null : 'a 204 with a body'
  const errors = validatorFor(`${match.operation}.response`)(JSON.parse(text))
  return errors === null ? null : `the response does not match its schema: ${JSON.stringify(errors)} ${text}`
}

function faultOfError(codes: readonly ErrorCode[], status: number, text: string): string | null {
  const { error } = JSON.parse(text) as {
    error?: { code?: ErrorCode; message?: unknown; errors?: unknown; request_id?: unknown }
  }
  const { code, message, errors = [], request_id } = error ?? {}
  if (code === undefined || errorStatus[code] !== status) return `${status} has the code ${code}`
  if (!codes.includes(code)) return `${code} is not documented`
  if (typeof message !== 'string' || typeof request_id !== 'string') return 'the error has another shape'
  if (!Array.isArray(errors)) return 'errors is no list'
  for (const finding of errors) {
    if (!/^(\/([^~]|~[01])*)*$/s.test(finding.path) || typeof finding.message !== 'string')
      return `${JSON.stringify(finding)} names no member`
  }
  return null
}

it('returns a documented response to every request', async () => {
  const succeeded = new Set<string>()
  const refused = new Set<number>()
  const good = { json: 0, proxy: 0, raw: 0, document: 0 }
  for (let seed = 1; seed <= worlds; seed++) {
    const random = createSeededRandom(seed + 11)
    const world = await createTwoOrganizations()
    const targets = await createProxyTargets(world)
    const cursors: string[] = []
    for (let count = 0; count < requestsPerWorld; count++) {
      const [id, row] = pick(random, count % 4 === 0 ? startedRows : timelessRows)
      const own = atProxy(row, world.own, targets)
      const sent = randomRequest(random, row, { own, stranger: world.other, cursors })
      const answer = await world.under.service.handle(toRequest(sent))
      const found = findFault(sent, answer)
      if (found !== null) {
        const text = new TextDecoder().decode(sent.body.slice(0, 500))
        throw new Error(`Seed ${seed}, request ${count}: ${id} ${sent.method} ${sent.target} ${text}: ${found}`)
      }
      if (answer.status < 300 || (row.kind === 'document' && [303, 401].includes(answer.status))) {
        succeeded.add(id)
        good[row.kind]++
        const next = /"next":"([^"]+)"/.exec(textOfBody(answer))?.[1]
        if (next !== undefined) cursors.push(next)
      } else refused.add(answer.status)
    }
    expect(world.under.logged).toEqual([])
  }
  // Otherwise the requests are so wrong, or so valid, that little is tested.
  // With the seeds of the soak, each operation succeeds at least once.
  if (scale > 1) expect([...succeeded].sort()).toEqual(timelessRows.map(([id]) => id).sort())
  expect([...refused]).toEqual(expect.arrayContaining([400, 401, 404, 405, 409, 413, 415]))
  expect(good.json).toBeGreaterThan(150 * worlds)
  expect(good.proxy).toBeGreaterThan(50 * worlds)
})

it('rejects or stores hostile values in every member of every body', async () => {
  const world = await createTwoOrganizations()
  const random = createSeededRandom(99)
  for (const [id, row] of rows) {
    if (row.kind !== 'json' || row.body === null) continue
    const { properties = {} } = row.body as { properties?: Record<string, unknown> }
    const sample = sampleRequest(row, world.own)
    for (const name of Object.keys(properties)) {
      for (let count = 0; count < 6 * scale; count++) {
        const value = hostileValue(random)
        const body = new TextEncoder().encode(JSON.stringify({ ...(sample.body as object), [name]: value }))
        const headers = {
          authorization: `Bearer ${tokenFor(row, world.own)}`,
          'content-type': 'application/json',
        }
        const sent = { method: sample.method, target: sample.path, headers, body }
        const found = findFault(sent, await world.under.service.handle(toRequest(sent)))
        expect([id, name, value, found]).toEqual([id, name, value, null])
      }
    }
  }
})
