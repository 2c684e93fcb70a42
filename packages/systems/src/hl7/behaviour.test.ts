import { parseBatch } from '@carebench/hl7v2'
import type { JsonObject, JsonValue, RecordedBody, SimulatorCall } from '@carebench/protocol'
import fc from 'fast-check'
import { Value } from 'typebox/value'
import { describe, expect, inject, it } from 'vitest'
import { simulatorContract } from '../testing/simulator-contract.js'
import { beginning, contextAt, createSimulatorHost } from '../testing/simulator-host.js'
import { hl7Simulator as simulator } from './behaviour.js'
import { type Hl7Config, hl7ConfigSchema } from './config.js'
import type { Hl7State } from './state.js'

const scale = inject('scale')

const numRuns = 20 * scale

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
const aQuery = fc
  .tuple(
    fc.constantFrom('Z34', 'Z44', 'Z1'),
    fc.constantFrom('12345', '999|A^B', '', '|DOE^JANE||20000101', '|DOE^JANE||x'),
  )
  .map(
    ([name, who]) =>
      `MSH|^~\\&|EHR|CLINIC|IIS|HUB|20260105090000||QBP^Q11|q|P|2.5.1\rQPD|${name}^^CDCPHINVS|t|${who}\rRCP|I\r`,
  )
const aTransmission = fc.oneof(
  aMessage,
  aQuery,
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
    updates_record: fc.boolean(),
    queries: fc.constantFrom({}, { profiles: ['Z44' as const] }),
  },
  { requiredKeys: [] },
)
const aSeed = fc.array(aMessage, { maxLength: 3 })

function sending(body: RecordedBody | null): SimulatorCall {
  return {
    method: 'POST',
    path: 'outbound',
    query: '',
    headers: {},
    body,
  }
}

const host = createSimulatorHost(simulator)

function makeSeed(config: Hl7Config) {
  return simulator.seed(config, [], contextAt(beginning))
}

/** All messages of the inbox, fetched two per page. */
function walk(state: Hl7State): JsonValue[] {
  const rows: JsonValue[] = []
  let query = 'limit=2'
  for (;;) {
    const call = { ...sending(null), method: 'GET', path: 'inbox', query }
    const { body } = simulator.handle(state, 'hl7', call, contextAt(beginning)).response
    const page = (body && 'json' in body ? body.json : null) as { data: JsonValue[]; _meta: { next: string | null } }
    rows.push(...page.data)
    if (page._meta.next === null) return rows
    query = `limit=2&cursor=${page._meta.next}`
  }
}

