import { parseMessage } from '@carebench/hl7v2'
import { createSeededRandom, type JsonObject } from '@carebench/protocol'
import { describe, expect, it } from 'vitest'
import { hl7Simulator as simulator } from '../behaviour.js'
import type { Hl7Config } from '../config.js'

const context = { at: '2026-01-05T09:00:00.000Z', random: createSeededRandom(1) }

function header(type: string, id: string) {
  return `MSH|^~\\&|EHR|CLINIC|IIS|STATE|20260105090000||${type}|${id}|P|2.5.1`
}

function report(id: string, patient: string, ...shots: readonly string[]) {
  const groups = shots.flatMap((code) => [
    'ORC|RE||9^IIS',
    `RXA|0|1|20250901||${code}^vaccine^CVX|999`,
    'OBX|1|ST|30956-7^Vaccine type^LN|1|x||||||F',
  ])
  return `${[header('VXU^V04^VXU_V04', id), patient, 'NK1|1|OKAFOR^GRACE|MTH', ...groups].join('\r')}\r`
}

const ada =
  'PID|7||100^^^STATE^SR~A1^^^CLINIC^MR||OKAFOR^ADA^^^^^L|BELL^GRACE|20190405|F|||1 Elm St^^Bellweather^IL^62703'
const twin = 'PID|1||101^^^STATE^SR||OKAFOR^ADA|MAY^JOY|20190405|F|||9 Oak St^^Alder Creek^IL^62704'
const marcus = 'PID|1||102^^^STATE^SR||PELLWOOD^MARCUS||20200102|M'
const registry = [
  report('V1', ada, '08', '998'),
  report('V2', twin),
  report('V3', marcus, '03'),
  report('V4', 'PID|1||100^^^STATE^SR||OKAFOR^ADA^^^^^L|BELL^GRACE|20190405|F|||1 Elm St^^Bellweather^IL^62703', '20'),
]

function query(
  qpd: string,
  { name = 'Z34^Request Immunization History^CDCPHINVS', rcp = 'RCP|I|20^RD', id = 'Q1' } = {},
) {
  return `${[header('QBP^Q11^QBP_Q11', id), `QPD|${name}|T1|${qpd}`, rcp].join('\r')}\r`
}

function open(config: Hl7Config = {}, reports: readonly string[] = registry) {
  const datasets = [{ type: 'HL7' as const, config: { messages: [], registry: [...reports] } }]
  const state = simulator.fork(simulator.seed({ queries: {}, ...config }, datasets, context))
  const send = (payload: string) => {
    const body = { json: { payload } }
    const outcome = simulator.handle(
      state,
      'hl7',
      { method: 'POST', path: 'outbound', query: '', headers: {}, body },
      context,
    )
    for (const effect of outcome.effects) simulator.apply(state, effect)
    const answer = outcome.response.body as { readonly json: JsonObject & { readonly ack: string } }
    return { json: answer.json, events: outcome.events, ack_code: answer.json.ack_code }
  }
  const ask = (...query_: Parameters<typeof query>) => {
    const { json, events, ack_code } = send(query(...query_))
    const answer = parseMessage(json.ack)
    const lines = answer.segments().map(({ text }) => text)
    return { answer, events, ack_code, lines, profile: answer.read('MSH-21.1'), status: answer.read('QAK-2') }
  }
  return { state, send, ask }
}

