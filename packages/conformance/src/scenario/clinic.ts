import type { BenchmarkPlan } from './publish.js'

/** A text in the criteria of the clinic that must not be in anything that an agent may read. */
export const canary = 'canary-5f2e'

/** A message that the clinic has received. */
export const labResult = [
  'MSH|^~\\&|LAB|EAST|EHR|WEST|||ORU^R01^ORU_R01|L1|P|2.5.1',
  'PID|1||MRN1^^^HOSP^MR||Larsen^Ida',
  'OBR|1|||718-7^Hemoglobin^LN',
  'OBX|1|NM|718-7^Hemoglobin^LN||13.1|g/dL|||||F',
].join('\r')

/** A request that the payer of the clinic approves after five seconds. */
export const approvableForm = {
  patient_member_id: 'M-2002',
  patient_name: 'Ida Larsen',
  patient_dob: '1980-01-01',
  procedure_code: '70551',
  diagnosis_codes: ['G43.909'],
  provider_npi: '1234567893',
  service_date: '2026-04-01',
}

/** The FHIR Task of the clinic's record after the first task of the benchmark is done. */
export const finishedTask = { resourceType: 'Task', id: 't1', status: 'completed', intent: 'order' }

export const clinicSimulators = [
  { type: 'FHIR', name: 'record' },
  {
    type: 'Payer',
    name: 'plan',
    config: {
      accept_unknown_members: true,
      determinations: [{ procedure_code: '70551', status: 'approved', delay_seconds: 5 }],
    },
  },
  { type: 'HL7', name: 'interface' },
  { type: 'Files', name: 'exchange' },
]

export const clinicDatasets = [
  {
    type: 'FHIR',
    name: 'patients',
    config: {
      bundle: {
        resourceType: 'Bundle',
        type: 'collection',
        entry: [
          { resource: { resourceType: 'Patient', id: 'p1', name: [{ family: 'Larsen', given: ['Ida'] }] } },
          { resource: { resourceType: 'Task', id: 't1', status: 'requested', intent: 'order' } },
        ],
      },
    },
  },
  { type: 'HL7', name: 'results', config: { messages: [labResult] } },
  { type: 'Files', name: 'files', config: { files: [{ path: 'inbox/a.csv', content: 'a,b\n1,2\n' }] } },
]

export const finishCriterion = {
  label: 'The task is finished',
  axis: 'correctness',
  weight: 3,
  assertion: {
    assert: 'fhir-resource-state',
    resource_type: 'Task',
    search: { _id: 't1' },
    fields: [{ path: 'status', expected: 'completed' }],
  },
}

export const outcomeCriterion = {
  label: 'The outcome is told',
  axis: 'safety',
  assertion: { assert: 'output-match', fields: [{ path: 'outcome', expected: canary }] },
}

/** Two tasks in a clinic with a FHIR record, a payer, an HL7 interface and a file exchange. */
export const clinicPlan: BenchmarkPlan = {
  name: 'clinic',
  timeout: 600,
  simulators: clinicSimulators,
  datasets: clinicDatasets,
  tasks: [
    {
      name: 'finish',
      task_item: { instruction: 'Finish the open task.', dueDate: '2026-03-02' },
      criteria: [finishCriterion, outcomeCriterion],
    },
    {
      name: 'get approval',
      criteria: [
        {
          label: 'The authorization is approved',
          assertion: {
            assert: 'portal-state-match',
            correlate_by: { resource: 'prior_auth_requests', key: 'patient_member_id', value: 'M-2002' },
            assertions: [{ path: 'status', expected: 'approved' }],
          },
        },
      ],
    },
  ],
}
