import { parseBatch, parseMessage } from '@carebench/hl7v2'
import { createSeededRandom, type JsonObject, type RecordedBody } from '@carebench/protocol'
import { describe, expect, it } from 'vitest'
import { hl7Simulator as simulator } from './behaviour.js'
import type { Hl7Config } from './config.js'

function at(seconds = 0) {
  return new Date(Date.UTC(2026, 0, 5, 9, 0, seconds)).toISOString()
}

function admission(controlId: string, patient = '12345') {
  return (
    `MSH|^~\\&|EHR|CLINIC|ADT|HUB|20260105090000||ADT^A01^ADT_A01|${controlId}` +
    `|P|2.5.1\rEVN||20260105090000\rPID|1||${patient}^^^CLINIC^MR||DOE^JANE\rPV1||I\r`
  )
}

const result =
  'MSH|^~\\&|LAB|HUB|EHR|CLINIC|20260105090000||ORU^R01^ORU_R01|L1|P|2.5.1\rPID|1||12345^^^CLINIC^MR||DOE^JANE\r\
OBR|1|||718-7^Hemoglobin^LN\rOBX|1|NM|718-7^Hemoglobin^LN||13.5|g/dL|||||F\r'
const vaccination =
  'MSH|^~\\&|EHR|CLINIC|IIS|STATE|20260105090000||VXU^V04^VXU_V04|V1|P|2.5.1\rPID|1||12345^^^CLINIC^MR||DOE^JANE\r'

/** The simulator with a clock that advances one second per call, and the host's part of the work. */
function open(config: Hl7Config = {}, messages: string[] = []) {
  const context = (seconds: number) => ({ at: at(seconds), random: createSeededRandom(1, seconds) })
  const state = simulator.fork(simulator.seed(config, [{ type: 'HL7', config: { messages } }], context(0)))
  let seconds = 0
  const call = (method: string, target: string, body: RecordedBody | null = null, type?: string) => {
    const [path = '', query = ''] = target.split('?')
    const headers = type === undefined ? {} : { 'content-type': type }
    const outcome = simulator.handle(state, 'hl7', { method, path, query, headers, body }, context(++seconds))
    for (const effect of outcome.effects) simulator.apply(state, effect)
    const { status, headers: answered, body: answer } = outcome.response
    const json = (answer && 'json' in answer ? answer.json : null) as JsonObject & { ack: string; acks: JsonObject[] }
    return { status, headers: answered, json, events: outcome.events }
  }
  const send = (payload: string) => call('POST', 'outbound', { json: { payload } })
  const inject = (payload: string) => {
    const { effects, events } = simulator.inject(state, { type: 'receive_hl7', payload }, context(++seconds))
    for (const effect of effects) simulator.apply(state, effect)
    return events
  }
  return { state, call, send, inject, evidence: () => simulator.evidence(state).hl7 ?? [] }
}

