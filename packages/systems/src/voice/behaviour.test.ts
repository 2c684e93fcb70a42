import type { JsonObject, JsonValue, SimulatorCall } from '@carebench/protocol'
import fc from 'fast-check'
import { Value } from 'typebox/value'
import { describe, expect, inject, it } from 'vitest'
import type { Ask, Consult } from '../simulator.js'
import { askWith } from '../testing/ask-with.js'
import { assertUntil } from '../testing/assert-until.js'
import { simulatorContract } from '../testing/simulator-contract.js'
import { type Act, beginning, contextAt, createSimulatorHost, type Moment } from '../testing/simulator-host.js'
import { voiceSimulator as simulator } from './behaviour.js'
import { type VoiceConfig, voiceConfigSchema } from './config.js'
import type { CallRow } from './model/call-row.js'
import type { VoiceState } from './state.js'

const numRuns = 20 * inject('scale')

const clinic = '+15550100142'
const nurse = '+15550100143'
const doctor = '+15550100148'
const config: VoiceConfig = {
  ivr: {
    numbers: [clinic],
    time_zone: 'America/Chicago',
    hours: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri'], open: '03:00', close: '03:10' }],
    holidays: ['2026-01-06'],
    closed: { say: 'We are closed.' },
    start: 'main',
    menus: {
      main: {
        prompt: 'For appointments, press 1. For billing, press 2.',
        timeout_seconds: 20,
        max_tries: 2,
        options: [
          { dtmf: '1', say: ['appointments', 'appointment'], prompt: 'Appointments.', go_to: { queue: 'desk' } },
          { dtmf: '2', go_to: { menu: 'billing' } },
          { dtmf: '0', go_to: { hang_up: true } },
        ],
      },
      billing: {
        prompt: 'Key in your account number, then pound.',
        options: [{ digits: '[0-9]{4}#', go_to: { persona: 'clerk' } }],
        exhausted: { say: 'I will get somebody.', go_to: { persona: 'clerk' } },
      },
    },
    queues: { desk: { message: 'Please hold.', hold_seconds: 45, go_to: { persona: 'scheduler' } } },
  },
  personas: {
    scheduler: {
      speaker: 'scheduler',
      greeting: 'Scheduling, who is the patient?',
      rules: [
        { name: 'patient', when: { regex: 'ada okafor' }, say: 'Thank you. Which day?' },
        { when: ['tuesday'], after: ['patient'], say: 'Tuesday at nine is yours.', times: 1 },
        { when: 'billing', say: 'One moment.', go_to: { persona: 'clerk' } },
        { when: 'goodbye', say: 'Goodbye.', go_to: { hang_up: true } },
      ],
      otherwise: 'I need the name of the patient.',
    },
    doctor: {
      speaker: 'doctor',
      greeting: 'Doctor Hale speaking.',
      facts: { name: 'Ada Okafor', result: 'normal' },
      wants: ['name', { fact: 'callback', any: 'phone' }],
      gives: 'The result is {{result}}.',
      available: { hours: [{ days: ['mon', 'tue'], open: '09:01', close: '09:02' }] },
      voice_mail: 'Doctor Hale is not here. Leave a message.',
      calls_back: { after_seconds: 20, rings_seconds: 10, times: 2, again_after_seconds: 15, say: 'Doctor Hale here.' },
    },
    clerk: { greeting: 'Billing.', model: { instructions: 'You are a clerk.' }, otherwise: 'I only do bills.' },
  },
  numbers: {
    [nurse]: { persona: 'scheduler' },
    [doctor]: { persona: 'doctor' },
    '+15550100144': { busy: true },
    '+15550100145': { answers: false },
    '+15550100146': { queue: 'desk' },
    '+15550100147': { menu: 'main' },
  },
}

const numbers = [clinic, nurse, doctor, '+15550100144', '+15550100145', '+15550100146', '+15550100147', '+15550100199']
const aConfig: fc.Arbitrary<VoiceConfig> = fc.oneof(
  fc.constant(config),
  fc.record({ max_call_seconds: fc.constantFrom(60, 120) }).map((more) => ({ ...config, ...more })),
  fc.constant<VoiceConfig>({ personas: { any: { greeting: 'Hello.' } }, numbers: { [nurse]: { persona: 'any' } } }),
)

function calling(method: string, path: string, json?: JsonValue): SimulatorCall {
  return {
    method,
    path,
    query: '',
    headers: {},
    body: json === undefined ? null : { json },
  }
}

