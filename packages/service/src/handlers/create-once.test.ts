import { createSeededRandom, createsResource, type JsonObject } from '@carebench/protocol'
import { createMemoryStore } from '@carebench/store'
import { createHostileStore } from '@carebench/store/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { keys } from '../documents/collections/access.js'
import { environments } from '../documents/collections/authoring.js'
import { creations } from '../documents/collections/creations.js'
import { createRecordingStore, type Recording } from '../testing/recording-store.js'
import { rows, sampleRequest, tokenFor } from '../testing/sample-request.js'
import { type Answer, createServiceUnderTest, makeCalls, serviceOn } from '../testing/service-under-test.js'
import { createTwoOrganizations, type TwoOrganizations } from '../testing/two-organizations.js'

const day = 24 * 60 * 60 * 1000

/** Returns the tokens in a response; nothing else in it is a secret. */
function tokensIn(text: string): readonly string[] {
  return text.match(/\b(?:vk|vrl_slv|vrl_run|vop)_[0-9A-Za-z]{43}\b/g) ?? []
}

/** Returns a service on a recording store, and calls with the key of its organization. */
async function begin() {
  const memory = createMemoryStore()
  const store = createRecordingStore(memory)
  const under = await createServiceUnderTest({ store })
  store.takeInserted()
  const post = (target: string, key: string | null, body?: unknown): Promise<Answer> =>
    under.call(under.organizationKey, 'POST', target, body, key === null ? {} : { 'idempotency-key': key })
  const count = async () => (await memory.page(creations, { limit: 100 })).docs.length
  return { under, memory, store, post, count }
}

describe.each(rows.filter(([, row]) => createsResource(row)))('%s with a key', (_, row) => {
  let world: TwoOrganizations
  let store: Recording

  beforeEach(async () => {
    const recording = createRecordingStore(createMemoryStore())
    store = recording
    world = await createTwoOrganizations({ store: recording })
    recording.takeInserted()
  })

  const send = (changes: JsonObject, key: string | null) => {
    const { method, path, body } = sampleRequest(row, world.own)
    const sent = { ...Object(body), ...changes }
    return world.under.call(
      tokenFor(row, world.own),
      method,
      path,
      sent,
      key === null ? {} : { 'idempotency-key': key },
    )
  }

  it('creates one resource, and returns the same bytes to a repeated call \
[idempotency.replayed, idempotency.header]', async () => {
    const first = await send({}, 'k-1')
    expect([first.status, first.headers['idempotent-replayed']]).toEqual([201, undefined])
    const made = store.takeInserted()
    expect(made.length).toBeGreaterThan(1)
    for (let attempt = 0; attempt < 2; attempt++) {
      const repeated = await send({}, 'k-1')
      expect([repeated.status, repeated.text]).toEqual([201, first.text])
      expect(repeated.headers).toMatchObject({ 'idempotent-replayed': 'true', 'cache-control': 'no-store' })
      expect(repeated.headers['content-type']).toBe(first.headers['content-type'])
    }
    expect(store.takeInserted()).toEqual([])
  })

  it('returns the same members as without a key', async () => {
    const unique = 'alias' in Object(sampleRequest(row, world.own).body) ? { alias: 'other' } : { name: 'Other' }
    const renamed = Object.keys(unique).every((name) => name in Object(sampleRequest(row, world.own).body))
    const keyed = await send({}, 'k-1')
    const plain = await send(renamed ? unique : {}, null)
    expect(plain.status).toBe(201)
    expect(readShape(keyed.body)).toEqual(readShape(plain.body))
  })

  it('rejects another body [idempotency.other-body]', async () => {
    const first = await send({}, 'k-1')
    const [name, value] = changeable(row.kind === 'json' ? row.body : null)
    store.takeInserted()
    const other = await send({ [name]: value }, 'k-1')
    expect([other.status, other.body]).toMatchObject([409, { error: { code: 'CONFLICT' } }])
    expect(store.takeInserted()).toEqual([])
    expect((await send({}, 'k-1')).text).toBe(first.text)
  })

  it('stores no token of its response', async () => {
    const { text } = await send({}, 'k-1')
    await send({}, 'k-1')
    for (const token of tokensIn(text)) expect(store.text()).not.toContain(token)
  })
})

/** Returns an optional or textual member of a body, with another valid value. */
function changeable(schema: object | null): readonly [string, string | boolean | number] {
  const properties: object = Object(Reflect.get(Object(schema), 'properties'))
  for (const [name, value] of [
    ['name', 'Changed'],
    ['label', 'Changed'],
    ['ref', 'changed'],
    ['allow_findings', false],
    ['seed', 5],
    ['benchmark', 'changed@1'],
  ] as const) {
    if (name in properties) return [name, value]
  }
  throw new Error(`None of ${Object.keys(properties)} is known to be changeable.`)
}

