import { MedplumClient } from '@medplum/core'
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
let client: MedplumClient
beforeAll(async () => {
  record = await serveRecord()
  client = makeClient(record.runBase)
  client.setAccessToken(record.runToken)
})
afterAll(() => record.close())

function makeClient(base: string, options: object = {}): MedplumClient {
  const { origin, pathname } = new URL(base)
  return new MedplumClient({ baseUrl: `${origin}/`, fhirUrlPath: pathname.slice(1), fetch, cacheTime: 0, ...options })
}

async function catchOutcome(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (thrown: unknown) => at(thrown, 'outcome', 'issue', 0, 'code'),
  )
}

describe('MedplumClient', () => {
  it('creates, reads, updates, patches and deletes', async () => {
    const made = await client.createResource(makeObservation('Patient/p1'))
    const id = textAt(made, 'id')
    expect(await client.readResource('Observation', id)).toMatchObject({ subject: { reference: 'Patient/p1' } })
    expect(await client.updateResource({ ...made, status: 'amended' })).toMatchObject({ meta: { versionId: '2' } })
    const patched = await client.patchResource('Observation', id, [
      { op: 'replace', path: '/status', value: 'corrected' },
    ])
    expect(patched).toMatchObject({ status: 'corrected' })
    expect(await client.readHistory('Observation', id)).toMatchObject({ total: 3 })
    expect(await client.readVersion('Observation', id, '2')).toMatchObject({ status: 'amended' })
    await client.deleteResource('Observation', id)
    expect(await catchOutcome(client.readResource('Observation', id))).toMatch(/deleted|gone/)
  })

  it('searches, and pages to the end', async () => {
    const seen: string[] = []
    for await (const page of client.searchResourcePages('Patient', '_count=4&_sort=birthdate')) {
      for (const patient of page) seen.push(textAt(patient, 'id'))
    }
    expect(seen).toEqual(Array.from({ length: patientCount }, (_, n) => `p${n}`))
    expect(await client.searchOne('Patient', 'identifier=http://example.org/mrn|M-3')).toMatchObject({ id: 'p3' })
  })

  it('sends batches and transactions, and creates and updates conditionally', async () => {
    const transaction = await client.executeBatch(makeTransaction('medplum') as never)
    expect(listAt(transaction, 'entry').map((entry) => at(entry, 'response', 'status'))).toEqual([
      '201 Created',
      '201 Created',
    ])
    const batch = await client.executeBatch({
      resourceType: 'Bundle',
      type: 'batch',
      entry: [{ request: { method: 'GET', url: 'Patient/p1' } }],
    })
    expect(at(batch, 'entry', 0, 'resource')).toMatchObject({ id: 'p1' })
    const identifier = [{ system: 'http://example.org/mrn', value: 'M-1' }]
    const query = 'identifier=http://example.org/mrn|M-1'
    const kept = await client.createResourceIfNoneExist({ resourceType: 'Patient', identifier }, query)
    expect(kept).toMatchObject({ id: 'p1' })
    const upserted = await client.upsertResource({ resourceType: 'Patient', identifier, active: true }, query)
    expect(upserted).toMatchObject({ id: 'p1', active: true })
    expect(await client.readPatientEverything('p1')).toMatchObject({ type: 'searchset' })
  })

  it('gets its own access token by client credentials', async () => {
    const asked: string[] = []
    const sandbox = makeClient(record.sandboxBase, {
      tokenUrl: `${record.sandboxBase}/auth/token`,
      fetch: (url: string, options: RequestInit) => {
        asked.push(url)
        return fetch(url, options)
      },
    })
    sandbox.setBasicAuth(record.clientId, record.clientSecret)
    await sandbox.startClientLogin(record.clientId, record.clientSecret)
    expect(sandbox.getAccessToken()).toMatch(/^vrl_acc_/)
    expect(await sandbox.readResource('Patient', 'p1')).toMatchObject({ id: 'p1' })
    expect(asked).toEqual([`${record.sandboxBase}/auth/token`, `${record.sandboxBase}/Patient/p1`])
  })
})
