import type { BenchmarkDefinition } from '@carebench/protocol'
import { defaultSystems } from '@carebench/systems'
import { expect, it } from 'vitest'
import { smallBenchmark } from '../testing/small-benchmark.js'
import { findDefinitionErrors } from './check-definition.js'

function judging(
  assertion: Record<string, unknown>,
  more: BenchmarkDefinition['environment']['simulators'] = [],
): BenchmarkDefinition {
  const { environment } = smallBenchmark()
  return smallBenchmark({
    environment: { ...environment, simulators: [...environment.simulators, ...more] },
    tasks: [{ name: 'one', criteria: [{ label: 'x', assertion }] }],
  } as Partial<BenchmarkDefinition>)
}

const at = '/tasks/0/criteria/0/assertion'

it.each([
  [{ assert: 'event-count', type: 'message.snet', count: 1 }, '/type', 'message.snet', 'message.sent'],
  [
    { assert: 'event-order', events: [{ type: 'fax.sent' }, { type: ['fax.received', 'fax.sentt'] }] },
    '/events/1/type/1',
    'fax.sentt',
    'fax.sent',
  ],
  [
    {
      assert: 'event-order',
      events: [{ type: 'fax.sent', where: { at: { $within: { of: { type: 'hl7.recieved' }, at_most_seconds: 9 } } } }],
    },
    '/events/0/where/at/$within/of/type',
    'hl7.recieved',
    'hl7.received',
  ],
])('reports an event that no system emits, with the nearest one: %j', (assertion, path, type, nearest) => {
  const message = `must be the type of an event that a system emits, got "${type}"; did you mean "${nearest}"?`
  expect(findDefinitionErrors(judging(assertion))).toEqual([{ path: at + path, message }])
  // A type of system that is not known here may have any events.
  expect(findDefinitionErrors(judging(assertion, [{ type: 'Pharmacy', name: 'Pharmacy' }]))).toEqual([])
})

it('accepts the events of all systems', () => {
  for (const { type } of defaultSystems.flatMap(({ events }) => events)) {
    expect(findDefinitionErrors(judging({ assert: 'event-count', type, count: 0 })), type).toEqual([])
  }
})