/** Returns a value with its kinds instead of its values. */
function readShape(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(readShape)
  if (typeof value !== 'object' || value === null) return value === null ? null : typeof value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, readShape(member)]))
}

describe('a key', () => {
  it.each([
    ['empty', ''],
    ['of 129 characters', 'x'.repeat(129)],
    ['with a control character', 'a\tb'],
    ['with a letter beyond ASCII', 'schlüssel'],
  ])('that is %s is rejected, and creates nothing [idempotency.key-shape]', async (_, key) => {
    const { post, store } = await begin()
    const refused = await post('/environments', key, { name: 'x' })
    expect([refused.status, refused.body]).toMatchObject([400, { error: { code: 'INVALID_REQUEST' } }])
    expect(store.takeInserted()).toEqual([])
  })

  it.each(['!', ' a ~', 'x'.repeat(128), '"8e03978e-40d5"'])('may be %j', async (key) => {
    const { post } = await begin()
    const first = await post('/environments', key, { name: 'x' })
    expect(first.status).toBe(201)
    expect((await post('/environments', key, { name: 'x' })).text).toBe(first.text)
  })

  it('belongs to its caller, its method and its path [idempotency.scope]', async () => {
    const { under, own, other } = await createTwoOrganizations()
    const post = (token: string, target: string, body: unknown) =>
      under.call(token, 'POST', target, body, { 'idempotency-key': 'k-1' })
    const name = { name: 'Sample' }
    const second = String((await under.call(own.organizationKey, 'POST', '/api-keys', { name: 'Second' })).body.key)
    const targets = ['/environments', '/api-keys', `/solvers/${own.ids.solver_id}/api-keys`]
    const answers = await Promise.all(targets.map((target) => post(own.organizationKey, target, name)))
    answers.push(await post(other.organizationKey, '/environments', name))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(4)
    // Another key of the same organization is the same caller.
    expect((await post(second, '/environments', name)).text).toBe(answers[0]?.text)
  })

  it('has no effect on calls that create nothing', async () => {
    const { under, post } = await begin()
    const { body } = await post('/environments', null, { name: 'x' })
    const call = (method: string, target: string, sent?: unknown) =>
      under.call(under.organizationKey, method, target, sent, { 'idempotency-key': '' })
    expect((await call('GET', '/environments')).status).toBe(200)
    expect((await call('PATCH', `/environments/${body.id}`, { name: 'a' })).status).toBe(200)
    expect((await call('DELETE', `/environments/${body.id}`)).status).toBe(204)
  })

  it('is checked after the token', async () => {
    const { under } = await begin()
    const refused = await under.call(null, 'POST', '/environments', { name: 'x' }, { 'idempotency-key': '' })
    expect(refused.status).toBe(401)
  })
})

