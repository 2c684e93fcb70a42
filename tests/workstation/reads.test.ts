import type { JsonObject } from '@carebench/protocol'
import { defaultSystems } from '@carebench/systems'
import { beforeAll, describe, expect, it } from 'vitest'
import { type OpenPlayground, openPlayground } from './open-playground.js'

// A page reads only what it shows: every read is evidence, and a prefetch would look as if the user had been curious.

let playground: OpenPlayground
beforeAll(async () => {
  playground = await openPlayground(defaultSystems)
  const subject = { reference: 'Patient/p1', display: 'Ada Sample' }
  const resources: readonly JsonObject[] = [
    { resourceType: 'Patient', id: 'p1', name: [{ text: 'Ada Sample' }], birthDate: '1970-01-01' },
    { resourceType: 'Patient', id: 'p2', name: [{ text: 'Ben Other' }] },
    {
      resourceType: 'ServiceRequest',
      id: 'o1',
      status: 'active',
      intent: 'order',
      code: { text: 'MRI of the knee' },
      subject,
    },
    { resourceType: 'Condition', id: 'c1', code: { text: 'Knee pain' }, subject },
    {
      resourceType: 'Task',
      id: 't1',
      status: 'requested',
      intent: 'order',
      code: { text: 'Prior authorization' },
      for: subject,
    },
  ]
  for (const resource of resources) {
    await playground.call(
      'PUT',
      `${playground.endpoint('FHIR')}/${String(resource.resourceType)}/${String(resource.id)}`,
      resource,
    )
  }
})

/** Opens a page, and returns the events that this leaves, each as its type and its subject. */
async function listEvents(path: string): Promise<readonly string[]> {
  const before = (await playground.events('FHIR')).length
  await playground.clicker.open(playground.base + path)
  const events = (await playground.events('FHIR')).slice(before)
  return events.map(({ type, data }) => {
    const { resource_type, id } = data as JsonObject
    return [type, resource_type, id].filter((part) => part !== undefined && part !== null).join(' ')
  })
}

describe('a page reads what it shows, and nothing else', () => {
  it('to find a patient, nothing before something is entered', async () => {
    expect(await listEvents('/chart')).toEqual([])
    expect(await listEvents('/chart/searchType?type=Patient&name=Ada&~start=0')).toEqual(['fhir.search Patient'])
    expect(playground.clicker.page.text).toContain('Ada Sample')
    expect(playground.clicker.page.text).not.toContain('Ben Other')
  })

  it('in a chart, the patient and the tab that is open [workstation.calls]', async () => {
    expect(await listEvents('/chart/readResource?type=Patient&resource_id=p1')).toEqual(['fhir.read Patient p1'])
    await playground.clicker.follow('Orders')
    expect(playground.clicker.page.text).toMatch(/Ada Sample[\s\S]*MRI of the knee/)
    expect(playground.clicker.page.text).not.toContain('Knee pain')
    const orders = '/chart/searchType?type=ServiceRequest&subject=Patient%2Fp1&_sort=-authored'
    expect(await listEvents(orders)).toEqual(['fhir.read Patient p1', 'fhir.search ServiceRequest'])
  })

  it('in the in-basket, the open tasks', async () => {
    await playground.clicker.open(`${playground.base}/`)
    const before = (await playground.events('FHIR')).length
    await playground.clicker.follow('In-basket')
    const events = (await playground.events('FHIR')).slice(before).map(({ type }) => type)
    expect(events).toEqual(['fhir.search'])
    expect(playground.clicker.page.text).toContain('Prior authorization')
  })

  it('in menus and forms, nothing', async () => {
    expect(await listEvents('/chart/~more')).toEqual([])
    expect(await listEvents('/chart/patchResource?type=Task&resource_id=t1')).toEqual([])
    expect(await listEvents('/chart/createResource?type=Task')).toEqual([])
  })
})
