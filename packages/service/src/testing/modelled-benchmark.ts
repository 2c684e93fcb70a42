import type { BenchmarkDefinition } from '@carebench/protocol'

// For tests of this package only.

/** The benchmark of the runs. */
export interface RunShape {
  readonly concurrency: number
  /** Milliseconds, one for each task. */
  readonly timeouts: readonly number[]
}

const aMinute = 60_000

/** The task in the record that an agent finishes. */
export const openTask = { resourceType: 'Task', id: 't1', status: 'requested', intent: 'order' }

/** Returns one task per timeout: finish an open Task in a FHIR record, and make a note. */
export function modelledBenchmark({ concurrency, timeouts }: RunShape): BenchmarkDefinition {
  const bundle = { resourceType: 'Bundle', type: 'collection', entry: [{ resource: openTask }] }
  return {
    name: 'modelled',
    timeout: aMinute / 1000,
    concurrency,
    environment: {
      name: 'Clinic',
      simulators: [{ type: 'FHIR', name: 'Record' }],
      datasets: [{ type: 'FHIR', name: 'tasks', config: { bundle } }],
    },
    tasks: timeouts.map((timeout, index) => ({
      name: `task ${index}`,
      // The benchmark's own timeout applies where a task has none.
      timeout: timeout === aMinute ? null : timeout / 1000,
      task_item: { instruction: 'Finish the open task.' },
      criteria: [
        {
          label: 'The task is finished',
          weight: 2,
          assertion: {
            assert: 'fhir-resource-state',
            resource_type: 'Task',
            search: { _id: 't1' },
            fields: [{ path: 'status', expected: 'completed' }],
          },
        },
        {
          label: 'A note was made',
          assertion: {
            assert: 'fhir-resource-state',
            resource_type: 'Communication',
            search: { status: 'in-progress' },
          },
        },
      ],
    })),
  }
}
