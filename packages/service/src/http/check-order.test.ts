import { limits, type Operation } from '@carebench/protocol'
import { update } from '@carebench/store'
import { beforeAll, describe, expect, it } from 'vitest'
import { keys } from '../documents/collections/access.js'
import { rows, sampleRequest, tokenFor } from '../testing/sample-request.js'
import { createTwoOrganizations, type TwoOrganizations } from '../testing/two-organizations.js'
import { BodyTooLargeError, type ServiceRequest, textOfBody } from './request.js'

// Each request also fails all later checks, so the response shows the order.

const malformed = new TextEncoder().encode('{"a":')
const tooLarge = new Uint8Array(limits.largeBody + 1)

let world: TwoOrganizations
beforeAll(async () => {
  world = await createTwoOrganizations()
})

async function send(
  method: string,
  target: string,
  token: string | null,
  body: Uint8Array,
  headers: Record<string, string> = { 'content-type': 'text/plain' },
) {
  let reads = 0
  const request: ServiceRequest = {
    method,
    target,
    headers: token === null ? headers : { ...headers, authorization: token },
    remoteAddress: null,
    readBody: async (limit) => {
      reads++
      if (body.byteLength > limit) throw new BodyTooLargeError(limit)
      return body
    },
  }
  const answer = await world.under.service.handle(request)
  const text = textOfBody(answer)
  return {
    status: answer.status,
    headers: answer.headers,
    code: /json/.test(answer.headers['content-type'] ?? '') ? JSON.parse(text).error?.code : null,
    reads,
  }
}

function unknownTarget(row: Operation) {
  return row.path.replaceAll(/\{\w+\}/g, 'none_1').replace('*', 'x')
}

function wrongTokens(row: Operation): readonly (string | null)[] {
  const { own, other } = world
  const right = tokenFor(row, own)
  const all = [own.organizationKey, own.solverKey, own.runToken]
  const wrong = all.filter((token) => token !== right).map((token) => `Bearer ${token}`)
  const run = row.auth === 'run' ? [`Bearer ${other.runToken}`] : []
  return [
    null,
    '',
    'Bearer',
    'Bearer ',
    `Bearer ${right?.slice(0, -1)}`,
    `Bearer ${right?.slice(0, -1)}!`,
    `Bearer ${right}, Bearer ${right}`,
    `Basic ${right}`,
    `${right}`,
    `Bearer ${'vk_'.padEnd(46, '0')}`,
    `Bearer ${'x'.repeat(10_000)}`,
    ...wrong,
    ...run,
  ]
}

