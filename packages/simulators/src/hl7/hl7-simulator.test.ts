import { parseBatch } from '@carebench/hl7v2'
import {
  createSeededRandom,
  formatInstant,
  type JsonObject,
  type JsonValue,
  type RecordedBody,
  type RecordedEvent,
  type ScenarioStep,
  type SimulatorCall,
} from '@carebench/protocol'
import fc from 'fast-check'
import { Value } from 'typebox/value'
import { describe, expect, it } from 'vitest'
import type { SimulatorChange, SimulatorResponse } from '../simulator.js'
import { type Hl7Config, hl7ConfigSchema } from './config.js'
import { hl7Simulator as simulator } from './hl7-simulator.js'
import type { Hl7Effect, Hl7State } from './state.js'

const start = Date.UTC(2026, 0, 5, 9)
declare const process: { readonly env: Readonly<Record<string, string | undefined>> }

const numRuns = 100 * Number(process.env.CAREBENCH_SCALE ?? 1)

const aMessage = fc
  .record({
    type: fc.constantFrom('ADT^A01', 'ADT^A08', 'ADT^Z99', 'VXU^V04'),
    control: fc.constantFrom('1', '2', ''),
    patient: fc.constantFrom('12345', '999', ''),
    visit: fc.boolean(),
    end: fc.constantFrom('\r', '\n', '\r\n'),
  })
  .map(({ type, control, patient, visit, end }) =>
    [
      `MSH|^~\\&|EHR|CLINIC|ADT|HUB|20260105090000||${type}|${control}|P|2.5.1`,
      'EVN||20260105090000',
      `PID|1||${patient}||DOE^JANE`,
      ...(visit ? ['PV1||I'] : []),
      '',
    ].join(end),
  )
const aTransmission = fc.oneof(
  aMessage,
  fc.array(aMessage, { minLength: 2, maxLength: 3 }).map((messages) => messages.join('')),
  fc
    .tuple(fc.array(aMessage, { maxLength: 3 }), fc.nat(3))
    .map(([messages, count]) => `BHS|^~\\&\r${messages.join('')}BTS|${count}\r`),
)
const aConfig: fc.Arbitrary<Hl7Config> = fc.record(
  {
    accept: fc.uniqueArray(fc.constantFrom('ADT', 'ADT^A01', 'VXU^V04', 'ADT^Z99')),
    reject: fc.array(
      fc.record(
        {
          where: fc.dictionary(fc.constantFrom('PID-3', 'MSH-10', 'PV1.2'), fc.constantFrom('999', '1', '', 'I')),
          code: fc.constantFrom('AE', 'AR'),
          reason: fc.constant('As configured.'),
        },
        { requiredKeys: ['where', 'code'] },
      ),
      { maxLength: 3 },
    ),
  },
  { requiredKeys: [] },
)
const aSeed = fc.array(aMessage, { maxLength: 3 })

/** Something that happens: a call of the agent, or a step of a scenario. */
type Step = { readonly call: SimulatorCall } | { readonly step: ScenarioStep }

const calling = (method: string, path: string, body: RecordedBody | null): Step => ({
  call: { method, path, query: '', headers: {}, body },
})
const aStep: fc.Arbitrary<Step> = fc.oneof(
  aTransmission.map((payload) => calling('POST', 'outbound', { json: { payload } })),
  aTransmission.map((text) => calling('POST', 'outbound', { text })),
  fc.constant(calling('GET', 'inbox', null)),
  aMessage.map((payload) => ({ step: { type: 'receive_hl7', payload } })),
)
const steps = fc.array(aStep, { maxLength: 12 })

const contextAt = (time: number) => ({ at: formatInstant(time), random: createSeededRandom(5, time) })
const seedOf = (config: Hl7Config, messages: string[]) =>
  simulator.seed(config, [{ type: 'HL7', config: { messages } }], contextAt(start))
/** All messages of the inbox, two a page. */
function walk(state: Hl7State): JsonValue[] {
  const rows: JsonValue[] = []
  let query = 'limit=2'
  for (;;) {
    const call: SimulatorCall = { method: 'GET', path: 'inbox', query, headers: {}, body: null }
    const { body } = simulator.handle(state, 'hl7', call, contextAt(start)).response
    const page = (body && 'json' in body ? body.json : null) as { data: JsonValue[]; _meta: { next: string | null } }
    rows.push(...page.data)
    if (page._meta.next === null) return rows
    query = `limit=2&cursor=${page._meta.next}`
  }
}

