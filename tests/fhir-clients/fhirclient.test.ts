import FHIR from 'fhirclient'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { at, listAt, textAt } from '../contract/contract-testbed.js'
import {
  makeObservation,
  makeTransaction,
  patientCount,
  type RecordUnderTest,
  serveRecord,
} from './record-under-test.js'

type Client = ReturnType<ReturnType<typeof FHIR>['client']>

let record: RecordUnderTest
let client: Client
beforeAll(async () => {
  record = await serveRecord()
  client = makeClient(record.runBase, record.runToken)
})
afterAll(() => record.close())

/** Creates a client with an existing token, outside of a browser and without the sessions that fhirclient expects. */
function makeClient(serverUrl: string, access_token: string): Client {
  const none = { get: async () => undefined, set: async <T>(_: string, value: T) => value, unset: async () => true }
  return FHIR({} as never, {} as never, none as never).client({ serverUrl, tokenResponse: { access_token } } as never)
}

async function catchStatus(promise: Promise<unknown>): Promise<unknown> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  return at(error, 'status')
}

describe('fhirclient', () => {
  it('creates, reads, updates, patches and deletes', async () => {
    const made: unknown = await client.create(makeObservation('Patient/p1') as never)
    const id = textAt(made, 'id')
    expect(await client.request(`Observation/${id}`)).toMatchObject({ subject: { reference: 'Patient/p1' } })
    const updated: unknown = await client.update({ ...(made as object), status: 'amended' } as never)
    expect(updated).toMatchObject({ status: 'amended', meta: { versionId: '2' } })
    const patched: unknown = await client.patch(`Observation/${id}`, [
      { op: 'replace', path: '/status', value: 'corrected' },
    ])
    expect(patched).toMatchObject({ status: 'corrected' })
    expect(await client.request(`Observation/${id}/_history`)).toMatchObject({ total: 3 })
    await client.delete(`Observation/${id}`)
    expect(await catchStatus(client.request(`Observation/${id}`))).toBe(410)
  })

  it('searches, pages to the end and resolves references', async () => {
    const all: unknown = await client.request('Patient?_count=4&_sort=birthdate', { pageLimit: 0, flat: true })
    const ids = (all as readonly unknown[]).map((patient) => textAt(patient, 'id'))
    expect(ids).toEqual(Array.from({ length: patientCount }, (_, n) => `p${n}`))
    const seen: string[] = []
    for await (const patient of client.resources('Patient?_count=10')) seen.push(textAt(patient, 'id'))
    expect(seen).toHaveLength(patientCount)
    await client.create(makeObservation('Patient/p3') as never)
    const found: unknown = await client.request('Observation?patient=p3', { resolveReferences: ['subject'] })
    expect(at(listAt(found, 'entry')[0], 'resource', 'subject')).toMatchObject({ id: 'p3' })
  })

  it('sends transactions, and creates resources only if they do not exist', async () => {
    const headers = { 'content-type': 'application/fhir+json' }
    const transaction: unknown = await client.request({
      url: '',
      method: 'POST',
      headers,
      body: JSON.stringify(makeTransaction('fhirclient')),
    })
    expect(listAt(transaction, 'entry')).toHaveLength(2)
    const patient = { resourceType: 'Patient', identifier: [{ system: 'http://example.org/mrn', value: 'M-1' }] }
    const kept: unknown = await client.request({
      url: 'Patient',
      method: 'POST',
      headers: { ...headers, 'if-none-exist': 'identifier=http://example.org/mrn|M-1' },
      body: JSON.stringify(patient),
    })
    expect(kept).toMatchObject({ id: 'p1' })
    // The client requests the CapabilityStatement without its token, but every path below a run requires one.
    await expect(client.getFhirVersion()).rejects.toThrow('401')
  })
})
