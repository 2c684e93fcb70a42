import type { JsonValue } from '@carebench/protocol'
import { describe, expect, it } from 'vitest'
import { fhirDatasetFindings } from './dataset-findings.js'

function paths(type: string, ...entry: readonly JsonValue[]): readonly string[] {
  return fhirDatasetFindings({ bundle: { resourceType: 'Bundle', type, entry } }).map(({ path }) => path)
}

describe('the faults of a dataset', () => {
  it('are reported with pointers to the members of its resources', () => {
    const value = { value: 7, code: 'mg' }
    expect(
      paths(
        'collection',
        { resource: { resourceType: 'Patient', gender: 'Female', name: [{ given: ['Ada', ''] }] } },
        { resource: { resourceType: 'Observation', status: 'final', code: { text: 'x' }, valueQuantity: value } },
        { resource: { resourceType: 'Shoe' } },
        { resource: 7 },
        {},
      ),
    ).toEqual([
      '/bundle/entry/0/resource/gender',
      '/bundle/entry/0/resource/name/0/given/1',
      '/bundle/entry/1/resource/valueQuantity/system',
      '/bundle/entry/2/resource',
      '/bundle/entry/3/resource',
      '/bundle/entry/4/resource',
    ])
  })

  it('exclude what a transaction resolves, and generators', () => {
    const subject = { reference: 'Patient?identifier=1' }
    const resource = { resourceType: 'Basic', code: { text: 'x' }, subject }
    const entries = [
      { resource, request: { method: 'POST', url: 'Basic' } },
      { request: { method: 'GET', url: 'Basic' } },
    ]
    expect(paths('transaction', ...entries)).toEqual([])
    expect(paths('collection', entries[0] ?? null)).toEqual(['/bundle/entry/0/resource/subject/reference'])
    expect(fhirDatasetFindings({ generator: { seed: 1, patients: 1 } })).toEqual([])
  })

  it('are limited to fifty', () => {
    expect(paths('collection', ...Array.from({ length: 60 }, () => ({ resource: 1 })))).toHaveLength(50)
  })
})