const observe = (state: Hl7State) => JSON.stringify([simulator.evidence(state), walk(state)])

type Outcome = SimulatorChange<Hl7Effect> & { readonly response?: SimulatorResponse }

function carryOut(state: Hl7State, step: Step, time: number): Outcome {
  return 'call' in step
    ? simulator.handle(state, 'hl7', step.call, contextAt(time))
    : simulator.inject(state, step.step, contextAt(time))
}

/** Does the host's part of the work, and records it. */
function run(state: Hl7State, done: readonly Step[]) {
  const effects: Hl7Effect[] = []
  const events: RecordedEvent[] = []
  const responses: SimulatorResponse[] = []
  done.forEach((step, index) => {
    const outcome = carryOut(state, step, start + index * 1000)
    for (const effect of outcome.effects) simulator.apply(state, effect)
    effects.push(...outcome.effects)
    events.push(...outcome.events)
    if (outcome.response) responses.push(outcome.response)
  })
  return { effects, events, responses }
}

describe('laws of the HL7 simulator', () => {
  it('reads without changing: what is done twice without effects gives the same', () => {
    fc.assert(
      fc.property(aConfig, aSeed, steps, aStep, (config, seeds, done, last) => {
        const state = simulator.fork(seedOf(config, seeds))
        run(state, done)
        const before = observe(state)
        expect(carryOut(state, last, start)).toEqual(carryOut(state, last, start))
        expect(simulator.due(state, contextAt(start))).toEqual({ effects: [], events: [] })
        expect(observe(state)).toBe(before)
      }),
      { numRuns },
    )
  })

  it('replays: the effects, as JSON, over a fork give the state; the calls again give the effects', () => {
    fc.assert(
      fc.property(aConfig, aSeed, steps, (config, seeds, done) => {
        const seeded = seedOf(config, seeds)
        const pristine = observe(seeded)
        const state = simulator.fork(seeded)
        const first = run(state, done)
        const folded = simulator.fork(seeded)
        for (const effect of JSON.parse(JSON.stringify(first.effects)) as Hl7Effect[]) simulator.apply(folded, effect)
        expect(observe(folded)).toBe(observe(state))
        expect(run(simulator.fork(seeded), done)).toEqual(first)
        expect(observe(seeded)).toBe(pristine)
      }),
      { numRuns },
    )
  })

  it('keeps forks apart: each goes on as if it were alone', () => {
    fc.assert(
      fc.property(aConfig, aSeed, steps, steps, steps, (config, seeds, done, mine, yours) => {
        const seeded = seedOf(config, seeds)
        const state = simulator.fork(seeded)
        run(state, done)
        const straight = simulator.fork(seeded)
        run(straight, done)
        run(straight, mine)
        const fork = simulator.fork(state)
        expect(observe(fork)).toBe(observe(state))
        run(state, yours)
        run(fork, mine)
        expect(observe(fork)).toBe(observe(straight))
      }),
      { numRuns },
    )
  })

  it('acknowledges every message by itself, and keeps exactly those that it accepts', () => {
    fc.assert(
      fc.property(aConfig, fc.array(aTransmission, { maxLength: 8 }), (config, sent) => {
        const state = simulator.fork(seedOf(config, []))
        const accepted: string[] = []
        for (const payload of sent) {
          const { responses, events } = run(state, [calling('POST', 'outbound', { json: { payload } })])
          const body = responses[0]?.body
          const json = (body && 'json' in body ? body.json : null) as JsonObject & { ack: string }
          const acks = parseBatch(json.ack).groups.flatMap(({ messages }) => messages)
          const messages = parseBatch(payload).groups.flatMap((group) => group.messages)
          const codes = acks.map((ack) => String(ack.read('MSA-1')))
          expect(acks).toHaveLength(Math.max(messages.length, 1))
          expect(events.map(({ data }) => (data as JsonObject).ack_code)).toEqual(codes)
          expect(json.ack_code).toBe([...codes].sort().at(-1))
          messages.forEach((message, index) => {
            expect(acks[index]?.read('MSA-2')).toBe(message.controlId || undefined)
            expect(acks[index]?.segments('ERR').length === 0).toBe(codes[index] === 'AA')
            if (codes[index] === 'AA') accepted.push(message.text)
          })
        }
        expect(simulator.evidence(state).hl7?.map(({ direction, payload }) => ({ direction, payload }))).toEqual(
          accepted.map((payload) => ({ direction: 'outbound', payload })),
        )
      }),
      { numRuns },
    )
  })

  it('answers anything, and what it refuses changes nothing', () => {
    const aDelimiter = fc.constantFrom('|', '^', '~', '\\', '&', '#', ' ', 'é', '-', '"', 'A')
    const aText = fc.oneof(
      fc.string({ unit: 'binary' }),
      aTransmission,
      fc.tuple(aTransmission, fc.nat(80), fc.string({ unit: 'binary', maxLength: 4 })).map(([text, at, noise]) => {
        return text.slice(0, at) + noise + text.slice(at + noise.length)
      }),
      fc.tuple(fc.array(aDelimiter, { maxLength: 7 }), aMessage).map(([delimiters, text]) => {
        const [field = '|'] = delimiters
        return `MSH${delimiters.join('')}${text.slice(8).replaceAll('|', field)}`
      }),
    )
    const aBody = fc.oneof(
      fc.constant(null),
      fc.record({ json: fc.oneof(fc.jsonValue() as fc.Arbitrary<JsonValue>, fc.record({ payload: aText })) }),
      fc.record({ text: aText }),
      fc.record({ base64: fc.oneof(fc.base64String(), fc.string()) }),
      fc.record({ base64: fc.uint8Array().map((bytes) => btoa(`MSH|^~\\&|${String.fromCharCode(...bytes)}`)) }),
    )
    const statuses = new Set<number>()
    fc.assert(
      fc.property(
        aConfig,
        fc.constantFrom('POST', 'POST', 'POST', 'GET', 'BREW'),
        fc.oneof(fc.constantFrom('outbound', 'outbound', 'inbox'), fc.string()),
        fc.oneof(fc.constantFrom('text/plain', 'application/xml'), fc.string()),
        aBody,
        (config, method, path, type, body) => {
          const state = simulator.fork(seedOf(config, []))
          const call: SimulatorCall = { method, path, query: '', headers: { 'content-type': type }, body }
          const { response, effects, events } = simulator.handle(state, 'hl7', call, contextAt(start))
          statuses.add(response.status)
          expect([200, 201, 400, 404, 405, 415]).toContain(response.status)
          expect(JSON.parse(JSON.stringify({ response, effects, events }))).toEqual({ response, effects, events })
          if (response.status === 201) {
            const json = (response.body && 'json' in response.body ? response.body.json : null) as JsonObject
            expect(parseBatch(String(json.ack)).groups[0]?.messages[0]?.read('MSA-1')).toMatch(/^A[AER]$/)
            expect(events.length).toBeGreaterThan(0)
          }
          if (response.status < 400) return
          expect({ effects, events }).toEqual({ effects: [], events: [] })
          expect(response.body).toEqual({ json: { error: { code: expect.any(String), message: expect.any(String) } } })
        },
      ),
      { numRuns: 10 * numRuns },
    )
    expect([...statuses].sort()).toEqual([200, 201, 400, 404, 405, 415])
  })
})

describe('configuration', () => {
  it.each([
    {},
    { accept: [], reject: [] },
    { accept: ['ORU^R01', 'ADT', 'VXU^V04'] },
    { reject: [{ where: { 'PID-3.1': '999' }, code: 'AE', reason: 'Unknown patient.' }] },
    { reject: [{ where: {}, code: 'AR' }] },
  ])('takes %j', (config) => expect(Value.Check(hl7ConfigSchema, config)).toBe(true))

  it.each([
    { types: [] },
    { accept: 'ORU^R01' },
    { accept: ['oru^r01'] },
    { accept: ['ORU_R01'] },
    { accept: ['ORU^R01^ORU_R01'] },
    { reject: [{ code: 'AE' }] },
    { reject: [{ where: {}, code: 'AA' }] },
    { reject: [{ where: { 'PID-3': 999 }, code: 'AE' }] },
    { reject: [{ where: {}, code: 'AE', message: 'no' }] },
  ])('refuses %j', (config) => expect(Value.Check(hl7ConfigSchema, config)).toBe(false))
})