const aTurn = fc.constantFrom<JsonObject>(
  { dtmf: '1' },
  { dtmf: '2' },
  { dtmf: '9' },
  { dtmf: '1234#' },
  { text: 'An appointment, please.' },
  { text: 'For Ada Okafor.' },
  { text: 'Tuesday?' },
  { text: 'Billing.' },
  { text: 'Goodbye' },
  { silence: true },
)
const aCall = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...numbers).map((to) => calling('POST', 'calls', { to })) },
  { weight: 6, arbitrary: fc.tuple(fc.nat(2), aTurn).map(([at, turn]) => calling('POST', `calls/#${at}/turns`, turn)) },
  { weight: 1, arbitrary: fc.nat(2).map((at) => calling('POST', `calls/#${at}/hangup`)) },
  { weight: 1, arbitrary: fc.nat(2).map((at) => calling('GET', `calls/#${at}`)) },
  { weight: 1, arbitrary: fc.nat(2).map((at) => calling('POST', `calls/#${at}/answer`)) },
  { weight: 1, arbitrary: fc.constant({ ...calling('GET', 'calls'), query: 'limit=1' }) },
)

function resolve(state: VoiceState, call: SimulatorCall): SimulatorCall {
  return {
    ...call,
    path: call.path.replace(/#(\d)/, (_, at: string) => {
      const ids = [...state.calls.keys()].reverse()
      return ids[Number(at) % Math.max(1, ids.length)] ?? 'none'
    }),
  }
}

simulatorContract('the voice simulator', {
  simulator,
  group: 'voice',
  config: aConfig,
  datasets: fc.constant([]),
  calls: aCall,
  resolve,
  observe: ({ calls, open, promised }) => [[...calls], [...open], [...promised]],
  schedules: true,
  hostile: fc
    .tuple(
      fc.constantFrom('calls', 'calls/#0/turns', 'calls/#0/hangup', 'calls/#0/answer', 'calls/#0', 'calls//turns'),
      fc.jsonValue(),
    )
    .map(([path, json]) => calling('POST', path, json as JsonValue))
    .chain((call) => fc.constantFrom(call, { ...call, body: { text: 'Hello.' } })),
  statuses: [200, 201, 400, 404, 405, 409, 415],
  answered: ({ response }) => {
    const json = response?.body && 'json' in response.body ? response.body.json : null
    if ((response?.status ?? 0) >= 400) {
      expect(json).toEqual({ error: { code: expect.any(String), message: expect.any(String) } })
    }
  },
})

