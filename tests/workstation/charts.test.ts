import type { JsonObject } from '@carebench/protocol'
import { defaultSystems } from '@carebench/systems'
import { beforeAll, describe, expect, it } from 'vitest'
import { type OpenPlayground, openPlayground } from './open-playground.js'

// What people find in the chart: whose it is, what its parts are called, and what can be done.

let playground: OpenPlayground
beforeAll(async () => {
  playground = await openPlayground(defaultSystems)
  const subject = { reference: 'Patient/p1', display: 'Ada Sample' }
  const task = { resourceType: 'Task', intent: 'order', for: subject }
  const npi = { system: 'http://hl7.org/fhir/sid/us-npi', value: '1234567893' }
  const resources: readonly JsonObject[] = [
    { resourceType: 'Patient', id: 'p1', name: [{ text: 'Ada Sample' }], birthDate: '1970-01-01' },
    { resourceType: 'Practitioner', id: 'd1', name: [{ text: 'Dr. Example' }], identifier: [npi] },
    { resourceType: 'ServiceRequest', id: 'o1', status: 'active', intent: 'order', code: { text: 'MRI' }, subject },
    { resourceType: 'Coverage', id: 'c1', status: 'active', beneficiary: subject, payor: [{ display: 'Lakeside' }] },
    { resourceType: 'RelatedPerson', id: 'r1', patient: subject, name: [{ text: 'Grace Sample' }] },
    { ...task, id: 't1', status: 'requested', code: { text: 'Eligibility' }, groupIdentifier: { value: 'EL-1' } },
    { ...task, id: 't2', status: 'on-hold', code: { text: 'Waiting' } },
    { ...task, id: 't3', status: 'cancelled', code: { text: 'Given up' } },
  ]
  for (const resource of resources) await put(resource)
})

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
  ])('shows whose %s it is without reading the patient, and leads back to the tab', async (type, id, tab) => {
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

  it('has the tasks that somebody has to work on, and those of a list', async () => {
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

  it('offers what deletes or changes a match behind a fold only', async () => {
    await open('/chart/searchType?type=ServiceRequest')
    const { elements } = playground.clicker.page
    const folded = elements.filter(({ tag }) => tag === 'details').flatMap(({ descendants }) => descendants)
    const links = elements.filter(({ tag, text }) => tag === 'a' && /Delete|match|Validate/.test(text))
    expect(links.length).toBeGreaterThan(2)
    expect(links.filter((link) => !folded.includes(link))).toEqual([])
  })
})