describe('the inbox', () => {
  it('lists messages of datasets and scenarios, newest first [hl7.inbox-item, hl7.inbox-page]', () => {
    const { call, inject, evidence } = open({}, [result, admission('A1')])
    expect(inject(admission('A2'))).toEqual([
      { type: 'hl7.received', data: { message_type: 'ADT^A01', control_id: 'A2', ack_code: null } },
    ])
    const { status, json } = call('GET', 'inbox')
    expect(status).toBe(200)
    expect(json).toEqual({
      data: [
        {
          id: expect.any(String),
          message_type: 'ADT^A01',
          control_id: 'A2',
          payload: admission('A2'),
          received_at: at(1),
        },
        {
          id: expect.any(String),
          message_type: 'ADT^A01',
          control_id: 'A1',
          payload: admission('A1'),
          received_at: at(),
        },
        { id: expect.any(String), message_type: 'ORU^R01', control_id: 'L1', payload: result, received_at: at() },
      ],
      _meta: { next: null, prev: null, limit: 20 },
    })
    expect(new Set((json.data as JsonObject[]).map(({ id }) => id)).size).toBe(3)
    expect(evidence()).toEqual([
      { direction: 'inbound', payload: result, at: at() },
      { direction: 'inbound', payload: admission('A1'), at: at() },
      { direction: 'inbound', payload: admission('A2'), at: at(1) },
    ])
  })

  it('accepts each message of a batch, and messages with an invalid structure', () => {
    const broken = 'MSH|^~\\&|||||||ADT^A01|X1|P|2.5.1\r'
    const { call, inject } = open({}, [`BHS|^~\\&\r${result}${admission('A1')}BTS|2\r`])
    expect(inject(broken)).toHaveLength(1)
    const data = call('GET', 'inbox').json.data as JsonObject[]
    expect(data.map(({ control_id }) => control_id)).toEqual(['X1', 'A1', 'L1'])
    expect(data.at(-1)?.payload).toBe(result)
  })

  it('rejects incoming text that is not a message', () => {
    expect(() => open({}, [result, 'PID|1'])).toThrow(/datasets\[0\]\.config\.messages\[1\].*MSH/)
    expect(() => open({}, ['BHS|^~\\&\rBTS|0\r'])).toThrow(/at least one message/)
    const { state, inject } = open()
    expect(() => inject('hello')).toThrow(/receive_hl7.*MSH/)
    const context = { at: at(), random: createSeededRandom(1) }
    expect(() => simulator.inject(state, { type: 'receive_hl7', payload: 1 }, context)).toThrow(/payload/)
    expect(() => simulator.inject(state, { type: 'drop_file_inbox' }, context)).toThrow(/receive_hl7/)
  })

  it('allows only GET', () => {
    expect(open().call('POST', 'inbox')).toMatchObject({ status: 405, headers: { allow: 'GET' } })
  })
})

