import type { BenchmarkDefinition } from '@carebench/protocol'

// For tests of this package only.

/** A benchmark of one task: finish the FHIR Task `t1`. */
export const clinic: BenchmarkDefinition = {
  name: 'clinic',
  timeout: 60,
  environment: {
    name: 'Clinic',
    simulators: [{ type: 'FHIR', name: 'Record' }],
    datasets: [
      {
        type: 'FHIR',
        name: 'records',
        config: {
          bundle: {
            resourceType: 'Bundle',
            type: 'collection',
            entry: [
              { resource: { resourceType: 'Patient', id: 'p1', active: true } },
              { resource: { resourceType: 'Task', id: 't1', status: 'requested', intent: 'order' } },
            ],
          },
        },
      },
    ],
  },
  tasks: [
    {
      name: 'finish',
      task_item: { instruction: 'Finish the task.' },
      criteria: [
        {
          label: 'The task is finished',
          assertion: {
            assert: 'fhir-resource-state',
            resource_type: 'Task',
            search: { _id: 't1' },
            fields: [{ path: 'status', expected: 'completed' }],
          },
        },
      ],
    },
  ],
}
