import type { JsonObject } from '@carebench/protocol'
import { describe, expect, it } from 'vitest'
import { beginning, contextAt } from '../testing/simulator-host.js'
import { fhirSimulator } from './behaviour.js'
import { fhirBystanders } from './bystanders.js'

function openChart(...resources: readonly JsonObject[]) {
  const bundle = { resourceType: 'Bundle', type: 'collection', entry: resources.map((resource) => ({ resource })) }
  return fhirSimulator.evidence(fhirSimulator.seed({}, [{ type: 'FHIR', config: { bundle } }], contextAt(beginning)))
}

const patients = Array.from({ length: 40 }, (_, index) => ({ resourceType: 'Patient', id: `p${index}` }))

describe('fhirBystanders', () => {
  it('names practitioners with a whole name, and reads charts of people whom a task does not name', () => {
    const reyes = { resourceType: 'Practitioner', id: 'd1', name: [{ family: 'Reyes', given: ['Elena', 'M.'] }] }
    const unnamed = { resourceType: 'Practitioner', id: 'd2', name: [{ text: 'Dr. Kim' }] }
    const { names, reads = [] } = fhirBystanders(openChart(reyes, unnamed, ...patients), '["Patient/p3"]')
    expect(names).toEqual(['Elena M. Reyes'])
    expect(reads).toHaveLength(25)
    expect(reads).toContain('Patient/p0/$everything')
    expect(reads).not.toContain('Patient/p3/$everything')
  })

  it('reads no charts if there are few other patients', () => {
    expect(fhirBystanders(openChart(...patients.slice(0, 5)), '["Patient/p3"]').reads).toEqual([])
  })

  it('returns nobody for an empty record', () => {
    expect(fhirBystanders(openChart(), '[]')).toEqual({ names: [], reads: [] })
    expect(fhirBystanders({}, '[]')).toEqual({ names: [], reads: [] })
  })
})