describe('any sequence of calls', () => {
  const host = createSimulatorHost(simulator, resolve)
  const steps = fc.array(fc.record({ wait: fc.nat(70).map((seconds) => seconds * 1000), call: aCall }), {
    maxLength: 25,
  })

  it('only extends transcripts, ends calls once, keeps holds exact to the second, and hears nothing early', () => {
    let holds = 0
    assertUntil(
      fc.property(aConfig, steps, (drawnConfig, program) => {
        const state = simulator.fork(simulator.seed(drawnConfig, [], contextAt(beginning)))
        let moment: Moment = beginning
        let before = new Map<string, CallRow>()
        const ended: JsonValue[] = []
        const turnEvents: JsonValue[] = []
        for (const { wait, call } of program) {
          const act: Act = { wait, group: 'voice', call }
          const run = host.run(state, [act], moment)
          const { events } = run
          moment = run.end
          ended.push(
            ...events
              .filter(({ type }) => type === 'call.ended')
              .map(({ data }) => (data as JsonObject).call_id ?? null),
          )
          turnEvents.push(...events.filter(({ type }) => type === 'call.turn').map(({ data }) => data))
          for (const [id, { head, turns }] of before) {
            const now = state.calls.get(id)
            expect(now?.turns.slice(0, turns.length)).toEqual(turns)
            if (head.place.at === 'ended') expect(now).toEqual({ head, turns })
          }
          before = new Map(state.calls)
        }
        const rows = [...state.calls.values()]
        const over = rows.filter(({ head }) => head.place.at === 'ended').map(({ head }) => head.id)
        expect([...ended].sort()).toEqual([...over].sort())
        expect([...state.open].sort()).toEqual(
          rows
            .map(({ head }) => head.id)
            .filter((id) => !over.includes(id))
            .sort(),
        )
        for (const { head, turns } of rows) {
          expect(turnEvents.filter((data) => (data as JsonObject).call_id === head.id)).toEqual(
            turns.map(({ speaker, text }) => ({ call_id: head.id, to: head.to, speaker, text })),
          )
          const times = turns.map(({ at }) => Date.parse(at))
          expect(times).toEqual([...times].sort((a, b) => a - b))
          for (const [index, turn] of turns.entries()) {
            if (turn.text !== 'Please hold.') continue
            holds++
            const next = turns.slice(index + 1).find(({ speaker }) => speaker !== 'agent')
            // Nobody speaks during a hold, and somebody does once it ends.
            if (next !== undefined) expect(Date.parse(next.at) - Date.parse(turn.at)).toBe(45_000)
            else if (head.place.at === 'hold') expect(moment.time - Date.parse(turn.at)).toBeLessThan(45_000)
          }
          const last = times.at(-1) ?? 0
          expect(last).toBeLessThanOrEqual(Date.parse(head.cut_at))
        }
      }),
      3 * numRuns,
      () => holds >= 5,
    )
  })

  it('returns every word of the others to the agent once, also after the end of the call', () => {
    fc.assert(
      fc.property(fc.constantFrom(clinic, nurse, '+15550100147'), fc.array(aTurn, { maxLength: 8 }), (to, turns) => {
        const state = simulator.fork(simulator.seed(config, [], contextAt(beginning)))
        const calls = [
          calling('POST', 'calls', { to }),
          ...turns.map((turn) => calling('POST', 'calls/#0/turns', turn)),
        ]
        const acts: Act[] = calls.map((call) => ({ wait: 5000, group: 'voice', call }))
        const heard = host.run(state, acts).outcomes.flatMap(({ response }) => {
          const json = response?.body && 'json' in response.body ? (response.body.json as JsonObject) : {}
          return Array.isArray(json.heard) ? json.heard : []
        })
        const [row] = state.calls.values()
        expect(heard).toEqual(row?.turns.filter(({ speaker }) => speaker !== 'agent').slice(0, heard.length))
        expect(heard.length).toBeGreaterThan(0)
      }),
      { numRuns },
    )
  })
})

/** A telephone whose clock advances by waiting; without an environment unless one is given. */
function phone(ownConfig: VoiceConfig = config, outside: { ask?: Ask; consult?: Consult } = {}, start = beginning) {
  const host = createSimulatorHost(simulator)
  const state = simulator.fork(simulator.seed(ownConfig, [], contextAt(start)))
  let moment = start
  const make = (method: string, path: string, json?: JsonValue) => {
    host.advance(state, moment)
    const call = calling(method, path, json)
    const { response, effects } = simulator.handle(state, 'voice', call, { ...contextAt(moment), ...outside })
    for (const effect of effects) simulator.apply(state, effect)
    moment = { ...moment, seq: moment.seq + 1 }
    const body = response.body && 'json' in response.body ? (response.body.json as JsonObject) : {}
    const texts = (body.heard ?? body.turns ?? []) as { readonly speaker: string; readonly text: string }[]
    return {
      status: response.status,
      body,
      said: texts.map(({ speaker, text }) => `${speaker}: ${text}`),
    }
  }
  let id = ''
  return {
    state,
    dial: (to: string) => {
      const answer = make('POST', 'calls', { to })
      id = String(answer.body.id)
      return answer
    },
    turn: (json: JsonObject) => make('POST', `calls/${id}/turns`, json),
    hangUp: () => make('POST', `calls/${id}/hangup`),
    list: (query: string) => {
      const { response } = simulator.handle(state, 'voice', { ...calling('GET', 'calls'), query }, contextAt(moment))
      const body = response.body && 'json' in response.body ? (response.body.json as JsonObject) : {}
      return body.data as JsonObject[]
    },
    /** Turns to the call that rings. */
    take: () => {
      host.advance(state, moment)
      id = [...state.calls.keys()].at(-1) ?? ''
      return make('POST', `calls/${id}/answer`)
    },
    read: () => make('GET', `calls/${id}`),
    /** What the personas of the last call remember. */
    memories: () => [...state.calls.values()].at(-1)?.head.memories,
    wait: (seconds: number) => {
      moment = { time: moment.time + seconds * 1000, seq: moment.seq }
    },
  }
}