const aDelimiter = fc.constantFrom('|', '^', '~', '\\', '&', '#', ' ', 'é', '-', '"', 'A')
const anyText = fc.oneof(
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
const anyBody = fc.oneof(
  fc.constant(null),
  fc.record({ json: fc.oneof(fc.jsonValue() as fc.Arbitrary<JsonValue>, fc.record({ payload: anyText })) }),
  fc.record({ text: anyText }),
  fc.record({ base64: fc.oneof(fc.base64String(), fc.string()) }),
  fc.record({ base64: fc.uint8Array().map((bytes) => btoa(`MSH|^~\\&|${String.fromCharCode(...bytes)}`)) }),
)

simulatorContract('the HL7 simulator', {
  simulator,
  group: 'hl7',
  config: aConfig,
  datasets: aSeed.map((messages) => [{ type: 'HL7', config: { messages } }]),
  calls: fc.oneof(
    aTransmission.map((payload) => sending({ json: { payload } })),
    aTransmission.map((text) => sending({ text })),
    fc.constant({ ...sending(null), method: 'GET', path: 'inbox' }),
  ),
  steps: aMessage.map((payload) => ({ type: 'receive_hl7', payload })),
  observe: walk,
  hostile: fc
    .tuple(fc.oneof(fc.constantFrom('text/plain', 'application/xml'), fc.string()), anyBody)
    .map(([type, body]) => ({ ...sending(body), headers: { 'content-type': type } })),
  statuses: [200, 201, 400, 404, 405, 415],
  refusesNoise: ({ accept, reject }) => accept?.length === 0 || (reject ?? []).length > 0,
  answered: ({ response, events }) => {
    const json = (response?.body && 'json' in response.body ? response.body.json : null) as JsonObject
    const status = response?.status ?? 0
    if (status === 201) {
      expect(parseBatch(String(json.ack)).groups[0]?.messages[0]?.read('MSA-1')).toMatch(/^[AC][AER]$/)
      expect(events.length).toBeGreaterThan(0)
    }
    if (status >= 400) expect(json).toEqual({ error: { code: expect.any(String), message: expect.any(String) } })
  },
})

describe('the receiving application', () => {
  it('acknowledges every message separately, and keeps exactly those that it accepts', () => {
    fc.assert(
      fc.property(aConfig, fc.array(aTransmission, { maxLength: 8 }), (config, sent) => {
        const state = simulator.fork(makeSeed(config))
        const accepted: string[] = []
        for (const payload of sent) {
          const { outcomes, events } = host.run(state, [
            { wait: 0, group: 'hl7', call: sending({ json: { payload } }) },
          ])
          const body = outcomes[0]?.response?.body
          const json = (body && 'json' in body ? body.json : null) as JsonObject & { ack: string }
          const acks = parseBatch(json.ack).groups.flatMap(({ messages }) => messages)
          const messages = parseBatch(payload).groups.flatMap((group) => group.messages)
          const codes = acks.map((ack) => String(ack.read('MSA-1')))
          expect(acks).toHaveLength(Math.max(messages.length, 1))
          const answered = events.filter(({ type }) => type !== 'hl7.refused')
          expect(answered.map(({ data }) => (data as JsonObject).ack_code)).toEqual(codes)
          expect(json.ack_code).toBe([...codes].sort().at(-1))
          messages.forEach((message, index) => {
            expect(acks[index]?.read('MSA-2')).toBe(message.controlId || undefined)
            expect(acks[index]?.segments('ERR').length === 0).toBe(codes[index] === 'AA')
            // Queries are answered but not kept.
            const isAnswered = acks[index]?.messageType === 'RSP^K11'
            if (codes[index] === 'AA' && !isAnswered) accepted.push(message.text)
          })
        }
        expect(simulator.evidence(state).hl7?.map(({ direction, payload }) => ({ direction, payload }))).toEqual(
          accepted.map((payload) => ({ direction: 'outbound', payload })),
        )
      }),
      { numRuns },
    )
  })
})

describe('configuration', () => {
  it.each([
    {},
    { accept: [], reject: [] },
    { accept: ['ORU^R01', 'ADT', 'VXU^V04'] },
    { reject: [{ where: { 'PID-3.1': '999' }, code: 'AE', reason: 'Unknown patient.' }] },
    { reject: [{ where: {}, code: 'AR' }] },
    { queries: {}, updates_record: true },
    { queries: { profiles: ['Z44'], most_candidates: 2 } },
  ])('accepts %j', (config) => expect(Value.Check(hl7ConfigSchema, config)).toBe(true))

  it.each([
    { types: [] },
    { queries: true },
    { queries: { profiles: ['Z31'] } },
    { queries: { most_candidates: 1 } },
    { updates_record: 'yes' },
    { accept: 'ORU^R01' },
    { accept: ['oru^r01'] },
    { accept: ['ORU_R01'] },
    { accept: ['ORU^R01^ORU_R01'] },
    { reject: [{ code: 'AE' }] },
    { reject: [{ where: {}, code: 'AA' }] },
    { reject: [{ where: { 'PID-3': 999 }, code: 'AE' }] },
    { reject: [{ where: {}, code: 'AE', message: 'no' }] },
  ])('rejects %j', (config) => expect(Value.Check(hl7ConfigSchema, config)).toBe(false))
})
