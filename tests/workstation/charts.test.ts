import type { JsonObject } from '@carebench/protocol'
import { defaultSystems } from '@carebench/systems'
import { beforeAll, describe, expect, it } from 'vitest'
import { at } from '../contract/contract-testbed.js'
import { type OpenPlayground, openPlayground } from './open-playground.js'

// The pages of the chart say whose it is, what its parts are called, and what can be done.

let playground: OpenPlayground
beforeAll(async () => {
  const service = { id: 'rules', title: 'Requirements', hook: 'order-sign', description: 'Says what a payer asks.' }
  const card = { summary: 'An authorization is needed', indicator: 'info', source: { label: 'Payer' } }
  const configs = { CDSHooks: { services: [{ ...service, rules: [{ card }] }] } }
  playground = await openPlayground(defaultSystems, configs)
  const subject = { reference: 'Patient/p1', display: 'Ada Sample' }
  const task = { resourceType: 'Task', intent: 'order', for: subject }
  const npi = { system: 'http://hl7.org/fhir/sid/us-npi', value: '1234567893' }
  const resources: readonly JsonObject[] = [
    { resourceType: 'Patient', id: 'p1', name: [{ text: 'Ada Sample' }], birthDate: '1970-01-01' },
    { resourceType: 'Practitioner', id: 'd1', name: [{ text: 'Dr. Example' }], identifier: [npi] },
    { resourceType: 'ServiceRequest', id: 'o1', status: 'active', intent: 'order', code: { text: 'MRI' }, subject },
    {
      resourceType: 'Coverage',
      id: 'c1',
      status: 'active',
      subscriberId: 'MBR-1001',
      beneficiary: subject,
      payor: [{ display: 'Lakeside' }],
    },
    { resourceType: 'RelatedPerson', id: 'r1', patient: subject, name: [{ text: 'Grace Sample' }] },
    { ...task, id: 't1', status: 'requested', code: { text: 'Eligibility' }, groupIdentifier: { value: 'EL-1' } },
    { ...task, id: 't2', status: 'on-hold', code: { text: 'Waiting' } },
    { ...task, id: 't3', status: 'cancelled', code: { text: 'Given up' } },
    document('doc-1', 'text/plain', 'Seen today.\nNo red flags.'),
    document('doc-2', 'application/pdf', '%PDF-1.7 of a card'),
  ]
  for (const resource of resources) await put(resource)
})

function document(id: string, contentType: string, text: string): JsonObject {
  const attachment = { contentType, data: btoa(text), title: `${id} of Ada` }
  return { resourceType: 'DocumentReference', id, status: 'current', content: [{ attachment }] }
}

async function put(resource: JsonObject): Promise<void> {
  const path = `${String(resource.resourceType)}/${String(resource.id)}`
  await playground.call('PUT', `${playground.endpoint('FHIR')}/${path}`, resource)
}

/** Opens the page of a call of an app. */
function open(path: string): Promise<void> {
  return playground.clicker.open(playground.base + path)
}

function texts(tag: string): readonly string[] {
  return playground.clicker.page.elements.flatMap((one) => (one.tag === tag ? [one.text.trim()] : []))
}

