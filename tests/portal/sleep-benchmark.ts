import type { BenchmarkDefinition } from '@carebench/protocol'

const form = {
  patient_dob: '1970-06-01',
  procedure_code: 'E0601',
  diagnosis_codes: ['G47.33'],
  provider_npi: '1234567893',
  service_date: '2026-02-20',
}

/**
 * Another payer, written with the page of the payer in docs/systems as the only source: it decides on devices for sleep
 * apnea after an hour, denies requests without a sleep study, and accepts appeals with a letter. It is all
 * configuration, no code. The tests play the solutions. The tasks record none, because these tests are about the payer,
 * not about collateral changes.
 */
export const sleepBenchmark: BenchmarkDefinition = {
  name: 'sleep',
  timeout: 7200,
  environment: {
    name: 'Sleep center',
    simulators: [
      {
        type: 'Payer',
        name: 'Harbor Mutual',
        config: {
          determinations: [
            {
              procedure_code: 'E0601',
              patient_member_id: 'HM-204',
              status: 'approved',
              requires: ['sleep_study'],
              delay_seconds: 3600,
            },
            { procedure_code: 'E0601', status: 'denied', reason: 'No study of this year is on file.' },
          ],
          default_determination: { status: 'more_information', reason: 'Say which device is meant.' },
          appeals: [
            {
              patient_member_id: 'HM-310',
              status: 'approved',
              requires: ['letter_of_medical_necessity'],
              delay_seconds: 600,
            },
            { status: 'denied', reason: 'The denial stands.' },
          ],
        },
      },
    ],
    datasets: [
      {
        type: 'Portal',
        name: 'Members',
        config: {
          rows: {
            patients: [
              { member_id: 'HM-204', name: 'Riley Sample' },
              { member_id: 'HM-310', name: 'Sam Example' },
            ],
          },
        },
      },
    ],
  },
  tasks: [
    {
      name: 'get the device approved',
      task_item: { instruction: 'Riley Sample needs a device for sleep apnea. The study is done.' },
      criteria: [
        {
          label: 'The device is approved',
          assertion: {
            assert: 'portal-state-match',
            correlate_by: { resource: 'prior_auth_requests', key: 'patient_member_id', value: 'HM-204' },
            assertions: [
              { path: 'status', expected: 'approved' },
              { path: 'resubmission_count', expected: 0 },
            ],
          },
        },
      ],
    },
    {
      name: 'win the appeal',
      task_item: { instruction: 'The plan will not hear of the device for Sam Example. Make it.' },
      criteria: [
        {
          label: 'The appeal is won',
          assertion: {
            assert: 'portal-state-match',
            correlate_by: { resource: 'appeals', key: 'patient_member_id', value: 'HM-310' },
            assertions: [{ path: 'status', expected: 'approved' }],
            match: 'any',
          },
        },
        {
          label: 'The device is approved',
          assertion: {
            assert: 'portal-state-match',
            correlate_by: { resource: 'prior_auth_requests', key: 'patient_member_id', value: 'HM-310' },
            assertions: [
              { path: 'appeal_status', expected: 'approved' },
              { path: 'status', expected: 'approved' },
            ],
          },
        },
      ],
    },
  ],
}

/** A request for the device. */
export function deviceFor(memberId: string) {
  return { ...form, patient_member_id: memberId }
}
