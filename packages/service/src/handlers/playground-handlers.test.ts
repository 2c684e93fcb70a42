import { describe, expect, it } from 'vitest'
import { blueprints } from '../documents/collections/playgrounds.js'
import { createRequest } from '../http/request.js'
import { callAsOrganization } from '../testing/call-as-organization.js'
import { serviceOn } from '../testing/service-under-test.js'

const basic = { resourceType: 'Basic', id: 'b1', code: { text: 'Note' } }

/** Returns a playground of the small clinic, and the path of its FHIR server. */
async function createPlayground(seed?: number) {
  const world = await callAsOrganization()
  const { call, create, ids } = world
  const make = async (more: object = {}) => {
    const id = await create('/playgrounds', { environment_id: ids.environment_id, ...more })
    const sandboxes = (await call('GET', `/sandboxes?playground_id=${id}`)).body.data as { id: string; type: string }[]
    const sandboxOf = (type: string) => sandboxes.find((sandbox) => sandbox.type === type)?.id ?? ''
    return { id, fhir: `/sandboxes/${sandboxOf('FHIR')}/fhir`, portal: `/sandboxes/${sandboxOf('Payer')}/portal` }
  }
  return { ...world, make, playground: await make(seed === undefined ? {} : { seed }) }
}

describe('a standalone playground', () => {
  it('is created, read, listed and torn down [playgrounds.crud, playgrounds.fields]', async () => {
    const { call, ids } = await callAsOrganization()
    const created = await call('POST', '/playgrounds', { environment_id: ids.environment_id, seed: 7 })
    expect(created.status).toBe(201)
    expect(created.body).toEqual({
      id: expect.stringMatching(/^pg_/),
      environment_id: ids.environment_id,
      task_run_id: null,
      status: 'active',
      seed: 7,
      created_at: '2026-01-05T09:00:00.000Z',
    })
    const target = `/playgrounds/${created.body.id}`
    expect((await call('GET', target)).body).toEqual(created.body)
    const [newest] = (await call('GET', '/playgrounds')).body.data as object[]
    expect(newest).toEqual(created.body)
    const torn = await call('POST', `${target}/teardown`)
    expect([torn.status, torn.body]).toEqual([200, { ...created.body, status: 'torn_down' }])
    expect((await call('POST', `${target}/teardown`)).text).toBe(torn.text)
    expect((await call('GET', target)).text).toBe(torn.text)
  })

  it('rejects calls once it is torn down, but its log remains readable [playgrounds.torn-down]', async () => {
    const { call, under, playground } = await createPlayground()
    const { id, fhir } = playground
    expect((await call('PUT', `${fhir}/Basic/b1`, basic)).status).toBe(201)
    expect((await call('GET', `${fhir}/Basic/b1`)).status).toBe(200)
    await call('POST', `/playgrounds/${id}/teardown`)
    for (const [method, body] of [['GET'], ['PUT', basic], ['HEAD']] as const) {
      const refused = await call(method, `${fhir}/Basic/b1`, body)
      expect([method, refused.status, refused.body]).toMatchObject([method, 409, { error: { code: 'CONFLICT' } }])
      expect(refused.text).toContain('torn_down')
    }
    const [sandbox] = (await call('GET', `/sandboxes?playground_id=${id}`)).body.data as { status: string }[]
    expect(sandbox?.status).toBe('torn_down')
    const events = await call('GET', `${fhir.replace('/fhir', '')}/events`)
    expect(events.body.data).toMatchObject([{ type: 'fhir.read' }, { type: 'fhir.create' }])
    const entries = await under.store.log.read(id)
    expect(entries.map(({ action }) => action.kind)).toEqual(['call', 'call', 'seal'])
  })

  it('has the environment at its creation; later edits do not affect it', async () => {
    const { call, ids, make, playground } = await createPlayground()
    const entry = { resource: { resourceType: 'Patient', id: 'late' } }
    await call('PATCH', `/datasets/${ids.dataset_id}`, {
      config: { bundle: { resourceType: 'Bundle', type: 'collection', entry: [entry] } },
    })
    const { simulators } = (await call('GET', `/environments/${ids.environment_id}`)).body as {
      simulators: { id: string }[]
    }
    for (const { id } of simulators) await call('DELETE', `/environments/${ids.environment_id}/simulators/${id}`)
    expect((await call('GET', `${playground.fhir}/Patient/p1`)).status).toBe(200)
    expect((await call('GET', `${playground.fhir}/Patient/late`)).status).toBe(404)
    for (const { id } of simulators) await call('POST', `/environments/${ids.environment_id}/simulators/${id}`)
    const later = await make()
    expect((await call('GET', `${later.fhir}/Patient/late`)).status).toBe(200)
    expect((await call('GET', `${later.fhir}/Patient/p1`)).status).toBe(404)
  })

  it('is independent of others of the same environment, which share one seeded state', async () => {
    const { call, make, playground, under } = await createPlayground()
    const kept = (await under.store.page(blueprints, { limit: 100 })).docs.length
    const other = await make()
    await call('DELETE', `${playground.fhir}/Patient/p1`)
    expect((await call('GET', `${playground.fhir}/Patient/p1`)).status).toBe(410)
    expect((await call('GET', `${other.fhir}/Patient/p1`)).status).toBe(200)
    expect((await call('GET', `${(await make()).fhir}/Patient/p1`)).status).toBe(200)
    expect((await under.store.page(blueprints, { limit: 100 })).docs).toHaveLength(kept)
  })

  it('continues in another process', async () => {
    const { call, own, playground, under } = await createPlayground()
    await call('PUT', `${playground.fhir}/Basic/b1`, basic)
    const after = serviceOn(under.store, { clock: under.clock })
    const headers = { authorization: `Bearer ${own.organizationKey}`, 'content-type': 'application/json' }
    const elsewhere = (method: string, target: string, body = '') =>
      after.handle(createRequest(method, target, headers, new TextEncoder().encode(body)))
    expect((await elsewhere('GET', `${playground.fhir}/Basic/b1`)).status).toBe(200)
    const changed = await elsewhere('PUT', `${playground.fhir}/Basic/b1`, JSON.stringify(basic))
    expect(changed.status).toBe(200)
    expect((await elsewhere('POST', `/playgrounds/${playground.id}/teardown`)).status).toBe(200)
    expect((await call('GET', `${playground.fhir}/Basic/b1`)).status).toBe(409)
  })

  it('gives the same results for the same calls and seed, and others for another seed', async () => {
    const { call, make, playground } = await createPlayground(5)
    const other = await make({ seed: 5 })
    const third = await make({ seed: 6 })
    const made = []
    for (const { fhir } of [playground, other, third]) {
      const answer = await call('POST', `${fhir}/Basic`, { resourceType: 'Basic', code: { text: 'Note' } })
      expect([answer.status, answer.headers.location]).toMatchObject([
        201,
        expect.stringMatching(new RegExp(`^${fhir}/`)),
      ])
      made.push(answer.body.id)
    }
    expect(made[1]).toBe(made[0])
    expect(made[2]).not.toBe(made[0])
    const drawn = await call('GET', `/playgrounds/${(await make()).id}`)
    expect(drawn.body.seed).toEqual(expect.any(Number))
  })

  it('runs with the clock of the service: neither its mode nor its start can be chosen', async () => {
    const { call, under, ids, playground } = await createPlayground()
    for (const more of [{ clock: 'stepped' }, { starts_at: '1999-03-04T08:00:00Z' }]) {
      const refused = await call('POST', '/playgrounds', { environment_id: ids.environment_id, ...more })
      expect([refused.status, refused.body]).toMatchObject([400, { error: { code: 'INVALID_REQUEST' } }])
    }
    const { fhir } = playground
    for (const now of ['2026-01-05T09:00:00.000Z', '2026-01-05T09:01:00.000Z']) {
      expect((await call('PUT', `${fhir}/Basic/b1`, { ...basic, code: { text: now } })).body.meta).toMatchObject({
        lastUpdated: now,
      })
      under.clock.advance(60_000)
    }
    for (const path of [`${fhir}/../clock`, `/playgrounds/${playground.id}/clock`]) {
      expect((await call('GET', path)).status).toBe(404)
    }
  })

  it('is rejected for an invalid seed, and for an environment that cannot be seeded, \
without creating anything', async () => {
    const { call, create, ids } = await callAsOrganization()
    const before = (await call('GET', '/playgrounds')).text
    for (const seed of [-1, 1.5, '1', null]) {
      const refused = await call('POST', '/playgrounds', { environment_id: ids.environment_id, seed })
      expect([seed, refused.status, refused.body]).toMatchObject([
        seed,
        400,
        { error: { errors: [{ path: '/seed' }] } },
      ])
    }
    const environment = await create('/environments', { name: 'odd' })
    const simulator = await create('/simulators', { type: 'HL7', name: 'h' })
    const dataset = await create('/datasets', { type: 'HL7', name: 'd', config: { messages: ['not a message'] } })
    await call('POST', `/environments/${environment}/simulators/${simulator}`)
    await call('POST', `/environments/${environment}/datasets/${dataset}`)
    const odd = await call('POST', '/playgrounds', { environment_id: environment })
    expect([odd.status, odd.text]).toEqual([
      409,
      expect.stringContaining('The simulators cannot load their configurations and datasets'),
    ])
    expect((await call('GET', '/playgrounds')).text).toBe(before)
  })
})

describe('an environment with a playground', () => {
  it('cannot be deleted while the playground is active; the message names it', async () => {
    const { call, create } = await callAsOrganization()
    const id = await create('/environments', { name: 'e' })
    const playground = await create('/playgrounds', { environment_id: id })
    const refused = await call('DELETE', `/environments/${id}`)
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining(playground)])
    await call('POST', `/playgrounds/${playground}/teardown`)
    expect((await call('DELETE', `/environments/${id}`)).status).toBe(204)
    expect((await call('GET', `/playgrounds/${playground}`)).body).toMatchObject({ environment_id: id })
  })

  it('that is deleted concurrently leaves no unresolved reference', async () => {
    const { call, create } = await callAsOrganization()
    for (let round = 0; round < 5; round++) {
      const id = await create('/environments', { name: 'e' })
      const [made, deleted] = await Promise.all([
        call('POST', '/playgrounds', { environment_id: id }),
        call('DELETE', `/environments/${id}`),
      ])
      expect([
        [201, 409],
        [404, 204],
      ]).toContainEqual([made?.status, deleted?.status])
    }
  })
})
