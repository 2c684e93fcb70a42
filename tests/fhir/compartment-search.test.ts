import { generateRecord } from '@carebench/systems/patients'
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { patientCompartment } from '../../packages/fhir/src/search/parameters/patient-compartment.js'
import { type Entry, recordServer } from '../../packages/fhir/src/testing/record-server.js'

const form = { 'content-type': 'application/x-www-form-urlencoded' }
function subject(id: string) {
  return { reference: `Patient/${id}` }
}

function observation(id: string, more: object) {
  return {
    resourceType: 'Observation',
    id,
    status: 'final',
    code: { text: 'Weight' },
    ...more,
  }
}

const resources = [
  { resourceType: 'Patient', id: 'ann' },
  { resourceType: 'Patient', id: 'bob', link: [{ other: subject('ann'), type: 'seealso' }] },
  { resourceType: 'Practitioner', id: 'p' },
  observation('of-ann', { subject: subject('ann'), effectiveDateTime: '2026-01-02' }),
  observation('of-bob', { subject: subject('bob') }),
  observation('by-ann', { subject: subject('bob'), performer: [subject('ann')] }),
  observation('by-both', { subject: subject('ann'), performer: [subject('ann')], effectiveDateTime: '2026-01-01' }),
  observation('focus', { subject: subject('bob'), focus: [subject('ann')] }),
]
function listNames(entries: readonly Entry[] = []): string[] {
  return entries.map(({ fullUrl }) => fullUrl)
}

describe('the search of a compartment', () => {
  const { send, pages } = recordServer(resources)

  it.each([
    ['Patient/ann/Observation', ['of-ann', 'by-ann', 'by-both']],
    ['Patient/bob/Observation', ['of-bob', 'by-ann', 'focus']],
    ['Patient/ann/Observation?date=2026-01-02', ['of-ann']],
    ['Patient/ann/Observation?_sort=date', ['by-both', 'of-ann', 'by-ann']],
    ['Patient/ann/Observation?subject=Patient/bob', ['by-ann']],
    ['Patient/ann/Observation?_id=focus', []],
    ['Patient/ann/Encounter', []],
  ])('%s', (url, ids) => {
    const { status, json, events } = send('GET', url)
    expect([status, json.type, json.total]).toEqual([200, 'searchset', ids.length])
    expect(listNames(json.entry)).toEqual(ids.map((id) => `Observation/${id}`))
    expect(json.link).toEqual([{ relation: 'self', url }])
    expect(events).toEqual([{ type: 'search', resourceType: url.split(/[/?]/)[2], id: null }])
    const [path = '', query = ''] = url.split('?')
    expect(send('POST', `${path}/_search`, query, form).json.entry).toEqual(json.entry)
  })

  it('contains the patient, and linked patients', () => {
    expect(listNames(send('GET', 'Patient/ann/Patient').json.entry)).toEqual(['Patient/ann', 'Patient/bob'])
  })

  it('supports includes, counts and batch entries like any search', () => {
    const included = send('GET', 'Patient/ann/Observation?_include=Observation:subject&_count=1').json
    expect(listNames(included.entry)).toEqual(['Observation/of-ann', 'Patient/ann'])
    expect(listNames(pages('Patient/ann/Observation?_count=1').entries)).toHaveLength(3)
    expect(send('GET', 'Patient/ann/Observation?_summary=count').json).toMatchObject({ total: 3 })
    const entry = [{ request: { method: 'GET', url: 'Patient/ann/Observation?_id=of-ann' } }]
    const batch = send('POST', '', { resourceType: 'Bundle', type: 'batch', entry }).json
    expect(batch.entry[0]?.resource).toMatchObject({ type: 'searchset', total: 1 })
  })

  it.each([
    ['GET', 'Patient/nobody/Observation', 404],
    ['GET', 'Patient/ann/Practitioner', 400],
    ['GET', 'Patient/ann/Observation?shoe-size=7', 400],
    ['POST', 'Patient/ann/Observation', 405],
    ['DELETE', 'Patient/ann/Observation', 405],
    ['GET', 'Patient/ann/Observation/_search', 405],
    ['GET', 'Patient/ann/Observation/of-ann', 404],
    ['GET', 'Practitioner/p/Observation', 501],
  ])('%s %s is %i', (method, url, status) => {
    const answer = send(method, url)
    expect([answer.status, answer.json.resourceType]).toEqual([status, 'OperationOutcome'])
    expect(answer.json.issue[0]?.diagnostics).not.toBe('')
  })

  it('answers 410 once its patient is deleted', () => {
    const other = recordServer(resources)
    other.send('DELETE', 'Patient/ann')
    expect(other.send('GET', 'Patient/ann/Observation').status).toBe(410)
  })
})

it('finds exactly the resources that refer to the patient, in a generated record after changes', () => {
  const now = '2026-11-20T12:00:00.000Z'
  fc.assert(
    fc.property(fc.nat(), fc.integer({ min: 1, max: 3 }), fc.nat(), (seed, number, pick) => {
      const record = generateRecord({ seed, patients: 3, now })
      const { send, pages } = recordServer(record)
      const gone = record[record.length - 1 - (pick % 200)]
      const moved = record.filter(({ resourceType }) => resourceType === 'Observation')[pick % 40]
      if (gone?.resourceType !== 'Patient') send('DELETE', `${gone?.resourceType}/${gone?.id}`)
      const subject = { reference: 'Patient/pat-0002' }
      if (moved !== gone && moved !== undefined) send('PUT', `Observation/${moved.id}`, { ...moved, subject })
      const name = `Patient/pat-000${number}`
      for (const type of patientCompartment.keys()) {
        const all = pages(`${type}?_count=1000`).entries
        const expected = all.filter(
          ({ fullUrl, resource }) => fullUrl === name || JSON.stringify(resource).includes(`"${name}"`),
        )
        expect(listNames(pages(`${name}/${type}?_count=1000`).entries)).toEqual(listNames(expected))
      }
    }),
    { numRuns: 3 * inject('scale') },
  )
})