describe('a query for an immunization history', () => {
  it('finds one person by identifier, and answers the history with everything that was reported \
[hl7.query-history]', () => {
    const { ask, state } = open()
    const { lines, events, ack_code, answer } = ask('100^^^STATE^SR')
    expect(ack_code).toBe('AA')
    expect(answer.read('MSH-9')).toBe('RSP^K11^RSP_K11')
    expect(answer.read('MSH-5')).toBe('EHR')
    expect(lines.slice(1)).toEqual([
      'MSA|AA|Q1',
      'QAK|T1|OK|Z34^Request Immunization History^CDCPHINVS',
      'QPD|Z34^Request Immunization History^CDCPHINVS|T1|100^^^STATE^SR',
      'PID|1||100^^^STATE^SR||OKAFOR^ADA^^^^^L|BELL^GRACE|20190405|F|||1 Elm St^^Bellweather^IL^62703',
      'NK1|1|OKAFOR^GRACE|MTH',
      ...['ORC|RE||9^IIS', 'RXA|0|1|20250901||08^vaccine^CVX|999', 'OBX|1|ST|30956-7^Vaccine type^LN|1|x||||||F'],
      ...['ORC|RE||9^IIS', 'RXA|0|1|20250901||20^vaccine^CVX|999', 'OBX|1|ST|30956-7^Vaccine type^LN|1|x||||||F'],
    ])
    expect(answer.read('MSH-21')).toBe('Z32^CDCPHINVS')
    expect(events).toEqual([
      {
        type: 'hl7.queried',
        data: { query: 'Z34', control_id: 'Q1', status: 'OK', matches: 1, ack_code: 'AA', reason: null },
      },
    ])
    expect(simulator.evidence(state).hl7).toEqual([])
  })

  it('answers Z44 with the forecast [hl7.query-history]', () => {
    const { profile, lines } = open().ask('A1^^^CLINIC^MR', {
      name: 'Z44^Request Evaluated History and Forecast^CDCPHINVS',
    })
    expect(profile).toBe('Z42')
    expect(lines.filter((line) => line.startsWith('RXA')).map((line) => line.split('|')[5]?.slice(0, 3))).toEqual([
      ...['08^', '998', '20^'],
    ])
  })

  it.each([
    ['nobody by an unknown identifier', '999^^^STATE^SR', 'Z33', 'NF', 0],
    ['nobody of another authority', 'A1^^^OTHER^MR', 'Z33', 'NF', 0],
    ['nobody with another date of birth', '100^^^STATE^SR|OKAFOR^ADA||20190406', 'Z33', 'NF', 0],
    ['one by name and date of birth', '|Pellwood^Marcus||20200102', 'Z32', 'OK', 1],
    ['candidates by name and date of birth', '|OKAFOR^ADA||20190405', 'Z31', 'OK', 2],
    ['one of them by her mother', '|OKAFOR^ADA|Bell^Grace|20190405', 'Z32', 'OK', 1],
    ['one of them by her address', '|OKAFOR^ADA||20190405|F|9 Oak St^^Alder Creek^IL^62704', 'Z32', 'OK', 1],
    ['nobody of the other sex', '|OKAFOR^ADA||20190405|M', 'Z33', 'NF', 0],
  ])('finds %s [hl7.query-matches]', (_, qpd, profile, status, matches) => {
    const found = open().ask(qpd)
    expect([found.profile, found.status, found.ack_code]).toEqual([profile, status, 'AA'])
    expect(found.events[0]?.data).toMatchObject({ status, matches })
    expect(found.answer.segments('PID').length).toBe(matches)
    if (profile !== 'Z32') expect(found.answer.segments('RXA')).toEqual([])
  })

  it('reports too many candidates above the configured or requested number [hl7.query-matches]', () => {
    const third = report('V5', 'PID|1||103^^^STATE^SR||OKAFOR^ADA||20190405')
    const asked = '|OKAFOR^ADA||20190405'
    expect(open({}, [...registry, third]).ask(asked)).toMatchObject({ profile: 'Z31', status: 'OK' })
    expect(open({ queries: { most_candidates: 2 } }, [...registry, third]).ask(asked)).toMatchObject({
      ...{ profile: 'Z33', status: 'TM', ack_code: 'AA' },
    })
    expect(open().ask(asked, { rcp: 'RCP|I|1^RD' })).toMatchObject({ profile: 'Z33', status: 'TM' })
  })

  it.each([
    ['another query', '100', { name: 'Z99^Other^CDCPHINVS' }, 'QPD^1^1^1^1', /Z34, Z44/],
    ['neither an identifier nor a name', '||| 20190405', {}, 'QPD^1^4^1^1', /family name/],
    ['a name without a date of birth', '|OKAFOR^ADA', {}, 'QPD^1^6^1^1', /date of birth/],
    ['a malformed date of birth', '100||  |April', {}, 'QPD^1^6^1', /YYYYMMDD/],
    ['no RCP', '100', { rcp: 'NTE|1' }, 'RCP^1', /RCP/],
  ])('answers %s with an error and its place [hl7.query-error]', (_, qpd, more, place, words) => {
    const { answer, ack_code, profile, status, events } = open().ask(qpd, more)
    expect([ack_code, profile, status]).toEqual(['AE', 'Z33', 'AE'])
    const errors = answer.segments('ERR').map((error) => [error.read('2'), error.read('8')] as const)
    expect(errors.some(([at, said]) => at === place && words.test(said ?? ''))).toBe(true)
    expect(answer.segments('PID')).toEqual([])
    expect(events[0]?.data).toMatchObject({ status: 'AE', matches: 0, ack_code: 'AE' })
  })

  it('can be refused by a rule, but only by a rule for queries', () => {
    const reject = [{ where: { 'MSH-4': 'CLINIC', 'MSH-9.1': 'QBP' }, code: 'AR' as const, reason: 'Not enrolled.' }]
    const { send, ask } = open({ reject, accept: ['VXU^V04'] })
    expect(ask('100')).toMatchObject({ ack_code: 'AR', status: 'AE', profile: 'Z33' })
    expect(send(report('V9', marcus, '21')).ack_code).toBe('AA')
  })

  it('is rejected as an unsupported message unless queries are configured', () => {
    const state = simulator.seed({}, [{ type: 'HL7', config: { messages: [], registry } }], context)
    const body = { json: { payload: query('100') } }
    const call = { method: 'POST', path: 'outbound', query: '', headers: {}, body }
    const { response } = simulator.handle(state, 'hl7', call, context)
    expect(response.body).toMatchObject({ json: { ack_code: 'AR' } })
  })

  it('can be part of a batch', () => {
    const { send } = open()
    const { acks, ack_code } = send(`${query('100')}${query('999', { id: 'Q2' })}`).json
    expect(ack_code).toBe('AA')
    expect((acks as readonly JsonObject[]).map(({ ack }) => parseMessage(String(ack)).read('QAK-2'))).toEqual([
      'OK',
      'NF',
    ])
  })
})

