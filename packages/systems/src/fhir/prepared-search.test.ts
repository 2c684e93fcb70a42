import { FhirStore } from '@carebench/fhir'
import { expect, it } from 'vitest'
import { defaultVerifier } from '../verifier/verify.js'

it('builds the index for a search of a criterion in steps, even if few resources have many values', () => {
  const resources = Array.from({ length: 10 }, (_, index) => ({
    resourceType: 'Observation',
    id: `o${index}`,
    status: 'final',
    code: { coding: Array.from({ length: 600 }, (_, number) => ({ system: 's', code: `c${number}` })) },
  }))
  const criterion = {
    label: 'There is a result',
    axis: 'correctness' as const,
    assertion: {
      assert: 'fhir-resource-state',
      resource_type: 'Observation',
      search: { code: 's|none', status: 'final' },
    },
  }
  const evidence = { version: 1 as const, fhir: FhirStore.fromResources(resources) }
  const steps = defaultVerifier().verifyInSteps({ criteria: [criterion], evidence })
  let pauses = 0
  let step = steps.next()
  for (; step.done !== true; step = steps.next()) pauses++
  expect(step.value.criterion_runs[0]?.outcome).toBe('failed')
  expect(pauses).toBeGreaterThan(resources.length)
})
