import { limits } from '@carebench/protocol'
import { describe, expect, it } from 'vitest'
import { everySystem, serviceStart, startClockWorld } from '../testing/clock-world.js'

const starts_at = '1999-03-04T08:00:00.000Z'
const second = 1000

describe('the clock of a playground', () => {
  it('is that of the service by default [time.real, time.read]', async () => {
    const world = await startClockWorld(everySystem({}))
    world.clock.advance(5 * second)
    expect((await world.send('GET', 'clock')).body).toEqual({ now: '2087-07-15T09:00:05.000Z', mode: 'real' })
  })

  it('begins at `starts_at`, in UTC, and runs on from the start of the task run [time.starts-at]', async () => {
    const world = await startClockWorld(everySystem({}, { starts_at: '1999-03-04T10:00:00+02:00' }))
    expect((await world.send('GET', 'clock')).body).toEqual({ now: starts_at, mode: 'real' })
    world.clock.advance(90 * second)
    const patient = await world.send('PUT', 'fhir/Patient/p1', { resourceType: 'Patient', id: 'p1' })
    expect(patient.body.meta).toMatchObject({ lastUpdated: '1999-03-04T08:01:30.000Z' })
    expect((await world.send('GET', 'clock')).body.now).toBe('1999-03-04T08:01:30.000Z')
  })

  it('begins where the scenario has advanced it to', async () => {
    const scenario = { steps: [{ type: 'advance_clock' as const, seconds: 3600 }] }
    for (const clock of ['real', 'stepped'] as const) {
      const world = await startClockWorld(everySystem({ clock }, { starts_at, scenario }))
      expect((await world.send('GET', 'clock')).body).toEqual({ now: '1999-03-04T09:00:00.000Z', mode: clock })
    }
  })

  it('moves with each call of the agent in stepped mode, even reads and rejected calls, but not by itself \
[time.stepped]', async () => {
    const world = await startClockWorld(everySystem({ clock: 'stepped', seconds_per_call: 2.5 }, { starts_at }))
    const now = async () => (await world.send('GET', 'clock')).body.now
    world.clock.advance(300 * second)
    expect(await now()).toBe(starts_at)
    expect((await world.send('GET', 'fhir/Patient/p1')).status).toBe(200)
    expect(await now()).toBe('1999-03-04T08:00:02.500Z')
    expect((await world.send('GET', 'fhir/Patient/none')).status).toBe(404)
    expect((await world.send('POST', 'portal/prior-auths', { nonsense: true })).status).toBe(422)
    expect(await now()).toBe('1999-03-04T08:00:07.500Z')
  })

  it('stands still for requests that reach no system, and moves for calls that a system rejects \
[time.stepped-refused]', async () => {
    const world = await startClockWorld(everySystem({ clock: 'stepped' }, { starts_at }))
    // Such a type is JSON too, but the body is sent as it is.
    const json = { 'content-type': 'APPLICATION/JSON' }
    const refused: readonly (readonly [status: number, ...call: Parameters<typeof world.send>])[] = [
      [400, 'POST', 'faxes', '{"to_number":', json],
      [400, 'PUT', 'fhir/Patient/p1', '{"resourceType":', json],
      [413, 'POST', 'faxes', 'x'.repeat(limits.body + 1)],
      [415, 'POST', 'faxes', '{}', { 'content-encoding': 'gzip' }],
      [415, 'POST', 'faxes', '{}', { 'content-type': 'APPLICATION/JSON; charset=latin1' }],
      [404, 'GET', 'nothing'],
      [404, 'GET', 'faxes@other'],
      [404, 'GET', 'fhir/Patient/p1', undefined, { 'task-run-id': 'tr_none' }],
    ]
    for (const [status, ...call] of refused) {
      const answer = await world.send(...call)
      expect([call[0], call[1], answer.status, answer.text]).toEqual([call[0], call[1], status, expect.any(String)])
      expect((await world.send('GET', 'clock')).body.now).toBe(starts_at)
    }
    for (const [index, path] of ['fhir/Nothing/1', 'faxes/none/at/all', 'portal/nothing'].entries()) {
      expect((await world.send('GET', path)).status).toBe(404)
      expect((await world.send('GET', 'clock')).body.now).toBe(`1999-03-04T08:00:0${index + 1}.000Z`)
    }
    expect((await world.entries()).map(({ action }) => action.kind)).toEqual(['call', 'call', 'call'])
  })

  it('moves for each entry of a batch or a transaction before it is handled, and once for a malformed Bundle \
[time.stepped-entries]', async () => {
    const world = await startClockWorld(everySystem({ clock: 'stepped', seconds_per_call: 2.5 }, { starts_at }))
    const get = { request: { method: 'GET', url: 'Patient/p1' } }
    const resource = { resourceType: 'Basic', code: { text: 'n' } }
    const create = { resource, request: { method: 'POST', url: 'Basic' } }
    const tooMany = Array.from({ length: 10_001 }, () => get)
    const bundle = (type: string, entry: unknown) => ({ resourceType: 'Bundle', type, entry })
    // Such a type is JSON too, but the body is sent as it is.
    const text = { 'content-type': 'TEXT/JSON' }
    const sent: readonly (readonly [entries: number, status: number, ...Parameters<typeof world.send>])[] = [
      [3, 200, 'POST', 'fhir', bundle('batch', [get, get, create])],
      [2, 200, 'POST', 'fhir/', bundle('transaction', [create, create])],
      [2, 404, 'POST', 'fhir', bundle('transaction', [get, { request: { method: 'GET', url: 'Patient/none' } }])],
      [4, 200, 'POST', 'fhir', JSON.stringify(bundle('batch', [get, get, get, get])), text],
      [1, 200, 'POST', 'fhir', bundle('batch', [])],
      [1, 200, 'POST', 'fhir', bundle('batch', undefined)],
      [1, 400, 'POST', 'fhir', bundle('batch', [get, {}])],
      [1, 400, 'POST', 'fhir', bundle('batch', { 0: get })],
      [1, 400, 'POST', 'fhir', '{"resourceType":"Bundle","type":"batch","entry":[', text],
      [1, 400, 'POST', 'fhir', bundle('collection', [get, get])],
      [1, 201, 'POST', 'fhir/Bundle', bundle('batch', [get, get])],
      [1, 413, 'POST', 'fhir', bundle('batch', tooMany)],
    ]
    let seconds = 0
    for (const [entries, status, ...call] of sent) {
      const answer = await world.send(...call)
      expect([entries, answer.status]).toEqual([entries, status])
      seconds += entries * 2.5
      const now = new Date(Date.parse(starts_at) + seconds * second).toISOString()
      expect((await world.send('GET', 'clock')).body.now).toBe(now)
      expect((await world.entries()).at(-1)?.at).toBe(now)
    }
    await world.complete()
    expect(await world.replay()).toMatchObject({ same: true })
  })

  it('moves once for a page that reads from the portal, however often', async () => {
    const world = await startClockWorld(everySystem({ clock: 'stepped' }, { starts_at }))
    for (const [index, path] of ['portal/', 'portal/prior-auths'].entries()) {
      expect((await world.send('GET', path, undefined, { accept: 'text/html' })).status).toBe(200)
      expect((await world.send('GET', 'clock')).body.now).toBe(`1999-03-04T08:00:0${index + 1}.000Z`)
    }
  })

  it('runs alike in every process, from the stored start', async () => {
    const world = await startClockWorld(everySystem({}, { starts_at }))
    world.clock.advance(5 * second)
    const [one, other] = [await world.send('GET', 'clock'), await world.sendElsewhere('GET', 'clock')]
    expect([one.body.now, other.body.now]).toEqual(['1999-03-04T08:00:05.000Z', '1999-03-04T08:00:05.000Z'])
  })

  it('steps on from the calls of every process', async () => {
    const world = await startClockWorld(everySystem({ clock: 'stepped' }, { starts_at }))
    for (let round = 0; round < 3; round++) {
      await world.send('GET', 'fhir/Patient/p1')
      await world.sendElsewhere('GET', 'fhir/Patient/p1')
      await world.sendElsewhere('POST', 'wait', { seconds: 10 })
    }
    expect((await world.send('GET', 'clock')).body.now).toBe('1999-03-04T08:00:36.000Z')
  })

  it('moves by one second per call by default, from the start of the task run', async () => {
    const world = await startClockWorld(everySystem({ clock: 'stepped' }))
    world.clock.advance(300 * second)
    await world.send('GET', 'fhir/Patient/p1')
    expect(Date.parse(String((await world.send('GET', 'clock')).body.now))).toBe(serviceStart + second)
  })

  it('does not affect the timeout of the task, which follows the time of the service [time.timeout]', async () => {
    const world = await startClockWorld(everySystem({ clock: 'stepped', seconds_per_call: 86_400 }, { starts_at }))
    expect((await world.send('GET', 'fhir/Patient/p1')).status).toBe(200)
    world.clock.advance(86_400 * second)
    expect((await world.send('GET', 'clock')).status).toBe(409)
  })

  it('is chosen as the systems are [time.chosen]', async () => {
    const world = await startClockWorld(everySystem({}))
    const named = await world.send('GET', 'clock', undefined, { 'task-run-id': world.taskRunId })
    expect(named.status).toBe(200)
    expect((await world.send('GET', 'clock', undefined, { 'task-run-id': 'tr_none' })).status).toBe(404)
    await world.complete()
    expect((await world.send('GET', 'clock')).status).toBe(409)
  })
})