describe('sending', () => {
  it('accepts a valid message, as JSON and as ER7 [hl7.outbound-json, hl7.outbound-raw]', () => {
    const { call, send, evidence } = open()
    const sent = send(admission('A1'))
    expect(sent.status).toBe(201)
    expect(sent.json).toEqual({ id: expect.any(String), ack: expect.any(String), ack_code: 'AA' })
    const ack = parseMessage(sent.json.ack)
    const read = ['MSH-3', 'MSH-4', 'MSH-5', 'MSH-6', 'MSH-7', 'MSH-9', 'MSA-1', 'MSA-2', 'ERR'].map((p) => ack.read(p))
    expect(read).toEqual([
      ...['ADT', 'HUB', 'EHR', 'CLINIC', '20260105090001+0000', 'ACK^A01^ACK'],
      ...['AA', 'A1', undefined],
    ])
    expect(ack.controlId).not.toBe('')
    expect(sent.events).toEqual([
      {
        type: 'hl7.sent',
        data: { message_type: 'ADT^A01', control_id: 'A1', ack_code: 'AA', reason: null },
        outward: [
          {
            collection: 'hl7.outbound',
            record: { direction: 'outbound', payload: admission('A1'), at: at(1) },
            key: expect.any(String),
          },
        ],
      },
    ])
    for (const type of ['x-application/hl7-v2+er7', 'application/hl7-v2', 'text/plain; charset=utf-8', undefined]) {
      expect(call('POST', 'outbound', { text: admission('A2') }, type).json.ack_code).toBe('AA')
    }
    expect(evidence()[0]).toEqual({ direction: 'outbound', payload: admission('A1'), at: at(1) })
    expect(evidence()).toHaveLength(5)
  })

  it('records a message that is sent twice two times', () => {
    const { send, evidence } = open()
    const [first, second] = [send(admission('A1')), send(admission('A1'))]
    expect(second.json.ack_code).toBe('AA')
    expect(second.json.id).not.toBe(first.json.id)
    expect(evidence().map(({ payload }) => payload)).toEqual([admission('A1'), admission('A1')])
  })

  it('answers content errors with AE, names the location, and keeps no evidence', () => {
    const { send, evidence } = open()
    const { status, json, events } = send(admission('A1').replace('PV1||I\r', '').replace('12345^^^CLINIC^MR', ''))
    expect(status).toBe(201)
    expect(json.ack_code).toBe('AE')
    const ack = parseMessage(json.ack)
    expect(ack.segments('ERR').map((segment) => segment.read('2'))).toEqual(['PV1^1', 'PID^1^3^1'])
    expect(ack.read('MSA-2')).toBe('A1')
    expect(events).toEqual([
      {
        type: 'hl7.sent',
        data: { message_type: 'ADT^A01', control_id: 'A1', ack_code: 'AE', reason: expect.stringContaining('PV1') },
      },
      {
        type: 'hl7.refused',
        data: { reason: expect.stringContaining('PV1'), people: ['JANE DOE'] },
        refused: [{ collection: 'hl7.outbound', record: { payload: expect.stringContaining('DOE^JANE') } }],
      },
    ])
    expect(evidence()).toEqual([])
  })

  it.each([
    ['an unknown event', admission('A1').replace('ADT^A01^ADT_A01', 'ADT^Z99'), 'A1'],
    ['a type without a known structure', vaccination, 'V1'],
    ['another version of HL7', admission('A1').replace('2.5.1', '3.0'), 'A1'],
    ['a line that is no segment', `${admission('A1')}what is this\r`, 'A1'],
    ['no message', 'hello', undefined],
    ['nothing', '', undefined],
    ['an empty batch', 'BHS|^~\\&\rBTS|0\r', undefined],
    ['a segment of an envelope in the wrong place', `${admission('A1')}FTS|1\rBTS|1\r`, 'A1'],
  ])('rejects %s with AR [hl7.unparsable]', (_what, payload, controlId) => {
    const { send, evidence } = open()
    const { status, json, events } = send(payload)
    expect(status).toBe(201)
    expect(json).toEqual({ id: expect.any(String), ack: expect.any(String), ack_code: 'AR' })
    const ack = parseMessage(json.ack)
    expect([ack.read('MSA-1'), ack.read('MSA-2')]).toEqual(['AR', controlId])
    expect(ack.segments('ERR').length).toBeGreaterThan(0)
    const text = payload === '' || controlId === undefined ? payload : expect.stringContaining('PID|1||12345')
    const refused = { type: 'hl7.refused', refused: [{ record: { payload: text } }] }
    expect(events).toMatchObject([
      { type: 'hl7.sent', data: { control_id: controlId ?? null, ack_code: 'AR', reason: expect.any(String) } },
      ...(payload === '' ? [] : [refused]),
    ])
    expect(evidence()).toEqual([])
  })

  it('reads bytes in the character set of the message', () => {
    const { call, evidence } = open()
    const latin = admission('A1').replace('DOE^JANE', 'M\xdcLLER^JANE').replace('|2.5.1', '|2.5.1||||||8859/1')
    expect(call('POST', 'outbound', { base64: btoa(latin) }, 'application/hl7-v2').json.ack_code).toBe('AA')
    expect(evidence()[0]?.payload).toContain('MÜLLER')
    expect(call('POST', 'outbound', { base64: btoa('MSH|^~\\&|\xff') }, 'text/plain').json.ack_code).toBe('AR')
  })

  it('accepts a message in an MLLP frame, and stores it without the frame', () => {
    const { send, evidence } = open()
    expect(send(`\x0b${admission('A1')}\x1c\r`).json.ack_code).toBe('AA')
    expect(evidence()[0]?.payload).toBe(admission('A1'))
  })

  it('accepts long messages', () => {
    const { send, evidence } = open()
    const long = Array.from(
      { length: 20_000 },
      (_, index) => `OBX|${index + 2}|TX|1^Note||line ${index}||||||F\r`,
    ).join('')
    expect(send(result + long).json.ack_code).toBe('AA')
    expect(evidence()[0]?.payload).toHaveLength(result.length + long.length)
    const wrong = send(result + long.replaceAll('||||||F', ''))
    expect(wrong.json.ack_code).toBe('AE')
    expect(parseMessage(wrong.json.ack).segments('ERR')).toHaveLength(50)
  })

  it('rejects a body that is not a transmission', () => {
    const { call, evidence } = open()
    const post = (body: RecordedBody | null, type?: string) => call('POST', 'outbound', body, type)
    for (const body of [
      null,
      { json: null },
      { json: [] },
      { json: admission('A1') },
      { json: {} },
      { json: { payload: 1 } },
      { json: { payload: admission('A1'), ack: true } },
      { base64: '?' },
    ]) {
      expect(post(body)).toMatchObject({ status: 400, json: { error: { code: 'INVALID_REQUEST' } }, events: [] })
    }
    expect(post({ text: '<x/>' }, 'application/xml')).toMatchObject({
      status: 415,
      json: { error: { code: 'UNSUPPORTED_MEDIA_TYPE', message: expect.stringContaining('application/json') } },
    })
    expect(call('GET', 'outbound')).toMatchObject({ status: 405, headers: { allow: 'POST' } })
    for (const path of ['', 'inbox/1', 'INBOX', 'outbound/']) expect(call('GET', path).status).toBe(404)
    expect(evidence()).toEqual([])
  })
})

