import { createSeededRandom, type JsonObject } from '@carebench/protocol'
import { describe, expect, it } from 'vitest'
import { askWith } from '../../testing/ask-with.js'
import { lumbarMri, openPayer } from '../../testing/open-payer.js'
import { openPayers } from '../../testing/open-payers.js'
import { pasParties } from '../../testing/pas-bundle.js'
import { payerSimulator } from '../behaviour.js'
import { objectsIn } from '../electronic/fhir/element.js'

const { patient_name: _, ...nameless } = lumbarMri
const child = { first_name: 'Robin', last_name: 'Sample', birth_date: '2019-02-01' }
const members = [
  { member_id: 'MBR-1001', last_name: 'Sample', first_name: 'Jordan', birth_date: '1961-04-30', dependents: [child] },
]
const config = { members, default_determination: { status: 'pending' } } as const

function readRows({ json }: { readonly json: JsonObject }): readonly JsonObject[] {
  return objectsIn(json.data)
}

describe('a request without a name', () => {
  it('is shown with the name of the member or dependent with this date of birth, and kept as it was sent', () => {
    const { call, state } = openPayer(config)
    const made = call('POST', 'prior-auths', nameless)
    expect(made.json.patient_name).toBe('Jordan Sample')
    const dependent = call('POST', 'prior-auths', { ...nameless, patient_dob: '2019-02-01' })
    expect(dependent.json.patient_name).toBe('Robin Sample')
    const path = `prior-auths/${made.json.auth_number}`
    expect(call('GET', path).json.patient_name).toBe('Jordan Sample')
    expect(readRows(call('GET', 'prior-auths?patient_name=robin'))).toMatchObject([{ patient_name: 'Robin Sample' }])
    expect(call('PATCH', path, { units: 2 }).json.patient_name).toBe('Jordan Sample')
    expect([...state.requests.newestFirst()].map(({ item }) => item.patient_name)).toEqual([null, null])
  })

  it('is shown without a name if the payer does not know the member', () => {
    const { call } = openPayer({ accept_unknown_members: true })
    expect(call('POST', 'prior-auths', nameless).json.patient_name).toBeNull()
  })

  it.each(['', ' ', null])('takes %j for a field that may be left out', (blank) => {
    const { call } = openPayer(config)
    const sent = { ...nameless, patient_name: blank, clinical_notes: blank }
    const attachments = [
      { document_type: 'note', text: 'Pain.', content_base64: blank, file_name: blank, media_type: blank },
    ]
    const { status, json } = call('POST', 'prior-auths', { ...sent, attachments })
    expect([status, json.clinical_notes]).toEqual([201, null])
    const talk = { contact_name: 'D', contact_phone: '+1 617 555 0142', notes: blank }
    expect(call('POST', `prior-auths/${json.auth_number}/peer-to-peer`, talk).status).toBe(201)
  })
})

it.each(['', '&patient_name=jordan'])('a list reads the record as often for 12 members as for 2%s', (filter) => {
  const readings = [2, 12].map((count) => {
    const ids = Array.from({ length: count }, (_, index) => `MBR-${index}`)
    const [patient = {}, { identifier: _, ...coverage } = {}] = pasParties
    const covers = ids.map((id) => ({ ...coverage, id, subscriberId: id }))
    const { portal, ask, states } = openPayers({ Payer: { config: {} } }, {}, [patient, ...covers])
    for (const id of ids) portal('POST', 'prior-auths', { ...nameless, patient_member_id: id })
    const searches: string[] = []
    const counted = askWith((name, group, call) => {
      if (call.query !== '') searches.push(call.path)
      return ask(name, group, call)
    })
    const call = { method: 'GET', path: 'prior-auths', query: `limit=100${filter}`, headers: {}, body: null }
    const context = { at: '2026-01-05T10:00:00.000Z', random: createSeededRandom(1), ask: counted }
    const state = states.get('Payer')
    const body = state && payerSimulator.handle(state, 'portal', call, context).response.body
    const data = body && 'json' in body ? objectsIn((body.json as JsonObject).data) : []
    expect(data.map((row) => row.patient_name)).toEqual(ids.map(() => 'Jordan Sample'))
    return searches
  })
  expect(readings[1]).toEqual(readings[0])
})

// 42 CFR 422.568(b)(1) and 422.572(a), as amended by CMS-0057-F: seven calendar days, and 72 hours.
it.each([
  ['standard', '2026-01-12T09:00:00.000Z'],
  ['expedited', '2026-01-08T09:00:00.000Z'],
])('the payer has to decide a %s request by %s, whenever it will', (urgency, deadline) => {
  const { call, state } = openPayer({ members, default_determination: { status: 'approved', delay_seconds: 60 } })
  const made = call('POST', 'prior-auths', { ...lumbarMri, urgency }).json
  expect(made).toMatchObject({ decision_due_at: '2026-01-05T09:01:00.000Z', decision_deadline: deadline })
  expect(call('GET', `prior-auths/${made.auth_number}`, undefined, 61).json).toMatchObject({
    status: 'approved',
    decision_deadline: null,
  })
  expect(Object.keys(state.requests.newestFirst()[0]?.item ?? {})).not.toContain('decision_deadline')
})

describe('the directory of members', () => {
  const { portal } = openPayers({ Payer: { config: {} } }, {}, pasParties)

  it.each(['patients', 'patients?member_id=MBR-1001', 'patients?name=jordan'])(
    'has the people in the record: %s',
    (path) => {
      expect(readRows(portal('GET', path))).toMatchObject([
        { member_id: 'MBR-1001', name: 'Jordan Sample', date_of_birth: '1961-04-30' },
      ])
    },
  )

  it.each(['patients?member_id=MBR-2', 'patients?name=robin'])('is empty for others: %s', (path) => {
    expect(readRows(portal('GET', path))).toEqual([])
  })
})