describe.each(rows)('%s', (_, row) => {
  const method = row.method === 'ALL' ? 'POST' : row.method

  it('answers an unknown path first, then a wrong method \
[order.path-first, order.method-second, errors.code-method-not-allowed, errors.allow]', async () => {
    const lost = await send('BREW', `${unknownTarget(row)}/x/y/z/`, null, tooLarge)
    if (row.kind === 'json') {
      expect([lost.status, lost.code]).toEqual([404, 'RESOURCE_NOT_FOUND'])
      const wrong = await send('BREW', `${unknownTarget(row)}?limit=x`, null, tooLarge)
      expect([wrong.status, wrong.code, wrong.reads]).toEqual([405, 'METHOD_NOT_ALLOWED', 0])
      expect(wrong.headers.allow?.split(', ')).toContain(row.method)
    }
  })

  if (row.auth !== 'none') {
    it('then the token, before a byte of the body is read \
[order.token-third, authentication.challenge, authentication.missing, authentication.invalid, \
authentication.wrong-kind, authentication.internal-other-tokens, authentication.solver-only-creates-runs, \
authentication.bearer, open.nothing-else]', async () => {
      const targets = [unknownTarget(row), sampleRequest(row, world.own).path]
      for (const target of targets) {
        for (const token of wrongTokens(row)) {
          const refused = await send(method, `${target}?limit=x`, token, tooLarge)
          expect([token, refused.status, refused.code, refused.reads]).toEqual([token, 401, 'UNAUTHORIZED', 0])
          expect(refused.headers['www-authenticate']).toBe('Bearer')
        }
      }
    })
  }

  // A run token is rejected for any path but its own, before a resource is read.
  const target = () => (row.auth === 'run' ? sampleRequest(row, world.own).path : unknownTarget(row))
  const token = () => `Bearer ${tokenFor(row, world.own)}`

  // A site authenticates before it reads the body, and answers in pages.
  if (row.kind === 'document') return

  it('then the size [order.size-fourth, errors.code-payload-too-large]', async () => {
    const refused = await send(method, `${target()}?limit=x`, token(), tooLarge)
    expect([refused.status, refused.code]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
    if (row.maxBody === limits.body) {
      const small = await send(method, target(), token(), new Uint8Array(limits.body + 1))
      expect(small.status).toBe(413)
    }
  })

  if (row.kind === 'json' && row.body !== null) {
    it('then the media type [order.media-type-fifth, errors.code-media-type, errors.media-type-parsed]', async () => {
      for (const type of [
        'text/plain',
        'application/jsonp',
        'text/json',
        'application/json+x',
        'x/application/json',
        '',
      ]) {
        const refused = await send(method, `${target()}?limit=x`, token(), malformed, { 'content-type': type })
        expect([type, refused.status, refused.code]).toEqual([type, 415, 'UNSUPPORTED_MEDIA_TYPE'])
      }
    })
  }

  // The service does not parse the bodies of groups that parse JSON themselves.
  it.skipIf(row.kind === 'raw' || (row.kind === 'proxy' && row.jsonMediaTypes.length === 0))(
    'then the charset and the body, before what the path names [order.input-sixth, json.malformed, errors.charset]',
    async () => {
      const send400 = (charset: string) =>
        send(method, target(), token(), malformed, { 'content-type': `Application/JSON; charset=${charset}` })
      const refused = await send400('"UTF-8"')
      // The FHIR groups have an error format of their own.
      const code = row.kind === 'proxy' && ['fhir', 'payer'].includes(row.group) ? undefined : 'INVALID_REQUEST'
      expect([refused.status, refused.code]).toEqual([400, code])
      if (row.kind === 'proxy' || (row.kind === 'json' && row.body !== null)) {
        const foreign = await send400('latin1')
        expect([foreign.status, foreign.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
      }
    },
  )

  if (row.kind === 'json') {
    it('then the query [json.unknown-query]', async () => {
      const { body } = sampleRequest(row, world.own)
      const bytes = body === undefined ? new Uint8Array() : new TextEncoder().encode(JSON.stringify(body))
      for (const query of ['unknown=1', '__proto__=1', 'a=1&a=1']) {
        const refused = await send(method, `${target()}?${query}`, token(), bytes, {
          'content-type': 'application/json',
        })
        expect([query, refused.status, refused.code]).toEqual([query, 400, 'INVALID_REQUEST'])
      }
    })
  }

  if (row.auth === 'organization' && row.path.includes('{')) {
    it('then the resource [errors.code-not-found]', async () => {
      const { query, body } = sampleRequest(row, world.own)
      const bytes = body === undefined ? new Uint8Array() : new TextEncoder().encode(JSON.stringify(body))
      const headers = { 'content-type': 'application/json' }
      const refused = await send(method, unknownTarget(row) + query, token(), bytes, headers)
      expect([refused.status, refused.code]).toEqual([404, 'RESOURCE_NOT_FOUND'])
    })
  }

  if (row.method === 'GET') {
    it('answers HEAD as GET [transport.head, transport.no-store]', async () => {
      const { path, query } = sampleRequest(row, world.own)
      const id = { 'x-request-id': 'same' }
      const read = await send('GET', path + query, token(), new Uint8Array(), id)
      const head = await send('HEAD', path + query, token(), new Uint8Array(), id)
      expect([head.status, head.headers]).toEqual([read.status, read.headers])
      expect(read.headers['cache-control']).toBe('no-store')
      const withoutToken = await send('HEAD', path + query, null, new Uint8Array())
      expect(withoutToken.status).toBe(row.auth === 'none' ? read.status : 401)
    })
  }
})

describe('a formerly valid token', () => {
  it('is rejected once its key is revoked [authentication.revoked]', async () => {
    const { under, own } = await createTwoOrganizations()
    const page = await under.store.page(keys, { limit: 100 })
    for (const { id } of page.docs) {
      const found = await under.store.get(keys, id)
      if (found === undefined) continue
      await under.store.commit([update(keys, { ...found.doc, revoked_at: '2026-01-05T09:00:00.000Z' }, found.revision)])
    }
    expect((await under.call(own.organizationKey, 'GET', '/benchmarks')).status).toBe(401)
    const create = await under.call(own.solverKey, 'POST', '/v1/benchmark-runs', { benchmark: own.reference })
    expect(create.status).toBe(401)
    // Revoking a Solver key only prevents new runs.
    expect((await under.call(own.runToken, 'GET', `/v1/benchmark-runs/${own.ids.run_id}`)).status).toBe(200)
  })

  it('of a run is rejected from the moment of its expiry [authentication.run-token-expires]', async () => {
    const { under, own } = await createTwoOrganizations()
    const target = `/v1/benchmark-runs/${own.ids.run_id}`
    under.clock.advance(4 * 3_600_000 - 1)
    expect((await under.call(own.runToken, 'GET', target)).status).toBe(200)
    under.clock.advance(1)
    for (const [method, path] of [
      ['GET', target],
      ['POST', `/v1/task-runs/${own.ids.task_run_id}/start`],
      ['POST', `/v1/task-runs/${own.ids.task_run_id}/complete`],
      ['GET', `${target}/fhir/Patient`],
    ] as const) {
      expect((await under.call(own.runToken, method, path)).body).toMatchObject({ error: { code: 'UNAUTHORIZED' } })
    }
  })
})

describe('a state that does not permit the call is reported last', () => {
  it('after an unknown reference in the body [order.resource-seventh, order.state-last]', async () => {
    const { under, own } = world
    const target = `/benchmarks/${own.ids.benchmark_id}`
    const renamed = await under.call(own.organizationKey, 'PATCH', target, { name: 'x', environment_id: 'env_none' })
    expect(renamed.status).toBe(404)
    expect((await under.call(own.organizationKey, 'PATCH', target, { name: 'x' })).status).toBe(409)
  })
})