describe('the chart', () => {
  it.each([
    ['ServiceRequest', 'o1', 'Orders'],
    ['Coverage', 'c1', 'Coverage'],
    ['Task', 't1', 'Tasks'],
    ['RelatedPerson', 'r1', 'Related persons'],
  ])('shows whose %s it is without reading the patient, and links back to the tab', async (type, id, tab) => {
    const before = (await playground.events('FHIR')).length
    await open(`/chart/readResource?type=${type}&resource_id=${id}`)
    const events = (await playground.events('FHIR')).slice(before)
    expect(events.map(({ data }) => (data as JsonObject).resource_type)).toEqual([type])
    const current = playground.clicker.page.elements.filter(({ attributes }) => attributes['aria-current'] === 'true')
    expect([playground.clicker.page.text, current.map(({ text }) => text)]).toEqual([
      expect.stringMatching(/Ada Sample[\s\S]*Summary/),
      [tab],
    ])
    await playground.clicker.follow(tab)
    expect([texts('h1'), texts('th')[0], playground.clicker.page.status]).toEqual([[tab], tab, 200])
    // Rows have short names: a screen reader would read a row twice if its name was made of all its cells.
    const rows = playground.clicker.page.elements.flatMap(({ attributes }) => attributes['aria-label'] ?? [])
    expect(rows).toContain('Row 1')
    expect(texts('th')).not.toContain('Eligibility, Ada Sample')
  })

  it('calls a list by its tab or its type, and says what an empty one would show', async () => {
    await open('/chart/readResource?type=Patient&resource_id=p1')
    await playground.clicker.follow('Allergies')
    expect([texts('h1'), playground.clicker.page.text]).toEqual([
      ['Allergies'],
      expect.stringContaining('No allergies.'),
    ])
    await open('/chart/searchType?type=ServiceRequest')
    expect([texts('h1'), texts('th')[0]]).toEqual([['Service request'], 'Service request'])
  })

  it('calls an identifier by its type or its system', async () => {
    await open('/chart/readResource?type=Practitioner&resource_id=d1')
    expect(texts('dt')).toContain('NPI')
    expect(texts('dt')).not.toContain('Identifier')
  })

  it('has the open tasks, those on hold, and those of a list', async () => {
    await open('/in-basket')
    await playground.clicker.follow('In-basket')
    expect(playground.clicker.page.text).toMatch(/List[\s\S]*Eligibility[\s\S]*EL-1/)
    expect(playground.clicker.page.text).not.toMatch(/Waiting|Given up/)
    await playground.clicker.follow('Tasks on hold')
    expect(playground.clicker.page.text).toContain('Waiting')
    await playground.clicker.follow('Tasks of a list')
    await playground.clicker.press('Show', { 'group-identifier': 'EL-1' })
    expect(playground.clicker.page.text).toContain('Eligibility')
  })

  it('offers actions that delete records or change matches only behind a fold', async () => {
    await open('/chart/searchType?type=ServiceRequest')
    const { elements } = playground.clicker.page
    const folded = elements.filter(({ tag }) => tag === 'details').flatMap(({ descendants }) => descendants)
    const links = elements.filter(({ tag, text }) => tag === 'a' && /Delete|match|Validate/.test(text))
    expect(links.length).toBeGreaterThan(2)
    expect(links.filter((link) => !folded.includes(link))).toEqual([])
  })
})

/** Reads a resource with the organization key, by its relative reference. */
async function lastResource(id: string): Promise<JsonObject> {
  return (await playground.call('GET', `${playground.endpoint('FHIR')}/${id}`)) as JsonObject
}

