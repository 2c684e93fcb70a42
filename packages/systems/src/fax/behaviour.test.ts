import type { JsonObject, SimulatorCall } from '@carebench/protocol'
import fc from 'fast-check'
import { Value } from 'typebox/value'
import { describe, expect, inject, it } from 'vitest'
import { simulatorContract } from '../testing/simulator-contract.js'
import { type Act, beginning, contextAt, createSimulatorHost } from '../testing/simulator-host.js'
import { faxSimulator as simulator } from './behaviour.js'
import { type FaxConfig, faxConfigSchema } from './config.js'
import type { FaxState } from './state.js'

const scale = inject('scale')
const numRuns = 20 * scale

const numbers = ['+15550100001', '+15550100002', '+15550100003', '+15550100004']
const aLine = fc.record(
  {
    answers: fc.boolean(),
    busy: fc.boolean(),
    busy_times: fc.nat(3),
    delay_seconds: fc.nat(90),
  },
  { requiredKeys: [] },
)
const aConfig: fc.Arbitrary<FaxConfig> = fc.record(
  {
    numbers: fc.dictionary(fc.constantFrom(...numbers), aLine),
    default_number: aLine,
    retries: fc.nat(3),
    retry_seconds: fc.integer({ min: 1, max: 90 }),
    from_number: fc.constantFrom('+15550100100', '(555) 010-0101'),
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
  return {
    method: 'GET',
    path,
    query,
    headers: {},
    body: null,
  }
}

const aSending = fc.record({
  to_number: fc.constantFrom(...numbers, '555-010-0009'),
  document_type: fc.constantFrom('referral', 'clinical_note'),
  text: fc.constantFrom('Referral for Ada Okafor', 'two\fpages'),
})

function pickId(state: FaxState, index: number) {
  return [...state.faxes.keys()][index % Math.max(1, state.faxes.size)] ?? 'none'
}

simulatorContract('the fax simulator', {
  simulator,
  group: 'faxes',
  config: aConfig,
  datasets: fc.constant([]),
  calls: fc.oneof(
    { weight: 4, arbitrary: aSending.map(posting) },
    fc.constant(
      posting({
        to_number: numbers[0] ?? '',
        document_type: 'note',
        content_base64: btoa('text'),
        media_type: 'text/plain',
      }),
    ),
    fc
      .constantFrom('', 'limit=2', 'status=delivered&limit=1', 'to_number=%2B15550100001')
      .map((query) => reading('', query)),
    fc.nat(3).map((index) => reading(`fax ${index}`)),
    fc.nat(3).map((index) => reading(`fax ${index}/content`)),
  ),
  resolve: (state, call) => {
    const [, index, content = ''] = /^fax (\d)(\/content)?$/.exec(call.path) ?? []
    return index === undefined ? call : { ...call, path: pickId(state, Number(index)) + content }
  },
  steps: fc.record(
    {
      type: fc.constant('receive_fax'),
      from: fc.constantFrom(...numbers),
      text: fc.constantFrom('A referral of 1 August, page 1\f≥ 5 mg', ''),
      noise: fc.constantFrom(0, 0.5, 1),
    },
    { requiredKeys: ['type', 'from', 'text'] },
  ),
  observe: ({ faxes }) => [...faxes.values()],
  schedules: true,
  hostile: fc
    .record({
      to_number: fc.oneof(fc.constantFrom(...numbers), fc.string()),
      document_type: fc.oneof(fc.constant('note'), fc.string()),
      content_base64: fc.oneof(fc.base64String(), fc.string(), fc.constant(btoa('%PDF-1.4'))),
      media_type: fc.oneof(fc.constantFrom('application/pdf', 'text/plain', 'image/tiff'), fc.string()),
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

describe('delivery', () => {
  const host = createSimulatorHost(simulator)
  /** When and how each attempt ends, calculated independently of the simulator. */
  function expected(config: FaxConfig, to: string, sentAt: number) {
    const line = config.numbers?.[to] ?? config.default_number ?? {}
    const results: { at: number; result: string }[] = []
    const retries = config.retries ?? 2
    let time = sentAt
    for (let attempt = 1; attempt <= retries + 1; attempt++) {
      time += (line.delay_seconds ?? 0) * 1000
      let result = 'delivered'
      if (line.busy === true || attempt <= (line.busy_times ?? 0)) result = 'busy'
      else if (line.answers === false) result = 'no_answer'
      results.push({ at: time, result })
      if (result === 'delivered') break
      time += (config.retry_seconds ?? 60) * 1000
    }
    return results
  }

  it('ends every attempt at its time, delivers once, and reports the outcome once', () => {
    fc.assert(
      fc.property(
        aConfig,
        fc.array(fc.tuple(fc.nat(200), fc.constantFrom(...numbers)), { maxLength: 6 }),
        (config, sent) => {
          const state = simulator.fork(simulator.seed(config, [], contextAt(beginning)))
          const acts: Act[] = sent.map(([wait, to_number]) => ({
            wait: wait * 1000,
            group: 'faxes',
            call: posting({ to_number, document_type: 'note', text: 'x' }),
          }))
          const { end, events } = host.run(state, acts)
          const later = host.advance(state, { ...end, time: end.time + 7_200_000 })
          let time = beginning.time
          const wanted = sent.map(([wait, to]) => {
            time += wait * 1000
            return expected(config, to, time)
          })
          const rows = [...state.faxes.values()]
          expect(
            rows.map(({ attempts }) =>
              attempts.map((attempt) => ({ at: Date.parse(attempt.at), result: attempt.result })),
            ),
          ).toEqual(wanted)
          const outcomes = [...events, ...later.events].filter(({ type }) => type !== 'fax.sent')
          expect(outcomes.map(({ data }) => (data as JsonObject).id).sort()).toEqual(rows.map(({ id }) => id).sort())
          for (const row of rows) {
            const last = row.attempts.at(-1)
            expect(row.status).toBe(last?.result === 'delivered' ? 'delivered' : 'failed')
            const event = outcomes.find(({ data }) => (data as JsonObject).id === row.id)
            expect(event).toMatchObject({ type: `fax.${row.status}`, at: last?.at })
          }
        },
      ),
      { numRuns },
    )
  })
})

describe('configuration', () => {
  it.each([
    {},
    { numbers: { '+15550100142': { answers: false } } },
    { numbers: { '(555) 010-0142': { busy_times: 2, delay_seconds: 30 } }, retries: 0, retry_seconds: 1 },
    { default_number: { busy: true }, from_number: '+15550100100' },
  ])('accepts %j', (config) => expect(Value.Check(faxConfigSchema, config)).toBe(true))

  it.each([
    { numbers: { clinic: {} } },
    { numbers: { '+15550100142': { answer: true } } },
    { retries: 11 },
    { retry_seconds: 0 },
    { from: '+1' },
  ])('rejects %j', (config) => expect(Value.Check(faxConfigSchema, config)).toBe(false))

  it('names a duplicate number', () => {
    const config = { numbers: { '+15550100142': {}, '555 010 0142': {} } }
    expect(() => simulator.seed(config, [], contextAt(beginning))).toThrow('got +15550100142 a second time')
  })
})

describe('a PDF', () => {
  function send(reading: JsonObject) {
    const state = simulator.fork(simulator.seed({}, [], contextAt(beginning)))
    const call = posting({
      to_number: '+15550100142',
      document_type: 'note',
      content_base64: btoa('%PDF-1.7'),
      media_type: 'application/pdf',
    })
    return simulator.handle(state, 'faxes', call, { ...contextAt(beginning), consult: () => reading })
  }

  it('is sent if its other contents add no statement to the text', () => {
    const extras = ['the property Title: Booked', 'the property Producer: ReportLab PDF Library - www.reportlab.com']
    expect(send({ text: 'Booked on Monday.', pages: 1, extras }).response.status).toBe(201)
    expect(send({ text: '', pages: 1, extras: ['an image'] }).response.status).toBe(201)
  })

  it.each(['an annotation (Stamp)', 'an embedded file', 'an image', 'the property Title: Not booked'])(
    'is refused for %s, and guards read the statement in it',
    (extra) => {
      const { response, effects, events } = send({ text: 'Booked on Monday.', pages: 1, extras: [extra] })
      expect(response).toMatchObject({
        status: 400,
        body: { json: { error: { message: expect.stringContaining(`it has ${extra}, which would not be read`) } } },
      })
      expect(effects).toEqual([])
      const record = { text: `Booked on Monday.\n${extra}` }
      expect(events).toMatchObject([{ type: 'fax.refused', refused: [{ collection: 'faxes', record }] }])
    },
  )
})