describe('a call', () => {
  it('goes through menu, hold and transfer to a persona, who applies rules in order', () => {
    const { dial, turn, read, wait } = phone()
    const started = dial(clinic)
    expect([started.status, started.body.status, started.body.with]).toEqual([201, 'active', 'ivr'])
    expect(started.said).toEqual(['ivr: For appointments, press 1. For billing, press 2.'])
    expect(turn({ text: 'I need an APPOINTMENT.' })).toMatchObject({
      body: { status: 'on_hold', with: null },
      said: ['ivr: Appointments.', 'ivr: Please hold.'],
    })
    wait(44)
    expect(turn({ text: 'Anybody there?' })).toMatchObject({ body: { status: 'on_hold' }, said: [] })
    wait(1)
    expect(read()).toMatchObject({ body: { status: 'active', with: 'scheduler' } })
    expect(turn({ text: 'Tuesday?' }).said).toEqual([
      'scheduler: Scheduling, who is the patient?',
      'scheduler: I need the name of the patient.',
    ])
    expect(turn({ text: 'Ada Okafor.' }).said).toEqual(['scheduler: Thank you. Which day?'])
    expect(turn({ text: 'Tuesday?' }).said).toEqual(['scheduler: Tuesday at nine is yours.'])
    expect(turn({ text: 'Tuesday?' }).said).toEqual(['scheduler: I need the name of the patient.'])
    expect(turn({ text: 'Goodbye!' })).toMatchObject({ body: { status: 'ended', ended_by: 'callee' } })
    expect(turn({ text: 'Hello?' }).status).toBe(409)
    expect(read().said).toHaveLength(16)
  })

  it('reaches a persona of any name with an empty memory', () => {
    const wanting = { greeting: 'Name?', facts: { name: 'Ada Okafor' }, wants: ['name'], gives: 'Thanks.' }
    const { dial, turn, memories } = phone({
      personas: {
        front: { ...wanting, rules: [{ when: 'billing', say: 'One moment.', go_to: { persona: 'constructor' } }] },
        constructor: wanting,
      },
      numbers: { [nurse]: { persona: 'front' } },
    })
    dial(nurse)
    turn({ text: 'Hello?' })
    turn({ text: 'Billing, please.' })
    turn({ text: 'Peter Quint.' })
    expect(Object.values(memories() ?? {})).toEqual([
      expect.objectContaining({ wrong: 0 }),
      expect.objectContaining({ wrong: 0, gave: false }),
    ])
  })

  it('matches keys by pattern, counts invalid ones, and transfers after the last try', () => {
    const { dial, turn } = phone()
    dial(clinic)
    turn({ dtmf: '2' })
    expect(turn({ dtmf: '12#' }).said).toEqual([
      'ivr: That is not a valid choice.',
      'ivr: Key in your account number, then pound.',
    ])
    expect(turn({ silence: true }).said[0]).toBe('ivr: We did not hear anything.')
    expect(turn({ dtmf: '#' })).toMatchObject({
      body: { with: 'representative' },
      said: ['ivr: I will get somebody.', 'representative: Billing.'],
    })
    const other = phone()
    other.dial(clinic)
    other.turn({ dtmf: '2' })
    expect(other.turn({ dtmf: '1234#' }).said).toEqual(['representative: Billing.'])
  })

  it('is ended by excessive silence, at the configured times', () => {
    const { dial, read, wait } = phone()
    dial(clinic)
    wait(100)
    const { body } = read()
    expect(body).toMatchObject({ status: 'ended', ended_by: 'callee', ended_at: '2026-01-05T09:00:40.000Z' })
    expect(body.turns).toMatchObject([
      { at: '2026-01-05T09:00:00.000Z' },
      { text: 'We did not hear anything.', at: '2026-01-05T09:00:20.000Z' },
      { at: '2026-01-05T09:00:20.000Z' },
      { text: 'We are sorry that we cannot help you. Goodbye.', at: '2026-01-05T09:00:40.000Z' },
    ])
  })

  it.each([
    ['before it opens', '2026-01-05T08:59:59Z', 'ended'],
    ['when it opens', '2026-01-05T09:00:00Z', 'active'],
    ['in the last minute', '2026-01-05T09:09:59Z', 'active'],
    ['when it closes', '2026-01-05T09:10:00Z', 'ended'],
    ['in summer time', '2026-07-06T08:05:00Z', 'active'],
    ['on a holiday', '2026-01-06T09:05:00Z', 'ended'],
    ['on a Sunday', '2026-01-04T09:05:00Z', 'ended'],
  ])('is answered during opening hours of the time zone: %s', (_, at, status) => {
    const { body, said } = phone(config, {}, { time: Date.parse(at), seq: 0 }).dial(clinic)
    expect(body.status).toBe(status)
    if (status === 'ended') expect(said).toEqual(['ivr: We are closed.'])
  })

  it.each([
    ['+15550100144', 'busy'],
    ['+15550100145', 'no_answer'],
    ['+15550100199', 'no_answer'],
  ])('to %s is %s, and accepts no turn', (to, status) => {
    const { dial, turn, hangUp } = phone()
    expect(dial(to)).toMatchObject({ status: 201, body: { status, heard: [] } })
    expect([turn({ text: 'Hello?' }).status, hangUp().status]).toEqual([409, 409])
  })

  it('is cut off after the maximum duration', () => {
    const { dial, read, wait } = phone({ ...config, max_call_seconds: 60 })
    dial(nurse)
    wait(59)
    expect(read().body.status).toBe('active')
    wait(1)
    expect(read().body).toMatchObject({ status: 'ended', ended_by: 'system', ended_at: '2026-01-05T09:01:00.000Z' })
  })

  it('reaches the patient of the environment by their number, and records their words', () => {
    const asked: JsonValue[] = []
    const ask = askWith((type, _group, { method, body }) => {
      if (type !== 'Patient') return undefined
      if (method === 'GET') {
        const json = { addresses: { voice: ['+15550100150'], sms: [], email: [], chat: [] }, greeting: 'Yes?' }
        return { status: 200, headers: {}, body: { json: { people: [json] } } }
      }
      asked.push(body !== null && 'json' in body ? body.json : null)
      return { status: 200, headers: {}, body: { json: { say: 'Wrong number.', ends: true } } }
    })
    const { dial, turn } = phone(config, { ask })
    expect(dial('555-010-0150').said).toEqual(['patient: Yes?'])
    expect(turn({ text: 'Is this Ada?' })).toMatchObject({
      body: { status: 'ended' },
      said: ['patient: Wrong number.'],
    })
    expect(asked).toMatchObject([{ channel: 'voice', text: 'Is this Ada?' }])
  })

  it('goes to voice mail out of hours, and is called back when somebody is there', () => {
    const { dial, turn, hangUp, take, wait, list } = phone()
    expect(dial(doctor)).toMatchObject({
      body: { status: 'active', with: 'voice mail', direction: 'outbound' },
      said: ['voice mail: Doctor Hale is not here. Leave a message.'],
    })
    expect(turn({ text: 'It is about Ada Okafor.' }).said).toEqual([])
    expect(turn({ text: 'Please call me at 555 010 0100.' }).said).toEqual([])
    hangUp()
    // 20 seconds later nobody is there, but from the next minute on somebody is.
    wait(59)
    expect(list('direction=inbound')).toEqual([])
    expect(take()).toMatchObject({ status: 409 })
    wait(1)
    expect(take().said).toEqual(['doctor: Doctor Hale here. The result is normal.'])
  })

  it('rings at its time, continues with the content of the voice mail, and is missed without an answer', () => {
    const there: VoiceConfig = {
      ...config,
      personas: {
        ...config.personas,
        doctor: {
          ...config.personas?.doctor,
          available: { hours: [{ days: ['mon'], open: '09:15', close: '10:00' }] },
        },
      },
    }
    const left = () => {
      const call = phone(there)
      call.dial(doctor)
      call.turn({ text: 'About Ada Okafor; my number is (555) 010-0100.' })
      call.hangUp()
      call.wait(15 * 60)
      return call
    }
    const { take, turn, read, hangUp } = left()
    expect(take()).toMatchObject({
      status: 200,
      body: { direction: 'inbound', from: doctor, to: '+15550100100', with: 'doctor', status: 'active' },
      said: ['doctor: Doctor Hale here. The result is normal.'],
    })
    expect(turn({ text: 'Could you repeat that?' }).said).toEqual(['doctor: The result is normal.'])
    expect([take().status, read().body.started_at]).toEqual([409, '2026-01-05T09:15:00.000Z'])
    expect(hangUp().body.status).toBe('ended')

    const missed = left()
    missed.wait(10 + 14)
    missed.read()
    expect(missed.list('direction=inbound').map(({ status }) => status)).toEqual(['missed'])
    missed.wait(1)
    missed.read()
    expect(missed.list('status=ringing').map(({ id, from }) => [String(id).slice(-6), from])).toEqual([
      ['_back2', doctor],
    ])
    expect(missed.turn({ text: 'Hello?' }).status).toBe(409)
    missed.wait(3600)
    missed.read()
    expect(missed.list('direction=inbound').map(({ status }) => status)).toEqual(['missed', 'missed'])
  })

  it('is not called back if no message was left', () => {
    const { dial, hangUp, wait, read, list } = phone()
    dial(doctor)
    hangUp()
    wait(7 * 24 * 3600)
    read()
    expect(list('direction=inbound')).toEqual([])
  })

  it('uses a model for a persona that has one, with the whole transcript', () => {
    const questions: JsonObject[] = []
    const consult: Consult = (_port, question) => {
      questions.push(question)
      return { say: 'You owe nothing.' }
    }
    const { dial, turn } = phone(config, { consult })
    dial(nurse)
    turn({ text: 'Billing, please.' })
    expect(turn({ text: 'What do I owe?' }).said).toEqual(['representative: You owe nothing.'])
    expect(questions).toEqual([
      {
        instructions: 'You are a clerk.',
        channel: 'voice',
        heard: 'What do I owe?',
        transcript: [
          { speaker: 'scheduler', text: 'Scheduling, who is the patient?' },
          { speaker: 'agent', text: 'Billing, please.' },
          { speaker: 'scheduler', text: 'One moment.' },
          { speaker: 'representative', text: 'Billing.' },
          { speaker: 'agent', text: 'What do I owe?' },
        ],
      },
    ])
  })
})