describe('the acknowledgment mode', () => {
  const asking = (accept: string, application: string, text: string) =>
    text.replace('|P|2.5.1', `|P|2.5.1|||${accept}|${application}`)
  const wrong = admission('A2').replace('PV1||I\r', '')

  it('sends no acknowledgment that MSH-15 and MSH-16 do not ask for, and keeps the message', () => {
    const { send, evidence } = open()
    const { json, events } = send(asking('NE', 'NE', admission('A1')))
    expect(json).toEqual({ id: expect.any(String), ack: null, ack_code: null })
    expect(events).toMatchObject([{ data: { ack_code: 'AA', reason: null } }])
    expect(send(asking('NE', 'NE', wrong)).json).toMatchObject({ ack: null, ack_code: null })
    expect(send(asking('NE', 'NE', 'MSH|^~\\&|EHR||ADT||||ADT^A01|A3|P|2.5.1\r?')).json).toMatchObject({ ack: null })
    expect(evidence()).toHaveLength(1)
  })

  it('sends errors alone, success alone, or an accept acknowledgment', () => {
    const { send } = open()
    const codes = (accept: string, application: string) =>
      [admission('A1'), wrong].map((text) => {
        const { ack, ack_code } = send(asking(accept, application, text)).json
        expect(ack && parseMessage(ack).read('MSA-1')).toBe(ack_code)
        return ack_code
      })
    expect(codes('NE', 'AL')).toEqual(['AA', 'AE'])
    expect(codes('NE', 'ER')).toEqual([null, 'AE'])
    expect(codes('NE', 'SU')).toEqual(['AA', null])
    expect(codes('AL', 'NE')).toEqual(['CA', 'CE'])
  })

  it('includes only the requested acknowledgments in the answer to a batch', () => {
    const { send } = open()
    const { json } = send(
      asking('NE', 'NE', admission('A1')) + asking('NE', 'ER', wrong) + asking('AL', 'NE', admission('A3')),
    )
    expect(json).toMatchObject({
      ack_code: 'AE',
      acks: [{ ack: null, ack_code: null }, { ack_code: 'AE' }, { ack_code: 'CA' }],
    })
    const acks = parseBatch(json.ack).groups.flatMap(({ messages }) => messages)
    expect(acks.map((ack) => ack.read('MSA-2'))).toEqual(['A2', 'A3'])
    expect(send(asking('NE', 'NE', admission('A1') + admission('A2'))).json).toMatchObject({ ack_code: 'AA' })
    const silent = asking('NE', 'NE', admission('A1'))
    expect(send(silent + silent).json).toMatchObject({
      ack: null,
      ack_code: null,
      acks: [{ ack: null }, { ack: null }],
    })
  })

  it('names a character set that it cannot read', () => {
    const { call } = open()
    const text = admission('A1')
      .replace('|P|2.5.1', '|P|2.5.1||||||ISO IR87')
      .replace('DOE^JANE', '\u001b$B;3ED\u001b(B')
    const { json } = call('POST', 'outbound', { base64: btoa(text) }, 'application/hl7-v2')
    expect(json.ack_code).toBe('AR')
    expect(json.ack).toContain('the character set "ISO IR87" of MSH-18 is not supported')
  })
})

