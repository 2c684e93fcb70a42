import type { BenchmarkDefinition } from '@carebench/protocol'

/** The complete configuration of the payer in these tests. */
export const portalBenchmark: BenchmarkDefinition = {
  name: 'portal',
  timeout: 3600,
  environment: {
    name: 'Office',
    simulators: [
      {
        type: 'Payer',
        name: 'Plan',
        config: {
          determinations: [
            { procedure_code: '72148', status: 'approved', requires: ['clinical_note', 'imaging_report'] },
            { procedure_code: '27447', status: 'denied', reason: 'Conservative therapy has not been tried.' },
            { procedure_code: '97110', status: 'approved', approved_units: 8, valid_days: 60 },
          ],
          appeals: [{ procedure_code: '27447', status: 'approved', reason: 'Therapy has failed.' }],
        },
      },
      { type: 'FHIR', name: 'Record' },
    ],
    datasets: [
      {
        type: 'Portal',
        name: 'Members',
        config: {
          rows: {
            patients: [
              {
                member_id: 'MBR-1001',
                name: 'Jordan Sample',
                dob: '1961-04-30',
                plan: 'Silver 3000',
                coverage_status: 'Active',
                coverage_start: '2026-01-01',
                copay: { office_visit: 30, specialist: 60 },
              },
              { member_id: 'MBR-1002', name: 'Casey Example', dob: '1988-11-02', coverage_status: 'Inactive' },
            ],
            providers: [{ npi: '1234567893', name: 'Avery Example, MD', specialty: 'Orthopedics' }],
            prior_auth_requests: Array.from({ length: 24 }, (_, index) => ({
              auth_number: `PA0000${String(index + 1).padStart(4, '0')}`,
              patient_member_id: 'MBR-1002',
              patient_name: 'Casey Example',
              procedure_code: index % 2 === 0 ? '99213' : '70551',
              service_date: '2026-02-14',
              submitted_at: '2026-01-02T10:00:00.000Z',
              status: (['pending', 'approved', 'denied', 'more_information'] as const)[index % 4] ?? 'pending',
              ...(index % 4 === 3 && { missing_documents: ['lab_result'] }),
            })),
          },
        },
      },
    ],
  },
  tasks: [
    {
      name: 'get approval',
      criteria: [
        {
          label: 'The MRI is approved',
          assertion: {
            assert: 'portal-state-match',
            correlate_by: { resource: 'prior_auth_requests', key: 'patient_member_id', value: 'MBR-1001' },
            assertions: [{ path: 'status', expected: 'approved' }],
          },
        },
        {
          label: 'After having signed in',
          assertion: {
            assert: 'event-order',
            events: [
              { type: 'portal.login' },
              { type: 'prior_auth.submitted' },
              { type: 'prior_auth.updated', where: { 'data.change': 'resubmitted' } },
              { type: 'prior_auth.determined', where: { 'data.status': 'approved' } },
            ],
          },
        },
      ],
    },
  ],
}
