import type { JsonObject, SimulatorCall } from '@carebench/protocol'
import fc from 'fast-check'
import { Value } from 'typebox/value'
import { describe, expect, inject, it } from 'vitest'
import { simulatorContract } from '../testing/simulator-contract.js'
import { type Act, beginning, contextAt, createSimulatorHost } from '../testing/simulator-host.js'
import { messageSimulator as simulator } from './behaviour.js'
import { type MessageConfig, messageConfigSchema } from './config.js'
import type { MessageState } from './state.js'

const numRuns = 20 * inject('scale')

const addresses = { sms: '+15550100001', email: 'ada@example.org', chat: 'front-desk' } as const
const somebody = fc.constantFrom(
  { channel: 'sms', to: addresses.sms },
  { channel: 'sms', to: '(555) 010-0002' },
  { channel: 'email', to: addresses.email },
  { channel: 'email', to: 'Grace@Example.org' },
  { channel: 'chat', to: addresses.chat },
)
const aBody = fc.constantFrom('Can you come on Tuesday?', 'Your appointment is booked.', 'STOP')
const aDelay = fc.nat(90)
const aConfig: fc.Arbitrary<MessageConfig> = fc.record(
  {
    personas: fc.constantFrom<NonNullable<MessageConfig['personas']>>(
      [],
      [
        {
          name: 'Ada',
          addresses: [addresses.sms, addresses.email],
          replies: [
            { when: ['Tuesday', 'Wednesday'], say: 'Tuesday is fine.', delay_seconds: 30, times: 1 },
            { when: { regex: '^stop$' }, say: 'You have been unsubscribed.' },
            { say: 'Thank you.', delay_seconds: 5 },
          ],
        },
        { name: 'Desk', addresses: [addresses.chat], replies: [{ when: 'booked', say: 'Noted.' }] },
      ],
    ),
    recipients: fc.dictionary(
      fc.constantFrom(addresses.sms, addresses.email, addresses.chat),
      fc.record({ delivered: fc.boolean(), delay_seconds: aDelay }, { requiredKeys: [] }),
    ),
    default_recipient: fc.record({ delivered: fc.boolean(), delay_seconds: aDelay }, { requiredKeys: [] }),
    from: fc.constantFrom({}, { sms: '5550100900' }),
  },
  { requiredKeys: [] },
)

function posting(json: JsonObject): SimulatorCall {
  return {
    method: 'POST',
    path: '',
    query: '',
    headers: { 'content-type': 'application/json' },
    body: { json },
  }
}

function reading(path: string, query = ''): SimulatorCall {
  return { method: 'GET', path, query, headers: {}, body: null }
}

const aSending = fc.tuple(somebody, aBody).map(([to, body]) => posting({ ...to, body }))

function pickId(state: MessageState, index: number) {
  return [...state.messages.keys()][index % Math.max(1, state.messages.size)] ?? 'none'
}

simulatorContract('the message simulator', {
  simulator,
  group: 'messages',
  config: aConfig,
  datasets: fc.constant([]),
  calls: fc.oneof(
    { weight: 4, arbitrary: aSending },
    fc
      .constantFrom(
        '',
        'limit=2',
        'direction=inbound',
        'channel=sms&status=delivered',
        'to=%2B15550100001',
        'from=front-desk',
      )
      .map((query) => reading('', query)),
    fc.nat(3).map((index) => reading(`message ${index}`)),
  ),
  resolve: (state, call) => {
    const [, index] = /^message (\d)$/.exec(call.path) ?? []
    return index === undefined ? call : { ...call, path: pickId(state, Number(index)) }
  },
  steps: fc
    .tuple(somebody, aBody)
    .map(([{ channel, to }, body]) => ({ type: 'receive_message', channel, from: to, body })),
  observe: ({ messages, waiting, ruleUses }) => [[...messages.values()], [...waiting.values()], [...ruleUses]],
  schedules: true,
  hostile: fc
    .record({
      channel: fc.oneof(fc.constantFrom('sms', 'email', 'chat', 'pager'), fc.string()),
      to: fc.oneof(
        fc.constantFrom(addresses.sms, addresses.email, addresses.chat),
        fc.emailAddress(),
        fc.string({ unit: 'binary' }),
      ),
      body: fc.oneof(aBody, fc.string({ unit: 'binary' })),
    })
    .map(posting),
  statuses: [200, 201, 400, 404, 405, 415],
  answered: ({ response }) => {
    const json = response?.body && 'json' in response.body ? response.body.json : null
    if ((response?.status ?? 0) >= 400) {
      expect(json).toEqual({ error: { code: expect.any(String), message: expect.any(String) } })
    }
  },
})