describe('batches', () => {
  it('acknowledges each message, and keeps those that are accepted', () => {
    const { send, evidence } = open()
    const wrong = admission('A2').replace('PV1||I\r', '')
    const { json, events } = send(`FHS|^~\\&\rBHS|^~\\&\r${admission('A1')}${wrong}${admission('A3')}BTS|3\rFTS|1\r`)
    expect(json.ack_code).toBe('AE')
    expect(json.acks.map(({ control_id, message_type, ack_code }) => [control_id, message_type, ack_code])).toEqual([
      ['A1', 'ADT^A01', 'AA'],
      ['A2', 'ADT^A01', 'AE'],
      ['A3', 'ADT^A01', 'AA'],
    ])
    const acks = parseBatch(json.ack).groups.flatMap(({ messages }) => messages)
    expect(acks.map((ack) => `${ack.read('MSA-1')} ${ack.read('MSA-2')}`)).toEqual(['AA A1', 'AE A2', 'AA A3'])
    expect(acks.map(({ text }) => text)).toEqual(json.acks.map(({ ack }) => ack))
    expect(new Set([json.id, ...json.acks.map(({ id }) => id)]).size).toBe(4)
    expect(events.map(({ type, data }) => [type, (data as JsonObject).ack_code])).toEqual([
      ['hl7.sent', 'AA'],
      ['hl7.sent', 'AE'],
      ['hl7.refused', undefined],
      ['hl7.sent', 'AA'],
    ])
    expect(evidence().map(({ payload }) => payload)).toEqual([admission('A1'), admission('A3')])
  })

  it('accepts consecutive messages without an envelope, and one message in an envelope', () => {
    const { send, evidence } = open()
    expect(send(admission('A1') + admission('A2')).json).toMatchObject({ ack_code: 'AA', acks: [{}, {}] })
    expect(send(`BHS|^~\\&\r${admission('A3')}BTS|1\r`).json).toMatchObject({ ack_code: 'AA', acks: [{}] })
    expect(evidence()).toHaveLength(3)
  })

  it('rejects the whole batch if a message is missing', () => {
    const { send, evidence } = open()
    const { json } = send(`BHS|^~\\&\r${admission('A1')}${admission('A2')}BTS|3\r`)
    expect(json).toMatchObject({ ack_code: 'AR', acks: [{ ack_code: 'AR' }, { ack_code: 'AR' }] })
    expect(parseBatch(json.ack).groups[0]?.messages[0]?.read('ERR-2')).toBe('BTS^1^1^1')
    expect(evidence()).toEqual([])
  })

  it.each([
    ['a comment in BHS', ['BHS|^~\\&||||||||All of this is wrong', 'BTS|1'], 'BHS-10'],
    ['a comment in BTS', ['BHS|^~\\&', 'BTS|1|please disregard'], 'BTS-2'],
    ['words for a name', ['BHS|^~\\&|||||||hiv-positive-patients', 'BTS|1'], 'BHS-9'],
    ['a sender whom no message has', ['BHS|^~\\&|EHR|PSYCHIATRY', 'BTS|1'], 'BHS-4'],
    ['the time of another year', ['BHS|^~\\&|||||20250105090000', 'BTS|1'], 'BHS-7'],
    ['an address', ['BHS|^~\\&|||||||||||evil.example', 'BTS|1'], 'BHS-13'],
    ['words for a total', ['BHS|^~\\&', 'BTS|1||none'], 'BTS-3'],
  ])('rejects an envelope with %s, and tells what it said', (_what, [header = '', trailer = ''], field) => {
    const { send, evidence } = open()
    const { json, events } = send(`${header}\r${admission('A1')}${admission('A2')}${trailer.replace('1', '2')}\r`)
    expect(json).toMatchObject({ ack_code: 'AR', acks: [{ ack_code: 'AR' }, { ack_code: 'AR' }] })
    expect(events[0]?.data).toMatchObject({ reason: expect.stringContaining(`Expected ${field} to be `) })
    const said = events.flatMap(({ refused }) => refused ?? []).map(({ record }) => record.payload as string)
    expect(said[0]).toContain(header)
    expect(said[0]).toContain(trailer.slice(5))
    expect(said[1]).toBe(admission('A2'))
    expect(evidence()).toEqual([])
  })

  it('accepts an envelope of names, times, numbers and counts', () => {
    const { send } = open()
    const header = '|^~\\&|EHR|CLINIC|ADT|HUB|20260105090000+0000||ACK-0017||C1|C2'
    const sent = send(`FHS${header}\rBHS${header}\r${admission('A1')}BTS|1||1\rFTS|1\r`)
    expect(sent.json.ack_code).toBe('AA')
  })
})

