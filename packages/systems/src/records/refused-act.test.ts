import type { JsonValue, SimulatorCall } from '@carebench/protocol'
import { createSeededRandom } from '@carebench/protocol'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaultSystems } from '../systems.js'
import { namedPeople } from './named-people.js'

const context = { at: '2026-01-05T09:00:00.000Z', random: createSeededRandom(1) }

/** A call that its system refuses. */
function refuse(type: string, path: string, body: SimulatorCall['body'], method = 'POST', contentType = 'text/plain') {
  const system = defaultSystems.find((one) => one.type === type)
  const headers = body !== null && 'json' in body ? {} : { 'content-type': contentType }
  const group = system?.group?.name ?? ''
  const call: SimulatorCall = { method, path, query: '', headers, body }
  return system?.seed({}, [], context).handle(group, call, context)
}

function json(value: JsonValue) {
  return { json: value }
}

describe('a call that a system refuses', () => {
  it.each([
    ['HL7', 'outbound', json({ payload: 1, patient_id: 'MRN-7' }), 'hl7.refused', 'hl7.outbound', ['MRN-7']],
    ['HL7', 'outbund', { text: 'PID|1||MRN-7||Doe^Jane' }, 'hl7.refused', 'hl7.outbound', ['MRN-7', 'Jane Doe']],
    [
      'X12',
      'eligibility',
      json({ patient_id: 'Patient/p2', service_type: 7 }),
      'x12.refused',
      'x12.sent',
      ['Patient/p2'],
    ],
    [
      'Payer',
      'prior-auths',
      json({ patient_member_id: 'M-1' }),
      'portal.refused',
      'portal.prior_auth_requests',
      ['M-1'],
    ],
    ['Fax', '', json({ text: 'Jane Doe, born 1985-10-31' }), 'fax.refused', 'faxes', []],
    ['Message', '', json({ channel: 'pigeon', to: '', body: 'Jane Doe' }), 'message.refused', 'messages', []],
    ['Voice', 'calls/none/turns', json({ text: 'It is about Jane Doe.' }), 'call.refused', 'voice.calls', []],
  ] as const)('to %s %s is an event with whom it names', (type, path, body, event, collection, people) => {
    const outcome = refuse(type, path, body)
    expect(outcome?.response.status).toBeGreaterThanOrEqual(400)
    expect(outcome?.events).toMatchObject([{ type: event, data: { people }, refused: [{ collection, record: {} }] }])
    expect(JSON.stringify(outcome?.events[0]?.refused)).toMatch(/MRN-7|Patient\/p2|M-1|Jane Doe/)
  })

  it('has the path and the text if it would write a file', () => {
    const bytes = { base64: btoa('Jane Doe, born 1985-10-31') }
    const { response, events } = refuse('Files', 'inbox/jane%20doe.txt', bytes, 'PUT') ?? {}
    expect(response?.status).toBe(405)
    const record = { to: 'inbox/jane doe.txt', content: 'Jane Doe, born 1985-10-31' }
    expect(events).toMatchObject([{ type: 'file.refused', refused: [{ collection: 'files', record }] }])
  })

  it('has no statements without a body, or if the call is accepted', () => {
    expect(refuse('Files', 'inbox/none.txt', null, 'GET')?.events).toEqual([])
    expect(refuse('Files', 'outbound/none.txt', null, 'DELETE')?.events).toEqual([])
    expect(refuse('Files', 'outbound/a.txt', { text: 'Jane Doe' }, 'PUT')?.events).toMatchObject([
      { type: 'file.written' },
    ])
  })

  it('has the request in the event of the payer that read it', () => {
    const form = { patient_member_id: 'M-9', patient_dob: '1961-04-30', procedure_code: '72148', units: 1 }
    const more = {
      diagnosis_codes: ['M54.16'],
      provider_npi: '1234567893',
      service_date: '2026-03-20',
      urgency: 'standard',
    }
    const outcome = refuse('Payer', 'prior-auths', json({ ...form, ...more }))
    expect(outcome?.events).toMatchObject([
      { type: 'prior_auth.refused', refused: [{ record: { patient_member_id: 'M-9' } }] },
    ])
  })
})

it('finds the people named in HL7 and X12, even if the content is malformed', () => {
  const word = fc.stringMatching(/^[A-Z]{2,8}$/)
  const id = fc.stringMatching(/^[A-Z]{1,3}[0-9]{4,6}$/)
  const garbage = fc.stringMatching(/^[a-z |*~^]{0,12}$/)
  fc.assert(
    fc.property(word, word, id, garbage, garbage, (family, given, number, before, after) => {
      const name = `${given} ${family}`
      expect(namedPeople({ payload: `MSH${before}\rPID|||${number}^^^A||${family}^${given}|\r${after}` })).toEqual([
        number,
        name,
      ])
      const nm1 = `NM1*IL*1*${family}*${given}****MI*${number}~`
      expect(namedPeople({ content: `${before}~${nm1}${after}` })).toEqual([number, name])
    }),
  )
})

it('reads no more than some segments of a text, however often one is repeated', () => {
  const segment = (name: string) => `NM1*IL*1*${name}~`
  const after = (count: number) => namedPeople({ content: segment('DOE').repeat(count) + segment('ROE') })
  expect(after(4000)).toEqual(['DOE', 'ROE'])
  expect(after(6000)).toEqual(['DOE'])
})