describe('a repeat', () => {
  it('may have the members of its body in another order, and types in another spelling \
[idempotency.equal-bodies]', async () => {
    const { post } = await begin()
    const first = await post('/simulators', 'k-1', { type: 'Files', name: 'x', config: {} })
    const again = await post('/simulators', 'k-1', { config: {}, name: 'x', type: 'files' })
    expect([again.status, again.text]).toEqual([201, first.text])
  })

  it('gets the first response, even if the resource was changed or deleted since \
[idempotency.replay-unchanged]', async () => {
    const { under, post } = await begin()
    const first = await post('/environments', 'k-1', { name: 'x' })
    const target = `/environments/${first.body.id}`
    await under.call(under.organizationKey, 'PATCH', target, { name: 'changed' })
    expect((await post('/environments', 'k-1', { name: 'x' })).text).toBe(first.text)
    await under.call(under.organizationKey, 'DELETE', target)
    expect((await post('/environments', 'k-1', { name: 'x' })).text).toBe(first.text)
    expect((await under.call(under.organizationKey, 'GET', target)).status).toBe(404)
    const key = await post('/api-keys', 'k-1', { name: 'x' })
    await under.call(under.organizationKey, 'DELETE', `/api-keys/${key.body.id}`)
    expect((await post('/api-keys', 'k-1', { name: 'x' })).text).toBe(key.text)
    expect((await under.call(String(key.body.key), 'GET', '/environments')).status).toBe(401)
  })

  it('of a failed call is executed [idempotency.errors-forgotten]', async () => {
    const { under, post, count } = await begin()
    const taken = await post('/solvers', 'k-1', { alias: 'default', name: 'x' })
    expect(taken.status).toBe(409)
    expect(await count()).toBe(0)
    await under.call(under.organizationKey, 'PATCH', `/solvers/${under.solverId}`, { alias: 'renamed' })
    expect((await post('/solvers', 'k-1', { alias: 'default', name: 'x' })).status).toBe(201)
    // The failed call may even have had another body.
    expect((await post('/solvers', 'k-2', { alias: 'a b', name: 'x' })).status).toBe(400)
    expect((await post('/solvers/slv_none/api-keys', 'k-2', { name: 'x' })).status).toBe(404)
    expect((await post('/solvers', 'k-2', { alias: 'a-b', name: 'x' })).status).toBe(201)
    expect(await count()).toBe(2)
  })

  it('after 24 hours creates another resource, and the old response is deleted [idempotency.expires]', async () => {
    const { under, post, count } = await begin()
    const first = await post('/environments', 'k-1', { name: 'x' })
    under.clock.advance(day - 1)
    await under.service.settleDue()
    expect((await post('/environments', 'k-1', { name: 'x' })).text).toBe(first.text)
    under.clock.advance(1)
    const second = await post('/environments', 'k-1', { name: 'x' })
    expect([second.status, second.headers['idempotent-replayed']]).toEqual([201, undefined])
    expect(second.body.id).not.toBe(first.body.id)
    expect((await post('/environments', 'k-1', { name: 'x' })).text).toBe(second.text)
    expect(await count()).toBe(1)
    under.clock.advance(day)
    await under.service.settleDue()
    expect(await count()).toBe(0)
    expect((await post('/environments', 'k-1', { name: 'changed' })).status).toBe(201)
  })

  it('is forgotten, however many there are', async () => {
    const { under, memory, post } = await begin()
    for (let index = 0; index < 250; index++) await post('/environments', `k-${index}`, { name: 'x' })
    under.clock.advance(day)
    await under.service.settleDue()
    expect((await memory.page(creations, { limit: 1 })).docs).toEqual([])
  })
})

describe('a token in a repeated response', () => {
  const secrets = [7, 8, 9].map((byte) => new Uint8Array(32).fill(byte))
  const [first, second, third] = secrets as [Uint8Array, Uint8Array, Uint8Array]
  const sent = [{ name: 'x' }, { 'idempotency-key': 'k-1' }] as const

  it('is the same after a change of the secret, as long as the service has the earlier one \
[idempotency.tokens]', async () => {
    const { under, memory } = await begin()
    const made = await under.call(under.organizationKey, 'POST', '/api-keys', ...sent)
    const on = (options: Parameters<typeof serviceOn>[1]) =>
      makeCalls(serviceOn(memory, { clock: under.clock, ...options }), '').call
    const changed = on({ secret: second, previousSecrets: [third, first] })
    expect((await changed(under.organizationKey, 'POST', '/api-keys', ...sent)).text).toBe(made.text)
    expect((await changed(String(made.body.key), 'GET', '/environments')).status).toBe(200)
  })

  it('cannot be shown without its secret; the message says so', async () => {
    const { under, memory } = await begin()
    const made = await under.call(under.organizationKey, 'POST', '/api-keys', ...sent)
    const { call } = makeCalls(serviceOn(memory, { clock: under.clock, secret: second }), '')
    const refused = await call(under.organizationKey, 'POST', '/api-keys', ...sent)
    expect([refused.status, refused.body]).toMatchObject([409, { error: { code: 'CONFLICT' } }])
    expect(refused.text).toContain(String(made.body.id))
    expect((await memory.page(keys, { limit: 10 })).docs).toHaveLength(3)
    // Responses without a token need no secret, and tokens remain valid.
    expect((await call(String(made.body.key), 'POST', '/environments', ...sent)).status).toBe(201)
  })
})