describe('the registry', () => {
  it('accepts reports from the agent', () => {
    const { send, ask } = open({ accept: ['VXU^V04'] })
    expect(ask('300').status).toBe('NF')
    send(report('V6', 'PID|1||300^^^STATE^SR||NEW^PERSON||20240101', '110'))
    expect(ask('300^^^STATE').profile).toBe('Z32')
  })

  it('merges two people, who are found under either identifier from then on [hl7.merge]', () => {
    const { send, ask, state } = open()
    const merge = (mrg: string) =>
      `${header('ADT^A40^ADT_A39', 'M1')}\rEVN||20260105090000\rPID|1||100^^^STATE^SR||OKAFOR^ADA\rMRG|${mrg}\r`
    expect(send(merge('102^^^STATE^SR')).ack_code).toBe('AA')
    expect(ask('102^^^STATE^SR').lines.slice(1)).toEqual(
      ask('100^^^STATE^SR')
        .lines.slice(1)
        .map((line) => line.replace('|T1|100', '|T1|102')),
    )
    expect(ask('102^^^STATE^SR').answer.segments('RXA')).toHaveLength(3)
    expect(ask('|PELLWOOD^MARCUS||20200102').status).toBe('NF')
    expect(send(merge('900^^^STATE^SR')).ack_code).toBe('AA')
    expect(simulator.evidence(state).hl7).toHaveLength(2)
  })

  it('reports what is wrong with a dataset', () => {
    expect(() => open({}, ['PID|1'])).toThrow(/datasets\[0\]\.config\.registry\[0\].*MSH/)
    expect(() => open({}, [`${header('ADT^A01', 'x')}\rPID|1||1\r`])).toThrow(/registry\[0\].*VXU\^V04, got ADT\^A01/)
    expect(() => open({}, [report('V1', 'PID|1||')])).toThrow(/PID-3/)
    expect(() => open({}, [report('V1', ada).replaceAll('^', '@').replaceAll('VXU@V04', 'VXU@V04')])).toThrow(
      /delimiters/,
    )
  })
})
