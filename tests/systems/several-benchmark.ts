import type { BenchmarkDefinition, ScenarioStepInput } from '@carebench/protocol'

/** The text that the agent has to fax from the imaging center. */
export const report = { to_number: '+15550100', document_type: 'report', text: 'MRI of the knee: no tear.' } as const

/** The request that it has to submit to West Mutual. */
export const request = {
  patient_member_id: 'MBR-1001',
  patient_name: 'Jordan Sample',
  patient_dob: '1961-04-30',
  procedure_code: '72148',
  diagnosis_codes: ['M54.16'],
  provider_npi: '1234567893',
  service_date: '2026-03-14',
} as const

const { text: says, ...faxed } = report

/** A step of a custom system, which the type of definitions does not cover. */
const queued: ScenarioStepInput = JSON.parse(
  '{"type":"queue_refill","system":"hospital-2","refill":{"id":"rx-9","patient_id":"p9","drug":"aspirin"}}',
)

/** A clinic with two fax machines, two payers and two pharmacies; the task concerns the second ones. */
export const severalBenchmark: BenchmarkDefinition = {
  name: 'several',
  overrides: { seed: 7 },
  environment: {
    name: 'Clinic with an imaging center',
    simulators: [
      { type: 'Fax', name: 'Front desk' },
      { type: 'Payer', name: 'Cedar Health', config: { accept_unknown_members: true } },
      { type: 'Fax', key: 'imaging', name: 'Imaging center' },
      {
        type: 'Payer',
        key: 'west',
        name: 'West Mutual',
        config: { accept_unknown_members: true, default_determination: { status: 'approved' } },
      },
      { type: 'Pharmacy', name: 'Corner pharmacy' },
      { type: 'Pharmacy', key: 'hospital-2', name: 'Hospital pharmacy' },
      { type: 'FHIR', name: 'Record' },
      { type: 'FHIR', key: 'research', name: 'Research record' },
    ],
    datasets: [
      {
        type: 'Refills',
        name: 'queue',
        config: { refills: [{ id: 'rx-1', patient_id: 'p1', drug: 'metformin' }] },
      },
    ],
  },
  tasks: [
    {
      name: 'send the report',
      task_item: { instruction: 'Fax the report from the imaging center, ask West Mutual, fill at the hospital.' },
      scenario: {
        steps: [
          { type: 'receive_fax', system: 'imaging', from: '+15550111', text: 'Please send the report.' },
          { type: 'receive_fax', from: '+15550112', text: 'Our hours have changed.' },
          queued,
        ],
      },
      criteria: [
        {
          label: 'The report was faxed from the imaging center',
          assertion: {
            assert: 'fax-sent',
            system: 'imaging',
            correlate_by: faxed,
            fields: [{ path: 'text', expected: says }],
          },
        },
        {
          label: 'West Mutual was asked',
          assertion: {
            assert: 'portal-state-match',
            system: 'west',
            correlate_by: { resource: 'prior_auth_requests', key: 'patient_member_id', value: 'MBR-1001' },
            assertions: Object.entries(request).map(([path, expected]) => ({ path, expected })),
          },
        },
        {
          label: 'The hospital pharmacy filled the refill',
          assertion: {
            assert: 'record-state',
            collection: 'pharmacy.refills',
            system: 'hospital-2',
            correlate_by: { id: 'rx-1', patient_id: 'p1', drug: 'metformin' },
            fields: [
              { path: 'state', expected: 'filled' },
              { path: 'quantity', expected: 90 },
            ],
          },
        },
        {
          label: 'The report went out before the refill',
          assertion: {
            assert: 'event-order',
            events: [
              { type: 'fax.sent', system: 'imaging', where: { 'data.to_number': report.to_number } },
              { type: 'refill.filled', system: 'hospital-2' },
            ],
          },
        },
        {
          label: 'Both pharmacies have the same drug in the queue',
          weight: 0.1,
          assertion: {
            assert: 'records-agree',
            records: [
              { collection: 'pharmacy.refills', where: { state: 'queued' }, path: 'drug' },
              { collection: 'pharmacy.refills', system: 'hospital-2', where: { quantity: 90 }, path: 'drug' },
            ],
          },
        },
        {
          label: 'Nothing else changed',
          guard: true,
          assertion: {
            assert: 'no-collateral',
            allow: [
              { collection: 'faxes', system: 'imaging', where: faxed, count: 1 },
              {
                collection: 'portal.prior_auth_requests',
                system: 'west',
                where: { patient_member_id: 'MBR-1001', procedure_code: '72148' },
                count: 1,
              },
              {
                collection: 'pharmacy.refills',
                system: 'hospital-2',
                where: { id: 'rx-1', drug: 'metformin' },
                fields: ['state', 'quantity'],
              },
            ],
          },
        },
      ],
      solutions: [
        {
          name: 'by the keys',
          calls: [
            { method: 'POST', path: 'faxes@imaging', body: report },
            { method: 'POST', path: 'portal%40west/prior-auths', body: request },
            { method: 'POST', path: 'pharmacy@hospital-2/refills/rx-1/fill', body: { quantity: 90 } },
          ],
        },
      ],
    },
  ],
}