describe('configuration', () => {
  it('accepts only the configured types, whether or not their structure is known [hl7.accept]', () => {
    const { send } = open({ accept: ['VXU^V04', 'ORU'] })
    expect([vaccination, result, admission('A1')].map((payload) => send(payload).json.ack_code)).toEqual([
      'AA',
      'AA',
      'AR',
    ])
    const ack = parseMessage(send(admission('A1')).json.ack)
    expect([ack.read('ERR-2'), ack.read('ERR-3.1'), ack.read('ERR-8')]).toEqual(
      ['MSH^1^9^1', '200', 'Expected one of the accepted message types (VXU\\S\\V04, ORU), got ADT\\S\\A01.'].map(
        (text) => text.replaceAll('\\S\\', '^'),
      ),
    )
    expect(send(vaccination.replace('VXU^V04^VXU_V04', 'VXU^V05')).json.ack_code).toBe('AR')
    expect(open({ accept: [] }).send(result).json.ack_code).toBe('AR')
  })

  it('rejects by the first rule whose conditions all hold [hl7.reject]', () => {
    const { send, evidence } = open({
      reject: [
        { where: { 'PID-3.1': '999', 'MSH-9.1': 'ORU' }, code: 'AR', reason: 'No results.' },
        { where: { 'PID-3.1': '999' }, code: 'AE', reason: 'Unknown patient 999.' },
        { where: { 'PID-3.1': '999' }, code: 'AR' },
        { where: { 'OBX[3.1=2345-7].8': '', 'MSH-9.1': 'ORU' }, code: 'AR' },
      ],
    })
    expect(send(admission('A1')).json.ack_code).toBe('AA')
    const refused = send(admission('A2', '999'))
    expect(refused.json.ack_code).toBe('AE')
    const ack = parseMessage(refused.json.ack)
    expect([ack.read('ERR-2'), ack.read('ERR-3.1'), ack.read('ERR-8')]).toEqual([
      'PID^1^3^1^1',
      '207',
      'Unknown patient 999.',
    ])
    expect(refused.events).toMatchObject([
      { data: { ack_code: 'AE', reason: 'Unknown patient 999.' } },
      { type: 'hl7.refused', data: { reason: 'Unknown patient 999.', people: expect.arrayContaining(['999']) } },
    ])
    expect(send(result.replace('|12345^', '|999^')).json.ack_code).toBe('AR')
    expect(send(result).json.ack_code).toBe('AR')
    expect(evidence()).toHaveLength(1)
  })

  it('reports an invalid structure before applying rules', () => {
    const { send } = open({ reject: [{ where: {}, code: 'AR', reason: 'Closed.' }] })
    expect(send(admission('A1').replace('PV1||I\r', '')).json.ack_code).toBe('AE')
    expect(send(admission('A1')).events[0]).toMatchObject({ data: { ack_code: 'AR', reason: 'Closed.' } })
  })

  it('rejects an invalid path', () => {
    expect(() => open({ reject: [{ where: { 'pid.3': '1' }, code: 'AE' }] })).toThrow(/reject\[0\]\.where.*pid\.3/)
  })
})

