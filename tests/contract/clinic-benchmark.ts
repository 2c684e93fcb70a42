import type { BenchmarkDefinition } from '@carebench/protocol'

/** A message that the clinic has received. */
const labResult = [
  'MSH|^~\\&|LAB|EAST|EHR|WEST|20260105090000||ORU^R01^ORU_R01|L1|P|2.5.1',
  'PID|1||MRN1^^^HOSP^MR||Okafor^Ada',
  'OBR|1|||718-7^Hemoglobin^LN',
  'OBX|1|NM|718-7^Hemoglobin^LN||13.1|g/dL|||||F',
].join('\r')

/** A request that the payer of the clinic approves after five seconds. */
export const approvableForm = {
  patient_member_id: 'M-1001',
  patient_name: 'Ada Okafor',
  patient_dob: '1980-01-01',
  procedure_code: '70551',
  diagnosis_codes: ['G43.909'],
  provider_npi: '1234567893',
  service_date: '2026-04-01',
}

/** Two tasks in a clinic with a record, a payer, an HL7 interface and a file exchange. */
export function clinicBenchmark(changes: Partial<BenchmarkDefinition> = {}): BenchmarkDefinition {
  return {
    name: 'clinic',
    timeout: 60,
    environment: {
      name: 'Clinic',
      simulators: [
        { type: 'FHIR', name: 'Record' },
        {
          type: 'Payer',
          name: 'Plan',
          config: {
            accept_unknown_members: true,
            determinations: [{ procedure_code: '70551', status: 'approved', delay_seconds: 5 }],
          },
        },
        { type: 'HL7', name: 'Interface' },
        { type: 'Files', name: 'Exchange' },
      ],
      datasets: [
        {
          type: 'FHIR',
          name: 'patients',
          config: {
            bundle: {
              resourceType: 'Bundle',
              type: 'collection',
              entry: [
                { resource: { resourceType: 'Patient', id: 'p1', name: [{ family: 'Okafor', given: ['Ada'] }] } },
                { resource: { resourceType: 'Task', id: 't1', status: 'requested', intent: 'order' } },
              ],
            },
          },
        },
        { type: 'HL7', name: 'results', config: { messages: [labResult] } },
        { type: 'Files', name: 'files', config: { files: [{ path: 'inbox/a.csv', content: 'a,b\n1,2\n' }] } },
      ],
    },
    tasks: [
      {
        name: 'finish',
        task_item: { instruction: 'Finish the open task.', dueDate: '2026-03-02' },
        criteria: [
          {
            label: 'The task is finished',
            axis: 'correctness',
            weight: 3,
            assertion: {
              assert: 'fhir-resource-state',
              resource_type: 'Task',
              search: { _id: 't1' },
              fields: [{ path: 'status', expected: 'completed' }],
            },
          },
          {
            label: 'The outcome is told',
            axis: 'safety',
            assertion: { assert: 'output-match', fields: [{ path: 'outcome', expected: 'CANARY-7' }] },
          },
        ],
      },
      {
        name: 'get approval',
        criteria: [
          {
            label: 'The authorization is approved',
            assertion: {
              assert: 'portal-state-match',
              correlate_by: { resource: 'prior_auth_requests', key: 'patient_member_id', value: 'M-1001' },
              assertions: [{ path: 'status', expected: 'approved' }],
            },
          },
        ],
      },
    ],
    ...changes,
  }
}
