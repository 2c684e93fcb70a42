import { Client } from 'fhir-kit-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { at, listAt, textAt } from '../contract/contract-testbed.js'
import {
  makeObservation,
  makeTransaction,
  patientCount,
  type RecordUnderTest,
  serveRecord,
} from './record-under-test.js'

let record: RecordUnderTest
let client: Client
beforeAll(async () => {
  record = await serveRecord()
  client = new Client({ baseUrl: record.runBase, bearerToken: record.runToken })
})
afterAll(() => record.close())

async function catchStatus(promise: Promise<unknown>): Promise<unknown> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  return at(error, 'response', 'status')
}

describe('fhir-kit-client', () => {
  it('creates, reads, updates, patches and deletes', async () => {
    const made = await client.create({ resourceType: 'Observation', body: makeObservation('Patient/p1') })
    const { response } = Client.httpFor(made)
    expect(response?.status).toBe(201)
    expect(response?.headers.get('location')).toBe(`${record.runBase}/Observation/${textAt(made, 'id')}/_history/1`)
    const id = textAt(made, 'id')
    const read = await client.read({ resourceType: 'Observation', id })
    expect(read).toMatchObject({ subject: { reference: 'Patient/p1' }, meta: { versionId: '1' } })
    const updated = await client.update({ resourceType: 'Observation', id, body: { ...read, status: 'amended' } })
    expect(updated).toMatchObject({ status: 'amended', meta: { versionId: '2' } })
    const jsonPatch = [{ op: 'replace' as const, path: '/status', value: 'corrected' }]
    expect(await client.patch({ resourceType: 'Observation', id, jsonPatch })).toMatchObject({ status: 'corrected' })
    expect(await client.vread({ resourceType: 'Observation', id, version: '2' })).toMatchObject({ status: 'amended' })
    expect(await client.history({ resourceType: 'Observation', id })).toMatchObject({ type: 'history', total: 3 })
    await client.delete({ resourceType: 'Observation', id })
    expect(await catchStatus(client.read({ resourceType: 'Observation', id }))).toBe(410)
    expect(await client.typeHistory({ resourceType: 'Observation' })).toMatchObject({ type: 'history' })
    expect(await client.systemHistory()).toMatchObject({ type: 'history' })
  })

  it('searches, pages to the end, and gives each entry its URL', async () => {
    const seen: string[] = []
    let bundle: unknown = await client.search({
      resourceType: 'Patient',
      searchParams: { _count: '4', _sort: '-birthdate' },
    })
    for (let page = 0; bundle !== undefined; page++) {
      expect(page).toBeLessThan(20)
      for (const entry of listAt(bundle, 'entry')) {
        expect(at(entry, 'fullUrl')).toBe(`${record.runBase}/Patient/${textAt(entry, 'resource', 'id')}`)
        seen.push(textAt(entry, 'resource', 'id'))
      }
      bundle = await client.nextPage({ bundle: bundle as never })
    }
    expect(seen).toEqual(Array.from({ length: patientCount }, (_, n) => `p${patientCount - 1 - n}`))
    const posted = await client.search({
      resourceType: 'Patient',
      searchParams: { family: 'okafor' },
      options: { postSearch: true },
    })
    expect(posted).toMatchObject({ total: 13 })
    expect(await client.systemSearch({ searchParams: { _id: 'p1', _type: 'Patient,Task' } })).toMatchObject({
      total: 1,
    })
  })

  it('sends batches, transactions and conditional updates, and calls operations', async () => {
    const transaction = await client.transaction({ body: makeTransaction('kit') })
    expect(listAt(transaction, 'entry').map((entry) => at(entry, 'response', 'status'))).toEqual([
      '201 Created',
      '201 Created',
    ])
    const entry = [
      { request: { method: 'GET', url: 'Patient/p1' } },
      { request: { method: 'GET', url: 'Patient/none' } },
    ]
    const batch = await client.batch({ body: { resourceType: 'Bundle', type: 'batch', entry } })
    expect(listAt(batch, 'entry').map((item) => at(item, 'response', 'status'))).toEqual(['200 OK', '404 Not Found'])
    const updated = await client.update({
      resourceType: 'Patient',
      searchParams: { identifier: 'http://example.org/mrn|M-2' },
      body: { resourceType: 'Patient', identifier: [{ system: 'http://example.org/mrn', value: 'M-2' }], active: true },
    })
    expect(updated).toMatchObject({ id: 'p2', active: true })
    const everything = await client.operation({ name: 'everything', resourceType: 'Patient', id: 'p2', method: 'GET' })
    expect(everything).toMatchObject({ type: 'searchset' })
    expect(await client.capabilityStatement()).toMatchObject({
      fhirVersion: '4.0.1',
      implementation: { url: `${record.runBase}/` },
    })
    expect(await client.resolve({ reference: `${record.runBase}/Patient/p1` })).toMatchObject({ id: 'p1' })
  })

  it('discovers the token endpoint of a sandbox, and uses the issued token', async () => {
    const sandbox = new Client({ baseUrl: record.sandboxBase })
    const { tokenUrl } = await sandbox.smartAuthMetadata()
    expect(String(tokenUrl)).toBe(`${record.sandboxBase}/auth/token`)
    const issued = await fetch(String(tokenUrl), {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${record.clientId}:${record.clientSecret}`)}` },
      body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'system/*.read' }),
    })
    sandbox.bearerToken = textAt(await issued.json(), 'access_token')
    expect(await sandbox.read({ resourceType: 'Patient', id: 'p1' })).toMatchObject({ id: 'p1' })
    const body = makeObservation('Patient/p1')
    expect(await catchStatus(sandbox.create({ resourceType: 'Observation', body }))).toBe(403)
  })
})