describe('forms of the chart', () => {
  it('record the status of a task, its outcome, reasons, due date and output in one write', async () => {
    await open('/chart/readResource?type=Task&resource_id=t1')
    const before = (await playground.events('FHIR')).length
    const own = (fields: Readonly<Record<string, string>>) =>
      Object.fromEntries(Object.entries(fields).map(([name, value]) => [`work-on-the-task.${name}`, value]))
    await playground.clicker.press(
      'Work on the task',
      own({
        status: 'completed',
        code: 'covered',
        system: 'https://codes.example.org/outcome',
        reason: 'late',
        reasonReference: 'DocumentReference/doc-1',
        due: '2026-03-09',
        output: 'copay',
        outputAmount: '45',
      }),
    )
    expect(playground.clicker.page.text).toContain('Done.')
    const written = (await playground.events('FHIR')).slice(before).filter(({ type }) => type === 'fhir.update')
    expect(written.length).toBeLessThan(2)
    expect(await lastResource('Task/t1')).toMatchObject({
      status: 'completed',
      businessStatus: { coding: [{ system: 'https://codes.example.org/outcome', code: 'covered' }] },
      statusReason: { coding: [{ code: 'late' }] },
      reasonReference: { reference: 'DocumentReference/doc-1' },
      restriction: { period: { end: '2026-03-09' } },
      output: [{ type: { coding: [{ code: 'copay' }] }, valueMoney: { value: 45, currency: 'USD' } }],
    })
    await playground.clicker.press('Work on the task', own({ due: '2026-03-10', output: 'note', outputText: 'Paid.' }))
    expect(await lastResource('Task/t1')).toMatchObject({
      restriction: { period: { end: '2026-03-10' } },
      output: [{}, { valueString: 'Paid.' }],
    })
  })

  it('change the member number wherever a coverage has it, and the end of the coverage', async () => {
    const number = { system: 'https://payer.example.org/member', value: 'M-1' }
    const policy = { resourceType: 'Coverage', status: 'active', subscriberId: 'M-1', identifier: [number] }
    await put({ ...policy, id: 'c2', beneficiary: { reference: 'Patient/p1' }, payor: [{ display: 'Lakeside' }] })
    await open('/chart/readResource?type=Coverage&resource_id=c2')
    const fields = { 'change-the-coverage.member': 'M-2', 'change-the-coverage.until': '2026-01-31' }
    await playground.clicker.press('Change the coverage', fields)
    expect(await lastResource('Coverage/c2')).toMatchObject({
      subscriberId: 'M-2',
      identifier: [{ ...number, value: 'M-2' }],
      period: { end: '2026-01-31' },
    })
    expect(playground.clicker.page.text).toContain('until 2026-01-31')
  })
})

describe('forms of an order', () => {
  const systems = 'https://codes.example.org/read-back'
  beforeAll(async () => {
    const code = { coding: [{ system: 'http://loinc.org', code: '2823-3', display: 'Potassium' }] }
    const order = { resourceType: 'ServiceRequest', id: 'o9', status: 'active', intent: 'order', code }
    const doctor = { reference: 'Practitioner/d1', display: 'Dr. Example' }
    const subject = { reference: 'Patient/p1', display: 'Ada Sample' }
    await put({ ...order, subject, requester: doctor, performer: [doctor] })
    const schedule = { reference: 'Schedule/s1' }
    const times = { start: '2026-03-09T16:30:00Z', end: '2026-03-09T17:30:00Z' }
    await put({ resourceType: 'Schedule', id: 's1', actor: [doctor] })
    await put({ resourceType: 'Slot', id: 'slot-1', status: 'free', schedule, ...times })
  })

  async function write(form: string, fields: Readonly<Record<string, string>>): Promise<JsonObject> {
    await open('/chart/readResource?type=ServiceRequest&resource_id=o9')
    const name = form.toLowerCase().replaceAll(' ', '-')
    const own = Object.entries(fields).map(([field, value]) => [`${name}.${field}`, value])
    await playground.clicker.press(form, Object.fromEntries(own))
    expect(playground.clicker.page.text).toContain('Done.')
    const [event] = (await playground.events('FHIR')).filter(({ type }) => type === 'fhir.create').slice(-1)
    return lastResource(`${String(at(event, 'data', 'resource_type'))}/${String(at(event, 'data', 'id'))}`)
  }

  it('book a visit at the times of a slot, for the patient and the doctor of the order', async () => {
    expect(await write('Book a visit', { slot: 'slot-1' })).toMatchObject({
      status: 'booked',
      basedOn: [{ reference: 'ServiceRequest/o9' }],
      slot: [{ reference: 'Slot/slot-1' }],
      start: '2026-03-09T16:30:00Z',
      participant: [
        { actor: { reference: 'Patient/p1', display: 'Ada Sample' }, status: 'accepted' },
        { actor: { reference: 'Practitioner/d1', display: 'Dr. Example' }, status: 'accepted' },
      ],
    })
  })

  it('record a result and its read-back without a line of JSON, and correct the result', async () => {
    const result = { value: '2.6', unit: 'mmol/L', flag: 'LL', taken: '2026-03-02 11:49' }
    const observation = await write('Record a result', result)
    expect(observation).toMatchObject({
      status: 'final',
      code: { coding: [{ system: 'http://loinc.org', code: '2823-3', display: 'Potassium' }] },
      effectiveDateTime: '2026-03-02T11:49:00Z',
      valueQuantity: { value: 2.6, unit: 'mmol/L', code: 'mmol/L' },
    })
    expect(await write('Record a read-back', { value: 'RB-1', system: systems })).toMatchObject({
      identifier: [{ system: systems, value: 'RB-1' }],
      priority: 'stat',
      recipient: [{ reference: 'Practitioner/d1' }],
    })
    await open(`/chart/readResource?type=Observation&resource_id=${String(observation.id)}`)
    const corrected = { 'correct-the-result.value': '3.6', 'correct-the-result.flag': 'N' }
    await playground.clicker.press('Correct the result', corrected)
    expect(await lastResource(`Observation/${String(observation.id)}`)).toMatchObject({
      status: 'corrected',
      valueQuantity: { value: 3.6, unit: 'mmol/L' },
    })
  })
})