describe('while the first call is executed', () => {
  /** Returns two services on one store; the first one's calls stall once it has claimed the key. */
  async function twoServices(
    onPause: (resume: () => void, pauses: number) => void,
    target = '/environments',
    body: object = { name: 'x' },
  ) {
    const memory = createMemoryStore()
    const under = await createServiceUnderTest({ store: memory })
    const stalling = createHostileStore(memory, { random: createSeededRandom(1), pause: async () => {} })
    let pauses = 0
    const pause = async () => {
      onPause(stalling.resume, ++pauses)
      await new Promise((resolve) => setImmediate(resolve))
    }
    const slow = makeCalls(serviceOn(stalling, { clock: under.clock, pause }), '')
    const other = makeCalls(serviceOn(memory, { clock: under.clock, pause }), '')
    const post = ({ call }: typeof slow, body: unknown): Promise<Answer> =>
      call(under.organizationKey, 'POST', target, body, { 'idempotency-key': 'k-1' })
    const first = post(slow, body)
    while ((await memory.page(creations, { limit: 1 })).docs.length === 0) await Promise.resolve()
    stalling.stall()
    const made = async () => (await memory.page(environments, { limit: 10 })).docs
    return { under, memory, slow, other, post, body, first, made, resume: stalling.resume, pauses: () => pauses }
  }

  it('a repeat waits, on the same service and on another [idempotency.concurrent]', async () => {
    const world = await twoServices((resume, pauses) => pauses > 6 && resume())
    const { slow, other, post, body } = world
    const [first, again, elsewhere] = await Promise.all([world.first, post(slow, body), post(other, body)])
    expect([first.status, first.headers['idempotent-replayed']]).toEqual([201, undefined])
    for (const repeat of [again, elsewhere]) {
      expect([repeat.status, repeat.text, repeat.headers['idempotent-replayed']]).toEqual([201, first.text, 'true'])
    }
    expect(await world.made()).toHaveLength(1)
    expect(world.pauses()).toBeGreaterThan(6)
  })

  it('another body waits too, and is rejected if the first call succeeds', async () => {
    const world = await twoServices((resume, pauses) => pauses > 3 && resume())
    expect((await world.post(world.other, { ...world.body, name: 'changed' })).status).toBe(409)
    expect((await world.first).status).toBe(201)
    expect(world.pauses()).toBeGreaterThan(3)
  })

  it('another body waits too, and is executed if the first call fails', async () => {
    const body = { alias: 'a', name: 'x' }
    const world = await twoServices((resume, pauses) => pauses > 3 && resume(), '/solvers', body)
    // Takes the alias of the first call, which is no longer the first to ask for it.
    await world.under.call(world.under.organizationKey, 'POST', '/solvers', body)
    const second = await world.post(world.other, { alias: 'b', name: 'x' })
    expect([(await world.first).status, second.status]).toEqual([409, 201])
  })

  it('a repeat waits for a limited time', async () => {
    const world = await twoServices(() => {})
    const refused = await world.post(world.other, world.body)
    expect([refused.status, refused.body, refused.headers['retry-after']]).toMatchObject([
      503,
      { error: { code: 'UNAVAILABLE' } },
      '1',
    ])
    world.resume()
    expect((await world.first).status).toBe(201)
  })

  it('a repeat takes its place once it seems to have crashed; if it has not, \
only one of them takes effect', async () => {
    const world = await twoServices(() => {})
    world.under.clock.advance(30_000)
    const second = await world.post(world.other, world.body)
    expect([second.status, second.headers['idempotent-replayed']]).toEqual([201, undefined])
    world.resume()
    const first = await world.first
    expect([first.status, first.text]).toEqual([201, second.text])
    expect(await world.made()).toHaveLength(1)
  })

  it('a call with another body may take its place; then the first one is rejected', async () => {
    const world = await twoServices(() => {})
    world.under.clock.advance(30_000)
    const second = await world.post(world.other, { ...world.body, name: 'changed' })
    expect(second.status).toBe(201)
    world.resume()
    expect((await world.first).status).toBe(409)
    expect(await world.made()).toMatchObject([{ name: 'changed' }])
  })

  it('the claim of a crashed service is removed', async () => {
    const world = await twoServices(() => {})
    world.under.clock.advance(30_000)
    await world.under.service.settleDue()
    expect((await world.memory.page(creations, { limit: 1 })).docs).toEqual([])
    world.resume()
    const first = await world.first
    expect(first.status).toBe(201)
    expect((await world.post(world.other, world.body)).text).toBe(first.text)
  })
})

it('a commit whose response was lost is found', async () => {
  const memory = createMemoryStore()
  const under = await createServiceUnderTest({ store: memory })
  const faults = { random: createSeededRandom(1), failAfter: 0, pause: async () => {} }
  const store = createHostileStore(memory, faults)
  const losing = {
    ...store,
    async commit(...parts: Parameters<typeof store.commit>) {
      // Not the claim, but the commit that creates the key.
      faults.failAfter = parts[0].length > 1 ? 1 : 0
      return store.commit(...parts)
    },
  }
  const { call } = makeCalls(serviceOn(losing, { clock: under.clock }), '')
  const post = () => call(under.organizationKey, 'POST', '/api-keys', { name: 'x' }, { 'idempotency-key': 'k-1' })
  const first = await post()
  expect(first.status).toBe(201)
  expect((await post()).text).toBe(first.text)
  expect((await under.call(String(first.body.key), 'GET', '/api-keys')).body.data).toHaveLength(2)
})
