import { beforeAll, describe, expect, it } from 'vitest'
import { type ClockWorld, everySystem, serviceStart, startClockWorld } from '../testing/clock-world.js'

const starts_at = '1999-03-04T08:00:00.000Z'
const number = '+15550100142'
const fax = { to_number: number, document_type: 'referral', text: 'Please see the referral.' }
const note = { type: 'receive_message' as const, channel: 'sms' as const, from: number, body: 'Hello?' }

function stepped(task: Parameters<typeof everySystem>[1] = {}) {
  return startClockWorld(everySystem({ clock: 'stepped' }, { starts_at, ...task }))
}

describe('POST wait', () => {
  it('moves a stepped clock by the seconds, without a step, and returns what happened [time.wait]', async () => {
    const world = await stepped()
    const sent = await world.send('POST', 'faxes', fax)
    expect(sent.status).toBe(201)
    expect((await world.send('POST', 'wait', { seconds: 3600 })).body).toEqual({
      now: '1999-03-04T09:00:01.000Z',
      arrived: [{ type: 'fax.delivered', at: expect.stringMatching(/^1999-03-04T08:/) }],
    })
    expect((await world.send('POST', 'wait', { seconds: 0.5 })).body).toEqual({
      now: '1999-03-04T09:00:01.500Z',
      arrived: [],
    })
    expect((await world.send('GET', 'clock')).body.now).toBe('1999-03-04T09:00:01.500Z')
  })

  it('ends with the first event if requested [time.wait-event]', async () => {
    const scenario = { steps: [{ ...note, at_seconds: 7200 }] }
    const world = await stepped({ scenario })
    await world.send('POST', 'faxes', fax)
    const first = await world.send('POST', 'wait', { until: 'event', at_most_seconds: 2_678_400 })
    expect(first.body.arrived).toEqual([{ type: 'fax.delivered', at: first.body.now }])
    expect((await world.send('POST', 'wait', { until: 'event', at_most_seconds: 2_678_400 })).body).toEqual({
      now: '1999-03-04T10:00:00.000Z',
      arrived: [{ type: 'message.received', at: '1999-03-04T10:00:00.000Z' }],
    })
    expect((await world.send('POST', 'wait', { until: 'event', at_most_seconds: 60 })).body).toEqual({
      now: '1999-03-04T10:01:00.000Z',
      arrived: [],
    })
  })

  it('waits on a real clock for half a minute at most [time.wait-limits]', async () => {
    const world = await startClockWorld(everySystem({}))
    const from = world.clock.now()
    expect((await world.send('POST', 'wait', { seconds: 2 })).body).toEqual({
      now: new Date(from + 2000).toISOString(),
      arrived: [],
    })
    await world.send('POST', 'faxes', { ...fax, to_number: '+15550100143' })
    const { body } = await world.send('POST', 'wait', { until: 'event', at_most_seconds: 30 })
    expect(world.clock.now()).toBeGreaterThan(serviceStart + 2000)
    expect(body.now).toBe(new Date(world.clock.now()).toISOString())
    const long = await world.send('POST', 'wait', { until: 'event', at_most_seconds: 31 })
    expect([long.status, long.body.error]).toEqual([
      400,
      expect.objectContaining({
        code: 'INVALID_REQUEST',
        errors: [{ path: '/at_most_seconds', message: 'must be at most 30 on a real clock; got 31' }],
      }),
    ])
  })

  it.each([
    [{}, '/seconds'],
    [{ seconds: -1 }, '/seconds'],
    [{ seconds: 2_678_401 }, '/seconds'],
    [{ until: 'event' }, '/at_most_seconds'],
    [{ until: 'noon', at_most_seconds: 5 }, '/until'],
    [{ seconds: 5, at_most_seconds: 5 }, '/until'],
    [{ seconds: 5, until: 'event', at_most_seconds: 5 }, '/seconds'],
  ])('rejects %j', async (body, path) => {
    const world = await stepped()
    const { status, body: answer } = await world.send('POST', 'wait', body)
    expect(status).toBe(400)
    const { errors } = answer.error as { errors: readonly { path: string }[] }
    expect(errors.map((error) => error.path).some((found) => found.startsWith(path))).toBe(true)
  })

  it('lasts at most half a minute together with the other waits of an MCP batch \
[run-mcp.batch-waits]', async () => {
    const world = await startClockWorld(everySystem({}))
    const wait = (args: object, id: number) => ({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name: 'wait', arguments: args },
    })
    const waits = [{ seconds: 20 }, { seconds: 12 }, { until: 'event', at_most_seconds: 10 }, { seconds: 1 }]
    const { text } = await world.send('POST', 'mcp', waits.map(wait))
    const results = JSON.parse(text) as { result: { isError: boolean; content: [{ text: string }] } }[]
    expect(results.map(({ result }) => result.isError)).toEqual([false, true, false, true])
    expect(results.map(({ result }) => JSON.parse(result.content[0].text).error?.errors?.[0])).toEqual([
      undefined,
      { path: '/seconds', message: expect.stringMatching(/^must be at most 10 here.*got 12/) },
      undefined,
      { path: '/seconds', message: expect.stringMatching(/^must be at most 0 here/) },
    ])
    expect(world.clock.now()).toBe(serviceStart + 30_000)
    // The next batch has half a minute of its own.
    const [again] = JSON.parse((await world.send('POST', 'mcp', [wait({ seconds: 30 }, 1)])).text)
    expect(again.result.isError).toBe(false)
  })

  it('is chosen as the systems are, and ends with the task run', async () => {
    const world = await stepped()
    expect((await world.send('POST', 'wait', { seconds: 1 }, { 'task-run-id': 'tr_none' })).status).toBe(404)
    await world.complete()
    expect((await world.send('POST', 'wait', { seconds: 1 })).status).toBe(409)
  })
})

