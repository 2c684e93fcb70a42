import type { MockBenchmark } from '@carebench/msw'

function patient(id: string, family: string) {
  return { resourceType: 'Patient', id, name: [{ family }] }
}

function order(id: string, patientId: string) {
  return {
    resourceType: 'Task',
    id,
    status: 'requested',
    intent: 'order',
    for: { reference: `Patient/${patientId}` },
  }
}

function makeState(id: string, expected: string) {
  return {
    assert: 'fhir-resource-state',
    resource_type: 'Task',
    search: { _id: id },
    fields: [{ path: 'status', expected }],
  }
}

/** A benchmark of two tasks: the name of one belongs to one patient, the name of the other to two patients. */
export const ward = {
  name: 'ward',
  environment: {
    name: 'Ward',
    simulators: [{ type: 'FHIR', name: 'Record' }],
    datasets: [
      {
        type: 'FHIR',
        name: 'patients',
        config: {
          bundle: {
            resourceType: 'Bundle',
            type: 'collection',
            entry: [
              patient('p1', 'Okafor'),
              patient('p2', 'Silva'),
              patient('p3', 'Silva'),
              order('t1', 'p1'),
              order('t2', 'p2'),
            ].map((resource) => ({ resource })),
          },
        },
      },
    ],
  },
  tasks: [
    {
      name: 'finish the referral',
      task_item: { family: 'Okafor' },
      criteria: [{ label: 'The referral is finished', assertion: makeState('t1', 'completed') }],
    },
    {
      name: 'leave what is not clear',
      task_item: { family: 'Silva' },
      criteria: [
        {
          label: 'It says that nothing was finished',
          assertion: { assert: 'output-match', expected: { finished: false } },
        },
        { label: 'The referral is untouched', assertion: makeState('t2', 'requested'), guard: true },
      ],
    },
  ],
} satisfies MockBenchmark
