import { at } from '../../exchange/exchange.js'
import { filled } from '../../expectation/pattern.js'
import { approvableForm } from '../../scenario/clinic.js'
import { scenario } from '../../scenario/scenario.js'
import { must, textIn } from '../../scenario/unmet.js'

const east = {
  members: [
    { member_id: 'M-2002', last_name: 'Larsen', birth_date: '1980-01-01', plan: 'Gold', end: '2026-04-30' },
    { member_id: 'M-2003', last_name: 'Larsen', birth_date: '1970-01-01', plan: 'Silver' },
  ],
  plans: [{ name: 'Silver', network: ['1245319599'] }],
  duplicates: 'deny',
  determinations: [
    { procedure_code: '97110', status: 'approved', approved_units: 8, valid_days: 60 },
    { procedure_code: '70551', status: 'approved' },
    { procedure_code: 'E0601', status: 'denied', reason: 'Not necessary.' },
    { procedure_code: '72148', status: 'denied', reason: 'Not necessary.' },
  ],
  peer_to_peer: [{ says: 'six weeks of therapy', status: 'approved' }],
  appeal_levels: 2,
  appeal_days: 180,
  appeals: [{ level: 2, status: 'approved' }, { status: 'denied' }],
}
const west = {
  members: [{ member_id: 'W-200', last_name: 'Berg', birth_date: '1970-01-01' }],
  default_determination: { status: 'approved' },
}
const payers = [
  { name: 'EAST MUTUAL', id: 'EAST1' },
  { name: 'WEST HEALTH', id: 'WEST1', system: 'west' },
]
const contact = { contact_name: 'Dr. Berg', contact_phone: '617-555-0142' }

export const payerDecisions = scenario({
  name: 'Decisions of payers, alone and behind one clearinghouse',
  ids: [
    'payer.not-eligible',
    'payer.services',
    'payer.denied-without-rule',
    'payer.peer-to-peer-outcome',
    'payer.appeal-levels',
    'x12.several-payers',
  ],
  needs: ['organization-key', 'solver-key', 'authoring'],
  async run(k) {
    const { reference } = await k.publish({
      name: 'payers',
      simulators: [
        { type: 'Payer', name: 'east', config: east },
        { type: 'Payer', name: 'west', key: 'west', config: west },
        { type: 'X12', name: 'clearinghouse', config: { payers } },
      ],
      tasks: [
        {
          starts_at: '2026-03-02T09:00:00Z',
          criteria: [{ label: 'c', assertion: { assert: 'output-match', fields: [{ path: 'a', expected: 1 }] } }],
        },
      ],
    })
    const run = await k.createRun(reference)
    must(await run.start(), 200)
    const submit = (changes: object) => run.system('POST', 'portal/prior-auths', { ...approvableForm, ...changes })
    const refused = (field: string, reason: string) => ({ status: 422, body: { errors: [{ field, reason }] } })
    k.answer(
      'payer.not-eligible',
      await submit({ service_date: '2026-05-01' }),
      refused('service_date', 'not_eligible'),
    )
    const born = await submit({ patient_dob: '1980-01-02' })
    k.answer('payer.not-eligible', born, refused('patient_dob', 'birth_date_mismatch'))

    const additional_services = [{ procedure_code: '70551' }]
    const partial = await submit({ procedure_code: '97110', units: 12, additional_services })
    k.answer('payer.services', partial, {
      status: 201,
      body: {
        status: 'partially_approved',
        items: [
          {
            procedure_code: '97110',
            units: 12,
            status: 'partially_approved',
            approved_units: 8,
            valid_from: '2026-04-01',
            // The coverage ends before the sixty days do.
            valid_until: '2026-04-30',
            reason_code: '04',
          },
          { procedure_code: '70551', status: 'approved', approved_units: 1 },
        ],
      },
    })
    const again = { status: 201, body: { status: 'denied', reason_code: '0Q' } }
    k.answer('payer.denied-without-rule', await submit({ procedure_code: '97110' }), again)
    const outside = await submit({ patient_member_id: 'M-2003', patient_dob: '1970-01-01' })
    k.answer('payer.denied-without-rule', outside, { status: 201, body: { status: 'denied', reason_code: '09' } })

    const denied = async (procedure_code: string) => {
      const made = must(await submit({ procedure_code }), 201)
      return `portal/prior-auths/${textIn(made, 'auth_number')}`
    }
    const heard = await denied('E0601')
    const talked = await run.system('POST', `${heard}/peer-to-peer`, { ...contact, notes: 'Six weeks of therapy.' })
    k.answer('payer.peer-to-peer-outcome', talked, { status: 201, body: { status: 'overturned' } })
    k.answer('payer.peer-to-peer-outcome', await run.system('GET', heard), {
      body: { status: 'approved', peer_to_peer_status: 'overturned' },
    })
    const contested = await denied('72148')
    const appeal = () => run.system('POST', `${contested}/appeals`, { reason: 'Please look again.' })
    const left = (appeals_left: number) => ({ status: 'denied', appeals_left, appeal_deadline: filled })
    k.answer('payer.appeal-levels', await run.system('GET', contested), { body: left(2) })
    k.answer('payer.appeal-levels', await appeal(), { status: 201, body: { level: 1, status: 'denied' } })
    k.answer('payer.appeal-levels', await run.system('GET', contested), { body: left(1) })
    k.answer('payer.appeal-levels', await appeal(), { status: 201, body: { level: 2, status: 'approved' } })
    k.answer('payer.appeal-levels', await run.system('GET', contested), { body: { status: 'approved' } })

    const ask = (body: object) => run.system('POST', 'clearinghouse/eligibility', body)
    k.answer('x12.several-payers', await ask({ patient_id: 'W-200' }), {
      status: 200,
      body: { status: 'active', x12: /NM1\*PR\*2\*WEST HEALTH/ },
    })
    k.answer('x12.several-payers', await ask({ patient_id: 'W-200', payer_id: 'EAST1' }), {
      body: { status: 'rejected', errors: [{ code: '75' }] },
    })
    const authorized = await run.system('POST', 'clearinghouse/authorizations', {
      patient_id: 'W-200',
      procedure_code: '72148',
      diagnosis_codes: ['M54.16'],
      service_date: '2026-04-01',
    })
    k.answer('x12.several-payers', authorized, { status: 201, body: { status: 'approved' } })
    const number = String(at(authorized.body, 'auth_number'))
    k.answer('x12.several-payers', await run.system('GET', `portal@west/prior-auths/${number}`), 200)
    k.answer('x12.several-payers', await run.system('GET', `portal/prior-auths/${number}`), 404)
  },
})