describe('steps of a scenario that come later', () => {
  it('arrive at their time, in order, whenever the agent reads [arrivals.at-seconds, arrivals.order]', async () => {
    const steps = [
      { ...note, body: 'second', at_seconds: 60 },
      { ...note, body: 'first', at_seconds: 30 },
      { ...note, body: 'at the start' },
      { ...note, body: 'also second', at_seconds: 60 },
      { type: 'drop_file_inbox' as const, path: 'inbox/late.txt', content: 'late', at_seconds: 90 },
    ]
    const world = await stepped({ scenario: { steps } })
    const bodies = async () => {
      const { body } = await world.send('GET', 'messages')
      const rows = body.data as readonly { readonly body: string; readonly created_at: string }[]
      return rows.map((row) => [row.body, row.created_at]).toReversed()
    }
    expect(await bodies()).toEqual([['at the start', starts_at]])
    await world.send('POST', 'wait', { seconds: 28 })
    expect((await bodies()).at(-1)).toEqual(['first', '1999-03-04T08:00:30.000Z'])
    expect((await world.send('POST', 'wait', { seconds: 600 })).body.arrived).toEqual([
      { type: 'message.received', at: '1999-03-04T08:01:00.000Z' },
      { type: 'message.received', at: '1999-03-04T08:01:00.000Z' },
      { type: 'drop_file_inbox', at: '1999-03-04T08:01:30.000Z' },
    ])
    expect((await bodies()).slice(2).map(([body]) => body)).toEqual(['second', 'also second'])
    expect((await world.send('GET', 'files/inbox')).body.data).toMatchObject([
      { path: 'inbox/late.txt', modified_at: '1999-03-04T08:01:30.000Z' },
    ])
    const entries = await world.entries()
    const arrivals = entries.filter(({ action }) => action.kind === 'scenario' && action.arrival !== undefined)
    expect(arrivals.map(({ at, actor }) => `${at} ${actor}`)).toEqual([
      '1999-03-04T08:00:30.000Z scenario',
      '1999-03-04T08:01:00.000Z scenario',
      '1999-03-04T08:01:00.000Z scenario',
      '1999-03-04T08:01:30.000Z scenario',
    ])
  })

  it('follow events of the agent and of the systems, as often as they may [arrivals.after]', async () => {
    const after = { event: 'fax.delivered', where: { 'data.to_number': number }, delay_seconds: 60, at_most_times: 2 }
    const world = await stepped({ scenario: { steps: [{ ...note, after }] } })
    const arrived = async () => {
      const { body } = await world.send('POST', 'wait', { seconds: 86_400 })
      return (body.arrived as readonly { readonly type: string }[]).map(({ type }) => type)
    }
    await world.send('POST', 'faxes', { ...fax, to_number: '+15550100143' })
    expect(await arrived()).toEqual(['fax.delivered'])
    for (const expected of [1, 1, 0]) {
      await world.send('POST', 'faxes', fax)
      expect((await arrived()).filter((type) => type === 'message.received')).toHaveLength(expected)
    }
  })

  it('are part of the evidence, not of the state before the agent started, and are replayed \
[arrivals.not-initial]', async () => {
    const after = { event: 'message.received', at_most_times: 3 }
    const steps = [
      { ...note, at_seconds: 10 },
      { ...note, body: 'And?', after },
    ]
    const world = await stepped({ scenario: { steps } })
    await world.send('POST', 'wait', { seconds: 11 })
    await world.complete()
    const { body } = await world.sendOwn('GET', `/task-runs/${world.taskRunId}/record`)
    const evidence = body.evidence as { messages: readonly unknown[]; initial: { messages: readonly unknown[] } }
    expect([evidence.messages.length, evidence.initial.messages.length]).toEqual([4, 0])
    expect((await world.replay()).same).toBe(true)
  })

  let written: ClockWorld
  beforeAll(async () => {
    written = await stepped()
  })

  it.each([
    [{ at_seconds: 5, after: { event: 'fax.sent' } }, '/after', /not be given together with at_seconds/],
    [{ after: { event: 'fax.flown' } }, '/after/event', /one of .*"fax.sent".*got "fax.flown"/],
    [{ after: { event: 'fax.delivrd' } }, '/after/event', /got "fax.delivrd"; did you mean "fax.delivered"\?$/],
    [{ after: { event: 'fax.sent', where: { 'data[': 'x' } } }, '/after/where/data[', /./],
    [
      { after: { event: 'fax.sent', where: { 'data.id': { $like: 1 } } } },
      '/after/where/data.id/$like',
      /unknown matcher/,
    ],
    [{ after: { event: 'fax.sent', where: { 'data.id': { $entity: '/id' } } } }, '/after/where/data.id', /entity/],
    [{ after: { event: 'fax.sent', at_most_times: 0 } }, '/after/at_most_times', /./],
    [{ at_seconds: -1 }, '/at_seconds', /./],
  ])('are rejected when written if they are invalid: %j [arrivals.checked]', async (when, path, message) => {
    const scenario = { steps: [{ ...note, ...when }] }
    const { body } = await written.sendOwn('GET', `/task-runs/${written.taskRunId}`)
    const answer = await written.sendOwn('PATCH', `/tasks/${body.task_id}`, { scenario })
    expect(answer.status).toBe(400)
    const { errors } = answer.body.error as { errors: readonly { path: string; message: string }[] }
    const found = errors.find((error) => error.path === `/scenario/steps/0${path}`)
    expect(found?.message, JSON.stringify(errors)).toMatch(message)
  })
})