describe('configuration', () => {
  it('accepts the documented form', () => {
    for (const invalid of [
      {},
      config,
      { ivr: { start: 'a', menus: { a: { prompt: 'A', options: [{ go_to: { hang_up: true } }] } } } },
    ]) {
      expect(Value.Check(voiceConfigSchema, invalid)).toBe(true)
    }
  })

  const menus = { a: { prompt: 'A', options: [{ dtmf: '1', go_to: { hang_up: true as const } }] } }
  it.each([
    { ivr: { menus: {}, start: 'a' } },
    { ivr: { start: 'a', menus: { a: { prompt: 'A', options: [] } } } },
    { ivr: { start: 'a', menus: { a: { prompt: 'A', options: [{ go_to: { menu: 'a', queue: 'b' } }] } } } },
    { ivr: { start: 'a', menus, hours: [{ days: ['monday'], open: '08:00', close: '17:00' }] } },
    { ivr: { start: 'a', menus, queues: { q: { hold_seconds: 0, go_to: { menu: 'a' } } } } },
    { numbers: { '+15550100142': { persona: 'x', busy: true } } },
  ])('rejects %j', (invalid) => expect(Value.Check(voiceConfigSchema, invalid)).toBe(false))

  it.each([
    [{ ivr: { start: 'b', menus } }, 'ivr.start.menu'],
    [{ ivr: { start: 'a', menus, closed: { go_to: { queue: 'q' } } } }, 'ivr.closed.go_to.queue'],
    [{ ivr: { start: 'a', menus, time_zone: 'America/Nowhere' } }, 'ivr.time_zone'],
    [
      { ivr: { start: 'a', menus, hours: [{ days: ['mon' as const], open: '09:00', close: '08:00' }] } },
      'ivr.hours[0]',
    ],
    [{ numbers: { '+15550100142': { persona: 'x' } } }, 'persona: expected one of the configured names (none), got x'],
    [{ personas: { p: { speaker: 'agent' } } }, 'personas.p.speaker'],
    [{ personas: { p: { voice_mail: 'x' } } }, 'personas.p.voice_mail: expected "available" beside it'],
    [{ personas: { p: { available: { time_zone: 'Mars' } } } }, 'personas.p.available.time_zone'],
    [{ personas: { p: { rules: [{ when: 'a', say: 'b', after: ['c'] }] } } }, 'personas.p.rules[0].after'],
    [{ personas: { p: { rules: [{ when: { regex: '*' }, say: 'b' }] } } }, 'personas.p.rules[0].when'],
  ])('names the fault in %j', (invalid, place) => {
    expect(() => simulator.seed(invalid, [], contextAt(beginning))).toThrow(place)
  })
})