describe('messages', () => {
  const host = createSimulatorHost(simulator)

  it('are delivered or fail once, and each recipient answers a delivered one once, later', () => {
    fc.assert(
      fc.property(aConfig, fc.array(fc.tuple(fc.nat(200), aSending), { maxLength: 8 }), (config, sent) => {
        const state = simulator.fork(simulator.seed(config, [], contextAt(beginning)))
        const acts: Act[] = sent.map(([wait, call]) => ({ wait: wait * 1000, group: 'messages', call }))
        const { end, events } = host.run(state, acts)
        const later = host.advance(state, { ...end, time: end.time + 3_600_000 })
        const rows = [...state.messages.values()]
        const outbound = rows.filter(({ direction }) => direction === 'outbound')
        expect(outbound).toHaveLength(sent.length)
        const all = [...events, ...later.events]
        for (const row of outbound) {
          const answers = rows.filter(({ in_reply_to }) => in_reply_to === row.id)
          expect(['delivered', 'failed']).toContain(row.status)
          const types = all.filter(({ data }) => (data as JsonObject).id === row.id).map(({ type }) => type)
          expect(types).toEqual(['message.sent', `message.${row.status}`])
          expect(answers.length).toBeLessThanOrEqual(row.status === 'failed' ? 0 : 1)
          for (const answer of answers) {
            expect(answer).toMatchObject({ from: row.to, to: row.from, channel: row.channel })
            expect(Date.parse(answer.created_at)).toBeGreaterThanOrEqual(Date.parse(row.completed_at ?? ''))
          }
        }
        expect(state.waiting.size).toBe(0)
      }),
      { numRuns },
    )
  })

  it('are answered by the first matching rule that is not used up', () => {
    const config: MessageConfig = {
      personas: [
        {
          name: 'Ada',
          addresses: [addresses.sms],
          replies: [
            { when: 'tuesday', say: 'Fine.', times: 1, delay_seconds: 60 },
            { when: { regex: 'appoint(ment|ed)' }, say: 'Which one?' },
          ],
        },
      ],
    }
    const state = simulator.fork(simulator.seed(config, [], contextAt(beginning)))
    const bodies = ['TUESDAY?', 'tuesdays', 'On Tuesday, please.', 'Your APPOINTMENT']
    const acts = bodies.map((body) => ({
      wait: 100_000,
      group: 'messages',
      call: posting({ channel: 'sms', to: '555-010-0001', body }),
    }))
    host.run(state, acts)
    const inbound = [...state.messages.values()].filter(({ direction }) => direction === 'inbound')
    expect(inbound.map(({ body, created_at }) => [body, created_at])).toEqual([
      ['Fine.', '2026-01-05T09:02:40.000Z'],
      ['Which one?', '2026-01-05T09:06:40.000Z'],
    ])
  })

  it.each([
    ['sms', 'ada@example.org', 'a telephone number'],
    ['sms', '12', 'a telephone number'],
    ['email', '+15550100142', 'an e-mail address'],
    ['email', 'ada@localhost', 'an e-mail address'],
    ['chat', 'two words', 'a name without white space'],
  ])('reject by %s the address %s', (channel, to, wanted) => {
    const state = simulator.seed({}, [], contextAt(beginning))
    const { response, effects } = simulator.handle(
      state,
      'messages',
      posting({ channel, to, body: 'x' }),
      contextAt(beginning),
    )
    expect([response.status, effects]).toEqual([400, []])
    expect(JSON.stringify(response.body)).toContain(wanted)
  })
})

describe('configuration', () => {
  it.each([
    {},
    { personas: [{ name: 'Ada', addresses: ['+15550100142'], replies: [{ when: ['a', 'b'], say: 'c' }] }] },
    { recipients: { 'ada@example.org': { delivered: false, delay_seconds: 3 } } },
    { from: { email: 'clinic@example.org' }, default_recipient: {} },
  ])('accepts %j', (config) => expect(Value.Check(messageConfigSchema, config)).toBe(true))

  it.each([
    { personas: [{ name: 'Ada', addresses: [] }] },
    { personas: [{ name: 'Ada', addresses: ['a'], replies: [{ when: 'a' }] }] },
    { recipients: { a: { fails: true } } },
    { replies: [] },
  ])('rejects %j', (config) => expect(Value.Check(messageConfigSchema, config)).toBe(false))

  it.each([
    [{ personas: [{ name: 'A', addresses: ['?'] }] }, 'personas[0].addresses'],
    [{ personas: [{ name: 'A', addresses: ['a'], replies: [{ when: { regex: '(' }, say: 'x' }] }] }, 'replies[0].when'],
    [{ personas: [{ name: 'A', addresses: ['a'], replies: [{ when: '!', say: 'x' }] }] }, 'replies[0].when'],
    [{ from: { sms: 'desk' } }, 'from.sms'],
  ])('names the fault in %j', (config, place) => {
    expect(() => simulator.seed(config, [], contextAt(beginning))).toThrow(place)
  })
})
