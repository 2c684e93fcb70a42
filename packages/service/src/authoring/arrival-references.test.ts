import type { BenchmarkDefinition } from '@carebench/protocol'
import { expect, it } from 'vitest'
import { smallBenchmark } from '../testing/small-benchmark.js'
import { findDefinitionErrors } from './check-definition.js'

function following(event: string, more: BenchmarkDefinition['environment']['simulators'] = []): BenchmarkDefinition {
  const { environment } = smallBenchmark()
  const step = { type: 'upsert_fhir' as const, resource: { resourceType: 'Basic' }, after: { event } }
  return smallBenchmark({
    environment: { ...environment, simulators: [...environment.simulators, ...more] },
    tasks: [{ name: 'one', criteria: [], scenario: { steps: [step] } }],
  })
}

it('accepts only steps that follow events of systems in the environment', () => {
  expect(findDefinitionErrors(following('prior_auth.determined'))).toEqual([])
  expect(findDefinitionErrors(following('fax.received'))).toEqual([
    {
      path: '/tasks/0/scenario/steps/0/after/event',
      message: 'must be an event of a system of the environment, which has none of type Fax; got "fax.received"',
    },
  ])
  expect(findDefinitionErrors(following('fax.received', [{ type: 'Fax', name: 'Fax' }]))).toEqual([])
  // A type that is not known here may have any events.
  expect(findDefinitionErrors(following('fax.received', [{ type: 'Pharmacy', name: 'Pharmacy' }]))).toEqual([])
})