describe('documents of the chart', () => {
  it('are read as text, and saved as they are', async () => {
    await open('/chart/readResource?type=DocumentReference&resource_id=doc-1')
    expect(playground.clicker.page.text).toMatch(/Seen today\.\s+No red flags\./)
    await open('/chart/readResource?type=DocumentReference&resource_id=doc-2')
    expect(playground.clicker.page.text).not.toContain(btoa('%PDF-1.7 of a card'))
    await playground.clicker.follow('Download')
    expect([playground.clicker.page.status, playground.clicker.page.markup]).toEqual([200, '%PDF-1.7 of a card'])
  })

  it('are attached to what another system sends, by their ids', async () => {
    const request = {
      '/patient_member_id': 'MBR-1001',
      '/patient_name': 'Ada Sample',
      '/patient_dob': '1970-01-01',
      '/procedure_code': '72148',
      '/diagnosis_codes': 'M54.16',
      '/provider_npi': '1234567893',
      '/service_date': '2026-03-20',
    }
    await open('/payer/submitPriorAuth')
    await playground.clicker.press('Add attachments', {})
    const attached = { '/attachments/0/document_type': 'clinical_note', '/attachments/0/~document': 'doc-404' }
    await playground.clicker.press('New request', { ...request, ...attached })
    expect([playground.clicker.page.status, playground.clicker.page.text]).toEqual([
      422,
      expect.stringContaining('The document could not be read'),
    ])
    await playground.clicker.press('New request', { '/attachments/0/~document': 'doc-1' })
    expect(playground.clicker.page.text).toContain('The request has been submitted.')
    await open('/fax/sendFax')
    const fax = { '/to_number': '+15550100142', '/document_type': 'referral', '/~document': 'doc-1' }
    await playground.clicker.press('Send a fax', fax)
    expect(playground.clicker.page.text).toMatch(/Seen today\.\s+No red flags\./)
  })
})

describe('decision support', () => {
  it('asks a service about an order as the chart has it, by a form on its page', async () => {
    const practitioner = { reference: 'Practitioner/d1' }
    const subject = { reference: 'Patient/p1' }
    const order = { resourceType: 'ServiceRequest', id: 'o2', status: 'active', intent: 'order', code: { text: 'CT' } }
    await put({ ...order, subject, requester: practitioner })
    await open('/decision-support')
    await playground.clicker.follow('Decision support')
    await playground.clicker.follow('Requirements')
    expect(texts('h1')).toEqual(['Requirements'])
    const field = 'check-the-requirements-of-an-order.order'
    await playground.clicker.press('Check the requirements of an order', { [field]: 'o404' })
    expect(playground.clicker.page.status).toBe(422)
    await playground.clicker.press('Check the requirements of an order', { [field]: 'o2' })
    expect([texts('h1'), playground.clicker.page.text]).toEqual([
      ['Check the requirements of an order'],
      expect.stringContaining('An authorization is needed'),
    ])
  })
})