describe('limits of a transmission', () => {
  const header = 'MSH|^~\\&|A|B|C|D|20260105||ADT^A08|1|P|2.5.1\r'

  it('are refused before anything is parsed', () => {
    const { send, call, evidence } = open()
    const refusals = [
      [header.repeat(1001), '1000 messages'],
      [`${header}${'ZZZ|1\r'.repeat(50_001)}`, '50000 segments'],
      [`${header}${'ZZZ|1\n'.repeat(50_001)}`, '50000 segments'],
      [`${header}${'SFT|A\r'.repeat(9000)}${'PID|1\r'.repeat(9000)}`, 'fewer people'],
      [`${header}PID|1||1||${'O^A~'.repeat(20_001)}\r`, '20000 repetitions'],
      [`MSH|^*\\&|${header.slice(9)}PID|1||1||${'O^A*'.repeat(20_001)}\r`, '20000 repetitions'],
    ] as const
    for (const [payload, limit] of refusals) {
      const { status, json, events } = send(payload)
      expect({ status, json, events }).toMatchObject({ status: 413, json: { error: { code: 'PAYLOAD_TOO_LARGE' } } })
      expect(JSON.stringify(json)).toContain(limit)
      expect(events).toEqual([])
    }
    const bytes = { base64: btoa(`${header.repeat(1001)}\xff`) }
    expect(call('POST', 'outbound', bytes, 'text/plain').status).toBe(413)
    expect(evidence()).toEqual([])
  })

  it('reject a message with more identifiers of a person than are compared', () => {
    const { send } = open()
    const message = (count: number) => `${header}EVN|A08|20260105\rPID|1||${ids(count)}||Doe^Jane\rPV1|1|O\r`
    const ids = (count: number) => Array.from({ length: count }, (_, at) => `${at}^^^H^MR`).join('~')
    expect(send(message(200)).json).toMatchObject({ ack_code: 'AA' })
    const { json } = send(message(201))
    expect(json).toMatchObject({ ack_code: 'AE' })
    expect(json.ack).toContain('Expected at most 200 identifiers, got 201.')
  })

  it('answer each message of a wrong batch with the same few faults', () => {
    const groups = Array.from({ length: 300 }, () => `BHS|^~\\&\r${header}BTS|9\r`).join('')
    const { json } = open().send(`FHS|^~\\&\r${groups}FTS|300\r`)
    expect(json.acks).toHaveLength(300)
    expect(json.ack.split('\rERR').length - 1).toBe(300 * 50)
  })

  it('are counted in one pass, however many empty lines there are', () => {
    const { send } = open()
    expect(send('\r'.repeat(1_000_000)).status).toBe(201)
  })

  it('leave room for large batches', () => {
    const { send } = open()
    expect(send(header.repeat(300)).json.acks).toHaveLength(300)
    expect(send(`${header}${'ZZZ|1\r\n'.repeat(19_000)}`).status).toBe(201)
  })
})
